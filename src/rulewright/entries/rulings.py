"""Rulings: answers of the designer to questions about the rules."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Annotated

from rulewright.entries.entry import EntryReader, Kind, NamedEntry, key, shared
from rulewright.entries.origins import SOURCE, Sources
from rulewright.entries.roles import ONE_VALUE, Name, Prose, Subjects, link
from rulewright.entries.text import Text


def _day(reader: EntryReader, name: str) -> date | None:
    """Return a date; None, with a finding, if it is not one."""
    scalar = reader.scalar_at(name)
    if scalar is None:
        return None
    try:
        return date.fromisoformat(scalar.value)
    except ValueError:
        message = f"{scalar.value!r} is not a date"
        reader.report("bad-value", scalar.span, message, "write year, month and day: 2024-05-01")
        return None


Day = Annotated[date, Kind("text", _day, ONE_VALUE)]


class Ruling(NamedEntry, noun="a ruling"):
    """An answer of the designer to a question about the rules.

    It appears beside its subject, and on a page of all rulings.

    A ruling that a later one supersedes stays, with a remark.
    """

    where: Subjects = key(
        "What it is about, as links name it: rules, tables, cells, quick references, terms",
        'where: [rule:hits, "cell:hits(wood, rifle)"]',
    )
    question: Prose = key("The question", "question: Does a low wall count as a wood?")
    answer: Prose = key("The answer, in a paragraph", 'answer: "No: it is open ground."')
    by: Name = key("Who gave the answer", "by: the designer")
    date: Day | None = key("The day on which the answer was given", "date: 2024-05-01")
    source: Sources = shared(SOURCE, default=())
    value: Prose | None = key(
        "What the cells that it is about have by it; they must print just that", 'value: "5"', default=None
    )
    supersedes: Annotated[Text, link("ruling")] | None = key(
        "An earlier ruling that no longer holds", "supersedes: low-walls", default=None
    )

    @property
    def title(self) -> Text:
        return self.question

    @property
    def earlier(self) -> str:
        """The id of the ruling that this one supersedes, or ""."""
        return self.supersedes.links[0].target.partition(":")[2] if self.supersedes else ""


def superseded(rulings: Iterable[Ruling]) -> Mapping[str, Ruling]:
    """Return the superseding ruling by the id of the superseded one."""
    return {ruling.earlier: ruling for ruling in rulings if ruling.earlier}


def in_force(rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """Return the rulings that no other ruling supersedes."""
    all_rulings = tuple(rulings)
    superseding = superseded(all_rulings)
    return tuple(ruling for ruling in all_rulings if ruling.id not in superseding)
