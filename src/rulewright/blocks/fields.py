"""Fields to fill in with a pencil: names with lines or boxes after them, as on the sheet of a character."""

from dataclasses import dataclass

from markupsafe import Markup

from rulewright.blocks.entry import BlockEntry
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import PROSE, TITLE, either, nodes, number, prose, ref
from rulewright.model.card import Block, Shown
from rulewright.model.setter import Setter, View
from rulewright.model.text import Text
from rulewright.source.nodes import Node, Scalar

COUNT = number("[1-9]|[1-4][0-9]|50", "a number from 1 to 50", "is not a number from 1 to 50", "as in boxes: 6")
FIELD = either(PROSE, ref("FieldEntry"))


class FieldEntry(Entry):
    """A field with several lines, or with boxes to tick."""

    noun = "a field"
    label = key(TITLE, "The words before what is filled in", "label: Hearts\nboxes: 6", required=True)
    boxes = key(COUNT, "How many boxes to tick there are, instead of a line", "label: Hearts\nboxes: 6", default="none")
    lines = key(COUNT, "How many lines there are to write on", "label: Gear\nlines: 3", default="1")


class FieldsEntry(BlockEntry):
    """Lines to write on and boxes to tick: the sheet of a character, or a record of the game."""

    noun = "the block fields"
    parts = (FieldEntry,)
    fields = key(
        nodes("a list of fields", FIELD),
        "What there is to fill in; just a text has one line after it",
        "fields: [Name, {label: Hearts, boxes: 6}]",
        required=True,
    )

    def block(self) -> "Fields | None":
        fields = tuple(map(self._field, self.fields))
        return Fields(fields, span=self.span) if fields else None

    def _field(self, node: Node) -> "Field":
        if isinstance(node, Scalar):
            return Field(prose(node, self.faults))
        entry = FieldEntry(node, "a field", self.faults)
        if entry.has("boxes") and entry.has("lines"):
            message, hint = "a field has boxes or lines, not both", "make two fields of it"
            self.fault("bad-value", entry.place("lines"), message, hint)
        return Field(entry.label, entry.boxes or 0, entry.lines or 1)


@dataclass(frozen=True, slots=True)
class Field:
    """Words with boxes after them, or with lines."""

    label: Text
    boxes: int = 0
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Fields(Block):
    """Fields, one below the other."""

    fields: tuple[Field, ...]

    @property
    def shown(self) -> Shown:
        return Shown(None, tuple(each.label for each in self.fields))

    def view(self, setter: Setter) -> View:
        views = tuple(FieldView(setter.inline(each.label), each.boxes, each.lines) for each in self.fields)
        return View("fields.html.j2", f"fields {self.fields[0].label.words}", views)


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field ready to print."""

    label: Markup
    boxes: int
    lines: int
