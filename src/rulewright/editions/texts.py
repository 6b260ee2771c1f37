"""Texts as snapshots record them: links have ids, and not the words that come from the thing that they link to.

So a renumbered rule changes itself, and not all rules that cite it.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TypeVar

from rulewright.base.memo import memoised
from rulewright.book.book import Book, citation_target
from rulewright.book.grid import VALUE, Grid, PrintedCell, printed_cells_of, whole_grid
from rulewright.book.kinds import OTHER_KINDS
from rulewright.book.wording import link_text, plain
from rulewright.editions.snapshot import Key, Thing, link_to
from rulewright.entries.cells import UNCLAMPED, Case, Cell
from rulewright.entries.keys import Key as TableKey
from rulewright.entries.rows import Modifier
from rulewright.entries.table import Layout, Policy, Table
from rulewright.entries.text import Link, Target, Text
from rulewright.source.markup.links import LINK, target_and_shown

K = TypeVar("K")
V = TypeVar("V")
LOOKED_UP = ("rule", "table", "reference", "fact", "cell", *(kind.name for kind in OTHER_KINDS))
"""The kinds of things whose links print the number, title or value of the thing."""
SIGNS = re.compile(r"[\[\]|]")
SENTENCE = re.compile(r"[^\W\d_]|\[\[|[(“‘\"']")
"""The beginning of a line of a paragraph, in contrast to a list, a table or a box."""
BREAK = ("  ", "\\")
"""The end of a line with a line break that prints."""


class RecordedTexts:
    """The texts of one book in recorded form, and the ids of its cells."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def of(self, text: Text | None) -> str:
        """Return a text with ids in its links, and without the line breaks that no reader sees."""
        if text is None:
            return ""
        source = _unwrapped(text.source) if text.blocks else " ".join(text.source.split())
        return LINK.sub(self._link, source) if "[[" in source else source

    def lines(self, texts: Iterable[Text | None]) -> str:
        return "\n".join(filter(None, map(self.of, texts)))

    def plain(self, text: Text | None) -> str:
        return "" if text is None else plain(text, self.book)

    def key(self, text: Text | None) -> str:
        """Return a recorded link to the target of a text that is one link."""
        target = self.book.target_of(text)
        return "" if target is None else link_to(self.target(target))

    def reference(self, text: Text) -> str:
        """Return the target of a text that is one link, as links name it: `rule:hits`; empty if a draft lacks it."""
        target = self.book.target_of(text)
        if target is None:
            return text.links[0].target if text.links else ""
        return ":".join(self.target(target))

    def target(self, target: Target) -> Key:
        if target.kind != "cell":
            return target.kind, target.id
        table, case = self.book.tables[citation_target(target).id], self.book.case(target)
        return "cell", next((id_ for each, id_ in self.named(table) if each is case), target.id)

    def _link(self, match: re.Match[str]) -> str:
        written, shown = target_and_shown(match)
        link = Link(written, shown, self.book.game.span)
        target = self.book.resolve(link)
        if target is None:
            return match[0]
        words = SIGNS.sub("", link_text(link, target, self.book))
        kind, id_ = self.target(target)
        looked_up = kind in LOOKED_UP and not shown and words == self._name(target)
        return f"[[{kind}:{id_}]]" if looked_up else f"[[{kind}:{id_}|{words}]]"

    def _name(self, target: Target) -> str:
        """Return the words that `Snapshot.name` finds for a link; a link to a range of rules prints others."""
        if target.kind != "rule":
            return SIGNS.sub("", link_text(Link("", "", self.book.game.span), target, self.book))
        rule = self.book.rules[target.id]
        return rule.number or self.plain(rule.title)

    def printed_in(self, table: Table) -> Iterator[PrintedCell]:
        """Yield the printed values of one table."""
        return printed_cells_of(table, self.book)

    def named(self, table: Table) -> tuple[tuple[Case, str], ...]:
        """Return the cases of the printed values of a table with their ids, such as `damage-throw(6-7)`."""
        words = tuple(map(self._words_of, links_of_cells(table)))
        return _latest(_names_cache(table), words, lambda: tuple(self._unique_names(table)))

    def _unique_names(self, table: Table) -> Iterator[tuple[Case, str]]:
        taken = Counter[str]()
        for cell in self.printed_in(table):
            id_ = self.id_of(cell)
            taken[id_] += 1
            yield cell.case, id_ if taken[id_] == 1 else f"{id_} {taken[id_]}"

    def _words_of(self, link: Link) -> str:
        return link_text(link, self.book.resolve(link), self.book)

    def recorded(self, link: Link) -> tuple[str, str]:
        """Return the words of a link, and its recorded form."""
        written = f"[[{link.target}|{link.shown}]]" if link.shown else f"[[{link.target}]]"
        return self._words_of(link), LINK.sub(self._link, written)

    def id_of(self, cell: PrintedCell) -> str:
        """Return the id of a cell: its table and the author's words for the keys, or the name of its modifier."""
        keys = " or ".join(", ".join(each.values()) for each in cell.keys)
        words = ", ".join(filter(None, (self.line_of(cell), keys)))
        return f"{cell.table.id}({SIGNS.sub('', words)})"

    def line_of(self, cell: PrintedCell) -> str:
        """Return the name of a modifier; empty for another cell."""
        return next((self.plain(line.label) for line, _ in _modifiers(cell)), "")

    def is_alone(self, cell: PrintedCell) -> bool:
        """Return whether it is the only value of a modifier in its column."""
        return any(len(place.cases) == 1 for _, place in _modifiers(cell))


