"""Worked examples: a situation as data, and steps that ask the rules code what comes of it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from rulewright.diagnostics import Span
from rulewright.model.domain import Plain, minus
from rulewright.model.notation import Unit
from rulewright.model.table import Call
from rulewright.model.text import Text

Answer = Plain | tuple["Answer", ...]
"""What a step expects the code to answer."""


@dataclass(frozen=True, slots=True)
class Given:
    """A value of the situation by its name: a counter, a number, or a name; `label` is what prints for it."""

    name: str
    written: str
    value: Unit | int | float | Fraction | None
    """None for a name, which is what is `written`."""
    label: Text
    span: Span = field(compare=False)

    @property
    def fields(self) -> dict[str, int]:
        """The numbers of a counter by name."""
        return dict(self.value.values) if isinstance(self.value, Unit) else {}


class Shows(Enum):
    """How the answer of a step reads: as it is, or as factors or summands with their labels."""

    ANSWER = ""
    PRODUCT = "product"
    SUM = "sum"


@dataclass(frozen=True, slots=True)
class Step:
    """A step of an example: what is `asked` of the rules code and what it must answer, or why nothing is asked.

    `result` is what prints for the answer.
    """

    text: Text
    asked: Call | None
    shows: Shows
    gives: Answer
    result: Text | None
    unproved: str
    span: Span = field(compare=False)
    gives_span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example of a rule."""

    id: str
    rule: Text | None
    title: Text
    text: Text
    given: tuple[Given, ...]
    steps: tuple[Step, ...]
    span: Span = field(compare=False)

    def prose(self) -> Iterator[Text]:
        """What it says in sentences."""
        yield from (self.title, self.text)
        yield from (step.text for step in self.steps)

    def quotable(self) -> Iterator[tuple[str, Unit | Text]]:
        """What its texts may quote of it, by the names that links have for it: values given, and results."""
        for each in self.given:
            yield f"given:{each.name}", each.value if isinstance(each.value, Unit) else each.label
            yield from ((f"given:{each.name}.{name}", Text(minus(number))) for name, number in each.fields.items())
        for at, step in enumerate(self.steps, 1):
            if step.result is not None:
                yield f"result:{at}", step.result
