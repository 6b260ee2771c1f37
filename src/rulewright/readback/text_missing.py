"""A text of a card that does not print.

Tables are read back cell by cell. Every other text of a card must print too, whole and in its order; line breaks do
not matter.
"""

from collections.abc import Iterator, Sequence

from rulewright.findings import Finding
from rulewright.model.product import PrintedPdf
from rulewright.readback.page import Page
from rulewright.readback.sources import Sources
from rulewright.readback.tables import squeeze, texts_of


def text_missing(print_: PrintedPdf, pages: Sequence[Page], sources: Sources) -> Iterator[Finding]:
    """Every text of a card that does not print as written."""
    texts = sources.texts_on(print_)
    printed = "".join(map(texts_of, pages)) if texts else ""
    for text, span in texts.items():
        if squeeze(text) not in printed:
            message = f"{print_.name} does not print {text!r} as it is written"
            hint = "something hides or changes it: look in templates/ and its stylesheets"
            yield Finding("text-missing", span, message, hint, about=f"{print_.about}: {text}")
