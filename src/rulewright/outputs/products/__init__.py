"""The products made from cards and rules.

To add a product, write the class of its request in `entries`, and the files that it makes; then add both to the list.
The code that makes its files is in a module `print_NAME.py`, which is imported only when something is printed. Reading,
checks, the build, reading back and the web pages follow from the list.

- A product says which files it makes (`files`) and how (`plans`). A file with the same inputs as in the last build is
taken from the store; several processes make the others. A file that had findings is made again, to report them again.
- Sheets and booklets are laid out from finished cards and pages, never scaled.
- A deck for Tabletop Simulator has cards of one size; a card that is alone in its size has pictures of its own.
"""

from typing import Any

from rulewright.entries.card_pictures import Images, Online, Screen
from rulewright.entries.press import Press
from rulewright.entries.rulebooks import Rulebook
from rulewright.entries.sheets import ContactSheet, Sheet
from rulewright.outputs.products.every_game import CardsProduct, PublicationProduct, RulesDataProduct, WebProduct
from rulewright.outputs.products.pictures import ImagesProduct, OnlineProduct, ScreenProduct
from rulewright.outputs.products.press import PressProduct
from rulewright.outputs.products.product import FileKind, ForEveryGame
from rulewright.outputs.products.rulebook import RulebookProduct
from rulewright.outputs.products.sheets import ContactSheetProduct, SheetProduct

PRODUCTS: tuple[FileKind[Any] | ForEveryGame, ...] = (
    ForEveryGame(CardsProduct()),
    FileKind(Sheet, SheetProduct),
    FileKind(ContactSheet, ContactSheetProduct),
    FileKind(Rulebook, RulebookProduct),
    FileKind(Press, PressProduct),
    FileKind(Images, ImagesProduct),
    FileKind(Screen, ScreenProduct),
    FileKind(Online, OnlineProduct),
    ForEveryGame(WebProduct()),
    ForEveryGame(RulesDataProduct()),
    ForEveryGame(PublicationProduct()),
)
"""All products, in the order in which the web pages offer them."""