def _latest(cache: dict[K, V], key: K, make: Callable[[], V]) -> V:
    """Return the cached value for the key, or make it; the cache has only the latest key."""
    if key not in cache:
        cache.clear()
        cache[key] = make()
    return cache[key]


@memoised()
def _names_cache(_: Table) -> dict[tuple[str, ...], tuple[tuple[Case, str], ...]]:
    """A cache of the names of the cells of a table, by the words of the links in them."""
    return {}


@memoised()
def links_of_cells(table: Table) -> tuple[Link, ...]:
    """Return the links in the cells and headings of a table: their words may change although the table does not."""
    keys = (key for case in table.cases for each in (case.keys, *case.conditions) for key in each)
    texts = (*(text for case in table.cases for text in (case.value.label, case.label)), *(key.label for key in keys))
    links = (
        link for text in (*texts, *(line.label for line in table.modifiers)) if text is not None for link in text.links
    )
    return tuple(dict.fromkeys(links))


def _modifiers(cell: PrintedCell) -> Iterator[tuple[Modifier, Cell]]:
    """Yield the line of modifiers that contains a cell, and the cell's column in it."""
    lines = cell.table.modifiers
    return ((line, each) for line in lines for each in line.cells if any(cell.case is case for case in each.cases))


def _unwrapped(passage: str) -> str:
    """Return a passage with each plain paragraph on one line."""
    paragraphs = passage.split("\n\n")
    return "\n\n".join(" ".join(each.split()) if _is_plain(each) else each for each in paragraphs)


def _is_plain(paragraph: str) -> bool:
    return all(SENTENCE.match(line) and not line.endswith(BREAK) for line in paragraph.split("\n"))


# Tables and their printed cells as things of a snapshot


def tables(book: Book, texts: RecordedTexts, names_only: Collection[Key] = ()) -> Iterator[Thing]:
    """Yield each table without its values; those in `names_only` have just the title and the policy."""
    for table in book.game.tables:
        title, policy = texts.plain(table.title), "" if table.policy is Policy.UNIQUE else table.policy.value
        fields = {"title": title, "rule": "", "policy": policy}
        if ("table", table.id) not in names_only:
            fields |= {
                "rule": texts.key(table.rule),
                "headings": _headings(whole_grid(table), texts),
                "note": texts.of(table.note),
                "goal": _goal(table, texts),
                "limits": "" if table.clamp == UNCLAMPED else " to ".join(map(str, table.clamp)),
                "unsaid": texts.lines(silence.why for silence in table.silences),
            }
        yield Thing("table", table.id, fields)


def _headings(grid: Grid, texts: RecordedTexts) -> str:
    """Return the printed headings, remarks and conditions, a line for each row."""
    rows = (
        " · ".join(texts.of(part.text) for cell in row.cells if cell.role != VALUE for part in cell.parts)
        for row in (*grid.head, *grid.body)
    )
    return "\n".join(filter(None, rows))


def _goal(table: Table, texts: RecordedTexts) -> str:
    goal = table.goal
    if goal is None:
        return ""
    roll = goal.roll.name if goal.roll else ""
    return " ".join(filter(None, (roll, "at most" if goal.at_most else "", texts.of(goal.named))))


def cells(book: Book, texts: RecordedTexts) -> Iterator[Thing]:
    """Yield each printed value of each table."""
    return (cell for table in book.game.tables for cell in cells_of(table, texts))


def cells_of(table: Table, texts: RecordedTexts) -> Iterator[Thing]:
    """Yield the printed values of one table with their headings, in the order of `texts.named`."""

    def values() -> tuple[tuple[str, str], ...]:
        return tuple((_at(cell, texts), texts.of(cell.case.value.label)) for cell in texts.printed_in(table))

    links = tuple(map(texts.recorded, links_of_cells(table)))
    shown = _latest(_cells_cache(table), links, values)
    for (_, id_), (at, text) in zip(texts.named(table), shown, strict=True):
        yield Thing("cell", id_, {"at": at, "text": text})


@memoised()
def _cells_cache(_: Table) -> dict[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """A cache of the headings and texts of the cells of a table, by the recorded links in them."""
    return {}


def _at(cell: PrintedCell, texts: RecordedTexts) -> str:
    """Return the headings of the row and the column of a cell, as they print."""
    words = (texts.plain(key.label) or key.written for key in _keys(cell, texts) if not key.everything)
    return " · ".join(filter(None, (texts.line_of(cell), *words, texts.plain(cell.case.label))))


def _keys(cell: PrintedCell, texts: RecordedTexts) -> Iterator[TableKey]:
    """Yield the keys that print with a value, unless the label of its case or the name of its line replaces them."""
    case, table = cell.case, cell.table
    conditions = [key for keys in case.conditions for key in keys]
    if table.layout is Layout.CASES and case.label:
        return (key for key in (*case.keys, *conditions) if key.axis == table.group_by)
    return iter(case.keys if texts.is_alone(cell) else (*case.keys, *conditions))
