"""Make rules of the sections of a text in Lout: `@Section @Title { Fire } @Begin ... @End @Section`.

The pieces of a section become the text of its rule, in Markdown; sections in it become rules below it.
"""

from collections.abc import Iterator, Sequence

from rulewright.importing.draft import Entry, Value, divided, repaired
from rulewright.importing.grids import Grid
from rulewright.importing.lout.card_blocks import Blocks
from rulewright.importing.lout.flow import (
    Box,
    Bullets,
    Columns,
    Heading,
    Headings,
    Item,
    Paragraph,
    Piece,
    PrintedTable,
    Section,
)


class Chapters:
    """Makes the rules of one import. Their tables go to the entries of `blocks`."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.has_rules = False

    def add(self, section: Section, parent: str = "") -> None:
        """Add the rule of a section, and those of the sections in it. A text too long for one rule becomes several."""
        self.has_rules, state = True, self.blocks.state
        rule = state.rule_of_heading(section.title or "Section", "", section.span)
        del state.rules[rule.id]  # `rule_of_heading` has added it, but only rules of other works stay there
        self.blocks.rule, self.blocks.title = rule, rule.title
        own_pieces = [piece for piece in section.pieces if not isinstance(piece, Section)]
        value: dict[str, Value] = {"parent": parent} if parent else {}
        index = len(self.blocks.entries)  # the rule comes before the entries of its tables
        texts = [repaired(text, blocks=True) for text in divided([*self._passage(own_pieces)]) if text]
        below = [piece for piece in section.pieces if isinstance(piece, Section)]
        value["title"] = rule.title
        if texts or not below:
            value["text"] = texts[0] if texts else rule.title
        entry = Entry("rules", rule.id, value, section.span)
        self.blocks.entries.insert(index, entry)
        for text in texts[1:]:
            name = state.rule_ids.new(rule.title)
            why = "the text is too long for one rule"
            more: dict[str, Value] = {"parent": rule.id, "title": rule.title, "text": text}
            self.blocks.entries.append(Entry("rules", name, more, section.span, (why,)))
        for section_below in below:
            self.add(section_below, rule.id)

    def _passage(self, pieces: Sequence[Piece]) -> Iterator[str]:
        """Write pieces as blocks of Markdown."""
        for piece in pieces:
            match piece:
                case Paragraph(text=text):
                    yield text
                case Bullets(items=items):
                    yield "\n".join(_lines(items, ""))
                    for grid in _grids(items):
                        yield from self._table(PrintedTable(grid))
                case PrintedTable():
                    yield from self._table(piece)
                case Heading(title=title):
                    yield f"**{title}**"
                case Headings(headings=inner) | Box(pieces=inner):
                    yield from self._passage([*inner])
                case Columns(columns=columns):
                    yield from (text for column in columns for text in self._passage(column))
                case Section(pieces=inner, title=title):
                    yield from (f"**{title}**", *self._passage(inner))

    def _table(self, piece: PrintedTable) -> Iterator[str]:
        """Add the entries of a table, and yield a link to it."""
        for block in self.blocks.of_pieces([piece]):
            if isinstance(block, dict):
                yield f"[[table:{block['table']}]]" if "table" in block else f"[[reference:{block['bullets']}]]"


def _lines(items: list[Item], before: str) -> Iterator[str]:
    """The lines of a list in Markdown, with the blanks `before` each."""
    for item in items:
        yield f"{before}- {item.text.strip() or '…'}"
        yield from _lines(item.items, before + "  ")


def _grids(items: list[Item]) -> Iterator[Grid]:
    """The tables in a list."""
    for item in items:
        yield from item.tables
        yield from _grids(item.items)
