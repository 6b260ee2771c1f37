"""Rulings: answers of the designer to questions about the rules."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date
from typing import Annotated

from rulewright.entries.entry import NamedEntry, key, shared
from rulewright.entries.origins import SOURCE, Sources
from rulewright.entries.roles import ONE_VALUE, Name, Prose, Subjects, link, parsed
from rulewright.entries.text import Text


def _date(text: str) -> date | None:
    with suppress(ValueError):
        return date.fromisoformat(text)
    return None


DAY = parsed("text", ONE_VALUE, _date, "is not a date", "write year, month and day: 2024-05-01")
Day = Annotated[date, DAY]


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
