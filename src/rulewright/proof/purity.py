"""Whether rules code answers the same whenever it is asked.

Some calls of every function are asked again: in the process that has answered them, and in a second one, in the reverse
order and with another hash seed, on which the order of sets depends. What the code keeps between its calls is also
found from its syntax (`kept_state.py`), where no sample is lucky enough to show it.
"""

import platform
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from math import prod
from random import Random

from rulewright.findings import Finding, Span
from rulewright.proof.chunks import ChunkAxes, Program, SingleCall, ask_calls
from rulewright.proof.counterexample import value_text
from rulewright.proof.evaluator import Evaluator
from rulewright.proof.kept_state import kept_state
from rulewright.proof.process import Outcome, RulesProcess
from rulewright.proof.results import Value
from rulewright.proof.rules_faults import RulesError, fault_finding

RULES_IMPURE = "rules-impure"
OTHER_SEED = "1"
CALLS_EACH = 3
"""Calls of each function that are asked again."""
HINT = "let it compute from its arguments alone: keep nothing between calls, and depend on the order of no set"


@dataclass(frozen=True, slots=True)
class Purity:
    """What was found by asking again, and what of the system's jail held the rules code meanwhile."""

    findings: tuple[Finding, ...]
    jail: tuple[str, ...]


@contextmanager
def second_process(evaluator: Evaluator) -> Iterator[RulesProcess]:
    """Another process of the same rules code, with another hash seed; it starts without waiting if it will be asked."""
    program = evaluator.program
    process = RulesProcess(program.source, program.file, program.limits, OTHER_SEED)
    with closing(process) if evaluator.kept.find(_asked_before(evaluator)) else process:
        yield process


def _asked_before(evaluator: Evaluator) -> str:
    """Stands for having asked this code again before: then most likely the answers are known."""
    return evaluator.kept.key("asked again", "")


def find_impure(evaluator: Evaluator, other: RulesProcess) -> Purity:
    """One finding for each function that answers otherwise, or that keeps something between its calls."""
    calls = list(_sample(evaluator))

    def ask() -> Purity:
        found = (*_kept(evaluator.program), *_asked_again(calls, evaluator, other))
        return Purity(found, tuple(other.jail))

    system = platform.release()
    purity = evaluator.kept.get("purity", "", (calls, system), ask, lambda purity: not purity.findings)
    if not purity.findings:
        evaluator.keep_answers()
        evaluator.kept.keep(_asked_before(evaluator), True)
    return purity


def _asked_again(calls: Sequence[SingleCall], evaluator: Evaluator, other: RulesProcess) -> Iterator[Finding]:
    try:
        answers = evaluator.executor.submit(ask_calls, evaluator.program, calls).result()
        others = other.ask(calls[::-1])[::-1]
    except RulesError as error:  # too slow only now, or out of memory
        fault = error.fault
        again = replace(fault, message=f"asked again, {fault.message}", line=0)
        yield fault_finding(again, Span(evaluator.program.file), evaluator.program.file, fault.message)
        return
    found: dict[str, Finding] = {}
    for call, one, two in zip(calls, answers, others, strict=True):
        if not _same(one, two) and call[0] not in found:
            found[call[0]] = _finding(call, one, two, evaluator)
    yield from found.values()


def _kept(program: Program) -> Iterator[Finding]:
    for function, name, line, column in kept_state(program.source):
        message = f"{function}() changes {name}, which outlives the call"
        yield Finding(RULES_IMPURE, Span(program.file, line, column), message, HINT, about=f"{function}(): {name}")


def _sample(evaluator: Evaluator) -> Iterator[SingleCall]:
    """The first and the last call of each function in the widest domain of a proof, and some between."""
    random = Random(0)  # noqa: S311 - a sample, always the same
    widest: dict[str, ChunkAxes] = {}
    for function, axes in evaluator.answered_calls():
        widest[function] = max(widest.get(function, ()), axes, key=lambda each: prod(len(values) for _, values in each))
    for function, axes in widest.items():
        size = prod(len(values) for _, values in axes)
        positions = range(size) if size <= CALLS_EACH else [0, *_between(random, size), size - 1]
        yield from ((function, _arguments(axes, position)) for position in positions)


def _between(random: Random, size: int) -> list[int]:
    return [random.randrange(1, size - 1) for _ in range(CALLS_EACH - 2)]


def _arguments(axes: ChunkAxes, call: int) -> dict[str, Value]:
    arguments = {}
    for name, values in reversed(axes):
        call, position = divmod(call, len(values))
        arguments[name] = values[position]
    return {name: arguments[name] for name, _ in axes}


def _same(one: Outcome, two: Outcome) -> bool:
    """NaN is the same as itself, and 1 is neither True nor 1.0."""
    try:
        return (one == two and type(one[1]) is type(two[1])) or repr(one) == repr(two)
    except ValueError:  # numbers that are too long to be written
        return False


def _finding(call: SingleCall, one: Outcome, two: Outcome, evaluator: Evaluator) -> Finding:
    name, arguments = call
    passed = ", ".join(f"{parameter}={value_text(value)}" for parameter, value in arguments.items())
    message = f"{name}({passed}) {_outcome_text(one)}, but {_outcome_text(two)} in another process"
    span = evaluator.code.place(evaluator.code.functions[name])
    return Finding(RULES_IMPURE, replace(span, length=1), message, HINT, about=f"{name}()")


def _outcome_text(outcome: Outcome) -> str:
    answers, value = outcome
    return f"answers {value_text(value)}" if answers else str(value)
