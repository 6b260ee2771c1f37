"""Diagrams at random: every one is drawn, within its bounds and without a word of the author's, and says what it shows."""

import re
from itertools import product
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.model.figure import (
    Arc,
    Area,
    Counter,
    Diagram,
    Feature,
    Grid,
    Ground,
    Hexes,
    Label,
    Line,
    LineKind,
    Place,
    Squares,
    Symbol,
)
from rulewright.render.typesetting.diagrams.drawing import drawn
from rulewright.render.typesetting.diagrams.words import diagram_words

LOOKS = st.sampled_from(("plain", "woods", "brush", "building", "rough", "hill", "water", "marsh", "field"))
WORDS = st.sampled_from(("", "A", "HQ", "<b>", "\"&'", "Größe 4½″", "a long label of a unit"))
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@st.composite
def diagrams(draw: st.DrawFn) -> Diagram:
    grid: Grid = draw(st.sampled_from([Hexes(), Hexes(True, 1), Squares(), Ground()]))
    free = isinstance(grid, Ground)
    last = draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
    area = Area((0, 0) if free else (1, 1), last, draw(st.sampled_from((0, 2))))
    cells: list[Place] = list(product(range(int(area.first[0]), last[0] + 1), range(int(area.first[1]), last[1] + 1)))
    cell, colour = st.sampled_from(cells), st.sampled_from(("#112233", "#eeddcc"))
    edges = [(one, other) for one in cells for other in cells if one != other and grid.neighbours(one, other)]
    edge = st.lists(st.sampled_from(edges), max_size=2) if edges else st.just([])
    way = st.lists(st.lists(cell, min_size=2, max_size=4).map(tuple), max_size=2)
    kinds = st.sampled_from(("wall", "hedge", "cliff", "river", "road", "path", "plain"))
    features = [
        *draw(
            st.lists(st.builds(Feature, WORDS, LOOKS, colour, WORDS, st.lists(cell, max_size=3).map(tuple)), max_size=3)
        ),
        *draw(st.lists(st.builds(Feature, WORDS, kinds, colour, st.just(""), edges=edge.map(tuple)), max_size=2)),
        *draw(st.lists(st.builds(Feature, WORDS, kinds, colour, st.just(""), ways=way.map(tuple)), max_size=2)),
    ]
    size = st.floats(0.2, 3) if free else st.just(0.0)
    counter = st.builds(
        Counter,
        cell,
        WORDS,
        WORDS,
        colour,
        symbol=st.sampled_from(Symbol),
        toward=st.none() | cell,
        size=size,
        round=st.booleans(),
    )
    line = st.builds(Line, st.sampled_from(LineKind), st.tuples(cell, cell), st.none() | cell, WORDS)
    arc = st.builds(Arc, cell, st.integers(1, 5), cell, st.sampled_from((30, 90, 200, 360)), WORDS)
    label = st.builds(Label, cell, WORDS)
    return Diagram(
        grid,
        area,
        draw(st.booleans()),
        tuple(features),
        tuple(draw(st.lists(counter, max_size=3))),
        tuple(draw(st.lists(line, max_size=3))),
        tuple(draw(st.lists(arc, max_size=3))),
        tuple(draw(st.lists(label, max_size=3))),
    )


@given(diagrams(), st.none() | st.floats(20, 190))
@settings(deadline=None)
def test_every_diagram_is_drawn_and_told(diagram: Diagram, width: float | None) -> None:
    drawn.cache_clear()
    picture = drawn("a.svg", diagram, width)
    drawn.cache_clear()
    assert drawn("a.svg", diagram, width) == picture
    root = ElementTree.fromstring(picture.data)
    assert {each.tag.partition("}")[2] for each in root.iter()} <= {"svg", "defs", "g", "path", "circle", "use"}
    assert not "".join(root.itertext())
    assert all(abs(float(number)) < 2000 for number in NUMBER.findall(root.get("viewBox", "")))
    assert b"nan" not in picture.data
    assert b"inf" not in picture.data
    assert width is None or abs(picture.width - max(width, 24) * 96 / 25.4) < 1
    assert all(words.endswith(".") for words in diagram_words(diagram))


@given(diagrams())
@settings(deadline=None)
def test_a_drawing_reads_as_a_sound_picture(diagram: Diagram) -> None:
    from rulewright.source.svg import read_svg

    assert read_svg(drawn("a.svg", diagram, None).data).findings == []
