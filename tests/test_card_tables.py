"""Tables on cards: the colour of their section at their heads, and what tells rows and columns apart."""

import re
from collections.abc import Callable
from io import BytesIO

import pdfplumber
import pytest

from rulewright.base.findings import Severity
from rulewright.base.installation import user_store
from rulewright.checks.colours import LEAST_DIFFERENCE
from rulewright.entries.colour import VIEWS, Tint, contrast, difference, letters_on
from rulewright.entries.table import Pattern
from rulewright.html.table_shape import lines_on
from rulewright.outputs.cards.paper import PLAIN, Variant
from rulewright.outputs.cards.printer import CardPrinter
from rulewright.pdf.patches.table_grid import STEPS
from rulewright.pipeline.stages import print_files, read_back, render
from tests.conftest import SMALL_GAME, SMALL_RULES, Project

GAME = SMALL_GAME.replace("language: en}", 'language: en, colours: {dark: "#274029", pale: "#efdc9a"}}')
GAME += """\
references:
  hits:
    title: Hits
    rule: hits
    items: [{text: Roll, table: hits}]
"""
HEAD = re.compile(r'<thead style="background: (#\w{6}); color: (#\w{6})">')
Print = Callable[..., str]


@pytest.fixture
def html(project: Project) -> Print:
    """The HTML of a card with these blocks."""

    def compose(blocks: str, theme: str = "", dress: Variant = PLAIN) -> str:
        project.write("content/small/game.yaml", GAME)
        project.write("content/small/rules.py", SMALL_RULES)
        project.write("cards/small/own.yaml", f"kind: theme\ntitle: Our own\n{theme}\n")
        project.write("cards/small/hits.yaml", f"title: Hits\nsize: A6\ntheme: own\nblocks: {blocks}\n")
        found = project.examined(prove=False)
        assert found.book is not None, [each.message for each in found.findings.items]
        return CardPrinter(found.book, project.root).html(found.book.cards["hits"], dress)

    return compose


def test_a_head_has_the_colour_of_the_nearest_band_before_it(html: Print) -> None:
    blocks = "[{band: hits, colour: dark}, {table: hits}, {band: hits, colour: pale}, {bullets: hits}]"
    assert HEAD.findall(html(blocks)) == [("#274029", "#ffffff"), ("#efdc9a", "#000000")]


def test_columns_go_on_under_the_band_before_them_until_they_have_their_own(html: Print) -> None:
    columns = "{columns: {blocks: [[{table: hits}, {band: hits, colour: pale}, {table: hits}], [{table: hits}]]}}"
    blocks = f"[{{band: hits, colour: dark}}, {columns}, {{table: hits}}]"
    assert [ground for ground, _ in HEAD.findall(html(blocks))] == ["#274029", "#efdc9a", "#274029", "#274029"]


def test_bands_side_by_side_lend_the_colour_of_the_first(html: Print) -> None:
    blocks = "[{bands: [{rule: hits, colour: pale}, {rule: hits, colour: dark}]}, {table: hits}]"
    assert [ground for ground, _ in HEAD.findall(html(blocks))] == ["#efdc9a"]


def test_a_head_under_no_band_has_that_of_the_theme(html: Print) -> None:
    assert HEAD.findall(html("[{table: hits}]", 'head-colour: "#123456"')) == [("#123456", "#ffffff")]


def test_a_tinted_head_is_paler_than_its_band_and_a_plain_one_has_no_colour(html: Print) -> None:
    blocks = "[{band: hits, colour: dark}, {table: hits}]"
    ((ground, letters),) = HEAD.findall(html(blocks, "table-heads: tinted"))
    assert contrast(ground, "#ffffff") < contrast("#274029", "#ffffff") / 4
    assert letters == "#000000"
    assert not HEAD.findall(html(blocks, "table-heads: plain"))
    assert not HEAD.findall(html(blocks, dress=Variant("plain-ink")))


def test_letters_have_the_ink_of_the_theme_where_that_is_read(html: Print) -> None:
    blocks = "[{band: hits, colour: pale}, {table: hits}, {band: hits, colour: dark}, {table: hits}]"
    assert [letters for _, letters in HEAD.findall(html(blocks, 'ink: "#2b1d0e"'))] == ["#2b1d0e", "#ffffff"]


