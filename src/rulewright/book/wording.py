"""Texts in plain words: links as the words that they print, no markup.

`plain` makes `see rule 4.1` of the source `*see* rule [[rule:sighting]]`. Tables, findings and reports quote texts so.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter
from typing import Any

from rulewright.base.messages.catalogues import catalogue
from rulewright.base.messages.messages import Message, heading, tell
from rulewright.book.book import Book
from rulewright.entries.calls import Call
from rulewright.entries.card import Card
from rulewright.entries.claims import Claim
from rulewright.entries.dice import Roll
from rulewright.entries.entry import Entry
from rulewright.entries.examples import Working
from rulewright.entries.numbers import Plain, exact_text
from rulewright.entries.origins import KEYWORDS, OURS, SOURCE
from rulewright.entries.procedures import Word
from rulewright.entries.roles import MARKDOWN
from rulewright.entries.rules import Rule
from rulewright.entries.text import Link, Target, Text, WrittenName
from rulewright.source.markup.links import LINK, target_and_shown
from rulewright.source.markup.words import words


def link_text(link: Link, target: Target | None, book: Book) -> str:
    """Return the words that a link prints: the author's own, or the name of its target."""
    if link.shown or target is None:
        return link.shown or link.target
    match target.kind:
        case "rule":
            rule = book.rules[target.id]
            if book.game.numbering.range(written := link.target.removeprefix("rule:")):  # such as 4.1-4.3
                return written.replace("-", "–")
            return rule.number or rule.title.source
        case "cell":
            return plain(book.case(target).value.label, book)
        case "example":
            title = book.examples[target.id].title
            quotes_examples = any(link.target.startswith("example:") for link in title.links)
            return title.words if quotes_examples else plain(title, book)  # two titles could quote each other
        case "figure":
            return figure_label(target.id, book)
        case "given" | "result":
            value = book.example_value(target)
            return plain(value, book) if isinstance(value, Text) else value.written
        case "unit":
            return book.unit(target).written
        case "fact":
            return catalogue(book.game.language).said(number(book.facts[target.id].value))
        case "mark":
            return book.marks[target.id].letter
    return book.title(target).source or link.target.removeprefix("term:")


def unbracketed(text: Text, book: Book) -> Text:
    """Return a text for cards, without round brackets around rule numbers: cards print these in square brackets."""
    if "([[" not in text.source:
        return text

    def without(match: re.Match[str]) -> str:
        links = (book.resolve(Link(*target_and_shown(link), text.span)) for link in LINK.finditer(match[1]))
        return match[1] if all(each is not None and each.kind == "rule" for each in links) else match[0]

    return replace(text, source=BRACKETED_LINKS.sub(without, text.source))


def figure_label(id_: str, book: Book) -> str:
    """Return `Figure 3`, in the language of the game."""
    return catalogue(book.game.language).said(tell("Figure {number}", number=book.figure_order.numbers[id_]))


BRACKETED_LINKS = re.compile(r"\((\[\[[^\[\]]+\]\](?:(?:,|,? and) \[\[[^\[\]]+\]\])*)\)")
"""Round brackets with only links in them: `([[4.1]], [[4.2]] and [[5]])`."""


def number(value: Plain) -> str:
    """Return a value as it prints."""
    if isinstance(value, (int, float, Fraction)) and not isinstance(value, bool):
        return exact_text(value)
    return str(value)


Part = tuple[int | float | Fraction, str]
"""A factor or a summand, and its name."""


def operations(parts: Iterable[Part], working: Working) -> Iterator[tuple[str, str, str]]:
    """Yield the sign, number and name of each part of a product or sum; the first has a sign only if it is negative."""
    for at, (value, name) in enumerate(parts):
        if working is Working.PRODUCT:
            yield ("×" if at else ""), number(value), name
        else:
            sign = "" if not at and value >= 0 else "−" if value < 0 else "+"
            yield sign, number(-value if value < 0 else value), name


