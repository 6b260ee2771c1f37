"""Mutants of rules code: each alters one place of a function, constant or class, and the proofs should notice.

For example, `if reach >= 3: return 4` has the mutants `reach > 3`, `reach >= 4`, `return 5` and some more.

A mutant changes a number by one, flips a comparison, negates or rejoins a condition, swaps or removes `min` and `max`,
takes another member of an enum, inverts an operator, or removes a statement. A probe raises an exception in place of a
block; if nothing notices, no input of the proofs reaches the block, and its mutants are not tried.

`code_mutants` makes the mutants as texts of statements. `code_proofs` lists the proofs that agree, each with the
question it asks a function. `Trials` sends each mutant to one contained process, which returns only answers that differ
from the original (`try_mutant` in worker.py), and asks the proofs whether they still agree.
"""

import ast
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from itertools import accumulate, chain
from math import prod

from rulewright.findings import Finding, Severity, Span
from rulewright.model.book import Book
from rulewright.model.example import Example
from rulewright.model.table import Policy, Table
from rulewright.proof.claims import answer_step, axes_of, claim_domains, compare_claims, shown_answer
from rulewright.proof.comparison import same_value
from rulewright.proof.evaluator import MOST_RUNS, Answered, Evaluation, Evaluator, Refusal
from rulewright.proof.process import RulesProcess, axes_to_wire
from rulewright.proof.replies import (
    Axes,
    Diagram,
    Results,
    RulesError,
    Value,
    join_results,
    single_result,
    unpack_results,
)
from rulewright.proof.report import CodeMutantCounts, ProofReport, State
from rulewright.proof.rules_syntax import bound_names, closure
from rulewright.proof.statements import ClaimGroup, claim_groups
from rulewright.proof.tables import agrees_with_code
from rulewright.proof.truth_tables import TableNumbers, TruthTables
from rulewright.translation.messages import any_of


class Reach:
    """The names that each statement of a module uses, and the names that a function reaches through others."""

    def __init__(self, tree: ast.Module) -> None:
        self._uses = {name: _names(node) for node in tree.body for name in bound_names(node)}
        functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        self._reached = {name: closure({name}, self._uses) for name in functions}
        as_it_loads = {name for node in tree.body for name in _used_while_loading(node)}
        self._loading = set(closure(as_it_loads, self._uses))
        decorators = (each for node in ast.walk(tree) for each in getattr(node, "decorator_list", []))
        self._caches = any("cache" in ast.unparse(each) for each in decorators)

    def dependents(self, node: ast.stmt) -> set[str]:
        """Return the functions whose answers may depend on this statement."""
        return {function for function, names in self._reached.items() if not names.isdisjoint(bound_names(node))}

    def needs_whole(self, node: ast.stmt) -> bool:
        """Return whether the whole module must load again if this statement is altered."""
        if not isinstance(node, ast.FunctionDef) or self._caches:
            return True
        return node.name in self._loading or bool(node.decorator_list)


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _used_while_loading(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement reads while the module loads; for a function, only defaults and decorators."""
    match node:
        case ast.FunctionDef(args=args, decorator_list=decorators):
            defaults = [each for each in (*args.defaults, *args.kw_defaults) if each]
            yield from (name for part in (*defaults, *decorators) for name in _names(part))
        case ast.ClassDef() | ast.Assign() | ast.AnnAssign():
            yield from _names(node)


FLIPPED_COMPARISONS: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
INVERTED_OPERATORS: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
SWAPPED_FUNCTIONS = {"min": "max", "max": "min"}
PROBE = "(1 // 0)"
"""An expression that raises an exception when the code reaches it."""
SHOWN = 60
"""Most characters of code that a message quotes."""


@dataclass(frozen=True, slots=True)
class CodeRange:
    """The range of altered code: line and column from 1, and the range of bytes in the file."""

    line: int
    column: int
    start: int
    end: int

    def contains(self, other: "CodeRange") -> bool:
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class CodeMutant:
    """One alteration: statement number `statement` of the module, which binds `name`, becomes `text`.

    An empty `after` means a probe.
    """

    statement: int
    name: str
    text: str
    place: CodeRange
    before: str
    after: str


Replacement = tuple[ast.expr | ast.stmt, str]
"""A node and its new text; the text is empty for a probe."""


def code_mutants(source: str, tree: ast.Module) -> Iterator[CodeMutant]:
    """Yield every mutant of a module in the order of the file; a probe comes before the mutants of its block."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    enums = {
        enum.name: [name for part in enum.body for name in bound_names(part)]
        for enum in classes
        if any("Enum" in ast.unparse(base) for base in enum.bases)
    }
    text = _Text(source)
    for number, statement in enumerate(tree.body):
        replacements: Iterator[Replacement] = iter(())
        match statement:
            case ast.FunctionDef(body=body):
                replacements = _block_replacements(body, enums)
            case ast.ClassDef(body=body):
                methods = (part for part in body if isinstance(part, ast.FunctionDef))
                replacements = chain.from_iterable(_block_replacements(method.body, enums) for method in methods)
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                replacements = _expression_replacements(value, enums)
        for node, replaced in replacements:
            yield text.mutant(number, statement, node, replaced)


