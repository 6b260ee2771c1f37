"""Make a draft from cards in Lout: chapters, sizes, and an account of what is unread."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from rulewright.boundary import Failure
from rulewright.findings import Span
from rulewright.importing.draft import Draft, Entry, Guessed, Ids, Layout, Value, literal
from rulewright.importing.grids import Grid
from rulewright.importing.grids.shape import bare, shape_of
from rulewright.importing.lout.blocks import Blocks, said
from rulewright.importing.lout.flow import Flow
from rulewright.importing.lout.gathered import Expander, Gathered, Rule
from rulewright.importing.lout.including import Folder
from rulewright.importing.lout.known import DOCUMENTS, PRINTED
from rulewright.importing.lout.objects import (
    Call,
    GivenUpError,
    Object,
    Parts,
    Symbol,
    Trouble,
    Word,
    centimetres,
    plain,
)
from rulewright.importing.lout.parsing import parsed
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
from rulewright.importing.lout.text import HIDDEN, JOINING
from rulewright.importing.markdown.repairing import divided, repaired
from rulewright.importing.sources import SourceFile
from rulewright.limits import ENTRIES


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


@dataclass
class Lost:
    """Words in a row that nothing has used."""

    words: list[Word]
    why: str


def leftover(tree: Object, definitions: Iterable[Symbol], gathered: Gathered) -> None:
    """Tells of every word that is not used."""
    told: list[Lost] = list(_lost(tree, "no part of a card holds it", gathered))
    for symbol in definitions:
        if symbol.body is not None:
            why = f"only the definition of {symbol.name} has this text, and no card uses it"
            told += _lost(symbol.body, why, gathered)
    for each in told:
        text = " ".join(word.text for word in each.words)
        gathered.trouble.note(each.words[0].span, text, each.why)


def _lost(value: Object, why: str, gathered: Gathered) -> Iterator[Lost]:
    found: Lost | None = None
    for word, reason in _words(value, why):
        if word.span in gathered.used:
            found = None
        elif found is not None and found.why == reason and word.span.line == found.words[-1].span.line:
            found.words.append(word)
        else:
            found = Lost([word], reason)
            yield found


def _words(value: Object, why: str) -> Iterator[tuple[Word, str]]:
    """The words that say something, with the reason why they might be nowhere."""
    match value:
        case Word():
            yield value, why
        case Parts():
            for item in value.items:
                yield from _words(item, why)
        case Call():
            reason = _reason(value, why)
            for part in _saying(value):
                yield from _words(part, reason)


def _saying(call: Call) -> Iterator[Object]:
    """The parts of a symbol's use that hold words, not looks."""
    looks = call.symbol.known and call.name not in JOINING
    if call.left is not None and not looks:
        yield call.left
    yield from (value for name, value in call.options.items() if not call.symbol.known or name in PRINTED)
    if call.right is not None:
        yield call.right


def _reason(call: Call, why: str) -> str:
    if call.name in HIDDEN:
        return f"{call.name} prints it elsewhere, or not at all"
    if not call.symbol.known and not call.symbol.unknown and not call.symbol.parameter:
        return f"the definition of {call.name} drops it"
    return why


PAPERS = ((105, 340, "105 × 148 mm"), (105, 520, "105 × 210 mm"), (148, 900, "148 × 210 mm"), (210, 2000, "A4"))
"""Millimetres of width, the most words, and the size."""
LETTER, PADDING, MARGIN, TURNED = 1.15, 2.4, 10, 5
"""Millimetres at the smallest type: of a letter, beside a cell, of a card, and of a column of turned words."""


def size_of(settings: dict[str, str], pieces: list[Piece], count: int) -> Value:
    """The size that the text tells of its page, or a guess."""
    width, height = (centimetres(settings.get(name, "")) * 10 for name in ("@PageWidth", "@PageHeight"))
    if width and height:
        return f"{width:g} × {height:g} mm"
    needed = _width(pieces) + MARGIN
    size = next((size for wide, most, size in PAPERS if needed <= wide and count <= most), PAPERS[-1][2])
    why = f"the source does not give a size; {count} words and the widest table fit on this one"
    return Guessed(size, why)


def _width(pieces: list[Piece]) -> float:
    """Millimetres that the widest of some pieces needs."""
    return max(map(_needed, pieces), default=0)


def _needed(piece: Piece) -> float:
    match piece:
        case Printed(grid=grid):
            return _table(grid)
        case Beside(columns=columns):
            return sum(map(_width, columns))
        case Bullets(items=items):
            return max(map(_item, items), default=0)
        case Framed(pieces=pieces) | Section(pieces=pieces):
            return _width(pieces)
        case _:
            return 0


def _item(item: Item) -> float:
    return max([*map(_table, item.tables), *map(_item, item.items), 0])


def _table(grid: Grid) -> float:
    shape = shape_of(grid)
    if shape is None or not shape.rows:
        return 0
    return sum(
        TURNED if shape.beside_all(at) else _longest([shape.headings[at], *shape.column(at)])
        for at in range(shape.width)
    )


def _longest(texts: list[str]) -> float:
    return PADDING + LETTER * max((len(word) for text in texts for word in bare(text).split()), default=1)


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
    why = "the card cites this rule, but the source does not have its text"
    return Entry("rules", rule.id, {**value, "external": Guessed(str(WORK), why)}, rule.span)
