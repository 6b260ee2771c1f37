"""What the manual's examples of cards print, as pictures: light enough for a page that shows many."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from rulewright.app.commands.manual_cases import DPI
from rulewright.outputs.manual.pages import card_pages
from tests.looks import ACCEPT, assert_looks
from tests.manual_pages import shown

CARDS = Path(__file__).parent / "cards"
HEAVIEST = 40_000
"""Bytes."""


@pytest.mark.parametrize("name", card_pages())
def test_pictures_of_a_page(name: str, tmp_path: Path) -> None:
    pictures = shown(name)
    assert pictures, "the page shows nothing in print"
    for each in pictures:
        assert len(each.picture.png) <= HEAVIEST, f"{each.file} has {len(each.picture.png)} bytes"
        path = CARDS / each.file
        if ACCEPT:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(each.picture.png)
            continue
        assert path.exists(), f"no picture is accepted for {each.file} yet: run make accept"
        assert_looks(path, Image.open(BytesIO(each.picture.png)).convert("RGB"), tmp_path, DPI)


def test_no_picture_is_accepted_that_no_page_shows() -> None:
    names = tuple(card_pages())
    accepted: list[Path] = sorted(CARDS.glob("*.png"))
    assert accepted
    assert [path.name for path in accepted if path.stem.rstrip("0123456789").removesuffix("-") not in names] == []
