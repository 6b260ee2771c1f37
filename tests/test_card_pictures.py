"""Pictures on cards: they print in their shape, are told to whoever does not see them, and can do no harm."""

import re
from base64 import b64decode
from collections.abc import Iterator
from io import BytesIO
from zlib import crc32

import pdfplumber
import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdfplumber.page import Page
from PIL import Image as Pixels
from PIL import ImageFile

from rulewright.base.installation import user_store
from rulewright.pdf.page_images import pictures
from rulewright.pipeline.stages import render
from rulewright.source.pictures import BadPictureError, read_pixels
from rulewright.source.svg import read_svg
from tests.conftest import Project

MM = 25.4 / 72
HILL = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 20 L20 2 L40 20 Z" fill="#123456"/></svg>'
)
INK = (0x12 / 255, 0x34 / 255, 0x56 / 255)
CARD = """\
title: Hits
size: 60 × 60 mm
blocks:
  - table: hits
  - {image: pictures/hill.svg, alt: A hill with a fort, width: 30mm}
"""
MANY = '<g id="partN">' + '<use href="#partM"/>' * 10 + "</g>"
"""A part that draws another ten times."""


def png(wide: int, high: int) -> bytes:
    stream = BytesIO()
    Pixels.effect_noise((wide, high), 40).save(stream, "PNG")
    return stream.getvalue()


def outputs(project: Project) -> dict[str, bytes]:
    examined = project.examined(prove=False)
    assert examined.findings.sorted() == []
    found = dict(render(examined, project.root, "", user_store()))
    assert [each.message for each in examined.findings.sorted()] == []
    return found


def pages(project: Project, card: str = "hits") -> list[Page]:
    made = project.made("cards/*.pdf")
    assert [each.message for each in made.findings.sorted()] == []
    return pdfplumber.open(BytesIO(made.files[f"cards/{card}.pdf"])).pages


def findings_of(project: Project, *, printed: bool = False) -> list[tuple[str, str]]:
    findings = project.made("cards/*.pdf").findings if printed else project.examined(prove=False).findings
    return [(str(each.span), f"{each.name}: {each.message}") for each in findings.sorted()]


@pytest.fixture
def pictured(small: Project) -> Project:
    small.write("cards/small/hits.yaml", CARD)
    small.write("cards/small/pictures/hill.svg", HILL)
    return small


def test_a_drawing_prints_as_shapes_in_its_own_shape(pictured: Project) -> None:
    (page,) = pages(pictured)
    (hill,) = [each for each in page.curves if each["non_stroking_color"] == pytest.approx(INK, abs=0.01)]
    assert not page.images
    assert hill["width"] * MM == pytest.approx(30, abs=0.1)
    assert hill["height"] * MM == pytest.approx(30 * 18 / 40, abs=0.1)


def test_whoever_does_not_see_a_picture_is_told_what_it_shows(pictured: Project) -> None:
    files = outputs(pictured)
    assert figures(files["cards/hits.pdf"]) == ["A hill with a fort"]
    page = files["web/card-hits.html"].decode()
    (source,) = re.findall(r'<img alt="A hill with a fort" src="data:image/svg\+xml;base64,([^"]+)"', page)
    assert b64decode(source).decode() == HILL


def figures(pdf: bytes) -> list[str]:
    """The alternative texts of the figures of a PDF."""
    reader = pypdf.PdfReader(BytesIO(pdf))
    return list(_figures(reader.root_object["/StructTreeRoot"]))


def _figures(element) -> Iterator[str]:
    found = element.get_object()
    if isinstance(found, list):
        for each in found:
            yield from _figures(each)
    elif isinstance(found, dict):
        if found.get("/S") == "/Figure":
            yield str(found["/Alt"])
        yield from _figures(found.get("/K", []))


