"""Words as they print."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import eq

from rulewright.checks.named_check import Occurrences, finds
from rulewright.findings import Finding, FindingKind, Label, Severity, Span
from rulewright.markup.english import STOP_WORDS, parts, singular
from rulewright.markup.links import LINK
from rulewright.model.book import Book, Target, once_per_book
from rulewright.model.game import case_sensitive_names
from rulewright.model.names import nearest
from rulewright.model.owners import items_below, texts
from rulewright.model.text import Text
from rulewright.wording import plain

# The texts of a book as they print, for checks of words; errata are left out, because they quote mistakes.

LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Printed:
    """A text with its words as they print, and the entry that it belongs to.

    `words` are the same without signs and capitals: a check sees by them that it has nothing to look for.
    """

    owner: Target
    text: Text
    shown: str
    words: tuple[str, ...]


@once_per_book
def book_texts(book: Book) -> Sequence[tuple[Target, Text]]:
    """Every text of a book with its owner."""
    return list(texts(book.game))


@once_per_book
def printed_texts(book: Book) -> Sequence[Printed]:
    """Every text of a book, whatever its language."""
    shown = ((owner, text, plain(text, book)) for owner, text in book_texts(book) if owner.kind != "erratum")
    known: dict[str, str] = {}  # each word is there once in memory
    return [
        Printed(owner, text, words, tuple(known.setdefault(word, word) for word in LETTERS.findall(words.casefold())))
        for owner, text, words in shown
    ]


def is_english(book: Book) -> bool:
    return book.game.language.partition("-")[0].lower() == "en"


class TextFindings:
    """Make findings of one kind in texts, each with its own id."""

    def __init__(self, finding: FindingKind) -> None:
        self._finding, self._occurrences = finding, Occurrences()

    def at(self, printed: Printed, phrase: str, message: str, hint: str) -> Finding:
        """Report the first place of a phrase, or of its last word if a link divides the phrase."""
        words = phrase.split()
        part = phrase if phrase in printed.text.source else words[-1] if words else phrase
        about = self._occurrences.about(printed.owner, phrase)
        return self._finding.at(printed.text.locate(part), message, hint, about=about)


NAMED = re.compile(r"(?<![\w'’/&-])(?:[A-Z][\w'’/&-]*\s+){1,8}(?:Table|Chart)\b(?!\s+\d)")
BEGINS = re.compile(r"(?:^|[.!?:;]|[-*–])\s*$")
KINDS = frozenset({"table", "chart"})
IGNORED = STOP_WORDS | KINDS


@finds(Severity.WARNING)
def absent_table(book: Book) -> Iterator[Finding]:
    """A table that a text names and the book does not have: `see the Rally Table`.

    It was left out, or has another title now, and the reader leafs through all pages for it. Names with capitals count:
    in `the card's table` no name is given.

    Each such name that is the name of nothing: no table, rule, quick reference, card or term has it in its title.
    """
    texts = [printed for printed in printed_texts(book) if not KINDS.isdisjoint(printed.words)]
    titles = list(_titles(book)) if texts else []
    known = [frozenset(_name(parts(title))) for title in titles]
    findings = TextFindings(absent_table)
    for printed in texts:
        for match in NAMED.finditer(printed.shown):
            words = parts(match[0])
            names = [frozenset(_name(words))]
            if BEGINS.search(printed.shown[: match.start()]):  # the capital of its first word may mean nothing
                names.append(frozenset(_name(words[1:])))
            if all(names) and not any(name <= title for name in names for title in known):
                meant = nearest(match[0], titles)
                hint = f"did you mean {meant!r}?" if meant else "add the table, or declare the name under terms"
                yield findings.at(
                    printed,
                    match[0],
                    f"the text names {match[0]!r}, but there is no such table",
                    hint,
                )


def _name(words: Iterable[str]) -> Iterator[str]:
    yield from (word for word in words if word not in IGNORED)


def _titles(book: Book) -> Iterator[str]:
    """The names that readers find as a heading or in the glossary."""
    game = book.game
    yield from (plain(table.title, book) for table in game.tables)
    yield from (plain(rule.title, book) for rule in game.rules)
    yield from (plain(reference.title, book) for reference in game.references)
    yield from (plain(card.title, book) for card in game.cards)
    yield from (name for term in game.terms for name in term.names)


TWICE = re.compile(r"(?<![\w’'-])([^\W\d_]+)\s+(?=(\1)(?![\w’'-]))", re.IGNORECASE)
SOUND = frozenset({"had", "that", "is", "do", "so", "very", "no", "in", "on"})
"""Words that may well follow themselves: `the units that had had a turn`, `when the tank drives in in the open`."""


@finds(Severity.WARNING)
def repeated_word(book: Book) -> Iterator[Finding]:
    """A word that stands twice in a row: `the the unit`. Something was cut or pasted there, and perhaps more is wrong.

    Each such pair; names such as Baden Baden have two capitals.
    """
    findings = TextFindings(repeated_word)
    for printed in printed_texts(book) if is_english(book) else ():
        twice = any(map(eq, printed.words, printed.words[1:]))
        for match in TWICE.finditer(printed.shown) if twice else ():
            if match[2].islower() and match[2] not in SOUND:
                phrase = f"{match[0]}{match[2]}"
                hint = "leave out one of the two"
                yield findings.at(printed, phrase, f"{match[2]!r} is repeated: {phrase!r}", hint)


SHOWN = 30
"""Characters at the end of a text that a message shows."""


@finds(Severity.WARNING)
def unfinished_text(book: Book) -> Iterator[Finding]:
    """A text that stops in the middle: it ends in a slash, or opens a bracket and does not close it.

    The rest was lost when it was copied, or the sign should have gone with it.

    Texts of more than one sign that end in a slash or within a bracket.
    """
    findings = TextFindings(unfinished_text)
    for printed in printed_texts(book):
        shown = printed.shown.rstrip()
        if len(shown) > 1 and shown.endswith("/"):
            message = f"this text ends in a slash: {shown[-SHOWN:]!r}"
            yield findings.at(printed, "/", message, "add what is missing, or remove the slash")
        elif (opened := _unclosed(shown)) is not None:
            message = f"this text opens a bracket that it does not close: {shown[opened:][:SHOWN]!r}"
            yield findings.at(printed, "(", message, "close the bracket, or remove it")


def _unclosed(shown: str) -> int | None:
    """The place of the last bracket that is opened and not closed; a closing one alone may end a number: 1)."""
    opened: list[int] = []
    for bracket in re.finditer("[()]", shown):
        if bracket[0] == "(":
            opened.append(bracket.start())
        elif opened:
            opened.pop()
    return opened[-1] if opened else None


ADDRESS = re.compile(r"\S*(?:://|www\.|@)\S*")
APART = re.compile(r"(?<![\w’'-])([^\W\d_]{3,})(?=(\s+|-)([^\W\d_]{3,})(?![\w’'-]))")
JOINED = re.compile(r"(?<![\w’'-])[^\W\d_]{6,}(?![\w’'-])")


@finds(Severity.WARNING)
def two_names(book: Book) -> Iterator[Finding]:
    """Two names for one thing, or one label for two: readers search the rules for a difference that is not there.

    A name is one word here and two there: `longsword` and `long sword`. A hyphen alone says nothing, for `long range`
    and `long-range fire` are both good English.

    Names in one word and in two, and terms or keys of a domain with one label.
    """
    if is_english(book):
        yield from _spellings(book)
    yield from _labels(book)


def _spellings(book: Book) -> Iterator[Finding]:
    """Each name in one word that is in two elsewhere, where the rarer one is first; its parts may have a hyphen."""
    joined, apart = _Uses(), _Uses()
    shown = [(printed, ADDRESS.sub("|", printed.shown)) for printed in printed_texts(book)]
    for printed, text in shown:
        for match in JOINED.finditer(text):
            if match[0][1:].islower():
                joined.add(_fold(match[0]), printed, match[0])
    for printed, text in shown:
        for match in APART.finditer(text):
            fold = _fold(match[1] + match[3])
            if fold in joined.count and STOP_WORDS.isdisjoint((match[1].lower(), match[3].lower())):
                apart.add(fold, printed, f"{match[1]}{match[2]}{match[3]}")
    declared = [{_fold(name) for name in term.names} for term in book.game.terms if term.also]
    allowed = frozenset[str]().union(*declared)
    for fold in (each for each in apart.count if each not in allowed):
        usual, other = (apart, joined) if joined.count[fold] < apart.count[fold] else (joined, apart)
        (first, known), (printed, written) = usual.first[fold], other.first[fold]
        message = f"{written!r} and {known!r} look like two names for one thing: {'they differ by a hyphen or a space'}"
        hint = "use one of them, or list the other under 'also' of the term"
        label, about = Label(first.text.locate(known), "the other one"), f"{written} and {known}"
        yield two_names.at(printed.text.locate(written), message, hint, (label,), about=about)


class _Uses:
    """How often the book has each spelling, and where first."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self.first: dict[str, tuple[Printed, str]] = {}

    def add(self, fold: str, printed: Printed, written: str) -> None:
        self.count[fold] += 1
        self.first.setdefault(fold, (printed, written))