# The grid

DARK = (0x27 / 255, 0x40 / 255, 0x29 / 255)
RED = (0xB3 / 255, 0x20 / 255, 0x2C / 255)


def test_tables_begin_at_one_edge_and_end_on_eighths_of_their_column(project: Project) -> None:
    """By themselves or on a bullet, however deep; one whose lines must break has all of it, as the band has."""
    words = ["a", "four words in all", "rather more words than in the one before", "as many words as there are " * 9]
    line = "  t{}: {{title: T, rule: hits, rows: 1d2, headers: [D, E], cells: {{1: b, 2: {}}}}}\n"
    tables = "".join(line.format(at, text) for at, text in enumerate(words))
    items = "[{text: A, table: t0, items: [{text: B, table: t2}]}]"
    bullets = f"  deep: {{title: Deep, rule: hits, items: {items}}}\n"
    game = GAME.replace("tables:\n", f"tables:\n{tables}").replace("references:\n", f"references:\n{bullets}")
    project.write("content/small/game.yaml", game)
    project.write("content/small/rules.py", SMALL_RULES)
    listed = "".join(f", {{table: t{at}}}" for at in range(len(words)))
    blocks = f"[{{band: hits, colour: dark}}{listed}, {{bullets: deep}}]"
    project.write("cards/small/hits.yaml", f"title: Hits\nsize: A6\nblocks: {blocks}\n")
    found = project.examined(prove=False)
    assert found.book is not None, [each.message for each in found.findings.items]
    pdf = CardPrinter(found.book, project.root).print(found.book.cards["hits"]).pdf
    filled = [each for each in pdfplumber.open(BytesIO(pdf)).pages[0].rects if each["fill"]]
    heads = [each for each in filled if each["non_stroking_color"] == pytest.approx(DARK, abs=0.002)]
    lefts, widths = {round(each["x0"], 2) for each in heads}, [each["width"] for each in heads]
    step = max(widths) / STEPS
    assert len(lefts) == 1
    assert [round(width / step, 3) for width in widths] == [
        8,
        1,
        3,
        5,
        8,
        5,
        1,
    ]  # the band first; below a bullet its bullets, then its table


# Colours of cells

COLOURED = """\
game: {title: Coloured, language: en, colours: {red: {hex: "#8f2d22", cmyk: [20, 90, 90, 30]}, yellow: "#f0c75e"}}
terms: {Rout: {text: A unit that routs runs.}}
rules: {base: {number: "1", title: Base, text: "Look at [[table:results]]."}}
tables:
  results:
    title: Results
    rule: base
    rows: 1d6
    columns: {side: [left, right]}
    cells:
      1: [lost, "−3"]
      2: ["[[Rout|Lost]]", "[[Rout]]"]
      3-4: [all lost, "2"]
      5: [glost, "4–5"]
      6: ["–", "6″"]
    colours: {"−3": red, lost: {colour: red, pattern: dots}, rout: yellow, 2-4: yellow, 4-5: red, 6+: yellow}
"""
STYLE = re.compile(r'<td class="([^"]*)"(?: style="background: ([^" ;]+)([^"]*)")?>(?:<(?!/td)[^>]+>)*([^<]*)')


@pytest.fixture
def coloured(project: Project) -> Project:
    project.write("content/small/game.yaml", COLOURED)
    project.write("cards/small/hits.yaml", "title: Hits\nsize: A6\nblocks: [{table: results}]\n")
    return project


def cells(project: Project, dress: Variant = PLAIN) -> dict[str, tuple[str, str]]:
    """The ground of each cell and what follows it, by what the cell prints."""
    found = project.examined(prove=False)
    assert found.book is not None, [each.message for each in found.findings.items]
    html = CardPrinter(found.book, project.root).html(found.book.cards["hits"], dress)
    return {words: (ground, more) for _, ground, more, words in STYLE.findall(html) if words}


def test_a_value_has_the_first_colour_that_fits_its_words_or_its_number(coloured: Project) -> None:
    found = {words: ground for words, (ground, _) in cells(coloured).items()}
    red, yellow = "#8f2d22", "#f0c75e"
    assert found == {
        "lost": red,
        "−3": red,
        "Lost": red,
        "Rout": yellow,
        "all lost": red,
        "2": yellow,
        "glost": "",
        "4–5": red,
        "–": "",
        "6″": yellow,
    }


