"""A thin rule across the card, or across its column."""

from dataclasses import dataclass
from typing import ClassVar

from rulewright.blocks.entry import NO_VALUE, BlockEntry
from rulewright.language.entry import key
from rulewright.model.card import Block, Shown
from rulewright.model.setter import Setter, View


class LineEntry(BlockEntry):
    """A thin rule across the card, or across its column."""

    noun = "the block line"
    alone = True
    line = key(NO_VALUE, "A line between the blocks before and after it", "line")

    def block(self) -> "Line":
        _ = self.line
        return Line(span=self.span)


@dataclass(frozen=True, slots=True)
class Line(Block):
    """A line divides: no column that the tool breaks begins with one."""

    begins_columns: ClassVar[bool] = False

    @property
    def shown(self) -> Shown:
        return Shown(None, ())

    def view(self, setter: Setter) -> View:  # noqa: ARG002 - it looks the same in every medium
        return View("line.html.j2", "line", None)
