"""A bullet whose numbers or names are not those of its claim.

The proof compares the claim with the code; what a player reads is the bullet. So whatever the bullet says of numbers
must be in the claim: in a bullet with the claim `distance <= 16`, "up to 17", "16 or more" and "twelve" are each proved
by nothing. `At least 5` and `more than 4` say the same. If the claim lists several names and the bullet gives only some
of them, or gives another name of the same list, one of the two is wrong.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulewright.checks.english import is_english, is_negative
from rulewright.checks.limits import Limit, limits_of
from rulewright.checks.occurrences import Occurrences
from rulewright.checks.passages import Features, stems
from rulewright.checks.prose_numbers import ProseNumbers
from rulewright.checks.said_numbers import FIGURES, SaidNumber, said_numbers
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.model.book import Book, Target
from rulewright.model.domain import Domain
from rulewright.model.expression import Among, Both, Claim, Condition, Either, Not
from rulewright.model.item import Item
from rulewright.wording import plain

FINDING = FindingKind("bullet-differs", Severity.WARNING)


@dataclass(frozen=True, slots=True)
class _Bullet:
    """A bullet with its claim, and the bullets above it, the nearest last; all that any of them claims counts."""

    item: Item
    claim: Claim
    above: tuple[Item, ...]

    @property
    def family(self) -> Iterator[Item]:
        yield from self.above
        yield self.item
        yield from self.item.items


def check(book: Book, only: Collection[Target] | None = None) -> Iterator[Diagnostic]:
    """Each number and name of a bullet that its claim does not have; `only` in references of these owners."""
    numbers, occurrences = ProseNumbers(book), Occurrences()
    domains = domains_by_name(book)
    for reference in book.game.references:
        owner = Target("reference", reference.id)
        for bullet in _bullets(reference.items, ()) if only is None or owner in only else ():
            label = Label(bullet.claim.span, f"the claim: {bullet.claim.text}")
            for said in _unclaimed(bullet, numbers, domains):
                place = bullet.item.text.at(said.at, said.length)
                about = occurrences.about(owner, said.written)
                yield FINDING.at(place, _message(said, bullet), HINT, (label,), about=about)
            for message, about in _names(bullet, domains, book):
                yield FINDING.at(bullet.item.text.span, message, HINT, (label,), about=occurrences.about(owner, about))


def domains_by_name(book: Book) -> dict[str, Domain]:
    """What the variables of claims range over: domains, and axes of tables."""
    domains = {axis.name: axis.domain for table in book.game.tables for axis in table.axes}
    return domains | {domain.id: domain for domain in book.game.domains}


HINT = "correct the one that is wrong, or give what the claim does not say a bullet of its own"


def _bullets(items: Sequence[Item], above: tuple[Item, ...]) -> Iterator[_Bullet]:
    for item in items:
        if item.claim is not None:
            yield _Bullet(item, item.claim, above)
        yield from _bullets(item.items, (*above, item))


def _unclaimed(bullet: _Bullet, numbers: ProseNumbers, domains: dict[str, Domain]) -> Iterator[SaidNumber]:
    """The numbers of the bullet that no claim of its family has; one thing is no number worth a claim."""
    if bullet.claim.tables:
        return  # it compares with whatever the table prints
    known = [limit for item in bullet.family for limit in _limits(item, domains)]
    for said in said_numbers(bullet.item.text, numbers):
        if not any(limit.agrees(said.value, said.above) for limit in known) and not _may_be_silent(said, known):
            yield said


def _may_be_silent(said: SaidNumber, known: Sequence[Limit]) -> bool:
    """Whether no claim need have the number: one thing is hardly a number, and a fact is a statement by itself.

    But the side of a fact on which its line lies must be that of the claim.
    """
    if said.fact:
        return not any(limit.value == said.value for limit in known)
    return said.word and said.value == 1


def _limits(item: Item, domains: dict[str, Domain]) -> Iterator[Limit]:
    """What a claim compares with, the figures in the names that it asks for, and the answer in its proof."""
    if item.claim is not None:
        yield from limits_of(item.claim.condition)
        for among in _among(item.claim.condition):
            names = domains[among.name].describe(among.keys) if among.name in domains else ""
            yield from _exactly(*(Fraction(figures) for figures in FIGURES.findall(names)))
    if item.proof is not None and isinstance(item.proof.answer, (int, Fraction)) and item.proof.answer is not True:
        yield from _exactly(abs(Fraction(item.proof.answer)))


def _exactly(*values: Fraction) -> Iterator[Limit]:
    yield from (Limit(value, above) for value in values for above in (True, False))


def _among(condition: Condition) -> Iterator[Among]:
    match condition:
        case Among():
            yield condition
        case Both(left, right) | Either(left, right):
            yield from (*_among(left), *_among(right))
        case Not(inner):
            yield from _among(inner)


def _message(said: SaidNumber, bullet: _Bullet) -> str:
    return f"the bullet {said.reading}, but its claim is {bullet.claim.text!r}"


def _names(bullet: _Bullet, domains: dict[str, Domain], book: Book) -> Iterator[tuple[str, str]]:
    """What the bullet names of a domain and its claim does not, and what the claim lists and the bullet leaves out."""
    if not is_english(book) or is_negative(bullet.item.text.words):
        return
    said = frozenset().union(*(_said(item, book) for item in bullet.family))
    for among in _among(bullet.claim.condition):
        domain = domains.get(among.name)
        if (
            domain is not None
            and domain.names
            and domain.keys.finite
            and {name.id for name in domain.names} != {"yes", "no"}
        ):
            labels = {at: stems(plain(name.label, book)) | stems(name.id) for at, name in enumerate(domain.names)}
            asked = [at for at in labels if at in among.keys]
            named = [at for at in asked if labels[at] & said]
            missing = [at for at in asked if not labels[at] & said]
            if len(named) > len(missing) > 0:
                names = ", ".join(domain.names[at].id for at in missing)
                message = f"the claim is also about {names}, which the bullet does not name"
                yield message, f"{among.name} {names}"


def _said(item: Item, book: Book) -> Features:
    return stems(plain(item.text, book))
