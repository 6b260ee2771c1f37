"""Press files with die lines, and sheets of a press with several cards, held against a reader that is not ours."""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader
from pypdf.generic import ContentStream

from tests.conftest import SMALL_CARD, Project
from tests.pdfx import Press
from tests.profiles import cmyk_profile
from tests.separations import boxes, picture_colours, plates, second_reader, subtype, unembedded

GANG = "kind: press\ntitle: For the press\nsheet: 320 × 450 mm\ncopies: {hits: 5}\n"
DIE = "die-line: CutContour\ncorner-radius: 3mm\n"
PROCESS = {"Cyan", "Magenta", "Yellow", "Black"}
POINTS = 72 / 25.4


def made(project: Project, press: str, name: str = "gang") -> Path:
    """The PDF of a press file, printed and read back without a finding."""
    project.write("cards/small/gang.yaml", press)
    found = project.made("press/*.pdf")
    unsaid = (
        "unused-rule",
        "low-contrast" if "profile:" in press else "",
    )  # no press mixes as that of these tests does
    assert [each.message for each in found.findings.sorted() if each.name not in unsaid] == []
    return project.write(f"press/{name}.pdf", found.files[f"press/{name}.pdf"])


def painted(pdf: Path, *, page: int = 0) -> list[Any]:
    """The operators of a page, not those in its forms."""
    reader = PdfReader(pdf)
    return ContentStream(reader.pages[page]["/Contents"].get_object(), reader).operations


def trims(pdf: Path, bleed: float = 3) -> list[tuple[float, ...]]:
    """The corner and the size of each card on a gang, in points: where a form shows, without its bleed."""
    shown = [tuple(map(float, given)) for given, name in painted(pdf) if name == b"re"]
    over = bleed * POINTS
    return [(x + over, y + over, wide - 2 * over, high - 2 * over) for x, y, wide, high in shown[:-1]]  # but the paper


def pixels(box: tuple[float, ...], over: float, dpi: int = 150) -> tuple[int, int, int, int]:
    """A box in points, so much larger on every side, as one of a plate."""
    left, top, right, bottom = (round(side / 72 * dpi) for side in box)
    more = round(over / 72 * dpi) - 1
    return left - max(more, 1), top - max(more, 1), right + max(more, 1), bottom + max(more, 1)


def darkest(plate: Image.Image) -> int:
    return next(light for light, count in enumerate(plate.histogram()) if count)


def nearby(place: float, places: Iterable[float]) -> bool:
    return any(abs(place - each) < 0.01 for each in places)


def inked(pdf: Path, plate: str, dpi: int = 72) -> tuple[float, ...]:
    """The place on a plate that has ink, in millimetres from the left upper corner of the page."""
    found = plates(pdf, dpi)[plate].point(lambda light: 255 if light < 250 else 0).getbbox()
    assert found, f"no ink on {plate}"
    return tuple(side / dpi * 25.4 for side in found)


def test_all_cards_of_a_gang_lie_on_one_paper_each_with_its_marks(small: Project) -> None:
    small.write("cards/small/other.yaml", SMALL_CARD)
    pdf = made(small, GANG + DIE)
    press = Press(pdf.read_bytes())
    assert list(press.findings(flat=True)) == []
    assert press.claims == "PDF/X-1a:2003"
    assert len(press.pages) == 1
    assert press.box("/TrimBox") == (0, 0, 320, 450)
    assert press.spot_colours() == {"/DieLine": "/CutContour"}
    assert len([each for each in painted(pdf) if each[1] == b"Do"]) == 6  # five and one
    ends = [tuple(map(float, given)) for given, name in painted(pdf) if name in (b"m", b"l")]
    marks = list(zip(ends[::2], ends[1::2], strict=True))
    across, down = ({one[at] for one, other in marks if one[at] == other[at]} for at in (0, 1))
    for left, bottom, wide, high in trims(pdf):
        assert all(nearby(edge, across) for edge in (left, left + wide)), "no crop mark at an edge"
        assert all(nearby(edge, down) for edge in (bottom, bottom + high)), "no crop mark at an edge"
        assert (wide, high) == pytest.approx((60 * POINTS, 60 * POINTS))


@second_reader
def test_the_die_line_has_a_plate_of_its_own_and_no_ink_elsewhere(small: Project) -> None:
    pdf = made(small, f"kind: press\ntitle: For the shop\nmarks: none\n{DIE}", "hits")
    found = plates(pdf, 300)
    assert found.keys() == PROCESS | {"CutContour"}
    left, top, right, bottom = inked(pdf, "CutContour", 1200)
    assert (left, top, right, bottom) == pytest.approx((3, 3, 63, 63), abs=0.1)  # within the bleed of 3 mm
    plate = found["CutContour"]
    corner = plate.crop((0, 0, round(3.6 / 25.4 * 300), round(3.6 / 25.4 * 300)))
    assert corner.getextrema() == (255, 255)  # the corner is round
    bare = plates(made(small, "kind: press\ntitle: For the shop\nmarks: none\n", "hits"), 300)
    assert bare.keys() == PROCESS
    assert all(bare[name].tobytes() == found[name].tobytes() for name in PROCESS)  # it knocks nothing out


