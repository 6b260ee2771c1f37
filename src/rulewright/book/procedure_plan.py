"""The plan of a procedure in a book: the source of each table input, and the possible results of each step.

`make_plan` computes it, together with the findings about the procedure.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from rulewright.base.findings import Finding, Span
from rulewright.book.book import Book
from rulewright.entries.axes import OUTPUT
from rulewright.entries.cells import Case
from rulewright.entries.dice import Roll
from rulewright.entries.domains import Axis, Domain
from rulewright.entries.keyset import Bound, Box, KeySet, meet
from rulewright.entries.names import did_you_mean
from rulewright.entries.numbers import Plain
from rulewright.entries.procedures import Operand, Procedure, ProcedureStep, Result, Word
from rulewright.entries.table import Layout, Policy, Table
from rulewright.tables.answers import region

# The possible results of a step

NO_NUMBERS = KeySet()


@dataclass(frozen=True, slots=True)
class Possible:
    """A set of results. `names` are domain values or texts; None among them is the result `nothing`."""

    names: frozenset[str | None] = frozenset()
    numbers: KeySet = NO_NUMBERS

    @classmethod
    def of(cls, results: Iterable[Result]) -> "Possible":
        all_results = list(results)
        numbers = KeySet.of(each for each in all_results if isinstance(each, int))
        return cls(frozenset(each for each in all_results if not isinstance(each, int)), numbers)

    @classmethod
    def between(cls, low: Bound, high: Bound) -> "Possible":
        return cls(numbers=KeySet.union_of([(low, high)]))

    @classmethod
    def in_domain(cls, domain: Domain) -> "Possible":
        """Return every value of a domain; for a measure only the whole numbers."""
        if domain.enumeration:
            return cls(frozenset(domain.ids))
        return cls(numbers=domain.keys if domain.step is None else points(domain))

    def __bool__(self) -> bool:
        return bool(self.names or self.numbers)

    def __contains__(self, result: Result) -> bool:
        return result in self.numbers if isinstance(result, int) else result in self.names

    def __or__(self, other: "Possible") -> "Possible":
        return Possible(self.names | other.names, self.numbers | other.numbers)

    def __sub__(self, other: "Possible") -> "Possible":
        return Possible(self.names - other.names, self.numbers - other.numbers)

    def __and__(self, other: "Possible") -> "Possible":
        return Possible(self.names & other.names, self.numbers & other.numbers)

    def __iter__(self) -> Iterator[Result]:
        """Yield each result. The numbers must be finite."""
        yield from sorted(name for name in self.names if name is not None)
        yield from self.numbers
        if None in self.names:
            yield None

    @property
    def ends(self) -> tuple[Bound, Bound]:
        """The smallest and the largest number; (0, 0) if there are no numbers."""
        return self.numbers.ends if self.numbers else (0, 0)

    def keys(self, domain: Domain) -> KeySet:
        """Return the keys of the results that are values of `domain`."""
        if domain.enumeration:
            return KeySet.of(at for at, name in enumerate(domain.ids) if name in self.names)
        return (self.numbers if domain.step is None else _measured(self.numbers, domain)) & domain.keys

    def outside(self, domain: Domain) -> "Possible":
        """Return the results that are not values of `domain`."""
        return self - Possible.in_domain(domain)


def points(domain: Domain) -> KeySet:
    """Return the whole numbers from the first to the last point of a measure."""
    assert domain.step is not None, domain.id
    low, high = (end if math.isinf(end) else math.ceil(end * domain.step / 2) for end in domain.keys.ends)
    return KeySet.union_of([(low, high)])


def _measured(numbers: KeySet, domain: Domain) -> KeySet:
    assert domain.step is not None, domain.id
    scale = 2 / domain.step
    return KeySet.union_of(
        (low if math.isinf(low) else math.floor(low * scale), high if math.isinf(high) else math.ceil(high * scale))
        for low, high in numbers.intervals
    )


def result_of(plain: Plain) -> Result:
    """Return the result that a cell gives to later steps: a whole number, a name or None.

    Any other value becomes a text.
    """
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    if isinstance(plain, (float, Fraction)):
        return int(plain) if not math.isinf(plain) and plain == int(plain) else str(plain)
    if isinstance(plain, tuple):
        return "–".join(map(str, dict.fromkeys(plain)))
    return plain


class SourceKind(Enum):
    """Where a table input comes from: the player, an earlier step, a roll, or a fixed value."""

    ASKED = "asked"
    EARLIER = "earlier"
    ROLLED = "rolled"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class Source:
    """The source of one table input.

    `name` is the name of a result, or the fixed value; `key` is the key of a fixed value.
    """

    axis: Axis
    kind: SourceKind
    name: str = ""
    key: int = 0


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """A step with its table and the sources of its inputs. `asked` are the inputs that the player chooses here.

    `gives` are its possible results by name: `step`, or `step.output` for each output of its table.
    """

    step: ProcedureStep
    table: Table | None
    sources: tuple[Source, ...]
    asked: tuple[Axis, ...]
    gives: Mapping[str, Possible]
    domains: Mapping[str, Domain | None]
    """The domain of each result, for the labels of its values; None for numbers and texts."""


@dataclass
class Plan:
    """All steps of a procedure, and the findings about them. `results` are the possible results so far, by name.

    `unknown` are steps whose results are unknown because of a finding; steps that use these are not checked. `axes` are
    the inputs that the player has chosen. The procedure has `ended` if every result so far stops it.
    """

    book: Book
    steps: list[PlannedStep] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    results: dict[str, Possible] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    axes: dict[str, Axis] = field(default_factory=dict)
    ended: bool = False


def results_text(results: Possible) -> str:
    """Describe results in the words of the author."""
    parts = [name for name in sorted(results.names - {None}, key=str) if name]
    parts += [str(low) if low == high else f"{low}..{high}" for low, high in results.numbers.intervals]
    return ", ".join([*parts, *(["nothing"] if None in results.names else [])])


# The planner follows the results from step to step as sets. So it reports a step that no result leads to, and a result
# that no later table accepts. Sets do not say which results occur together: the planner may take a step for reachable
# although it is not, but never the opposite.

ONE_ANSWER = (Policy.UNIQUE, Policy.FIRST, Policy.ANY, Policy.PRIORITY, Policy.SUM)
"""The hit policies under which a table gives a step one result."""


def make_plan(procedure: Procedure, book: Book) -> Plan:
    """Plan the steps of a procedure in their order."""
    plan = Plan(book)
    for step in procedure.steps:
        _Planner(plan, step).add()
    return plan


class _Planner:
    """Adds one step to a plan.

    `results` are the earlier results with which the step is reached, if it is `reachable`.
    """

    def __init__(self, plan: Plan, step: ProcedureStep) -> None:
        self.plan, self.step = plan, step
        target = plan.book.target_of(step.table)
        self.table = plan.book.tables.get(target.id) if target is not None else None
        self.results = dict(plan.results)
        self.reachable = not plan.ended
        if step.table is not None and self.table is None:
            self._report_unreadable(step.table.span)

    def add(self) -> None:
        """Add the step with its sources and results; later steps can then use the results."""
        self._apply_when()
        asked = tuple(self._questions())
        sources = tuple(self._sources()) if self.table is not None else ()
        for operand in self.step.operands:
            self._numbers_of(operand)
        if not self.reachable:
            message = f"step {self.step.name!r} is never reached"
            hint = "no result of the steps before it leads here: look at their results, 'when' and 'stop'"
            self.report("unreachable-step", self.step.span, message, hint)
        gives = self._renamed(dict(self._results(sources)))
        self.plan.steps.append(PlannedStep(self.step, self.table, sources, asked, gives, self._domains()))
        self._store_results(gives)

    def _results(self, sources: tuple[Source, ...]) -> Iterator[tuple[str, Possible]]:
        step, table = self.step, self.table
        if table is not None:
            if len(sources) < len(list(self._axes())):
                return  # an input is missing, which is reported
            keys = {each.axis.name: self._keys(each) for each in sources}
            yield from table_results(table, keys, step.name)
        elif any(each.word.name.partition(".")[0] in self.plan.unknown for each in step.operands):
            return
        elif step.roll is not None or step.add:
            added = [self._numbers_of(each) for each in step.add]
            times = self._numbers_of(step.times) if step.times else Possible.of([1])
            counted = step.at_least is not None or step.at_most is not None
            yield step.name, roll_results(step.roll, times, added, counted=counted) if step.roll else sum_results(added)
        else:
            yield step.name, self.results.get(step.asks[0].name, Possible()) if step.asks else Possible()

    def _keys(self, source: Source) -> KeySet:
        domain = source.axis.domain
        if source.kind is SourceKind.FIXED:
            return KeySet.of([source.key])
        return domain.keys if source.kind is SourceKind.ROLLED else self.results[source.name].keys(domain)

    def _renamed(self, gives: dict[str, Possible]) -> dict[str, Possible]:
        """Replace results by the names that the step's `results` give them."""
        results = gives.get(self.step.name)
        if not self.step.results or results is None:
            return gives
        for word, _ in self.step.results:
            self._require_result(self.step.name, results, word)
        old = Possible.of(word.result for word, _ in self.step.results)
        new = Possible.of(to.result for word, to in self.step.results if word.result in results)
        return {**gives, self.step.name: (results - old) | new}

    def _domains(self) -> dict[str, Domain | None]:
        """Return the domain of each result: that of the table, or the domain that has the name of the step."""
        own = next((each for each in self.plan.book.game.domains if each.id == self.step.name), None)
        if self.table is None or self.step.results:
            return {self.step.name: own}
        if self.table.outputs:
            return {f"{self.step.name}.{each.id}": each.values for each in self.table.outputs}
        return {self.step.name: self.table.values}

    def _store_results(self, gives: Mapping[str, Possible]) -> None:
        """Pass on to later steps the results with which the procedure continues."""
        results = gives.get(self.step.name)
        if not gives:
            self.plan.unknown.add(self.step.name)
        for word, _ in self.step.stop:
            if results is not None:
                self._require_result(self.step.name, results, word)
        ends = Possible.of(word.result for word, _ in self.step.stop)
        self.plan.results |= {name: each - ends for name, each in gives.items()}
        if results and not self.step.when and not results - ends:
            self.plan.ended = True

    def report(self, check: str, span: Span, message: str, hint: str = "", about: str = "") -> None:
        """Add a finding for the check of this name."""
        self.plan.findings.append(Finding(check, span, message, hint, about=about or self.step.name))

    def _report_unreadable(self, span: Span) -> None:
        """Report a table that could not be read, or a fact that is not a whole number. Drafts continue without it."""
        message = f"step {self.step.name!r} needs a table that can be read, and whole numbers"
        self.report("missing-input", span, message)

    def _apply_when(self) -> None:
        """Keep only the earlier results at which the step takes place."""
        for word, wanted in self.step.when:
            results = self._earlier_result(word)
            if results is None:
                continue
            for each in wanted:
                self._require_result(word.name, results, each)
            self.results[word.name] = results & Possible.of(each.result for each in wanted)

    def _earlier_result(self, word: Word) -> Possible | None:
        if word.name.partition(".")[0] in self.plan.unknown:
            return None
        if word.name not in self.results:
            hint = did_you_mean(
                word.name, self.results, f"earlier steps and what they ask: {', '.join(self.results) or '–'}"
            )
            message = f"no step before {self.step.name!r} gives {word.name!r}"
            self.report("unknown-input", word.span, message, hint, f"{self.step.name}: {word.name}")
            return None
        return self._require_reachable(self.results[word.name])

    def _require_reachable(self, results: Possible) -> Possible:
        """Return the results, and mark the step as unreachable if there are none."""
        self.reachable = self.reachable and bool(results)
        return results

    def _require_result(self, name: str, results: Possible, word: Word) -> None:
        if results and word.result not in results:
            message = f"{name!r} never has the result {word.name!r}"
            hint = f"its results: {results_text(results)}"
            self.report("unknown-result", word.span, message, hint, f"{self.step.name}: {name} {word.name}")

    def _questions(self) -> Iterator[Axis]:
        """Yield the inputs that the player chooses in this step."""
        axes = {axis.name: axis for axis in self._axes()}
        if self.table is None:
            axes = {domain.id: Axis(domain.id, domain) for domain in self.plan.book.game.domains}
        for word in self.step.asks:
            if word.name not in axes:
                message = f"table {self._table_name!r} has no input {word.name!r}"
                if self.table is None:
                    message = f"there is no domain {word.name!r} to ask for"
                hint = did_you_mean(word.name, axes, "")
                self.report("unknown-input", word.span, message, hint, f"{self.step.name}: {word.name}")
                continue
            if word.name not in self.plan.axes:
                axis = self.plan.axes[word.name] = axes[word.name]
                self.results[word.name] = self.plan.results[word.name] = Possible.in_domain(axis.domain)
                yield axis

    @property
    def _table_name(self) -> str:
        return self.table.id if self.table else ""

    def _axes(self) -> Iterator[Axis]:
        yield from (axis for axis in (self.table.axes if self.table else ()) if axis.name != OUTPUT)

    def _sources(self) -> Iterator[Source]:
        """Yield the source of each input of the table."""
        assert self.table is not None
        self._require_one_answer(self.table)
        takes = {word.name: source for word, source in self.step.takes}
        for word, _ in self.step.takes:
            if word.name not in {axis.name for axis in self._axes()}:
                message = f"table {self.table.id!r} has no input {word.name!r}"
                hint = did_you_mean(word.name, (axis.name for axis in self._axes()), "")
                self.report("unknown-input", word.span, message, hint, f"{self.step.name}: {word.name}")
        rolled = 0
        for axis in self._axes():
            source = self._source(axis, takes.get(axis.name))
            if source is not None:
                rolled += source.kind is SourceKind.ROLLED
                yield source
        if rolled > 1:
            message = f"table {self.table.id!r} is read with several rolls at once"
            hint = "roll for its inputs in steps of their own before this one"
            self.report("missing-input", self.step.span, message, hint)

    def _require_one_answer(self, table: Table) -> None:
        several = table.layout is Layout.RECORDS or table.policy not in ONE_ANSWER
        if several or (table.policy is Policy.SUM and table.layout is not Layout.MODIFIERS):
            message = f"a procedure cannot use table {table.id!r}: it gives no single answer"
            self.report("missing-input", self.step.span, message)

    def _source(self, axis: Axis, word: Word | None) -> Source | None:
        name = axis.name if word is None else word.name
        if name in self.results:
            self._require_values_of(axis, name, self._require_reachable(self.results[name]))
            return Source(axis, SourceKind.ASKED if name in self.plan.axes else SourceKind.EARLIER, name)
        if name.partition(".")[0] in self.plan.unknown:
            return None
        if word is not None:
            keys = Possible.of([word.result]).keys(axis.domain)
            if not keys:
                self._earlier_result(word)
            return Source(axis, SourceKind.FIXED, name, next(iter(keys))) if keys else None
        if axis.domain.roll is not None:
            return Source(axis, SourceKind.ROLLED, name)
        message = (
            f"step {self.step.name!r} does not say where input {axis.name!r} of table {self._table_name!r} comes from"
        )
        hint = f"ask the player, asks: {axis.name}; or take it from an earlier step, takes: {{{axis.name}: STEP}}"
        self.report("missing-input", self.step.span, message, hint, f"{self.step.name}: {axis.name}")
        return None

    def _require_values_of(self, axis: Axis, name: str, results: Possible) -> None:
        """Report results that are not values of the input that uses them."""
        outside = results.outside(axis.domain)
        if outside and name not in self.plan.axes:
            source = f"{results_text(outside)}, a result of {name!r}"
            message = f"input {axis.name!r} of table {self._table_name!r} cannot take {source}"
            hint = f"end the procedure there, under 'stop' of {name!r}, or skip the step, under 'when'"
            self.report("unknown-result", self.step.span, message, hint, f"{self.step.name}: {axis.name}")

    def _numbers_of(self, operand: Operand) -> Possible:
        """Return the possible values of an operand: a number, a fact or an earlier result."""
        if operand.fact is not None:
            target = self.plan.book.target_of(operand.fact)
            fact = self.plan.book.facts.get(target.id) if target is not None else None
            if fact is None or not isinstance(fact.value, int):
                self._report_unreadable(operand.word.span)
            return Possible.of([fact.value] if fact is not None and isinstance(fact.value, int) else [])
        if isinstance(operand.word.result, int):
            return Possible.of([operand.word.result])
        results = self._earlier_result(operand.word) or Possible()
        if results.names:
            message = (
                f"step {self.step.name!r} calculates with {operand.word.name!r}, which may be "
                f"{results_text(Possible(results.names))}"
            )
            hint = "end the procedure there, under 'stop', or skip the step, under 'when'"
            self.report("unknown-result", operand.word.span, message, hint, f"{self.step.name}: {operand.word.name}")
        return Possible(numbers=results.numbers)


