"""The ids of tables and of the values of their domains; two tables with the same names share one domain."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rulewright.decode.names import IN_SETS, RESERVED
from rulewright.findings import Span
from rulewright.importing.draft import Entry, Ids, Value
from rulewright.importing.grids.shape import bare

NOT_FOR_VALUES = (*RESERVED, *IN_SETS, "yes", "no", "output", "name", "when")
"""Words that mean something else in keys."""


@dataclass(slots=True)
class Names:
    """The names that a draft has given so far. One for all grids of a game."""

    tables: Ids = field(default_factory=Ids)
    domains: Ids = field(default_factory=lambda: Ids(NOT_FOR_VALUES))
    references: Ids = field(default_factory=Ids)
    known: dict[tuple[str, ...], str] = field(default_factory=dict)

    def domain(
        self, heading: str, labels: Sequence[str], origin: Span, why: str
    ) -> tuple[str, list[str], tuple[Entry, ...]]:
        """The id of a domain of names, the ids of its values, and its entry if there is none of these names yet."""
        ids = ids_of(labels)
        known = self.known.get(tuple(labels))
        if known is not None:
            return known, ids, ()
        name = self.known[tuple(labels)] = self.domains.new(heading if heading.strip() else "kind")
        values: dict[str, Value] = dict(zip(ids, labels, strict=True))
        value: Value = {"names": values, "title": heading} if heading.strip() else values
        return name, ids, (Entry("domains", name, value, origin, (why,)),)


def ids_of(labels: Iterable[str]) -> list[str]:
    """An id for each text."""
    ids = Ids(NOT_FOR_VALUES)
    return [ids.new(bare(label)) for label in labels]
