"""Themes: what each design value changes, read from the finished PDF, the web page and the sheet."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any

import pdfplumber
import pypdfium2
import pytest
from PIL import ImageStat
from pypdf import PdfReader
from pypdfium2.raw import FPDF_PAGEOBJ_TEXT

from rulewright.base.installation import user_store
from rulewright.entries.colour import BLACK, MAX_INK, WHITE, Tint, inks, mix
from rulewright.entries.themes import standard_theme, themes_of_the_tool
from rulewright.html.fonts import on_press
from rulewright.outputs.cards.paper import Variant
from rulewright.outputs.cards.printer import CardPrinter
from rulewright.outputs.cards.themes import design_values, themed
from rulewright.outputs.web.cards import card_look
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.pipeline.stages import print_files, read_back
from tests.conftest import CARDS, FEW, GAMES, ROOT, SMALL_GAME, SMALL_RULES, Project, built, examined, examples

GAME = SMALL_GAME.replace(
    "language: en}",
    'language: en, colours: {fire: {hex: "#d15447", cmyk: [10, 80, 75, 0]}, wood: "#9db18c"}, '
    'marks: {guard: {badge: G, colour: "#4a5a68", name: Guards, legend: guards}}}',
).replace("Roll as", "With [[mark:guard]], roll as")
GAME += """\
references:
  guards:
    title: Guards
    rule: hits
    items: ["[[mark:guard]] first"]
"""
CARD = """\
title: Hits
size: 80 × 60 mm
theme: own
blocks:
  - {band: hits, colour: fire}
  - table: hits
  - bullets: guards
"""
MM = 72 / 25.4
"""Points."""


@pytest.fixture
def own(project: Project) -> Callable[..., bytes]:
    """Prints a card in a theme of its own, given by its design values."""

    def print_card(values: str = "", dress: Variant | None = None) -> bytes:
        project.write("content/small/game.yaml", GAME)
        project.write("content/small/rules.py", SMALL_RULES)
        project.write("cards/small/hits.yaml", CARD)
        project.write("cards/small/own.yaml", f"kind: theme\ntitle: Our own\n{values}\n")
        found = project.examined(prove=False)
        assert found.book is not None, [each.message for each in found.findings.items]
        made = CardPrinter(found.book, project.root).print(found.book.cards["hits"], dress or Variant())
        assert not made.overflows
        assert not made.warnings
        return made.pdf

    return print_card


def page(pdf: bytes) -> Any:
    return pdfplumber.open(BytesIO(pdf)).pages[0]


def fonts(pdf: bytes) -> set[str]:
    return {re.sub("^[A-Z]{6}[+]", "", char["fontname"]) for char in page(pdf).chars}


def operators(pdf: bytes) -> str:
    """What the page paints, and the drawings on it."""
    found = PdfReader(BytesIO(pdf)).pages[0]
    forms = (form.get_object() for form in found["/Resources"].get("/XObject", {}).values())  # type: ignore[attr-defined]
    contents = found.get_contents()
    assert contents is not None
    return "\n".join(data.decode("latin-1") for data in (contents.get_data(), *(form.get_data() for form in forms)))


def fills(pdf: bytes) -> set[str]:
    """The colours that areas and letters are filled with, as #rrggbb."""
    found = re.findall(r"^([\d.]+) ([\d.]+) ([\d.]+) rg$", operators(pdf), re.MULTILINE)
    return {"#" + "".join(f"{round(255 * float(each)):02x}" for each in channels) for channels in found}


def near(pdf: bytes, x: float, y: float) -> tuple[int, int, int]:
    """The colour of the page at a point in millimetres from its top left corner."""
    image = pypdfium2.PdfDocument(pdf)[0].render(scale=20 / MM).to_pil().convert("RGB")
    pixel = image.getpixel((round(x * 20), round(y * 20)))
    assert isinstance(pixel, tuple)
    return pixel[:3]


def band(pdf: bytes) -> Any:
    """The first letter of the band."""
    return next(char for char in page(pdf).chars if char["text"] == "H")


# Each design value


def test_the_usual_theme_is_what_no_theme_is(own: Callable[..., bytes]) -> None:
    assert fonts(own()) == {"Source-Sans-Pro", "Source-Sans-Pro-Bold"}
    assert {"#d15447", *(each.hex for each in standard_theme().stripes or ())} <= fills(own())


