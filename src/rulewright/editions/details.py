"""What happened to one field of a thing, as readers are told of it."""

from dataclasses import dataclass

from rulewright.editions.passages import Passage
from rulewright.translation.messages import Message, tell

FIELDS = {
    "number": tell("number"),
    "title": tell("title"),
    "parent": tell("below"),
    "part": tell("part"),
    "external": tell("in another work"),
    "text": tell("text"),
    "exceptions": tell("exceptions"),
    "procedure": tell("procedure"),
    "works": tell("steps of the procedure"),
    "incomplete": tell("incomplete"),
    "notes": tell("notes"),
    "questions": tell("questions"),
    "policy": tell("policy"),
    "headings": tell("headings"),
    "note": tell("note"),
    "goal": tell("goal"),
    "limits": tell("limits"),
    "unsaid": tell("questions"),
    "value": tell("value"),
    "unit": tell("unit"),
    "rule": tell("rule"),
    "name": tell("name"),
    "abbreviation": tell("abbreviation"),
    "also": tell("also"),
    "unexplained": tell("unexplained"),
    "bullets": tell("bullets"),
    "bullet": tell("bullet"),
    "holds": tell("true for"),
    "proof": tell("proof"),
    "given": tell("given"),
    "steps": tell("steps"),
    "caption": tell("caption"),
    "alt": tell("description"),
    "where": tell("where"),
    "class": tell("class"),
    "printed": tell("printed"),
    "now": tell("now"),
    "why": tell("why"),
    "size": tell("size"),
    "words": tell("words"),
    "at": tell("place"),
}
"""What each field is called. Those that are missing here are digests and lists that nobody reads."""
INTERNAL = ("works",)
"""Fields of ids: readers are told only that something is otherwise."""
OTHERWISE = tell("in another way")
SENTENCES = tuple(
    (
        "text exceptions procedure incomplete notes questions headings note unsaid unexplained bullets bullet "
        "given steps caption alt printed now why words"
    ).split()
)
"""Fields that are compared word by word, but for those of cells: the others are given from → to."""


@dataclass(frozen=True, slots=True)
class Detail:
    """What happened to one field: from → to, or where there are `passages`, word by word."""

    field: str
    label: Message
    before: str
    after: str
    passages: tuple[Passage, ...] = ()

    @property
    def reworded(self) -> bool:
        """Whether sentences are others: neither new nor gone."""
        return bool(self.passages and self.before and self.after)


def one_line(detail: Detail) -> Message:
    """`6–7: explosion → destroyed`; of a long text, that it is another."""
    field, one, other = detail.label, detail.before, detail.after
    if detail.field in INTERNAL:
        return tell("{field}: {other}", field=field, other=OTHERWISE)
    if detail.reworded:
        return tell("{field} in other words", field=field)
    if one and other:
        return tell("{field}: {one} → {other}", field=field, one=one, other=other)
    if detail.passages:
        return tell("{field} added", field=field) if other else tell("{field} removed", field=field)
    if other:
        return tell("{field}: {other} (new)", field=field, other=other)
    return tell("{field}: {one} (gone)", field=field, one=one)
