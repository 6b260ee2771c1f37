"""One thing under two names: readers take two names for two things, and search the rules for the difference."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rulewright.checks.reading import Page, Reading, Words, folded, single, singular
from rulewright.diagnostics import Diagnostic, Label, Severity, Span
from rulewright.model.book import Book
from rulewright.model.game import Term, told_apart_by_capitals
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.wording import plain

FAMILIES = (
    {"roll", "throw", "test", "check"},
    {"squad", "group", "team", "section", "unit"},
    {"table", "chart"},
    {"marker", "token", "counter"},
    {"phase", "step"},
    {"round", "turn"},
    {"hex", "square"},
)
"""Head nouns that stand for one another: a casualty roll is a casualty throw. Dice are not the throw made with them."""

FAMILY = {noun: tuple(sorted(family)) for family in FAMILIES for noun in family}
NOUNS = frozenset(noun + ending for noun in FAMILY for ending in ("", "s", "es"))

WIDER = "unit"
"""Infantry units are infantry squads and more: where the squad is declared, no other name for it."""

SMALL_WORDS = frozenset({
    "a", "an", "and", "any", "are", "as", "at", "back", "be", "but", "by", "can", "cannot", "do", "does", "down",
    "each", "every", "for", "from", "has", "have", "if", "in", "into", "is", "it", "its", "may", "must", "no", "not",
    "of", "off", "on", "one", "only", "or", "out", "over", "per", "some", "than", "that", "the", "their", "then",
    "these", "they", "this", "those", "through", "to", "under", "up", "was", "when", "where", "which", "while",
    "with", "without",
})  # fmt: skip
"""Words that are part of a sentence rather than of a name."""

BRACKETED = re.compile(r"\(([A-Z]{2,6})s?\)")
BEFORE = re.compile(r"(?:[^\W_][\w'’-]*\s+){1,6}$")
LONGEST_NAME = 6
LONGEST_BEFORE = 150
"""Signs before a bracket that are looked at: more than the longest name has."""
SHORTEST_PART = 3
"""Letters of a word that may be half of a compound: `battle field` is one, `a part` is none."""


def two_names(book: Book) -> Iterator[Diagnostic]:
    """Spellings, head nouns and abbreviations that give one thing two names, and labels that two things share."""
    reading = Reading(book)
    yield from _spellings(reading)
    yield from _head_nouns(reading)
    yield from _abbreviations(reading)
    yield from _shared_labels(book)


class _Tally:
    """How often each spelling stands in the book, and where first, in which form."""

    def __init__(self) -> None:
        self.count: Counter[object] = Counter()
        self.first: dict[object, tuple[Page, str]] = {}

    def add(self, spelling: object, page: Page, phrase: str) -> None:
        self.count[spelling] += 1
        self.first.setdefault(spelling, (page, phrase))

    def finding(self, kept: object, other: object, why: str) -> Diagnostic:
        """The rarer of two spellings is the slip; where both are as common, `other`."""
        if self.count[kept] < self.count[other]:
            kept, other = other, kept
        (page, phrase), (first, known) = self.first[other], self.first[kept]
        return _finding(page.text, page.written(phrase), first.text, first.written(known), why)


def _finding(text: Text, written: str, first: Text, known: str, why: str) -> Diagnostic:
    message = f"{written!r} and {known!r} look like two names for one thing: {why}"
    hint = "use one of them, or declare the other under 'also' of the term"
    labels = (Label(first.locate(known), "the other one"),)
    return Diagnostic("two-names", text.locate(written), message, hint, labels, Severity.WARNING)


# Spellings


def _spellings(reading: Reading) -> Iterator[Diagnostic]:
    """`soft-skin`, `softskin` and `soft skins`.

    That a name is hyphenated before a noun and not elsewhere is good English: `long range`, `long-range fire`.
    """
    tally, named = _Tally(), set()
    uses: dict[str, dict[str, set[str]]] = {}
    whole, parted = _compounds({word for page in reading.pages for run in page.runs for word in run})
    for page in reading.pages:
        heading = page.text.source in reading.headings
        for run in page.runs:
            for at, count, fold in _compounds_in(run, whole, parted):
                parts, after = run[at : at + count], run[at + count :]
                phrase = " ".join(parts)
                tally.add(singular(phrase), page, phrase)
                uses.setdefault(fold, {}).setdefault(singular(phrase), set()).update(_followers(parts, after, heading))
                if heading:
                    named.add(fold)
    for fold, spellings in uses.items():
        kept, *others = sorted(spellings, key=lambda spelling: -tally.count[spelling])
        for other in others:
            if _differ(kept, other, spellings, fold in named, reading):
                yield tally.finding(kept, other, "they differ by a hyphen or a blank")


def _compounds(vocabulary: set[str]) -> tuple[dict[str, str], dict[str, list[Words]]]:
    """Words that may be spelt apart, each with what is left of it without hyphens, and their parts by the first.

    A verb with its particle is no compound: to set up, a set-up.
    """
    joined = {word: single(word.replace("-", "")) for word in vocabulary if not word[0].isdigit()}
    singles = {single(word) for word in vocabulary}
    divided = {word: [tuple(word.split("-"))] if "-" in word else _halves(word, vocabulary, singles) for word in joined}
    folds = {joined[word] for word, parts in divided.items() if parts}
    parted: dict[str, list[Words]] = {}
    for first, *rest in dict.fromkeys(parts for found in divided.values() for parts in found):
        if rest[-1] not in SMALL_WORDS:
            parted.setdefault(first, []).append(tuple(rest))
    return {word: fold for word, fold in joined.items() if fold in folds}, parted


def _halves(word: str, vocabulary: set[str], singles: set[str]) -> list[Words]:
    """A word in two, where both halves are words of the book."""
    halves = ((word[:at], single(word[at:])) for at in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1))
    return [
        (one, other)
        for one, other in halves
        if one in vocabulary and other in singles and one not in SMALL_WORDS and other not in SMALL_WORDS
    ]


def _compounds_in(
    run: list[str], whole: Mapping[str, str], parted: Mapping[str, list[Words]]
) -> Iterator[tuple[int, int, str]]:
    """Where in a run a compound stands, of how many words, and what it is without hyphens and blanks."""
    for at, word in enumerate(run):
        if word in whole:
            yield at, 1, whole[word]
        for rest in parted.get(word, ()):
            found = run[at + 1 : at + 1 + len(rest)]
            if len(found) == len(rest) and (*found[:-1], single(found[-1])) == (*rest[:-1], single(rest[-1])):
                yield at, 1 + len(rest), single(word + "".join(found))


def _followers(parts: list[str], after: list[str], heading: bool) -> Iterator[str]:
    """The word that a compound stands before; an empty one where it is, or may be, the noun itself.

    A label such as `long-range` may stand before a noun that it leaves out.
    """
    if after and after[0] not in SMALL_WORDS:
        yield single(after[0])
        noun = len(parts) > 1 and single(parts[-1]) != parts[-1]  # soft skins move
    else:
        noun = len(parts) > 1 or not heading
    if noun:
        yield ""


def _differ(one: str, other: str, uses: Mapping[str, set[str]], named: bool, reading: Reading) -> bool:
    if reading.one_term(one, other):
        return False
    joined = [spelling for spelling in (one, other) if spelling.isalnum()]
    if joined:
        parts = next(spelling for spelling in (one, other) if spelling not in joined).split(" ")
        return len(parts) == 1 or all(len(part) >= SHORTEST_PART and part not in SMALL_WORDS for part in parts)
    shared = uses[one] & uses[other]
    if re.split("[ -]", one)[0] in SMALL_WORDS:
        shared -= {""}  # a score to hit, a to-hit
    return named and any(not reading.one_term(f"{one} {noun}".strip(), f"{other} {noun}".strip()) for noun in shared)


# Head nouns


def _head_nouns(reading: Reading) -> Iterator[Diagnostic]:
    """`Casualty throw` is declared, and the text says `casualty roll`."""
    if not any(len(name) > 1 and name[-1] in FAMILY for name in reading.names):
        return
    tally = _Tally()
    found: dict[tuple[Words, Words], None] = {}
    for page in reading.pages:
        for run in page.runs:
            for declared, phrase, begin, end in _headed(run, reading.names):
                tally.add(phrase, page, _phrase(run, begin, end))
                if phrase not in reading.names and phrase[-1] != WIDER:
                    found |= {(name, phrase): None for name in declared}
    for name, phrase in found:
        if name in tally.first:
            yield tally.finding(name, phrase, f"they differ by {name[-1]} and {phrase[-1]}")


def _headed(run: list[str], names: frozenset[Words]) -> Iterator[tuple[list[Words], Words, int, int]]:
    """Phrases that are a declared name, or one but for the head noun; inside a longer name they are part of that."""
    parts = [part for word in run for part in word.split("-")]
    heads = [at for at, part in enumerate(parts) if at and part in NOUNS]
    read = [single(part) for part in parts] if heads else []
    for at in heads:
        for begin in range(max(0, at - LONGEST_NAME + 1), at):
            base, phrase = tuple(read[begin:at]), tuple(read[begin : at + 1])
            declared = [(*base, other) for other in FAMILY[read[at]] if (*base, other) in names]
            if declared and (phrase in names or not _in_a_name(read, begin, at + 1, names)):
                yield declared, phrase, begin, at + 1


def _in_a_name(read: list[str], begin: int, end: int, names: frozenset[Words]) -> bool:
    """Whether the words stand inside a longer declared name."""
    return any(
        tuple(read[first:last]) in names
        for first in range(max(0, end - LONGEST_NAME), begin + 1)
        for last in range(end, min(len(read), first + LONGEST_NAME) + 1)
    )


def _phrase(run: list[str], begin: int, end: int) -> str:
    """The words of a run from one part to another, with the hyphens between them."""
    parts = [(part, "-" if at else " ") for word in run for at, part in enumerate(word.split("-"))]
    return "".join(sign + part for part, sign in parts[begin:end])[1:]


# Abbreviations


def _abbreviations(reading: Reading) -> Iterator[Diagnostic]:
    """`infantry anti-tank weapons (IAWs)` and `portable anti-tank weapons (IAWs)`."""
    for short, uses in _bracketed(reading).items():
        telling = [use for use in uses if use.tells]
        for other in uses:
            one = telling[0] if telling else other
            same = _ends_alike(one.words, other.words) or other.words in _names_of(short, reading.book.game.terms)
            if not same and (other.tells or other.words[-1] == one.words[-1]):
                why = f"{short} stands for both"
                yield _finding(other.text, other.written, one.text, one.written, why)


@dataclass(frozen=True, slots=True)
class _Abbreviated:
    """A name with its abbreviation behind it; `tells` where the one is made of the initials of the other."""

    words: Words
    written: str
    text: Text
    tells: bool


def _bracketed(reading: Reading) -> dict[str, list[_Abbreviated]]:
    """Each name that stands before an abbreviation, once, by the abbreviation; that of the glossary first."""
    found: dict[str, list[_Abbreviated]] = {}
    for term in reading.book.game.terms:
        if term.abbreviation:
            short = term.abbreviation.rstrip("s")
            found[short] = [_Abbreviated(folded(term.name), term.name, Text(term.name, (), term.span), tells=True)]
    for page in reading.pages:
        for match in BRACKETED.finditer(page.shown):
            before = BEFORE.search(page.shown[: match.start()][-LONGEST_BEFORE:])
            name, tells = _before(before[0].split() if before else [], match[1])
            known = found.setdefault(match[1], [])
            if name and all(folded(name) != use.words for use in known):
                known.append(_Abbreviated(folded(name), name, page.text, tells))
    return found


def _before(words: list[str], short: str) -> tuple[str, bool]:
    """The name of an abbreviation in the words before it: the fewest whose initials it is made of.

    Where there are none, as many words as it has letters, without those of the sentence.
    """
    for begin in reversed(range(len(words))):
        initials = iter(part[0].upper() for word in words[begin:] for part in word.split("-") if part)
        if words[begin][0].upper() == short[0] and all(letter in initials for letter in short):
            return " ".join(words[begin:]), True
    words = words[-len(short) :]
    while words and words[0].casefold() in SMALL_WORDS:
        words = words[1:]
    return " ".join(words), False


def _ends_alike(one: Words, other: Words) -> bool:
    count = min(len(one), len(other))
    return one[-count:] == other[-count:]


def _names_of(short: str, terms: Iterable[Term]) -> set[Words]:
    """All spellings of the term with an abbreviation."""
    return {folded(name) for term in terms if term.abbreviation.rstrip("s") == short for name in term.names}


# Labels


def _shared_labels(book: Book) -> Iterator[Diagnostic]:
    """Two terms, two tables or two keys of a table that print alike.

    Values may, such as the rule for each case; so may groups, one of which stands in each table.
    """
    apart = told_apart_by_capitals(book.game.terms)
    terms = [(name, term.span, term.id) for term in book.game.terms for name in term.names if name not in apart]
    yield from _alike("terms", terms)
    yield from _alike(
        "tables", [(plain(table.title, book), table.span, _titled(table, book)) for table in book.game.tables]
    )
    domains = {axis.domain.id: axis.domain for table in book.game.tables for axis in table.axes}
    for domain in domains.values():
        labels = [(plain(name.label, book), name.span, name.id) for name in domain.names]
        yield from _alike(f"keys of {domain.id!r}", labels)


def _titled(table: Table, book: Book) -> str:
    """Whose title a table has: its own, or its rule's where it says the same."""
    rule = book.rule_of(table.rule)
    return f"rule {rule.id}" if rule is not None and rule.title.source == table.title.source else table.id


def _alike(what: str, labels: list[tuple[str, Span, str]]) -> Iterator[Diagnostic]:
    first: dict[str, tuple[Span, str]] = {}
    for label, span, id_ in labels:
        fold = single(re.sub(r"[\s-]+", "", label))
        place, known = first.setdefault(fold, (span, id_))
        if fold and known != id_:
            message, hint = f"two {what} are called {label!r}", "rename one of them, or merge the two"
            yield Diagnostic("two-names", span, message, hint, (Label(place, "the other one"),), Severity.WARNING)
