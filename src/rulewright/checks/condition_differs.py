"""A bullet that turns the condition of its claim round: "unless hidden" over a claim that asks for hidden.

The proof compares the claim with the code; a player reads the bullet. So a condition after *if* must be one that the
claim asks for, and one after *unless* one that it excludes. A negation in the condition turns it round, and so does an
answer "no" of the code. If the bullet itself denies something, the check cannot know what the claim is about, and says
nothing. A sign between two quantities, such as the one in "score ≥ morale", must be the claim's as well.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rulewright.checks.bullet_differs import domains_by_name
from rulewright.checks.english import NEGATION, NUMBERS, Direction, direction_of, is_english, is_negative, number_words
from rulewright.checks.limits import FLIPPED
from rulewright.checks.occurrences import Occurrences
from rulewright.checks.passages import Features, stems
from rulewright.checks.said_numbers import FIGURES
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.markup.links import LINK
from rulewright.model.book import Book, Target, items_below
from rulewright.model.domain import Domain
from rulewright.model.expression import (
    Among,
    Amount,
    Both,
    Claim,
    Comparison,
    Condition,
    Either,
    Not,
    Number,
    Sum,
    Variable,
)
from rulewright.model.item import Item
from rulewright.model.keyset import KeySet
from rulewright.wording import plain

FINDING = FindingKind("condition-differs", Severity.WARNING)

CONDITION = re.compile(r"(?<!\w)(if|unless)(?!\w)((?:\[\[[^\]]*\]\]|[^.,:;])*)", re.IGNORECASE)
SENTENCE_END = re.compile(r"[.:;](?=\s|$)")
SIGN = re.compile(r"[≥≤<>]")
SIGNS = {"≥": ">=", "≤": "<=", ">": ">", "<": "<"}
REACHES = re.compile(r"(?<!\w)reach(?:es)?(?!\w)")
"""The word for ≥ between a roll and a score."""
LEAST_SHARE = 0.5
"""The share of a name that a condition must have to be about it."""
DIRECTIONS = {">=": Direction.UP, ">": Direction.UP, "<=": Direction.DOWN, "<": Direction.DOWN}
HINT = "correct the bullet, or the claim"


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a claim asks for, or excludes, by the words of its name."""

    name: str
    words: tuple[Features, ...]
    wanted: bool

    def share(self, words: Features) -> float:
        """How much of one of its names the words have, from 0 to 1."""
        return max((len(name & words) / len(name) for name in self.words if name), default=0)


def check(book: Book, only: Collection[Target] | None = None) -> Iterator[Diagnostic]:
    """Each condition and each sign of a bullet that is the opposite of its claim's; `only` in these references."""
    if not is_english(book):
        return
    occurrences, domains = Occurrences(), domains_by_name(book)
    for reference in book.game.references:
        owner = Target("reference", reference.id)
        for item in items_below(reference.items) if only is None or owner in only else ():
            for claim in _claims(item):
                label = Label(claim.span, f"the claim: {claim.text}")
                for at, written, message in (*_conditions(item, claim, domains, book), *_signs(item, claim)):
                    place, about = item.text.at(at, len(written)), occurrences.about(owner, written)
                    yield FINDING.at(place, message, HINT, (label,), about=about)


def _claims(item: Item) -> Iterator[Claim]:
    """The claim of a bullet; of a bullet without one, the claim of the only bullet that completes it."""
    if item.claim is not None:
        yield item.claim
    elif len(item.items) == 1 and item.items[0].claim is not None:
        yield item.items[0].claim


def _conditions(item: Item, claim: Claim, domains: Mapping[str, Domain], book: Book) -> Iterator[tuple[int, str, str]]:
    """The conditions that the claim has the other way round."""
    asked = list(_asked(claim.condition, domains, book, wanted=True))
    refused = item.proof is not None and item.proof.answer is False
    for match in CONDITION.finditer(item.text.source):
        clause = LINK.sub(lambda link: link[2] or link[1].rpartition(":")[2], match[2])
        most = max((each.share(stems(clause)) for each in asked), default=0)
        wanted = {each.wanted for each in asked if each.share(stems(clause)) == most >= LEAST_SHARE}
        wanted |= set(_directions(match[2], claim, book))
        denied = len(NEGATION.findall(_beside(item.text.source, match)))
        if len(wanted) != 1 or denied != refused:
            continue
        excluded = (match[1].lower() == "unless") != (len(NEGATION.findall(clause)) % 2 == 1)
        if excluded is wanted.pop():
            said = clause.strip(" *")
            message = f"the bullet asks for “{said}”, which its claim excludes: {claim.text!r}"
            if excluded:
                message = f"the bullet excludes “{said}”, which its claim asks for: {claim.text!r}"
            yield match.start(), match[1], message


