"""Make a draft from files in Lout: cards, rules, sizes, and a list of what is unread.

`readers` calls `read` with all files in Lout of an import. Each box at the top of a text becomes a card; pieces outside
of boxes belong to the card before them. Each section becomes a rule.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import PurePosixPath

from rulewright.base.findings import Span
from rulewright.base.limits import ENTRIES
from rulewright.importing.draft import Draft, Entry, Guessed, Ids, Layout, Value, literal, texts_in
from rulewright.importing.grids.shape import without_markup
from rulewright.importing.lout.blocks import Blocks, Chapters
from rulewright.importing.lout.flow import Flow
from rulewright.importing.lout.objects import (
    Call,
    Expander,
    Notes,
    Object,
    Parts,
    Symbol,
    Word,
    centimetres,
    plain,
    printed_in,
)
from rulewright.importing.lout.parsing import parse
from rulewright.importing.lout.pieces import Box, Headings, Piece, Section
from rulewright.importing.lout.state import CitedRule, ImportState
from rulewright.importing.lout.symbols import DOCUMENTS, PRINTED_OPTIONS
from rulewright.importing.lout.text import PRINTED_ELSEWHERE, TEXT_BETWEEN
from rulewright.importing.sources import SourceFile

MOST_BLOCKS = ENTRIES.most // 2
"""Most blocks of a card; a text with more becomes several cards."""
UNKNOWN_WORK = "the rulebook"
PAPERS = ((340, "105 × 148 mm"), (520, "105 × 210 mm"), (900, "148 × 210 mm"))
"""The most words of a card, and the size on which they fit."""
LARGEST_PAPER = "A4"


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
        tree, definitions = parse(text, file.name, file.path.parent, self.state.notes)
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
        size = _size(settings, len(without_markup(texts).split()))
        legend = ["legend"] if "[[mark:" in texts else []
        for number in range(0, len(all_blocks), MOST_BLOCKS):
            blocks = [*all_blocks[number : number + MOST_BLOCKS], *legend]
            value: dict[str, Value] = {"title": name, "size": size, "fit": "shrink", "blocks": blocks}
            self.layouts.append(Layout(self.names.new(title or stem), value, span or Span(file.name, 1, 1)))


def _size(settings: dict[str, str], word_count: int) -> Value:
    """The page size that the text gives, or a guess."""
    width, height = (centimetres(settings.get(name, "")) * 10 for name in ("@PageWidth", "@PageHeight"))
    if width and height:
        return f"{width:g} × {height:g} mm"
    size = next((size for most_words, size in PAPERS if word_count <= most_words), LARGEST_PAPER)
    return Guessed(size, f"the source does not give a size; {word_count} words fit on this one")


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
        if isinstance(piece, Headings):
            return literal(", ".join(without_markup(each.title) for each in piece.headings)), piece.headings[0].span
    return "", None


def _document(value: Object) -> dict[str, Object]:
    """The options of the symbol for the whole document, such as `@PageWidth`; empty if the text has none."""
    calls = (each for each in printed_in(value) if isinstance(each, Call))
    return next((call.options for call in calls if call.name in DOCUMENTS), {})


def _rule(rule: CitedRule) -> Entry:
    """The entry of a rule that cards cite and no file has."""
    value: dict[str, Value] = {"number": rule.number} if rule.number else {}
    if rule.title:
        value["title"] = rule.title
    why = "the card cites this rule, but the source does not have its text"
    return Entry("rules", rule.id, {**value, "external": Guessed(UNKNOWN_WORK, why)}, rule.span)


# Words that nothing has, so that nothing is lost silently


def leftover(tree: Object, definitions: Iterable[Symbol], state: ImportState) -> None:
    """Note every word that nothing uses; words in a row are one note."""
    only = "only the definition of {} has this text, and no card uses that"
    bodies = ((each.body, only.format(each.name)) for each in definitions if each.body is not None)
    for value, reason_for_all in ((tree, "no card has this text"), *bodies):
        rows = groupby(
            _words(value, reason_for_all), lambda each: (each[0].span in state.used_spans, each[0].span.line, each[1])
        )
        for (is_used, _, reason), group in rows:
            row = [word for word, _ in group]
            if not is_used:
                state.notes.add(row[0].span, " ".join(word.text for word in row), reason)


def _words(value: Object, reason: str) -> Iterator[tuple[Word, str]]:
    """Yield the words of an object, without settings, each with the reason why a card may lack it.

    That is `reason`, or a closer one that a symbol around the word gives. The object at the left of a symbol of Lout is
    a setting, such as `12p` in `12p @Font x`, unless the symbol prints it; and so is the value of an option.
    """
    match value:
        case Word():
            yield value, reason
        case Parts(items=items):
            yield from (word for item in items for word in _words(item, reason))
        case Call(symbol=symbol):
            if value.name in PRINTED_ELSEWHERE:
                reason = f"{value.name} prints this elsewhere, or not at all"
            elif not symbol.standard and not symbol.unknown and not symbol.parameter:
                reason = f"the definition of {value.name} does not print this"
            left = value.left if not symbol.standard or value.name in TEXT_BETWEEN else None
            options = (each for name, each in value.options.items() if not symbol.standard or name in PRINTED_OPTIONS)
            for part in (left, *options, value.right):
                yield from _words(part, reason) if part is not None else ()
