"""The geometry of maps, as properties: what neighbours, distances, lines and ranges must be on every grid."""

import math
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.entries.maps import (
    Grid,
    Ground,
    Hexes,
    Place,
    Squares,
    angle_between,
    bearing,
    clip,
    outer_sides,
    part_inside,
    sector,
)

HEXES = [Hexes(pointed, shifted) for pointed in (False, True) for shifted in (0, 1)]
CELLS: list[Place] = list(product(range(1, 9), range(1, 9)))
GRIDS = st.sampled_from([*HEXES, Squares()])
CELL = st.sampled_from(CELLS)
POINT = st.tuples(st.floats(-20, 20), st.floats(-20, 20))


@given(st.sampled_from(HEXES), st.tuples(st.integers(2, 7), st.integers(2, 7)))
def test_a_hex_has_six_neighbours_one_away_that_share_a_side(grid: Hexes, cell: Place) -> None:
    near = [each for each in CELLS if grid.distance(cell, each) == 1]
    assert len(near) == 6
    assert all(math.isclose(math.dist(grid.centre(cell), grid.centre(each)), grid.across) for each in near)
    assert near == [each for each in CELLS if grid.neighbours(cell, each)]


@given(GRIDS, CELL, CELL, CELL)
def test_distance_is_that_of_a_map(grid: Grid, one: Place, other: Place, third: Place) -> None:
    assert grid.distance(one, other) == grid.distance(other, one)
    assert (grid.distance(one, other) == 0) == (one == other)
    assert grid.distance(one, third) <= grid.distance(one, other) + grid.distance(other, third)


@given(st.sampled_from(HEXES), CELL, CELL)
def test_the_shortest_way_through_neighbours_is_the_distance(grid: Hexes, one: Place, other: Place) -> None:
    at = one
    for left in range(int(grid.distance(one, other)), 0, -1):
        steps = product(range(int(at[0]) - 1, int(at[0]) + 2), range(int(at[1]) - 1, int(at[1]) + 2))
        at = next(each for each in steps if grid.neighbours(at, each) and grid.distance(each, other) == left - 1)
    assert at == other


@pytest.mark.parametrize(
    ("grid", "lower"),
    [(Hexes(), (2, 1)), (Hexes(shifted=1), (1, 1))],
)
def test_the_shifted_columns_are_half_a_hex_lower(grid: Hexes, lower: Place) -> None:
    higher = (3 - lower[0], 1)
    assert math.isclose(grid.centre(lower)[1] - grid.centre(higher)[1], grid.across / 2)
    pointed = Hexes(pointed=True, shifted=grid.shifted)
    assert math.isclose(pointed.centre(lower[::-1])[0] - pointed.centre(higher[::-1])[0], grid.across / 2)


@given(GRIDS, CELL, CELL)
def test_a_line_crosses_cells_that_touch_one_another_from_end_to_end(grid: Grid, one: Place, other: Place) -> None:
    crossed = grid.crossed(one, other, CELLS)
    if one == other:
        return
    assert crossed[0] == one
    assert other in crossed
    assert set(crossed) == set(grid.crossed(other, one, CELLS))
    begin, end = grid.centre(one), grid.centre(other)
    for cell in set(CELLS) - set(crossed):
        middle = grid.centre(cell)
        assert all(
            math.dist(middle, (begin[0] + at * (end[0] - begin[0]), begin[1] + at * (end[1] - begin[1])))
            > grid.across / 2 - 1e-6
            for at in (step / 20 for step in range(21))
        )


@given(GRIDS, CELL, CELL)
def test_a_line_to_a_neighbour_crosses_nothing_else(grid: Grid, one: Place, other: Place) -> None:
    if grid.neighbours(one, other):
        assert grid.crossed(one, other, CELLS) == [one, other]
        assert math.isclose(math.dist(*grid.side(one, other)), 1)


@given(GRIDS, CELL)
def test_the_middle_of_a_cell_is_in_it_and_its_corners_go_clockwise(grid: Grid, cell: Place) -> None:
    corners = grid.corners(cell)
    (x, y), inside = (
        grid.centre(cell),
        part_inside(grid.centre(cell), (grid.centre(cell)[0] + 0.1, grid.centre(cell)[1]), corners),
    )
    assert inside == (0, 1)
    turns = [bearing((x, y), corner) for corner in corners]
    assert sum(b < a for a, b in pairwise((*turns, turns[0]))) == 1


@given(GRIDS, CELL, st.integers(0, 3))
def test_the_outline_of_a_range_is_closed(grid: Grid, middle: Place, reach: int) -> None:
    cells = [each for each in CELLS if grid.distance(middle, each) <= reach]
    ends = [(round(x, 6), round(y, 6)) for side in outer_sides(cells, grid) for x, y in side]
    assert all(ends.count(end) % 2 == 0 for end in ends)


@given(POINT, POINT)
def test_directions_are_compass_bearings(one: tuple[float, float], other: tuple[float, float]) -> None:
    if math.dist(one, other) > 1e-3:
        assert math.isclose(angle_between(bearing(one, other), bearing(other, one)), 180, abs_tol=1e-6)
    assert (bearing((0, 0), (0, -1)), bearing((0, 0), (1, 0)), bearing((0, 0), (0, 1))) == (0, 90, 180)


@given(POINT, st.floats(0.5, 9), st.floats(0, 359), st.floats(10, 360), st.tuples(st.floats(1, 9), st.floats(1, 9)))
def test_an_arc_is_on_the_map_and_within_its_reach(
    at: tuple[float, float], reach: float, ahead: float, angle: float, size: tuple[float, float]
) -> None:
    for x, y in clip(sector(at, reach, ahead, angle), size):
        assert -1e-6 <= x <= size[0] + 1e-6
        assert -1e-6 <= y <= size[1] + 1e-6
        assert math.dist(at, (x, y)) <= reach + 1e-6


def test_free_ground_has_no_cells() -> None:
    ground = Ground()
    assert ground.corners((1, 1)) == ()
    assert ground.distance((0, 0), (3, 4)) == 5
    assert ground.crossed((0, 0), (3, 4), CELLS) == []
