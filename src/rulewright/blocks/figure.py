"""A numbered figure of the game: its picture or diagram with its caption."""

from dataclasses import dataclass

from rulewright.blocks.entry import BlockEntry
from rulewright.blocks.image import WIDTH, ImageView
from rulewright.language.entry import key
from rulewright.language.kinds import FLAG, link
from rulewright.model.card import Block, Shown
from rulewright.model.paper import Millimetres, Share
from rulewright.model.setter import Setter, View
from rulewright.model.text import Text


class FigureBlockEntry(BlockEntry):
    """A figure of the game, as the book prints it."""

    noun = "the block figure"
    figure = key(link("figure"), "One of the game's `figures`", "figure: gap", required=True)
    width = key(WIDTH, "How wide it prints", "figure: gap\nwidth: 44mm", default="as wide as its place")
    bare = key(FLAG, "Whether it prints without number and caption", "figure: gap\nbare: yes", default="no")

    def block(self) -> "FigureBlock | None":
        width, bare, figure = self.width, self.bare, self.figure
        return None if figure is None else FigureBlock(figure, width, bare, span=self.span)


@dataclass(frozen=True, slots=True)
class FigureBlock(Block):
    """A figure of the game by its name."""

    figure: Text
    width: Millimetres | Share
    bare: bool

    @property
    def shown(self) -> Shown:
        return Shown(None, () if self.bare else (self.figure,), figures=(self.figure,))

    def view(self, setter: Setter) -> View:
        figure, width = setter.figure_of(self.figure, self.width), setter.length(self.width)
        picture = figure.picture
        content = ImageView(
            source=setter.source(picture, width),
            alt=figure.alt,
            width=width,
            rise=f"{100 * picture.height / picture.width:.3f}%",
            caption=None if self.bare else figure.caption,
            dots=0 if picture.drawn else round(picture.width),
            name=picture.name,
        )
        return View("image.html.j2", f"figure {figure.label}", content)
