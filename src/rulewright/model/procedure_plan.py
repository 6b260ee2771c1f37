"""What a procedure comes to in a book: where each input of each table comes from, and what each step may give.

`planned` makes it.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from rulewright.findings import Span
from rulewright.model.answers import region
from rulewright.model.book import Book
from rulewright.model.dice import Roll
from rulewright.model.domain import Domain, Plain
from rulewright.model.keyset import Bound, Box, KeySet, meet
from rulewright.model.names import did_you_mean
from rulewright.model.procedure import Operand, Procedure, ProcedureStep, Result, Word
from rulewright.model.table import OUTPUT, Axis, Case, Modifiers, Policy, Records, Table

# The results that a step of a procedure may have

NO_NUMBERS = KeySet()


@dataclass(frozen=True, slots=True)
class Possible:
    """Some results. Names are those of domains, or texts; None among them is `nothing`."""

    names: frozenset[str | None] = frozenset()
    numbers: KeySet = NO_NUMBERS

    @classmethod
    def of(cls, results: Iterable[Result]) -> "Possible":
        found = list(results)
        numbers = KeySet.of(each for each in found if isinstance(each, int))
        return cls(frozenset(each for each in found if not isinstance(each, int)), numbers)

    @classmethod
    def between(cls, low: Bound, high: Bound) -> "Possible":
        return cls(numbers=KeySet.union_of([(low, high)]))

    @classmethod
    def in_domain(cls, domain: Domain) -> "Possible":
        """Every value of a domain; of a measure the whole numbers stand for all."""
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
        """Each of them; the numbers must be finite."""
        yield from sorted(name for name in self.names if name is not None)
        yield from self.numbers
        if None in self.names:
            yield None

    @property
    def ends(self) -> tuple[Bound, Bound]:
        """The least and the greatest of the numbers; none where there are no numbers."""
        return self.numbers.ends if self.numbers else (0, 0)

    def keys(self, domain: Domain) -> KeySet:
        """Those that are values of a domain, as its keys."""
        if domain.enumeration:
            return KeySet.of(at for at, name in enumerate(domain.ids) if name in self.names)
        return (self.numbers if domain.step is None else _measured(self.numbers, domain)) & domain.keys

    def outside(self, domain: Domain) -> "Possible":
        """The results that are not values of a domain."""
        return self - Possible.in_domain(domain)


def points(domain: Domain) -> KeySet:
    """The whole numbers among the points of a measure."""
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
    """What a cell gives a later step: a whole number, a name, or nothing; anything else only prints."""
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    if isinstance(plain, (float, Fraction)):
        return int(plain) if not math.isinf(plain) and plain == int(plain) else str(plain)
    if isinstance(plain, tuple):
        return "–".join(map(str, dict.fromkeys(plain)))
    return plain


class Comes(Enum):
    """Where an input comes from."""

    ASKED = "asked"
    GIVEN = "given"
    ROLLED = "rolled"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class Source:
    """Where the input of a table comes from: `name` is that of a result, or a value that is always the same."""

    axis: Axis
    comes: Comes
    name: str = ""
    key: int = 0


@dataclass(frozen=True, slots=True)
class Slip:
    """What is wrong with a procedure; `kind` is the name of the finding."""

    kind: str
    span: Span
    message: str
    about: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """A step in its book; `gives` are its results by name: of its one output, or `step.output` for each."""

    step: ProcedureStep
    table: Table | None
    sources: tuple[Source, ...]
    asked: tuple[Axis, ...]
    gives: Mapping[str, Possible]
    domains: Mapping[str, Domain | None]
    """What its results are the values of, where they are names."""


@dataclass
class Plan:
    """All steps of a procedure, and its findings as `slips`; `known` are the results so far, by name.

    Steps with findings are `unsure`: their results are unknown, so steps that take these are not judged.
    """

    book: Book
    steps: list[PlannedStep] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)
    known: dict[str, Possible] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)
    axes: dict[str, Axis] = field(default_factory=dict)
    over: bool = False


def in_words(found: Possible) -> str:
    """Results in the words of the author."""
    parts = [name for name in sorted(found.names - {None}, key=str) if name]
    parts += [str(low) if low == high else f"{low}..{high}" for low, high in found.numbers.intervals]
    return ", ".join([*parts, *(["nothing"] if None in found.names else [])])


# The planner: each step takes results of those before it, and gives results to those after it. The results are
# followed as sets, so a step is found that nothing leads to, and a result that no table knows. Sets do not say what
# goes together: a step may be taken more seldom than they say, never more often.

ONE_ANSWER = (Policy.UNIQUE, Policy.FIRST, Policy.ANY, Policy.PRIORITY, Policy.SUM)
"""Policies under which a table gives a step one result."""


def planned(procedure: Procedure, book: Book) -> Plan:
    """The steps in their order, each with what it takes from those before it."""
    made = Plan(book)
    for step in procedure.steps:
        _Planner(made, step).add()
    return made


class _Planner:
    """Adds one step to a plan; `known` are the earlier results where it is taken, if it is `taken` at all."""

    def __init__(self, plan: Plan, step: ProcedureStep) -> None:
        self.plan, self.step = plan, step
        target = plan.book.target_of(step.table)
        self.table = plan.book.tables.get(target.id) if target is not None else None
        self.known = dict(plan.known)
        self.taken = not plan.over
        if step.table is not None and self.table is None:
            self._unread(step.table.span)

    def add(self) -> None:
        """The step with its sources and results, which later steps then know."""
        self._narrow()
        asked = tuple(self._asked())
        sources = tuple(self._sources()) if self.table is not None else ()
        for operand in self.step.operands:
            self._number(operand)
        if not self.taken:
            message = f"step {self.step.name!r} is never reached"
            hint = "no result of the steps before it leads here: look at their results, 'when' and 'stop'"
            self.slip("unreachable-step", self.step.span, message, hint)
        gives = self._renamed(dict(self._results(sources)))
        self.plan.steps.append(PlannedStep(self.step, self.table, sources, asked, gives, self._domains()))
        self._stop(gives)

    def _results(self, sources: tuple[Source, ...]) -> Iterator[tuple[str, Possible]]:
        step, table = self.step, self.table
        if table is not None:
            if len(sources) < len(list(self._axes())):
                return  # an input is missing, which is reported
            keys = {each.axis.name: self._keys(each) for each in sources}
            yield from table_results(table, keys, step.name)
        elif any(each.written.name.partition(".")[0] in self.plan.unsure for each in step.operands):
            return
        elif step.roll is not None or step.add:
            added = [self._number(each) for each in step.add]
            times = self._number(step.times) if step.times else Possible.of([1])
            counted = step.at_least is not None or step.at_most is not None
            yield step.name, rolled(step.roll, times, added, counted=counted) if step.roll else totals(added)
        else:
            yield step.name, self.known.get(step.asks[0].name, Possible()) if step.asks else Possible()

    def _keys(self, source: Source) -> KeySet:
        domain = source.axis.domain
        if source.comes is Comes.FIXED:
            return KeySet.of([source.key])
        return domain.keys if source.comes is Comes.ROLLED else self.known[source.name].keys(domain)

    def _renamed(self, gives: dict[str, Possible]) -> dict[str, Possible]:
        """Under the names that the step has for its results."""
        found = gives.get(self.step.name)
        if not self.step.results or found is None:
            return gives
        for word, _ in self.step.results:
            self._must_have(self.step.name, found, word)
        old = Possible.of(word.result for word, _ in self.step.results)
        new = Possible.of(to.result for word, to in self.step.results if word.result in found)
        return {**gives, self.step.name: (found - old) | new}

    def _domains(self) -> dict[str, Domain | None]:
        """The domain of each result: that of the table, or the one of the step's name."""
        own = next((each for each in self.plan.book.game.domains if each.id == self.step.name), None)
        if self.table is None or self.step.results:
            return {self.step.name: own}
        if self.table.outputs:
            return {f"{self.step.name}.{each.id}": each.values for each in self.table.outputs}
        return {self.step.name: self.table.values}

    def _stop(self, gives: Mapping[str, Possible]) -> None:
        """Later steps know the results at which the procedure goes on."""
        found = gives.get(self.step.name)
        if not gives:
            self.plan.unsure.add(self.step.name)
        for word, _ in self.step.stop:
            if found is not None:
                self._must_have(self.step.name, found, word)
        ends = Possible.of(word.result for word, _ in self.step.stop)
        self.plan.known |= {name: results - ends for name, results in gives.items()}
        if found and not self.step.when and not found - ends:
            self.plan.over = True

    def slip(self, kind: str, span: Span, message: str, hint: str = "", about: str = "") -> None:
        about = about or self.step.name
        self.plan.slips.append(Slip(kind, span, message, about, hint))

    def _unread(self, span: Span) -> None:
        """A table that could not be read, or a fact that is not a whole number: a draft goes on without it."""
        message = f"step {self.step.name!r} needs a table that can be read, and whole numbers"
        self.slip("missing-input", span, message)

    def _narrow(self) -> None:
        """Only at some of the earlier results does it take place."""
        for word, wanted in self.step.when:
            found = self._given(word)
            if found is None:
                continue
            for each in wanted:
                self._must_have(word.name, found, each)
            self.known[word.name] = found & Possible.of(each.result for each in wanted)

    def _given(self, word: Word) -> Possible | None:
        if word.name.partition(".")[0] in self.plan.unsure:
            return None
        if word.name not in self.known:
            hint = did_you_mean(
                word.name, self.known, f"earlier steps and what they ask: {', '.join(self.known) or '–'}"
            )
            message = f"no step before {self.step.name!r} gives {word.name!r}"
            self.slip("unknown-input", word.span, message, hint, f"{self.step.name}: {word.name}")
            return None
        return self._reached(self.known[word.name])

    def _reached(self, found: Possible) -> Possible:
        """The results that the step takes; if there are none, it is never reached."""
        self.taken = self.taken and bool(found)
        return found

    def _must_have(self, name: str, found: Possible, word: Word) -> None:
        if found and word.result not in found:
            message = f"{name!r} never has the result {word.name!r}"
            hint = f"its results: {in_words(found)}"
            self.slip("unknown-result", word.span, message, hint, f"{self.step.name}: {name} {word.name}")

    def _asked(self) -> Iterator[Axis]:
        """The inputs that the player chooses here."""
        axes = {axis.name: axis for axis in self._axes()}
        if self.table is None:
            axes = {domain.id: Axis(domain.id, domain) for domain in self.plan.book.game.domains}
        for word in self.step.asks:
            if word.name not in axes:
                message = f"table {self._table_name!r} has no input {word.name!r}"
                if self.table is None:
                    message = f"there is no domain {word.name!r} to ask for"
                hint = did_you_mean(word.name, axes, "")
                self.slip("unknown-input", word.span, message, hint, f"{self.step.name}: {word.name}")
                continue
            if word.name not in self.plan.axes:
                axis = self.plan.axes[word.name] = axes[word.name]
                self.known[word.name] = self.plan.known[word.name] = Possible.in_domain(axis.domain)
                yield axis

    @property
    def _table_name(self) -> str:
        return self.table.id if self.table else ""

    def _axes(self) -> Iterator[Axis]:
        yield from (axis for axis in (self.table.axes if self.table else ()) if axis.name != OUTPUT)

    def _sources(self) -> Iterator[Source]:
        """Where each input of the table comes from."""
        assert self.table is not None
        self._must_answer(self.table)
        takes = {word.name: taken for word, taken in self.step.takes}
        for word, _ in self.step.takes:
            if word.name not in {axis.name for axis in self._axes()}:
                message = f"table {self.table.id!r} has no input {word.name!r}"
                hint = did_you_mean(word.name, (axis.name for axis in self._axes()), "")
                self.slip("unknown-input", word.span, message, hint, f"{self.step.name}: {word.name}")
        rolled = 0
        for axis in self._axes():
            source = self._source(axis, takes.get(axis.name))
            if source is not None:
                rolled += source.comes is Comes.ROLLED
                yield source
        if rolled > 1:
            message = f"table {self.table.id!r} is read with several rolls at once"
            hint = "roll for its inputs in steps of their own before this one"
            self.slip("missing-input", self.step.span, message, hint)

    def _must_answer(self, table: Table) -> None:
        several = isinstance(table.layout, Records) or table.policy not in ONE_ANSWER
        if several or (table.policy is Policy.SUM and not isinstance(table.layout, Modifiers)):
            message = f"a procedure cannot use table {table.id!r}: it gives no single answer"
            self.slip("missing-input", self.step.span, message)

    def _source(self, axis: Axis, taken: Word | None) -> Source | None:
        name = axis.name if taken is None else taken.name
        if name in self.known:
            self._fits(axis, name, self._reached(self.known[name]))
            return Source(axis, Comes.ASKED if name in self.plan.axes else Comes.GIVEN, name)
        if name.partition(".")[0] in self.plan.unsure:
            return None
        if taken is not None:
            keys = Possible.of([taken.result]).keys(axis.domain)
            if not keys:
                self._given(taken)
            return Source(axis, Comes.FIXED, name, next(iter(keys))) if keys else None
        if axis.domain.roll is not None:
            return Source(axis, Comes.ROLLED, name)
        message = (
            f"step {self.step.name!r} does not say where input {axis.name!r} of table {self._table_name!r} comes from"
        )
        hint = f"ask the player, asks: {axis.name}; or take it from an earlier step, takes: {{{axis.name}: STEP}}"
        self.slip("missing-input", self.step.span, message, hint, f"{self.step.name}: {axis.name}")
        return None

    def _fits(self, axis: Axis, name: str, found: Possible) -> None:
        """Every result must be a value of the input that takes it."""
        odd = found.outside(axis.domain)
        if odd and name not in self.plan.axes:
            message = (
                f"input {axis.name!r} of table {self._table_name!r} cannot take {in_words(odd)}, a result of {name!r}"
            )
            hint = f"end the procedure there, under 'stop' of {name!r}, or skip the step, under 'when'"
            self.slip("unknown-result", self.step.span, message, hint, f"{self.step.name}: {axis.name}")

    def _number(self, operand: Operand) -> Possible:
        """The numbers that a number, a fact or an earlier result may be."""
        if operand.fact is not None:
            target = self.plan.book.target_of(operand.fact)
            fact = self.plan.book.facts.get(target.id) if target is not None else None
            if fact is None or not isinstance(fact.value, int):
                self._unread(operand.written.span)
            return Possible.of([fact.value] if fact is not None and isinstance(fact.value, int) else [])
        if isinstance(operand.written.result, int):
            return Possible.of([operand.written.result])
        found = self._given(operand.written) or Possible()
        if found.names:
            message = (
                f"step {self.step.name!r} calculates with {operand.written.name!r}, which may be "
                f"{in_words(Possible(found.names))}"
            )
            hint = "end the procedure there, under 'stop', or skip the step, under 'when'"
            self.slip(
                "unknown-result", operand.written.span, message, hint, f"{self.step.name}: {operand.written.name}"
            )
        return Possible(numbers=found.numbers)


