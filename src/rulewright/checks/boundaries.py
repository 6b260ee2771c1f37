"""Checks for boundaries that two statements draw differently, and for cut-offs that forbid a result of their table.

A table with the row `up to 12` and a claim `range < 12` draw the boundary 12 differently: the table counts exactly 12
as below, the claim as above. A cut-off says that an input has one result without a roll. `@finds` makes each check an
object, whose `at` makes its findings.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import ceil, floor, inf

from rulewright.base.findings import Finding, Label, Severity, Span
from rulewright.base.messages.messages import all_of
from rulewright.book.book import Book
from rulewright.book.wording import plain
from rulewright.checks.named_check import finds
from rulewright.entries.cells import Case
from rulewright.entries.claims import Both, Comparison, Condition, Either, Not, Number, Variable
from rulewright.entries.domains import Domain
from rulewright.entries.keyset import Box, KeySet, meet
from rulewright.entries.references import all_bullets
from rulewright.entries.table import Table
from rulewright.tables.answers import overriding_boxes
from rulewright.tables.cover import gaps

BELOW, ABOVE = "below", "above"
"""The two sides of a boundary, on one of which the point itself counts: `up to 12` counts exactly 12 as below."""
LEAST_COUNT = 10
"""Boundaries of counts are compared from this number on. Smaller ones that differ are most likely meant to."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """A point of a domain at which a statement changes, and the side to which the statement counts the point itself.

    `point` is a key (`entries.domains`): of a measure always an even one, which is a multiple of the step; of a count
    the number. Messages call the statement `owner`, or `second_owner` beside another statement of the same owner.
    `statement` identifies it: a whole table, one claim, or one comparison of whole numbers. `upper` is True for a
    comparison that holds below its boundary.
    """

    domain: str
    point: int
    side: str
    owner: str
    second_owner: str
    statement: str
    span: Span = field(compare=False)
    upper: bool = False


@finds(Severity.WARNING)
def inconsistent_boundary(book: Book) -> Iterator[Finding]:
    """A boundary that two statements draw differently: `up to 12` in one place and `under 12` in another.

    At exactly 12 they disagree, and that is where players measure twice. For whole numbers `under 12` and `up to 11`
    are the same. Two claims about a count without an upper limit are compared too: `up to 16` in one conflicts with `up
    to 17` in another, and with `18 or more`.
    """
    domains = {domain.id: domain for domain in book.game.domains if domain.step is not None or _is_endless(domain)}
    boundaries = list(dict.fromkeys(_boundaries(book, domains)))
    sides: dict[tuple[str, int, str], set[str]] = {}
    for boundary in boundaries:
        sides.setdefault((boundary.domain, boundary.point, boundary.statement), set()).add(boundary.side)
    by_point: dict[tuple[str, int], list[Boundary]] = {}
    for boundary in boundaries:
        # a statement with both sides has a row for exactly 12, or two bands that share it
        if len(sides[boundary.domain, boundary.point, boundary.statement]) == 1:
            by_point.setdefault((boundary.domain, boundary.point), []).append(boundary)
    for (domain, key), boundaries_of_point in by_point.items():
        if (pair := _opposite_boundaries(boundaries_of_point)) is not None:
            (usual, rare), point = pair, domains[domain].key_text(key)
            usual_owner = usual.second_owner if usual.owner == rare.owner else usual.owner
            message = f"{rare.owner} counts exactly {point} as {rare.side}, {usual_owner} as {usual.side}"
            hint = f"count exactly {point} the same way in both"
            labels = (Label(usual.span, f"counts exactly {point} as {usual.side}"),)
            yield inconsistent_boundary.at(rare.span, message, hint, labels, about=f"{domain}: {point}")


def _opposite_boundaries(boundaries: list[Boundary]) -> tuple[Boundary, Boundary] | None:
    """Return a boundary of the more frequent side and one of the other, preferably of two claims; None if all agree.

    Two comparisons of one claim may be the two ends of a band, which do not conflict.
    """
    first_side = boundaries[0].side
    same = [boundary for boundary in boundaries if boundary.side == first_side]
    opposite = [boundary for boundary in boundaries if boundary.side != first_side]
    majority, minority = sorted((same, opposite), key=len, reverse=True)
    pairs = [
        (usual, rare)
        for rare, usual in product(minority, majority)
        if usual.span != rare.span or usual.upper == rare.upper  # else they are the ends of a band
    ]
    return min(pairs, key=lambda pair: pair[0].span == pair[1].span, default=None)


def _is_endless(domain: Domain) -> bool:
    """Return whether a domain has numbers without an upper limit."""
    return not domain.enumeration and not domain.ranges and domain.keys.intervals[-1][1] == inf


def _boundaries(book: Book, domains: Mapping[str, Domain]) -> Iterator[Boundary]:
    """Yield the boundaries of tables, of their cut-offs (as statements of their own), and of claims."""
    for table in book.game.tables:
        name = f"table {table.id!r}"
        for owner, cases in ((name, table.cases), (f"a cut-off of {name}", table.cutoffs)):
            for axis_index, domain in enumerate(axis.domain for axis in table.axes):
                if domain.id in domains and domain.step is not None:
                    for case in cases:
                        for box in case.boxes:
                            for point, side in _ends(box[axis_index], domain.keys):
                                yield Boundary(domain.id, point, side, owner, owner, owner, case.span)
    for reference in book.game.references:
        for claim in (item.claim for item in all_bullets(reference.items) if item.claim is not None):
            yield from _condition_boundaries(claim.condition, domains, reference.id, claim.span)


def _ends(keys: KeySet, whole: KeySet) -> Iterator[tuple[int, str]]:
    """Yield the points at which keys of a measure begin or end inside its domain, and the side that counts each point.

    An even key is a multiple of the step, an odd key the gap after it (`entries.domains`).
    """
    least, most = whole.intervals[0][0], whole.intervals[-1][1]
    for low, high in keys.intervals:
        if low > least and low != -inf:
            yield (int(low), ABOVE) if low % 2 == 0 else (int(low) - 1, BELOW)
        if high < most and high != inf:
            yield (int(high), BELOW) if high % 2 == 0 else (int(high) + 1, ABOVE)


def _condition_boundaries(
    condition: Condition, domains: Mapping[str, Domain], reference: str, span: Span
) -> Iterator[Boundary]:
    """Yield the boundaries in the condition of a claim: comparisons of a domain with a number."""
    match condition:
        case Both(left, right) | Either(left, right):
            yield from _condition_boundaries(left, domains, reference, span)
            yield from _condition_boundaries(right, domains, reference, span)
        case Not(inner):
            yield from _condition_boundaries(inner, domains, reference, span)
        case Comparison(sign, Variable(name, scale), Number(value)) if name in domains and sign not in ("=", "!="):
            owners = f"the claim of {reference!r}", f"another claim of {reference!r}"
            point = Fraction(value) / scale  # the number of a variable is `scale` times its key
            counts_below, upper = sign in ("<=", ">"), sign in ("<", "<=")
            if domains[name].step is not None:
                if point % 2 == 0:  # else no value of the domain is exactly there
                    yield Boundary(name, int(point), BELOW if counts_below else ABOVE, *owners, str(span), span, upper)
            elif point >= LEAST_COUNT:
                last_below = floor(point) if counts_below else ceil(point) - 1
                statement = f"{span} {last_below}"
                yield Boundary(name, last_below, BELOW, *owners, statement, span, upper)
                yield Boundary(name, last_below + 1, ABOVE, *owners, statement, span, upper)


@finds(Severity.ERROR)
def premature_cutoff(book: Book) -> Iterator[Finding]:
    """A cut-off that forbids a result which the table itself would give.

    A cut-off says that no roll is needed, because its result is known. Where a roll could still succeed the two rules
    contradict each other, and players lose the one chance in a hundred that the table gives them. A cut-off adds
    nothing to what the table says, so nothing else about it can be wrong. The finding has a label at the first result
    that the cut-off forbids, and the message names all.
    """
    cutoffs = [(table, cutoff) for table in book.game.tables for cutoff in table.cutoffs]
    for table, cutoff in cutoffs:
        if forbidden := list(_forbidden(table, cutoff)):
            results = all_of(dict.fromkeys(repr(plain(case.value.label, book)) for case, _ in forbidden))
            where = "; ".join(dict.fromkeys(table.describe(region) for _, region in forbidden))
            message = f"this cut-off of table {table.id!r} forbids {results}, which a roll would give for {where}"
            hint = "start it where every roll fails, or correct the table"
            labels = (Label(forbidden[0][0].span, "the result it forbids"),)
            about = f"{table.id}: cut-off {'; '.join(map(table.describe, cutoff.boxes))}"
            yield premature_cutoff.at(cutoff.span, message, hint, labels, about=about)


def _forbidden(table: Table, cutoff: Case) -> Iterator[tuple[Case, Box]]:
    """Yield each case with another value than the cut-off, and a region where it would decide without the cut-off."""
    silent = [box for silence in table.silences for box in silence.boxes]
    for position, case in enumerate(table.cases):
        if case.value.plain != cutoff.value.plain:
            overridden = overriding_boxes(table, position) + silent
            shared = (meet(a, b) for a in cutoff.boxes for b in case.boxes)
            yield from ((case, gap) for box in shared if box is not None for gap in gaps(box, overridden))
