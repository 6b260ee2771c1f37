"""Evidence: the grade of one printed statement, and what the code has for it. `cells.py` and `claims.py` find it.

A `TracedCall` is what they trace: the call `damage(reach=range)` of the author binds the parameter `reach` to the axis
`range`. A *key* is the number of a value within the domain of its axis.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulewright.entries.domains import Domain
from rulewright.proof.grades.trace import Tracer
from rulewright.proof.grades.traced import Traced
from rulewright.proof.report import Grade

Keys = Mapping[str, int]
"""The key of each axis, by its name."""


WEAKEST_FIRST = (Grade.REPEATED, Grade.RESTATED, Grade.DERIVED)


@dataclass(frozen=True, slots=True, order=True)
class Literal:
    """The range of a literal in the code: lines from 1, columns in bytes from 0."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """The grade of a statement, the functions of other rules that compute it, and the literal that it repeats."""

    grade: Grade
    rules: tuple[str, ...] = ()
    repeats: Literal | None = None


def weakest(candidates: Sequence[Evidence]) -> Evidence:
    """Return the weakest evidence of several ways to a cell; a cell that no way reaches is restated."""
    if not candidates:
        return Evidence(Grade.RESTATED)
    grade = min((each.grade for each in candidates), key=WEAKEST_FIRST.index)
    weakest_candidates = [each for each in candidates if each.grade is grade]
    rules = tuple(sorted({rule for each in weakest_candidates for rule in each.rules}))
    return Evidence(grade, rules, weakest_candidates[0].repeats)


@dataclass(frozen=True, slots=True)
class TracedCall:
    """A traced function of the rules code, with the axis of each of its parameters."""

    tracer: Tracer
    function: str
    axis_of: Mapping[str, str]

    def answers(self, domains: Mapping[str, Domain], keys: Keys) -> list[Traced]:
        """Return the answers that the code may give for these keys of the axes."""
        inputs = {name: (axis, domains[axis].plain(keys[axis])) for name, axis in self.axis_of.items()}
        return self.tracer.answers(self.function, inputs)
