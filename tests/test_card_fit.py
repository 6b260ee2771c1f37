"""A card set as large as it fits, its columns arranged: the author's words in, what prints and what is said out."""

from dataclasses import replace
from decimal import Decimal
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pdfplumber
import pytest

from rulewright.entries.card import LOOSE, NORMAL, TIGHT
from rulewright.outputs.cards.arranging import CardLayouts
from rulewright.outputs.cards.paper import card_html, card_style
from rulewright.outputs.cards.printer import CardPrinter, PrintedCard
from rulewright.pdf.overflow import overflows
from rulewright.pdf.printer import Printer
from tests.conftest import FEW, Project, examples

MM = 25.4 / 72
ITEMS = [f"Bullet number {number} of a list, with a few words more" for number in range(1, 13)]
REFERENCES = "references: {many: {title: Many, items: [%s]}, few: {title: Few, items: [%s]}}\n"
LIST = "title: Hits\nsize: {size}\nfont-size: {type}\nfit: {fit}\nblocks: [bullets: many]\n"


@pytest.fixture
def lists(small: Project) -> Project:
    """A game with a long list and a short one; its cards are still to be written."""
    small.replace(
        "content/small/game.yaml",
        "{title: A small game, language: en}",
        '{title: A small game, language: en, colours: {green: "#9DB18C"}}',
    )
    items = [f"{{text: '{each}', unproved: A test.}}" for each in ITEMS]
    small.write("content/small/references.yaml", REFERENCES % (", ".join(items), ", ".join(items[:3])))
    return small


def printed(project: Project) -> PrintedCard:
    book = project.examined(prove=False).book
    assert book is not None
    (card,) = book.game.cards
    return CardPrinter(book, project.root).print(card)


def said(project: Project) -> list[str]:
    findings = project.examined(prove=False).findings
    findings = findings if findings.fatal else project.made("cards/*.pdf").findings
    return [f"{each.span}: {each.name}: {each.message} ({each.hint})" for each in findings.sorted()]


def type_set(project: Project) -> Decimal:
    setting = printed(project).setting
    assert setting is not None
    return setting.font_size


def overflowing(project: Project, size: Decimal) -> bool:
    """Whether the card does not fit in type of this size."""
    book = project.examined(prove=False).book
    assert book is not None
    (card,) = book.game.cards
    style = card_style(card, book, project.root)
    html = partial(card_html, book=book, project=project.root)
    layouts = CardLayouts(card, html(card), html, style, Printer(style))
    spacing = TIGHT if card.fit and card.spacing is None else card.spacing
    return any(overflows(layouts.lay_out(replace(card, font_size=size, spacing=spacing))))


def letters(pdf: bytes) -> float:
    """The size of the type that most letters have, in points."""
    sizes = [round(char["size"], 2) for char in pdfplumber.open(BytesIO(pdf)).pages[0].chars]
    return float(max(set(sizes), key=sizes.count))


@pytest.mark.parametrize(
    ("fit", "stated"),
    [("shrink", "12pt"), ("{shrink: 7pt}", "12pt"), ("grow", "7pt"), ("{shrink: 6pt, grow: 11pt}", "8pt")],
)
def test_it_is_as_large_as_it_fits(lists: Project, fit: str, stated: str) -> None:
    """Whichever way it is found; set by itself at the size, it fits, and at the next ones it does not."""
    lists.write("cards/small/hits.yaml", LIST.format(size="70 × 60 mm", type=stated, fit=fit))
    card = printed(lists)
    assert card.setting is not None
    found = card.setting.font_size
    assert not card.overflows
    assert letters(card.pdf) == pytest.approx(float(found), abs=0.02)
    assert not overflowing(lists, found)
    assert overflowing(lists, found + Decimal("0.1"))


def test_the_same_card_is_found_by_whatever_way(lists: Project) -> None:
    """Neither the bounds nor where the search begins matter."""
    found = set()
    for begin, fit in (("7pt", "grow"), ("9pt", "{shrink: 6.5pt, grow: 30pt}"), ("12.3pt", "shrink")):
        lists.write("cards/small/hits.yaml", LIST.format(size="70 × 60 mm", type=begin, fit=fit))
        found.add(type_set(lists))
    assert len(found) == 1


def test_a_bound_is_not_passed(lists: Project) -> None:
    lists.write("cards/small/hits.yaml", LIST.format(size="A4", type="8pt", fit="{grow: 8.35pt}"))
    assert type_set(lists) == Decimal("8.35")


def test_a_card_that_fits_as_it_is_does_not_shrink(lists: Project) -> None:
    lists.write("cards/small/hits.yaml", LIST.format(size="A5", type="8pt", fit="shrink"))
    assert type_set(lists) == 8


