"""Everything that is made of cards and rules, one product each.

To add a product: write its file here, with the keys of the file that asks for it, its texts, the files that it makes
and how; then add it to the list. Reading, checks, the build, reading back and the web pages follow from the list.
"""

from typing import Any

from rulewright.products.cards import CARDS
from rulewright.products.online import ONLINE
from rulewright.products.press import PRESS
from rulewright.products.product import FileKind, ForEveryGame
from rulewright.products.publication import PUBLICATION
from rulewright.products.rulebook import RULEBOOK
from rulewright.products.rules_data import RULES_DATA
from rulewright.products.screen import SCREEN
from rulewright.products.sheet import SHEET
from rulewright.products.web import WEB

PRODUCTS: tuple[FileKind[Any] | ForEveryGame, ...] = (
    CARDS,
    SHEET,
    RULEBOOK,
    PRESS,
    SCREEN,
    ONLINE,
    WEB,
    RULES_DATA,
    PUBLICATION,
)
"""In the order in which the web pages offer them."""
