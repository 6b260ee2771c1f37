"""A quick reference as a bullet list, with the tables that hang on its items."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rulewright.blocks.entry import BlockEntry
from rulewright.language.entry import key
from rulewright.language.kinds import link
from rulewright.model.card import Block, Heading, Shown
from rulewright.model.setter import Setter, View
from rulewright.model.text import Text


class BulletsEntry(BlockEntry):
    """A quick reference as a bullet list."""

    noun = "the block bullets"
    bullets = key(
        link("reference"), "One of the game's `references`, with the tables on its bullets", "bullets: fire",
        required=True,
    )  # fmt: skip

    def block(self) -> "Bullets | None":
        return Bullets(self.bullets, span=self.span) if self.bullets else None


@dataclass(frozen=True, slots=True)
class Bullets(Block):
    """A bullet list, or the part of its outermost items from `begin` to `end`, as in a slice."""

    reference: Text
    begin: int = 0
    end: int | None = None

    divisible: ClassVar[bool] = True

    @property
    def shown(self) -> Shown:
        return Shown(Heading(None, self.reference), (), references=(self.reference,))

    def view(self, setter: Setter) -> View:
        bullets = setter.bullets_of(self.reference, self.begin, self.end)
        return View("bullets.html.j2", f"bullets {self.reference.name}", bullets)

    def part(self, begin: int, end: int | None) -> "Bullets":
        return replace(self, begin=begin, end=end)
