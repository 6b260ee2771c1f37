"""The products made from cards and rules.

To add a product, write the keys of the file that asks for it, its texts and the files that it makes; then add it to the
list. The code that makes its files is in a module `print_NAME.py`, which is imported only when something is printed.
Reading, checks, the build, reading back and the web pages follow from the list.

- A product says which files it makes (`files`) and how (`plans`). A file with the same inputs as in the last build is
taken from the store; several processes make the others. A file that had findings is made again, to report them again.
- Sheets and booklets are laid out from finished cards and pages, never scaled.
- A deck for Tabletop Simulator has cards of one size; a card that is alone in its size has pictures of its own.
"""

from typing import Any

from rulewright.products.every_game import CARDS, PUBLICATION, RULES_DATA, WEB
from rulewright.products.pictures import IMAGES, ONLINE, SCREEN
from rulewright.products.press import PRESS
from rulewright.products.product import FileKind, ForEveryGame
from rulewright.products.rulebook import RULEBOOK
from rulewright.products.sheets import CONTACT_SHEET, SHEET

PRODUCTS: tuple[FileKind[Any, Any] | ForEveryGame, ...] = (
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
"""All products, in the order in which the web pages offer them."""
