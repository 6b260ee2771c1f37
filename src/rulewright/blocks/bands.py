"""Several bands side by side in one heading."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rulewright.blocks.band import TEMPLATE, Band, BandEntry, band
from rulewright.blocks.entry import BlockEntry
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import link, nodes, ref
from rulewright.model.card import Block, Shown
from rulewright.model.colour import Tint
from rulewright.model.setter import Setter, View


class OneOfBandsEntry(Entry):
    """One of the bands that are side by side."""

    noun = "a band among others"
    rule = key(link("rule"), BandEntry.band.summary, "rule: fire\ncolour: fire", required=True)
    title = replace(BandEntry.title, example="rule: fire\ntitle: Firing\ncolour: fire")
    colour = replace(BandEntry.colour, example="rule: moving\ncolour: move")
    note = replace(BandEntry.note, example="rule: fire\ncolour: fire\nnote: one die")


class BandsEntry(BlockEntry):
    """Several bands side by side, for a card about several rules at once."""

    noun = "the block bands"
    parts = (OneOfBandsEntry,)
    bands = key(
        nodes("a list of bands", ref("OneOfBandsEntry")),
        "The bands, from left to right",
        "bands: [{rule: moving, colour: move}, {rule: fire, colour: fire}]",
        required=True,
    )

    def block(self) -> "Bands | None":
        entries = [OneOfBandsEntry(node, "a band", self.faults) for node in self.bands]
        bands = [band(each.rule, each.title, each.colour, each.note, each.span) for each in entries]
        return Bands(tuple(each for each in bands if each), span=self.span)


@dataclass(frozen=True, slots=True)
class Bands(Block):
    """One heading of several bands: what each shows is its own."""

    bands: tuple[Band, ...]

    keep_with_next: ClassVar[bool] = True

    @property
    def shown(self) -> Shown:
        return Shown(None, ())

    def section(self, setter: Setter) -> Tint | None:
        """What follows several bands has the colour of the first."""
        return next((each.section(setter) for each in self.bands), None)

    def view(self, setter: Setter) -> View:
        names = ", ".join(each.rule.name for each in self.bands)
        return View(TEMPLATE, f"bands {names}", tuple(each.band_view(setter) for each in self.bands))
