"""A note: a paragraph in a box, for what is neither rule nor table."""

from dataclasses import dataclass

from markupsafe import Markup

from rulewright.blocks.entry import BlockEntry
from rulewright.language.entry import key
from rulewright.language.kinds import TEXT, link
from rulewright.model.card import Block, Heading, Shown
from rulewright.model.colour import WHITE, letters_on, mix
from rulewright.model.setter import Setter, View
from rulewright.model.text import Text
from rulewright.model.theme import Heading as Style

TINT = 0.86
"""How much of the paper is in the ground of a note of some colour."""
FIRST_WORDS = 4
"""Words of its text by which messages know a note."""


class NoteEntry(BlockEntry):
    """A paragraph in a box: a reminder, an exception of the scenario, a word of the designer."""

    noun = "the block note"
    note = key(TEXT, "The text", "note: Nobody fires twice in one turn.", required=True)
    title = key(TEXT, "Words above the text", "note: Nobody sees farther than one hex.\ntitle: Night", default="none")
    colour = key(
        link("colour"),
        "One of the game's `colours`, for the line around the note and the ground of its title",
        "note: Nobody sees farther than one hex.\ncolour: move",
        default="none",
        also=("color",),
    )

    def block(self) -> "Note | None":
        return Note(self.note, self.title, self.colour, span=self.span) if self.note else None


@dataclass(frozen=True, slots=True)
class Note(Block):
    """A text in a box. Its colour need not tell it from others: it may be that of a band."""

    text: Text
    title: Text | None
    colour: Text | None

    @property
    def shown(self) -> Shown:
        return Shown(Heading(self.title), (self.title, self.text))

    def view(self, setter: Setter) -> View:
        words = (self.title or self.text).words.split()
        begun = " ".join(words[:FIRST_WORDS]) + ("…" if len(words) > FIRST_WORDS else "")
        return View("note.html.j2", f"note {begun}", self._note_view(setter))

    def _note_view(self, setter: Setter) -> "NoteView":
        title, text = setter.optional(self.title), setter.inline(self.text)
        if self.colour is None:
            return NoteView(text, title)
        colour = setter.tint(self.colour)
        letters, tint = letters_on(colour), mix(colour, setter.theme.background or WHITE, TINT)
        style, title_style = f"border-color: {setter.ink(colour)}", ""
        if setter.theme.band is Style.FILLED:
            style += f"; background: {setter.ink(tint)}"
            title_style = f"background: {setter.ink(colour)}; color: {setter.ink(letters)}"
        return NoteView(text, title, colour.hex, letters.hex, tint.hex, style, title_style)


@dataclass(frozen=True, slots=True)
class NoteView:
    """With a colour the title stands on that in `ink`, and the text on `tint`.

    These are #rrggbb, or empty; `style` and `title_style` are the declarations that say so in the theme of the card.
    """

    text: Markup
    title: Markup | None
    colour: str = ""
    ink: str = ""
    tint: str = ""
    style: str = ""
    title_style: str = ""
