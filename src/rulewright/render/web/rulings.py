"""Rulings beside what they are about, and the page of all of them; those that no longer hold are on that page alone."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from rulewright.model.book import Book, Target, citation_target
from rulewright.model.origin import Origin
from rulewright.model.ruling import Ruling, in_force, superseded
from rulewright.render.web.names import Names
from rulewright.render.web.text import WebTypesetter
from rulewright.render.web.views import LinkView, RulingView
from rulewright.translation.catalogues import spoken_day


class Rulings:
    """The rulings of one book, by what they are about."""

    def __init__(self, book: Book, names: Names) -> None:
        self.book, self.names = book, names

    @cached_property
    def superseded(self) -> Mapping[str, Ruling]:
        return superseded(self.book.game.rulings)

    @cached_property
    def by_target(self) -> Mapping[Target, tuple[Ruling, ...]]:
        """Those in force, in the order of the source; one on a cell is with its table."""
        found: dict[Target, tuple[Ruling, ...]] = {}
        for ruling in in_force(self.book.game.rulings):
            for target in self._stands_at(ruling):
                found[target] = (*found.get(target, ()), ruling)
        return found

    def of(self, target: Target, typesetter: WebTypesetter) -> tuple[RulingView, ...]:
        """The rulings on a thing, set with the page's typesetter."""
        return tuple(self.view(ruling, typesetter) for ruling in self.by_target.get(target, ()))

    def view(self, ruling: Ruling, typesetter: WebTypesetter) -> RulingView:
        origin = typesetter.origin(Origin(ruling.sources))
        return RulingView(
            ruling.id,
            typesetter.inline(ruling.question),
            typesetter.inline(ruling.answer),
            ruling.by,
            "" if ruling.date is None else spoken_day(ruling.date, self.book.game.language),
            "" if ruling.date is None else ruling.date.isoformat(),
            origin.sources if origin else (),
            tuple(link for target in self._about(ruling) if (link := self.names.link(target))),
            self._link(self.superseded[ruling.id]) if ruling.id in self.superseded else None,
        )

    def _about(self, ruling: Ruling) -> tuple[Target, ...]:
        """Each thing once; a cell is its table."""
        targets = (self.book.target_of(text) for text in ruling.where)
        return tuple(dict.fromkeys(citation_target(target) for target in targets if target is not None))

    def _stands_at(self, ruling: Ruling) -> Iterator[Target]:
        """A ruling on a rule and a table of it stands at the rule alone."""
        about = self._about(ruling)
        for target in about:
            rule = self.book.rule_of(self.book.tables[target.id].rule) if target.kind == "table" else None
            if rule is None or Target("rule", rule.id) not in about:
                yield target

    def _link(self, ruling: Ruling) -> LinkView | None:
        return self.names.link(Target("ruling", ruling.id))
