"""Texts for readers of other programs: the Markdown of a text with the words of its links in their place."""

import re
from collections.abc import Callable

from rulewright.markup.links import LINK, target_and_shown
from rulewright.model.book import Book
from rulewright.model.text import Link, Text
from rulewright.wording import link_text, plain

Words = Callable[[Text], str]
"""What a format makes of a text."""


def plain_words(book: Book) -> Words:
    """Words without markup, as cells of spreadsheets have them."""
    return lambda text: plain(text, book)


def markdown_words(book: Book) -> Words:
    """Markdown that every program understands: a link to a thing of the game is what it shows."""

    def shown(match: re.Match[str], text: Text) -> str:
        link = Link(*target_and_shown(match), text.span)
        return link_text(link, book.resolve(link), book)

    return lambda text: LINK.sub(lambda match: shown(match, text), text.source).strip()