def test_what_only_adorns_is_no_figure(pictured: Project) -> None:
    pictured.replace("cards/small/hits.yaml", "alt: A hill with a fort", "decorative: yes")
    files = outputs(pictured)
    assert figures(files["cards/hits.pdf"]) == []
    assert "<img" not in files["web/card-hits.html"].decode().partition('class="card-view"')[2]
    (picture,) = pictures(files["cards/hits.pdf"], 100)
    colours = Pixels.open(BytesIO(picture.png)).getcolors(1 << 16)
    assert (0x12, 0x34, 0x56) in [colour for _, colour in colours or ()]


@pytest.mark.parametrize("told", ["alt: A hill", "decorative: yes"])
def test_a_picture_too_large_for_its_card_is_an_overflow(pictured: Project, told: str) -> None:
    pictured.write("cards/small/pictures/hill.svg", HILL.replace("0 0 40 20", "0 0 20 40"))
    pictured.replace("cards/small/hits.yaml", "alt: A hill with a fort, width: 30mm", told)
    ((_, message),) = findings_of(pictured, printed=True)
    assert message.startswith("card-overflow: card 'hits': the block 'image pictures/hill.svg' is")


@pytest.mark.parametrize("told", ["alt: A hill", "decorative: yes"])
def test_a_drawing_that_does_not_print_is_an_error_of_its_file(pictured: Project, told: str) -> None:
    pictured.write("cards/small/pictures/hill.svg", HILL.replace("<path", '<path transform="rotate(a)"'))
    pictured.replace("cards/small/hits.yaml", "alt: A hill with a fort", told)
    message = "bad-picture: card 'hits': WeasyPrint cannot draw this picture"
    place = f"cards/small/pictures/hill.svg:1:{HILL.index('<path') + 1}"
    assert findings_of(pictured, printed=True) == [(place, message)]


def test_of_many_shapes_the_one_that_does_not_draw_is_at_fault(pictured: Project) -> None:
    shapes = (
        '<g>\n<path d="M0 0 L1 1"/>\n' + ' <path transform="rotate(a)" d="M0 0 L1 1"/>\n' + "</g>\n<path d='M0 0'/>\n"
    )
    pictured.write("cards/small/pictures/hill.svg", HILL.replace("</svg>", f"{shapes}</svg>"))
    ((place, _),) = findings_of(pictured, printed=True)
    assert place == "cards/small/pictures/hill.svg:3:2"


def test_words_about_a_picture_cannot_inject_markup(pictured: Project) -> None:
    bad = "'\"><script>alert(1)</script>'"
    text = bad.replace("<", "\\<")
    pictured.replace("cards/small/hits.yaml", "alt: A hill with a fort", f"alt: {bad}, caption: {text}")
    pictured.write(
        "cards/small/hits.yaml", pictured.read("cards/small/hits.yaml") + f"  - {{note: {text}, title: {text}}}\n"
    )
    files = outputs(pictured)
    assert figures(files["cards/hits.pdf"]) == ['"><script>alert(1)</script>']
    page = files["web/card-hits.html"].decode()
    assert "<script>" not in page
    assert 'alt="&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"' in page


def test_a_changed_picture_is_printed_anew(pictured: Project) -> None:
    assert pictured.run("build", "--no-prove").status == 0
    before = (pictured.root / "build/small/cards/hits.pdf").read_bytes()
    pictured.write("cards/small/pictures/hill.svg", HILL.replace("#123456", "#654321"))
    assert pictured.run("build", "--no-prove").status == 0
    assert (pictured.root / "build/small/cards/hits.pdf").read_bytes() != before


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("../other/hill.svg", "outside: '../other/hill.svg' is not in cards/small"),
        ("/etc/hill.svg", "outside: '/etc/hill.svg' is not in cards/small"),
        (
            "pictures/link.svg",
            "outside: the picture 'pictures/link.svg' is a link to a place outside its game's folder",
        ),
        ("pictures", "bad-picture: 'pictures' is not a PNG, JPEG or SVG picture"),
        ("pictures/folder.svg", "unreadable-file: the picture 'pictures/folder.svg' is a folder, not a file"),
        ("https://example.org/hill.svg", "missing-picture: there is no file cards/small/https:/example.org/hill.svg"),
    ],
)
def test_a_picture_lies_in_the_folder_of_its_game(pictured: Project, name: str, message: str) -> None:
    pictured.write("cards/other/hill.svg", HILL)
    (pictured.root / "cards/small/pictures/link.svg").symlink_to(pictured.root / "cards/other/hill.svg")
    (pictured.root / "cards/small/pictures/folder.svg").mkdir()
    pictured.replace("cards/small/hits.yaml", "image: pictures/hill.svg", f"image: {name}")
    assert findings_of(pictured) == [("cards/small/hits.yaml:5:13", message)]


