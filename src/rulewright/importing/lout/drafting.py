"""The draft of cards in Lout: each box around all the rest is a card; a text without one is a card itself."""

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from rulewright.boundary import Failure
from rulewright.findings import Span
from rulewright.importing.draft import Draft, Entry, Guessed, Ids, Layout, Value
from rulewright.importing.grids.shape import bare
from rulewright.importing.literal import literal
from rulewright.importing.lout.accounting import leftover
from rulewright.importing.lout.blocks import Blocks
from rulewright.importing.lout.chapters import Chapters
from rulewright.importing.lout.expanding import Expander
from rulewright.importing.lout.flow import Flow
from rulewright.importing.lout.gathered import Gathered, Rule
from rulewright.importing.lout.including import Folder
from rulewright.importing.lout.known import DOCUMENTS
from rulewright.importing.lout.objects import Call, Object, Parts, Symbol, plain
from rulewright.importing.lout.parsing import parsed
from rulewright.importing.lout.pieces import Framed, Heading, Headings, Piece, Section
from rulewright.importing.lout.printed import said
from rulewright.importing.lout.sizes import size_of
from rulewright.importing.lout.trouble import GivenUpError, Trouble
from rulewright.importing.sources import SourceFile
from rulewright.limits import ENTRIES

MOST_BLOCKS = ENTRIES.most // 2
"""Blocks of a card; a text of more becomes several cards."""
FIRST = 3
"""Objects of a text among which the symbol of the document stands."""
WORK = "the rulebook"


def read(files: Sequence[SourceFile]) -> Draft:
    """The draft of all cards of an import; `Failure` where one exceeds a limit."""
    cards = Cards()
    try:
        for file in files:
            cards.add(file)
    except GivenUpError as error:
        place, said, hint = str(error.finding.span), error.finding.message, error.finding.hint
        raise Failure(f"{place}: {said}: {hint}") from None
    return cards.draft()


class Cards:
    """The cards of one import: their texts share colours, marks, rules and names."""

    def __init__(self) -> None:
        self.gathered = Gathered(Trouble())
        self.blocks = Blocks(self.gathered)
        self.layouts: list[Layout] = []
        self.chapters = Chapters(self.blocks)
        self.title = ""
        self.names = Ids()
        self.trees: list[tuple[Object, list[Symbol]]] = []

    def add(self, file: SourceFile) -> None:
        """The cards of one more file."""
        trouble, folder = self.gathered.trouble, PurePosixPath(file.name).parent
        text, remarks = file.text()
        self.gathered.remarks |= {str(remark): remark for remark in remarks}
        around = Folder(file.path.parent, "" if str(folder) == "." else str(folder))
        tree, definitions = parsed(text, file.name, around, trouble)
        self.trees.append((tree, definitions))
        expanded = Expander(trouble).expanded(tree)
        flow, settings = Flow(self.gathered), _document(expanded)
        if "@Title" in settings:
            self.title = self.title or flow.texts.markdown(settings["@Title"])
        pieces = flow.pieces(expanded)
        for section in (piece for piece in pieces if isinstance(piece, Section)):
            self.chapters.add(section)
        pages = {name: plain(value) for name, value in settings.items()}
        for card in _divided([piece for piece in pieces if not isinstance(piece, Section)]):
            self._card(card, pages, file)

    def draft(self) -> Draft:
        """All of them, and every word that is in none."""
        for tree, definitions in self.trees:
            leftover(tree, definitions, self.gathered)
        gathered, unread = self.gathered, (*self.gathered.trouble.unread.values(), *self.blocks.unread)
        numbering: Value = Guessed("auto", "the sections have no numbers") if self.chapters.any else ""
        game: dict[str, Value] = {
            "title": self.title,
            "numbering": numbering,
            "colours": gathered.colours,
            "marks": gathered.marks,
        }
        return Draft(
            game={name: value for name, value in game.items() if value},
            entries=(*map(_rule, gathered.rules.values()), *self.blocks.entries),
            layouts=(*self.layouts, *self._rulebook()),
            unread=tuple(sorted(unread, key=lambda each: each.origin)),
            remarks=tuple(gathered.remarks.values()),
        )

    def _rulebook(self) -> Iterator[Layout]:
        """All sections as one PDF."""
        if self.chapters.any:
            title, span = self.title or "Rules", self.blocks.entries[0].origin
            yield Layout("rulebook", {"kind": "rulebook", "title": str(title), "paper": "A4"}, Span(span.file, 1, 1))

    def _card(self, pieces: list[Piece], settings: dict[str, str], file: SourceFile) -> None:
        title, span = _title(pieces)
        stem = literal(PurePosixPath(file.name).name.partition(".")[0])
        self.blocks.title, self.blocks.rule, before = title or stem, None, len(self.blocks.entries)
        made = self.blocks.of(pieces)
        texts = " ".join(said(part) for part in (made, *(entry.value for entry in self.blocks.entries[before:])))
        name: Value = title or Guessed(stem, "the text has no heading")
        size = size_of(settings, pieces, len(bare(texts).split()))
        legend = ["legend"] if "[[mark:" in texts else []
        for number in range(0, len(made), MOST_BLOCKS):
            blocks = [*made[number : number + MOST_BLOCKS], *legend]
            value: dict[str, Value] = {"title": name, "size": size, "fit": "shrink", "blocks": blocks}
            self.layouts.append(Layout(self.names.new(title or stem), value, span or Span(file.name, 1, 1)))


def _divided(pieces: list[Piece]) -> Iterator[list[Piece]]:
    """The pieces of each card: those of a box; what is outside of all boxes goes with the box before it."""
    boxes = [at for at, piece in enumerate(pieces) if isinstance(piece, Framed) and len(piece.pieces) > 1]
    if not boxes:
        yield from ([pieces] if pieces else [])
        return
    starts = [0, *boxes[1:]]
    for start, end in zip(starts, [*boxes[1:], len(pieces)], strict=True):
        opened = [
            piece.pieces if isinstance(piece, Framed) and len(piece.pieces) > 1 else [piece]
            for piece in pieces[start:end]
        ]
        yield [piece for part in opened for piece in part]


def _title(pieces: list[Piece]) -> tuple[str, Span | None]:
    for piece in pieces:
        if isinstance(piece, Heading):
            return literal(bare(piece.title)), piece.span
        if isinstance(piece, Headings):
            return literal(", ".join(bare(each.title) for each in piece.headings)), piece.span
    return "", None


def _document(value: Object) -> dict[str, Object]:
    """The options of the document around all, or before all."""
    waiting = [value]
    while waiting:
        first = waiting.pop(0)
        if isinstance(first, Parts):
            waiting = first.items[:FIRST] + waiting
        elif isinstance(first, Call) and first.name in DOCUMENTS:
            return first.options
        elif isinstance(first, Call):
            waiting = [part for part in (first.meaning, first.right) if part is not None]
    return {}


def _rule(rule: Rule) -> Entry:
    value: dict[str, Value] = {"number": rule.number} if rule.number else {}
    if rule.title:
        value["title"] = rule.title
    why = "the card cites it; the rule itself is elsewhere"
    return Entry("rules", rule.id, {**value, "external": Guessed(str(WORK), why)}, rule.span)
