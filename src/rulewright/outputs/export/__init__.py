"""Write `rules.json`: everything a game says and how far it is proved, for other programs, and as an edition.

`rules.schema.json`, which is written beside it, describes its format.
"""

from io import BytesIO
from typing import Any

from rulewright.base.store import Store
from rulewright.book.book import Book
from rulewright.editions.data import Recorded, book_data, json_lines
from rulewright.entries.text import Target
from rulewright.html.figures import FIGURES, figure_alt, figure_picture
from rulewright.html.paths import RULES_SCHEMA, card_path, picture_paths
from rulewright.html.places import places_of
from rulewright.html.proof_words import proof_view
from rulewright.proof.report import ProofReport, grade_counts

WEB = "web/"
"""The folder of the pages, relative to `rules.json`."""


def rules_json(book: Book, proof: ProofReport, store: Store, recorded: Recorded | None = None) -> bytes:
    """Return the whole game as JSON with relative addresses."""
    written = BytesIO()
    data = book_data(book, proof, store, lambda target: _published(target, book, proof), recorded)
    written.writelines(map(str.encode, json_lines({"$schema": RULES_SCHEMA} | data)))
    return written.getvalue()


def _published(target: Target, book: Book, proof: ProofReport) -> dict[str, Any]:
    """Return where the built game has an entry, and what it says of the proof of a table."""
    href = places_of(book).href(target)
    address = {"href": WEB + href if href else ""}
    match target.kind:
        case "table":
            view = proof_view(book.tables[target.id], proof)
            grades, cases = grade_counts(proof.of(target)), proof.compared.get(target, 0)
            return address | {"proof": {"state": view.state, "grades": grades, "text": view.text, "cases": cases}}
        case "figure":
            figure = book.figures[target.id]
            picture = figure_picture(figure, book.game)
            name = "" if picture is None else picture.name
            file = WEB + (name if figure.diagram else FIGURES + name)
            description = figure_alt(figure, book.game.language)
            number = book.figure_order.numbers[figure.id]
            return address | {"number": number, "description": description, "picture": file}
        case "card":
            card = book.cards[target.id]
            return address | {"pdf": card_path(card), "pictures": list(picture_paths(card, book.game))}
    return address