def test_a_slip_in_the_name_of_a_picture_is_helped(pictured: Project) -> None:
    pictured.replace("cards/small/hits.yaml", "pictures/hill.svg", "pictures/hil.svg")
    (found,) = pictured.examined(prove=False).findings.sorted()
    assert found.hint == "did you mean 'pictures/hill.svg'?"


def test_pictures_have_limits(pictured: Project) -> None:
    pictured.replace("cards/small/hits.yaml", "hill.svg", "hill.png")
    large = bytearray(png(8, 8))
    large[16:24] = (50_000).to_bytes(4, "big") * 2
    large[29:33] = crc32(bytes(large[12:29])).to_bytes(4, "big")
    pictured.write("cards/small/pictures/hill.png", bytes(large))
    said = "too-large: the picture 'pictures/hill.png' has 50,000 × 50,000 pixels"
    assert findings_of(pictured) == [("cards/small/hits.yaml:5:13", said)]
    pictured.write("cards/small/pictures/hill.png", png(8, 8) + bytes(16_000_000))
    said = "too-large: the picture 'pictures/hill.png' is larger than 16 MB"
    assert findings_of(pictured) == [("cards/small/hits.yaml:5:13", said)]


def test_an_animation_is_read_as_its_first_frame() -> None:
    stream = BytesIO()
    frames = [Pixels.effect_noise((9, 7), 40) for _ in range(3)]
    frames[0].save(stream, "PNG", save_all=True, append_images=frames[1:])
    assert b"acTL" in stream.getvalue()
    assert read_pixels(stream.getvalue(), "PNG") == (9, 7)


def jpeg(mode: str = "RGB", orientation: int = 1) -> bytes:
    """A picture of 30 × 20 pixels as a camera stores it."""
    stream, exif = BytesIO(), Pixels.Exif()
    exif[274] = orientation
    Pixels.new(mode, (30, 20)).save(stream, "JPEG", exif=exif)
    return stream.getvalue()


def test_a_photograph_prints_as_it_is_seen(pictured: Project) -> None:
    for turned, sides in ((1, (30, 20)), (6, (20, 30))):
        assert read_pixels(jpeg(orientation=turned), "JPEG") == sides
    pictured.write("cards/small/pictures/hill.jpg", jpeg())
    pictured.replace("cards/small/hits.yaml", "image: pictures/hill.svg", "image: pictures/hill.jpg")
    assert [said.partition(":")[0] for _, said in findings_of(pictured, printed=True)] == ["coarse-picture"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (jpeg("CMYK"), "has the colours of inks (CMYK), which screens and other inks cannot show"),
        (jpeg()[:-200], "is cut short: it is not a whole JPEG"),
        (png(8, 8), "is a PNG file, not JPEG"),
    ],
    ids=["inks", "short", "png"],
)
def test_what_is_no_photograph_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(BadPictureError, match=re.escape(message)):
        read_pixels(data, "JPEG")


