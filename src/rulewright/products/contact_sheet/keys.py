"""The file of a contact sheet: its keys, and the value that they make."""

from dataclasses import dataclass, field

from rulewright.findings import Span
from rulewright.language.entry import Kind, key
from rulewright.language.kinds import number, one_or_list
from rulewright.model.paper import Paper
from rulewright.model.text import Text
from rulewright.products.product import ProductEntry
from rulewright.products.shared_keys import CHOSEN_CARDS
from rulewright.products.sheet.keys import PAPER_NAMES, read_papers

USUAL_COLUMNS = 8


@dataclass(frozen=True, slots=True)
class ContactSheet:
    """All fronts, small, in `columns` columns; without `cards`, of all cards."""

    id: str
    title: Text
    papers: tuple[Paper, ...]
    cards: tuple[Text, ...]
    columns: int
    span: Span = field(compare=False)

    def path(self, paper: Paper) -> str:
        return f"cards/{self.id}-{paper.name.lower()}.pdf"


class ContactSheetEntry(ProductEntry, word="contact-sheet"):
    """A contact sheet: the fronts of all cards, small, with their names and how many there are of each."""

    noun = "a contact sheet"
    paper = key(
        Kind(" or ".join(PAPER_NAMES) + ", or a list of them", read_papers, one_or_list({"enum": PAPER_NAMES})),
        "The paper to print on; there is a PDF for each",
        "paper: [A4, Letter]",
        required=True,
    )
    cards = key(CHOSEN_CARDS, "The cards to show", "cards: [fire]", default="all cards")
    columns = key(
        number(
            "[2-9]|1[0-2]",
            "a whole number from 2 to 12",
            "is not a number of columns",
            "write a whole number from 2 to 12: columns: 6",
        ),
        "How many cards are side by side",
        "columns: 6",
        default=str(USUAL_COLUMNS),
    )
