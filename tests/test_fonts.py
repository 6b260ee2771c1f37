"""Fonts of a game's own: which face prints what, what stands in for what they lack, and which files are refused."""

import random
import re
from base64 import b64decode
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
import uharfbuzz
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from rulewright.base.limits import FONT_BYTES, FONT_FILES
from rulewright.entries.fonts import CODE, SANS, SERIF, TYPEWRITER
from rulewright.html.fonts import font_file
from rulewright.outputs.web.fonts import whole_font, whole_fonts
from rulewright.source.fonts import BadFontError, clean_font
from tests.conftest import SMALL_GAME, Project
from tests.made_fonts import ENGLISH, made_font, packed, postscript_font, variable_font

GAME = (
    SMALL_GAME.replace("language: en}", "language: en, theme: own, fonts: {FONTS}}")
    + """\
references:
  guards:
    title: Guards
    rule: hits
    items: ["Guards **first**, *then* others ≥ 3″."]
"""
)
MARKED = ', marks: {guard: {badge: G, colour: "#4a5a68", legend: guards}}}'
"""Marks for the end of the section `game`."""
CARD = "title: Hits\nsize: 80 × 60 mm\nblocks:\n  - {band: hits}\n  - table: hits\n  - bullets: guards\n"
FOUR = "{regular: fonts/a.ttf, bold: fonts/b.ttf, italic: fonts/c.ttf, bold-italic: fonts/d.ttf}"
FONT_DATA = re.compile(r"data:font/woff2;base64,([^\"]+)")
WIDTHS = {"a.ttf": 500, "b.ttf": 700, "c.ttf": 400, "d.ttf": 800}
"""Of each letter of a face, in thousandths of its size."""


def a_game(project: Project, fonts: str = f"Ours: {FOUR}", files: Mapping[str, bytes] | None = None) -> Project:
    """A game whose theme has the font `Ours`."""
    project.write("content/small/game.yaml", GAME.replace("FONTS", fonts))
    project.write("content/small/rules.py", "")
    project.write("cards/small/own.yaml", "kind: theme\ntitle: Own\nfont: Ours\nheadings: Ours\nprose: Ours\n")
    project.write("cards/small/hits.yaml", CARD)
    project.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: Rules\nreaders: editors\n")
    made = {name: made_font(width=width) for name, width in WIDTHS.items()}
    for name, data in (made if files is None else files).items():
        project.write(f"content/small/fonts/{name}", data)
    return project


def card(project: Project) -> bytes:
    made = project.made("cards/hits.pdf")
    assert [each.message for each in made.findings.items if each.severity.value == "error"] == []
    return made.files["cards/hits.pdf"]


def faces(pdf: bytes) -> dict[str, str]:
    """What a PDF prints in each face, by the last words of its name: `Bold`, `Italic`; `Ours` for its own."""
    found: dict[str, str] = {}
    for page in pdfplumber.open(BytesIO(pdf)).pages:
        for char in page.chars:
            name = char["fontname"].partition("+")[2]
            found[name] = found.get(name, "") + char["text"]
    return found


def said(project: Project) -> list[str]:
    found = project.examined(prove=False).findings.items
    return [f"{each.span}: {each.name}: {each.message}" for each in found if each.name != "unused-rule"]


# Which face prints what


def advances(pdf: bytes) -> dict[str, int]:
    """How far apart the letters of some words stand, in thousandths of their size."""
    chars = pdfplumber.open(BytesIO(pdf)).pages[0].chars
    text = "".join(char["text"] for char in chars)
    found = {}
    for word in ("Guards", "first", "then"):
        one, other = chars[text.rindex(word)], chars[text.rindex(word) + 1]
        found[word] = round(1000 * (other["x0"] - one["x0"]) / one["size"])
    return found


def test_each_face_prints_from_its_file(project: Project) -> None:
    assert advances(card(a_game(project))) == {"Guards": 500, "first": 700, "then": 400}
    assert said(project) == []


