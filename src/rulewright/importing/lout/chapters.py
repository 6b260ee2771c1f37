"""The sections of a longer text as rules: its paragraphs and lists, and a link where each table was."""

from collections.abc import Iterator, Sequence

from rulewright.importing.draft import Entry, Value
from rulewright.importing.grids import Grid
from rulewright.importing.lout.blocks import Blocks
from rulewright.importing.lout.pieces import (
    Beside,
    Bullets,
    Framed,
    Heading,
    Headings,
    Item,
    Paragraph,
    Piece,
    Printed,
    Section,
)
from rulewright.importing.markdown.repairing import divided, repaired


class Chapters:
    """Makes the rules of one import; tables go to the entries of `blocks`."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.any = False

    def add(self, section: Section, parent: str = "") -> None:
        """The rule of a section, and those of the sections in it. A text too long for one rule becomes several."""
        self.any, gathered = True, self.blocks.gathered
        rule = gathered.headed(section.title or "Section", "", section.span)
        del gathered.rules[rule.id]  # it is no other work's
        self.blocks.rule, self.blocks.title = rule, rule.title
        own = [piece for piece in section.pieces if not isinstance(piece, Section)]
        value: dict[str, Value] = {"parent": parent} if parent else {}
        at = len(self.blocks.entries)
        texts = [repaired(text, blocks=True) for text in divided([*self._passage(own)]) if text]
        below = [piece for piece in section.pieces if isinstance(piece, Section)]
        first: dict[str, Value] = {"text": texts[0]} if texts else {} if below else {"text": rule.title}
        entry = Entry("rules", rule.id, {**value, "title": rule.title, **first}, section.span)
        self.blocks.entries.insert(at, entry)
        for text in texts[1:]:
            name = gathered.rule_ids.new(rule.title)
            why = "the text is too long for one rule"
            more: dict[str, Value] = {"parent": rule.id, "title": rule.title, "text": text}
            self.blocks.entries.append(Entry("rules", name, more, section.span, (why,)))
        for each in below:
            self.add(each, rule.id)

    def _passage(self, pieces: Sequence[Piece]) -> Iterator[str]:
        """Blocks of Markdown."""
        for piece in pieces:
            match piece:
                case Paragraph(text=text):
                    yield text
                case Bullets(items=items):
                    yield "\n".join(_lines(items, ""))
                    for grid in _grids(items):
                        yield from self._table(Printed(grid))
                case Printed():
                    yield from self._table(piece)
                case Heading(title=title):
                    yield f"**{title}**"
                case Headings(headings=inner) | Framed(pieces=inner):
                    yield from self._passage([*inner])
                case Beside(columns=columns):
                    yield from (text for column in columns for text in self._passage(column))
                case Section(pieces=inner, title=title):
                    yield from (f"**{title}**", *self._passage(inner))

    def _table(self, piece: Printed) -> Iterator[str]:
        for block in self.blocks.of([piece]):
            if isinstance(block, dict):
                yield f"[[table:{block['table']}]]" if "table" in block else f"[[reference:{block['bullets']}]]"


def _lines(items: list[Item], before: str) -> Iterator[str]:
    for item in items:
        yield f"{before}- {item.text.strip() or '…'}"
        yield from _lines(item.items, before + "  ")


def _grids(items: list[Item]) -> Iterator[Grid]:
    for item in items:
        yield from item.tables
        yield from _grids(item.items)