def test_fonts(own: Callable[..., bytes]) -> None:
    assert fonts(own("font: Source Serif Pro")) == {"Source-Serif-Pro", "Source-Serif-Pro-Bold", "Source-Sans-Pro-Bold"}
    assert band(own("headings: Source Serif Pro"))["fontname"].endswith("Source-Serif-Pro-Bold")
    assert fonts(own("headings: Source Serif Pro")) >= {"Source-Sans-Pro", "Source-Sans-Pro-Bold"}


def test_the_size_of_bands(own: Callable[..., bytes]) -> None:
    assert band(own())["size"] == pytest.approx(8 * 1.85, abs=0.01)
    assert band(own("band-size: 1.25"))["size"] == pytest.approx(10, abs=0.01)


def test_a_band_is_filled_outlined_or_on_a_line(own: Callable[..., bytes]) -> None:
    red, white = (0xD1, 0x54, 0x47), (255, 255, 255)
    at = {style: near(own(f"band: {style}"), 60, 6) for style in ("filled", "outlined", "underlined")}
    assert at == {"filled": red, "outlined": white, "underlined": white}
    assert near(own("band: outlined"), 4.2, 6) == red  # the bar before it
    assert "#d15447" in fills(own("band: underlined"))


def test_corners(own: Callable[..., bytes]) -> None:
    """The frame lies 2.2 mm from the edge; where it is round, its corner is not printed on."""
    assert near(own("corner-radius: none"), 2.35, 2.35) != (255, 255, 255)
    assert near(own("corner-radius: {frame: 6mm}"), 2.35, 2.35) == (255, 255, 255)
    band = 2.2 + 0.3 + 1.4 + 0.1, 2.2 + 0.3 + 1.2 + 0.1
    assert near(own("corner-radius: {band: none}"), *band) == (0xD1, 0x54, 0x47)
    assert near(own("corner-radius: {band: 2mm}"), *band) == (255, 255, 255)


def test_the_frame(own: Callable[..., bytes]) -> None:
    """Half way down the left edge."""
    assert near(own(), 2.35, 30) == (0, 0, 0)
    assert near(own("frame: none"), 2.35, 30) == (255, 255, 255)
    assert near(own("frame: 1mm"), 3.1, 30) == (0, 0, 0)


def widths(pdf: bytes) -> set[float]:
    """The weights of the lines of tables, in millimetres."""
    found = re.findall(r"^([\d.]+) w$", operators(pdf), re.MULTILINE)
    return {round(float(each) * 25.4 / 96, 2) for each in found}


def test_weights_of_rules(own: Callable[..., bytes]) -> None:
    assert {0.25, 0.09} <= widths(own("rows: ruled"))
    assert {0.5, 0.1} <= widths(own("rows: ruled\nlines: {strong: 0.5mm, fine: 0.1mm}"))
    assert 0.4 in widths(own("lines: 0.4mm"))
    assert not {0.25, 0.09} & widths(own("lines: 0.4mm"))


def test_a_grid_has_lines_between_columns_and_at_the_edges_of_tables(own: Callable[..., bytes]) -> None:
    ruled, grid = (own(f"rows: {rows}\nlines: {{strong: 0.5mm, fine: 0.1mm}}") for rows in ("ruled", "grid"))
    upright = [[line for line in page(pdf).lines if abs(line["x0"] - line["x1"]) < 0.1] for pdf in (ruled, grid)]
    assert upright[0] == []
    assert {round(line["linewidth"] / MM, 1) for line in upright[1]} == {0.1, 0.5}


def test_a_double_frame(own: Callable[..., bytes]) -> None:
    """Two lines with paper between them, each a third of its weight."""
    double = own("frame: 0.9mm\nframe-style: double\ncorner-radius: none")
    assert [near(double, x, 30) for x in (2.35, 2.65, 2.95)] == [(0, 0, 0), (255, 255, 255), (0, 0, 0)]
    assert near(own("frame: 0.9mm"), 2.65, 30) == (0, 0, 0)


