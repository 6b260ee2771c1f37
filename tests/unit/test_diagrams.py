"""Diagrams at random: every one is drawn, within its bounds and without a word of the author's, and says what it shows."""

import re
from itertools import product
from typing import Any
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.base.memo import from_nothing
from rulewright.entries.figures import Arc, Counter, Diagram, DiagramLabel, DiagramLine, Feature, LineKind, Symbol
from rulewright.entries.maps import Area, Grid, Ground, Hexes, Place, Squares
from rulewright.html.diagrams.drawing import drawn
from rulewright.html.diagrams.words import diagram_words

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

    def feature(look: st.SearchStrategy[str], **places: st.SearchStrategy[Any]) -> st.SearchStrategy[Feature]:
        return st.builds(Feature, at=st.just(()), title=WORDS, look=look, colour=colour, **places)

    terrain, between, through = [
        st.lists(feature(LOOKS, letter=WORDS, cells=st.lists(cell, max_size=3).map(tuple)), max_size=3),
        st.lists(feature(kinds, letter=st.just(""), edges=edge.map(tuple)), max_size=2),
        st.lists(feature(kinds, letter=st.just(""), ways=way.map(tuple)), max_size=2),
    ]
    size = st.floats(0.2, 3) if free else st.just(0.0)
    counter = st.builds(
        Counter,
        at=cell,
        label=WORDS,
        side=WORDS,
        colour=colour,
        symbol=st.sampled_from(Symbol),
        toward=st.none() | cell,
        size=size,
        round=st.booleans(),
    )
    path, blocked = st.tuples(cell, cell), st.none() | cell
    line = st.sampled_from(LineKind).flatmap(
        lambda kind: st.builds(DiagramLine, label=WORDS, blocked=blocked, **{kind.value: path})
    )
    angle = st.sampled_from((30.0, 90.0, 200.0, 360.0))
    arc = st.builds(Arc, at=cell, reach=st.integers(1, 5), toward=cell, angle=angle, label=WORDS)
    label = st.builds(DiagramLabel, at=cell, text=WORDS)
    return Diagram(
        grid=grid,
        area=area,
        numbered=draw(st.booleans()),
        terrain=tuple(draw(terrain)),
        edges=tuple(draw(between)),
        ways=tuple(draw(through)),
        counters=tuple(draw(st.lists(counter, max_size=3))),
        lines=tuple(draw(st.lists(line, max_size=3))),
        arcs=tuple(draw(st.lists(arc, max_size=3))),
        labels=tuple(draw(st.lists(label, max_size=3))),
    )


@given(diagrams(), st.none() | st.floats(20, 190))
@settings(deadline=None)
def test_every_diagram_is_drawn_and_told(diagram: Diagram, width: float | None) -> None:
    picture = drawn("a.svg", diagram, width)
    with from_nothing():
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
