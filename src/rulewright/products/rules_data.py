"""`rules.json`: everything a game says and how far it is proved, for other programs; and the schema of that file."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.model.book import Book
from rulewright.model.product import ProductFile
from rulewright.products.product import Finished, ForEveryGame, GameProduct, Plan
from rulewright.render.paths import RULES_FILE, RULES_SCHEMA

if TYPE_CHECKING:
    from rulewright.products.run import PrintRun


@dataclass(frozen=True)
class RulesDataProduct(GameProduct):
    """The data of the rules."""

    kind = "rules data"

    def files(self, book: Book) -> Iterator[ProductFile]:
        yield from (ProductFile(path=path, span=book.game.span) for path in (RULES_FILE, RULES_SCHEMA))

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        yield Plan(here=lambda *_: _make(run))


def _make(run: "PrintRun") -> Finished:
    from rulewright.render.export import rules_json
    from rulewright.render.typesetting.environment import asset

    return {
        RULES_FILE: rules_json(run.book, run.proof),
        RULES_SCHEMA: asset(run.project, f"publication/{RULES_SCHEMA}").encode(),
    }


RULES_DATA = ForEveryGame(RulesDataProduct())