class _Text:
    """The source with the offset of each line, to cut out the text of a node."""

    def __init__(self, source: str) -> None:
        self.lines = source.encode().splitlines(keepends=True)
        self.starts = [0, *accumulate(map(len, self.lines))]
        self.bytes = b"".join(self.lines)

    def mutant(self, number: int, statement: ast.stmt, node: ast.expr | ast.stmt, replaced: str) -> CodeMutant:
        start, end = self._byte_range(node)
        first, last = self._byte_range(statement)
        new = replaced or (PROBE if isinstance(node, ast.expr) else f"raise {PROBE}")
        text = self.bytes[first:start] + new.encode() + self.bytes[end:last]
        column = len(self.lines[node.lineno - 1][: node.col_offset].decode(errors="ignore")) + 1
        before = shorten(self.bytes[start:end].decode())
        place = CodeRange(node.lineno, column, start, end)
        return CodeMutant(
            number, ", ".join(bound_names(statement)), text.decode(), place, before, shorten(without_brackets(replaced))
        )

    def _byte_range(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        line = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        column = 0 if line != node.lineno else node.col_offset
        end = self.starts[(node.end_lineno or line) - 1] + (node.end_col_offset or 0)
        return self.starts[line - 1] + column, end


def shorten(code: str) -> str:
    """Return code as one line, cut if it is long."""
    line = " ".join(code.split())
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 1].rstrip()}…"


def without_brackets(code: str) -> str:
    """Return code without the brackets that keep an alteration together."""
    outer = code.startswith("(") and code.endswith(")") and code.count("(") == code.count(")")
    depths = list(accumulate((one == "(") - (one == ")") for one in code))
    return code[1:-1] if outer and 0 not in depths[:-1] and not code.endswith(",)") else code


def _block_replacements(body: Sequence[ast.stmt], enums: Mapping[str, Sequence[str]]) -> Iterator[Replacement]:
    for node in body:
        yield from _statement_replacements(node, enums)


def _statement_replacements(node: ast.stmt, enums: Mapping[str, Sequence[str]]) -> Iterator[Replacement]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    if isinstance(node, ast.AugAssign | ast.Expr | ast.Continue | ast.Break | ast.Raise | ast.Assert):
        yield node, "pass"
    if isinstance(node, ast.If | ast.While):
        yield from _negations(node.test)
    for field in ("body", "orelse", "finalbody"):
        inner: list[ast.stmt] = getattr(node, field, [])
        if inner and not isinstance(node, ast.FunctionDef):
            yield _spanning_statement(inner), ""
        if inner and isinstance(inner[0], ast.Return) and len(inner) == 1 and isinstance(node, ast.If):
            yield inner[0], "pass"
        yield from _block_replacements(inner, enums)
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.expr():
                yield from _expression_replacements(child, enums)
            case ast.match_case(body=body, guard=guard):
                yield _spanning_statement(body), ""
                yield from _expression_replacements(guard, enums) if guard else ()
                yield from _block_replacements(body, enums)
            case ast.ExceptHandler(body=body):
                yield _spanning_statement(body), ""
                yield from _block_replacements(body, enums)


def _spanning_statement(block: Sequence[ast.stmt]) -> ast.stmt:
    """Return one statement that spans all statements of a block."""
    whole = ast.copy_location(ast.Pass(), block[0])
    whole.end_lineno, whole.end_col_offset = block[-1].end_lineno, block[-1].end_col_offset
    return whole


