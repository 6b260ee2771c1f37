"""A text of a card that does not print.

Tables are read back cell by cell. Every other text of a card must print too, whole and in its order; line breaks do
not matter.
"""

from collections.abc import Iterator, Sequence

from rulewright.diagnostics import Diagnostic
from rulewright.model.product import PrintedPdf
from rulewright.readback.page import Page
from rulewright.readback.sources import Sources
from rulewright.readback.tables import squeeze, texts_of
from rulewright.translation.messages import tell


def text_missing(print_: PrintedPdf, pages: Sequence[Page], sources: Sources) -> Iterator[Diagnostic]:
    """Every text of a card that does not print as written."""
    texts = sources.texts_on(print_)
    printed = "".join(map(texts_of, pages)) if texts else ""
    for text, span in texts.items():
        if squeeze(text) not in printed:
            message = tell("{print} does not print {text!r} as it is written", print=print_.name, text=text)
            hint = tell("something hides or changes it: look in templates/ and its stylesheets")
            yield Diagnostic("text-missing", span, message, hint, about=f"{print_.about}: {text}")
