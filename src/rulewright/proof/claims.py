"""Claims against code: a bullet's condition holds exactly where the function answers True, or the answer named.

Where several bullets under one are its alternatives, it is their disjunction that must agree.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from rulewright.diagnostics import Diagnostic, Span
from rulewright.model.answers import GAP, Answers, answers, describe
from rulewright.model.book import Book
from rulewright.model.expression import Claim, Keys, Undecided, holds
from rulewright.model.game import Item, Reference
from rulewright.model.table import Axis
from rulewright.proof import statements
from rulewright.proof.questioning import Questioning, Refused, Run, in_words, same
from rulewright.proof.report import Outcome, State
from rulewright.proof.statements import ClaimGroup

Truth = Callable[[tuple[int, ...]], bool | None]
"""Whether a claim holds at a combination of keys; None where the rules leave it open."""


class TableNumbers:
    """What the tables of a game answer where claims ask them; each is laid out once. `wrong` disagree with the code."""

    def __init__(self, book: Book, wrong: frozenset[str]) -> None:
        self.book, self.wrong = book, wrong
        self.known: dict[str, tuple[Answers, Mapping[tuple[int, ...], int]]] = {}

    def _answers(self, table: str) -> tuple[Answers, Mapping[tuple[int, ...], int]]:
        if table not in self.known:
            laid_out = answers(self.book.tables[table])
            self.known[table] = (laid_out, laid_out.lookup())
        return self.known[table]

    def variables(self, claim: Claim) -> list[str]:
        """The axes a claim depends on, those of the tables it asks included."""
        inputs = (axis.name for table in claim.tables for axis in self.book.tables[table].axes)
        return list(dict.fromkeys([*claim.variables, *inputs]))

    def number(self, table: str, keys: Keys) -> int | float | None:
        laid_out, owners = self._answers(table)
        return laid_out.number(owners.get(tuple(keys[axis.name] for axis in laid_out.axes), GAP))

    def truth(self, claim: Claim, axes: Sequence[Axis]) -> Truth:
        """The claim worked out once for each combination of its own variables."""
        order = [axis.name for axis in axes]
        places = [order.index(name) for name in self.variables(claim)]
        own = [axes[place] for place in places]
        known = {keys: self._holds(claim, own, keys) for keys in product(*(axis.domain.enumerated() for axis in own))}
        return lambda combination: known[tuple(combination[place] for place in places)]

    def _holds(self, claim: Claim, axes: Sequence[Axis], keys: tuple[int, ...]) -> bool | None:
        try:
            return holds(claim.condition, dict(zip((axis.name for axis in axes), keys, strict=True)), self.number)
        except Undecided:
            return None


def prove_claims(
    reference: Reference, group: ClaimGroup, book: Book, code: Questioning, tables: TableNumbers
) -> Outcome:
    """The claims that one function proves together.

    A claim that asks a table at odds with the code is left unproved: the table's own finding says why.
    """
    head, claims = group
    if head is None or head.proof is None:
        return _all(reference, group, book, "the claim names no proof", ())
    for table in (table for _, claim in claims for table in claim.tables):
        if table in tables.wrong:
            return _all(reference, group, book, f"the table {table!r} that it asks disagrees with the code", ())
    asked = (axis for _, claim in claims for table in claim.tables for axis in book.tables[table].axes)
    domains = {**{axis.name: axis.domain for axis in asked}, **{domain.id: domain for domain in book.game.domains}}
    needed = [name for _, claim in claims for name in tables.variables(claim)]
    given = [argument.axis for argument in head.proof.arguments if argument.axis in domains]
    run = code.run(head.proof, {name: domains[name] for name in dict.fromkeys([*given, *needed])})
    if isinstance(run, Refused):
        return _all(reference, group, book, run.reason, tuple(run.findings))
    found, undecided = _compare(head, claims, code, run, tables)
    function, cases = run.bound.function.name, len(run.results) - undecided
    return Outcome(
        tuple(
            statements.claim(book, reference, one, _state(one[1].span, head.text.span, found), function, cases)
            for one in claims
        ),
        tuple(found.values()),
        cases,
        undecided,
    )


def _all(reference: Reference, group: ClaimGroup, book: Book, reason: str, found: tuple[Diagnostic, ...]) -> Outcome:
    unproved = (statements.claim(book, reference, one, State.UNPROVED, reason=reason) for one in group[1])
    return Outcome(tuple(unproved), found)


def _state(claim: Span, head: Span, found: Mapping[Span, Diagnostic]) -> State:
    return State.FAILED if claim in found or head in found else State.PROVED


def _compare(
    head: Item, claims: Sequence[tuple[Item, Claim]], code: Questioning, run: Run, tables: TableNumbers
) -> tuple[dict[Span, Diagnostic], int]:
    """The first counterexample of each claim by its place, and how many combinations are undecided."""
    axes = tuple(Axis(axis, domain) for _, axis, domain in run.bound.axes)
    truths = [tables.truth(claim, axes) for _, claim in claims]
    wanted = run.bound.call.answer
    found: dict[Span, Diagnostic] = {}
    undecided = 0
    for combination, result in zip(product(*(a.domain.enumerated() for a in axes)), run.results, strict=True):
        verdicts = [truth(combination) for truth in truths]
        if None in verdicts:
            undecided += 1
        elif any(verdicts) is not same(wanted, result):
            guilty = claims[verdicts.index(True)][1].span if any(verdicts) else head.text.span
            if guilty not in found:
                at = dict(zip((axis.name for axis in axes), combination, strict=True))
                message = _message(any(verdicts), describe(at, axes), run.bound.function.name, result)
                expected = any(verdicts) if isinstance(wanted, bool) else wanted
                unequal = not any(verdicts) and not isinstance(wanted, bool)
                found[guilty] = code.disagreement(message, guilty, run.bound, at, expected, unequal=unequal)
    return found, undecided


def _message(holding: bool, where: str, function: str, result: object) -> str:
    stated = "this condition holds" if holding else "no condition stated here holds"
    return f"{stated} for {where}, {function}() answers {in_words(result)}"
