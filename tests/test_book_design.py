"""The design of rulebooks, measured in the finished PDFs: how full pages are, sizes of type, facing pages, two columns."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import groupby
from math import hypot
from typing import Any

import pdfplumber
import pypdfium2
import pytest
from pypdfium2.raw import FPDF_PAGEOBJ_TEXT

from rulewright.readback.reads_back_differently import join_tables
from rulewright.readback.tables import ReadCell, ReadTable
from tests.conftest import GAMES, Project, built
from tests.pdfx import Press

BOOKS = [
    *((game, "rulebook.pdf") for game in GAMES),
    ("advanced-squad-leader", "rulebook-a5.pdf"),
    ("last-hundred-yards", "rulebook-editors.pdf"),
]
MM = 72 / 25.4
MOST_SIZES, MOST_PAGES = 5, 32
FULL = 1 / 3
APPARATUS = (
    "Errata",
    "The sources leave open",
    "Left open",
    "What is ours",
    "proved",
    "the rules code",
    "see the errata",
)

long_book = pytest.mark.parametrize(("game", "file"), BOOKS)


Box = tuple[float, float, float, float]
"""Left, bottom, right and top in points, from the lower left corner of the page."""


@cache
def book(game: str, file: str) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(built(game)[file])


def text_of(game: str, file: str) -> str:
    """All words of a book, with a space between two, wherever its lines end."""
    return " ".join(word for page in book(game, file) for word in page.get_textpage().get_text_range().split())


def lines_of(page: pypdfium2.PdfPage) -> list[Box]:
    """What the letters of each line cover; a line in several fonts is several."""
    text = page.get_textpage()
    return [text.get_rect(at) for at in range(text.count_rects())]


@cache
def origins(page: pypdfium2.PdfPage) -> Sequence[tuple[float, float]]:
    """Where the first letter of each text stands on its line, whatever its shape."""
    found = page.get_objects(filter=[FPDF_PAGEOBJ_TEXT], max_depth=1, textpage=page.get_textpage())
    return [(text.get_matrix().e, text.get_matrix().f) for text in found if text.extract().strip()]


@long_book
def test_no_page_is_under_a_third_full(game: str, file: str) -> None:
    """The last page of a book may be; a cover is a page by itself, and these games have none."""
    filled = list(_filled(built(game)[file]))
    assert len(filled) > 5
    assert [(number, share) for number, share in enumerate(filled[:-1], 1) if share < FULL] == []


def _filled(pdf: bytes) -> Iterator[float]:
    """The share of the height between the head and the page number, down to the last ink."""
    for page in pypdfium2.PdfDocument(pdf):
        picture = page.render(scale=0.5, grayscale=True).to_pil().convert("L")
        top, bottom = round(picture.height * 0.08), round(picture.height * 0.93)
        inked = picture.crop((0, top, picture.width, bottom)).point(lambda value: 255 if value < 215 else 0).getbbox()
        yield inked[3] / (bottom - top) if inked else 0.0


@long_book
def test_a_book_has_five_sizes_of_type(game: str, file: str) -> None:
    """Letters of marks and counters are drawings, which are forms of their own."""
    letters = Counter[float]()
    for page in book(game, file):
        for text in page.get_objects(filter=[FPDF_PAGEOBJ_TEXT], max_depth=1, textpage=page.get_textpage()):
            letters[_size(text)] += len(text.extract())
    assert letters.total() > 5_000
    assert len(letters) <= MOST_SIZES, letters


def _size(text: pypdfium2.PdfTextObj) -> float:
    """Points, whichever way the letters are turned."""
    _, _, c, d, *_ = text.get_matrix().get()
    return round(float(text.get_font_size()) * hypot(c, d), 1)


def test_the_book_for_players_of_a_long_game_is_short() -> None:
    assert len(book("iron-cross", "rulebook.pdf")) <= MOST_PAGES


@pytest.mark.parametrize(("game", "file"), BOOKS[:-1])
def test_players_have_no_apparatus(game: str, file: str) -> None:
    text = text_of(game, file)
    assert [words for words in APPARATUS if words in text] == []


def test_editors_have_all_of_it() -> None:
    text = text_of("last-hundred-yards", "rulebook-editors.pdf")
    assert [
        words for words in ("Errata", "The sources leave open", "What is ours", "Quick references") if words not in text
    ] == []


@pytest.mark.parametrize(
    ("game", "file"), [("iron-cross", "rulebook.pdf"), ("advanced-squad-leader", "rulebook-a5.pdf")]
)
def test_page_numbers_and_heads_of_facing_pages_are_at_the_outer_edge(game: str, file: str) -> None:
    for number, page in enumerate(book(game, file), 1):
        if number == 1:
            continue
        width, height = page.get_size()
        foot = [box for box in lines_of(page) if box[3] < 16 * MM]
        head = [box for box in lines_of(page) if box[1] > height - 14 * MM]
        left = number % 2 == 0
        assert page.get_textpage().get_text_bounded(top=16 * MM).split() == [str(number)]
        assert (foot[0][2] < width / 4) == left
        assert (foot[0][0] > width * 3 / 4) == (not left)
        assert (min(box[0] for box in head) < width / 5) == left, number
        assert (max(box[2] for box in head) > width * 4 / 5) == (not left), number


@pytest.mark.parametrize(
    ("game", "file"), [("iron-cross", "rulebook.pdf"), ("advanced-squad-leader", "rulebook-a5.pdf")]
)
def test_the_margin_is_wider_in_the_fold(game: str, file: str) -> None:
    lefts = [(number, min(x for x, _ in origins(page))) for number, page in enumerate(book(game, file), 1)]
    right_pages = min(x for number, x in lefts if number % 2)
    left_pages = min(x for number, x in lefts if not number % 2)
    assert right_pages - left_pages == pytest.approx(4 * MM, abs=0.6)


@pytest.mark.long
def test_links_of_left_pages_move_with_their_text() -> None:
    annotated = Press(built("iron-cross")["rulebook.pdf"]).pages
    for number in range(1, 6):
        page = book("iron-cross", "rulebook.pdf")[number]
        links = [[float(side) for side in link.get_object()["/Rect"]] for link in annotated[number]["/Annots"]]
        assert links
        for left, top, right, bottom in links:
            inside = page.get_textpage().get_text_bounded(left, bottom, right, top)
            assert inside.strip(), number
            assert any(abs(x - left) < 0.5 and bottom - 1 < y < top for x, y in origins(page)), (number, inside)


# Columns

TEXT = "Men march far and rest little. " * 14
TWO = "rules:\n" + "".join(
    f'  r{at}: {{number: "{at + 2}", title: Rule {at}, text: "{TEXT} {"Go on. " * 150}"}}\n' for at in range(2)
)
WIDE = """\
domains:
  unit: {NAMES}
  enemy: {NAMES}
