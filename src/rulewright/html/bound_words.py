"""Bind short words of a text to their neighbours, so that none stands alone on a line of a card.

Readers overlook a score alone on a line, and the two letters of "D6" can cost a bullet a whole line. So some spaces
become no-break spaces: before the number of a rule and before a mark; between a number and what it counts; in "up to
6″" and "at least 3"; and before a short word that ends a text. Only a few letters are bound together, and fewer in the
narrow columns of tables, so that they fit.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

CACHE_SIZE = 4096
"""Entries of the caches of bound texts. After an edit of a card most of its texts are unchanged."""
IN_TEXTS, IN_CELLS, IN_HEADINGS = 16, 9, 8
"""The most letters that are bound together, with the spaces between them."""
LONELY = 6
"""A word of up to this many letters must not stand alone on a line."""
SHORT = 5
"""A number may be bound to a word of up to this many letters."""
NO_BREAK = "\u00a0"
PIECE = re.compile(r"<[^>]*>|&[^;\s]+;|[ \n]+|[^<& \n]+")
CLOSING = r"((?:</(?:i|b|em|strong|span)>)*)"
PICTURE = r'(<img class="mark[^>]*>)'
BESIDE_MARK = re.compile(rf"(?<![^<>\s;\u00a0.,:)])([^<>\s;\u00a0]+){CLOSING}{PICTURE}{CLOSING}([.,:;)]*)")
"""A mark with the letters that touch it: without a wrapper a line could break between a letter and a picture.

The pattern only starts at the first letter of a word, because the data of a picture is one word of a thousand letters.
"""
BESIDE_REFERENCE = re.compile(
    rf"(?:(?<![^<>\s;\u00a0])|(?=<))"
    rf"(<(?P<of>i|b|em|strong)[^>]*>[^<\s\u00a0]+</(?P=of)>[.,:;)]*\u00a0|[^<>\s;\u00a0]+\u00a0|)"
    rf'(<a class="rule"[^>]*>[^<]*</a>)({PICTURE}?)'
)
"""The number of a rule with the word before it and the mark that touches it.

WeasyPrint may break a line far too early before a box that does not break, unless a space separates the two.
"""
REFERENCE, MARK = '<a class="rule"', '<img class="mark'
NUMBER = re.compile(r"[(≥≤<>=+−-]*(?:\d+(?:[–/.]\d+)?|\d*D\d+s?|½)[″\u2032%°]?[§)*†.,:;]*")
COUNT = re.compile(r"[(+−-]*\d+(?:–\d+)?")
NO_UNITS = frozenset({"and", "at", "but", "by", "for", "if", "in", "of", "on", "or", "to"})
"""Words that are not a unit of the number before them."""
SIGNS = frozenset({"=", "≥", "≤", "<", ">", "+", "−", "–", "×", "±", "/", "&lt;", "&gt;"})


@dataclass(slots=True)
class _Word:
    """The text between two spaces: its letters, and whether it starts with a reference or a mark."""

    letters: str = ""
    reference: bool = False
    mark: bool = False

    @property
    def length(self) -> int:
        return len(self.letters) + 2 * self.mark

    @property
    def is_counted(self) -> bool:
        return self.letters[:1].isalpha() and self.letters not in NO_UNITS


@lru_cache(CACHE_SIZE)
def bound(html: Markup, most: int = IN_TEXTS, *, ends: bool = True) -> Markup:
    """Bind short words in HTML to their neighbours, at most `most` letters together.

    With `ends` a short word at the end is bound too, unless the text has only two words.
    """
    pieces = PIECE.findall(html)
    words = list(_words(pieces))
    spaces = iter(_bound_spaces(words, most, ends=ends and len(words) > 2))
    text = "".join(NO_BREAK if piece[0] in " \n" and next(spaces, False) else piece for piece in pieces)
    if MARK in text:
        text = BESIDE_MARK.sub(r'<span class="whole">\1\3\5</span>\2\4', text)
    if REFERENCE in text:
        text = BESIDE_REFERENCE.sub(_whole_reference, text)
    return Markup(text)  # noqa: S704 - of the same HTML


def _whole_reference(match: re.Match[str]) -> str:
    word, reference, mark = match[1], match[3], match[4]
    return f'<span class="whole">{word}{reference}{mark}</span>' if word or mark else reference


@lru_cache(CACHE_SIZE)
def bound_in_cell(html: Markup, *, heads_column: bool) -> Markup:
    """Bind short words in a cell. A longer text has a wider column, so more letters may be bound together."""
    if heads_column:
        return bound(html, IN_HEADINGS)
    letters = sum(word.length + 1 for word in _words(PIECE.findall(html)))
    return bound(html, min(max(IN_CELLS, letters // 2), IN_TEXTS))


def _words(pieces: Sequence[str]) -> Iterator[_Word]:
    word = _Word()
    for piece in pieces:
        if piece[0] in " \n":
            yield word
            word = _Word()
        elif piece[0] == "<":
            word.reference |= piece.startswith(REFERENCE) and not word.letters
            word.mark |= piece.startswith(MARK)
        else:
            word.letters += "." if piece[0] == "&" and piece not in SIGNS else piece
    yield word


def _bound_spaces(words: Sequence[_Word], most: int, *, ends: bool) -> list[bool]:
    """Return for each space whether it becomes a no-break space.

    The last space matters most, so we decide from the last space to the first.
    """
    bound_, length = [False] * (len(words) - 1), words[-1].length
    for at in range(len(words) - 2, -1, -1):
        joined = words[at].length + 1 + length
        bound_[at] = joined <= most and _belong(words[at], words[at + 1], last=ends and at + 2 == len(words))
        length = joined if bound_[at] else words[at].length
    return bound_


def _belong(word: _Word, following: _Word, *, last: bool) -> bool:
    """Return whether two neighbouring words read as one unit."""
    return (
        following.reference
        or (following.mark and not following.letters)
        or (last and following.length <= LONELY)
        or (bool(COUNT.fullmatch(word.letters)) and following.is_counted)
        or (word.length <= SHORT and _is_number(following, word))
        or (word.letters in SIGNS and bool(NUMBER.fullmatch(following.letters)))
        or (following.letters in SIGNS and word.length <= LONELY)
    )


def _is_number(word: _Word, before: _Word) -> bool:
    """Return whether a word is a number, or ends a phrase that leads to one: "up to", "at least", "more than"."""
    pair = f"{before.letters} {word.letters}".lower()
    return bool(NUMBER.fullmatch(word.letters)) or pair in ("up to", "at least", "at most", "more than")
