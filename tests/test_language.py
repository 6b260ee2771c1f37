"""The language of the source: every key is declared once, its example runs, and the JSON Schema says what the reader does."""

from pathlib import Path

import pytest

from rulewright.app.commands.manual_cases import with_fonts
from rulewright.base.findings import Severity
from rulewright.outputs.manual.pages import GAME, frames
from rulewright.outputs.manual.reference import Word, page_name, words
from rulewright.pipeline.stages import examine
from rulewright.proof.prove import ProofOptions
from tests.sharing import store

CARD_FRAMES = {name for name, frame in frames().items() if frame.game == "cards"}
"""The examples about cards have no warnings either; those of content are games that no card shows."""
WORDS = [word for each in words().values() for word in each]


def identify(word: Word) -> str:
    return f"{word.name} of {page_name(word.entry) if word.entry else 'text'}"


def write_project(root: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


@pytest.mark.parametrize("word", WORDS, ids=identify)
def test_the_example_of_a_key_runs(word: Word, tmp_path: Path) -> None:
    write_project(tmp_path, with_fonts(word.project()))
    text = (tmp_path / f"content/{GAME}").joinpath(f"{GAME}.yaml")
    found = examine(tmp_path, GAME, ProofOptions(), store=store()).findings.items
    silent = Severity.NOTE if word.frame in CARD_FRAMES else Severity.WARNING
    findings = [
        f"{each.span}: {each.name}: {each.message}" for each in found if each.severity not in (silent, Severity.NOTE)
    ]
    assert findings == [], text.read_text("utf-8") if text.exists() else ""
