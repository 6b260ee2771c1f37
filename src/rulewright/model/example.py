"""Worked examples: a situation as data, and steps that call the rules code to prove their results."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from rulewright.entries.calls import Call
from rulewright.entries.notations import Unit
from rulewright.entries.numbers import Plain, minus
from rulewright.entries.text import Text
from rulewright.findings import Span

Answer = Plain | tuple["Answer", ...]
"""The value that the rules code must return for a step."""


@dataclass(frozen=True, slots=True)
class Given:
    """A value of the situation: a counter, a number or a name; `label` is its printed text."""

    name: str
    written: str
    value: Unit | int | float | Fraction | None
    """None for a name, which is in `written`."""
    label: Text
    span: Span = field(compare=False)

    @property
    def fields(self) -> dict[str, int]:
        """The numbers of a counter by name; empty for other values."""
        return dict(self.value.values) if isinstance(self.value, Unit) else {}


class Working(Enum):
    """How the answer of a step prints: alone, or as labelled factors or summands."""

    ANSWER = ""
    PRODUCT = "product"
    SUM = "sum"


@dataclass(frozen=True, slots=True)
class Step:
    """A step of an example: the call of the rules code (`asked`), and the answer that the step states.

    `result` is the printed answer. `unproved` is the reason why a step without a call is not proved.
    """

    text: Text
    asked: Call | None
    working: Working
    answer: Answer
    result: Text | None
    unproved: str
    span: Span = field(compare=False)
    answer_span: Span = field(compare=False)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Example:
    id: str
    rule: Text | None
    title: Text
    text: Text
    given: tuple[Given, ...]
    steps: tuple[Step, ...]
    span: Span = field(compare=False)

    def texts(self) -> Iterator[Text]:
        yield from self.references()
        yield from self.prose()

    def references(self) -> Iterator[Text]:
        yield from (self.rule,) if self.rule else ()

    def prose(self) -> Iterator[Text]:
        yield from (self.title, self.text)
        yield from (step.text for step in self.steps)

    def quotable(self) -> Iterator[tuple[str, Unit | Text]]:
        """Yield the values and results that its texts may quote, with their names in links."""
        for each in self.given:
            yield f"given:{each.name}", each.value if isinstance(each.value, Unit) else each.label
            yield from ((f"given:{each.name}.{name}", Text(minus(number))) for name, number in each.fields.items())
        for at, step in enumerate(self.steps, 1):
            if step.result is not None:
                yield f"result:{at}", step.result