def spacing_set(project: Project) -> Decimal:
    setting = printed(project).setting
    assert setting is not None
    assert setting.spacing is not None
    return setting.spacing.above


def test_what_the_type_leaves_goes_to_the_spacing(lists: Project) -> None:
    """A larger type would not fit even where all is close; at its bound, lines spread until the card is full."""
    lists.write("cards/small/hits.yaml", LIST.format(size="70 × 60 mm", type="7pt", fit="grow"))
    assert TIGHT.above <= spacing_set(lists) < NORMAL.above
    lists.write("cards/small/hits.yaml", LIST.format(size="70 × 52 mm", type="7pt", fit="{grow: 7.2pt}"))
    assert TIGHT.above < spacing_set(lists) < LOOSE.above
    assert foot(printed(lists).pdf) > 52 - 2.2 - 5
    lists.write("cards/small/hits.yaml", LIST.format(size="70 × 160 mm", type="7pt", fit="{grow: 7.2pt}"))
    assert spacing_set(lists) == LOOSE.above


def test_a_card_that_shrinks_is_closer_before_its_type_is_smaller(lists: Project) -> None:
    lists.write("cards/small/hits.yaml", LIST.format(size="70 × 60 mm", type="12pt", fit="shrink"))
    closer = type_set(lists)
    lists.write("cards/small/hits.yaml", LIST.format(size="70 × 60 mm", type="12pt", fit="shrink\nspacing: normal"))
    assert type_set(lists) < closer
    lists.write("cards/small/hits.yaml", LIST.format(size="A5", type="8pt", fit="shrink"))
    assert spacing_set(lists) == NORMAL.above


def test_spacing_by_itself_moves_the_lines_and_leaves_the_letters(lists: Project) -> None:
    """Also of a card whose type the author gives."""
    feet = {}
    for spacing in ("tight", "normal", "loose"):
        lists.write(
            "cards/small/hits.yaml", LIST.format(size="95 × 140 mm", type="8pt", fit=f"error\nspacing: {spacing}")
        )
        card = printed(lists)
        assert letters(card.pdf) == pytest.approx(8, abs=0.02)
        feet[spacing] = foot(card.pdf)
    assert feet["tight"] < feet["normal"] - 3 < feet["normal"] < feet["loose"] - 3
    lists.write("cards/small/hits.yaml", LIST.format(size="95 × 140 mm", type="8pt", fit="error"))
    assert foot(printed(lists).pdf) == pytest.approx(feet["normal"], abs=0.01)


@pytest.mark.hypothesis  # so that `make test-long` tries more widths
def test_a_table_that_is_wide_grows_as_far_as_it_fits(lists: Project) -> None:
    """Words break elsewhere at each size, so that a larger type may need less room: what is found fits, the next do not."""
    for width in range(62, 90, 14 if examples() == FEW else 3):
        lists.write(
            "cards/small/hits.yaml",
            f"title: Hits\nsize: {width} × 52 mm\nfont-size: 7pt\nfit: grow\n"
            "blocks: [{columns: {blocks: [[table: hits], [bullets: few]]}}]\n",
        )
        card = printed(lists)
        assert card.setting is not None
        assert not card.overflows
        assert card.setting.font_size > 7
        assert all(overflowing(lists, card.setting.font_size + step * Decimal("0.1")) for step in (1, 2))


def test_what_does_not_fit_in_the_smallest_type_is_told_in_that(lists: Project) -> None:
    lists.write("cards/small/hits.yaml", LIST.format(size="60 × 40 mm", type="9pt", fit="{shrink: 7pt}"))
    (found,) = [each for each in said(lists) if "card-overflow" in each]
    assert found.startswith("cards/small/hits.yaml:5:10: card-overflow: card 'hits': the block 'bullets many' is ")
    assert "mm too long for its place at 7 pt, the smallest type it may have (shorten it, let its type be sm" in found


def test_the_card_that_is_proposed_would_do(lists: Project) -> None:
    lists.write("cards/small/hits.yaml", LIST.format(size="60 × 40 mm", type="9pt", fit="error"))
    (found,) = [each for each in said(lists) if "card-overflow" in each]
    height = int(found.split("or a card 60mm by ")[1].split("mm")[0])
    for enough in (height, height - 1):
        lists.write("cards/small/hits.yaml", LIST.format(size=f"60 × {enough} mm", type="9pt", fit="error"))
        assert any("card-overflow" in each for each in said(lists)) == (enough < height)


