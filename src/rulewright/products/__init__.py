"""Everything that is made of cards and rules, one product each.

To add a product: write its file here, with the keys of the file that asks for it, its texts, the files that it makes
and how; then add it to the list. Reading, checks, the build, reading back and the web pages follow from the list.

- A product says which files it makes (`files`) and how (`plans`). A file whose values are the same as in the last build
  is taken from there; several processes make the others. A file that had findings is made again, so that they are
  found again.
- Sheets and booklets are laid out from finished cards and pages, never scaled.
- A deck for Tabletop Simulator has cards of one size; a card that is alone in its size is offered by its own pictures.
"""

from typing import Any

from rulewright.products.cards import CARDS
from rulewright.products.contact_sheet import CONTACT_SHEET
from rulewright.products.images import IMAGES
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
    CONTACT_SHEET,
    RULEBOOK,
    PRESS,
    IMAGES,
    SCREEN,
    ONLINE,
    WEB,
    RULES_DATA,
    PUBLICATION,
)
"""In the order in which the web pages offer them."""