def test_letters_and_patterns_are_read_on_a_coloured_cell(coloured: Project) -> None:
    found = cells(coloured)
    assert found["−3"][1] == "; color: #ffffff"
    assert found["Rout"][1] == "; color: #000000"
    assert re.fullmatch(r" url\(&#39;data:image/svg[^ ]+&#39;\); color: #ffffff", found["lost"][1])


def test_a_press_prints_the_inks_of_a_coloured_cell(coloured: Project) -> None:
    found = cells(coloured, Variant(standard="pdf/x-4"))
    assert found["−3"] == ("device-cmyk(20%", " 90% 90% 30%); color: #ffffff")


@pytest.mark.parametrize("pattern", Pattern)
def test_lines_of_a_pattern_differ_from_their_ground_and_from_the_letters(pattern: Pattern) -> None:
    """Whatever the colour: in grey and to the colour-blind, and with letters that are read on ground and lines."""
    for level in range(0, 256, 5):
        for colour in (
            f"#{level:02x}{level:02x}{level:02x}",
            f"#{level:02x}4060",
            f"#e0{level:02x}50",
            f"#2080{level:02x}",
        ):
            ground = Tint(colour)
            lines, letters = lines_on(ground).hex, letters_on(ground).hex
            assert contrast(lines, letters) >= 4.5, colour
            assert all(difference(lines, colour, view) >= LEAST_DIFFERENCE / 2 for view in VIEWS.values()), colour
    assert pattern.value in ("hatch", "dots", "bars")


def test_the_web_and_the_rulebook_show_the_colours(coloured: Project) -> None:
    coloured.write("cards/small/book.yaml", "kind: rulebook\ntitle: Rulebook\npaper: A5\n")
    found = coloured.examined(prove=False)
    files = {**render(found, coloured.root, "", user_store()), **print_files(found, coloured.root, store=user_store())}
    read_back(found, files, coloured.root)
    assert [each.message for each in found.findings.items if each.severity is Severity.ERROR] == []
    assert not [each for each in found.findings.items if each.name == "low-contrast"]
    assert 'class="value coloured" style="background: #f0c75e; color: #000000"' in files["web/base.html"].decode()
    pdfs = [name for name in files if name.endswith(".pdf")]
    assert len(pdfs) == 2
    for name in pdfs:
        pages = pdfplumber.open(BytesIO(files[name])).pages
        grounds = [each["non_stroking_color"] for page in pages for each in page.rects if each["fill"]]
        assert any(each == pytest.approx((0xF0 / 255, 0xC7 / 255, 0x5E / 255), abs=0.002) for each in grounds), name


# Modifiers

MODIFIERS = """\
game: {title: Adding, language: en}
domains: {hill: {yes: up hill, no: level}, wood: {yes: in a wood, no: in the open}}
rules: {base: {number: "1", title: Base, text: "Add [[table:drm]]."}, hills: {number: "1.2", title: Hills, text: Up.}}
tables:
  drm:
    title: Modifiers
    rule: base
    values: -4..4
    modifiers:
      - {label: up hill, value: -1, when: {hill: yes}, rule: hills}
      - {label: in a wood, value: 1, when: {wood: yes}}
"""


def test_a_modifier_has_its_value_in_a_box_and_its_rule_at_the_edge(project: Project) -> None:
    project.write("content/small/game.yaml", MODIFIERS)
    project.write("cards/small/hits.yaml", "title: Hits\nsize: A6\nblocks: [{table: drm}]\n")
    made = project.made("cards/*.pdf")
    assert [each.message for each in made.findings.items if each.name == "reads-back-differently"] == []
    page = pdfplumber.open(BytesIO(made.files["cards/hits.pdf"])).pages[0]
    words = {word["text"]: word for word in page.extract_words()}
    table = max(each["x1"] for each in (*page.rects, *page.lines) if each["x1"] < page.width * 0.9)
    assert 0 < table - words["[1.2]"]["x1"] < 1.3 / 25.4 * 72  # hardly more than a millimetre
    filled = [
        each for each in page.curves if each["fill"] and each["non_stroking_color"] == pytest.approx(RED, abs=0.01)
    ]
    assert any(box["x0"] < words["−1"]["x0"] and words["−1"]["x1"] < box["x1"] for box in filled)
    assert not any(
        box["x0"] < words["+1"]["x0"] and words["+1"]["top"] < box["bottom"] < words["+1"]["bottom"] + 3
        for box in filled
    )