# What rolls, sums and tables may give, as sets of results


def totals(added: Sequence[Possible]) -> Possible:
    """Every sum of one number from each."""
    ends = [each.ends for each in added]
    return Possible.between(sum(low for low, _ in ends), sum(high for _, high in ends))


def rolled(roll: Roll, times: Possible, added: Sequence[Possible], *, counted: bool) -> Possible:
    """The sum of several rolls, or the number of rolls that succeed."""
    most = times.ends[1]
    if counted:
        return Possible.between(0, most)
    least, greatest = roll.scores.ends
    return totals([Possible.between(least * min(times.ends), greatest * most), *added])


def table_results(table: Table, keys: Mapping[str, KeySet], name: str) -> Iterator[tuple[str, Possible]]:
    """What a table gives for some keys of its inputs: its total, its value, or `name.output` for each output."""
    if isinstance(table.layout, Modifiers):
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
    """The values of the cases that touch a box."""
    touched = (at for at in range(len(table.cases)) if any(meet(each, box) is not None for each in region(table, at)))
    return Possible.of(result_of(table.cases[at].value.plain) for at in touched)


def _total(table: Table, keys: Mapping[str, KeySet]) -> Possible:
    """Between the sum of all that lowers it and the sum of all that raises it; no farther than its clamp."""
    amounts = [_amounts(case, keys) for case in table.cases]
    low, high = (sum(end) for end in zip(*amounts, strict=True)) if amounts else (0, 0)
    least, most = table.clamp
    return Possible.between(min(max(low, least), most), max(min(high, most), least))


def _amounts(case: Case, keys: Mapping[str, KeySet]) -> tuple[Bound, Bound]:
    """The least and the most that a modifier adds, which is nothing where it does not apply."""
    if case.value.axis:
        inputs = keys[case.value.axis]
        ends = [case.value.at(end) for end in inputs.ends] if inputs else [0]
    else:
        plain = case.value.plain
        ends = [int(plain) if isinstance(plain, (int, float)) and not math.isinf(plain) else 0]
    return min(0, *ends, 0), max(0, *ends, 0)
