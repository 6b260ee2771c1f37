"""The measure by which pictures of cards are compared: what a reader sees counts, and what only a machine sees not."""

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from rulewright.outputs.cards.printer import CardPrinter
from tests import looks
from tests.conftest import SMALL_CARD, Project
from tests.looks import DPI, LIMIT, assert_looks, difference

BAND = SMALL_CARD.replace("blocks:\n", "blocks:\n  - {band: hits, colour: green}\n")


@pytest.fixture
def card(small: Project) -> Project:
    small.replace(
        "content/small/game.yaml", "title: A small game,", 'title: A small game, colours: {green: "#9DB18C"},'
    )
    small.write("cards/small/hits.yaml", BAND)
    return small


def picture(project: Project, dpi: int = DPI) -> Image.Image:
    book = project.examined(prove=False).book
    assert book is not None
    pdf = CardPrinter(book, project.root).print(book.game.cards[0]).pdf
    image: Image.Image = pypdfium2.PdfDocument(pdf)[0].render(scale=dpi / 72).to_pil().convert("RGB")
    return image


def score(one: Image.Image, other: Image.Image) -> float:
    return difference(one, other).score


def test_the_same_page_looks_the_same(card: Project) -> None:
    assert score(picture(card), picture(card)) == 0


@pytest.mark.parametrize("dpi", [DPI * 2, DPI * 3, 300])
def test_other_pixels_look_the_same(card: Project, dpi: int) -> None:
    one = picture(card)
    assert score(one, picture(card, dpi).resize(one.size, Image.Resampling.LANCZOS)) < LIMIT


def test_half_a_pixel_beside_looks_the_same(card: Project) -> None:
    one = picture(card)
    moved = one.transform(one.size, Image.Transform.AFFINE, (1, 0, 0.5, 0, 1, 0), Image.Resampling.BICUBIC)
    assert score(one, moved) < LIMIT


@pytest.mark.long
@pytest.mark.parametrize("digit", ["1", "2", "5", "6"])
def test_one_other_digit_looks_different(card: Project, digit: str) -> None:
    one = picture(card)
    card.replace("content/small/game.yaml", "open: [3, 4]", f"open: [{digit}, 4]")
    assert score(one, picture(card)) > LIMIT


def test_the_place_of_a_difference_is_told(card: Project) -> None:
    one = picture(card)
    card.replace("content/small/game.yaml", "wood: [5, 4]", "wood: [5, 1]")
    found = difference(one, picture(card))
    assert 30 < found.across < 50
    assert 18 < found.down < 32


def test_a_column_that_moved_looks_different(card: Project) -> None:
    one = picture(card)
    moved = one.copy()
    box = (round(30 / 25.4 * DPI), 0, one.width, one.height)
    moved.paste(one.crop(box), (box[0] + 2, 0))
    assert score(one, moved) > LIMIT


@pytest.mark.long
@pytest.mark.parametrize(
    ("colour", "seen"), [("#9DB18D", False), ("#9DB18C", False), ("#93A682", True), ("#9DB198", True)]
)
def test_another_colour_looks_different_if_it_is_seen(card: Project, colour: str, seen: bool) -> None:
    one = picture(card)
    card.replace("content/small/game.yaml", "#9DB18C", colour)
    assert (score(one, picture(card)) > LIMIT) is seen


def test_what_differs_is_told_and_shown(card: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "ACCEPT", True)
    assert_looks(tmp_path / "golden" / "hits.png", picture(card), tmp_path)
    monkeypatch.setattr(looks, "ACCEPT", False)
    assert_looks(tmp_path / "golden" / "hits.png", picture(card), tmp_path)
    card.replace("content/small/game.yaml", "In the open", "Out of cover")
    with pytest.raises(AssertionError, match=r"hits\.png looks different \d+ mm from the left and \d+ mm from the top"):
        assert_looks(tmp_path / "golden" / "hits.png", picture(card), tmp_path)
    assert {path.name for path in tmp_path.glob("*.png")} == {
        "hits-accepted.png",
        "hits-now.png",
        "hits-difference.png",
    }


def test_what_is_not_accepted_yet_is_told(card: Project, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"no picture is accepted for hits\.png yet"):
        assert_looks(tmp_path / "hits.png", picture(card), tmp_path)


def test_another_size_is_told(tmp_path: Path) -> None:
    Image.new("RGB", (90, 60)).save(tmp_path / "hits.png")
    with pytest.raises(AssertionError, match=r"was \(90, 60\) pixels large, and is \(60, 90\)"):
        assert_looks(tmp_path / "hits.png", Image.new("RGB", (60, 90)), tmp_path)