# Parts

PARTED = """\
game: {title: Parted, language: en, colours: {dark: "#274029"}}
rules: {base: {number: "1", title: Base, text: "Look at [[table:losses]]."}}
domains: {cover: {open: Open, wood: Wood}, range: {near: near, far: far}}
tables:
  losses:
    title: Losses
    rule: base
    rows: 1d10
    headers: [Throw, Loss]
    note: Guards lose one less.
    cells: {1: a, 2: b, 3: c, 4: d, 5: e, 6: f, 7: g, 8: h, 9: i, 10: j}
  deep:
    title: Deep
    rule: base
    rows: [cover, range]
    headers: [Cover, Range, Loss]
    cells: {open: {near: all, far: six}, wood: {near: five, far: four}}
"""


def parted(project: Project, blocks: str) -> list[str]:
    """The text of each page of a card, read back without findings."""
    project.write("content/small/game.yaml", PARTED)
    project.write("cards/small/hits.yaml", f"title: Hits\nsize: A6\nblocks: [{{band: base, colour: dark}}, {blocks}]\n")
    made = project.made("cards/*.pdf", "web/card-hits.html")
    assert [each.message for each in made.findings.items if each.severity is not Severity.NOTE] == []
    return [page.extract_text() for page in pdfplumber.open(BytesIO(made.files["cards/hits.pdf"])).pages]


def test_a_table_goes_on_overleaf_with_its_headings_its_colour_and_its_note(project: Project) -> None:
    first, second = parted(project, "{table: losses, title: Toll, lines: 1-6}, page, {table: losses, lines: 7+}")
    assert "Toll\nThrow Loss\n1 a" in first
    assert "Guards" not in first
    assert "Losses (continued)\nThrow Loss\n7 g" in second
    assert "10 j\nGuards lose one less." in second


def test_overleaf_a_head_has_the_colour_of_the_last_band_before_it(html: Print) -> None:
    blocks = "[{band: hits, colour: dark}, {table: hits, lines: 1}, page, {table: hits, lines: 2+}]"
    assert [ground for ground, _ in HEAD.findall(html(blocks))] == ["#274029", "#274029"]


def test_lines_in_columns_are_nearly_as_many_in_each(project: Project) -> None:
    (page,) = parted(project, "{table: losses, title: Toll, columns: 3}")
    assert (
        "Toll\nThrow Loss Throw Loss Throw Loss\n1 a 5 e 8 h\n2 b 6 f 9 i\n3 c 7 g 10 j\n4 d\nGuards lose one less."
        in page
    )


def test_columns_do_not_cut_a_cell_apart(project: Project) -> None:
    (page,) = parted(project, "{table: deep, columns: 3}")
    assert page.count("Cover Range Loss") == 2  # a third column would have no line
    assert "near all" in page


@pytest.mark.long
def test_a_page_of_a_rulebook_that_begins_within_a_table_says_so(project: Project) -> None:
    cells = ", ".join(f"{at}: thing {at}" for at in range(1, 101))
    long = f"  long: {{title: Long, rule: base, rows: {{shot: 1..100}}, headers: [Shot, Thing], cells: {{{cells}}}}}\n"
    project.write("content/small/game.yaml", PARTED + long)
    project.write("cards/small/book.yaml", "kind: rulebook\ntitle: Rulebook\npaper: A5\n")
    (pdf,) = [data for name, data in project.made("*.pdf").files.items() if name.endswith(".pdf")]
    pages = [page.extract_text() for page in pdfplumber.open(BytesIO(pdf)).pages]
    (begun,) = [at for at, page in enumerate(pages) if "1 thing 1\n" in page]
    (ended,) = [at for at, page in enumerate(pages) if "100 thing 100" in page]
    assert ended > begun + 1
    assert [at for at, page in enumerate(pages) if "Long (continued)" in page] == [*range(begun + 1, ended + 1)]
    assert all("Shot Thing" in page for page in pages[begun : ended + 1])
