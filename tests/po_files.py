"""PO files as Babel writes them, for the tests of translations."""

from io import BytesIO

from babel.messages import Catalog
from babel.messages.pofile import write_po


def po(*entries: tuple[str, str, str], width: int = 76) -> str:
    """A PO file of entries with a context, an original and a translation."""
    catalog, written = Catalog(locale="fr", fuzzy=False), BytesIO()
    for context, original, text in entries:
        catalog.add(original, text, context=context)
    write_po(written, catalog, width=width)
    return written.getvalue().decode()