tables:
  wide:
    title: Wide table
    rule: r0
    values: {numbers: 0..9}
    rows: unit
    columns: enemy
    cells: {CELLS}
  narrow:
    title: Narrow table
    rule: r1
    values: {numbers: 0..9}
    rows: unit
    headers: [Unit]
    cells: {SHORT}
"""


def _printed(project: Project) -> bytes:
    project.make("rulebook.pdf")
    return (project.root / "build/small/rulebook.pdf").read_bytes()


def _two(project: Project, keys: str = "") -> bytes:
    names = [f"n{at}" for at in range(9)]
    text = WIDE.replace("NAMES", ", ".join(f"{name}: Batt{name}" for name in names))
    text = text.replace(
        "CELLS",
        ", ".join(
            f"{name}: [{', '.join(str((at * 3 + of) % 10) for of in range(9))}]" for at, name in enumerate(names)
        ),
    )
    text = text.replace("SHORT", ", ".join(f"{name}: {at}" for at, name in enumerate(names)))
    project.write("content/small/two.yaml", TWO)
    project.write("content/small/tables.yaml", text)
    project.write("cards/small/rulebook.yaml", f"kind: rulebook\ntitle: Rules\n{keys}")
    return _printed(project)


def _lines(page: Any) -> list[tuple[float, float]]:
    """The left and right ends of the lines of tables, put together from those of their cells."""
    found: list[tuple[float, float]] = []
    parts = sorted((round(each["top"]), each["x0"], each["x1"]) for each in (*page.lines, *page.rects))
    for _, level in groupby(parts, key=lambda part: part[0]):
        ends: list[list[float]] = []
        for _, first, last in level:
            if ends and first - ends[-1][1] < 1:
                ends[-1][1] = max(last, ends[-1][1])
            else:
                ends.append([first, last])
        found += ((first, last) for first, last in ends)
    return found


@pytest.mark.long
def test_text_has_two_columns_on_large_paper_and_one_on_small_or_where_the_book_says_so(small: Project) -> None:
    for keys, columns in (("", 2), ("columns: 1\n", 1), ("paper: A5\n", 1), ("paper: A5\ncolumns: 2\n", 2)):
        assert all(map(_gutter, pypdfium2.PdfDocument(_two(small, keys)))) == (columns == 2), keys


def _gutter(page: pypdfium2.PdfPage) -> bool:
    """Whether nothing of the running text crosses the middle of the page."""
    middle = page.get_width() / 2
    return not any(left - 3 < middle < right + 3 for left, _, right, _ in _body(page))


def _body(page: pypdfium2.PdfPage) -> list[Box]:
    """Where the running text stands."""
    texts = page.get_objects(filter=[FPDF_PAGEOBJ_TEXT], max_depth=1)
    return [text.get_bounds() for text in texts if _is_running(text.get_font().get_base_name(), _size(text))]


def _is_running(font: str, size: float) -> bool:
    return font.endswith("Source-Serif-Pro") and 8.6 < size < 11


def test_a_wide_table_goes_across_both_columns_and_all_edges_are_those_of_columns(small: Project) -> None:
    found = pdfplumber.open(BytesIO(_two(small))).pages
    left, right, gap = 18 * MM, (210 - 18) * MM, 7 * MM
    column = (right - left - gap) / 2
    lines = {line for page in found for line in _lines(page) if line[1] - line[0] > column / 2}
    grid = [(left, right), (left, left + column), (right - column, right)]
    used = {at for line in lines for at, ends in enumerate(grid) if line == pytest.approx(ends, abs=1)}
    assert 0 in used
    assert len(used) > 1
    assert all(any(line == pytest.approx(ends, abs=1) for ends in grid) for line in lines), lines


def test_the_columns_of_the_last_page_of_a_chapter_are_balanced(small: Project) -> None:
    small.write("content/small/two.yaml", TWO)
    small.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: Rules\nchapters: new-page\n")
    *_, page = pypdfium2.PdfDocument(_printed(small))
    middle = page.get_width() / 2
    left, right = ([bottom for x, bottom, *_ in _body(page) if (x < middle) == side] for side in (True, False))
    assert abs(min(left) - min(right)) < 3 * 14  # three lines: a paragraph keeps two of them together
    assert min(left) > page.get_height() * 0.1


def test_a_table_divided_between_columns_is_one_table() -> None:
    def part(*rows: str, starts: bool) -> ReadTable:
        return ReadTable(((ReadCell("Head"),), *((ReadCell(row),) for row in rows)), "page 1", 1, False, starts, 1)

    whole = join_tables([part("1", "2", starts=True), part("3", starts=False)])
    assert [[row[0].text for row in table.rows] for table in whole] == [
        ["Head", "1", "2", "3"],
        ["Head", "1", "2"],
        ["Head", "3"],
    ]


# Where chapters begin


def _chapters(project: Project, *words: int) -> list[tuple[int, float]]:
    """The pages of chapters of these lengths, and of a short glossary; each with how full it is."""
    rules = "".join(
        f'  r{at}: {{number: "{at + 2}", title: Rule {at}, text: "{"Go on. " * (many // 2)}"}}\n'
        for at, many in enumerate(words)
    )
    project.write("content/small/two.yaml", f"rules:\n{rules}terms: {{Die: {{text: A cube., rule: r0}}}}\n")
    project.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: Rules\npaper: A5\n")
    return list(enumerate(_filled(_printed(project)), 1))


@pytest.mark.parametrize("words", [(700, 1000, 700), (650, 300, 800), (500, 900, 1300), (1500, 1380), (400, 1370)])
def test_no_page_before_the_last_is_nearly_empty_whatever_the_lengths_of_chapters(
    small: Project, words: tuple[int, ...]
) -> None:
    assert [each for each in _chapters(small, *words)[:-1] if each[1] < FULL] == []
