"""Maps and diagrams on cards: texts beside lines, over grounds and in cropped parts are fine; hidden ones are told."""

from math import cos, pi, sin

import pytest

from tests.conftest import Project

SIDE = 40
"""Of a hexagon."""
CARD = "title: Map\nsize: 130 × 90 mm\nblocks:\n  - image: map.svg\n    alt: A map of hexes\n"
BESIDE = '<line x1="60" y1="60" x2="430" y2="215" stroke="#b00" stroke-width="3"/>'
"""From corner to corner: its box covers most of the map."""


def hexes(columns: int = 6, rows: int = 4) -> str:
    """Each filled and named before its neighbour is painted: the boxes of neighbours overlap, the hexagons do not."""
    parts = list[str]()
    for row in range(rows):
        for column in range(columns):
            x, y = 50 + (column + row % 2 / 2) * SIDE * 3**0.5, 50 + row * SIDE * 1.5
            corners = (f"{x + SIDE * sin(pi / 3 * at):.1f},{y - SIDE * cos(pi / 3 * at):.1f}" for at in range(6))
            parts.append(f'<polygon points="{" ".join(corners)}" fill="#e8e4d0" stroke="#777"/>')
            parts.append(label(x - 12, y - 20, f"{column + 1:02}{row + 1:02}"))
    return "".join(parts)


def label(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="12" font-family="Source Sans Pro" {more}>{text}</text>'


def found(project: Project, *parts: str) -> list[str]:
    """The findings of the print about what overprints, is cut off or lies outside."""
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 510 300">{hexes()}{"".join(parts)}</svg>'
    project.write("cards/small/map.svg", drawing)
    project.write("cards/small/map.yaml", CARD)
    findings = project.made("cards/map.pdf").findings.sorted()
    return [f"{each.name}: {each.message}" for each in findings if each.name.startswith("text-")]


SOUND = {
    "hexes": "",
    "a line from corner to corner": BESIDE,
    "a curve beside the names": '<path d="M 55 58 Q 250 250 440 130" stroke="#00b" stroke-width="2" fill="none"/>',
    "a name over a ground painted before": '<rect x="100" y="270" width="90" height="20" fill="#cde"/>'
    + label(110, 285, "Lake"),
    "a road beneath a name": '<path d="M90 280 H 260" stroke="#c9a" stroke-width="2"/>' + label(110, 284, "Road"),
    "a tint over the names": '<rect x="10" y="10" width="400" height="200" fill="#f00" opacity="0.2"/>',
    "a part that is not shown": label(700, 100, "Beyond") + '<rect x="690" y="80" width="80" height="40"/>',
    "slanted names side by side": "".join(
        label(x, 280, "River Bed", f'transform="rotate(-30 {x} 280)"') for x in (100, 125, 150)
    ),
    "a hidden shape": '<clipPath id="c"><rect x="400" y="260" width="20" height="20"/></clipPath>'
    '<rect x="0" y="0" width="510" height="300" fill="#fff" clip-path="url(#c)"/>',
    "a hairline across a name": '<line x1="20" y1="22" x2="90" y2="36" stroke="#b00" stroke-width="0.5"/>',
}


@pytest.mark.parametrize("name", SOUND)
def test_a_map_is_printed_as_it_is_drawn(small: Project, name: str) -> None:
    assert found(small, SOUND[name]) == []


FAULTY = {
    "a ground painted over names": (
        '<rect x="20" y="10" width="60" height="40" fill="#fff"/>',
        "prints something over '0'",
    ),
    "a wide line over a name": (
        '<line x1="20" y1="22" x2="90" y2="36" stroke="#b00" stroke-width="14"/>',
        "prints something over '0'",
    ),
    "a name over a name": (label(38, 31, "Fort"), "over"),
    "a line through a name": (
        '<path d="M 30 26 H 70" stroke="#000" stroke-width="1" fill="none"/>',
        "a line through '0'",
    ),
    "a name at the edge": (label(495, 290, "Edge"), "cuts off"),
}


@pytest.mark.parametrize("name", FAULTY)
def test_what_hides_a_name_is_told(small: Project, name: str) -> None:
    drawn, message = FAULTY[name]
    told = found(small, drawn)
    assert any(message in each for each in told), told


def test_only_what_a_ground_hides_is_told(small: Project) -> None:
    """Its box also covers the name beside it."""
    triangle = '<polygon points="20,10 90,10 20,80" fill="#fff"/>'
    told = found(small, triangle)
    assert [each for each in told if "over '" in each] == told
    assert told
    assert len(told) <= 2  # the finding of a letter stands for all that are alike
