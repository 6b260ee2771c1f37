"""What a text says once its links are resolved, without any markup."""

import re

from rulewright.model.book import Book, Target
from rulewright.model.domain import Plain, minus
from rulewright.model.text import LINK, Link, Text

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
        case "unit":
            return book.unit(target).written
        case "fact":
            return number(book.facts[target.id].value)
        case "mark":
            return book.marks[target.id].letter
    return link.target.removeprefix("term:")


def number(value: Plain) -> str:
    """A value as it prints."""
    return minus(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else str(value)


def plain(text: Text, book: Book) -> str:
    """The text as a reader speaks it: links by their words, emphasis dropped, white space folded."""
    words, at = "", 0
    for link, match in zip(text.links, LINK.finditer(text.source), strict=True):
        words += EMPHASIS.sub("", text.source[at : match.start()]) + shown(link, book.resolve(link), book)
        at = match.end()
    return " ".join((words + EMPHASIS.sub("", text.source[at:])).split())
