"""What a text says once its links are resolved, without any markup."""

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from rulewright.model.book import Book, Target
from rulewright.model.card import Card
from rulewright.model.domain import Plain
from rulewright.model.example import Example, Shows
from rulewright.model.game import Rule
from rulewright.model.text import LINK, Link, Text
from rulewright.model.vulgar import exact_text

EMPHASIS = re.compile(r"\*\*|(?<!\w)[*_]|[*_](?!\w)|`")


def shown(link: Link, target: Target | None, book: Book) -> str:
    """The words a link prints: what its author chose, or the name of the thing it leads to."""
    if link.shown or target is None:
        return link.shown or link.target
    match target.kind:
        case "rule":
            rule = book.rules[target.id]
            if book.game.numbering.range(written := link.target.removeprefix("rule:")):
                return written.replace("-", "–")
            return rule.number or rule.title.source
        case "table":
            return book.tables[target.id].title.source
        case "reference":
            return book.references[target.id].title.source
        case "card":
            return book.cards[target.id].title.source
        case "cell":
            return plain(book.case(target).value.label, book)
        case "example":
            return _title(book.examples[target.id], book)
        case "given" | "result":
            own = book.own(target)
            return plain(own, book) if isinstance(own, Text) else own.written
        case "unit":
            return book.unit(target).written
        case "fact":
            return number(book.facts[target.id].value)
        case "mark":
            return book.marks[target.id].letter
    return link.target.removeprefix("term:")


def _title(example: Example, book: Book) -> str:
    """The title with what it quotes; titles that name examples might name one another without end."""
    endless = any(link.target.startswith("example:") for link in example.title.links)
    return example.title.words if endless else plain(example.title, book)


def number(value: Plain) -> str:
    """A value as it prints."""
    if isinstance(value, (int, float, Fraction)) and not isinstance(value, bool):
        return exact_text(value)
    return str(value)


Part = tuple[int | float | Fraction, str]
"""A factor or a summand, and what it is called."""


def operations(parts: Iterable[Part], shows: Shows) -> Iterator[tuple[str, str, str]]:
    """The parts of a product or a sum as they print: sign, number and name; the first has its own sign or none."""
    for at, (value, name) in enumerate(parts):
        if shows is Shows.PRODUCT:
            yield ("×" if at else ""), number(value), name
        else:
            sign = "" if not at and value >= 0 else "−" if value < 0 else "+"
            yield sign, number(-value if value < 0 else value), name


def arithmetic(parts: Iterable[Part], shows: Shows) -> str:
    """`6 [MG FP] × ½ [Long Range]`, `4 [dr] + 3 [US#] − 1 [leadership]`."""
    return " ".join(f"{sign} {value} [{name}]".strip() for sign, value, name in operations(parts, shows))


def plain(text: Text, book: Book) -> str:
    """The text as a reader speaks it: links by their words, emphasis dropped, white space folded."""
    return _spelt(text, book, shown)


def full_name(rule: Rule, book: Book) -> str:
    """The number of a rule, if it has one, and its title."""
    return f"{rule.number} {plain(rule.title, book)}".strip()


def aloud(text: Text, book: Book) -> str:
    """The text where nothing can be painted, such as in a list to choose from: marks by their names."""
    return _spelt(text, book, _named)


def _named(link: Link, target: Target | None, book: Book) -> str:
    """A sign only points to its legend, and has nothing to say."""
    if target is None or target.kind != "mark":
        return shown(link, target, book)
    mark = book.marks[target.id]
    return mark.name if mark.badge else ""


def _spelt(text: Text, book: Book, words_of: Callable[[Link, Target | None, Book], str]) -> str:
    words, at = "", 0
    for link, match in zip(text.links, LINK.finditer(text.source), strict=True):
        words += EMPHASIS.sub("", text.source[at : match.start()]) + words_of(link, book.resolve(link), book)
        at = match.end()
    return " ".join((words + EMPHASIS.sub("", text.source[at:])).split())


def page_names(card: Card) -> tuple[str, ...]:
    """What the pages of a card are called among themselves; one alone needs no name.

    A card of two pages has sides; where there are more, nobody knows what lies at whose back.
    """
    count = len(card.pages)
    if count == 1:
        return ("",)
    return tuple(f"{'side' if count == 2 else 'page'} {number} of {count}" for number in range(1, count + 1))
