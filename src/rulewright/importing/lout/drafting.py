"""Make a draft from files in Lout: cards, rules, sizes, and a list of what is unread.

`readers` calls `read` with all files in Lout of an import. Each box at the top of a text becomes a card; pieces outside
of boxes belong to the card before them. Each section becomes a rule.
"""

from collections.abc import Sequence
from pathlib import PurePosixPath

from rulewright.base.findings import Span
from rulewright.base.limits import ENTRIES
from rulewright.importing.draft import Draft, Entry, Guessed, Ids, Layout, Value, literal, texts_in
from rulewright.importing.grids.shape import without_markup
from rulewright.importing.lout.card_blocks import Blocks
from rulewright.importing.lout.card_sizes import size_of
from rulewright.importing.lout.chapters import Chapters
from rulewright.importing.lout.flow import Box, Flow, Heading, Headings, Piece, Section
from rulewright.importing.lout.folder import Folder
from rulewright.importing.lout.leftovers import leftover
from rulewright.importing.lout.objects import Call, Notes, Object, Parts, Symbol, plain
from rulewright.importing.lout.parsing import parse
from rulewright.importing.lout.state import CitedRule, Expander, ImportState
from rulewright.importing.lout.symbols import DOCUMENTS
from rulewright.importing.sources import SourceFile

MOST_BLOCKS = ENTRIES.most // 2
"""Most blocks of a card; a text with more becomes several cards."""
FIRST_OBJECTS = 3
"""How many objects at the start of a text may be the symbol of the document."""
UNKNOWN_WORK = "the rulebook"


def read(files: Sequence[SourceFile]) -> Draft:
    """Make a draft of all cards of an import; `Failure` if one exceeds a limit."""
    cards = Cards()
    for file in files:
        cards.add(file)
    return cards.draft()


class Cards:
    """Collects the cards of one import, which share colours, marks, rules and names."""

    def __init__(self) -> None:
        self.state = ImportState(Notes())
        self.blocks = Blocks(self.state)
        self.layouts: list[Layout] = []
        self.chapters = Chapters(self.blocks)
        self.title = ""
        self.names = Ids()
        self.trees: list[tuple[Object, list[Symbol]]] = []

    def add(self, file: SourceFile) -> None:
        """Add the cards of one more file."""
        text, remarks = file.text()
        self.state.remarks |= {str(remark): remark for remark in remarks}
        tree, definitions = parse(text, file.name, Folder.of(file), self.state.notes)
        self.trees.append((tree, definitions))
        expanded = Expander(self.state.notes).expand(tree)
        flow, settings = Flow(self.state), _document(expanded)
        if "@Title" in settings:
            self.title = self.title or flow.texts.markdown(settings["@Title"])
        pieces = flow.pieces(expanded)
        for section in (piece for piece in pieces if isinstance(piece, Section)):
            self.chapters.add(section)
        page_settings = {name: plain(value) for name, value in settings.items()}
        for card in _cards([piece for piece in pieces if not isinstance(piece, Section)]):
            self._add_card(card, page_settings, file)

    def draft(self) -> Draft:
        """Make the draft, with a note for every word that is in no card."""
        for tree, definitions in self.trees:
            leftover(tree, definitions, self.state)
        state, unread = self.state, (*self.state.notes.unread.values(), *self.blocks.unread)
        game: dict[str, Value] = {"title": self.title} if self.title else {}
        layouts = self.layouts
        if self.chapters.has_rules:
            game["numbering"] = Guessed("auto", "the sections have no numbers")
            book: Value = {"kind": "rulebook", "title": self.title or "Rules", "paper": "A4"}
            layouts = [*layouts, Layout("rulebook", book, Span(self.blocks.entries[0].origin.file, 1, 1))]
        looks: dict[str, Value] = {"colours": state.colours, "marks": state.marks}
        return Draft(
            game | {name: value for name, value in looks.items() if value},
            entries=(*map(_rule, state.rules.values()), *self.blocks.entries),
            layouts=tuple(layouts),
            unread=tuple(sorted(unread, key=lambda each: each.origin)),
            remarks=tuple(state.remarks.values()),
        )

    def _add_card(self, pieces: list[Piece], settings: dict[str, str], file: SourceFile) -> None:
        """Add the layout of a card, or several if it has too many blocks."""
        title, span = _title(pieces)
        stem = literal(PurePosixPath(file.name).name.partition(".")[0])
        self.blocks.title, self.blocks.rule = title or stem, None
        entries_before = len(self.blocks.entries)
        all_blocks = self.blocks.of_pieces(pieces)
        values = (all_blocks, *(entry.value for entry in self.blocks.entries[entries_before:]))
        texts = " ".join(text for value in values for text in texts_in(value))
        name: Value = title or Guessed(stem, "the text has no heading")
        size = size_of(settings, pieces, len(without_markup(texts).split()))
        legend = ["legend"] if "[[mark:" in texts else []
        for number in range(0, len(all_blocks), MOST_BLOCKS):
            blocks = [*all_blocks[number : number + MOST_BLOCKS], *legend]
            value: dict[str, Value] = {"title": name, "size": size, "fit": "shrink", "blocks": blocks}
            self.layouts.append(Layout(self.names.new(title or stem), value, span or Span(file.name, 1, 1)))


def _is_card(piece: Piece) -> bool:
    """Whether a piece is a box with more than a heading or a text in it."""
    return isinstance(piece, Box) and len(piece.pieces) > 1


def _cards(pieces: list[Piece]) -> list[list[Piece]]:
    """Divide pieces into cards, one for each box. Pieces outside of boxes belong to the box before them."""
    cards: list[list[Piece]] = []
    has_box = False  # whether the last card has its box; pieces before the first box belong to the card of that
    for piece in pieces:
        if not cards or (_is_card(piece) and has_box):
            cards.append([])
        has_box = has_box or _is_card(piece)
        cards[-1] += piece.pieces if isinstance(piece, Box) and _is_card(piece) else [piece]
    return cards


def _title(pieces: list[Piece]) -> tuple[str, Span | None]:
    """The words and the place of the first heading; "" and None if there is none."""
    for piece in pieces:
        if isinstance(piece, Heading):
            return literal(without_markup(piece.title)), piece.span
        if isinstance(piece, Headings):
            return literal(", ".join(without_markup(each.title) for each in piece.headings)), piece.headings[0].span
    return "", None


def _document(value: Object) -> dict[str, Object]:
    """The options of the symbol for the whole document, such as `@PageWidth`; empty if the text has none."""
    waiting = [value]
    while waiting:
        first = waiting.pop(0)
        if isinstance(first, Parts):
            waiting = first.items[:FIRST_OBJECTS] + waiting
        elif isinstance(first, Call) and first.name in DOCUMENTS:
            return first.options
        elif isinstance(first, Call):
            waiting = first.inner
    return {}


def _rule(rule: CitedRule) -> Entry:
    """The entry of a rule that cards cite and no file has."""
    value: dict[str, Value] = {"number": rule.number} if rule.number else {}
    if rule.title:
        value["title"] = rule.title
    why = "the card cites this rule, but the source does not have its text"
    return Entry("rules", rule.id, {**value, "external": Guessed(UNKNOWN_WORK, why)}, rule.span)
