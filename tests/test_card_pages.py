"""Cards of several pages: each page is a box of the full card, and is told from the others."""

from io import BytesIO

import pdfplumber
import pytest
from pdfplumber.page import Page
from pdfplumber.structure import PDFStructTree

from tests.conftest import ROOT, SMALL_CARD, Project

MM = 25.4 / 72
STRIPE = (0xEF / 255, 0xF0 / 255, 0xEC / 255)
GREEN = (0x9D / 255, 0xB1 / 255, 0x8C / 255)
TWO_SIDES = """\
title: Hits
size: {size}
blocks:
  - {{band: hits, title: Front, colour: green}}
  - table: hits
  - page
  - columns:
      ratio: [1, 1, 1]
      blocks:
        - - {{band: hits, title: Left, colour: green}}
          - bullets: fire
          - table: hits
        - - {{band: hits, title: Middle, colour: green}}
          - bullets: fire
        - - {{band: hits, title: Right, colour: green}}
          - bullets: fire
"""


@pytest.fixture
def two_sided(small: Project) -> Project:
    small.replace(
        "content/small/game.yaml",
        "{title: A small game, language: en}",
        '{title: A small game, edition: "2.0", language: en, colours: {green: "#9DB18C"}}',
    )
    small.write(
        "content/small/references.yaml",
        "references: {fire: {title: Fire, items: [{text: Shoot at what you see, unproved: A test.}]}}\n",
    )
    small.write("cards/small/hits.yaml", TWO_SIDES.format(size="A4"))
    return small


def printed(project: Project, file: str = "hits") -> list[Page]:
    return pdfplumber.open(BytesIO(project.made("cards/*.pdf").files[f"cards/{file}.pdf"])).pages


def findings_of(project: Project) -> list[str]:
    return [f"{each.name}: {each.message}" for each in project.made("cards/*.pdf").findings.sorted()]


def frame(page: Page) -> tuple[float, ...]:
    """The distances of the frame from the left, top, right and bottom edges, in millimetres."""
    curve = max(page.curves, key=lambda each: each["width"] * each["height"])
    sides = (curve["x0"], curve["top"], page.width - curve["x1"], page.height - curve["bottom"])
    return tuple(round(side * MM, 1) for side in sides)


def test_each_page_has_the_full_size_and_what_stands_there(two_sided: Project) -> None:
    pages = printed(two_sided)
    assert [(round(page.width * MM), round(page.height * MM)) for page in pages] == [(210, 297)] * 2
    front, back = (page.extract_text() for page in pages)
    assert [words in front for words in ("Front", "In a wood", "Shoot at")] == [True, True, False]
    assert [words in back for words in ("Front", "In a wood", "Shoot at")] == [False, True, True]


def test_loose_pages_are_told_apart_at_their_foot(two_sided: Project) -> None:
    for number, page in enumerate(printed(two_sided), 1):
        assert page.extract_text().endswith(f"Hits · A small game · edition 2.0 side {number} of 2")
        foot = [char for char in page.chars if char["top"] > page.height - 8 / MM]
        assert min(char["size"] for char in foot) >= 6 - 1e-6
        assert min((page.height - char["bottom"]) * MM for char in foot) > 3
        assert max(char["bottom"] for char in page.chars) == max(char["bottom"] for char in foot)


def test_three_pages_are_no_sides(small: Project) -> None:
    small.write("cards/small/hits.yaml", SMALL_CARD + "  - page\n  - table: hits\n" * 2)
    assert [page.extract_text().split("\n")[-1] for page in printed(small)] == [
        f"Hits · A small game page {number} of 3" for number in (1, 2, 3)
    ]


def test_a_card_of_one_page_has_no_foot(small: Project) -> None:
    (page,) = printed(small)
    assert page.extract_text() == "Rifle Mortar\nIn the open 3 4\nIn a wood 5 4"


def test_the_tags_go_through_the_pages_in_order(two_sided: Project) -> None:
    """The foot is no part of what a screen reader reads out."""
    pdf = printed(two_sided)[0].pdf
    said: list[str] = []
    for element in PDFStructTree(pdf):
        said.extend(_said(element, pdf))
    assert "".join("".join(said).split()) == (
        "Front1RifleMortarIntheopen34Inawood54"
        "Left1•ShootatwhatyouseeRifleMortarIntheopen34Inawood54"
        "Middle1•ShootatwhatyouseeRight1•Shootatwhatyousee"
    )


def _said(element, pdf):
    for mcid in element.mcids:
        chars = pdf.pages[(element.page_number or 1) - 1].chars
        yield "".join(char["text"] for char in chars if char["mcid"] == mcid)
    for child in element.children:
        yield from _said(child, pdf)


def test_the_legend_tells_the_marks_of_every_page(two_sided: Project) -> None:
    two_sided.replace(
        "content/small/game.yaml",
        'colours: {green: "#9DB18C"}',
        'colours: {green: "#9DB18C"}, marks: {guard: {badge: G, colour: "#b3202c", name: Guard, legend: guard units}}',
    )
    two_sided.replace("content/small/references.yaml", "Shoot at what you see", '"[[mark:guard]] first"')
    two_sided.replace("cards/small/hits.yaml", "  - page\n", "  - legend\n  - page\n")
    front, back = (page.extract_text() for page in printed(two_sided))
    assert "guard units" in front
    assert "guard units" not in back