def _negations(test: ast.expr) -> Iterator[Replacement]:
    """Negate a plain condition; for other conditions, their parts are altered one by one instead."""
    if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield test, f"(not {_operand_text(test)})"


def _expression_replacements(node: ast.expr, enums: Mapping[str, Sequence[str]]) -> Iterator[Replacement]:
    match node:
        case ast.JoinedStr():
            return  # an f-string; Python 3.11 does not know the places of its parts
        case ast.Constant(value=bool() as value):
            yield node, str(not value)
        case ast.Constant(value=int() | float() as value):
            yield from ((node, str(value + 1)), (node, f"({value - 1})" if value < 1 else str(value - 1)))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            yield node, f"({_operand_text(left)} {_sign_text(FLIPPED_COMPARISONS[type(op)]())} {_operand_text(right)})"
            if isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.Tuple) and len(right.elts) > 1:
                for at in range(len(right.elts)):
                    others = [*right.elts[:at], *right.elts[at + 1 :]]
                    yield right, f"({', '.join(map(ast.unparse, others))},)"
        case ast.Compare(left=left, ops=ops, comparators=others):
            for at, op in enumerate(ops):
                signs = [*ops[:at], FLIPPED_COMPARISONS[type(op)](), *ops[at + 1 :]]
                parts = (
                    f"{_sign_text(sign)} {_operand_text(other)}" for sign, other in zip(signs, others, strict=True)
                )
                yield node, f"({_operand_text(left)} {' '.join(parts)})"
        case ast.BoolOp(op=op, values=values):
            other = " or " if isinstance(op, ast.And) else " and "
            yield node, f"({other.join(map(_operand_text, values))})"
            for at in range(len(values)):
                rest = [*values[:at], *values[at + 1 :]]
                yield node, f"({(' and ' if isinstance(op, ast.And) else ' or ').join(map(_operand_text, rest))})"
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.BinOp(left=ast.JoinedStr() | ast.Constant(value=str())):
            pass
        case ast.BinOp(left=left, op=op, right=right) if type(op) in INVERTED_OPERATORS:
            yield node, f"({ast.unparse(ast.BinOp(left, INVERTED_OPERATORS[type(op)](), right))})"
        case ast.IfExp(test=test, body=then, orelse=other_case):
            yield from ((then, ""), (other_case, ""))
            yield from _negations(test)
        case ast.Call(func=ast.Name(id=("min" | "max") as name), args=[_, _, *_] as arguments, keywords=[]):
            yield node, f"{SWAPPED_FUNCTIONS[name]}({', '.join(map(ast.unparse, arguments))})"
            if len(arguments) == 2:
                yield from ((node, f"({ast.unparse(each)})") for each in arguments)
        case ast.Attribute(value=ast.Name(id=enum), attr=member) if member in enums.get(enum, ()):
            members = enums[enum]
            if len(members) > 1:
                yield node, f"{enum}.{members[(members.index(member) + 1) % len(members)]}"
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield from _expression_replacements(child, enums)
        elif isinstance(child, ast.comprehension):
            yield from (
                (test, f"(not {_operand_text(test)})") for test in child.ifs if not isinstance(test, ast.Compare)
            )
            for part in (child.iter, *child.ifs):
                yield from _expression_replacements(part, enums)
        elif isinstance(child, ast.keyword):
            yield from _expression_replacements(child.value, enums)


def _operand_text(node: ast.expr) -> str:
    text = ast.unparse(node)
    return f"({text})" if isinstance(node, ast.BoolOp | ast.IfExp | ast.Lambda | ast.Compare | ast.NamedExpr) else text


def _sign_text(op: ast.cmpop) -> str:
    return ast.unparse(ast.Compare(ast.Name("a"), [op], [ast.Name("b")]))[2:-2]


# The proofs that judge mutants, and the trials

EXACT = (Policy.UNIQUE, Policy.FIRST, Policy.PRIORITY, Policy.SUM)
"""Hit policies under which each combination has one answer."""

MOST_CASES = 2_000_000
"""Most combinations of a proof whose mutants are tried one by one."""


