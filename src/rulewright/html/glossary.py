"""Divide the glossary into pages: its terms, and the abbreviations and other names that refer to them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from string import ascii_uppercase
from typing import TYPE_CHECKING, TypeVar

from rulewright.base.messages.catalogues import is_english
from rulewright.book.book import Book
from rulewright.entries.names import slug
from rulewright.entries.terms import Term
from rulewright.entries.text import Target

if TYPE_CHECKING:
    from pyuca import Collator


T = TypeVar("T")

GLOSSARY = "glossary"
ALIKE = 4
"""Names that share this many first letters with their term, such as plurals, sort next to it and need no entry."""
LONGEST = 74_000
"""Estimated bytes of HTML for the entries of one page; a whole page is then below 100 kB."""
OF_ENTRY, OF_SEE, OF_LINK = 400, 190, 58
"""Bytes of HTML: for an entry without its text, for an entry that only refers to another, and for a link."""


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A term under its name, or under another name (`see`) that only refers to it."""

    name: str
    term: Term
    see: bool = False


@dataclass(frozen=True, slots=True)
class GlossaryPage:
    """A page of the glossary, with its entries by letter."""

    file: str
    letters: tuple[tuple[str, tuple[GlossaryEntry, ...]], ...]


def glossary(book: Book) -> tuple[GlossaryPage, ...]:
    """Return the pages of the glossary, at least one.

    A long glossary has a page for each run of letters. The first page is always `glossary.html`.
    """
    language, entries = book.game.language, list[GlossaryEntry]()
    for term in book.game.terms:
        entries.append(GlossaryEntry(term.name, term))
        entries += (GlossaryEntry(name, term, see=True) for name in other_names(term))
    entries.sort(key=lambda entry: (sort_key(entry.name, language), entry.see))
    letters = [(own, tuple(group)) for own, group in groupby(entries, key=lambda entry: letter(entry.name, language))]
    weights = [sum(_weight(entry, book) for entry in group) for _, group in letters]
    first, *others = in_runs(letters, weights, LONGEST) or [[]]
    return (
        GlossaryPage(f"{GLOSSARY}.html", tuple(first)),
        *(GlossaryPage(f"{GLOSSARY}-{slug(page[0][0])}.html", tuple(page)) for page in others),
    )


def in_runs(things: Iterable[T], sizes: Iterable[int], most: int) -> list[list[T]]:
    """Cut a sequence into runs whose sizes add up to at most `most`. A thing that is larger gets its own run."""
    runs: list[list[T]] = []
    full = 0
    for thing, size in zip(things, sizes, strict=True):
        if not runs or full + size > most:
            runs.append([])
            full = 0
        runs[-1].append(thing)
        full += size
    return runs


def other_names(term: Term) -> list[str]:
    """Return the names of a term that do not sort next to the term."""
    near = [slug(term.name)]
    names = []
    for name in (term.abbreviation, *term.also):
        key = slug(name)
        if name and not any(key[:ALIKE] == other[:ALIKE] or key.startswith(other) for other in near):
            near.append(key)
            names.append(name)
    return names


def _weight(entry: GlossaryEntry, book: Book) -> int:
    if entry.see:
        return OF_SEE
    text = entry.term.text or entry.term.unexplained
    links = len(book.cited_by.get(Target("term", entry.term.id), ())) + (2 * len(text.links) if text else 0)
    return OF_ENTRY + (len(text.source) if text else 0) + OF_LINK * links


# The order of names in a glossary and an index, and the letters that they stand under. English names sort by their
# letters alone. Other languages sort by the Unicode collation (é beside e, œ as oe, ß as ss), whose table takes a
# quarter of a second to read.


def sort_key(name: str, language: str) -> tuple[object, ...]:
    """Return the key that sorts names as the language does: by letters, then by accents, then by case."""
    return (slug(name),) if is_english(language) else _collated(name)


def letter(name: str, language: str) -> str:
    """Return the letter under which a name is listed: É under E, Œ under O."""
    plain = slug(name)[0].upper()
    return plain if is_english(language) else _letters().get(_collated(plain)[0], plain)


@cache
def _collator() -> "Collator":
    from pyuca import Collator

    return Collator()


def _collated(name: str) -> tuple[int, ...]:
    return tuple(_collator().sort_key(re.sub(r"[\W_]+", " ", name).strip()))


@cache
def _letters() -> Mapping[object, str]:
    """Return each letter of the alphabet by its first collation weight."""
    return {_collated(each)[0]: each for each in ascii_uppercase}
