"""Stylesheets and scripts put together for pages."""

import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path
from shutil import which

import pytest

from rulewright.book.game import Game
from rulewright.outputs.web.assets import ASSETS, COMBINED, SINGLE, WORDS, thin_script, thin_style, web_asset
from rulewright.outputs.web.cards import ON_SCREEN
from tests.conftest import GAME, ROOT, examined

MOST = {"reckoning.js": 2, WORDS: 2}
"""In how many files sources are that more than one needs."""
SOURCES = {path.name for kind in ("*.css", "*.js") for path in (ROOT / "templates/web").glob(kind)}


def game(language: str = "en") -> Game:
    book = examined(GAME).book
    assert book is not None
    return replace(book.game, language=language)


def test_every_source_is_in_a_file_and_few_are_in_two() -> None:
    used = Counter([*SINGLE, ON_SCREEN, *(name for sources in COMBINED.values() for name in sources)])
    assert used == {name: MOST.get(name, 1) for name in SOURCES}


def test_a_script_loses_comments_and_indents_only() -> None:
    script = '(() => {\n  // Why.\n  const a = "//x"; // stays\n\n  const b = `one\n    // two\n  ${a}`;\n})();\n'
    assert thin_script(script) == '(() => {\nconst a = "//x"; // stays\nconst b = `one\n    // two\n  ${a}`;\n})();\n'


def test_a_style_loses_comments_and_ends_of_lines() -> None:
    assert thin_style('/* Why\n   it is. */\na { b: c; }\n\n@media print {\n  a::after { content: " ×"; }\n}\n') == (
        'a { b: c; } @media print { a::after { content: " ×"; } }\n'
    )


def test_the_dark_is_what_the_system_wishes_or_the_reader() -> None:
    style = web_asset(ROOT, "rulewright.css", game())
    assert style.count("--paper: #191a16") == 2
    assert (
        '@media screen and (prefers-color-scheme: dark) { :where(html:not([data-colours="light"])) { &:root {' in style
    )
    assert '@media screen { :where(html[data-colours="dark"]) { &:root {' in style


def test_scripts_speak_the_language_of_the_pages() -> None:
    script = web_asset(ROOT, "rulewright.js", game("de"), ['_("Roll the dice")'])
    assert '"Roll the dice": "Würfeln"' in script
    assert "const WORDS = {};" in web_asset(ROOT, "rulewright.js", game())


@pytest.mark.skipif(which("node") is None, reason="no Node on this machine")
@pytest.mark.parametrize("name", [name for name in ASSETS if name.endswith(".js")])
def test_every_script_is_sound(name: str, tmp_path: Path) -> None:
    script = tmp_path / name
    script.write_text(web_asset(ROOT, name, game("fr")), "utf-8")
    checked = subprocess.run(["node", "--check", str(script)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
