"""Modifier tables against code: the clamped sum of all modifiers that apply, for every combination."""

from collections.abc import Mapping, Sequence
from itertools import compress

from rulewright.findings import Finding
from rulewright.model.answers import describe_combination
from rulewright.model.book import Book
from rulewright.model.domain import signed
from rulewright.model.table import Table, Value
from rulewright.proof import statements
from rulewright.proof.counterexample import value_text
from rulewright.proof.evaluator import Evaluation, Evaluator
from rulewright.proof.report import Outcome, State
from rulewright.proof.sums import Sums
from rulewright.proof.walked_tables import walk_sum
from rulewright.translation.messages import joined, tell
from rulewright.wording import plain

NO_MODIFIER = -1
"""No single modifier is at fault: the code adds something where none applies."""


def prove_sum(table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation) -> Outcome:
    """If all sums agree every modifier is proved; if not, `_faulty_modifiers` fail and the others stay unproved."""
    sums = Sums(table, evaluation)
    mismatches = [] if sums_agree(sums, evaluation) else list(sums.expected(evaluation).mismatches())
    faulty = _faulty_modifiers(sums, mismatches)
    cases = [sums.compared(region) for region in sums.regions]
    verdicts = [_verdict(modifier in faulty, bool(mismatches), count) for modifier, count in enumerate(cases)]
    open_ = sums.space.count_true(sums.open)
    return Outcome(
        tuple(
            statements.cell(book, table, case, state, evaluation.function.name, count, reason)
            for case, count, (state, reason) in zip(table.cases, cases, verdicts, strict=True)
        ),
        tuple(
            _finding(table, book, evaluator, evaluation, sums, modifier, index) for modifier, index in faulty.items()
        ),
        sums.count - open_,
        open_,
    )


def sums_agree(sums: Sums, evaluation: Evaluation) -> bool:
    """Whether the code answers the sum everywhere."""
    walked = walk_sum(sums, evaluation)
    return walked.wrong is None if walked else sums.expected(evaluation).matches


def _faulty_modifiers(sums: Sums, mismatches: Sequence[int]) -> Mapping[int, int]:
    """The modifiers at fault, each with the combination that shows it.

    A modifier is at fault if the sum is wrong where no fewer others ever apply beside it. If that finds none, all
    that apply where the fewest apply are at fault.
    """
    if not mismatches:
        return {}
    counts = [sum(flags) for flags in zip(*sums.flags, strict=True)] if sums.flags else [0] * sums.count
    least = [min(compress(counts, flags), default=0) for flags in sums.flags]
    fewest = min(counts[index] for index in mismatches)
    alone: dict[int, int] = {}
    together: dict[int, int] = {}
    for index in sorted(mismatches, key=counts.__getitem__):
        count, applied = counts[index], sums.applied(index)
        if count > max(fewest, *least, 0):
            break  # too many apply here to single out one
        if count > fewest and any(modifier in alone and counts[alone[modifier]] < count for modifier in applied):
            continue  # a modifier that is wrong with fewer beside it explains this mismatch
        for modifier in applied or (NO_MODIFIER,):
            if modifier != NO_MODIFIER and count == least[modifier]:
                alone.setdefault(modifier, index)
            if count == fewest:
                together.setdefault(modifier, index)
    return alone or together


def _verdict(faulty: bool, mismatches: bool, cases: int) -> tuple[State, str]:
    """The state of a modifier, and the reason where it is unproved."""
    if faulty:
        return State.FAILED, ""
    if mismatches:
        return State.UNPROVED, tell("another modifier of the table disagrees with the code")
    return (State.PROVED, "") if cases else (State.UNPROVED, tell("it applies in none of the combinations compared"))


def _amount_text(value: Value, keys: Mapping[str, int], book: Book) -> str:
    """The amount of a modifier as it prints; where it depends on a key, also the amount at that key."""
    printed = plain(value.label, book)
    here = signed(int(value.at(keys[value.axis]))) if value.axis else printed
    return printed if here == printed else f"{printed} (here {here})"


def _finding(
    table: Table, book: Book, evaluator: Evaluator, evaluation: Evaluation, sums: Sums, modifier: int, index: int
) -> Finding:
    keys, total = sums.keys_at(index), sums.total(index)
    values = [table.cases[modifier].value for modifier in sums.applied(index)]
    amounts = [_amount_text(value, keys, book) for value in values if value.axis or value.plain is not None]
    added = joined(amounts, " and ") if amounts else "no modifier"
    where = describe_combination(keys, sums.axes)
    message = (
        f"table {table.id!r} adds {added} for {where}, which makes {value_text(total)}, {evaluation.answer_text(index)}"
    )
    case = None if modifier == NO_MODIFIER else table.cases[modifier]
    span = table.span if case is None else case.span
    about = f"{table.id}: {'no modifier' if case is None else table.describe(case.boxes[0])}"
    return evaluator.disagreement(message, span, evaluation.binding, keys, total, about=about)
