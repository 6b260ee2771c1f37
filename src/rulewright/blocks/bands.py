"""Bands: coloured headings with the numbers of their rules. The block `bands` prints several side by side.

- band: fire        prints `Firing  6` on the colour `fire`, if rule 6 has the id `fire` and the title `Firing`
  colour: fire
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from rulewright.blocks.entry import BlockEntry
from rulewright.entries.colour import Tint, letters_on
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.roles import TEXT, link, nodes, ref
from rulewright.entries.text import Text
from rulewright.entries.themes import HeadingStyle
from rulewright.model.block import Block, Heading, ShownContent
from rulewright.model.block_renderer import BlockRenderer, View

TEMPLATE = "band.html.j2"


class BandEntry(BlockEntry):
    """A coloured heading with the number of its rule."""

    noun = "the block band"
    band = key(
        link("rule"),
        "The rule that the band is about, by its id or its number",
        "band: fire\ncolour: fire",
        required=True,
    )
    title = key(
        TEXT, "The words on the band", "band: fire\ntitle: Firing\ncolour: fire", default="the title of the rule"
    )
    colour = key(
        link("colour"),
        "One of the game's `colours`",
        "band: moving\ncolour: move",
        default="that of the letters of the theme",
        also=("color",),
    )
    note = key(
        TEXT,
        "Small words at the right end, such as the range of a value",
        "band: fire\ncolour: fire\nnote: one die",
        default="none",
    )

    def block(self) -> "Band | None":
        rule, title, colour, note = self.band, self.title, self.colour, self.note
        return Band(rule, title, colour, note, span=self.span) if rule else None


@dataclass(frozen=True, slots=True)
class Band(Block):
    """A heading on a colour that distinguishes it from the other bands of a card."""

    rule: Text
    title: Text | None
    colour: Text | None
    note: Text | None

    keep_with_next: ClassVar[bool] = True

    @property
    def shown(self) -> ShownContent:
        heading = Heading(self.title, self.rule)
        return ShownContent(heading, (heading, self.note), colours=(self.colour,) if self.colour else ())

    def section(self, renderer: BlockRenderer) -> Tint:
        return renderer.tint(self.colour) if self.colour else renderer.theme.ink

    def view(self, renderer: BlockRenderer) -> View:
        return View(TEMPLATE, f"band {self.rule.name}", (self.content(renderer),))

    def content(self, renderer: BlockRenderer) -> dict[str, object]:
        """Return the values for the template.

        `label` is for bookmarks; `colour` and `ink`, the letters, are #rrggbb.
        """
        rule, colour = renderer.rule(self.rule), self.section(renderer)
        title, letters = self.title or rule.title, letters_on(colour)
        # words on a filled band have the colour of its letters; otherwise None keeps the usual one
        with renderer.lettered(letters if renderer.theme.band is HeadingStyle.FILLED else None):
            words, note = renderer.inline(title), renderer.optional(self.note)
        match renderer.theme.band:
            case HeadingStyle.FILLED:
                style = f"background: {renderer.ink(colour)}; color: {renderer.ink(letters)}"
            case HeadingStyle.OUTLINED:
                style = f"border-left-color: {renderer.ink(colour)}"
            case HeadingStyle.UNDERLINED:
                style = f"border-bottom-color: {renderer.ink(colour)}"
        return {
            "label": f"{rule.number} {renderer.words(title)}".strip(),
            "title": words,
            "number": rule.link,
            "note": note,
            "style": style,
            "colour": colour.hex,
            "ink": letters.hex,
        }


class OneOfBandsEntry(LazyEntry):
    """One of several bands side by side."""

    noun = "a band among others"
    rule = key(link("rule"), BandEntry.band.summary, "rule: fire\ncolour: fire", required=True)
    title = replace(BandEntry.title, example="rule: fire\ntitle: Firing\ncolour: fire")
    colour = replace(BandEntry.colour, example="rule: moving\ncolour: move")
    note = replace(BandEntry.note, example="rule: fire\ncolour: fire\nnote: one die")

    def single_band(self) -> Band | None:
        rule, title, colour, note = self.rule, self.title, self.colour, self.note
        return Band(rule, title, colour, note, span=self.span) if rule else None


class BandsEntry(BlockEntry):
    """Several bands side by side, for a card about several rules at once."""

    noun = "the block bands"
    inner_entries = (OneOfBandsEntry,)
    bands = key(
        nodes("a list of bands", ref("OneOfBandsEntry")),
        "The bands, from left to right",
        "bands: [{rule: moving, colour: move}, {rule: fire, colour: fire}]",
        required=True,
    )

    def block(self) -> "Bands | None":
        bands = (OneOfBandsEntry(node, "a band", self.findings).single_band() for node in self.bands)
        return Bands(tuple(band for band in bands if band), span=self.span)


@dataclass(frozen=True, slots=True)
class Bands(Block):
    """Several bands that print as one heading. Each band shows its own rule."""

    bands: tuple[Band, ...]

    keep_with_next: ClassVar[bool] = True

    @property
    def shown(self) -> ShownContent:
        return ShownContent(None, ())

    def section(self, renderer: BlockRenderer) -> Tint | None:
        """Return the colour of the first band, for what follows."""
        return next((band.section(renderer) for band in self.bands), None)

    def view(self, renderer: BlockRenderer) -> View:
        names = ", ".join(band.rule.name for band in self.bands)
        return View(TEMPLATE, f"bands {names}", tuple(band.content(renderer) for band in self.bands))