def _fold(name: str) -> str:
    return singular(re.sub(r"[\s-]+", "", name).lower())


def _labels(book: Book) -> Iterator[Finding]:
    """Each label that an earlier term, or an earlier key of its table, has."""
    apart = case_sensitive_names(book.game.terms)
    terms = [(name, term.span, term.id) for term in book.game.terms for name in term.names if name not in apart]
    yield from _alike("terms", terms)
    domains = {axis.domain.id: axis.domain for table in book.game.tables for axis in table.axes}
    for domain in domains.values():
        labels = [(plain(name.label, book), name.span, name.id) for name in domain.names]
        yield from _alike(f"keys of {domain.id!r}", labels)


def _alike(what: str, labels: Iterable[tuple[str, Span, str]]) -> Iterator[Finding]:
    first: dict[str, tuple[Span, str]] = {}
    for label, span, id_ in labels:
        fold = _fold(label)
        place, known = first.setdefault(fold, (span, id_))
        if fold and known != id_:
            message, hint = (
                f"two {what} are called {label!r}",
                "rename one of them, or merge the two",
            )
            other, about = (Label(place, "the other one"),), f"two {what}: {known} and {id_}"
            yield two_names.at(span, message, hint, other, about=about)


HYPHEN = re.compile(r"(?<![\d\s])\s+-\s+(?!\d)|\n\s*-\s+")
"""Between two figures it is a minus."""
HINT = "write `text: …` and below it `items:` with a list; for a dash write –"


@finds(Severity.WARNING)
def flattened_list(book: Book) -> Iterator[Finding]:
    """A bullet with " - " between its words: a list under the bullet that YAML has joined into one line.

    Lines that begin with a hyphen under a bullet look like bullets of their own to an author. YAML reads them as more
    words of the bullet, and they print as one long line. Where a dash is meant, a hyphen prints too short.

    The first such hyphen of each bullet.
    """
    occurrences = Occurrences()
    for owner, text in _bullets(book):
        bare = LINK.sub(lambda link: "x" * len(link[0]), text.source)
        if match := HYPHEN.search(bare):
            words = " ".join(text.words.split()[:4])
            place = text.at(match.start() + match[0].index("-"), 1)
            message = "this bullet continues after a hyphen: a list under it would print as one line"
            yield flattened_list.at(place, message, HINT, about=occurrences.about(owner, words))


def _bullets(book: Book) -> Iterator[tuple[Target, Text]]:
    for reference in book.game.references:
        yield from ((Target("reference", reference.id), item.text) for item in items_below(reference.items))
    for card in book.game.cards:
        for block in card.all_blocks():
            yield from ((Target("card", card.id), item.text) for item in items_below(block.shown.bullets))
