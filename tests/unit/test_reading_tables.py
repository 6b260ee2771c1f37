"""Telling tables apart by what they say, and one that is in disorder by its order."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from rulewright.base.findings import Span
from rulewright.readback.expected_tables import ExpectedCell, ExpectedTable
from rulewright.readback.reads_back_differently import find_reordering, join_tables, match_tables
from rulewright.readback.tables import ReadCell, ReadTable

Rows = list[list[str]]


def expected(rows: Rows) -> ExpectedTable:
    """A table whose first row and column are headings."""
    return ExpectedTable(
        None,  # type: ignore[arg-type]  # what it says is all that is compared
        tuple(
            tuple(
                ExpectedCell(ReadCell(text), Span("game.yaml", at + 1, column + 1), "", at > 0 and column > 0)
                for column, text in enumerate(row)
            )
            for at, row in enumerate(rows)
        ),
    )


def read(rows: Rows, **told: object) -> ReadTable:
    table = ReadTable(tuple(tuple(map(ReadCell, row)) for row in rows), "page 1")
    return replace(table, **told)  # type: ignore[arg-type]


@st.composite
def tables_and_orders(draw: st.DrawFn) -> tuple[Rows, list[int]]:
    """A table of figures, and an order of its columns; the first stays where it is."""
    width, height = draw(st.integers(3, 6)), draw(st.integers(2, 5))
    row = st.lists(st.integers(0, 9).map(str), min_size=width, max_size=width)
    rows = draw(st.lists(row, min_size=height, max_size=height))
    return rows, [0, *draw(st.permutations(range(1, width)))]


@given(tables_and_orders())
def test_columns_in_another_order_are_found_and_nothing_else(drawn: tuple[Rows, list[int]]) -> None:
    rows, order = drawn
    printed = [[row[at] for at in order] for row in rows]
    columns = [[row[at] for row in rows] for at in range(len(order))]
    wrong = [at for at, now in enumerate(order) if columns[at] != columns[now]]
    found = find_reordering(expected(rows), read(printed))
    if not wrong:
        assert found is None
        return
    assert found is not None
    assert (found.kind, found.values_only) == ("columns", False)
    assert [[pair.expected.content.text for pair in line] for line in found.lines] == [columns[at] for at in wrong]


@given(tables_and_orders())
def test_values_under_the_wrong_headings_are_told_as_such(drawn: tuple[Rows, list[int]]) -> None:
    rows, order = drawn
    headed = [[f"column {at}" for at in range(len(order))], *rows]
    printed = [headed[0], *([row[at] for at in order] for row in rows)]
    assume(printed != headed)
    found = find_reordering(expected(headed), read(printed))
    assert found is not None
    assert found.values_only


@given(tables_and_orders(), st.data())
def test_one_altered_cell_is_no_question_of_order(drawn: tuple[Rows, list[int]], data: st.DataObject) -> None:
    rows, _ = drawn
    at, column = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, len(rows[0]) - 1))
    printed = [list(row) for row in rows]
    printed[at][column] = "other"
    assert find_reordering(expected(rows), read(printed)) is None


def test_a_cell_over_two_rows_moves_with_both() -> None:
    """A heading beside two rows; the values of the second and third column are exchanged."""
    ours = ExpectedTable(
        None,  # type: ignore[arg-type]
        (
            (cell("squads", 2, value=False), cell("day", value=False), cell("1"), cell("2")),
            (cell("night", value=False), cell("3"), cell("4")),
        ),
    )
    theirs = ReadTable(
        (
            (ReadCell("squads", rows=2), ReadCell("day"), ReadCell("2"), ReadCell("1")),
            (ReadCell("night"), ReadCell("4"), ReadCell("3")),
        ),
        "page 1",
    )
    found = find_reordering(ours, theirs)
    assert found is not None
    assert [[pair.expected.content.text for pair in line] for line in found.lines] == [["1", "3"], ["2", "4"]]


def cell(text: str, rows: int = 1, *, value: bool = True) -> ExpectedCell:
    return ExpectedCell(ReadCell(text, rows=rows), Span("game.yaml", 1), "", value)


def test_equal_tables_are_matched_in_order_and_altered_ones_by_likeness() -> None:
    ours = [expected([["a", "1"], ["b", "2"]]), expected([["a", "1"], ["b", "2"]]), expected([["c", "3"], ["d", "4"]])]
    theirs = [read([["x", "y"]]), read([["c", "3"], ["d", "5"]]), read([["a", "1"], ["b", "2"]])]
    matches, surplus = match_tables(ours, theirs)
    assert [read_table for _, read_table in matches] == [theirs[2], None, theirs[1]]
    assert surplus == []


def test_a_table_too_many() -> None:
    again = read([["a", "1"]])
    _, surplus = match_tables([expected([["a", "1"]])], [read([["a", "1"]]), again])
    assert [table for _, table in surplus] == [again]


def test_a_table_goes_on_where_its_head_is_repeated_and_no_caption_stands() -> None:
    head, first, second = ["", "Rifle"], ["open", "3"], ["wood", "5"]
    one = read([head, first], head=1, page=3, last=True)
    two = read([head, second], head=1, page=4, first=True, starts=False)
    assert [table.texts for table in join_tables([one, two])] == [(("", "Rifle"), ("open", "3"), ("wood", "5"))]
    for other in (
        replace(two, starts=True),
        replace(two, page=5),
        replace(two, first=False),
        read([["", "MG"], second], head=1),
    ):
        assert len(join_tables([one, other])) == 2
