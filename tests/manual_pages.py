"""What the pages about cards show, printed once for the tests of the manual and of its pictures."""

from functools import cache
from pathlib import Path

from rulewright.app.commands.manual import printed_words
from rulewright.app.commands.manual_cases import printed_cases
from rulewright.outputs.manual.pages import card_pages
from rulewright.outputs.manual.reference import Word, words
from rulewright.outputs.manual.site import Shown
from rulewright.pdf.page_images import Picture
from tests.sharing import shared

PAGES = Path(__file__).parent / "spec" / "cards"


@cache
def shown(name: str) -> tuple[Shown, ...]:
    """The pictures of the sound cases of a page."""
    return shared(f"manual-{name}", (PAGES,), lambda: tuple(printed_cases(card_pages()[name])))


SAMPLE = ("rolls", "profile", "group-by", "outputs", "note", "duplex", "stripes", "unit", "working", "booklet")
"""Words of all kinds; `rulewright manual` prints all."""


@cache
def word_pictures() -> dict[Word, Picture]:
    """Pictures of what the examples of a few words make."""
    return printed_words(word for name in SAMPLE for word in words()[name])