def test_an_ornate_frame_has_a_diamond_at_each_corner(own: Callable[..., bytes]) -> None:
    pdf = own('frame: 0.9mm\nframe-style: ornate\ncorner-radius: none\naccent: "#7a1f1f"')
    corners = [(x, y) for x in (2.65, 80 - 2.65) for y in (2.65, 60 - 2.65)]
    assert {near(pdf, x, y) for x, y in corners} == {(0x7A, 0x1F, 0x1F)}
    assert {near(pdf, x + 1.9, y) for x, y in corners[:2]} == {(255, 255, 255)}  # the diamond keeps off the lines


def test_the_accent_is_the_colour_of_headings_where_nothing_is_filled(own: Callable[..., bytes]) -> None:
    accent = 'accent: "#7a1f1f"\ntable-heads: plain\n'
    assert "#7a1f1f" in fills(own(accent + "band: underlined"))
    assert "#7a1f1f" not in fills(own('accent: "#7a1f1f"\ntable-heads: filled\nband: filled'))


def test_the_scale_of_a_font_and_the_room_between_its_letters(own: Callable[..., bytes]) -> None:
    assert band(own("font-scale: 0.8"))["size"] == pytest.approx(8 * 0.8 * 1.85, abs=0.01)
    close, wide = (own(f"letter-spacing: {room}") for room in ("-0.05", "0.1"))
    assert first_step(wide) - first_step(close) == pytest.approx(0.15 * 8, abs=0.02)


def first_step(pdf: bytes) -> float:
    """How far the second letter of the band stands from the first."""
    one, other = [char["x0"] for char in page(pdf).chars if char["text"] in "Hi"][:2]
    return float(other - one)


@pytest.mark.parametrize("value", ["font-scale: 3", "letter-spacing: wide", "letter-spacing: 2", "font-scale: -1"])
def test_a_scale_that_no_type_has(value: str, small: Project) -> None:
    small.write("cards/small/own.yaml", f"kind: theme\ntitle: Our own\n{value}\n")
    (found,) = small.examined(prove=False).findings.items
    assert (found.name, str(found.span).rpartition("/")[2][:11]) == ("bad-value", "own.yaml:3:")


def test_stripes(own: Callable[..., bytes]) -> None:
    striped = fills(own('stripes: ["#ffeedd", "#ddeeff"]'))
    assert {"#ffeedd", "#ddeeff"} <= striped
    assert not {"#ffeedd", "#ddeeff", "#eff0ec"} & fills(own("stripes: none"))


def test_ink_and_minus(own: Callable[..., bytes]) -> None:
    inked = fills(own('ink: "#102a43"\nband: underlined\ntable-heads: plain'))
    assert "#102a43" in inked
    assert "#000000" not in inked
    assert (
        design_values(replace(standard_theme(), negative=Tint("#aa0000")), lambda tint: tint.hex)["minus"] == "#aa0000"
    )


def test_greys(own: Callable[..., bytes]) -> None:
    """Lines and small print are in the full ink, unless the theme has greys."""
    values = design_values(replace(standard_theme(), greys=True), lambda tint: tint.hex)
    assert (values["quiet"], values["line"], values["fine-line"]) == ("#555555", "#222222", "#8c8c8c")
    plain = design_values(standard_theme(), lambda tint: tint.hex)
    assert {plain[name] for name in ("quiet", "line", "fine-line")} == {"#000000"}
    assert near(own("greys: no"), 2.35, 30) == (0, 0, 0)
    assert near(own("greys: yes"), 2.35, 30) == (0x22, 0x22, 0x22)


def test_fine_lines_are_paler_on_a_screen_where_none_is_thinner_than_a_dot() -> None:
    assert "--card-fine-line: #8c8c8c" in card_look("", (standard_theme(),))


def test_the_themes_of_the_tool_print_small_type_and_lines_in_one_solid_ink() -> None:
    """A lighter ink is dots on paper."""
    for theme in themes_of_the_tool().values():
        values = design_values(theme, lambda tint: tint.hex)
        assert {values[name] for name in ("ink", "quiet", "line", "fine-line")} == {theme.ink.hex}, theme.id


