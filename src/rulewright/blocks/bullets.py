"""A bullet list: a quick reference with the tables that hang on its items, or bullets that only the card has."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rulewright.blocks.entry import BlockEntry
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import ONE_VALUE, PROSE, TITLE, either, list_of, node, nodes, prose, ref, reference
from rulewright.model.card import Block, Heading, Shown
from rulewright.model.expression import Item
from rulewright.model.setter import Setter, View
from rulewright.model.text import Text
from rulewright.source.nodes import Node, Scalar, Sequence

BULLET = either(PROSE, ref("CardBulletEntry"))


class CardBulletEntry(Entry):
    """A bullet of a card with bullets under it."""

    noun = "a bullet of a card"
    text = key(TITLE, "What the bullet says", "text: In a wood only 5 or more hits.", required=True)
    items = key(
        nodes("a list of bullets", BULLET), "Bullets under this one", "items: [A mortar needs 3.]", required=True
    )


class BulletsEntry(BlockEntry):
    """A quick reference as a bullet list, or bullets of the card itself."""

    noun = "the block bullets"
    parts = (CardBulletEntry,)
    bullets = key(
        node("one of the game's `references`, or a list of bullets", ONE_VALUE, list_of(BULLET)),
        "A quick reference, with the tables on its bullets; or bullets that only this card has, without claims",
        "bullets: fire",
        required=True,
    )

    def block(self) -> "Bullets | None":
        match self.bullets:
            case Scalar() as name:
                return Bullets(reference(name, "reference"), span=self.span)
            case Sequence(items=items):
                return Bullets(None, tuple(map(self._item, items)), span=self.span)
            case None:
                return None
            case other:
                self.wrong(
                    other,
                    "'bullets' is the name of a reference or a list",
                    "as in bullets: [Roll one die.]",
                )
                return None

    def _item(self, node: Node) -> Item:
        if isinstance(node, Scalar):
            return Item(prose(node, self.faults))
        entry = CardBulletEntry(node, "a bullet of a card", self.faults)
        return Item(entry.text, items=tuple(map(self._item, entry.items)))


@dataclass(frozen=True, slots=True)
class Bullets(Block):
    """The bullets of a quick reference, or its `own`; of the outermost those from `begin` to `end`, as in a slice."""

    reference: Text | None
    own: tuple[Item, ...] = ()
    begin: int = 0
    end: int | None = None

    divisible: ClassVar[bool] = True

    @property
    def shown(self) -> Shown:
        if self.reference is None:
            return Shown(None, (), bullets=self.own)
        return Shown(Heading(None, self.reference), (), references=(self.reference,))

    def view(self, setter: Setter) -> View:
        bullets = setter.bullets_of(self.own if self.reference is None else self.reference, self.begin, self.end)
        name = f" {self.reference.name}" if self.reference else f" “{self.own[0].text.words}”" if self.own else ""
        return View("bullets.html.j2", f"bullets{name}", bullets)

    def part(self, begin: int, end: int | None) -> "Bullets":
        return replace(self, begin=begin, end=end)