def arithmetic(parts: Iterable[Part], working: Working) -> str:
    """Return a calculation in words: `6 [MG FP] × ½ [Long Range]`, `4 [dr] + 3 [US#] − 1 [leadership]`."""
    return " ".join(f"{sign} {value} [{name}]".strip() for sign, value, name in operations(parts, working))


def plain(text: Text, book: Book) -> str:
    """Return the text with the words of its links, without emphasis, with single spaces."""
    cache = book.plain_texts
    if text not in cache:
        cache[text] = _plain_alone(text.source, text.blocks) if _is_alone(text) else _join(text, book, link_text)
    return cache[text]


def _is_alone(text: Text) -> bool:
    """Return whether a text has no links and is not one of the tool's messages."""
    return type(text.source) is str and "[[" not in text.source  # a message is of a subclass of str


@lru_cache(maxsize=65_536)
def _plain_alone(source: str, blocks: bool) -> str:
    """Return a text without links as plain words; cached, because it is the same after every edit in a preview."""
    return words(source, lambda target, _: target, blocks=blocks)


def full_name(rule: Rule, book: Book) -> str:
    """Return the number of a rule, if it has one, and its title."""
    return f"{rule.number} {plain(rule.title, book)}".strip()


def entry_name(target: Target, book: Book) -> str:
    """Return the name of an entry: a rule with its number, a term as it is written, and the title of others."""
    match target.kind:
        case "rule":
            return full_name(book.rules[target.id], book)
        case "term":
            return book.terms[target.id].name
    return plain(book.title(target), book)


def own_name(rule: Rule) -> str | None:
    """Return the full name of a rule if its title has no links, so that it is the same in every state of a game."""
    alone = _is_alone(rule.title)
    return f"{rule.number} {_plain_alone(rule.title.source, rule.title.blocks)}".strip() if alone else None


def plain_with_mark_names(text: Text, book: Book) -> str:
    """Return the plain text with the names of badges, for a list of choices, which cannot show badges.

    Other marks have no name, because they only point to their legends.
    """

    def name(link: Link, target: Target | None, book: Book) -> str:
        if target is None or target.kind != "mark":
            return link_text(link, target, book)
        mark = book.marks[target.id]
        return "" if mark.sign else mark.name

    return _join(text, book, name)


def _join(text: Text, book: Book, words_of: Callable[[Link, Target | None, Book], str]) -> str:
    def show(target: str, shown: str) -> str:
        link = Link(target, shown, text.span)
        return words_of(link, book.resolve(link), book)

    return words(catalogue(book.game.language).said(text.source), show, blocks=text.blocks)


def page_names(card: Card) -> tuple[str, ...]:
    """Return the names of the pages of a card; a single page has an empty one.

    The two pages of a card are sides. With more pages, printing decides which are back to back.
    """
    numbers = range(1, len(card.pages) + 1)
    if len(numbers) == 1:
        return ("",)
    if len(numbers) == 2:
        return tuple(tell("side {number} of {count}", number=number, count=2) for number in numbers)
    return tuple(tell("page {number} of {count}", number=number, count=len(numbers)) for number in numbers)


# The values of entries as texts

WRITTEN: Mapping[type, Callable[[Any], str]] = {
    Call: attrgetter("text"),
    Claim: attrgetter("text"),
    Roll: attrgetter("name"),
    Word: attrgetter("name"),
    WrittenName: attrgetter("name"),
    date: date.isoformat,
}
"""How values of these classes are written as a text."""


def written(value: object) -> str:
    """Return a value as a text."""
    return WRITTEN.get(type(value), str)(value)


def details(entry: Entry) -> Iterator[tuple[Message, Text]]:
    """Yield the values of an entry that are not sentences, each with the name of its key: `Turns`, 6."""
    for key in entry.declared.values():
        value = getattr(entry, key.attribute)
        values = value if isinstance(value, tuple) else (value,)
        for each in values if key.kind not in MARKDOWN and key not in (SOURCE, OURS, KEYWORDS) else ():
            if each is not None and each is not False and each != "":
                yield heading(key.name), each if isinstance(each, Text) else Text(written(each))
