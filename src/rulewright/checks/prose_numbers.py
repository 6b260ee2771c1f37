"""The numbers of the rules that an author typed as figures in prose."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from rulewright.limits import RUN
from rulewright.markup.links import LINK
from rulewright.model.book import Book, Target, items_below
from rulewright.model.once_per_book import once_per_book
from rulewright.model.text import Text
from rulewright.translation.catalogues import catalogue

TOKEN = re.compile(
    r"(?:[^\d\s]{0,40}\s)+|[^\W\d_][^\W_]*(?:[-./'’][^\W_]+)*|([-−+]?\d[^\W_]*(?:[-−–.,:/][^\W_]*\d[^\W_]*)*)"
)
"""Words without figures, a word that may have some after a letter (T34, Pak-40), or a number (12, +1, 4–5, 88mm)."""
DICE = re.compile(r"(?<!\w)(?:\d+ ?)?[dDwW]\d+s?(?!\w)")
"""2D10, d66, D6s; in German W6."""
DIE = re.compile(r"[dDwW]\d")
"""What all dice have in common; a search for it is quick."""
ORDERED = re.compile(r"^[ \t]*\d+[.)](?=\s)", re.MULTILINE)
"""The number of an item in a Markdown list."""
DIGIT = re.compile(r"\d")
YEAR = re.compile(r"(?:1[6-9]\d\d|20[1-4]\d)(?<![\w.,]....)(?:[-–/](?:\d\d)?\d\d)?(?![\w″\"%])")
RULE_NUMBER = re.compile(r"\d(?:(?<![\w.].)|(?<=[A-Za-z].)(?<![\w.]..))\d*(?:\.[\dA-Za-z]+)*")
"""The number of a rule from its first figure on; a letter may be before it. A search for figures first is quick."""
RULE = re.compile(r"\b(?:rules?|sections?|chapters?)$", re.IGNORECASE)
"""The end of the word before a number that cites a rule."""
BLANKS = "[ \u00a0\u202f]"
"""What French writes between thousands."""
QUOTES = ("fact", "cell", "unit", "given", "result")
"""The kinds of link whose own words are not typed numbers, because the link quotes the number."""


@once_per_book
def prose(book: Book) -> Sequence[tuple[Target, Text]]:
    """Every text of sentences; cells, keys and labels of tables are what prose quotes."""
    return [(owner, text) for owner, text in _prose(book) if text is not None]


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
    for figure in book.game.numbered_figures:
        yield from ((Target("figure", figure.id), text) for text in (figure.title, figure.caption))


class ProseNumbers:
    """Separates the numbers of a game's rules from other figures."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._rules = {rule.number for rule in book.game.rules}
        self._names = _names_with_figures(book)
        self._own = _own_spelling(book.game.language)

    def typed(self, text: Text) -> str:
        """The text with blanks in place of links and of figures that are no numbers of the rules; its length stays.

        Numbers are in the spelling of English: `2,5` of a German text is `2.5`, and `1.000` is `1,000`.
        """
        typed = "".join(self._without_links(text)) if text.links else text.source
        if not DIGIT.search(typed):
            return typed
        typed = RULE_NUMBER.sub(lambda match: _blank(match) if self._cites(match) else match[0], typed)
        for pattern in (self._names, DICE if DIE.search(typed) else None, ORDERED, YEAR):
            typed = pattern.sub(_blank, typed) if pattern else typed
        return self._own.sub(_in_english, typed) if self._own else typed

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

    def _cites(self, match: re.Match[str]) -> bool:
        """Whether a number is the number of a rule: with a dot, or after a word such as "rule"."""
        before = match.string[max(0, match.start() - RUN.most - 10) : match.start()]
        letter = before[-1:] if before[-1:].isalpha() else ""
        return letter + match[0] in self._rules and ("." in match[0] or _after_rule(before.removesuffix(letter)))


def _after_rule(before: str) -> bool:
    """Whether a text ends with a word such as "rule" and a blank."""
    return before[-1:].isspace() and any(map(RULE.search, before.split()[-1:]))


@cache
def _own_spelling(language: str) -> re.Pattern[str] | None:
    """Numbers with the signs of a language between their figures; None where they are those of English."""
    signs = catalogue(language).signs
    if not signs:
        return None
    group, point = (re.escape(signs[ord(sign)]) for sign in ",.")
    group = BLANKS if signs[ord(",")].isspace() else group
    return re.compile(rf"(?<![\w.,])(\d{{1,3}}(?:{group}\d{{3}})+(?!\d)|\d+)(?:{point}(\d+))?(?!\w)")


def _in_english(match: re.Match[str]) -> str:
    whole = re.sub(r"\D", ",", match[1])
    return f"{whole}.{match[2]}" if match[2] else whole


def _names_with_figures(book: Book) -> re.Pattern[str] | None:
    """Terms with figures in their names, if there are any: the 250 of a vehicle is no number of the rules."""
    names = sorted((name for term in book.game.terms for name in term.names if re.search(r"\d", name)), key=len)
    spelt = ("".join(r"\s+" if sign == " " else re.escape(sign) for sign in name) for name in reversed(names))
    return re.compile(rf"(?<!\w)(?:{'|'.join(spelt)})s?(?!\w)", re.IGNORECASE) if names else None


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
