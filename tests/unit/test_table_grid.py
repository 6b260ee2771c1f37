"""Tables on one grid: where they end in their column."""

import pytest

from rulewright.pdf.patches.table_grid import STEPS, stepped


@pytest.mark.parametrize(
    ("natural", "width"), [(1, 10), (10, 10), (10.5, 20), (69, 70), (71, 80), (79.9, 80), (80, None), (100, None)]
)
def test_a_table_grows_to_the_next_eighth_of_its_column(natural: float, width: float | None) -> None:
    assert STEPS == 8
    assert stepped(natural, 80) == width