@dataclass(frozen=True, slots=True)
class CodeProof:
    """One proof: its question to a function, the answers, and a test whether it agrees with other answers.

    With too many combinations to try one by one, `answers` is None, and `diagram` holds the answers if partial
    evaluation succeeded. Different answers for which `surely_noticed` is true need no comparison.
    """

    function: str
    axes: Axes
    answers: Results | None
    agrees: Callable[[Answered], bool]
    diagram: Diagram | None = None
    surely_noticed: Callable[[Results], bool] = lambda _: False


def code_proofs(book: Book, evaluator: Evaluator, report: ProofReport) -> Iterator[CodeProof]:
    """Yield every proof of the book that agrees."""
    proved = {each.span for each in report.statements if each.state is State.PROVED}
    for table in book.game.tables:
        for function in table.functions():
            yield from _table_proofs(function, evaluator)
    tables = TableNumbers(book)
    for group in claim_groups(book):
        if group.claims and all(claim.span in proved for claim in group.claims):
            yield from _claim_proofs(group, book, evaluator, tables)
    for fact in book.game.facts:
        if fact.proof is not None and fact.span in proved:
            evaluation = evaluator.evaluate(fact.proof, {})
            if isinstance(evaluation, Evaluation):
                yield _proof(evaluation, partial(_answers_fact, fact.value))
    for example in book.game.examples:
        yield from _step_proofs(example, evaluator, proved)


def _proof(
    evaluation: Evaluation,
    agrees: Callable[[Evaluation], bool],
    surely_noticed: Callable[[Results], bool] = lambda _: False,
) -> CodeProof:
    function, ranges = evaluation.function.name, evaluation.binding.ranges()
    answered_agrees = lambda answered: agrees(replace(evaluation, answered=answered))  # noqa: E731
    if evaluation.cases > MOST_CASES:
        return CodeProof(function, ranges, None, answered_agrees, evaluation.diagram)
    return CodeProof(function, ranges, evaluation.results, answered_agrees, None, surely_noticed)


def _answers_fact(value: Value, evaluation: Evaluation) -> bool:
    return same_value(value, evaluation.results[0])


def _table_proofs(table: Table, evaluator: Evaluator) -> Iterator[CodeProof]:
    if table.proof is None:
        return
    domains = {axis.name: axis.domain for axis in table.axes}
    evaluation = evaluator.evaluate(table.proof, domains, wide=table.policy in EXACT)
    if isinstance(evaluation, Evaluation) and agrees_with_code(table, evaluation):
        exact = table.policy in EXACT and not any(silence.question for silence in table.silences)
        yield _proof(evaluation, partial(agrees_with_code, table), lambda _: exact)


def _claim_proofs(group: ClaimGroup, book: Book, evaluator: Evaluator, tables: TableNumbers) -> Iterator[CodeProof]:
    if (call := group.call) is None:
        return
    evaluation = evaluator.evaluate(call, claim_domains(group, book, tables))
    if isinstance(evaluation, Evaluation):
        truths = TruthTables(axes_of(evaluation), tables)
        exact = isinstance(call.answer, bool) and 1 not in compare_claims(group.claims, evaluation, truths).open
        yield _proof(
            evaluation,
            lambda evaluation: compare_claims(group.claims, evaluation, truths).agrees,
            lambda batch: exact and all(isinstance(value, bool) for value in batch.distinct_values()),
        )


def _step_proofs(example: Example, evaluator: Evaluator, proved: set[Span]) -> Iterator[CodeProof]:
    for step in example.steps:
        call = step.asked
        if call is None or step.span not in proved:
            continue
        step_answer = answer_step(step, call, example, evaluator)
        if isinstance(step_answer, Refusal):
            continue

        def agrees(answered: Answered, step=step, call=call) -> bool:  # type: ignore[no-untyped-def]
            shown = shown_answer(step, call, answered.results[0])
            return not isinstance(shown, Refusal) and same_value(step.answer, shown[0])

        axes = [(name, [value]) for name, value in step_answer.call.arguments.items()]
        yield CodeProof(call.function, axes, single_result(step_answer.answer), agrees)


UNNOTICED_CODE = "unnoticed-code"
HINT = "print what it decides, extend test-range (under domains) so that a proof tries it, or remove it"
THINNED_SIZE, LARGEST_WHOLE_QUESTION = 4_000, 20_000
"""If a proof has more than LARGEST_WHOLE_QUESTION combinations, about THINNED_SIZE of them are asked first."""
SECONDS = 60.0
"""Time limit for the original, even on a busy machine; a mutant gets ten times what that took, and a little more."""
FROM_THE_START = (-1, -1)
"""Numbers of a question and a call: the worker goes on after these."""