@pytest.mark.parametrize(
    ("fit", "found"),
    [
        ("fill", "'fit' is error, shrink or grow, not 'fill' (as in fit: shrink)"),
        ("{shrink: 5pt}", "'5pt' is not a font size (write it in points: 6.5pt, from 6 to 40)"),
        (
            "{shrink: 9pt}",
            "a card does not shrink from 8 to 9 pt (the tool begins at 'font-size': give a smaller size "
            "under 'shrink', a larger one under 'grow')",
        ),
        (
            "{grow: 8pt}",
            "a card does not grow from 8 to 8 pt (the tool begins at 'font-size': give a smaller size "
            "under 'shrink', a larger one under 'grow')",
        ),
        ("{}", "'fit' needs 'shrink' or 'grow' (as in fit: {shrink: 6.5pt})"),
        ("{large: 8pt}", "'fit' has no key 'large' (the keys of 'fit' are: shrink, grow)"),
    ],
)
def test_a_fit_that_is_none_is_helped(lists: Project, fit: str, found: str) -> None:
    lists.write("cards/small/hits.yaml", LIST.format(size="60 × 40 mm", type="8pt", fit=fit))
    first = said(lists)[0]
    assert first.partition(": ")[2].partition(": ")[2] == found


# Kept, and shown elsewhere


def test_the_web_shows_it_as_it_is_set_also_where_it_is_not_printed_again(lists: Project) -> None:
    lists.write("cards/small/hits.yaml", LIST.format(size="70 × 60 mm", type="12pt", fit="shrink"))
    found = type_set(lists)
    for text in ("Roll as [[table:hits]] tells.", "Roll one die as [[table:hits]] tells."):
        lists.replace("content/small/game.yaml", "Roll as [[table:hits]] tells.", text)
        built = lists.run("build")
        assert built.status == 0
        assert f"small: card 'hits' is set in {found} pt instead of 12 pt\n" in built.out
        page = lists.read("build/small/web/card-hits.html")
        assert f"--type: {found}; --scale: {float(found) / 8:.4g}" in page


@pytest.mark.long
@pytest.mark.usefixtures("fresh_prints")
def test_another_fit_prints_it_again(lists: Project) -> None:
    lists.write("cards/small/hits.yaml", LIST.format(size="70 × 60 mm", type="7pt", fit="error"))
    pdf = Path(lists.root / "build/small/cards/hits.pdf")
    lists.run("build")
    before = pdf.read_bytes()
    lists.replace("cards/small/hits.yaml", "fit: error", "fit: grow")
    lists.run("build")
    assert letters(pdf.read_bytes()) > letters(before)


# Columns


COLUMNS = """\
title: Hits
size: {size}
footer: no
{fit}
blocks:
  - columns:
      count: 3
      blocks:
        - {{band: hits, title: First, colour: green}}
        - bullets: many
        - {{band: hits, title: Second, colour: green}}
        - table: hits
        - {{band: hits, title: Third, colour: green}}
        - bullets: few
"""


Letter = dict[str, Any]
"""A character of a page as pdfplumber tells of it."""


