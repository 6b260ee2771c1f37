"""Printed names, each with the words of what it names: by these one knows which name belongs where."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.checks.book_words import STOP_WORDS
from rulewright.checks.passages import Features, stems
from rulewright.model.book import Book, Target
from rulewright.model.domain import Domain
from rulewright.model.table import Lookup, Row, Table
from rulewright.model.text import Text
from rulewright.wording import plain

SIGN = re.compile(r"(?<![\w'’])(?:[^\W\d_]|\d+)(?![\w'’])")


@dataclass(frozen=True, slots=True)
class Named:
    """A printed name: what it is called in messages, its text, and the words that it is bound to."""

    called: str
    text: Text
    bound: Features
    printed: Features

    def fits(self, other: "Named") -> float:
        """How well the name of another would fit, from 0 to 1."""
        shared = len(self.bound & other.printed)
        return 2 * shared / (len(self.bound) + len(other.printed)) if shared else 0.0


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its name, its heading, bound to what the column shows, and the domain of that."""

    id: str
    heading: Named
    domain: Domain | None


def named(id_: str, text: Text, book: Book, more: str = "") -> Named:
    """A name, bound to the words of an id and perhaps to more."""
    return Named(repr(id_), text, signs(f"{id_} {more}"), signs(plain(text, book)) | _linked(text, book))


def columns(table: Table, book: Book) -> Iterator[Column]:
    """The columns that have a heading: those of row keys, one axis in each, and those of outputs.

    A column of keys shows its axis; that of an output, what a function returns: so its heading is bound to the names
    of both, and to the domain.
    """
    axes = {axis.name: axis for axis in table.axes}
    if isinstance(layout := table.layout, Lookup) and len(names := _row_axes(layout.rows)) == len(layout.headers):
        for name, text in zip(names, layout.headers, strict=True):
            if text is not None and name in axes:
                domain = axes[name].domain
                yield Column(name, named(name, text, book, _words_of(domain, book)), domain)
    for output in table.outputs:
        if output.says is None:
            function = output.proof.function.replace("_", " ") if output.proof else ""
            words = f"{_words_of(output.values, book)} {function}"
            yield Column(output.id, named(output.id, output.label, book, words), output.values)


def _row_axes(rows: tuple[Row, ...]) -> list[str]:
    """The axis of each column of row keys; empty where a column has keys of several axes."""
    names: list[str] = []
    while rows:
        if len(rows[0].keys) != 1:
            return []
        names.append(rows[0].keys[0].axis)
        rows = rows[0].rows
    return names


def _words_of(domain: Domain | None, book: Book) -> str:
    if domain is None:
        return ""
    return f"{domain.id} {plain(domain.title, book) if domain.title else ''} {domain.unit}"


def signs(words: str) -> Features:
    """The words of a name and what else tells it from others: single letters and numbers."""
    return stems(words) | frozenset(sign.lower() for sign in SIGN.findall(words) if sign not in STOP_WORDS)


def _linked(text: Text, book: Book) -> Features:
    """The words by which a source knows the things that a name links to."""
    targets = (book.resolve(link) for link in text.links)
    things = (target for target in targets if target is not None and target.kind in ("rule", "table", "mark"))
    return frozenset().union(*(stems(f"{each.id} {_title(each, book)}") for each in things))


def _title(thing: Target, book: Book) -> str:
    return book.rules[thing.id].title.bare if thing.kind == "rule" else ""