class Verdict(Enum):
    """The result of trying a mutant.

    UNASKED means that no proof depends on the statement; UNTRIED, that there are too many combinations to compare.
    """

    NOTICED = "noticed"
    UNNOTICED = "unnoticed"
    UNASKED = "unasked"
    UNTRIED = "untried"


@dataclass(frozen=True, slots=True)
class Question:
    """One call of a function over its domain, or a part of it, and the proofs that it serves.

    `answers` are those of the original; None for a part, whose answers only show what is surely noticed.
    """

    function: str
    axes: Axes
    answers: Results | None
    proofs: tuple[CodeProof, ...]

    @property
    def size(self) -> int:
        return prod(len(values) for _, values in self.axes)

    def notices(self, first: int, batch: Results) -> bool:
        """Return whether a proof disagrees when this batch replaces the original answers from number `first` on."""
        if self.answers is None or any(proof.surely_noticed(batch) for proof in self.proofs):
            return any(proof.surely_noticed(batch) for proof in self.proofs)
        parts = [self.answers[:first], batch, self.answers[first + len(batch) :]]
        changed = Answered(join_results([part for part in parts if isinstance(part, Results) and len(part)]))
        return not all(proof.agrees(changed) for proof in self.proofs)


def mutate_code(book: Book, evaluator: Evaluator, report: ProofReport) -> ProofReport:
    """Return the report with counts of code mutants, and a finding for each place that goes unnoticed."""
    start = time.monotonic()
    program = evaluator.program
    proofs = list(code_proofs(book, evaluator, report))
    with RulesProcess(program.source, program.file, replace(program.limits, seconds=SECONDS)) as process:
        trials = Trials(program.source, proofs, process, evaluator)
        tried = list(trials.run())
    counts = CodeMutantCounts(
        sum(verdict is Verdict.NOTICED for mutant, verdict in tried if mutant.after),
        sum(verdict in (Verdict.UNNOTICED, Verdict.UNASKED) for mutant, verdict in tried if mutant.after),
        time.monotonic() - start,
    )
    findings = tuple(_findings(tried, program.file))
    return replace(report, findings=(*report.findings, *findings), code_mutants=counts)


class Trials:
    """All mutants of one game, tried in one contained process."""

    def __init__(self, source: str, proofs: list[CodeProof], process: RulesProcess, evaluator: Evaluator) -> None:
        source = source.removeprefix("\ufeff")
        self.tree = ast.parse(source)
        self.reach = Reach(self.tree)
        self.mutants = list(code_mutants(source, self.tree))
        self.wide_proofs = [proof for proof in proofs if proof.answers is None]
        self.questions = sorted(_questions(proofs), key=lambda question: question.size)
        self.process = process
        self.progress = evaluator.progress
        self.prepared = False
        self.seconds = SECONDS

    def run(self) -> Iterator[tuple[CodeMutant, Verdict]]:
        """Yield each mutant with its verdict; skip the mutants of a block that nothing reaches."""
        unreached = None
        for position, mutant in enumerate(self.mutants):
            self.progress("mutants of the rules code", position, len(self.mutants))
            if unreached is not None and unreached.contains(mutant.place):
                continue
            verdict = self.verdict(mutant)
            if not mutant.after and verdict is Verdict.UNNOTICED:
                unreached = mutant.place
            yield mutant, verdict

    def verdict(self, mutant: CodeMutant) -> Verdict:
        functions = self.reach.dependents(self.tree.body[mutant.statement])
        questions = [number for number, each in enumerate(self.questions) if each.function in functions]
        if questions and self._noticed(mutant, questions):
            return Verdict.NOTICED
        wide = [self._wide_verdict(mutant, proof) for proof in self.wide_proofs if proof.function in functions]
        if wide:
            return min(wide, key=(Verdict.NOTICED, Verdict.UNTRIED, Verdict.UNNOTICED).index)
        return Verdict.UNNOTICED if questions else Verdict.UNASKED

    def _wide_verdict(self, mutant: CodeMutant, proof: CodeProof) -> Verdict:
        """Return the verdict of a proof with too many combinations to try one by one."""
        if proof.diagram is None:
            return Verdict.UNTRIED
        self._prepare()
        try:
            diagram = self.process.request_diagram(
                self._message(mutant), proof.function, proof.axes, MOST_RUNS, SECONDS
            )
        except RulesError:  # it does not end, or takes all memory
            return Verdict.NOTICED
        if not isinstance(diagram, Diagram):
            return Verdict.UNTRIED if diagram is None else Verdict.NOTICED
        same = diagram == proof.diagram or proof.agrees(Answered(diagram))
        return Verdict.UNNOTICED if same else Verdict.NOTICED

    def _noticed(self, mutant: CodeMutant, questions: list[int]) -> bool:
        """Return whether an answer to these questions, by number, makes a proof disagree, or the mutant fails."""
        after = FROM_THE_START
        while True:
            try:
                self._prepare()
                message = {**self._message(mutant), "asked": questions, "after": after}
                reply = self.process.request(message, self.seconds)
            except RulesError:  # it does not end, or takes all memory
                return True
            if "raised" in reply.header:
                return True
            if "question" not in reply.header:
                return False
            after = (reply.header["question"], reply.header["call"])
            if self.questions[after[0]].notices(after[1], unpack_results(reply.header, reply.body)):
                return True

    def _prepare(self) -> None:
        """Ask the original all questions, in a process that has not stored their answers yet."""
        if not self.prepared or not self.process.alive:
            start = time.monotonic()
            self.process.request({"questions": [(each.function, axes_to_wire(each.axes)) for each in self.questions]})
            self.prepared, self.seconds = True, 2 + 10 * (time.monotonic() - start)

    def _message(self, mutant: CodeMutant) -> dict[str, object]:
        whole = self.reach.needs_whole(self.tree.body[mutant.statement])
        return {"mutant": {"statement": mutant.statement, "text": mutant.text, "whole": whole}}


