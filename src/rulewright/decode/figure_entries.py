"""Figures: pictures and diagrams with a number."""

from rulewright.decode.diagrams import DiagramReader
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import SCALAR, TEXT, TITLE, WORDS, length, link, node, ref
from rulewright.model.figure import Figure
from rulewright.source.nodes import Node, Scalar


class FigureEntry(Entry):
    """A picture or a diagram with a number: `[[figure:gap]]` prints "Figure 3", and alone in a paragraph the figure."""

    noun = "a figure"
    title = key(
        TITLE,
        "What it is called",
        "title: Two hexes\npicture: pictures/hexes.svg\nalt: Two hexes",
        required=True,
    )
    rule = key(
        link("rule"),
        "The rule at whose end it prints, where no passage places it",
        "rule: hits\ntitle: Two hexes\npicture: pictures/hexes.svg\nalt: Two hexes",
    )
    caption = key(
        TEXT,
        "What there is to see, after the title",
        "title: Two hexes\ncaption: The line is free.\npicture: pictures/hexes.svg\nalt: Two hexes",
        default="none",
    )
    picture = key(
        SCALAR,
        "The path of the file below the game's folder of content: SVG, PNG or JPEG",
        "picture: pictures/hexes.svg\ntitle: Two hexes\nalt: A line between two hexes",
    )
    diagram = key(
        node("a diagram", ref("DiagramEntry")),
        "A map, which is drawn from data",
        "title: Two squads\ndiagram: {area: 0101-0403, units: [{at: 0102, label: A}, {at: 0302, label: B}]}",
    )
    alt = key(
        WORDS,
        "What it shows, in a few words, for readers who do not see it",
        "picture: pictures/hexes.svg\ntitle: Two hexes\nalt: A line between two hexes",
        default="required for a picture; a diagram says what stands where",
    )
    width = key(
        length(20, 190, "width of a figure", "80mm, 3 in"),
        "How wide it prints in the book",
        "width: 80mm\npicture: pictures/hexes.svg\ntitle: Two hexes\nalt: A line between two hexes",
        default="a drawing by what is in it, a picture in its own size",
    )


def decode_figure(name: Scalar, node: Node, diagrams: DiagramReader) -> Figure:
    """One entry under `figures`."""
    entry = FigureEntry(node, f"figure {name.value!r}", diagrams.faults)
    picture, drawn, alt = entry.picture, entry.diagram, entry.alt.strip()
    diagram = None if drawn is None else diagrams.read(drawn)
    if entry.has("picture") == entry.has("diagram") and entry.sound:
        message = f"{entry.what} is either a picture or a diagram"
        entry.fault("missing-key", entry.span, message, "as in picture: pictures/hexes.svg")
    elif picture is not None and not alt:
        message = f"{entry.what} needs 'alt', for readers who do not see it"
        entry.fault("missing-key", entry.span, message, "say in a few words what it shows")
    file = "" if picture is None else picture.value
    return Figure(name.value, entry.title, entry.caption, entry.rule, file, diagram, alt, entry.width, name.span)
