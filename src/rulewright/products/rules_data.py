"""`rules.json`: everything a game says and how far it is proved, for other programs; and the schema of that file."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.model.book import Book
from rulewright.model.product import ProductFile
from rulewright.model.text import Text
from rulewright.products.product import Buildable, Finished, ForEveryGame, Plan

if TYPE_CHECKING:
    from rulewright.products.run import PrintRun

DATA, SCHEMA = "rules.json", "rules.schema.json"


@dataclass(frozen=True)
class RulesDataProduct(Buildable):
    """The data of the rules."""

    kind = "rules data"

    def texts(self) -> Iterator[Text | None]:
        return iter(())

    def files(self, book: Book) -> Iterator[ProductFile]:
        yield from (ProductFile(path=path, span=book.game.span) for path in (DATA, SCHEMA))

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        yield Plan(here=lambda _: _make(run))


def _make(run: "PrintRun") -> Finished:
    from rulewright.render.export import rules_json
    from rulewright.render.typesetting.environment import asset

    texts = {DATA: rules_json(run.book, run.proof), SCHEMA: asset(run.project, f"publication/{SCHEMA}")}
    return {path: text.encode() for path, text in texts.items()}


RULES_DATA = ForEveryGame(RulesDataProduct())