def test_the_ground_reaches_the_edge(own: Callable[..., bytes]) -> None:
    pdf = own('background: "#f6efdc"')
    assert [near(pdf, x, y) for x, y in ((0.1, 0.1), (79.9, 59.9), (40, 50))] == [(0xF6, 0xEF, 0xDC)] * 3


def test_marks(own: Callable[..., bytes]) -> None:
    """The letter of a badge is white on its colour, or stands in its colour in a box."""
    filled, outlined = (fills(own(f"band: underlined\nmarks: {kind}")) for kind in ("filled", "outlined"))
    assert {"#ffffff", "#4a5a68"} <= filled
    assert "#ffffff" not in outlined
    assert "#4a5a68" in outlined


def test_a_theme_goes_on_from_another(project: Project) -> None:
    project.write("content/small/game.yaml", GAME)
    project.write("cards/small/a.yaml", "kind: theme\ntitle: A\nextends: b\nframe: 1mm\n")
    project.write("cards/small/b.yaml", "kind: theme\ntitle: B\nextends: plain-ink\nlines: 0.2mm\n")
    book = project.examined(prove=False).book
    assert book is not None
    one = book.themes["a"]
    assert (one.title, one.frame.value, one.lines.strong.value) == ("A", Decimal(1), Decimal("0.2"))
    assert (one.band, one.stripes) == (themes_of_the_tool()["plain-ink"].band, None)


def test_a_theme_that_comes_with_the_tool_is_not_replaced(small: Project) -> None:
    small.write("cards/small/standard.yaml", "kind: theme\ntitle: Mine\n")
    found = small.examined(prove=False).findings.items
    assert [(each.name, each.message, each.hint) for each in found] == [
        (
            "duplicate-id",
            "the theme 'standard' comes with the tool",
            "give the file another name, and write extends: standard",
        )
    ]


def test_the_game_says_what_its_cards_usually_have(project: Project) -> None:
    project.write(
        "content/small/game.yaml", GAME.replace("{title: A small game", "{theme: plain-ink, title: A small game")
    )
    project.write("cards/small/hits.yaml", CARD.replace("theme: own\n", ""))
    project.write("cards/small/other.yaml", CARD.replace("theme: own", "theme: standard"))
    book = project.examined(prove=False).book
    assert book is not None
    assert {card.id: card.theme for card in book.game.cards} == {"hits": "plain-ink", "other": "standard"}


# Plain ink


def coverage(pdf: bytes, *, letters: bool) -> float:
    """How much of the pages is ink, as a grey printer would print them; thin lines are measured at 576 dpi."""
    shares = []
    for each in pypdfium2.PdfDocument(pdf):
        for text in [] if letters else list(each.get_objects(filter=[FPDF_PAGEOBJ_TEXT])):
            each.remove_obj(text)
        shares.append(1 - ImageStat.Stat(each.render(scale=8, grayscale=True).to_pil()).mean[0] / 255)
    return sum(shares) / len(shares)


@pytest.mark.long
@pytest.mark.hypothesis  # so that `make test-long` tries every card, and `make test` one of each game
@pytest.mark.parametrize(("game", "card"), CARDS if examples() > FEW else dict(CARDS).items())
def test_plain_ink_spares_two_thirds_of_what_is_not_letters(game: str, card: str) -> None:
    """No theme can spare letters, which are 4 to 7 % of a page: with them a card takes 40 to 87 % as much ink."""
    book = examined(game).book
    assert book is not None
    assert book.cards[card].theme == "standard"
    usual = built(game)[f"cards/{card}.pdf"]
    setting = FinishedFiles(built(game)).setting(book.cards[card])  # for as much of the same letters
    plain = CardPrinter(book, ROOT).print(book.cards[card], Variant("plain-ink"), setting=setting)
    assert plain.overflows == ()
    assert coverage(plain.pdf, letters=False) <= 0.34 * coverage(usual, letters=False)
    assert coverage(plain.pdf, letters=True) <= 0.87 * coverage(usual, letters=True)


KINDS = {
    "wargame-chart": ["assault", "concealment", "fire"],
    "parchment": ["concealment", "fire"],
    "typewriter": ["concealment", "fire"],
}
"""Cards of one game that have room for a theme. Of six cards of three games, each theme fits all but one or two."""


