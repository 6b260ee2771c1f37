"""Fonts of the web: what a reader of WOFF2 finds in them is what HarfBuzz cut."""

from io import BytesIO

import pytest
from fontTools.ttLib import TTFont

from rulewright.html.fonts import font_file
from rulewright.outputs.web.fonts import FEATURES, cut_font, woff2

FONT = font_file("SourceSansPro-Regular.ttf")
LETTERS = frozenset(map(ord, "Rules 1234 fi"))


@pytest.fixture(scope="module")
def cut() -> TTFont:
    return TTFont(BytesIO(cut_font(FONT, LETTERS)))


def test_it_has_the_letters_and_no_others(cut: TTFont) -> None:
    assert set(cut.getBestCmap()) == LETTERS


def test_it_has_kerning_and_no_features_that_the_pages_do_not_use(cut: TTFont) -> None:
    features = {
        record.FeatureTag for table in ("GPOS", "GSUB") for record in cut[table].table.FeatureList.FeatureRecord
    }
    assert {"kern"} <= features <= set(FEATURES)


def test_it_keeps_its_licence_and_loses_its_name(cut: TTFont) -> None:
    assert {name.nameID for name in cut["name"].names} == {0, 13, 14}


@pytest.mark.parametrize("file", ["SourceSansPro-Regular.ttf", "SourceSerifPro-Regular.ttf", "SourceSerifPro-It.ttf"])
def test_no_letter_has_the_width_of_a_part(file: str) -> None:
    """Else a browser on Linux sets a % as wide as its stroke. The letters look as before."""
    font = font_file(file)
    before, after = TTFont(BytesIO(font)), TTFont(BytesIO(cut_font(font, range(0x20, 0x180))))
    marked = 0
    for name in after.getGlyphOrder():
        parts = after["glyf"][name].components if after["glyf"][name].isComposite() else ()
        assert not any(part.flags & 0x200 for part in parts), name
    for code, name in after.getBestCmap().items():
        old = before.getBestCmap()[code]
        assert after["hmtx"][name][0] == before["hmtx"][old][0]
        glyph = before["glyf"][old]
        marked += glyph.isComposite() and any(part.flags & 0x200 for part in glyph.components)
        assert list(after["glyf"][name].getCoordinates(after["glyf"])[0]) == list(
            glyph.getCoordinates(before["glyf"])[0]
        )
    assert marked > 10


def test_the_same_letters_give_the_same_bytes() -> None:
    assert cut_font(FONT, LETTERS) == cut_font(FONT, sorted(LETTERS, reverse=True))


def test_packing_alters_no_table() -> None:
    before, after = TTFont(BytesIO(FONT)), TTFont(BytesIO(woff2(FONT)))
    assert after.flavor == "woff2"
    for tag in before.reader.keys():  # noqa: SIM118 - a reader is no mapping
        if tag != "head":
            assert after.reader[tag] == before.reader[tag], tag
    assert after["head"].flags == before["head"].flags | 1 << 11


def test_it_is_shorter_than_the_letters_uncompressed() -> None:
    assert len(cut_font(FONT, range(0x20, 0x7F))) < len(FONT) / 8
