"""Numbers typed in prose, in a game whose numbers are to be quoted: a typed number can drift from its rule."""

import re
from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic
from rulewright.model.book import Book, items_below
from rulewright.model.example import Example
from rulewright.model.game import Fact
from rulewright.model.text import LINK, Text
from rulewright.wording import number

TOKEN = re.compile(r"[^\W\d_][^\W_]*(?:[-./'’][^\W_]+)*|([-−+]?\d[^\W_]*(?:[-−–.,:/][^\W_]*\d[^\W_]*)*)")
"""A word, which may hold figures if it begins with a letter (T34, Pak-40), or else a number (12, +1, 4–5, 88mm)."""
DICE = re.compile(r"(?<!\w)(?:\d+ ?)?[dDwW]\d+s?(?!\w)")
"""2D10, d66, D6s; in German W6."""
ORDERED = re.compile(r"^[ \t]*\d+[.)](?=\s)", re.MULTILINE)
"""The number of an item in a Markdown list."""
YEAR = re.compile(r"(?<![\w.,])(?:1[6-9]\d\d|20[1-4]\d)(?:[-–/](?:\d\d)?\d\d)?(?![\w″\"%])")
RULE = re.compile(r"(\b(?:rules?|sections?|chapters?)\s+)?((?<![\w.])[A-Z]?\d+(?:\.[\da-z]+)*)", re.IGNORECASE)
MOST_NAMED = 3
QUOTES = ("fact", "cell", "unit", "given", "result")
"""What a link may show in other words, which are not typed numbers for that."""


def typed_numbers(book: Book) -> Iterator[Diagnostic]:
    """A number that stands in prose and quotes neither a fact nor a cell."""
    if not book.game.numbers_quoted:
        return
    names = _names(book)
    given = {text.span: example for example in book.game.examples for text in example.prose()}
    for text in _prose(book):
        for match in TOKEN.finditer(_typed(text, book, names)):
            if match[1]:
                message = f"the number {match[1]} is typed here"
                hint = _hint(match[1], book, given.get(text.span))
                yield Diagnostic("typed-number", text.at(match.start(), len(match[1])), message, hint)


def _prose(book: Book) -> Iterator[Text]:
    """What is read as sentences; the cells, keys and labels of tables are what prose quotes."""
    game = book.game
    texts: list[Text | None] = []
    for rule in game.rules:
        texts += rule.prose() if rule.external else (rule.title, *rule.prose())
    for term in game.terms:
        texts += [term.text, term.unexplained]
    for table in game.tables:
        texts += [table.note, *(silence.why for silence in table.silences if silence.question)]
    for reference in game.references:
        texts += [reference.title, *(item.text for item in items_below(reference.items))]
    for example in game.examples:
        texts += example.prose()
    yield from (text for text in texts if text is not None)


def _names(book: Book) -> re.Pattern[str]:
    """Names of the glossary that hold figures: there 250 is no number, but half of a vehicle."""
    names = sorted((name for term in book.game.terms for name in term.names if re.search(r"\d", name)), key=len)
    spelt = ("".join(r"\s+" if sign == " " else re.escape(sign) for sign in name) for name in reversed(names))
    return re.compile(rf"(?<!\w)(?:{'|'.join(spelt) or '(?!)'})s?(?!\w)", re.IGNORECASE)


def _typed(text: Text, book: Book, names: re.Pattern[str]) -> str:
    """The text as long as it was, with blanks for links and for figures that are no numbers of the rules."""
    typed, at = "", 0
    for link, match in zip(text.links, LINK.finditer(text.source), strict=True):
        target = book.resolve(link)
        shows = match[2] is not None and (target is None or target.kind not in QUOTES)
        start, end = match.span(2) if shows else (match.end(), match.end())
        typed += text.source[at : match.start()] + " " * (start - match.start()) + text.source[start:end]
        typed += " " * (match.end() - end)
        at = match.end()
    typed += text.source[at:]
    numbers = {rule.number for rule in book.game.rules}
    typed = RULE.sub(lambda found: _blank(found) if _cites(found, numbers) else found[0], typed)
    for pattern in (names, DICE, ORDERED, YEAR):
        typed = pattern.sub(_blank, typed)
    return typed


def _cites(found: re.Match[str], numbers: set[str]) -> bool:
    """Whether a number is that of a rule: one with dots, or one after the word."""
    return found[2] in numbers and ("." in found[2] or found[1] is not None)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _hint(typed: str, book: Book, example: Example | None) -> str:
    """What to quote: in an example a value that it is given, else a fact of that number."""
    for each in example.given if example else ():
        if each.label.source == typed:
            return f"the example is given {each.name} {typed}: write [[given:{each.name}]]"
    facts = [fact for fact in book.game.facts if _is_in(fact, typed)][:MOST_NAMED]
    if not facts:
        return "state it once as a fact and quote it: [[fact:…]], or quote a cell: [[cell:table(…)]]"
    said = " and ".join(f"the fact {fact.id!r} is {number(fact.value)}" for fact in facts)
    return f"{said}: write {' or '.join(f'[[fact:{fact.id}]]' for fact in facts)}"


def _is_in(fact: Fact, typed: str) -> bool:
    return number(fact.value).lstrip("−+-") in re.findall(r"\d+(?:\.\d+)?", typed)