def _beside(source: str, condition: re.Match[str]) -> str:
    """What holds under a condition: the sentence before it, or after it where it begins the sentence."""
    before = SENTENCE_END.split(source[: condition.start()])[-1]
    return before if before.strip(" *") else SENTENCE_END.split(source[condition.end() :])[0]


def _directions(clause: str, claim: Claim, book: Book) -> Iterator[bool]:
    """Whether the claim asks for the same side of each number in a clause, or for the other."""
    direction = direction_of(LINK.sub("", clause))
    numbers = {Fraction(each) for each in FIGURES.findall(LINK.sub(" ", clause))}
    quoted = (book.facts.get(link[1].removeprefix("fact:")) for link in LINK.finditer(clause) if "fact:" in link[1])
    numbers |= {Fraction(fact.value) for fact in quoted if fact is not None and isinstance(fact.value, (int, Fraction))}
    numbers |= {Fraction(NUMBERS[word[0].lower()]) for word in number_words(clause)}
    for sign, number in _with_numbers(claim.condition):
        if number in numbers and sign in DIRECTIONS and direction is not None:
            yield DIRECTIONS[sign] is direction
        if number in numbers and sign == "=" and direction is None:
            yield True
    signs = {SIGNS[sign] for sign in SIGN.findall(clause)} | ({">="} if REACHES.search(clause) else set())
    yield from (True for each in _comparisons(claim.condition) if each.sign in signs)


def _asked(condition: Condition, domains: Mapping[str, Domain], book: Book, *, wanted: bool) -> Iterator[_Asked]:
    """The names that a condition is about."""
    match condition:
        case Both(left, right) | Either(left, right):
            yield from _asked(left, domains, book, wanted=wanted)
            yield from _asked(right, domains, book, wanted=wanted)
        case Not(inner):
            yield from _asked(inner, domains, book, wanted=not wanted)
        case Among(name, keys) if name in domains and domains[name].names:
            yield from _names(name, domains[name], keys, book, wanted=wanted)


def _names(name: str, domain: Domain, keys: KeySet, book: Book, *, wanted: bool) -> Iterator[_Asked]:
    """The names that a claim asks for, or those that it leaves out if they are fewer.

    A name that denies something is left out: "not hidden" may be asked for by any words.
    """
    named = [at for at in range(len(domain.names)) if at in keys]
    others = [at for at in range(len(domain.names)) if at not in keys]
    if len(others) < len(named):
        named, wanted = others, not wanted
    if domain.boolean:
        yes = domain.position("yes")
        words = (stems(name) - stems("is"), stems(plain(domain.names[yes or 0].label, book)))
        if not is_negative(name):
            yield _Asked(name, words, wanted is (yes in named))
        return
    shared = frozenset.intersection(*(stems(each.id) for each in domain.names))
    for at in named:
        label = plain(domain.names[at].label, book)
        if not is_negative(label) and not is_negative(domain.names[at].id):
            yield _Asked(name, (stems(domain.names[at].id) - shared, stems(label)), wanted)


def _signs(item: Item, claim: Claim) -> Iterator[tuple[int, str, str]]:
    """The signs between quantities that no comparison of the claim has."""
    known = list(_comparisons(claim.condition))
    for match in SIGN.finditer(item.text.source) if known else ():
        sign, after = SIGNS[match[0]], stems(item.text.source[match.end() :].replace(":", " "))
        numeric = re.match(r"[\s*]*(?:[-−+]?\d|\[\[fact:)", item.text.source[match.end() :])
        written = {each.sign for each in known} | {
            FLIPPED.get(each.sign, each.sign) for each in known if stems(_variable(each.left)) & after
        }
        if numeric is None and sign not in written:
            message = f"the bullet says {match[0]}, but its claim is {claim.text!r}"
            yield match.start(), match[0], message


def _with_numbers(condition: Condition) -> Iterator[tuple[str, Fraction]]:
    """The comparisons of a quantity with a number."""
    match condition:
        case Both(left, right) | Either(left, right):
            yield from (*_with_numbers(left), *_with_numbers(right))
        case Comparison(sign, _, Number(value)):
            yield sign, Fraction(value)


def _comparisons(condition: Condition) -> Iterator[Comparison]:
    """The comparisons of two quantities."""
    match condition:
        case Both(left, right) | Either(left, right):
            yield from (*_comparisons(left), *_comparisons(right))
        case Comparison(_, left, right) if _variable(left) and _variable(right):
            yield condition


def _variable(amount: Amount) -> str:
    match amount:
        case Variable(name):
            return name
        case Sum(left, right):
            return _variable(left) or _variable(right)
    return ""