@pytest.mark.long
@pytest.mark.hypothesis  # so that `make test-long` tries them all, and `make test` one of each theme
@pytest.mark.parametrize(
    ("theme", "card"),
    [(theme, card) for theme, cards in KINDS.items() for card in (cards if examples() > FEW else cards[-1:])],
)
def test_a_card_is_read_back_in_the_theme_of_a_kind(theme: str, card: str, hundred_yards: Project) -> None:
    """Nothing is pale, small, cut, or in a font of this machine."""
    path = "content/last-hundred-yards/game.yaml"
    hundred_yards.replace(path, "  colours:\n", f"  theme: {theme}\n  colours:\n")
    made = hundred_yards.made(f"cards/{card}.pdf", game="last-hundred-yards")
    assert [each.message for each in made.findings.items if each.severity.value != "note"] == []


@pytest.mark.long
@pytest.mark.hypothesis  # so that `make test-long` tries both, and `make test` one
@pytest.mark.parametrize("card", ("last-hundred-yards-fire", "iron-cross-reaction")[: 2 if examples() > FEW else 1])
def test_the_typewriter_spares_ink_as_plain_ink_does(card: str) -> None:
    game, _, name = card.rpartition("-")
    book = examined(game).book
    assert book is not None
    assert book.cards[name].theme == "standard"
    usual, typed = (
        built(game)[f"cards/{name}.pdf"],
        CardPrinter(book, ROOT).print(book.cards[name], Variant("typewriter")),
    )
    assert typed.overflows == ()
    assert coverage(typed.pdf, letters=False) <= 0.4 * coverage(usual, letters=False)
    assert any(name.startswith("Space-Mono") for name in fonts(typed.pdf))


@pytest.mark.long
@pytest.mark.hypothesis  # so that `make test-long` prints all cards and sheets, and `make test` one card
def test_cards_and_sheets_read_back_in_plain_ink(hundred_yards: Project) -> None:
    """In the usual theme they do for every test."""
    path = "content/last-hundred-yards/game.yaml"
    hundred_yards.replace(path, "  colours:\n", "  theme: plain-ink\n  colours:\n")
    made = hundred_yards.made("cards/*.pdf" if examples() > FEW else "cards/fire.pdf", game="last-hundred-yards")
    assert [each.message for each in made.findings.items if each.severity.value != "note"] == []


# Sheets, and the web


def test_a_sheet_in_another_theme(small: Project) -> None:
    small.write("cards/small/usual.yaml", "kind: sheet\ntitle: Usual\npaper: A4\ncards: [hits]\n")
    small.write("cards/small/plain.yaml", "kind: sheet\ntitle: Plain\npaper: A4\ncards: [hits]\ntheme: plain-ink\n")
    found = small.examined(prove=False)
    files = print_files(found, small.root, store=user_store())
    stripe = "#eff0ec"
    assert stripe in fills(files["cards/hits.pdf"])
    assert stripe in fills(files["cards/usual-a4.pdf"])
    assert stripe not in fills(files["cards/plain-a4.pdf"])
    assert PdfReader(BytesIO(files["cards/plain-a4.pdf"])).pages[0].extract_text().count("Rifle") == 1


def test_letters_that_only_a_sheet_prints_pale(small: Project) -> None:
    small.write("cards/small/pale.yaml", 'kind: theme\ntitle: Pale\nink: "#aaaaaa"\n')
    small.write("cards/small/sheet.yaml", "kind: sheet\ntitle: Pale\npaper: A4\ncards: [hits]\ntheme: pale\n")
    found = small.examined(prove=False)
    read_back(found, print_files(found, small.root, store=user_store()), small.root)
    messages = [each.message for each in found.findings.items if each.name == "low-contrast"]
    assert messages
    assert all(message.startswith("the sheet 'sheet' on A4 prints") and "in #aaaaaa" in message for message in messages)