@pytest.mark.parametrize("stretch", [3, 7])
def test_a_family_may_be_condensed(stretch: int, project: Project) -> None:
    files = {name: made_font(width=width, stretch=stretch) for name, width in WIDTHS.items()}
    built = a_game(project, files=files).run("build", "--no-prove")
    assert built.status == 0, built.err + built.out
    assert advances((project.root / "build/small/cards/hits.pdf").read_bytes()) == {
        "Guards": 500,
        "first": 700,
        "then": 400,
    }


def test_a_face_that_is_missing_is_the_nearest_and_none_is_thickened_or_slanted(project: Project) -> None:
    pdf = card(a_game(project, "Ours: {regular: fonts/a.ttf}", {"a.ttf": made_font(width=500)}))
    assert advances(pdf) == {"Guards": 500, "first": 500, "then": 500}
    assert b"FontMatrix" not in pdf
    assert said(project) == [
        "content/small/game.yaml:1:63: missing-face: the font 'Ours' has no bold: bold text looks like other text",
        "content/small/game.yaml:1:63: missing-face: the font 'Ours' has no italic: italic text looks like other text",
    ]


def test_a_sign_that_an_italic_lacks_is_that_of_the_upright_face(project: Project) -> None:
    """Pango calls the upright face oblique then, though nothing slants it."""
    project.write("content/small/game.yaml", SMALL_GAME.replace("Roll as", "Roll *this → that*, as"))
    project.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: Rules\n")
    built = project.run("build", "--no-prove")
    assert built.status == 0, built.err + built.out
    printed = faces((project.root / "build/small/rulebook.pdf").read_bytes())
    assert printed["Source-Serif-Pro-Oblique"] == "→"
    assert "this" in printed["Source-Serif-Pro-Italic"]


def test_one_file_may_stand_for_every_face(project: Project) -> None:
    a_game(project, "Ours: fonts/a.ttf", {"a.ttf": made_font(width=500)})
    assert said(project) == []
    assert advances(card(project)) == {"Guards": 500, "first": 500, "then": 500}


def test_a_variable_font_has_the_weight_of_each_face(project: Project) -> None:
    """The bolder, the wider: 400 is 500 wide, and 800 is 900."""
    assert advances(card(a_game(project, "Ours: fonts/a.ttf", {"a.ttf": variable_font(width=500)}))) == {
        "Guards": 500,
        "first": 800,
        "then": 500,
    }


def test_fonts_of_the_web_are_unpacked(project: Project) -> None:
    a_game(project, "Ours: fonts/a.woff2", {"a.woff2": packed(made_font(width=450))})
    assert advances(card(project))["Guards"] == 450


def test_rulebook_and_web_have_the_font_too(project: Project) -> None:
    files = a_game(project).made("rulebook.pdf").files
    printed = faces(files["rulebook.pdf"])
    assert {name.split("-")[0] for name in printed} == {"Ours", "Source"}
    assert "".join(sorted({*"".join(text for name, text in printed.items() if "Source" in name)})) == "″≥"
    web = project.rendered(prove=False)["web/fonts.css"].decode()
    assert web.startswith(':root { --headings: "Rulewright Headings"')
    assert web.count('font-family: "Rulewright Serif"; font-weight: 400; font-style: italic') == 2  # and what it lacks


@pytest.mark.parametrize(
    ("pattern", "kind"),
    [("cards/hits.pdf", "/OpenType"), ("rulebook.pdf", "/OpenType"), ("press/hits.pdf", "/CIDFontType0C")],
)
def test_outlines_of_postscript_are_embedded_for_a_press_as_old_pdf_has_them(
    pattern: str, kind: str, project: Project
) -> None:
    """A print shop that asks for PDF/X-1a, which is PDF 1.4, can take no whole OpenType file."""
    a_game(project, "Ours: fonts/a.otf", {"a.otf": font_file("FiraMono-Regular.ttf")})  # which is one but for its name
    project.write("cards/small/press.yaml", "kind: press\ntitle: Press\n")
    made = project.made(pattern)
    assert [each.message for each in made.findings.items if each.severity.value == "error"] == []
    found = descriptors(made.files[pattern])
    assert {str(each["/FontFile3"]["/Subtype"]) for each in found if "/FontFile3" in each} == {kind}
    text = "".join(page.extract_text() for page in pdfplumber.open(BytesIO(made.files[pattern])).pages)
    assert "Guards" in text


