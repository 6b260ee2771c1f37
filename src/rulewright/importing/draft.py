"""A draft: entries as plain data with their places in the source, guesses and unread passages.

Each reader makes a `Draft`, and `writing` lays it out as files. Readers also call `repaired` and `divided` here, so
that no check refuses a text: markup that we do not have gets a backslash, and a text that is too long becomes several.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path
from typing import Union

from rulewright.base.findings import Span
from rulewright.base.limits import RUN, TEXT
from rulewright.entries.names import slug
from rulewright.entries.roles import BROKEN_LINK
from rulewright.source.markup.unsupported import unsupported_markup
from rulewright.source.markup.words import words
from rulewright.source.text_limits import MOST_DIGITS

LONGEST = 40
"""Letters of an id; a longer heading is cut between two words."""

Value = Union[str, int, bool, list["Value"], dict[str, "Value"], "Guessed"]
"""Data as an author writes it in YAML."""


@dataclass(frozen=True, slots=True)
class Guessed:
    """A value that the source only implies; the reason becomes a comment above it."""

    value: Value
    why: str


def texts_in(value: Value, *, reasons: bool = False) -> Iterator[str]:
    """All texts of some data, keys included; with `reasons` also those of its guesses."""
    if isinstance(value, Guessed):
        yield from texts_in(value.value, reasons=reasons)
        yield from (value.why,) if reasons else ()
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from texts_in(each, reasons=reasons)
    elif isinstance(value, list):
        yield from (text for each in value for text in texts_in(each, reasons=reasons))
    else:
        yield str(value)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a section of the source: `tables:`, `rules:`, `terms:`, `references:`, `domains:` and so on."""

    section: str
    id: str
    value: Value
    origin: Span
    guesses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """One file of cards/GAME: a card, or another product, named without its suffix."""

    name: str
    value: Value
    origin: Span
    guesses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A file that the draft shows: copied from the source's folder to the game's."""

    name: str
    file: Path
    origin: Span


@dataclass(frozen=True, slots=True)
class Unread:
    """Words of the source that are in no entry, and why."""

    origin: Span
    words: str
    why: str


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that the author should know about a whole file, such as a guess. No words are lost."""

    origin: Span
    words: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A game, or part of one. `game` holds what is true of the whole: title, authors, colours, marks."""

    game: Mapping[str, Value] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    layouts: tuple[Layout, ...] = ()
    pictures: tuple[Picture, ...] = ()
    unread: tuple[Unread, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def of(self, section: str) -> Iterator[Entry]:
        """The entries of one section, in the order of the source."""
        return (entry for entry in self.entries if entry.section == section)


def join_drafts(drafts: Iterable[Draft]) -> Draft:
    """Join the drafts of several sources of one game. For `game`, the first source wins."""
    all_of = tuple(drafts)
    return Draft(
        game={key: value for draft in reversed(all_of) for key, value in draft.game.items()},
        entries=tuple(entry for draft in all_of for entry in draft.entries),
        layouts=tuple(layout for draft in all_of for layout in draft.layouts),
        pictures=tuple(picture for draft in all_of for picture in draft.pictures),
        unread=tuple(unread for draft in all_of for unread in draft.unread),
        remarks=tuple(remark for draft in all_of for remark in draft.remarks),
    )


class Ids:
    """Names that are not taken yet: `casualty-throw`, then `casualty-throw-2`. One for each section of a draft."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.taken = set(taken)

    def new(self, words: str) -> str:
        """Return a new id made of the letters a to z in the words of a heading, or `entry` if there are none."""
        stem = "-".join(re.findall("[a-z0-9]+", slug(words))) or "entry"
        if len(stem) > LONGEST:
            stem = stem[: LONGEST + 1].rpartition("-")[0] or stem[:LONGEST]
        names = chain((stem,), (f"{stem}-{number}" for number in count(2)))
        name = next(name for name in names if name not in self.taken)
        self.taken.add(name)
        return name


SIGNS = re.compile(r"[\\`*_\[\]<>|#~&!]")
"""Signs that may mean something in Markdown."""


def literal(text: str) -> str:
    """The same words on one line, with a backslash before each sign if Markdown would read the line otherwise."""
    line = " ".join(text.split())
    if not SIGNS.search(line):
        return line
    shown = words(line, lambda target, _: f"link {target}", blocks=False)
    prints_itself = shown == line and next(unsupported_markup(line, blocks=False), None) is None
    return line if prints_itself else SIGNS.sub(r"\\\g<0>", line)


# Texts that checks accept

LONG = re.compile(rf"\d{{{MOST_DIGITS},}}|\w{{{RUN.most},}}|[^\w\s]{{{RUN.most},}}|\s{{{RUN.most},}}")
"""Words, numbers, signs and blanks that are longer than a text may have."""
TRIES = 5
"""How often escapes may uncover other markup before all signs are removed."""
REPAIRING_SIGNS = re.compile(r"[\[\]<>*_`~|!&\\^]+")
FULL = TEXT.most - 500
"""Characters after which a text is divided. The rest is room for the backslashes that `repaired` adds."""


def shortened(text: str, lost: Callable[[str], None]) -> str:
    """Cut words, numbers and rows of signs that are too long, and pass each of them to `lost`."""

    def short(match: re.Match[str]) -> str:
        lost(match[0])
        return match[0][: MOST_DIGITS // 2] + "…" if match[0].strip() else " "

    return LONG.sub(short, text)


def repaired(text: str, *, blocks: bool) -> str:
    """Return the text with everything escaped that a check would refuse."""
    source = text
    for _ in range(TRIES):
        text = BROKEN_LINK.sub(lambda match: match[0].replace("[", "\\["), text)
        places = sorted({each.start for each in unsupported_markup(text, blocks=blocks)}, reverse=True)
        if not places:
            return text
        for start in places:
            text = f"{text[:start]}\\{text[start:]}"
    return "\n".join(" ".join(each.split()) for each in REPAIRING_SIGNS.sub(" ", source).strip().split("\n"))


def divided(parts: list[str]) -> Iterator[str]:
    """Join blocks to texts that are not too long. A block that alone is too long is divided between its lines."""
    return _packed((piece for each in parts for piece in _pieces(each)), "\n\n")


def _pieces(block: str) -> Iterator[str]:
    """Divide a block that is too long between its lines, and lines that are too long anywhere."""
    if len(block) <= FULL:
        return iter((block,))
    lines = (line[start : start + FULL] for line in block.split("\n") for start in range(0, max(len(line), 1), FULL))
    return _packed(lines, "\n")


def _packed(parts: Iterable[str], between: str) -> Iterator[str]:
    """Join as many parts as fit into each text."""
    text = ""
    for part in parts:
        if text and len(text) + len(part) + len(between) > FULL:
            yield text
            text = ""
        text = f"{text}{between}{part}" if text else part
    yield text