def _questions(proofs: list[CodeProof]) -> Iterator[Question]:
    """Group proofs by what they ask."""
    by_question: dict[object, list[CodeProof]] = {}
    for proof in proofs:
        if proof.answers is not None:
            key = proof.function, tuple((name, tuple(values)) for name, values in proof.axes)
            by_question.setdefault(key, []).append(proof)
    for first, *others in by_question.values():
        whole = Question(first.function, first.axes, first.answers, (first, *others))
        yield whole
        if whole.size > LARGEST_WHOLE_QUESTION:
            yield replace(whole, axes=_thinned(whole.axes), answers=None)


def _thinned(axes: Axes) -> Axes:
    """Return the first, the last and some middle values of each axis, since few combinations show most differences."""
    most = max(
        each for each in range(2, THINNED_SIZE) if each == 2 or prod(min(len(v), each) for _, v in axes) <= THINNED_SIZE
    )
    return [(name, _spread(values, most)) for name, values in axes]


def _spread(values: Sequence[Value], most: int) -> Sequence[Value]:
    last = len(values) - 1
    return values if last < most else [values[at * last // (most - 1)] for at in range(most)]


def _findings(tried: Sequence[tuple[CodeMutant, Verdict]], file: str) -> Iterator[Finding]:
    """Yield one finding per place with all its unnoticed mutants, and one per statement that no proof asks."""
    unasked: set[str] = set()
    places: dict[tuple[int, int, str], list[CodeMutant]] = {}
    for mutant, verdict in tried:
        if verdict is Verdict.UNNOTICED:
            places.setdefault((mutant.place.start, mutant.place.end, mutant.name), []).append(mutant)
        elif verdict is Verdict.UNASKED and mutant.name not in unasked:
            unasked.add(mutant.name)
            yield _finding(mutant, f"nothing printed depends on {mutant.name}", file)
    for mutants in places.values():
        first = mutants[0]
        if not first.after:
            words = f"{first.name}: nothing that the proofs try comes to {first.before!r}"
        else:
            others = any_of("left out" if each.after == "pass" else repr(each.after) for each in mutants)
            words = f"{first.name}: no printed value would change if {first.before!r} were {others}"
        yield _finding(first, words, file, first.before)


def _finding(mutant: CodeMutant, message: str, file: str, before: str = "") -> Finding:
    span = Span(file, mutant.place.line, mutant.place.column, max(1, len(before)))
    return Finding(UNNOTICED_CODE, span, message, HINT, severity=Severity.NOTE, about=message)
