"""A boundary that two statements draw differently: `up to 12` in one place and `under 12` in another.

At exactly 12 they disagree, and that is where players measure twice. For whole numbers `under 12` and `up to 11` are
the same; there, claims about an unlimited count disagree between `up to 16` and `up to 17`, or `18 or more`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf

from rulewright.findings import Finding, FindingKind, Label, Severity, Span
from rulewright.model.book import Book, items_below
from rulewright.model.domain import Domain
from rulewright.model.expression import Both, Comparison, Condition, Either, Not, Number, Variable
from rulewright.model.keyset import KeySet
from rulewright.model.table import Case, Table

FINDING = FindingKind("inconsistent-boundary", Severity.WARNING)

BELOW, ABOVE = "below", "above"
LEAST_COUNT = 10
"""Below it, two boundaries that are one apart are most likely two different boundaries."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """A point of a domain at which a statement changes, and the side on which the statement counts the point itself.

    `owner` names the statement in messages. `statement` identifies it: a whole table, one claim, or one comparison of
    whole numbers. `upper`: the comparison holds below its boundary.
    """

    domain: str
    point: int
    side: str
    owner: str
    statement: str
    span: Span = field(compare=False)
    upper: bool = False


def check(book: Book) -> Iterator[Finding]:
    """Each point of a measure, or of an unlimited count, that one statement counts as below and another as above."""
    domains = {domain.id: domain for domain in book.game.domains if domain.step is not None or _endless(domain)}
    by_point: dict[tuple[str, int], list[Boundary]] = {}
    for boundary in _unambiguous(_boundaries(book, domains)):
        by_point.setdefault((boundary.domain, boundary.point), []).append(boundary)
    for (domain, point), boundaries in by_point.items():
        pair = _conflict(boundaries)
        if pair is not None:
            yield _finding(domains[domain], point, *pair)


def _conflict(boundaries: list[Boundary]) -> tuple[Boundary, Boundary] | None:
    """One of the majority and one of the minority; from two claims or tables rather than from one."""
    first = boundaries[0].side
    sides = [[each for each in boundaries if (each.side == first) is same] for same in (True, False)]
    most, fewest = sorted(sides, key=len, reverse=True)
    pairs = [(one, odd) for odd in fewest for one in most if not _band(one, odd)]
    return min(pairs, key=lambda pair: pair[0].span == pair[1].span, default=None)


def _endless(domain: Domain) -> bool:
    return not domain.enumeration and not domain.ranges and domain.keys.intervals[-1][1] == inf


def _band(one: Boundary, other: Boundary) -> bool:
    """Whether two comparisons of one claim are the two ends of a band."""
    return one.span == other.span and one.upper != other.upper


def _finding(domain: Domain, at: int, first: Boundary, other: Boundary) -> Finding:
    point = domain.key_text(at)
    one = first.owner if first.owner != other.owner else first.owner.replace("the claim of", "another claim of")
    message = f"{other.owner} counts exactly {point} as {other.side}, {one} as {first.side}"
    hint = f"count exactly {point} the same way in both"
    label = Label(first.span, f"counts exactly {point} as {first.side}")
    about = f"{domain.id}: {point}"
    return FINDING.at(other.span, message, hint, (label,), about=about)


def _unambiguous(boundaries: Iterable[Boundary]) -> Iterator[Boundary]:
    """Without those that one statement counts on both sides: a row for exactly 12, or bands that share an end."""
    unique = list(dict.fromkeys(boundaries))
    sides: dict[tuple[str, int, str], set[str]] = {}
    for each in unique:
        sides.setdefault((each.domain, each.point, each.statement), set()).add(each.side)
    yield from (each for each in unique if len(sides[each.domain, each.point, each.statement]) == 1)


def _boundaries(book: Book, domains: Mapping[str, Domain]) -> Iterator[Boundary]:
    for table in book.game.tables:
        yield from _of_table(table, domains)
    for reference in book.game.references:
        for item in items_below(reference.items):
            if item.claim is not None:
                owner = f"the claim of {reference.id!r}"
                yield from _of_condition(item.claim.condition, domains, owner, item.claim.span)


def _of_table(table: Table, domains: Mapping[str, Domain]) -> Iterator[Boundary]:
    """Those of its cases and those of its cut-offs, which count as two statements."""
    for owner, cases in (
        (f"table {table.id!r}", table.cases),
        (f"a cut-off of table {table.id!r}", table.cutoffs),
    ):
        for at, axis in enumerate(table.axes):
            if axis.domain.id in domains and axis.domain.step is not None:
                for case in cases:
                    yield from _of_case(case, at, axis.domain, owner)


def _of_case(case: Case, at: int, domain: Domain, owner: str) -> Iterator[Boundary]:
    for box in case.boxes:
        for point, side in _changes(box[at], domain.keys):
            yield Boundary(domain.id, point, side, owner, owner, case.span)


def _changes(keys: KeySet, whole: KeySet) -> Iterator[tuple[int, str]]:
    """The points at which a set of keys begins or ends inside its domain; even keys are points."""
    least, most = whole.intervals[0][0], whole.intervals[-1][1]
    for low, high in keys.intervals:
        if low > least and low != -inf:
            yield (int(low), ABOVE) if low % 2 == 0 else (int(low) - 1, BELOW)
        if high < most and high != inf:
            yield (int(high), BELOW) if high % 2 == 0 else (int(high) + 1, ABOVE)


def _of_condition(condition: Condition, domains: Mapping[str, Domain], owner: str, span: Span) -> Iterator[Boundary]:
    match condition:
        case Both(left, right) | Either(left, right):
            yield from _of_condition(left, domains, owner, span)
            yield from _of_condition(right, domains, owner, span)
        case Not(inner):
            yield from _of_condition(inner, domains, owner, span)
        case Comparison(sign, Variable(name, scale), Number(value)) if name in domains and sign not in ("=", "!="):
            at, upper = int(value / scale), sign in ("<", "<=")
            after = sign in ("<=", ">")
            if domains[name].step is not None:
                yield Boundary(name, at, BELOW if after else ABOVE, owner, str(span), span, upper)
            elif at >= LEAST_COUNT:
                last = at if after else at - 1
                yield Boundary(name, last, BELOW, owner, f"{span} {last}", span, upper)
                yield Boundary(name, last + 1, ABOVE, owner, f"{span} {last}", span, upper)
