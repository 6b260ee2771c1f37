"""Binds short words of a text together, so that no line of a card holds one of them alone.

A score alone on a line is overlooked, and a bullet grows by a line for the two letters of "D6". So spaces become such
as do not break: before the number of a rule and before a mark; between a number and what it counts; in "up to 6″" and
"at least 3"; and before a short word that ends a text. What is bound has few letters, and in the narrow columns of
tables fewer: nothing grows wider than its place by it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

KNOWN = 4096
"""Texts that are bound once: after an edit of a card most of it is as before."""
IN_TEXTS, IN_CELLS, IN_HEADINGS = 16, 9, 8
"""Letters that may be bound together, with the spaces between them."""
LONELY = 6
"""Letters of a word that may not be alone on a line, or fewer."""
SHORT = 5
"""Letters of a word that a number may be bound to, or fewer."""
NO_BREAK = "\u00a0"
PIECE = re.compile(r"<[^>]*>|&[^;\s]+;|[ \n]+|[^<& \n]+")
CLOSING = r"((?:</(?:i|b|em|strong|span)>)*)"
PICTURE = r'(<img class="mark[^>]*>)'
BESIDE_MARK = re.compile(rf"(?<![^<>\s;\u00a0.,:)])([^<>\s;\u00a0]+){CLOSING}{PICTURE}{CLOSING}([.,:;)]*)")
"""A mark with the letters that it touches: a line may end before a picture.

A word is tried from its first letter only, for the data of a picture are one word of a thousand letters.
"""
BESIDE_REFERENCE = re.compile(
    rf"(?:(?<![^<>\s;\u00a0])|(?=<))"
    rf"(<(?P<of>i|b|em|strong)[^>]*>[^<\s\u00a0]+</(?P=of)>[.,:;)]*\u00a0|[^<>\s;\u00a0]+\u00a0|)"
    rf'(<a class="rule"[^>]*>[^<]*</a>)({PICTURE}?)'
)
"""The number of a rule with the word before it and the mark that touches it.

Before a box that does not break WeasyPrint may end a line far too early, unless a space parts the two.
"""
REFERENCE, MARK = '<a class="rule"', '<img class="mark'
NUMBER = re.compile(r"[(≥≤<>=+−-]*(?:\d+(?:[–/.]\d+)?|\d*D\d+s?|½)[″\u2032%°]?[§)*†.,:;]*")
COUNT = re.compile(r"[(+−-]*\d+(?:–\d+)?")
NO_UNITS = frozenset({"and", "at", "but", "by", "for", "if", "in", "of", "on", "or", "to"})
"""What a number that stands before it does not count."""
SIGNS = frozenset({"=", "≥", "≤", "<", ">", "+", "−", "–", "×", "±", "/", "&lt;", "&gt;"})


@dataclass(slots=True)
class _Word:
    """What stands between two spaces: its letters, and the kind of thing that it begins with."""

    letters: str = ""
    reference: bool = False
    mark: bool = False

    @property
    def length(self) -> int:
        return len(self.letters) + 2 * self.mark


@lru_cache(KNOWN)
def bound(html: Markup, most: int = IN_TEXTS, *, ends: bool = True) -> Markup:
    """A run of HTML whose short words are bound to their neighbours, at most so many letters together.

    With `ends` a short word at the end is bound, too, unless there are but two.
    """
    pieces = PIECE.findall(html)
    words = list(_words(pieces))
    spaces = iter(_kept(words, most, ends=ends and len(words) > 2))
    told = "".join(_piece(each, spaces) for each in pieces)
    if MARK in told:
        told = BESIDE_MARK.sub(r'<span class="whole">\1\3\5</span>\2\4', told)
    if REFERENCE in told:
        told = BESIDE_REFERENCE.sub(_whole_reference, told)
    return Markup(told)  # noqa: S704 - of the same HTML


def _whole_reference(found: re.Match[str]) -> str:
    word, reference, mark = found[1], found[3], found[4]
    return f'<span class="whole">{word}{reference}{mark}</span>' if word or mark else reference


@lru_cache(KNOWN)
def bound_in_cell(html: Markup, *, heads_column: bool) -> Markup:
    """The text of a cell: a longer one has a wider column."""
    words = list(_words(PIECE.findall(html)))
    if heads_column:
        return bound(html, IN_HEADINGS)
    letters = sum(word.length + 1 for word in words)
    return bound(html, min(max(IN_CELLS, letters // 2), IN_TEXTS))


def _piece(piece: str, kept: Iterator[bool]) -> str:
    return NO_BREAK if piece[0] in " \n" and next(kept, False) else piece


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


def _kept(words: Sequence[_Word], most: int, *, ends: bool) -> list[bool]:
    """For each space, whether no line may end there; from the last, which matters most, to the first."""
    kept, together = [False] * (len(words) - 1), words[-1].length
    for at in range(len(words) - 2, -1, -1):
        joined = words[at].length + 1 + together
        kept[at] = joined <= most and _belong(words[at], words[at + 1], last=ends and at + 2 == len(words))
        together = joined if kept[at] else words[at].length
    return kept


def _belong(word: _Word, following: _Word, *, last: bool) -> bool:
    """Whether two words are read as one."""
    return (
        following.reference
        or (following.mark and not following.letters)
        or (last and following.length <= LONELY)
        or (bool(COUNT.fullmatch(word.letters)) and _is_counted(following))
        or (word.length <= SHORT and _is_number(following, word))
        or (word.letters in SIGNS and bool(NUMBER.fullmatch(following.letters)))
        or (following.letters in SIGNS and word.length <= LONELY)
    )


def _is_counted(word: _Word) -> bool:
    return word.letters[:1].isalpha() and word.letters not in NO_UNITS


def _is_number(word: _Word, before: _Word) -> bool:
    """Whether a word is a number, or leads to one: "up to", "at least", "more than"."""
    pair = f"{before.letters} {word.letters}".lower()
    return bool(NUMBER.fullmatch(word.letters)) or pair in ("up to", "at least", "at most", "more than")
