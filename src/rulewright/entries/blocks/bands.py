"""Bands: coloured headings with the numbers of their rules. The block `bands` prints several side by side.

- band: fire        prints `Firing  6` on the colour `fire`, if rule 6 has the id `fire` and the title `Firing`
  colour: fire
"""

from dataclasses import replace
from typing import Annotated, ClassVar

from rulewright.entries.block import Block, Heading, ShownContent
from rulewright.entries.block_renderer import BlockRenderer, View
from rulewright.entries.colour import Tint, letters_on
from rulewright.entries.entry import EntryReader, Kind, key
from rulewright.entries.roles import Prose, link, list_of, ref
from rulewright.entries.text import Text
from rulewright.entries.themes import HeadingStyle

TEMPLATE = "band.html.j2"


class Band(Block, noun="the block band"):
    """A coloured heading with the number of its rule."""

    rule: Annotated[Text, link("rule")] = key(
        "The rule that the band is about, by its id or its number", "band: fire\ncolour: fire", name="band"
    )
    title: Prose | None = key(
        "The words on the band",
        "band: fire\ntitle: Firing\ncolour: fire",
        default=None,
        otherwise="the title of the rule",
    )
    colour: Annotated[Text, link("colour")] | None = key(
        "One of the game's `colours`",
        "band: moving\ncolour: move",
        default=None,
        otherwise="that of the letters of the theme",
        also=("color",),
    )
    note: Prose | None = key(
        "Small words at the right end, such as the range of a value",
        "band: fire\ncolour: fire\nnote: one die",
        default=None,
        otherwise="none",
    )

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


class OneOfBands(Band, noun="a band among others"):
    """One of several bands side by side."""

    declared: ClassVar = {
        name: replace(each, name=name, example=each.example.replace("band:", "rule:"))
        for name, each in zip(("rule", "title", "colour", "note"), Band.declared.values(), strict=True)
    }


def _bands(reader: EntryReader, name: str) -> tuple[OneOfBands, ...]:
    bands = (OneOfBands.read(node, "a band", reader.findings) for node in reader.list_at(name))
    return tuple(band for band in bands if band.is_complete)


class Bands(Block, noun="the block bands"):
    """Several bands side by side, for a card about several rules at once."""

    bands: tuple[OneOfBands, ...] = key(
        "The bands, from left to right",
        "bands: [{rule: moving, colour: move}, {rule: fire, colour: fire}]",
        kind=Kind("a list of bands", _bands, list_of(ref("OneOfBands"))),
    )

    keep_with_next: ClassVar[bool] = True

    def section(self, renderer: BlockRenderer) -> Tint | None:
        """Return the colour of the first band, for what follows."""
        return next((band.section(renderer) for band in self.bands), None)

    def view(self, renderer: BlockRenderer) -> View:
        names = ", ".join(band.rule.name for band in self.bands)
        return View(TEMPLATE, f"bands {names}", tuple(band.content(renderer) for band in self.bands))