def test_the_web_has_outlines_of_postscript_too(project: Project) -> None:
    """Cut down to the letters of the pages, as WOFF2, in the rules and on the cards."""
    project = a_game(project, "Ours: fonts/a.otf", {"a.otf": postscript_font(width=450)})
    built = project.run("build", "--no-prove")
    assert built.status == 0, built.err + built.out
    assert advances((project.root / "build/small/cards/hits.pdf").read_bytes())["Guards"] == 450
    for name in ("fonts.css", "card-fonts.css"):
        cut = FONT_DATA.findall(project.read(f"build/small/web/{name}"))
        read = [TTFont(BytesIO(b64decode(each))) for each in cut]
        (own, *_) = [font for font in read if "CFF " in font]
        assert own["hmtx"][own.getBestCmap()[ord("G")]][0] == 450
        assert ord("~") in own.getBestCmap()


def descriptors(pdf: bytes) -> list[Any]:
    """What a PDF says of each font of its pages."""
    fonts = [font for page in PdfReader(BytesIO(pdf)).pages for font in page["/Resources"].get("/Font", {}).values()]  # type: ignore[attr-defined]
    return [font["/DescendantFonts"][0]["/FontDescriptor"] for font in fonts]


def test_a_preview_serves_the_font_as_it_is(project: Project) -> None:
    """Its stylesheet names files by their digests, so that a browser keeps them until they change."""
    book = a_game(project).examined(prove=False).book
    assert book is not None
    sheet = whole_fonts(book.theme) + whole_fonts(book.theme, [book.theme.font])
    names = set(re.findall(r'url\("font-(own-[0-9a-f]+\.ttf)"\)', sheet))
    assert {whole_font(name) for name in names} == {face.file.data for face in book.theme.font.faces}
    assert 'font-family: "Rulewright Card Ours"; font-weight: 700; font-style: italic' in sheet


def test_letters_of_marks_stay_in_the_font_of_the_tool(project: Project) -> None:
    a_game(project)
    game = project.read("content/small/game.yaml").replace("}}\n", "}" + MARKED + "\n", 1)
    project.write("content/small/game.yaml", game.replace("Guards **first**", "[[mark:guard]] **first**"))
    made = project.made("rulebook.pdf", "cards/hits.pdf")
    assert [each.message for each in made.findings.items if each.severity.value == "error"] == []
    for pdf in made.files.values():
        assert {text for name, text in faces(pdf).items() if name.startswith("Source-Sans")} == {"G"}


def test_a_font_is_embedded_in_part(project: Project) -> None:
    pdf = card(a_game(project))
    assert all(name.count("+") == 0 for name in faces(pdf))
    assert len(pdf) < 40_000


# What stands in for what a font lacks


@pytest.mark.parametrize(
    ("serif", "fixed", "family"), [(True, False, SERIF), (False, False, SANS), (True, True, TYPEWRITER)]
)
def test_the_font_of_the_tool_of_the_same_kind_prints_what_a_font_lacks(
    serif: bool, fixed: bool, family: object, project: Project
) -> None:
    pdf = card(a_game(project, "Ours: fonts/a.ttf", {"a.ttf": made_font(serif=serif, fixed=fixed)}))
    assert faces(pdf)[family.printed.replace(" ", "-")] == "≥″"  # type: ignore[attr-defined]
    assert said(project) == []


def test_the_author_may_name_what_stands_in(project: Project) -> None:
    fonts = "More: fonts/m.ttf, Ours: {regular: fonts/a.ttf, bold: fonts/a.ttf, italic: fonts/a.ttf, fallback: More}"
    files = {"a.ttf": made_font(), "m.ttf": made_font("≥", serif=True)}
    found = faces(card(a_game(project, fonts, files)))
    assert {text for name, text in found.items() if name.startswith("More")} == {"≥"}
    assert found["Source-Serif-Pro"] == "″"  # which stands in for that one


def test_a_fallback_is_a_font_that_is_known_already(project: Project) -> None:
    fonts = "Ours: {regular: fonts/a.ttf, fallback: Later}, Later: fonts/a.ttf"
    (found,) = [each for each in said(a_game(project, fonts)) if "bad-value" in each]
    assert "'fallback' is Source Sans Pro, Source Serif Pro, Space Mono or Fira Mono, not 'Later'" in found