def test_the_die_line_overprints(small: Project) -> None:
    reader = PdfReader(made(small, f"kind: press\ntitle: For the shop\n{DIE}", "hits"))
    states = reader.pages[0]["/Resources"]["/ExtGState"]  # type: ignore[index]
    assert {str(key): value for key, value in states["/DieLine"].items()} == {
        "/Type": "/ExtGState",
        "/OP": True,
        "/op": True,
        "/OPM": 1,
    }
    operators = painted(small.root / "press/hits.pdf")
    at = operators.index((["/DieLine"], b"gs"))
    assert b"S" in [name for _, name in operators[at:]]


@pytest.mark.long
@second_reader
@pytest.mark.parametrize("standard", ["pdf/x-1a", "pdf/x-3", "pdf/x-4"])
@pytest.mark.parametrize("gang", [False, True])
def test_another_reader_finds_what_the_standard_asks(small: Project, standard: str, gang: bool) -> None:
    small.write("cards/small/shop.icc", cmyk_profile())
    press = f"{GANG if gang else 'kind: press'}\n{'' if gang else 'title: For the shop'}\nstandard: {standard}\nprofile: shop.icc\n{DIE}"
    pdf = made(small, press, "gang" if gang else "hits")
    assert subtype(pdf).lower().startswith(standard)
    assert unembedded(pdf) == []
    assert picture_colours(pdf) <= {"gray", "cmyk"}
    assert plates(pdf).keys() == PROCESS | {"CutContour"}
    found = boxes(pdf)
    assert found["Trim"] == found["Bleed"] == found["Media"] if gang else found["Trim"] != found["Bleed"]


@second_reader
def test_black_letters_are_on_the_black_plate_alone(small: Project) -> None:
    small.write(
        "content/small/words.yaml", "references: {words: {title: Words, items: [{text: Roll, unproved: A test.}]}}\n"
    )
    small.write("cards/small/words.yaml", "title: Words\nsize: 60 × 60 mm\nblocks:\n  - bullets: words\n")
    found = plates(made(small, "kind: press\ntitle: For the shop\nmarks: none\ncards: [words]\n", "words"))
    assert darkest(found["Black"]) == 0
    assert all(darkest(found[name]) == 255 for name in PROCESS - {"Black"})


@second_reader
def test_crop_marks_are_on_every_plate_and_outside_of_the_bleeds(small: Project) -> None:
    pdf = made(small, GANG)
    found = plates(pdf, 150)
    for name in PROCESS:
        assert darkest(found[name]) < 200, name
    marks = found["Cyan"].point(lambda light: 255 if light < 250 else 0)
    height, over = 450 * POINTS, 3 * POINTS
    assert len(trims(pdf)) == 5
    for left, bottom, wide, high in trims(pdf):
        trim = (left, height - bottom - high, left + wide, height - bottom)
        marks.paste(0, pixels(trim, 0))  # what is on the card itself
        assert marks.crop(pixels(trim, over)).getbbox() is None


def test_the_front_page_leads_to_a_gang_and_a_second_build_changes_nothing(small: Project) -> None:
    small.write("cards/small/gang.yaml", GANG + DIE)
    said = small.run("build", "--no-prove")
    assert said.status == 0, said.out
    assert '<a href="../press/gang.pdf" type="application/pdf">For the press</a>' in small.read(
        "build/small/web/index.html"
    )
    first = (small.root / "build/small/press/gang.pdf").read_bytes()
    assert small.run("build", "--no-prove").status == 0
    assert (small.root / "build/small/press/gang.pdf").read_bytes() == first
    assert [path.name for path in (small.root / "build/small/press").iterdir()] == ["gang.pdf"]


def test_backs_of_a_gang_lie_behind_their_fronts(small: Project) -> None:
    small.write("cards/small/hits.yaml", SMALL_CARD + "  - page\n  - table: hits\n")
    press = Press(made(small, GANG + "duplex: long-edge\n").read_bytes())
    assert len(press.pages) == 2
    assert list(press.findings(flat=True)) == []


def test_the_same_source_gives_the_same_gang(small: Project) -> None:
    first = made(small, GANG + DIE).read_bytes()
    small.replace("content/small/game.yaml", "Roll as", "Roll one die as")
    second = made(small, GANG + DIE).read_bytes()
    assert first == second
    assert PdfReader(BytesIO(first)).metadata.title == "For the press"  # type: ignore[union-attr]


MISUSE = [
    ("gap: 10mm", "'gap' is about cards that share a sheet"),
    ("sheet: 320", "'320' is not a card size"),
    ("sheet: 320 × 450 mm\ngap: 5mm", "the bleeds of two neighbours meet"),
    ("sheet: 60 × 60 mm", "mm too large for 60 × 60 mm"),
    ("corner-radius: 3mm", "only a die cuts round corners"),
    ("die-line: Black", "'Black' is not the name of a spot colour"),
    ("die-line: 'a/b'", "'a/b' is not the name of a spot colour"),
    ("sheet: 320 × 450 mm\ncopies: {hits: none}", "'none' is not a number of copies"),
    ("sheet: 320 × 450 mm\ncopies: {hit: 2}", "there is no card 'hit'"),
]


@pytest.mark.parametrize(("lines", "message"), MISUSE)
def test_misuse_is_told(small: Project, lines: str, message: str) -> None:
    small.write("cards/small/gang.yaml", f"kind: press\ntitle: For the press\n{lines}\n")
    said = small.run("check", "--no-prove")
    assert said.status == 1
    assert message in said.out
