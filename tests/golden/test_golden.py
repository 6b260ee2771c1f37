"""Accepted outputs: pages, card text and findings. `make accept` renews them; the diff is then to be read."""

import os
from io import BytesIO
from pathlib import Path

import pdfplumber
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from rulewright.commands.check import check
from tests.conftest import CARDS, GAME, ROOT, built

HERE = Path(__file__).parent
ACCEPT = os.environ.get("RULEWRIGHT_ACCEPT") == "1"


def assert_accepted(name: str, text: str) -> None:
    """Compares with the accepted file, or accepts."""
    path = HERE / name
    if ACCEPT:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.exists(), f"nothing is accepted for {name} yet: run make accept"
    assert text == path.read_text("utf-8"), f"{name} differs from what was accepted: run make accept and read the diff"


def test_pages() -> None:
    outputs = built(GAME)
    pages = {name for name in outputs if name.endswith(".html") or name == "report.json"}
    for name in sorted(pages):
        assert_accepted(f"{GAME}/{name}", outputs[name].decode())
    accepted = {path.relative_to(HERE / GAME).as_posix() for path in (HERE / GAME).rglob("*.html")}
    assert accepted == {name for name in pages if name.endswith(".html")}, "a page is accepted that is no longer built"


@pytest.mark.parametrize(("game", "card"), CARDS)
def test_card_text(game: str, card: str) -> None:
    with pdfplumber.open(BytesIO(built(game)[f"cards/{card}.pdf"])) as pdf:
        text = "\n\f\n".join(page.extract_text() for page in pdf.pages)
    assert_accepted(f"{game}/cards/{card}.txt", text + "\n")


@pytest.mark.parametrize(("game", "card"), CARDS)
def test_card_picture(game: str, card: str) -> None:
    """Looks the same, page by page. The README shows these pictures."""
    pages = list(pypdfium2.PdfDocument(built(game)[f"cards/{card}.pdf"]))
    for number, page in enumerate(pages, 1):
        name = f"{card}-{number}" if len(pages) > 1 else card
        assert_looks_accepted(
            HERE / game / "cards" / f"{name}.png", page.render(scale=170 / 72).to_pil().convert("RGB")
        )


def assert_looks_accepted(path: Path, picture: Image.Image) -> None:
    """No more than a hundredth of the ink has moved."""
    if ACCEPT:
        picture.quantize(64).save(path, optimize=True)
    accepted = Image.open(path).convert("RGB")
    assert picture.size == accepted.size
    difference = ImageStat.Stat(ImageChops.difference(picture, accepted).convert("L")).mean[0]
    assert difference < 2.55, f"{difference / 255:.1%} of the ink differs: run make accept and look at the picture"


@pytest.mark.parametrize("game", ["as-printed", "broken", "broken-table", "iron-cross-as-printed"])
@pytest.mark.parametrize("form", ["text", "json", "github", "junit", "sarif"])
def test_findings(game: str, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = check(str(ROOT / "tests" / "games" / game), [], form, prove=True)
    assert status == 1
    assert_accepted(f"findings/{game}.{form}", capsys.readouterr().out)
