"""Texts as snapshots record them: links by the ids of things, and nothing that another thing says."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from rulewright.editions.snapshot import CELL, FACT, REFERENCE, RULE, TABLE, Key, link_to
from rulewright.grid import PrintedCell, printed_cells_of
from rulewright.markup.links import LINK, target_and_shown
from rulewright.model.book import Book, Target, citation_target
from rulewright.model.table import Case, Cell, Modifier, Modifiers, Table
from rulewright.model.text import Link, Text
from rulewright.once_per_value import once_per_value
from rulewright.wording import link_text, plain

LOOKED_UP = (RULE, TABLE, REFERENCE, FACT, CELL)
"""The kinds whose links print what the thing itself says."""
SIGNS = re.compile(r"[\[\]|]")
SENTENCE = re.compile(r"[^\W\d_]|\[\[|[(“‘\"']")
"""How a line begins that belongs to a paragraph: not as a list, a table or a box does."""
BREAK = ("  ", "\\")
"""How a line ends that ends on purpose."""


class RecordedTexts:
    """The texts of one book in recorded form, and the ids of its cells."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def of(self, text: Text | None) -> str:
        """A text with its links by id, and without the line breaks that no reader sees."""
        if text is None:
            return ""
        source = _unwrapped(text.source) if text.blocks else " ".join(text.source.split())
        return LINK.sub(self._link, source) if "[[" in source else source

    def lines(self, texts: Iterable[Text | None]) -> str:
        return "\n".join(filter(None, map(self.of, texts)))

    def plain(self, text: Text | None) -> str:
        return "" if text is None else plain(text, self.book)

    def key(self, text: Text | None) -> str:
        """A field that names the target of a text of one link."""
        target = self.book.target_of(text)
        return "" if target is None else link_to(self.target(target))

    def target(self, target: Target) -> Key:
        if target.kind != CELL:
            return target.kind, target.id
        table, case = self.book.tables[citation_target(target).id], self.book.case(target)
        return CELL, next((id_ for each, id_ in self.named(table) if each is case), target.id)

    def _link(self, match: re.Match[str]) -> str:
        written, shown = target_and_shown(match)
        link = Link(written, shown, self.book.game.span)
        target = self.book.resolve(link)
        if target is None:
            return match[0]
        words = SIGNS.sub("", link_text(link, target, self.book))
        kind, id_ = self.target(target)
        looked_up = kind in LOOKED_UP and not shown and words in self._names(target)
        return f"[[{kind}:{id_}]]" if looked_up else f"[[{kind}:{id_}|{words}]]"

    def _names(self, target: Target) -> tuple[str, ...]:
        """What a snapshot finds for a link; a range of rules has other words."""
        if target.kind != RULE:
            return (SIGNS.sub("", link_text(Link("", "", self.book.game.span), target, self.book)),)
        rule = self.book.rules[target.id]
        return (rule.number or self.plain(rule.title),)

    def printed_in(self, table: Table) -> Iterator[PrintedCell]:
        """The printed values of one table."""
        return printed_cells_of(table, self.book)

    def named(self, table: Table) -> tuple[tuple[Case, str], ...]:
        """The cases of the printed values of a table with their ids, such as `damage-throw(6-7)`."""
        known, shown = _known_names(table), tuple(map(self._words_of, links_of_cells(table)))
        if shown not in known:
            known.clear()
            known[shown] = tuple(self._named_apart(table))
        return known[shown]

    def _named_apart(self, table: Table) -> Iterator[tuple[Case, str]]:
        taken = Counter[str]()
        for cell in self.printed_in(table):
            id_ = self.id_of(cell)
            taken[id_] += 1
            yield cell.case, id_ if taken[id_] == 1 else f"{id_} {taken[id_]}"

    def _words_of(self, link: Link) -> str:
        return link_text(link, self.book.resolve(link), self.book)

    def recorded(self, link: Link) -> tuple[str, str]:
        """The words of a link, and how it is recorded."""
        written = f"[[{link.target}|{link.shown}]]" if link.shown else f"[[{link.target}]]"
        return self._words_of(link), LINK.sub(self._link, written)

    def id_of(self, cell: PrintedCell) -> str:
        """A table and the author's words for the keys; a modifier has the name of its line."""
        keys = " or ".join(", ".join(each.values()) for each in cell.keys)
        words = ", ".join(filter(None, (self.line_of(cell), keys)))
        return f"{cell.table.id}({SIGNS.sub('', words)})"

    def line_of(self, cell: PrintedCell) -> str:
        """The name of a modifier; nothing for another cell."""
        return next((self.plain(line.label) for line, _ in _modifiers(cell)), "")

    def is_alone(self, cell: PrintedCell) -> bool:
        """Whether it is the one value of a modifier in its column."""
        return any(len(place.cases) == 1 for _, place in _modifiers(cell))


@once_per_value
def _known_names(_: Table) -> dict[tuple[str, ...], tuple[tuple[Case, str], ...]]:
    """The names of its cells in the last state of the game, by what the links in them say there."""
    return {}


@once_per_value
def links_of_cells(table: Table) -> tuple[Link, ...]:
    """The links in its cells and their headings, each once: what they say may differ between two states of a game."""
    lines = table.layout.lines if isinstance(table.layout, Modifiers) else ()
    keys = (key for case in table.cases for each in (case.keys, *case.conditions) for key in each)
    said = (*(text for case in table.cases for text in (case.value.label, case.label)), *(key.label for key in keys))
    links = (link for text in (*said, *(line.label for line in lines)) if text is not None for link in text.links)
    return tuple(dict.fromkeys(links))


def _modifiers(cell: PrintedCell) -> Iterator[tuple[Modifier, Cell]]:
    """The line of modifiers that has a value, and its column there."""
    layout = cell.table.layout
    lines = layout.lines if isinstance(layout, Modifiers) else ()
    return ((line, each) for line in lines for each in line.cells if any(cell.case is case for case in each.cases))


def _unwrapped(passage: str) -> str:
    """A passage with each plain paragraph on one line."""
    paragraphs = passage.split("\n\n")
    return "\n\n".join(" ".join(each.split()) if _is_plain(each) else each for each in paragraphs)


def _is_plain(paragraph: str) -> bool:
    return all(SENTENCE.match(line) and not line.endswith(BREAK) for line in paragraph.split("\n"))
