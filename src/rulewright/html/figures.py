"""The pictures of figures, which are files or drawn diagrams, and their alternative texts."""

from collections.abc import Iterator

from rulewright.base.messages.catalogues import catalogue
from rulewright.book.game import Game
from rulewright.entries.figures import Figure
from rulewright.source.pictures import Picture

PIXELS = 96 / 25.4
"""CSS pixels in a millimetre."""
FIGURES, DIAGRAMS = "figures/", "diagrams/"
"""The web folders of authors' pictures and of diagrams. The names of diagrams include the folder."""


def figure_picture(figure: Figure, game: Game) -> Picture | None:
    """Return the picture of a figure; None if it could not be read."""
    if figure.diagram is None:
        return game.content_pictures.get(figure.picture)
    from rulewright.html.diagrams.drawing import drawn  # few games have diagrams

    width = None if figure.width is None else float(figure.width.value)
    return drawn(f"{DIAGRAMS}{figure.id}.svg", figure.diagram, width)


def diagrams(game: Game) -> Iterator[Picture]:
    """Draw all diagrams of a game."""
    drawn = (figure for figure in game.figures if figure.diagram is not None)
    return (picture for figure in drawn if (picture := figure_picture(figure, game)) is not None)


def figure_alt(figure: Figure, language: str) -> str:
    """Return the alternative text of a figure: the author's, or a description of its diagram."""
    if figure.alt or figure.diagram is None:
        return figure.alt
    from rulewright.html.diagrams.words import diagram_words

    return " ".join(map(catalogue(language).said, diagram_words(figure.diagram)))