@pytest.mark.parametrize(
    ("size", "edges"),
    [("A4", (5, 5, 5, 7.8)), ("Letter landscape", (5, 5, 5, 7.8)), ("A5 landscape", (2.2, 2.2, 2.2, 5))],
)
def test_the_frame_keeps_off_the_edge_of_a_whole_sheet(two_sided: Project, size: str, edges: tuple[float, ...]) -> None:
    """Printers do not reach the edge of their paper; a card that is cut is printed to where it is cut."""
    two_sided.replace("cards/small/hits.yaml", "size: A4", f"size: {size}")
    assert [frame(page) for page in printed(two_sided)] == [edges] * 2


@pytest.mark.parametrize(
    ("size", "millimetres"),
    [
        ("A4", (210, 297)),
        ("A4 landscape", (297, 210)),
        ("A5", (148, 210)),
        ("A6", (105, 148)),
        ("Letter", (215.9, 279.4)),
        ("half-letter", (139.7, 215.9)),
        ("half-letter landscape", (215.9, 139.7)),
        ("poker", (63.5, 88.9)),
        ("bridge", (57.15, 88.9)),
        ("tarot", (70, 120)),
        ("61.5 × 70mm", (61.5, 70)),
        ("2.5 × 3.5 in", (63.5, 88.9)),
        ("2½ x 3½in", (63.5, 88.9)),
        ("2 1/4 × 3 1/2 in", (57.15, 88.9)),
        ("2½in × 3½in", (63.5, 88.9)),
        ("60 mm × 3 in", (60, 76.2)),
        ("6 × 9 cm", (60, 90)),
        ("60 × 80 mm landscape", (80, 60)),
        ("80 × 60 mm landscape", (80, 60)),
        ("80 × 60 mm portrait", (60, 80)),
        ("3½ × 2½ in portrait", (63.5, 88.9)),
        ("tarot portrait", (70, 120)),
        ("poker landscape", (88.9, 63.5)),
    ],
)
def test_sizes_go_by_name(small: Project, size: str, millimetres: tuple[float, float]) -> None:
    small.replace("cards/small/hits.yaml", "60 × 60 mm", size)
    (page,) = printed(small)
    assert (page.width * MM, page.height * MM) == pytest.approx(millimetres, abs=0.01)


@pytest.mark.parametrize(
    ("front", "back", "found"),
    [
        (1, 12, ["card-overflow: card 'hits': the block 'table hits' of page 2 is "]),
        (12, 1, ["card-overflow: card 'hits': the block 'table hits' of page 1 is "]),
        (12, 12, [f"card-overflow: card 'hits': the block 'table hits' of page {page} is " for page in (1, 2)]),
        (1, 1, []),
    ],
)
def test_what_does_not_fit_is_told_with_its_page(small: Project, front: int, back: int, found: list[str]) -> None:
    pages = ["  - table: hits\n" * count for count in (front, back)]
    small.write("cards/small/hits.yaml", "title: Hits\nsize: 60 × 60 mm\nblocks:\n" + "  - page\n".join(pages))
    said = findings_of(small)
    assert len(said) == len(found)
    assert all(message.startswith(start) for message, start in zip(said, found, strict=True))


def test_three_columns_of_a_sheet_are_as_wide_as_asked_for(two_sided: Project) -> None:
    for size in ("A4", "A4 landscape"):
        two_sided.write("cards/small/hits.yaml", TWO_SIDES.format(size=size))
        back = printed(two_sided)[1]
        green = [each for each in back.rects if each["non_stroking_color"] == pytest.approx(GREEN, abs=1e-3)]
        bands = [
            each for each in green if each["top"] == min(other["top"] for other in green)
        ]  # below are heads of tables
        assert len(bands) == 3
        (_, _, free), widths = frame(back)[:3], [each["width"] * MM for each in bands]
        inside = (back.width * MM - 2 * free) - 2 * (1.4 + 0.3)
        assert widths == pytest.approx([(inside - 2 * 2.4) / 3] * 3, abs=0.2)


def test_what_is_too_long_for_a_column_is_found(two_sided: Project) -> None:
    two_sided.replace("cards/small/hits.yaml", "          - table: hits\n", "          - table: hits\n" * 40)
    (said,) = findings_of(two_sided)
    assert said.startswith("card-overflow: card 'hits': the block 'table hits' of page 2, column 1 is ")


