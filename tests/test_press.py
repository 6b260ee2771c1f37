"""For the print shop: everything is looked at in the finished PDF, as whoever takes it there would."""

import os
import re
import struct
from base64 import b64decode
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader
from pypdf.generic import ArrayObject, ContentStream, DictionaryObject, NameObject

from rulewright.base import installed_profiles
from rulewright.base.installation import installation
from rulewright.entries.press import CONDITIONS
from tests.conftest import ROOT, SMALL_CARD, Project
from tests.pdfx import Press
from tests.profiles import cmyk_profile

STANDARDS = {
    "pdf/x-1a": ("PDF/X-1a:2003", "%PDF-1.4"),
    "pdf/x-3": ("PDF/X-3:2003", "%PDF-1.4"),
    "pdf/x-4": ("PDF/X-4", "%PDF-1.6"),
}
COLOURS = "game: {title: A small game, language: en, colours: {green: '#3a6a2a'}}"
BAND = SMALL_CARD.replace("blocks:\n", "blocks:\n  - {band: hits, colour: green}\n")


def printed(project: Project, press: str, card: str = "hits") -> Press:
    project.write("cards/small/press.yaml", press)
    said = project.run("build", "--no-prove")
    assert said.status == 0, said.out
    return Press((project.root / f"build/small/press/{card}.pdf").read_bytes())


def coloured(project: Project) -> Project:
    project.replace("content/small/game.yaml", "game: {title: A small game, language: en}", COLOURS)
    project.write("cards/small/hits.yaml", BAND)
    return project


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_card_follows_the_standard_that_it_claims(small: Project, standard: str) -> None:
    coloured(small).write("cards/small/shop.icc", cmyk_profile())
    found = printed(small, f"kind: press\ntitle: For the shop\nstandard: {standard}\nprofile: shop.icc\n")
    assert (found.claims, found.version) == STANDARDS[standard]
    assert list(found.findings(flat=standard != "pdf/x-4")) == []
    assert found.info["/Title"] == "Hits · A small game"
    assert found.intent["/DestOutputProfile"].get_object().get_data() == cmyk_profile()
    assert found.intent["/DestOutputProfile"].get_object()["/N"] == 4


def test_without_a_profile_the_condition_is_told_by_its_registered_name(small: Project) -> None:
    intent = printed(small, "kind: press\ntitle: For the shop\ncondition: FOGRA52\n").intent
    assert "/DestOutputProfile" not in intent
    assert intent["/OutputConditionIdentifier"] == "FOGRA52"
    assert intent["/RegistryName"] == "http://www.color.org"
    assert "uncoated" in intent["/OutputCondition"]


