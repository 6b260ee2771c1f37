"""Compares claims, facts and steps of examples with code. An `Outcome` goes out: verdicts and findings.

A *claim* is the condition of a bullet, such as `range <= 6 and not hidden`; a *fact* is a single value. The condition
must hold exactly where the function answers True, or the answer given in the proof. A claim is *open* where the rules
give no answer, and *one-way* if it begins with `if`. Bullets under one proof are
alternatives: at least one of them must hold exactly where the function gives that answer. If all of them begin with
`if`, the function may give it elsewhere too.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod

from rulewright.base.findings import Finding, Label, Span
from rulewright.base.messages.messages import tell
from rulewright.book.book import Book
from rulewright.book.wording import Part, arithmetic, number, plain
from rulewright.entries.calls import Argument, Call
from rulewright.entries.claims import Claim
from rulewright.entries.domains import Axis, Domain
from rulewright.entries.examples import Example, Given, Step, Working
from rulewright.entries.facts import Fact
from rulewright.entries.names import did_you_mean, listed
from rulewright.entries.notations import Unit
from rulewright.entries.numbers import minus, read_exact
from rulewright.proof import statements
from rulewright.proof.binding import RulesCode, draw_parts, find_function, match_arguments, search_outcome
from rulewright.proof.comparison import differences, pytest_source, same_value, value_text
from rulewright.proof.evaluator import Evaluation, Evaluator, Refusal, TooMany
from rulewright.proof.replies import Annotation, Function, Parameter, Value
from rulewright.proof.report import Outcome, State, join_outcomes
from rulewright.proof.statements import UNTRIED, ClaimGroup, tried_words_of
from rulewright.proof.truth_tables import TableNumbers, TruthTables
from rulewright.tables.answers import combination, describe_combination


@dataclass(frozen=True, slots=True)
class ClaimProof:
    """The proof of claims that one function proves together."""

    group: ClaimGroup
    book: Book
    evaluator: Evaluator
    tables: TableNumbers

    def outcome(self) -> Outcome:
        """Prove the claims.

        A claim that uses a table which disagrees with the code stays unproved; the finding of the table says why.
        """
        if (call := self.group.call) is None:
            return Outcome(tuple(statements.claims(self.book, self.group)))
        tables_used = [table for claim in self.group.claims for table in claim.tables]
        wrong_table = next((table for table in tables_used if table in self.tables.wrong), None)
        if wrong_table is not None:
            reason = tell("its table {table!r} disagrees with the code", table=wrong_table)
            return Outcome(tuple(statements.claims(self.book, self.group, reason)))
        domains = claim_domains(self.group, self.book, self.tables)
        evaluation = self.evaluator.evaluate(call, domains)
        if isinstance(evaluation, TooMany) and self.evaluator.sample is not None:
            search_parts = draw_parts(domains, self.evaluator.sample, call.text)
            evaluations = [self.evaluator.evaluate(call, domains, part=part) for part in search_parts]
            return search_outcome([self._compare(each, searching=True) for each in evaluations])
        return self._compare(evaluation)

    def _compare(self, evaluation: Evaluation | Refusal, *, searching: bool = False) -> Outcome:
        """Compare the claims with the answers of the code."""
        if isinstance(evaluation, Refusal):
            claims = statements.claims(self.book, self.group, evaluation.reason)
            return Outcome(tuple(claims), tuple(evaluation.findings))
        axes = axes_of(evaluation)
        truths = TruthTables(axes, self.tables, self.evaluator.cache)
        comparison = compare_claims(self.group.claims, evaluation, truths)
        findings = self._counterexamples(comparison, evaluation, truths)
        undecided = comparison.open.count(1)
        function, cases = evaluation.function.name, evaluation.cases - undecided
        verdicts, never_holding = [], []
        for claim, unproved in zip(self.group.claims, statements.claims(self.book, self.group, axes=axes), strict=True):
            failed = not findings.keys().isdisjoint((claim.span, self.group.place))
            verdict = replace(unproved, state=State.FAILED if failed else State.PROVED, function=function, cases=cases)
            truth = truths.of(claim.condition)
            if not (failed or searching or any(truth.holds.truths)):
                reason = tell("it holds for nothing that the proof tries")
                verdict = replace(verdict, state=State.UNPROVED, reason=reason)
                if not any(truth.open.truths):  # else it may hold where the rules leave the answer open
                    never_holding.append(_never_holds(claim, axes, f"{self.group.reference.id}: {verdict.text}"))
            verdicts.append(verdict)
        return Outcome(tuple(verdicts), (*findings.values(), *never_holding), cases, undecided)

    def _counterexamples(
        self, comparison: "ClaimComparison", evaluation: Evaluation, truths: TruthTables
    ) -> Mapping[Span, Finding]:
        """Return the first counterexample of each claim, by its place.

        Where the code gives the answer but no claim holds, the place is that of the whole group.
        """
        axes, answer = axes_of(evaluation), evaluation.binding.call.answer
        all_keys = [tuple(axis.domain.proof_keys()) for axis in axes]
        findings: dict[Span, Finding] = {}
        holding: list[bytes] = []
        for index in comparison.mismatches():
            holding = holding or [
                truths.space.expand_all(truths.of(each.condition).holds) for each in self.group.claims
            ]
            bullets = zip(self.group.bullets, holding, strict=True)
            true_here = ((item, claim.span) for (item, claim), flags in bullets if flags[index])
            # the first bullet that holds here, or the whole group if none does
            item, place = next(true_here, (self.group.head, self.group.place))
            if item is None or place in findings:
                continue
            claimed = bool(comparison.any_holds[index])
            keys = combination(axes, all_keys, index)
            claim = "this condition holds" if claimed else "no condition here holds"
            message = f"{claim} for {describe_combination(keys, axes)}, {evaluation.answer_text(index)}"
            boolean = isinstance(answer, bool)
            findings[place] = self.evaluator.disagreement(
                message,
                place,
                evaluation.binding,
                keys,
                claimed if boolean else answer,
                about=f"{self.group.reference.id}: {plain(item.text, self.book)}",
                unequal=not claimed and not boolean,
            )
        return findings


def _never_holds(claim: Claim, axes: Sequence[Axis], about: str) -> Finding:
    tried_ranges = ", ".join(
        tried_words_of(axis) for axis in axes if axis.name in claim.variables and not axis.domain.names
    )
    message = "this condition holds for nothing that the proof tries" + (f": {tried_ranges}" if tried_ranges else "")
    hint = "correct it, or extend the domain or its test-range to where it holds"
    return Finding(UNTRIED, claim.span, message, hint, about=about)


@dataclass(frozen=True, slots=True)
class ClaimComparison:
    """For each combination: whether any claim of a group holds, whether that is open, and whether the code agrees."""

    any_holds: bytes
    open: bytes
    answers: bytes

    @property
    def agrees(self) -> bool:
        return self.any_holds == self.answers or next(self.mismatches(), None) is None

    def mismatches(self) -> Iterator[int]:
        """Yield the combinations at which claims and code disagree, in order."""
        claims, answers = array("B", self.any_holds), array("B", self.answers)
        return (index for index in differences(claims, answers) if not self.open[index])


def compare_claims(claims: Sequence[Claim], evaluation: Evaluation, truths: TruthTables) -> ClaimComparison:
    """Compare the claims of one proof with the answers of the code. Where one claim is open, all are."""
    any_holds, any_open = combine_claims(claims, truths)
    answers = evaluation.codes.flags(evaluation.binding.call.answer)
    if all(claim.one_way for claim in claims):
        answers = both_hold(any_holds, answers)
    return ClaimComparison(any_holds, any_open, answers)


def both_hold(left: bytes, right: bytes) -> bytes:
    """Return the flags, one byte per combination, that are set in both."""
    return (int.from_bytes(left) & int.from_bytes(right)).to_bytes(len(left))


def combine_claims(claims: Sequence[Claim], truths: TruthTables) -> tuple[bytes, bytes]:
    """Return where any of the claims holds, and where any is open, as one byte per combination."""
    space = truths.space
    any_holds = any_open = space.constant(truth=False)
    for truth in (truths.of(claim.condition) for claim in claims):
        any_holds, any_open = space.either(any_holds, truth.holds), space.either(any_open, truth.open)
    return space.expand_all(any_holds), space.expand_all(any_open)


def claim_domains(group: ClaimGroup, book: Book, tables: TableNumbers) -> Mapping[str, Domain]:
    """Return the axes of the proof of these claims: its arguments, and the axes that the claims depend on."""
    axes = (axis for claim in group.claims for table in claim.tables for axis in book.tables[table].axes)
    domains = {**{axis.name: axis.domain for axis in axes}, **{domain.id: domain for domain in book.game.domains}}
    variables = [name for claim in group.claims for name in tables.variables(claim)]
    arguments = [each.axis for each in (group.call.arguments if group.call else ()) if each.axis in domains]
    return {name: domains[name] for name in dict.fromkeys([*arguments, *variables])}


def axes_of(evaluation: Evaluation) -> tuple[Axis, ...]:
    """Return the axes of a proof in the order of its results."""
    return tuple(Axis(axis, domain) for _, axis, domain in evaluation.binding.axes)


def prove_fact(fact: Fact, evaluator: Evaluator) -> Outcome:
    """Prove a fact by one call, which must answer its value."""
    if fact.proof is None:
        return Outcome((statements.fact(fact),))
    evaluation = evaluator.evaluate(fact.proof, {})
    if isinstance(evaluation, Refusal):
        return Outcome((statements.fact(fact, evaluation.reason),), tuple(evaluation.findings))
    agrees = same_value(fact.value, evaluation.results[0])
    verdict = replace(statements.fact(fact), state=State.PROVED if agrees else State.FAILED)
    verdict = replace(verdict, function=evaluation.function.name, cases=1)
    if agrees:
        return Outcome((verdict,), (), 1)
    message = f"the fact {fact.id!r} is {number(fact.value)}, {evaluation.answer_text(0)}"
    finding = evaluator.disagreement(message, fact.span, evaluation.binding, {}, fact.value, about=f"fact {fact.id}")
    finding = replace(finding, other=evaluation.answer_text(0))
    return Outcome((verdict,), (finding,), 1)


# Worked examples against code

WORDS = {"int": "a whole number", "float": "a number", "bool": "yes or no"}


@dataclass(frozen=True, slots=True)
class StepCall:
    """A call of a function with its values."""

    function: Function
    arguments: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class StepAnswer:
    """The answer of the code to a step; with `working`, `total` is the sum or product of its `parts`."""

    call: StepCall
    answer: Value
    total: Value
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class ArgumentValue:
    """The value of an argument as text, and as a number if it is one."""

    text: str
    number: int | float | Fraction | None


def _bind_step(call: Call, example: Example, code: RulesCode) -> StepCall | Refusal:
    """Return the call with its values, or a refusal."""
    function = find_function(call, code)
    if isinstance(function, Finding):
        return Refusal([function])
    arguments, findings = match_arguments(call, function)
    if findings:
        return Refusal(findings)
    if missing := [each.name for each in function.parameters if not each.has_default and each.name not in arguments]:
        label = Label(code.place(function), "defined here")
        message = f"{function.name}() also takes {', '.join(missing)}, which this step does not give"
        return Refusal([Finding("bad-proof", call.span, message, "give a value for each parameter", (label,))])
    label = Label(code.place(function), f"{function.name}() is defined here")
    values: dict[str, Value] = {}
    for parameter in function.parameters:
        if (argument := arguments.get(parameter.name)) is not None:
            conversion = _convert(parameter, argument, example, function.name, label)
            if isinstance(conversion, Finding):
                findings.append(conversion)
            else:
                values[parameter.name] = conversion[0]
    return Refusal(findings) if findings else StepCall(function, values)


Conversion = tuple[Value]
"""One value, in a tuple so that no value looks like a finding."""


def _convert(
    parameter: Parameter, argument: Argument, example: Example, function: str, label: Label
) -> Conversion | Finding:
    """Convert an argument to the type of its parameter; `label` points at the function."""
    annotation, name = parameter.annotation, f"{parameter.name!r} of {function}()"
    # a counter alone is not a value, so `person=leader` may mean the name even where the example gives a leader
    values = {
        each.name: each
        for each in example.given
        if not (isinstance(each.value, Unit) and each.name in annotation.values)
    }
    value = _argument_value(argument, values)
    if isinstance(value, Finding):
        return value
    if annotation.kind == "other":
        message = f"an example cannot give {name}: its type is {annotation.text or 'not given'}"
        hint = "give it an enum of strings, bool, int, float, Literal, or a frozenset of an enum"
        return Finding("unprovable-parameter", argument.span, message, hint, (label,))
    if conversion := _convert_to_kind(annotation, value):
        return conversion
    members = ", ".join(map(str, annotation.values))
    choice = f"one of: {members}"
    if annotation.kind == "set":
        choice = f"none, or some of these joined by 'and': {members}"
    names = [] if annotation.kind == "bool" else map(str, annotation.values)
    candidates = [*(each.name for each in example.given), *names]
    expected = f"{parameter.name} is {WORDS.get(annotation.kind) or choice}"
    shown = value.text if value.text == argument.axis else f"{argument.axis} ({value.text})"
    message = f"{shown} is not a value of {name}"
    return Finding("bad-proof", argument.span, message, did_you_mean(argument.axis, candidates, expected), (label,))


def _convert_to_kind(annotation: Annotation, value: ArgumentValue) -> Conversion | None:
    """Return the value as the type of a parameter takes it; None if it is no value of the type."""
    text, amount = value.text, value.number
    match annotation.kind:
        case "bool":
            return (text == "yes",) if text in ("yes", "no") else None
        case "int":
            return (amount,) if isinstance(amount, int) else None
        case "set":  # `moving and concealed`, or `none`
            names = [] if text == "none" else text.split(" and ")
            return (frozenset(names),) if set(names) <= set(annotation.values) else None
        case "float":
            return (float(amount) if isinstance(amount, Fraction) else amount,) if amount is not None else None
    if text in annotation.values:
        return (text,)
    return (amount,) if isinstance(amount, int) and amount in annotation.values else None


def _argument_value(argument: Argument, values: Mapping[str, Given]) -> ArgumentValue | Finding:
    """Return the value of an argument: a value of the example, one number of a counter, or the argument itself."""
    base, dot, part = argument.axis.partition(".")
    if (value := values.get(argument.axis)) is not None:
        if not isinstance(value.value, Unit):
            return ArgumentValue(value.written, value.value)
        parts = ", ".join(f"{value.name}.{name}" for name in value.fields)
        message = f"{value.name!r} is a counter, but an argument is one number"
        return Finding("bad-proof", argument.span, message, f"write one of: {parts}")
    if dot and base in values:
        numbers = values[base].fields
        if part in numbers:
            return ArgumentValue(minus(numbers[part]), numbers[part])
        names = [f"{base}.{name}" for name in numbers]
        otherwise = f"its numbers are: {listed(names)}" if names else "it is not a counter"
        hint = did_you_mean(argument.axis, names, otherwise)
        return Finding("bad-proof", argument.span, f"{base!r} has no number {part!r}", hint)
    if (amount := read_exact(argument.axis)) is not None:
        return ArgumentValue(argument.axis, amount)
    if dot:
        hint = did_you_mean(base, values, f"the example gives: {listed(values) or 'none'}")
        return Finding("bad-proof", argument.span, f"the example does not give {base!r}", hint)
    return ArgumentValue(argument.axis, None)


TOTALS = {Working.ANSWER: "", Working.PRODUCT: "prod", Working.SUM: "sum"}


def run_example(example: Example, book: Book, evaluator: Evaluator) -> Outcome:
    """Run every step of an example that calls the code, independently of the others."""
    steps = ((position, step, step.asked) for position, step in enumerate(example.steps, 1))
    return join_outcomes(
        [_run_step(example, index, step, call, book, evaluator) for index, step, call in steps if call is not None]
    )


def _run_step(example: Example, position: int, step: Step, call: Call, book: Book, evaluator: Evaluator) -> Outcome:
    step_answer = answer_step(step, call, example, evaluator)
    if isinstance(step_answer, Refusal):
        return Outcome((statements.step(book, example, step, step_answer.reason),), tuple(step_answer.findings))
    function, answer, parts = call.function, step_answer.total, step_answer.parts
    agrees = same_value(step.answer, answer)
    verdict = replace(statements.step(book, example, step), state=State.PROVED if agrees else State.FAILED)
    verdict = replace(verdict, function=function, cases=1, parts=parts)
    if agrees:
        return Outcome((verdict,), (), 1)
    text = f"{arithmetic(parts, step.working)} = {value_text(answer)}" if parts else value_text(answer)
    message = f"step {position} of example {example.id!r} gives {value_text(step.answer)}, {function}() answers {text}"
    test = pytest_source(step_answer.call.function, step_answer.call.arguments, step.answer, total=TOTALS[step.working])
    about = f"{example.id}: step {position}"
    finding = evaluator.finding("example-differs", message, step.answer_span, step_answer.call.function, test, about)
    return Outcome((verdict,), (finding,), 1)


def answer_step(step: Step, call: Call, example: Example, evaluator: Evaluator) -> StepAnswer | Refusal:
    """Call the code with the values that a step gives."""
    step_call = _bind_step(call, example, evaluator.code)
    if isinstance(step_call, Refusal):
        return step_call
    answer = evaluator.call(step_call.function, step_call.arguments, call.span)
    if isinstance(answer, Refusal):
        return answer
    total_and_parts = shown_answer(step, call, answer[0])
    if isinstance(total_and_parts, Refusal):
        return total_and_parts
    return StepAnswer(step_call, answer[0], *total_and_parts)


def shown_answer(step: Step, call: Call, answer: Value) -> tuple[Value, tuple[Part, ...]] | Refusal:
    """Return the answer and no parts; with `working`, the total of its parts and the parts."""
    if step.working is Working.ANSWER:
        return answer, ()
    parts: list[Part] = []
    for pair in answer if isinstance(answer, tuple) else ():
        match pair:
            case (int() | float() | Fraction() as value, str(label)) if not isinstance(value, bool):
                parts.append((value, label))
    if not isinstance(answer, tuple) or not parts or len(parts) < len(answer):
        needed = f"'working: {step.working.value}' needs pairs of a number and a label"
        message = f"{needed}, {call.function}() answers {value_text(answer)}"
        hint = "let the function return a tuple such as ((6, 'FP'), (Fraction(1, 2), 'Long Range'))"
        return Refusal([Finding("bad-proof", call.span, message, hint)])
    numbers = [Fraction(value) for value, _ in parts]
    return prod(numbers) if step.working is Working.PRODUCT else sum(numbers, Fraction(0)), tuple(parts)