def thirds(pdf: bytes) -> list[list[Letter]]:
    """The letters of each third of a page."""
    (page,) = pdfplumber.open(BytesIO(pdf)).pages
    return [[each for each in page.chars if int(3 * each["x0"] // page.width) == at] for at in range(3)]


def words(chars: list[Letter]) -> str:
    return "".join(str(each["text"]) for each in chars if each["text"] not in "• ")


def test_a_list_is_broken_into_columns_of_nearly_equal_height(lists: Project) -> None:
    """A long list is broken between its items; what stands under a band stays with it."""
    lists.write("cards/small/hits.yaml", COLUMNS.format(size="180 × 75 mm", fit=""))
    columns = thirds(printed(lists).pdf)
    heights = [max(each["bottom"] for each in column) * MM for column in columns]
    assert max(heights) - min(heights) < 12
    said = [words(column) for column in columns]
    assert said[0].startswith("First1Bulletnumber1ofa")
    assert said[1].startswith("Bulletnumber")
    assert "ThirdRifle" not in "".join(said)
    assert "".join(said).index("Second1") > "".join(said).index("number12of")


@pytest.mark.hypothesis  # so that `make test-long` tries more heights
def test_no_band_ends_a_column(lists: Project) -> None:
    """However high the rest is."""
    for height in range(60, 100, 20 if examples() == FEW else 5):
        lists.write("cards/small/hits.yaml", COLUMNS.format(size=f"160 × {height} mm", fit="font-size: 6pt"))
        for column in thirds(printed(lists).pdf):
            lowest = max(column, key=lambda each: each["bottom"])
            assert "Bold" not in str(lowest["fontname"]) or lowest["size"] < 7


def test_the_tags_go_column_by_column(lists: Project) -> None:
    lists.write("cards/small/hits.yaml", COLUMNS.format(size="180 × 75 mm", fit=""))
    with pdfplumber.open(BytesIO(printed(lists).pdf)) as pdf:
        tagged = sorted((each for each in pdf.pages[0].chars if each["mcid"] is not None), key=lambda c: c["mcid"])
    text = words(tagged)
    order = [
        text.index(each) for each in ("First1", "number1of", "number7of", "number12of", "Second", "Rifle", "Third")
    ]
    assert order == sorted(order)
    assert [each for each in said(lists) if "error" in each] == []


@pytest.mark.long
def test_columns_are_broken_anew_for_the_type_that_is_found(lists: Project) -> None:
    lists.write("cards/small/hits.yaml", COLUMNS.format(size="120 × 60 mm", fit="fit: {shrink: 6pt, grow: 11pt}"))
    card = printed(lists)
    assert card.setting is not None
    assert not card.overflows
    lists.write("cards/small/hits.yaml", COLUMNS.format(size="120 × 60 mm", fit="fit: {shrink: 6pt, grow: 12pt}"))
    assert printed(lists).setting == card.setting


def test_the_web_breaks_a_list_where_the_print_does(lists: Project) -> None:
    lists.write("cards/small/hits.yaml", COLUMNS.format(size="180 × 75 mm", fit=""))
    card = printed(lists)
    assert card.setting is not None
    ((block, item), *_) = card.setting.columns[0].starts
    assert (block, item > 0) == (1, True)
    assert lists.run("build", "--no-prove").status == 0
    page = lists.read("build/small/web/card-hits.html")
    first, *_ = page.split('<div class="column"')[1:]
    assert first.count("Bullet number") == item


WIDTHS = """title: Hits
size: 80 × 60 mm
font-size: 7pt
blocks:
  - columns:
      ratio: {ratio}
      blocks:
        - [bullets: many]
        - [bullets: few]
"""


@pytest.mark.hypothesis  # so that `make test-long` tries more widths
def test_the_widths_are_found_at_which_a_block_is_lowest(lists: Project) -> None:
    """No ratio of the author's own makes it lower."""
    lists.write("cards/small/hits.yaml", WIDTHS.format(ratio="balance"))
    card = printed(lists)
    assert card.setting is not None
    lowest, (found,) = foot(card.pdf), card.setting.columns
    assert found.ratio[0] > found.ratio[1]
    for left in range(6, 21, 4 if examples() == FEW else 1):
        lists.write("cards/small/hits.yaml", WIDTHS.format(ratio=f"[{left}, {24 - left}]"))
        assert foot(printed(lists).pdf) > lowest - 0.1


def foot(pdf: bytes) -> float:
    """Millimetres from the top to the lowest letter."""
    return float(max(each["bottom"] for page in pdfplumber.open(BytesIO(pdf)).pages for each in page.chars)) * MM


@pytest.mark.parametrize(
    ("columns", "found"),
    [
        (
            "{count: 2, blocks: [[bullets: few], [bullets: many]]}",
            "with 'count' the tool breaks one list of blocks, but this is the list of one column "
            "(leave out 'count', or make one list of the blocks)",
        ),
        (
            "{blocks: [bullets: few, bullets: many]}",
            "these blocks are not in a column (list the blocks of each column, or add count: 2, and the tool breaks the list)",
        ),
        ("{count: 1, blocks: [bullets: few]}", "'1' is not a number of columns (give 2 to 8)"),
        (
            "{count: 2, ratio: balance, blocks: [bullets: few]}",
            "2 columns cannot share the width as balance (with 'count' the tool finds the breaks; with 'ratio: balance' "
            "the widths of columns that are listed)",
        ),
        ("{count: 2}", "'columns' needs 'blocks' (as in blocks: [[table: hits], [bullets: fire]])"),
        (
            "{count: 2, blocks: [{columns: {ratio: balance, blocks: [[bullets: few], [bullets: few]]}}]}",
            "the tool cannot arrange these columns: they stand inside others that it arranges "
            "(give these a 'ratio' of numbers and list their blocks by columns)",
        ),
    ],
)
def test_columns_that_cannot_be_arranged_are_helped(lists: Project, columns: str, found: str) -> None:
    lists.write("cards/small/hits.yaml", f"title: Hits\nsize: A5\nblocks: [{{columns: {columns}}}]\n")
    assert said(lists)[0].partition(": ")[2].partition(": ")[2] == found


@pytest.mark.parametrize("font_size", ["6pt", "7pt", "8pt"])
def test_no_letter_on_a_band_is_smaller_than_the_smallest_type(lists: Project, font_size: str) -> None:
    """Its number and its note are a share of its title, which in a column is not much larger than the text."""
    lists.write(
        "cards/small/hits.yaml",
        f"title: Hits\nsize: 120 × 60 mm\nfont-size: {font_size}\nblocks:\n  - columns:\n      blocks:\n"
        "        - - {band: hits, title: First, colour: green, note: a note}\n        - - bullets: few\n",
    )
    (page,) = pdfplumber.open(BytesIO(printed(lists).pdf)).pages
    assert min(char["size"] for char in page.chars) >= 6 - 1e-6
