"""Tables on cards: the colour of their section at their heads, and what tells rows and columns apart."""

import re
from collections.abc import Callable

import pytest

from rulewright.model.colour import contrast
from rulewright.render.cards.printer import CardPrinter
from rulewright.render.cards.variant import PLAIN, Variant
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
        assert found.book is not None, [each.message for each in found.faults.findings]
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
