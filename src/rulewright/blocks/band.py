"""A band: a coloured heading with the number of its rule. `bands` sets several side by side."""

from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup

from rulewright.blocks.entry import BlockEntry
from rulewright.findings import Span
from rulewright.language.entry import key
from rulewright.language.kinds import TEXT, link
from rulewright.model.card import Block, Heading, Shown
from rulewright.model.colour import Tint, letters_on
from rulewright.model.setter import Setter, View
from rulewright.model.text import Text
from rulewright.model.theme import Heading as Style

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
        TEXT,
        "The words on the band",
        "band: fire\ntitle: Firing\ncolour: fire",
        default="the title of the rule",
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
        return band(self.band, self.title, self.colour, self.note, self.span)


@dataclass(frozen=True, slots=True)
class Band(Block):
    """A heading on a colour that tells it from the other bands of a card."""

    rule: Text
    title: Text | None
    colour: Text | None
    note: Text | None

    keep_with_next: ClassVar[bool] = True

    @property
    def shown(self) -> Shown:
        heading = Heading(self.title, self.rule)
        return Shown(heading, (heading, self.note), colours=(self.colour,) if self.colour else ())

    def section(self, setter: Setter) -> Tint:
        return setter.tint(self.colour) if self.colour else setter.theme.ink

    def view(self, setter: Setter) -> View:
        return View(TEMPLATE, f"band {self.rule.name}", (self.band_view(setter),))

    def band_view(self, setter: Setter) -> "BandView":
        rule, colour = setter.rule(self.rule), self.section(setter)
        title, letters = self.title or rule.title, letters_on(colour)
        with setter.lettered(letters if setter.theme.band is Style.FILLED else None):
            on_band, note = setter.inline(title), setter.optional(self.note)
        return BandView(
            label=f"{rule.number} {setter.words(title)}".strip(),
            title=on_band,
            number=rule.link,
            colour=colour.hex,
            ink=letters.hex,
            style=_style(setter, colour, letters),
            note=note,
        )


def band(rule: Text | None, title: Text | None, colour: Text | None, note: Text | None, span: Span) -> Band | None:
    """A band, unless it lacks what it needs."""
    return Band(rule, title, colour, note, span=span) if rule else None


@dataclass(frozen=True, slots=True)
class BandView:
    """A band: `colour` and `ink`, that of its letters, are #rrggbb; `style` says the same for the style sheet.

    `label` is what bookmarks call it: its number and its title.
    """

    label: str
    title: Markup
    number: Markup
    colour: str
    ink: str
    style: str
    note: Markup | None


def _style(setter: Setter, colour: Tint, letters: Tint) -> str:
    """The declarations that depend on the colour of the band."""
    match setter.theme.band:
        case Style.FILLED:
            return f"background: {setter.ink(colour)}; color: {setter.ink(letters)}"
        case Style.OUTLINED:
            return f"border-left-color: {setter.ink(colour)}"
        case Style.UNDERLINED:
            return f"border-bottom-color: {setter.ink(colour)}"
