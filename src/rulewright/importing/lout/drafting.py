"""The draft of cards in Lout: each box around all the rest is a card; a text without one is a card itself."""

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from rulewright.boundary import Failure
from rulewright.diagnostics import Span
from rulewright.importing.draft import Draft, Entry, Guessed, Ids, Layout, Value
from rulewright.importing.grids.shape import bare
from rulewright.importing.lout.accounting import leftover
from rulewright.importing.lout.blocks import Blocks, said
from rulewright.importing.lout.expanding import Expander
from rulewright.importing.lout.flow import Flow
from rulewright.importing.lout.gathered import Gathered, Rule
from rulewright.importing.lout.including import Folder
from rulewright.importing.lout.known import DOCUMENTS
from rulewright.importing.lout.objects import Call, Object
from rulewright.importing.lout.parsing import parsed
from rulewright.importing.lout.pieces import Framed, Heading, Headings, Piece
from rulewright.importing.lout.sizes import size_of
from rulewright.importing.lout.trouble import GivenUpError, Trouble
from rulewright.importing.sources import SourceFile
from rulewright.translation.messages import tell

WORK = tell("the rulebook")


def read(files: Sequence[SourceFile]) -> Draft:
    """The draft of all cards of an import; `Failure` where one exceeds a limit."""
    trouble = Trouble()
    gathered = Gathered(trouble)
    blocks, layouts, names = Blocks(gathered), list[Layout](), Ids()
    for file in files:
        text, remarks = file.text()
        gathered.remarks |= {str(remark): remark for remark in remarks}
        try:
            layouts += _cards(file, text, blocks, names)
        except GivenUpError as error:
            finding = error.finding
            raise Failure(
                tell("{place}: {message}: {hint}", place=str(finding.span), message=finding.message, hint=finding.hint)
            ) from None
    rules = tuple(_rule(rule) for rule in gathered.rules.values())
    game: dict[str, Value] = {}
    if gathered.colours:
        game["colours"] = gathered.colours
    if gathered.marks:
        game["marks"] = gathered.marks
    return Draft(
        game=game,
        entries=(*rules, *blocks.entries),
        layouts=tuple(layouts),
        unread=tuple(sorted((*trouble.unread.values(), *blocks.unread), key=lambda each: each.origin)),
        remarks=tuple(gathered.remarks.values()),
    )


def _cards(file: SourceFile, text: str, blocks: Blocks, names: Ids) -> Iterator[Layout]:
    gathered, folder = blocks.gathered, PurePosixPath(file.name).parent
    tree, definitions = parsed(
        text, file.name, Folder(file.path.parent, "" if str(folder) == "." else str(folder)), gathered.trouble
    )
    expanded = Expander(gathered.trouble).expanded(tree)
    flow = Flow(gathered)
    pieces = flow.pieces(expanded)
    settings = _document(expanded)
    for card in _divided(pieces):
        yield _layout(card, blocks, names, settings, file)
    leftover(tree, definitions, gathered)


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


def _layout(pieces: list[Piece], blocks: Blocks, names: Ids, settings: dict[str, str], file: SourceFile) -> Layout:
    title, span = _title(pieces)
    stem = PurePosixPath(file.name).name.partition(".")[0]
    blocks.title, blocks.rule = bare(title) or stem, None
    before = len(blocks.entries)
    made = blocks.of(pieces)
    texts = " ".join(said(part) for part in (made, *(entry.value for entry in blocks.entries[before:])))
    name: Value = title or Guessed(stem, tell("the text has no heading"))
    size = size_of(settings, pieces, len(bare(texts).split()))
    legend = ["legend"] if "[[mark:" in texts else []
    value: dict[str, Value] = {"title": name, "size": size, "fit": "shrink", "blocks": [*made, *legend]}
    return Layout(names.new(bare(title) or stem), value, span or Span(file.name, 1, 1))


def _title(pieces: list[Piece]) -> tuple[str, Span | None]:
    for piece in pieces:
        if isinstance(piece, Heading):
            return bare(piece.title), piece.span
        if isinstance(piece, Headings):
            return ", ".join(bare(each.title) for each in piece.headings), piece.span
    return "", None


def _document(value: Object) -> dict[str, str]:
    """The options of the document around all."""
    while isinstance(value, Call) and value.name not in DOCUMENTS and value.right is not None:
        value = value.right
    if isinstance(value, Call) and value.name in DOCUMENTS:
        return {name: value.option(name) for name in value.options}
    return {}


def _rule(rule: Rule) -> Entry:
    value: dict[str, Value] = {"number": rule.number} if rule.number else {}
    if rule.title:
        value["title"] = rule.title
    why = tell("the card cites it; the rule itself is elsewhere")
    return Entry("rules", rule.id, {**value, "external": Guessed(str(WORK), why)}, rule.span)
