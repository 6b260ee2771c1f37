"""Whether a text and its translation, or a cell and its translation, say the same figures."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from rulewright.grid import PrintedCell, grid, printed_cells
from rulewright.markup.links import LINK, NOT_PROSE
from rulewright.model.book import Book
from rulewright.model.table import Table
from rulewright.translation.catalogues import spoken
from rulewright.wording import plain

# Words that say a number, in the languages in which the tool knows them

NUMBER_WORDS: Mapping[str, str] = {
    "en": "two/twice/both three/thrice four five six seven eight nine ten eleven twelve",
    "fr": "deux trois quatre cinq six sept huit - dix onze douze",
    "de": "zwei/zweimal/beide/beiden/beider/beides drei/dreimal vier/viermal fünf/fünfmal sechs/sechsmal "
    "sieben/siebenmal acht/achtmal neun/neunmal zehn/zehnmal - zwölf/zwölfmal",
}
"""Number words from two on, with the words for that many times, and for two together."""


@cache
def number_words(language: str, other: str) -> Mapping[str, str]:
    """The words of a language for the numbers that both languages have words for, each with its figures."""
    mine, theirs = (NUMBER_WORDS.get(spoken(each) or "", "").split() for each in (language, other))
    both = zip(mine, theirs, strict=False)
    return {word: str(at) for at, (own, its) in enumerate(both, 2) if "-" not in (own, its) for word in own.split("/")}


FIGURE = re.compile(r"(?<!\w)(\d*)[dDwWkK](\d+)(?!\w)|\d+(?:[.,\u202f\u00a0'’]\d+| \d{3}(?!\d))*|[½¼¾⅓⅔]")
"""Dice by the letter of any language, or a number with the signs that languages put between its digits."""
SEPARATORS = re.compile(r"\D")


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers that a text says in figures, and those that it says in words."""

    digits: Counter[str]
    words: Counter[str]

    @property
    def all(self) -> Counter[str]:
        return self.digits + self.words


def figures(text: str, language: str = "", other: str = "") -> Figures:
    """The numbers and dice of a text as readers see it, however its language writes them; `other` is that beside it."""
    shown = LINK.sub(lambda link: link[2] or "", text)
    return figures_shown(NOT_PROSE.sub(" ", shown), language, other)


def figures_shown(text: str, language: str = "", other: str = "") -> Figures:
    words = number_words(language, other)
    found = re.findall(r"(?<![\w-])[^\W\d_]+(?![\w-])", text.casefold()) if words else ()
    said = Counter(words[word] for word in found if word in words)
    return Figures(Counter(map(_canonical, FIGURE.finditer(text))), said)


def _canonical(found: re.Match[str]) -> str:
    return f"{found[1] or 1}d{found[2]}" if found[2] else SEPARATORS.sub("", found[0]) or found[0]


def difference(original: Figures, translated: Figures) -> str:
    """What one has and the other lacks; no words where they are the same.

    A number word without its like is none: `with both hands` may be `à deux mains`.
    """
    lost, new = original.all - translated.all, translated.all - original.all
    if not lost or not new:
        lost, new = lost & original.digits, new & translated.digits
    lacks, more = ", ".join(lost.elements()), ", ".join(new.elements())
    if lacks and more:
        return f"says {more} where the original says {lacks}"
    if lacks:
        return f"lacks {lacks}, which the original says"
    return f"says {more}, which the original does not" if more else ""


def cell_differences(original: Book, translated: Book) -> tuple[int, list[tuple[PrintedCell, str]]]:
    """How many cells were compared, and those of the translation that print other figures.

    Cells are found by their keys, for records may be sorted by their names. The headings of a table count as one cell.
    """
    before, found = dict(_cells(original)), []
    own, languages = dict(_cells(translated)), (original.game.language, translated.game.language)
    for key, cell in own.items():
        if key not in before:
            found.append((cell, "the original has no such cell"))
        elif what := difference(
            figures_shown(before[key].text, *languages), figures_shown(cell.text, *reversed(languages))
        ):
            found.append((cell, what))
    found += [(cell, "the translation has no such cell") for key, cell in before.items() if key not in own]
    return len(own), found


def heading_differences(original: Book, translated: Book) -> Iterator[tuple[Table, str]]:
    """The tables of the translation whose headings print other figures."""
    before = {table.id: table for table in original.game.tables}
    for table in translated.game.tables:
        if what := difference(
            _headings(before[table.id], original, translated), _headings(table, translated, original)
        ):
            yield table, what


def _cells(book: Book) -> Iterator[tuple[tuple[str, str, int], PrintedCell]]:
    """Each printed cell by its table, its keys, and its number among those of the same keys."""
    seen: Counter[tuple[str, str]] = Counter()
    for cell in printed_cells(book):
        place = cell.table.id, repr([sorted(keys.items()) for keys in cell.keys])
        yield (*place, seen[place]), cell
        seen[place] += 1


def _headings(table: Table, book: Book, other: Book) -> Figures:
    shown = grid(table)
    cells = (cell for row in (*shown.head, *shown.body) for cell in row.cells)
    texts = (plain(part.text, book) for cell in cells for part in cell.parts if part.case is None)
    return figures_shown(" ; ".join(texts), book.game.language, other.game.language)
