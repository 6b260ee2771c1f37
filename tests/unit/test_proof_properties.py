"""Random tables: comparing memory with memory finds what comparing one by one finds, and no mutant goes unnoticed."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rulewright.base.findings import Span
from rulewright.base.store import Store
from rulewright.book.book import Book
from rulewright.entries.calls import Call
from rulewright.entries.cells import Case, Silence, Value
from rulewright.entries.domains import Axis, Domain
from rulewright.entries.keys import Key
from rulewright.entries.keyset import KeySet
from rulewright.entries.table import Layout, Policy, Table
from rulewright.entries.text import Text
from rulewright.proof.binding import Binding, RulesCode
from rulewright.proof.comparison import ExpectedResults, ResultCodes, same_value
from rulewright.proof.evaluator import Evaluation, Evaluator, Refusal
from rulewright.proof.executor import Program, ResultCache, RulesExecutor
from rulewright.proof.mutation.mutants import Verdict, other_values, table_mutants, table_verdict
from rulewright.proof.process import Limits
from rulewright.proof.replies import Annotation, Diagram, Function, Parameter, Results, join_results
from rulewright.proof.replies import Value as Result
from rulewright.proof.report import Outcome, State
from rulewright.proof.sums import Sums
from rulewright.proof.tables import agrees_with_code, expected_results, prove_table

NO_TEXT = Text("", (), Span(""))
ANY = object()
"""What the code may answer where the table leaves a question or a gap."""

POLICIES = (Policy.UNIQUE, Policy.FIRST, Policy.SUM)
"""Those under which one case, or one sum, is the answer; the others have properties of their own."""
SIZES = st.lists(st.integers(1, 4), min_size=1, max_size=3)


def domain(size: int, *, ends: int | None = None) -> Domain:
    return Domain("number", KeySet(((0, size - 1),)), test_range=None if ends is None else KeySet(((0, ends),)))


@st.composite
def boxes(draw: st.DrawFn, sizes: Sequence[int]) -> tuple[tuple[KeySet, ...], ...]:
    """One or two boxes, mostly whole along some of their axes."""
    number = draw(st.integers(1, 2))
    found = []
    for _ in range(number):
        parts = [draw(st.just(set(range(size))) | st.sets(st.integers(0, size - 1), min_size=1)) for size in sizes]
        found.append(tuple(KeySet.of(part) for part in parts))
    return tuple(found)


@st.composite
def tables(draw: st.DrawFn, policy: Policy | None = None) -> Table:
    sizes = draw(SIZES)
    axes = tuple(Axis(f"a{at}", domain(size)) for at, size in enumerate(sizes))
    cases = []
    for line in range(1, draw(st.integers(1, 5)) + 1):
        regions = draw(boxes(sizes))
        span = Span("table.yaml", line, 1)
        keys = tuple(
            Key(axis.name, part, NO_TEXT, f"key {line}", everything=False, span=Span("table.yaml", line, 10 + at))
            for at, (axis, part) in enumerate(zip(axes, regions[0], strict=True))
        )
        value = Value(draw(st.integers(-3, 3)), NO_TEXT)
        cases.append(Case(boxes=regions, value=value, keys=keys, general=draw(st.booleans()), span=span))
    silences = tuple(
        Silence(boxes=draw(boxes(sizes)), why=NO_TEXT, question=question, span=Span("table.yaml", 90 + at, 1))
        for at, question in enumerate(draw(st.lists(st.booleans(), max_size=2)))
    )
    chosen = policy or draw(st.sampled_from(POLICIES))
    clamp = draw(st.sampled_from([(-9, 9), (-2, 2)])) if chosen is Policy.SUM else (-9, 9)
    call = Call("f", (), "f()", Span("table.yaml", 99, 1))
    return Table(
        id="t",
        title=NO_TEXT,
        values=domain(9),
        axes=axes,
        policy=chosen,
        layout=Layout.CASES,
        cases=tuple(cases),
        silences=silences,
        proof=call,
        span=Span("t"),
        clamp=clamp,
    )


def says(table: Table, keys: tuple[int, ...]) -> object:
    """What a reader takes from the table at one combination, found by going through its lines."""

    def holds(stated: Case | Silence) -> bool:
        return any(all(key in part for key, part in zip(keys, box, strict=True)) for box in stated.boxes)

    questions = [silence for silence in table.silences if silence.question]
    if any(map(holds, questions)):
        return ANY
    if any(map(holds, table.silences)):
        return None
    holding = [case for case in table.cases if holds(case)]
    if table.policy is Policy.SUM:
        total = sum(cast(int, case.value.plain or 0) for case in holding)
        return min(max(total, table.clamp[0]), table.clamp[1])
    return holding[0].value.plain if holding else ANY


def combinations(table: Table) -> list[tuple[int, ...]]:
    return list(product(*(axis.domain.proof_keys() for axis in table.axes)))


def run_of(table: Table, answers: Sequence[Result]) -> Evaluation:
    """The answers of a code that is not there."""
    parameters = tuple(Parameter(axis.name, Annotation("int", "int")) for axis in table.axes)
    function = Function("f", 1, 1, "", Annotation("int", "int"), parameters)
    assert table.proof is not None
    binding = Binding(table.proof, function, tuple((axis.name, axis.name, axis.domain) for axis in table.axes))
    return Evaluation(binding, packed(answers))


def packed(answers: Sequence[Result]) -> Results:
    """As they arrive: whole numbers as such, others as positions among their values."""
    if all(type(answer) is int for answer in answers):
        return Results(array("b", cast(Sequence[int], answers)))
    values = tuple(dict.fromkeys(answers))
    return Results(array("B", map(values.index, answers)), values)


@dataclass(slots=True)
class Fixed(Evaluator):
    """Answers that are known beforehand."""

    fixed: Evaluation | None = None

    def evaluate(self, call: Call, domains: object, *, wide: bool = False, part: object = None) -> Evaluation | Refusal:
        assert self.fixed is not None
        return self.fixed


NOTHING = ResultCache(Store(), "")


def open_evaluator(run: Evaluation) -> Fixed:
    return Fixed(RulesExecutor(1), Program("", "rules.py", Limits()), RulesCode({}, "rules.py"), NOTHING, fixed=run)


def proved(table: Table, run: Evaluation) -> bool:
    """Whether the proof itself finds nothing to say."""
    found = outcome(table, run)
    assert bool(found.findings) == any(each.state is State.FAILED for each in found.statements) or (
        table.silences or table.policy is Policy.SUM  # may be blamed on no cell
    )
    return not found.findings


@given(tables(), st.data())
def test_the_combinations_that_differ_are_those_found_one_by_one(table: Table, data: st.DataObject) -> None:
    found = combinations(table)
    answers = [data.draw(st.sampled_from([-1, 0, 1, 2, None])) for _ in found]
    run = run_of(table, answers)
    said = Sums(table, run.binding.order).expected(run) if table.policy is Policy.SUM else expected_results(table, run)
    wanted = [says(table, keys) for keys in found]
    wrong = [at for at, want in enumerate(wanted) if want is not ANY and not same_value(want, answers[at])]
    assert list(said.mismatches()) == wrong
    assert said.matches == (not wrong)
    assert proved(table, run) == (not wrong)


def outcome(table: Table, run: Evaluation) -> Outcome:
    book = SimpleNamespace(game=SimpleNamespace(language="en"), tables={"t": table}, plain_texts={})
    return prove_table(table, cast(Book, book), open_evaluator(run))


def as_diagram(run: Evaluation, order: Sequence[int]) -> Evaluation:
    """The same answers, as a diagram whose levels are the axes in this order."""
    sizes = [int(axis.proof_keys().size) for _, _, axis in run.binding.axes]
    values = {(type(value), value): at for at, value in enumerate(dict.fromkeys(run.results))}
    answers = dict(zip(product(*map(range, sizes)), run.results, strict=True))
    nodes: dict[tuple[int, tuple[int, ...]], int] = {}

    def below(positions: dict[int, int]) -> int:
        if len(positions) == len(order):
            answer = answers[tuple(positions[axis] for axis in range(len(sizes)))]
            return -1 - values[type(answer), answer]
        axis = order[len(positions)]
        children = tuple(below({**positions, axis: at}) for at in range(sizes[axis]))
        if len({*children}) == 1:
            return children[0]
        return nodes.setdefault((len(positions), children), len(nodes))

    root = below({})
    made = Diagram(tuple(sizes), tuple(order), tuple(nodes), root, tuple(value for _, value in values))
    return replace(run, answers=made)


@given(tables(Policy.SUM), st.data())
def test_a_diagram_proves_what_all_results_prove(table: Table, data: st.DataObject) -> None:
    run = agreeing(table, data)
    answers = list(run.results)
    for at in data.draw(st.lists(st.integers(0, len(answers) - 1), max_size=2)):
        answers[at] = data.draw(st.sampled_from([-1, 0, 1, 2, None]))
    run = run_of(table, answers)
    late = as_diagram(run, data.draw(st.permutations(range(len(table.axes)))))
    assert agrees_with_code(table, late) == agrees_with_code(table, run)
    if agrees_with_code(table, run):
        assert outcome(table, late) == outcome(table, run)


def agreeing(table: Table, data: st.DataObject) -> Evaluation:
    """Code that answers as the table says."""
    said = [says(table, keys) for keys in combinations(table)]
    return run_of(table, [cast(Result, data.draw(st.integers(-3, 3)) if each is ANY else each) for each in said])


def gaps(table: Table) -> bool:
    """Whether some combination is in no line at all, which the check of gaps tells."""
    stated = [box for case in table.cases for box in case.boxes]
    stated += [box for silence in table.silences for box in silence.boxes]
    return any(
        not any(all(k in part for k, part in zip(keys, box, strict=True)) for box in stated)
        for keys in combinations(table)
    )


def compared(table: Table) -> list[object]:
    return [says(table, keys) for keys in combinations(table)]


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
@given(data=st.data())
def test_every_mutation_of_a_proved_table_is_caught_or_says_the_same(policy: Policy, data: st.DataObject) -> None:
    """And it is caught exactly where the proof of the altered table fails, or a check of the table finds fault."""
    table = data.draw(tables(policy))
    assume(policy is Policy.SUM or not gaps(table))
    run = agreeing(table, data)
    assert proved(table, run)
    mutants = [misprint.table for misprint in table_mutants(table)]
    for at, case in enumerate(table.cases):
        for value in other_values(case.value, table.values):
            cases = (*table.cases[:at], replace(case, value=value), *table.cases[at + 1 :])
            mutants.append(replace(table, cases=cases))
    for mutant in mutants:
        fate = table_verdict(table, mutant, run)
        assert fate is not Verdict.SURVIVED
        if not proved(mutant, run):
            assert fate is Verdict.KILLED
        if compared(mutant) != compared(table):
            assert fate is Verdict.KILLED
        elif fate is Verdict.KILLED:
            assert policy is Policy.UNIQUE  # two lines that contradict each other now


def test_an_alteration_beyond_what_is_proved_survives() -> None:
    axis = Axis("a", domain(30, ends=9))
    cases = [
        Case(boxes=((KeySet(((0, 19),)),),), value=Value(1, NO_TEXT), span=Span("t", 1)),
        Case(boxes=((KeySet(((0, 29),)),),), value=Value(2, NO_TEXT), span=Span("t", 2)),
    ]
    call = Call("f", (), "f()", Span("t", 9))
    table = Table(
        id="t",
        title=NO_TEXT,
        values=domain(9),
        axes=(axis,),
        policy=Policy.FIRST,
        cases=tuple(cases),
        proof=call,
        span=Span("t"),
    )
    shorter = replace(cases[0], boxes=((KeySet(((0, 18),)),),))
    mutant = replace(table, cases=(shorter, cases[1]))
    assert table_verdict(table, mutant, run_of(table, [1] * 10)) is Verdict.SURVIVED


VALUES = st.sampled_from([0, 1, True, False, None, "x", 1.0, 0.5, 300, -4, 2**40, (1, 2), (1, True)])


@given(st.lists(st.lists(VALUES, min_size=1, max_size=6), max_size=4))
def test_batches_of_any_kind_are_joined_in_order(batches: list[list[Result]]) -> None:
    found = join_results([packed(batch) if _small(batch) else _listed(batch) for batch in batches])
    whole = [value for batch in batches for value in batch]
    assert [(type(value), repr(value)) for value in found] == [(type(value), repr(value)) for value in whole]


def _small(batch: list[Result]) -> bool:
    return all(type(value) is int and -128 <= value < 128 for value in batch)


def _listed(batch: list[Result]) -> Results:
    return Results(array("I", range(len(batch))), tuple(batch))


@given(st.lists(VALUES, min_size=1, max_size=8), VALUES)
def test_an_expectation_is_met_where_the_value_is_the_same(answers: list[Result], want: Result) -> None:
    said = ExpectedResults(ResultCodes(_listed(answers)))
    said.require(slice(0, len(answers)), want)
    assert list(said.mismatches()) == [at for at, got in enumerate(answers) if not same_value(want, got)]
    assert list(ResultCodes(_listed(answers)).flags(want)) == [same_value(want, got) for got in answers]