def test_a_character_that_nothing_has_is_missing(project: Project) -> None:
    a_game(project)
    project.replace("content/small/game.yaml", "others ≥", "others ꓘ")
    made = project.made("cards/hits.pdf")
    assert [each.name for each in made.findings.items if each.severity.value == "error"] == ["missing-glyph"]


def test_what_stands_in_for_fonts_of_one_width_has_the_signs_of_games() -> None:
    """Of the two fonts of one width the one that stands in has the signs of games, the other has not."""
    signs = {ord(sign) for sign in "≥≤″→½×−–…"}
    stand_in, other = (TTFont(BytesIO(font_file(each.faces[0].file.name))).getBestCmap() for each in (TYPEWRITER, CODE))
    assert signs <= set(stand_in)
    assert not signs <= set(other)


# Games apart, and the same again


def test_games_with_fonts_of_one_name_do_not_share_them(project: Project) -> None:
    first = card(a_game(project, "Ours: fonts/a.ttf", {"a.ttf": made_font(width=300)}))
    second = card(a_game(project, "Ours: fonts/a.ttf", {"a.ttf": made_font(width=650)}))
    again = card(a_game(project, "Ours: fonts/a.ttf", {"a.ttf": made_font(width=300)}))
    assert (advances(first)["Guards"], advances(second)["Guards"]) == (300, 650)
    assert first == again


def test_the_print_is_the_same_without_a_store(project: Project, tmp_path: Path, fresh_prints: None) -> None:
    assert card(a_game(project)) == card(a_game(Project(tmp_path / "other", project.capture)))


# Files that are refused


@pytest.mark.parametrize(
    ("allowed", "words"),
    [
        (0x0002, "may not be embedded in documents: its maker forbids it (fsType)"),
        (0x0104, "may not be embedded in part: its maker forbids it (fsType)"),
        (0x0208, "may only be embedded as pictures: its maker forbids outlines (fsType)"),
    ],
)
def test_what_the_maker_of_a_font_forbids_is_not_done(allowed: int, words: str, project: Project) -> None:
    a_game(project, "Ours: fonts/a.ttf", {"a.ttf": made_font(allowed=allowed)})
    assert said(project) == [f"content/small/game.yaml:1:69: bad-font: the font 'fonts/a.ttf' {words}"]


@pytest.mark.parametrize("allowed", [0x0004, 0x0008, 0x0006])
def test_what_the_maker_of_a_font_allows_is_done(allowed: int) -> None:
    assert clean_font(made_font(allowed=allowed), 400, False).data


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.ttf", b"", "bad-font: the font 'fonts/a.ttf' is not a font"),
        ("a.ttf", b"wOFF" + bytes(60), "bad-font: the font 'fonts/a.ttf' is a WOFF file, not TTF, OTF or WOFF2"),
        (
            "a.ttf",
            b"\0\1\0\0" + bytes(60),
            "bad-font: the font 'fonts/a.ttf' is incomplete: its table 'cmap' is missing",
        ),
        ("a.ttf", made_font()[:2000], "bad-font: the font 'fonts/a.ttf' is broken: HarfBuzz cannot write it anew"),
        ("a.woff2", packed(made_font())[:300], "bad-font: the font 'fonts/a.woff2' is broken: it cannot be unpacked"),
        ("a.ttf", bytes(FONT_BYTES.most + 1), "too-large: the font 'fonts/a.ttf' is larger than 8 MB"),
        ("a.pfb", b"%!", "bad-font: 'fonts/a.pfb' is not a TTF, OTF or WOFF2 font"),
    ],
    ids=["empty", "WOFF", "without tables", "cut short", "torn", "large", "another format"],
)
def test_a_file_that_is_no_font_is_refused(name: str, data: bytes, words: str, project: Project) -> None:
    found = said(a_game(project, f"Ours: fonts/{name}", {name: data}))
    assert found == [f"content/small/game.yaml:1:69: {words}"]


