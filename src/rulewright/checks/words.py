"""Checks of the printed words: words that stand twice, unfinished texts, absent tables, two names for one thing.

They read each text as it prints (`printed_texts`): `the [[hex|hexes]]` is `the hexes`. `@finds` makes each check an
object, whose `at` makes its findings.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import eq

from rulewright.base.findings import Finding, Label, Severity, Span
from rulewright.book.book import Book, once_per_book
from rulewright.book.owners import texts
from rulewright.book.wording import plain
from rulewright.checks.named_check import finds
from rulewright.entries.names import nearest
from rulewright.entries.references import all_bullets
from rulewright.entries.terms import case_sensitive_names
from rulewright.entries.text import Target, Text
from rulewright.source.markup.english import STOP_WORDS, parts, singular
from rulewright.source.markup.links import LINK

LETTERS = re.compile(r"[^\W\d_]+")
"""A word without digits and punctuation."""


@dataclass(frozen=True, slots=True)
class PrintedText:
    """A text, the entry that it belongs to, and its printed form `shown`.

    `words` are its words in lower case without punctuation. They let a check skip a text quickly.
    """

    owner: Target
    text: Text
    shown: str
    words: tuple[str, ...]

    def locate(self, phrase: str) -> Span:
        """Return the first place of a phrase, or of its last word if a link divides the phrase."""
        words = phrase.split()
        return self.text.locate(phrase if phrase in self.text.source or not words else words[-1])

    def locate_sign(self, index: int) -> Span:
        """Return the place of a character of `shown`; of the whole text if its markup has such characters too."""
        sign = self.shown[index]
        if self.text.raw.count(sign) != self.shown.count(sign):
            return self.text.span
        return self.text.locate(sign, self.shown[:index].count(sign))

    def about(self, phrase: str) -> str:
        return f"{self.owner.kind} {self.owner.id}: {phrase}"


@once_per_book
def book_texts(book: Book) -> Sequence[tuple[Target, Text]]:
    """Return every text of a book with its owner."""
    return list(texts(book.game))


@once_per_book
def printed_texts(book: Book) -> Sequence[PrintedText]:
    """Return every printed text of a book except errata, because they quote mistakes."""
    printed = ((owner, text, plain(text, book)) for owner, text in book_texts(book) if owner.kind != "erratum")
    unique: dict[str, str] = {}  # keeps each word once in memory
    return [
        PrintedText(
            owner, text, shown, tuple(unique.setdefault(word, word) for word in LETTERS.findall(shown.casefold()))
        )
        for owner, text, shown in printed
    ]


def is_english(book: Book) -> bool:
    return book.game.language.partition("-")[0].lower() == "en"


TABLE_NAME = re.compile(r"(?<![\w'’/&-])(?:[A-Z][\w'’/&-]*\s+){1,8}(?:Table|Chart)\b(?!\s+\d)")
"""The name of a table, `Rally Table`; not `Rally Table 3`."""
SENTENCE_START = re.compile(r"(?:^|[.!?:;]|[-*–])\s*$")
"""What precedes the first word of a sentence or of an item."""
TABLE_WORDS = frozenset({"table", "chart"})


@finds(Severity.WARNING)
def absent_table(book: Book) -> Iterator[Finding]:
    """A table that a text names and the book does not have: `see the Rally Table`.

    It was left out, or has another title now, and the reader leafs through all pages for it. Only names with capitals
    count: `the card's table` names nothing. The name may be part of the title of any table, rule, quick reference or
    card, or of a term.
    """
    candidates = [printed for printed in printed_texts(book) if not TABLE_WORDS.isdisjoint(printed.words)]
    titles = list(_titles(book)) if candidates else []
    title_words = [_significant(parts(title)) for title in titles]
    for printed in candidates:
        for match in TABLE_NAME.finditer(printed.shown):
            words = parts(match[0])
            names = [_significant(words)]
            if SENTENCE_START.search(printed.shown[: match.start()]):  # the capital of its first word may mean nothing
                names.append(_significant(words[1:]))
            is_part_of_title = any(name <= title for name in names for title in title_words)
            if all(names) and not is_part_of_title:
                meant = nearest(match[0], titles)
                message = f"the text names {match[0]!r}, but there is no such table"
                hint = f"did you mean {meant!r}?" if meant else "add the table, or declare the name under terms"
                yield absent_table.at(printed.locate(match[0]), message, hint, about=printed.about(match[0]))


def _significant(words: Iterable[str]) -> frozenset[str]:
    """Return the words that distinguish a name: `rally` of `the rally table`."""
    return frozenset(words) - STOP_WORDS - TABLE_WORDS


def _titles(book: Book) -> Iterator[str]:
    """Yield the names that readers find as headings or in the glossary."""
    yield from (plain(title, book) for target, _ in book.game.entries() if (title := book.title(target)).source)
    yield from (name for term in book.game.terms for name in term.names)


REPEATED = re.compile(r"(?<![\w’'-])([^\W\d_]+)\s+(?=(\1)(?![\w’'-]))", re.IGNORECASE)
"""A word before the same word: the first `the ` of `the the unit`. Group 2 is the second word."""
MAY_REPEAT = frozenset({"had", "that", "is", "do", "so", "very", "no", "in", "on"})
"""Words that may follow themselves: `the units that had had a turn`, `when the tank drives in in the open`."""


@finds(Severity.WARNING)
def repeated_word(book: Book) -> Iterator[Finding]:
    """A word that stands twice in a row: `the the unit`. Something was cut or pasted there, and perhaps more is wrong.

    Names such as Baden Baden have two capitals and do not count.
    """
    for printed in printed_texts(book) if is_english(book) else ():
        if any(map(eq, printed.words, printed.words[1:])):
            for match in REPEATED.finditer(printed.shown):
                word, phrase = match[2], match[0] + match[2]
                if word.islower() and word not in MAY_REPEAT:
                    message = f"{word!r} is repeated: {phrase!r}"
                    place, about = printed.locate(phrase), printed.about(phrase)
                    yield repeated_word.at(place, message, "leave out one of the two", about=about)


LONGEST_QUOTE = 30
"""The most characters of a text that a message shows."""


@finds(Severity.WARNING)
def unfinished_text(book: Book) -> Iterator[Finding]:
    """A text that stops in the middle: it ends in a slash, or opens a bracket and does not close it.

    The rest was lost when it was copied, or the sign should have gone with it.
    """
    for printed in printed_texts(book):
        shown = printed.shown.rstrip()
        if len(shown) > 1 and shown.endswith("/"):
            message = f"this text ends in a slash: {shown[-LONGEST_QUOTE:]!r}"
            hint = "add what is missing, or remove the slash"
            yield unfinished_text.at(printed.locate_sign(len(shown) - 1), message, hint, about=printed.about("/"))
        elif (bracket := _unclosed(shown)) is not None:
            message = f"this text opens a bracket that it does not close: {shown[bracket:][:LONGEST_QUOTE]!r}"
            hint = "close the bracket, or remove it"
            yield unfinished_text.at(printed.locate_sign(bracket), message, hint, about=printed.about("("))


def _unclosed(shown: str) -> int | None:
    """Return the position of the last unclosed bracket, or None. A closing bracket alone is allowed, as in `1)`."""
    open_brackets: list[int] = []
    for bracket in re.finditer("[()]", shown):
        if bracket[0] == "(":
            open_brackets.append(bracket.start())
        elif open_brackets:
            open_brackets.pop()
    return open_brackets[-1] if open_brackets else None


ADDRESS = re.compile(r"\S*(?:://|www\.|@)\S*")
"""A web or mail address."""
TWO_WORDS = re.compile(r"(?<![\w’'-])([^\W\d_]{3,})(?=(\s+|-)([^\W\d_]{3,})(?![\w’'-]))")
"""Two words beside each other: `long sword`, `long-sword`. The second may also begin the next match."""
ONE_WORD = re.compile(r"(?<![\w’'-])[^\W\d_]{6,}(?![\w’'-])")
"""A word that may be two elsewhere: `longsword`."""


@finds(Severity.WARNING)
def two_names(book: Book) -> Iterator[Finding]:
    """Two names for one thing, or one label for two: readers search the rules for a difference that is not there.

    A name is one word here and two there: `longsword` and `long sword`. A hyphen alone says nothing, because `long
    range` and `long-range fire` are both good English. Two terms, or two keys of one domain, may not share a label.
    """
    if is_english(book):
        yield from _report_spellings(book)
    case_sensitive = case_sensitive_names(book.game.terms)
    terms = [(name, term.span, term.id) for term in book.game.terms for name in term.names]
    yield from _same_labels("terms", (term for term in terms if term[0] not in case_sensitive))
    domains = {axis.domain.id: axis.domain for table in book.game.tables for axis in table.axes}
    for domain in domains.values():
        labels = [(plain(name.label, book), name.span, name.id) for name in domain.names]
        yield from _same_labels(f"keys of {domain.id!r}", labels)


@dataclass(slots=True)
class _Spellings:
    """The names of a book that are one word, or those that are two: how often each occurs, and its first place.

    The keys are folded: `longsword` for `long sword`, `long-sword` and `Longswords`.
    """

    count: Counter[str] = field(default_factory=Counter)
    first: dict[str, tuple[PrintedText, str]] = field(default_factory=dict)

    def add(self, name: str, printed: PrintedText, written: str) -> None:
        self.count[name] += 1
        self.first.setdefault(name, (printed, written))


def _report_spellings(book: Book) -> Iterator[Finding]:
    """Report names that are one word in one place and two in another, at the first place of the rarer spelling."""
    one_word, two_words = _Spellings(), _Spellings()  # `longsword`; `long sword` or `long-sword`
    without_addresses = [(printed, ADDRESS.sub("|", printed.shown)) for printed in printed_texts(book)]
    for printed, text in without_addresses:
        for match in ONE_WORD.finditer(text):
            if match[0][1:].islower():
                one_word.add(_fold(match[0]), printed, match[0])
    for printed, text in without_addresses:
        for match in TWO_WORDS.finditer(text):
            name = _fold(match[1] + match[3])
            if name in one_word.count and STOP_WORDS.isdisjoint((match[1].lower(), match[3].lower())):
                two_words.add(name, printed, f"{match[1]}{match[2]}{match[3]}")
    allowed = {_fold(name) for term in book.game.terms if term.also for name in term.names}
    for name in (name for name in two_words.count if name not in allowed):  # each is in `one_word` too
        usual, rare = (two_words, one_word) if one_word.count[name] < two_words.count[name] else (one_word, two_words)
        (first, usual_spelling), (printed, written) = usual.first[name], rare.first[name]
        message = (
            f"{written!r} and {usual_spelling!r} look like two names for one thing: they differ by a hyphen or a space"
        )
        hint = "use one of them, or list the other under 'also' of the term"
        labels, about = (Label(first.text.locate(usual_spelling), "the other one"),), f"{written} and {usual_spelling}"
        yield two_names.at(printed.text.locate(written), message, hint, labels, about=about)


def _fold(name: str) -> str:
    """Return a name in lower case and singular, without spaces and hyphens."""
    return singular(re.sub(r"[\s-]+", "", name).lower())


def _same_labels(what: str, labels: Iterable[tuple[str, Span, str]]) -> Iterator[Finding]:
    """Report each label that an earlier entry also has. The tuples are a label, its place and the id of its entry."""
    first: dict[str, tuple[Span, str]] = {}
    for label, span, id_ in labels:
        folded = _fold(label)
        place, earlier = first.setdefault(folded, (span, id_))
        if folded and earlier != id_:
            message, hint = f"two {what} are called {label!r}", "rename one of them, or merge the two"
            about = f"two {what}: {earlier} and {id_}"
            yield two_names.at(span, message, hint, (Label(place, "the other one"),), about=about)


HYPHEN = re.compile(r"(?<![\d\s])\s+-\s+(?!\d)|\n\s*-\s+")
"""A hyphen between words. Between digits it is a minus sign."""


@finds(Severity.WARNING)
def flattened_list(book: Book) -> Iterator[Finding]:
    """A bullet with " - " between its words: a list under the bullet that YAML has joined into one line.

    Lines that begin with a hyphen under a bullet look like bullets of their own to an author. YAML reads them as more
    words of the bullet, and they print as one long line. Where a dash is meant, a hyphen prints too short.
    """
    for owner, text in _bullets(book):
        without_links = LINK.sub(lambda link: "x" * len(link[0]), text.source)
        if match := HYPHEN.search(without_links):
            place = text.span_at(match.start() + match[0].index("-"), 1)
            message = "this bullet continues after a hyphen: a list under it would print as one line"
            hint = "write `text: …` and below it `items:` with a list; for a dash write –"
            about = f"{owner.kind} {owner.id}: {' '.join(text.words.split()[:4])}"
            yield flattened_list.at(place, message, hint, about=about)


def _bullets(book: Book) -> Iterator[tuple[Target, Text]]:
    for reference in book.game.references:
        yield from ((Target("reference", reference.id), item.text) for item in all_bullets(reference.items))
    for card in book.game.cards:
        for block in card.all_blocks():
            yield from ((Target("card", card.id), item.text) for item in all_bullets(block.shown.bullets))
