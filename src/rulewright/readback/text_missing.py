"""A band or a bullet of a card that is not on it.

Tables are read back cell by cell; the rest of a card is too: what the source says must stand in the print, whole and
in its order. Where a line is broken does not matter.
"""

from collections.abc import Iterator, Sequence

from rulewright.diagnostics import Diagnostic
from rulewright.model.product import Print
from rulewright.readback.page import Page
from rulewright.readback.sources import Sources
from rulewright.readback.tables import squeezed, texts_of


def text_missing(print_: Print, pages: Sequence[Page], sources: Sources) -> Iterator[Diagnostic]:
    """Every text of a card that does not print as it is written."""
    texts = sources.texts_on(print_)
    printed = "".join(map(texts_of, pages)) if texts else ""
    for said, span in texts.items():
        if squeezed(said) not in printed:
            message = f"{print_.name} does not print {said!r}, or not as it is written"
            hint = "look in templates/ and its style sheets for what hides or changes it"
            yield Diagnostic("text-missing", span, message, hint, about=f"{print_.about}: {said}")
