"""What the pages about cards show, printed once for the tests of the manual and of its pictures."""

from functools import cache
from pathlib import Path

from rulewright.commands.manual_cases import printed_cases
from rulewright.manual import card_pages
from rulewright.render.manual import Shown
from tests.sharing import shared

PAGES = Path(__file__).parent / "spec" / "cards"


@cache
def shown(name: str) -> tuple[Shown, ...]:
    """The pictures of the sound cases of a page."""
    return shared(f"manual-{name}", (PAGES,), lambda: tuple(printed_cases(card_pages()[name])))