def test_pixels_that_end_early_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every checksum is right, and yet half of the data is missing."""
    whole = png(8, 8)
    start = whole.index(b"IDAT")
    length = int.from_bytes(whole[start - 4 : start], "big")
    packed = whole[start + 4 : start + 4 + length // 2]
    chunk = b"IDAT" + packed
    damaged = whole[: start - 4] + len(packed).to_bytes(4, "big") + chunk + crc32(chunk).to_bytes(4, "big")
    for lenient in (False, True):  # as WeasyPrint sets it
        monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", lenient)
        with pytest.raises(BadPictureError, match="is damaged"):
            read_pixels(damaged + whole[start + 8 + length :], "PNG")
        assert lenient is ImageFile.LOAD_TRUNCATED_IMAGES


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ("<g>" * 70 + "</g>" * 70, "is nested more than 64 levels deep"),
        (
            "".join(MANY.replace("N", str(n)).replace("M", str(n - 1)) for n in range(1, 9)),
            "draws more than 20,000 shapes",
        ),
        (
            "".join(MANY.replace("N", str(n)).replace("M", str(n + 1)) for n in range(1500)),
            "has references nested too deep",
        ),
        ('<pattern id="p"><rect fill="url(#p)"/></pattern>', "contains itself"),
        (
            '<style>rect { fill: url(#p) }</style><pattern id="p"><rect/><rect/></pattern>',
            "refers to a <pattern> in its <style>, so the pattern may contain itself",
        ),
    ],
    ids=["deep", "many", "chained", "circular", "styled"],
)
def test_a_drawing_is_no_bomb(pictured: Project, drawing: str, message: str) -> None:
    pictured.write("cards/small/pictures/hill.svg", HILL.replace("</svg>", f"{drawing}</svg>"))
    ((place, said),) = findings_of(pictured)
    assert place.startswith("cards/small/pictures/hill.svg")
    assert said.startswith("unsafe-picture: the picture 'pictures/hill.svg' ")
    assert message in said


def test_the_dots_of_a_picture_are_counted_where_it_prints(pictured: Project) -> None:
    """In a column of half the width it has twice as many to the inch."""
    pictured.write("cards/small/pictures/hill.png", png(300, 60))
    whole = "title: Hits\nsize: 60 × 60 mm\nblocks:\n  - table: hits\n  - {image: pictures/hill.png, alt: A hill}\n"
    pictured.write("cards/small/hits.yaml", whole)
    (found,) = findings_of(pictured, printed=True)
    dots = "coarse-picture: card 'hits': the picture 'pictures/hill.png' prints at 145 dpi, so its dots show"
    assert found == ("cards/small/hits.yaml:5:5", dots)
    halves = "  - columns: {ratio: [2, 3], blocks: [[{image: pictures/hill.png, alt: A hill}], [table: hits]]}\n"
    pictured.write("cards/small/hits.yaml", whole.replace("60 × 60", "90 × 60").partition("  - ")[0] + halves)
    assert findings_of(pictured, printed=True) == []


@pytest.mark.parametrize("encoding", ["gb2312", "utf-7", "no-such", "utf-16"])
def test_an_encoding_that_cannot_be_read(pictured: Project, encoding: str) -> None:
    pictured.write("cards/small/pictures/hill.svg", f'<?xml version="1.0" encoding="{encoding}"?>{HILL}')
    ((_, said),) = findings_of(pictured)
    assert said.startswith("bad-picture: the picture 'pictures/hill.svg' is ")


PIECES = st.sampled_from(
    [
        "<svg",
        ' xmlns="http://www.w3.org/2000/svg"',
        ' viewBox="0 0 4 4"',
        ">",
        "</svg>",
        "<g>",
        "</g>",
        "<use",
        ' href="#a"',
        ' id="a"',
        "/>",
        "<style>",
        "</style>",
        "url(#a)",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<?a b?>",
        "&amp;",
        "&a;",
        "\0",
        "é",
    ]
)


@given(st.lists(PIECES | st.text(max_size=3), max_size=40).map("".join))
def test_whatever_a_drawing_holds_it_is_taken_or_refused(text: str) -> None:
    drawing = read_svg(text.encode("utf-8", "surrogatepass"))
    assert drawing.findings or (drawing.width > 0 and drawing.height > 0)


@given(st.integers(0, 400), st.binary(max_size=6), st.integers(0, 400))
def test_whatever_pixels_hold_they_are_taken_or_refused(at: int, written: bytes, length: int) -> None:
    whole = png(8, 8)
    damaged = (whole[:at] + written + whole[at + len(written) :])[: len(whole) - length % 40]
    try:
        assert read_pixels(damaged, "PNG") == (8, 8)
    except BadPictureError:
        assert damaged != whole
