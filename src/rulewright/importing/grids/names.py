"""The ids that the tables, domains and references of a draft have used so far.

A domain is a set of values that keys come from. A second table with the columns `Foot`, `Horse` uses the domain of the
first one with these columns.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.base.findings import Span
from rulewright.entries.keys import IN_SETS, RESERVED
from rulewright.importing.draft import Entry, Ids, Value
from rulewright.importing.grids.shape import without_markup

NOT_FOR_VALUES = (*RESERVED, *IN_SETS, "yes", "no", "output", "name", "when")
"""Words that have another meaning in keys."""


class DomainIds(NamedTuple):
    """The id of a domain, and the ids of its values in the order of their labels."""

    domain: str
    values: list[str]


@dataclass(slots=True)
class Names:
    """The names that a draft has used so far. One for all grids of a game."""

    tables: Ids = field(default_factory=Ids)
    domains: Ids = field(default_factory=lambda: Ids(NOT_FOR_VALUES))
    references: Ids = field(default_factory=Ids)
    by_labels: dict[tuple[str, ...], str] = field(default_factory=dict)
    """The id of the domain that has these labels, in this order."""
    new_domains: list[Entry] = field(default_factory=list)
    """Domains that the table needs and the draft does not have yet."""

    def add_domain(self, name: str, value: Value, origin: Span, why: str) -> None:
        """Add a domain that the draft does not have; `why` says how the source implies it."""
        self.new_domains.append(Entry("domains", name, value, origin, (why,)))

    def domain(self, heading: str, labels: Sequence[str], origin: Span, why: str) -> DomainIds:
        """The ids of a domain with these labels. Add the domain if no table before had them."""
        value_ids = Ids(NOT_FOR_VALUES)
        ids = [value_ids.new(without_markup(label)) for label in labels]
        name = self.by_labels.get(tuple(labels))
        if name is None:
            name = self.by_labels[tuple(labels)] = self.domains.new(heading if heading.strip() else "kind")
            values: dict[str, Value] = dict(zip(ids, labels, strict=True))
            self.add_domain(name, {"names": values, "title": heading} if heading.strip() else values, origin, why)
        return DomainIds(name, ids)