# The possible results of rolls, sums and tables


def sum_results(added: Sequence[Possible]) -> Possible:
    """Return the range of sums of one number from each set."""
    ends = [each.ends for each in added]
    return Possible.between(sum(low for low, _ in ends), sum(high for _, high in ends))


def roll_results(roll: Roll, times: Possible, added: Sequence[Possible], *, counted: bool) -> Possible:
    """Return the range of sums of `times` rolls, or with `counted` the range of the number of successful rolls."""
    most = times.ends[1]
    if counted:
        return Possible.between(0, most)
    least, greatest = roll.scores.ends
    return sum_results([Possible.between(least * min(times.ends), greatest * most), *added])


def table_results(table: Table, keys: Mapping[str, KeySet], name: str) -> Iterator[tuple[str, Possible]]:
    """Yield the results of a table for `keys` of its inputs: one under `name`, or `name.output` for each output."""
    if table.layout is Layout.MODIFIERS:
        yield name, _total(table, keys)
        return
    axis = next((at for at, axis in enumerate(table.axes) if axis.name == OUTPUT), None)
    box = tuple(keys.get(axis.name, axis.domain.keys) for axis in table.axes)
    if axis is None:
        yield name, _values(table, box)
        return
    for at, id_ in enumerate(table.axes[axis].domain.ids):
        yield f"{name}.{id_}", _values(table, (*box[:axis], KeySet.of([at]), *box[axis + 1 :]))


def _values(table: Table, box: Box) -> Possible:
    """Return the values of the cases that overlap a box."""
    touched = (at for at in range(len(table.cases)) if any(meet(each, box) is not None for each in region(table, at)))
    return Possible.of(result_of(table.cases[at].value.plain) for at in touched)


def _total(table: Table, keys: Mapping[str, KeySet]) -> Possible:
    """Return the range from the sum of all negative modifiers to the sum of all positive ones, clamped."""
    amounts = [_amounts(case, keys) for case in table.cases]
    low, high = (sum(end) for end in zip(*amounts, strict=True)) if amounts else (0, 0)
    least, most = table.clamp
    return Possible.between(min(max(low, least), most), max(min(high, most), least))


def _amounts(case: Case, keys: Mapping[str, KeySet]) -> tuple[Bound, Bound]:
    """Return the least and the most that a modifier adds. Both include 0, because it may not apply."""
    if case.value.axis:
        inputs = keys[case.value.axis]
        ends = [case.value.at(end) for end in inputs.ends] if inputs else [0]
    else:
        plain = case.value.plain
        ends = [int(plain) if isinstance(plain, (int, float)) and not math.isinf(plain) else 0]
    return min(0, *ends, 0), max(0, *ends, 0)
