"""Tables and lists out of HTML, and the headings of their cells by the HTML standard."""

from rulewright.readback.tables import ReadTable, parts_of, read_part


def read(html: str, *, lists: bool = False) -> list[ReadTable]:
    parts = parts_of(html.encode(), lists=lists)
    return [table for part in parts for table in read_part(part, "page.html")]


def headings(html: str) -> dict[str, set[str]]:
    (table,) = read(html)
    return {cell.text: set(cell.headings) for row in table.rows for cell in row if not cell.heading}


def test_a_heading_over_two_rows_heads_both() -> None:
    assert headings(
        "<table><thead><tr><td></td><td></td><th scope=col>Rifle</th></tr></thead>"
        "<tbody><tr><th scope=row rowspan=2>squads</th><th scope=row>day</th><td>1</td></tr>"
        "<tr><th scope=row>night</th><td>2</td></tr><tr><th scope=row colspan=2>guns</th><td>3</td></tr></tbody></table>"
    ) == {"": set(), "1": {"squads", "day", "Rifle"}, "2": {"squads", "night", "Rifle"}, "3": {"guns", "Rifle"}}


def test_a_heading_of_a_row_group_heads_all_that_follows_in_it() -> None:
    """Which is why the headings of several rows have the scope of a row."""
    assert headings(
        "<table><tbody><tr><th scope=rowgroup rowspan=1>squads</th><td>1</td></tr>"
        "<tr><th scope=rowgroup>guns</th><td>2</td></tr></tbody>"
        "<tbody><tr><td>3</td><td>4</td></tr></tbody></table>"
    ) == {"1": {"squads"}, "2": {"squads", "guns"}, "3": set(), "4": set()}


def test_a_cell_that_names_its_headings_has_no_others() -> None:
    assert headings(
        "<table><tr><th scope=col id=a>A</th><th scope=col id=b>B</th></tr><tr><td>1</td><td headers=a>2</td></tr></table>"
    ) == {"1": {"A"}, "2": {"A"}}


def test_spans_and_what_is_told_of_pictures() -> None:
    (table,) = read(
        "<table><tr><td rowspan=2 colspan=3>x <svg role=img aria-label=Japanese><text>J</text></svg></td></tr></table>"
    )
    ((cell,),) = table.rows
    assert (cell.text, cell.rows, cell.columns, cell.pictures) == ("x J", 2, 3, ("Japanese",))


def test_a_table_in_a_list_is_read_once() -> None:
    """A bullet of a quick reference with its table."""
    found = read("<ul><li>Smoke <table><tr><td>1</td></tr></table></li></ul>", lists=True)
    assert [(table.listed, [cell.text for row in table.rows for cell in row]) for table in found] == [
        (False, ["1"]),
        (True, ["Smoke 1"]),
    ]


def test_lists_that_hold_no_other() -> None:
    page = "<ul><li>a<ul><li>b</li><li>c</li></ul></li></ul><UL class=x><li>d</li></UL><p>e"
    assert [[row[0].text for row in table.rows] for table in read(page, lists=True)] == [["b", "c"], ["d"]]
    assert read(page) == []


def test_tags_that_html_lets_out() -> None:
    """Templates of a project may be written as people write HTML."""
    (table,) = read("<table><tr><th>A<th>B<tr><td>1<td>2</table>")
    assert [[cell.text for cell in row] for row in table.rows] == [["A", "B"], ["1", "2"]]
