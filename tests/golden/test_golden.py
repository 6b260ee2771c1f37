"""Accepted outputs: pages, card text and findings. `make accept` renews them; the diff is then to be read."""

import re
from io import BytesIO
from pathlib import Path

import pdfplumber
import pypdfium2
import pytest

from rulewright.app.cli import main
from tests.conftest import CARDS, GAME, ROOT, built
from tests.looks import ACCEPT, DPI, assert_looks

pytestmark = pytest.mark.every_game

HERE = Path(__file__).parent
PICTURE = re.compile('data:image/png;base64,[^"]*')
"""Pictures of cards are compared as pictures, below."""


def assert_accepted(name: str, text: str) -> None:
    """Compares with the accepted file, or accepts."""
    path = HERE / name
    if ACCEPT:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.exists(), f"nothing is accepted for {name} yet: run make accept"
    assert text == path.read_text("utf-8"), f"{name} differs from what was accepted: run make accept and read the diff"


@pytest.mark.parametrize("game", [GAME])  # in the name, for the order of tests: its process builds this game
def test_pages(game: str) -> None:
    outputs = built(game)
    shown = {name for name in outputs if name.endswith(".html") or name.startswith("web/use-")}
    pages = {*shown, "report.json"}
    for name in sorted(pages):
        assert_accepted(f"{game}/{name}", PICTURE.sub("data:…", outputs[name].decode()))
    files = [*(HERE / game).rglob("*.html"), *(HERE / game).rglob("*.js")]
    accepted = {path.relative_to(HERE / game).as_posix() for path in files}
    assert accepted == shown, "a page, or its data, is accepted that is no longer built"


@pytest.mark.parametrize(("game", "card"), CARDS)
def test_card_text(game: str, card: str) -> None:
    with pdfplumber.open(BytesIO(built(game)[f"cards/{card}.pdf"])) as pdf:
        text = "\n\f\n".join(page.extract_text() for page in pdf.pages)
    assert_accepted(f"{game}/cards/{card}.txt", text + "\n")


@pytest.mark.parametrize(("game", "card"), CARDS)
def test_card_picture(game: str, card: str, tmp_path: Path) -> None:
    """Looks the same, page by page. The README shows these pictures."""
    pages = list(pypdfium2.PdfDocument(built(game)[f"cards/{card}.pdf"]))
    for number, page in enumerate(pages, 1):
        name = f"{card}-{number}" if len(pages) > 1 else card
        picture = page.render(scale=DPI / 72).to_pil().convert("RGB")
        assert_looks(HERE / game / "cards" / f"{name}.png", picture, tmp_path)


@pytest.mark.parametrize("game", ["as-printed", "broken", "broken-table", "iron-cross-as-printed"])
@pytest.mark.parametrize("form", ["text", "json", "github", "junit", "sarif"])
def test_findings(game: str, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["check", "--format", form, "--project", str(ROOT / "tests" / "games" / game)])
    assert status == 1
    assert_accepted(f"findings/{game}.{form}", capsys.readouterr().out)