def test_a_profile_that_a_package_brings_serves_the_condition_it_is_of(
    small: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = small.write("elsewhere/coated.icc", cmyk_profile())
    monkeypatch.setattr(installed_profiles, "INSTALLED", {"FOGRA39": (("none", "/nowhere.icc"), ("some", str(path)))})
    press = "kind: press\ntitle: For the shop\nstandard: pdf/x-4\nprofile: installed\ncondition: FOGRA39\n"
    found = printed(coloured(small), press)
    assert list(found.findings(flat=False)) == []
    assert found.intent["/DestOutputProfile"].get_object().get_data() == cmyk_profile()
    before = installation()
    os.utime(path, ns=(1, 1))
    assert installation() != before  # a build after the package has changed is a new one
    small.write("cards/small/press.yaml", press.replace("FOGRA39", "FOGRA47"))
    assert "no profile for FOGRA47 is installed" in small.run("check", "--no-prove").out
    path.unlink()
    small.write("cards/small/press.yaml", press)
    said = small.run("check", "--no-prove")
    assert "no profile for FOGRA39 is installed" in said.out
    assert "a package brings one: none, some;" in said.out


def test_the_report_shows_cards_in_the_colours_of_the_press(small: Project) -> None:
    coloured(small).write("cards/small/shop.icc", cmyk_profile())
    printed(small, "kind: press\ntitle: For the shop\n")
    assert "prints it, by" not in small.read("build/small/report.html")
    printed(small, "kind: press\ntitle: For the shop\nprofile: shop.icc\n")
    report = small.read("build/small/report.html")
    assert "<figcaption>as FOGRA39 prints it, by shop.icc</figcaption>" in report
    plain, press = (
        Image.open(BytesIO(b64decode(each))).convert("RGB") for each in re.findall(r"base64,([^\"]+)\"/></svg>", report)
    )
    assert plain.size == press.size
    green = next(
        colour for _, colour in plain.getcolors(9999) or [] if isinstance(colour, tuple) and colour[1] > colour[0] + 20
    )
    at = next(
        at for at in range(plain.width * plain.height) if plain.getpixel((at % plain.width, at // plain.width)) == green
    )
    assert press.getpixel((at % plain.width, at // plain.width)) != green  # no press prints it so
    assert all(light > 250 for image in (plain, press) for light in image.getpixel((0, 0)))  # type: ignore[union-attr]


def test_every_known_place_of_a_profile_is_that_of_a_condition() -> None:
    assert installed_profiles.INSTALLED.keys() <= CONDITIONS.keys()
    assert all(path.startswith("/usr/share/") for path in installed_profiles.places())


@pytest.mark.parametrize("path", installed_profiles.places())
def test_a_profile_that_is_installed_is_one_of_a_press(path: str) -> None:
    if not Path(path).is_file():
        pytest.skip("the package with this profile is not installed")
    assert Path(path).read_bytes()[12:20] == b"prtrCMYK"


def test_the_pages_are_cut_where_the_card_ends(small: Project) -> None:
    found = printed(small, "kind: press\ntitle: For the shop\n")
    assert found.box("/TrimBox") == (0, 0, 60, 60)
    assert found.box("/BleedBox") == (-3, -3, 63, 63)
    assert found.box("/MediaBox") == (-9, -9, 69, 69)  # room for the marks


@pytest.mark.parametrize(("written", "bleed"), [("5mm", 5), ("0.125in", 3.175), ("0mm", 0)])
def test_the_bleed_is_as_the_shop_asks(small: Project, written: str, bleed: float) -> None:
    found = printed(small, f"kind: press\ntitle: For the shop\nbleed: {written}\nmarks: none\n")
    edges = (-bleed, -bleed, 60 + bleed, 60 + bleed)
    assert found.box("/TrimBox") == (0, 0, 60, 60)
    assert found.box("/BleedBox") == pytest.approx(edges, abs=0.001)
    assert found.box("/MediaBox") == pytest.approx(edges, abs=0.001)


def test_marks_stand_in_line_with_every_cut_and_outside_of_the_bleed(small: Project) -> None:
    small.write("cards/small/hits.yaml", SMALL_CARD.replace("60 × 60", "60 × 40"))
    found = printed(small, "kind: press\ntitle: For the shop\n")
    near, far = 3.5, 8.5  # beyond the bleed of 3 mm, and 5 mm long
    beside = [(-far, -near), (60 + near, 60 + far)]
    above = [(-far, -near), (40 + near, 40 + far)]
    wanted: list[tuple[float, ...]] = [(x, y, to, y) for x, to in beside for y in (0, 40)]
    wanted += [(x, y, x, to) for x in (0, 60) for y, to in above]
    assert sorted(found.lines()[:8]) == [pytest.approx(line, abs=0.01) for line in sorted(wanted)]


def test_the_ground_of_a_card_reaches_into_the_bleed_and_its_frame_does_not(small: Project) -> None:
    sheet = (ROOT / "templates/card/card.css").read_text("utf-8")
    small.write("templates/card/card.css", sheet + "@page { background: #204080 }")
    printed(small, "kind: press\ntitle: For the shop\n")
    image = picture((small.root / "build/small/press/hits.pdf").read_bytes(), dpi=254)  # ten pixels in a millimetre
    ground = image.getpixel((300, 62))
    assert ground == image.getpixel((62, 300)) == image.getpixel((717, 717))  # the corner of the bleed
    assert image.getpixel((300, 55)) == (255, 255, 255)  # beyond it


def picture(pdf: bytes, dpi: int) -> Image.Image:
    from pypdfium2 import PdfDocument

    page: Image.Image = PdfDocument(pdf)[0].render(scale=dpi / 72).to_pil()
    return page.convert("RGB")


def test_letters_and_lines_in_grey_are_black_ink_alone(small: Project) -> None:
    coloured(small).write("cards/small/grey.yaml", "kind: theme\ntitle: Grey\ngreys: yes\n")
    small.replace("cards/small/hits.yaml", "blocks:", "theme: grey\nblocks:")
    inks = printed(small, "kind: press\ntitle: For the shop\n").inks()
    assert (0, 0, 0, 1) in inks  # the letters
    assert (0, 0, 0, 0.8667) in inks  # the frame, #222
    green = (0x6A - 0x3A) / 0x6A, 0, (0x6A - 0x2A) / 0x6A, 1 - 0x6A / 255
    assert any(ink == pytest.approx(green, abs=0.001) for ink in inks)
    # The marks alone are on every plate.
    assert {ink for ink in inks if sum(ink) > 3} == {(1, 1, 1, 1)}


def test_black_letters_and_lines_overprint_and_nothing_else_does(small: Project) -> None:
    """A white letter that overprinted would not be there, and a black area would show what lies below it."""
    card = BAND.replace("blocks:", "blocks:\n  - {band: hits, colour: dark}")
    small.replace(
        "content/small/game.yaml",
        "game: {title: A small game, language: en}",
        COLOURS.replace("{green", "{dark: '#102040', green"),
    )
    small.write("cards/small/hits.yaml", card)
    printed(small, "kind: press\ntitle: For the shop\n")
    shown = list(_painted(PdfReader(small.root / "build/small/press/hits.pdf")))
    assert {over for kind, ink, over in shown if kind != "area" and ink == (0, 0, 0, 1)} == {True}
    assert {over for kind, ink, over in shown if kind == "area" or ink != (0, 0, 0, 1)} == {False}
    assert ("letters", (0, 0, 0, 0), False) in shown
    assert {kind for kind, ink, over in shown if over} == {"letters", "line", "frame"}


def _painted(reader: PdfReader) -> Iterator[tuple[str, tuple[float, ...], bool]]:
    """What the first page paints, in which ink, and whether it overprints; the marks of the cut come first."""
    page = reader.pages[0]
    states = page["/Resources"]["/ExtGState"]  # type: ignore[index]
    now: dict[str, Any] = {"k": (), "K": (), "OP": False, "op": False}
    outer: list[dict[str, Any]] = []
    for operands, operator in ContentStream(page["/Contents"], reader).operations:
        name = operator.decode()
        if name == "q":
            outer.append(dict(now))
        elif name == "Q":
            now = outer.pop()
        elif name == "gs":
            entries = states[operands[0]]
            now |= {key: bool(entries[f"/{key}"].value) for key in ("OP", "op") if f"/{key}" in entries}
        elif name in ("k", "K"):
            now[name] = tuple(float(each) for each in operands)
        elif name in ("Tj", "TJ"):
            yield "letters", now["k"], now["op"]
        elif name == "S" and now["K"] != (1, 1, 1, 1):
            yield "line", now["K"], now["OP"]
        elif name in ("f", "f*"):
            yield {"f": "area", "f*": "frame"}[name], now["k"], now["op"]


def test_with_a_profile_colours_are_mixed_as_the_press_mixes_them(small: Project) -> None:
    coloured(small).write("cards/small/shop.icc", cmyk_profile())
    inks = printed(small, "kind: press\ntitle: For the shop\nprofile: shop.icc\n").inks()
    assert (0, 0, 0, 1) in inks  # grey is black ink still
    green = [ink for ink in inks if ink[1] < ink[0] and ink[3] < 1 and sum(ink) < 4]
    assert green
    formula = (0x6A - 0x3A) / 0x6A, 0, (0x6A - 0x2A) / 0x6A, 1 - 0x6A / 255
    assert all(ink != pytest.approx(formula, abs=0.01) for ink in green)


def test_fonts_are_embedded_with_the_letters_that_are_used(small: Project) -> None:
    found = printed(small, "kind: press\ntitle: For the shop\n")
    fonts = found.fonts()
    assert fonts
    assert all(fonts.values())
    assert all(name[7] == "+" for name in fonts), fonts  # a subset has six letters and a plus before its name


def test_no_link_lies_on_what_is_printed(small: Project) -> None:
    card = printed(coloured(small), "kind: press\ntitle: For the shop\n")
    assert "/Annots" not in card.pages[0]
    assert "/Annots" in PdfReader(small.root / "build/small/cards/hits.pdf").pages[0]  # where it is read, it has one


def test_it_says_what_the_card_says(small: Project) -> None:
    press = printed(small, "kind: press\ntitle: For the shop\n")
    card = PdfReader(small.root / "build/small/cards/hits.pdf")
    assert press.pages[0].extract_text().split() == card.pages[0].extract_text().split()


@pytest.mark.long
@pytest.mark.parametrize("standard", ["pdf/x-1a", "pdf/x-4"])
@pytest.mark.usefixtures("fresh_prints")
def test_the_same_source_gives_the_same_bytes(small: Project, standard: str) -> None:
    small.write("cards/small/shop.icc", cmyk_profile())
    press = f"kind: press\ntitle: For the shop\nstandard: {standard}\nprofile: shop.icc\n"
    first = printed(small, press).data
    (small.root / "build/small/press/hits.pdf").unlink()
    assert printed(small, press).data == first
    assert b"2000" in Press(first).info["/CreationDate"].encode()


def test_a_date_that_is_given_is_told(small: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    found = printed(small, "kind: press\ntitle: For the shop\n")
    assert found.info["/CreationDate"] == found.info["/ModDate"] == "D:20231114221320Z"


def test_only_the_cards_that_are_named_are_printed(small: Project) -> None:
    small.write("cards/small/other.yaml", SMALL_CARD)
    printed(small, "kind: press\ntitle: For the shop\ncards: [other]\n", "other")
    assert [path.name for path in (small.root / "build/small/press").iterdir()] == ["other.pdf"]


def test_the_front_page_leads_to_it(small: Project) -> None:
    printed(small, "kind: press\ntitle: For the shop\n")
    assert '<a href="../press/hits.pdf" type="application/pdf">For the shop: Hits</a>' in small.read(
        "build/small/web/index.html"
    )


def test_what_has_not_changed_is_not_printed_again(small: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    printed(small, "kind: press\ntitle: For the shop\n")
    before = (small.root / "build/small/press/hits.pdf").read_bytes()
    monkeypatch.setattr("rulewright.outputs.products.print_press.Finish", None)  # printing would fail
    small.replace("content/small/game.yaml", "Roll as", "Roll one die as")
    printed(small, "kind: press\ntitle: For the shop\n")
    assert (small.root / "build/small/press/hits.pdf").read_bytes() == before


MISUSE = [
    ("bleed: 3", "'3' is not a width of a bleed"),
    ("bleed: 3cm", "'3cm' is not a width of a bleed"),
    ("bleed: 30mm", "'30mm' is not a width of a bleed"),
    ("marks: all", "'marks' is crop or none, not 'all'"),
    ("standard: pdf/x-2", "'standard' is pdf/x-1a, pdf/x-3 or pdf/x-4, not 'pdf/x-2'"),
    ("standard: pdf/x-4", "PDF/X-4 needs the 'profile' of the press"),
    ("condition: FOGRA93", "there is no printing condition 'FOGRA93'"),
    ("profile: ../shop.icc", "there is no profile '../shop.icc' beside this file"),
    ("profile: text.icc", "'text.icc' is not an ICC profile"),
    ("profile: screen.icc", "'screen.icc' is not a profile of a four-ink press"),
    ("profile: torn.icc", "'torn.icc' is damaged: no colour can be converted with it"),
    ("profile: empty.icc", "'empty.icc' is damaged: no colour can be converted with it"),
    ("cards: []", "press 'press' has nothing under 'cards'"),
    ("cards: [hits, hits]", "the card 'hits' is given twice"),
    ("cards: [hit]", "there is no card 'hit'"),
    ("bleeds: 3mm", "press 'press' has no key 'bleeds'"),
]


@pytest.mark.parametrize(("line", "message"), MISUSE)
def test_misuse_is_told_at_its_line(small: Project, line: str, message: str) -> None:
    small.write("cards/small/text.icc", "a text")
    small.write("cards/small/screen.icc", cmyk_profile().replace(b"prtrCMYK", b"mntrRGB ", 1))
    small.write("cards/small/torn.icc", cmyk_profile()[:200])
    small.write("cards/small/empty.icc", cmyk_profile().replace(b"B2A0", b"none"))
    small.write("cards/small/press.yaml", f"kind: press\ntitle: For the shop\n{line}\n")
    said = small.run("check", "--no-prove")
    assert said.status == 1
    (found,) = [each for each in said.out.splitlines() if "error[" in each]
    assert found.startswith("cards/small/press.yaml:3:")
    assert message in found
    assert "help: " in said.out or " is " in message  # a choice names its options itself


def test_two_shops_cannot_have_the_same_card(small: Project) -> None:
    small.write("cards/small/other.yaml", "kind: press\ntitle: Another shop\n")
    small.write("cards/small/press.yaml", "kind: press\ntitle: For the shop\n")
    said = small.run("check", "--no-prove")
    assert "two things print to 'press/hits.pdf'" in said.out
    assert "list in each of the two files only its own cards" in said.out


def test_the_reader_finds_what_is_not_allowed(small: Project) -> None:
    """The tests above look for nothing; so this one sees to it that there is something to be found."""
    printed(coloured(small), "kind: press\ntitle: For the shop\n")
    card = Press((small.root / "build/small/cards/hits.pdf").read_bytes())
    card.catalog[NameObject("/OutputIntents")] = ArrayObject(
        [DictionaryObject({NameObject("/S"): NameObject("/None")})]
    )
    found = " ".join(card.findings(flat=True))
    for fault in ("light:", "an annotation", "no identifier", "trapping", "output intent", "no /ModDate"):
        assert fault in found, fault


def test_pictures_of_pixels_are_put_into_inks() -> None:
    from rulewright.pdf.engine import Stream
    from rulewright.pdf.inks import inks_for, print_in_inks

    stream, image = BytesIO(), Image.new("RGB", (2, 1), "red")
    image.putpixel((1, 0), (128, 128, 128))
    image.save(stream, "PNG")
    data = stream.getvalue()
    at = data.index(b"IDAT")
    (length,) = struct.unpack(">I", data[at - 4 : at])
    extra = {"Filter": "/FlateDecode", "Width": 2, "Height": 1, "ColorSpace": "/DeviceRGB", "DecodeParms": {}}
    picture = Stream([data[at + 4 : at + 4 + length]], extra)
    print_in_inks(picture, inks_for(None))
    assert picture.stream == [bytes([0, 255, 255, 0, 0, 0, 0, 127])]
    assert picture.extra == {"Width": 2, "Height": 1, "ColorSpace": "/DeviceCMYK"}


def test_the_profile_of_the_examples_is_the_one_of_these_tests() -> None:
    assert (ROOT / "tests/spec/cards/example/shop.icc").read_bytes() == cmyk_profile()