def test_tables_are_as_narrow_on_a_whole_sheet_as_on_a_small_card(two_sided: Project) -> None:
    """A value stands near its key, however wide the column is."""

    def width(page: Page) -> float:
        cells = [each for each in page.rects if each["non_stroking_color"] == pytest.approx(STRIPE, abs=1e-3)]
        return float(max(each["x1"] for each in cells) - min(each["x0"] for each in cells)) * MM

    assert width(printed(two_sided)[0]) == pytest.approx((210 - 2 * (5 + 0.3 + 1.4)) / 4, abs=0.5)
    two_sided.replace("cards/small/hits.yaml", "size: A4", "size: A5 landscape")
    assert width(printed(two_sided)[0]) < 60


def test_a_table_alone_may_have_a_heading(small: Project) -> None:
    """The heading belongs to the table in the tags too."""
    small.replace("cards/small/hits.yaml", "  - table: hits\n", '  - {table: hits, title: "Who *hits*"}\n')
    (page,) = printed(small)
    assert page.extract_text().startswith("Who hits\nRifle Mortar\n")
    said = {element.type: "".join(_said(element, page.pdf)) for element in _elements(PDFStructTree(page.pdf))}
    assert "".join(said["Caption"].split()) == "Whohits"


def _elements(tree):
    for element in tree if isinstance(tree, PDFStructTree) else tree.children:
        yield element
        yield from _elements(element)


# On a sheet each page is cut out by itself


def test_a_sheet_lays_front_and_back_side_by_side(two_sided: Project) -> None:
    front = "title: Hits\nsize: 90 × 130 mm\nblocks:\n  - {band: hits, title: Front, colour: green}\n"
    two_sided.write("cards/small/hits.yaml", front + "  - page\n  - {band: hits, title: Back, colour: green}\n")
    two_sided.write("cards/small/sheet.yaml", "kind: sheet\ntitle: All\npaper: A4\ncards: [{hits: 2}]\n")
    assert [found for found in findings_of(two_sided) if "no card shows" not in found] == []
    (page,) = printed(two_sided, "sheet-a4")
    width, height = page.width / 2, page.height / 2
    for top in (0, 1):
        left, right = (
            page.crop((across * width, top * height, (across + 1) * width, (top + 1) * height)).extract_text()
            for across in (0, 1)
        )
        assert "Front" in left
        assert "side 1 of 2" in left
        assert "Back" in right
        assert "side 2 of 2" in right
    assert len(page.annots) == 4  # the number in each band leads to its rule


def test_a_card_that_is_a_sheet_by_itself_needs_none(two_sided: Project) -> None:
    two_sided.write("cards/small/sheet.yaml", "kind: sheet\ntitle: All\npaper: [A4, Letter]\ncards: [hits]\n")
    found = two_sided.examined(prove=False).findings.sorted()
    assert [(each.name, each.message, each.hint) for each in found] == [
        (
            "sheet-overflow",
            "card 'hits' is 24 mm too large for A4",
            "it fills a sheet of A4 by itself: remove it here, and print cards/hits.pdf",
        ),
        (
            "sheet-overflow",
            "card 'hits' is 41.6 mm too large for Letter",
            "a margin of 6mm leaves 197.9 × 255.4 mm for cards: make the margin narrower, or remove the card",
        ),
    ]


@pytest.mark.parametrize(
    ("size", "hint"),
    [
        ("a4", "did you mean 'A4'?"),
        ("leter landscape", "did you mean 'Letter'?"),
        ("60 × 60", "write the unit after it: 60 × 60 mm or 60 × 60 in"),
        (
            "small",
            "write the width and height: 107 × 143 mm or 2½ × 3½ in, each 30 to 1200 mm, or one of: "
            "A4, Letter, A5, A6, half-letter, poker, bridge, tarot, with 'landscape' to turn it",
        ),
        ("60 × 20 mm", "write the width and height: 107 × 143 mm or 2½ × 3½ in, each 30 to 1200 mm"),
        ("2½ × 3½ mm", "did you mean '2½ × 3½ in'?"),
        (
            "60 × 60 × 60 mm",
            "write the width and height: 107 × 143 mm or 2½ × 3½ in, each 30 to 1200 mm, or one of: "
            "A4, Letter, A5, A6, half-letter, poker, bridge, tarot, with 'landscape' to turn it",
        ),
    ],
)
def test_a_size_that_is_none_is_helped(small: Project, size: str, hint: str) -> None:
    small.replace("cards/small/hits.yaml", "60 × 60 mm", size)
    (found,) = small.examined(prove=False).findings.sorted()
    assert (found.name, found.hint) == ("bad-value", hint)


def test_the_feet_of_pages_are_looked_at_like_all_type(two_sided: Project) -> None:
    css = (ROOT / "templates" / "card" / "card.css").read_text("utf-8")
    assert css.count("font-size: 6pt; color: var(--quiet)") == 2
    faint = css.replace("font-size: 6pt; color: var(--quiet)", "font-size: 5pt; color: #999")
    two_sided.write("templates/card/card.css", faint)
    assert findings_of(two_sided) == [
        "small-type: the card 'hits' prints 'Hits · A small game · edition 2.0' and 3 more texts in type of 5 pt",
        "low-contrast: the card 'hits' prints 'Hits · A small game · edition 2.0' and 3 more texts in #999999 on #ffffff: a contrast of 2.8",
    ]
