"""Rulings: answers that somebody gave to questions about the rules, each with who, when and where."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from rulewright.findings import Span
from rulewright.model.origin import Source
from rulewright.model.text import Text


@dataclass(frozen=True, slots=True)
class Ruling:
    """One answer. `where` names the rules, tables, cells and other things that it is about, each as a text of one link.

    `value` is what the cells have by it, as text, or empty. `supersedes` names an earlier ruling, which stays readable.
    """

    id: str
    where: tuple[Text, ...]
    question: Text
    answer: Text
    by: str
    date: date | None
    sources: tuple[Source, ...]
    supersedes: Text | None
    value: Text | None
    span: Span = field(compare=False)

    def texts(self) -> Iterator[Text | None]:
        """All that it says and names."""
        yield from (*self.where, self.question, self.answer, self.supersedes, self.value)
        yield from (source.document for source in self.sources)

    @property
    def earlier(self) -> str:
        """The id of the ruling that it supersedes; empty where there is none."""
        return self.supersedes.links[0].target.partition(":")[2] if self.supersedes else ""


def superseded(rulings: Iterable[Ruling]) -> Mapping[str, Ruling]:
    """The ruling that supersedes each earlier one, by the id of the earlier."""
    return {ruling.earlier: ruling for ruling in rulings if ruling.earlier}


def in_force(rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """Those that no other supersedes."""
    known = tuple(rulings)
    late = superseded(known)
    return tuple(ruling for ruling in known if ruling.id not in late)
