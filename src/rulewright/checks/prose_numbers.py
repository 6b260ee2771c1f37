"""The numbers that stand in prose as figures: typed by the author, and numbers of the rules."""

import re
from collections.abc import Iterator

from rulewright.model.book import Book, Target, items_below
from rulewright.model.text import LINK, Text

TOKEN = re.compile(r"[^\W\d_][^\W_]*(?:[-./'’][^\W_]+)*|([-−+]?\d[^\W_]*(?:[-−–.,:/][^\W_]*\d[^\W_]*)*)")
"""A word, which may hold figures if it begins with a letter (T34, Pak-40), or else a number (12, +1, 4–5, 88mm)."""
DICE = re.compile(r"(?<!\w)(?:\d+ ?)?[dDwW]\d+s?(?!\w)")
"""2D10, d66, D6s; in German W6."""
ORDERED = re.compile(r"^[ \t]*\d+[.)](?=\s)", re.MULTILINE)
"""The number of an item in a Markdown list."""
YEAR = re.compile(r"(?<![\w.,])(?:1[6-9]\d\d|20[1-4]\d)(?:[-–/](?:\d\d)?\d\d)?(?![\w″\"%])")
RULE = re.compile(r"(\b(?:rules?|sections?|chapters?)\s+)?((?<![\w.])[A-Z]?\d+(?:\.[\da-z]+)*)", re.IGNORECASE)
QUOTES = ("fact", "cell", "unit", "given", "result")
"""What a link may show in other words, which are not typed numbers for that."""


def prose(book: Book) -> Iterator[tuple[Target, Text]]:
    """What is read as sentences; the cells, keys and labels of tables are what prose quotes."""
    for owner, text in _prose(book):
        if text is not None:
            yield owner, text


def _prose(book: Book) -> Iterator[tuple[Target, Text | None]]:
    for rule in book.game.rules:
        own = rule.prose() if rule.external else (rule.title, *rule.prose())
        yield from ((Target("rule", rule.id), text) for text in own)
    for term in book.game.terms:
        yield from ((Target("term", term.id), text) for text in (term.text, term.unexplained))
    for table in book.game.tables:
        questions = (silence.why for silence in table.silences if silence.question)
        yield from ((Target("table", table.id), text) for text in (table.note, *questions))
    for reference in book.game.references:
        items = (item.text for item in items_below(reference.items))
        yield from ((Target("reference", reference.id), text) for text in (reference.title, *items))
    for example in book.game.examples:
        yield from ((Target("example", example.id), text) for text in example.prose())


class ProseNumbers:
    """Tells the numbers of a game's rules from other figures."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._rules = {rule.number for rule in book.game.rules}
        self._names = _names_with_figures(book)

    def typed(self, text: Text) -> str:
        """The text as long as it was, with blanks for links and for figures that are no numbers of the rules."""
        typed = "".join(self._without_links(text))
        typed = RULE.sub(lambda found: _blank(found) if self._cites(found) else found[0], typed)
        for pattern in (self._names, DICE, ORDERED, YEAR):
            typed = pattern.sub(_blank, typed)
        return typed

    def _without_links(self, text: Text) -> Iterator[str]:
        at = 0
        for link, match in zip(text.links, LINK.finditer(text.source), strict=True):
            target = self.book.resolve(link)
            shows = match[2] is not None and (target is None or target.kind not in QUOTES)
            start, end = match.span(2) if shows else (match.end(), match.end())
            yield text.source[at : match.start()] + " " * (start - match.start()) + text.source[start:end]
            yield " " * (match.end() - end)
            at = match.end()
        yield text.source[at:]

    def _cites(self, found: re.Match[str]) -> bool:
        """Whether a number is that of a rule: one with dots, or one after the word."""
        return found[2] in self._rules and ("." in found[2] or found[1] is not None)


def _names_with_figures(book: Book) -> re.Pattern[str]:
    """Names of the glossary that hold figures: there 250 is no number, but half of a vehicle."""
    names = sorted((name for term in book.game.terms for name in term.names if re.search(r"\d", name)), key=len)
    spelt = ("".join(r"\s+" if sign == " " else re.escape(sign) for sign in name) for name in reversed(names))
    return re.compile(rf"(?<!\w)(?:{'|'.join(spelt) or '(?!)'})s?(?!\w)", re.IGNORECASE)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])