def test_a_font_that_is_not_there_or_not_of_the_game(project: Project) -> None:
    fonts = "Ours: {regular: fonts/aa.ttf, bold: ../../secret.ttf, italic: /etc/fonts/x.ttf}"
    found = said(a_game(project, fonts))
    assert sorted(each.split(": ", 1)[1] for each in found) == [
        "missing-font: there is no file content/small/fonts/aa.ttf",
        "outside: '../../secret.ttf' is not in content/small",
        "outside: '/etc/fonts/x.ttf' is not in content/small",
    ]


def test_a_link_to_a_font_outside_is_refused(project: Project, tmp_path: Path) -> None:
    a_game(project, "Ours: fonts/a.ttf", {})
    (tmp_path / "secret.ttf").write_bytes(made_font())
    folder = project.root / "content/small/fonts"
    folder.mkdir(parents=True)
    (folder / "a.ttf").symlink_to(tmp_path / "secret.ttf")
    if tmp_path.is_relative_to(folder):
        pytest.skip("the link leads nowhere else")
    assert any("outside: the font 'fonts/a.ttf' is a link to a place outside" in each for each in said(project))


@pytest.mark.parametrize(
    ("name", "finding"),
    [("Source Sans Pro", "duplicate-id"), ("'a\"b'", "bad-name"), ("'a; }'", "bad-name"), ("Größe", "bad-name")],
)
def test_names_of_fonts_that_no_stylesheet_can_bear(name: str, finding: str, project: Project) -> None:
    assert any(f": {finding}: " in each for each in said(a_game(project, f"{name}: fonts/a.ttf")))


def test_so_many_files_of_fonts_and_no_more(project: Project) -> None:
    data = made_font()
    files = {f"f{at}.ttf": data for at in range(FONT_FILES.most + 1)}
    fonts = ", ".join(f"Font {at}: fonts/f{at}.ttf" for at in range(len(files)))
    found = said(a_game(project, f"Ours: fonts/f0.ttf, {fonts}", files))
    assert [each.split(": ", 1)[1] for each in found] == ["over-limit: the game names more than 24 font files"]


@pytest.mark.long
def test_a_bomb_is_not_unpacked() -> None:
    """A font of the web whose tables unpack to 64 MB, though it says that they are small."""
    import brotli

    font = packed(made_font())
    bomb = brotli.compress(bytes(64_000_000))
    head = bytearray(font[:48])
    head[20:24] = len(bomb).to_bytes(4)
    start = font.index(brotli_of(font))
    with pytest.raises(BadFontError, match="unpacks to more than"):
        clean_font(bytes(head) + font[48:start] + bomb, 400, False)


def brotli_of(font: bytes) -> bytes:
    """The packed tables of a font of the web, which are its end but for padding."""
    size = int.from_bytes(font[20:24])
    padding = -len(font) % 4
    end = len(font) - padding
    while font[end - 1 : end] == b"\0" and end - size > 48 and len(font) - end < 3:
        end -= 1
    return font[end - size : end]


@pytest.mark.parametrize("seed", range(150))
def test_a_damaged_font_is_read_or_refused(seed: int) -> None:
    data = clean_or_refused(damaged(made_font(ENGLISH), seed))
    if data:
        assert uharfbuzz.Face(data).glyph_count > 0


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_font_of_the_web_is_read_or_refused(seed: int) -> None:
    data = clean_or_refused(damaged(packed(made_font(ENGLISH)), seed))
    if data:
        assert uharfbuzz.Face(data).glyph_count > 0


def damaged(font: bytes, seed: int) -> bytes:
    chance, data = random.Random(seed), bytearray(font)
    for _ in range(chance.randint(1, 12)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data[: chance.randrange(len(data))] if chance.random() < 0.2 else data)


def clean_or_refused(data: bytes) -> bytes:
    try:
        return clean_font(data, 400, False).data
    except BadFontError:
        return b""


@pytest.mark.parametrize("seed", range(6))
def test_a_card_prints_or_is_refused_with_a_damaged_font(seed: int, project: Project) -> None:
    usable = (data for at in range(200) if clean_or_refused(data := damaged(made_font(), 1000 * seed + at)))
    a_game(project, "Ours: fonts/a.ttf", {"a.ttf": next(usable)})
    assert project.made("cards/hits.pdf").files