def test_a_card_that_is_too_long_in_the_theme_of_a_sheet(small: Project) -> None:
    small.write("cards/small/big.yaml", "kind: theme\ntitle: Big bands\nband-size: 3\n")
    small.write("content/small/game.yaml", GAME)
    small.write("cards/small/hits.yaml", CARD.replace("theme: own\n", "").replace("80 × 60", "80 × 35"))
    small.write("cards/small/sheet.yaml", "kind: sheet\ntitle: Big\npaper: A4\ncards: [hits]\ntheme: big\n")
    found = small.examined(prove=False)
    print_files(found, small.root, store=user_store())
    messages = [each.message for each in found.findings.items if each.name == "card-overflow"]
    assert messages == [
        "card 'hits' in the theme 'Big bands': the block 'bullets guards' is 0.9 mm too long for its place"
    ]


def test_the_page_of_a_card_on_the_web_has_its_theme(project: Project) -> None:
    project.write("content/small/game.yaml", GAME)
    project.write("content/small/rules.py", SMALL_RULES)
    project.write("cards/small/hits.yaml", CARD)
    project.write(
        "cards/small/own.yaml",
        'kind: theme\ntitle: Our own\nfont: Source Serif Pro\nframe: 0.5mm\nbackground: "#f6efdc"\nband: outlined\n',
    )
    files = project.rendered(prove=False)
    html, look = files["web/card-hits.html"].decode(), files["web/card-look.css"].decode()
    assert '<div class="face own">' in html
    assert '<div class="frame outlined">' in html
    values = next(line for line in look.split("\n") if line.startswith(".face.own"))
    assert '--card-font: "Rulewright Card Serif", "Source Serif Pro", serif;' in values
    assert "--card-frame: calc(0.5 * var(--mm));" in values
    assert "background: #f6efdc" in values
    assert "border: var(--card-frame) var(--card-frame-style) var(--card-line)" in look
    assert "standard" not in look  # no card has that theme here
    assert "Rulewright Card Serif" in files["web/card-fonts.css"].decode()


def test_a_name_that_no_theme_has_is_left_to_the_project() -> None:
    assert themed("a { color: var(--ink); margin: var(--mine) }", standard_theme()).endswith(
        "a { color: #000000; margin: var(--mine) }"
    )


# Inks of a press


def in_inks(pdf: bytes) -> Iterator[tuple[float, ...]]:
    for found in re.findall(r"^((?:[\d.]+ ){4})(?:scn|SCN|k|K)$", operators(pdf), re.MULTILINE):
        yield tuple(round(float(each), 2) for each in found.split())


def test_a_press_is_told_inks_where_the_author_gives_them(own: Callable[..., bytes]) -> None:
    """The rest is put into inks when a file for the press is finished."""
    values = 'greys: yes\nbackground: {hex: "#f6efdc", cmyk: [3, 5, 16, 0]}\nink: {hex: "#1a1a1a", cmyk: [0, 0, 0, 95]}'
    assert list(in_inks(own(values))) == []
    found = set(in_inks(own(values, dress=Variant(standard="pdf/x-4"))))
    assert {(0.1, 0.8, 0.75, 0.0), (0.03, 0.05, 0.16, 0.0), (0.0, 0.0, 0.0, 0.95)} <= found
    assert (0.0, 0.01, 0.02, 0.82) in found  # the frame, on its way from the ink to the ground


def test_what_a_press_is_told() -> None:
    assert on_press(Tint("#d15447", (10, 80, 75, 0))) == "device-cmyk(10% 80% 75% 0%)"
    assert [inks(tint) for tint in (BLACK, WHITE, Tint("#777777"))] == [(0, 0, 0, 100), (0, 0, 0, 0), (0, 0, 0, 53)]
    assert mix(Tint("#000000", (0, 0, 0, 100)), WHITE, 0.5) == Tint("#808080", (0, 0, 0, 50))
    assert mix(BLACK, WHITE, 0.5) == Tint("#808080")


@pytest.mark.parametrize("colour", ["#d15447", "#0000ff", "#010200", "#00ff00", "#2b1d0e", "#ff00ff"])
def test_no_colour_that_the_tool_separates_is_too_heavy(colour: str) -> None:
    assert sum(inks(Tint(colour))) <= MAX_INK


def test_the_games_look_as_they_do_without_a_theme() -> None:
    for game in GAMES:
        book = examined(game).book
        assert book is not None
        assert {card.theme for card in book.game.cards} == {"standard"}
    assert Path(ROOT, "templates/card/card.css").read_text("utf-8").count("#") == 0  # every colour is a theme's
