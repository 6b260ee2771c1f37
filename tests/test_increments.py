"""A build after an edit writes what a build from nothing writes, byte for byte, and finds the same.

Edits are made at random, one after another, in one project with one store: of words, cells, facts, claims, code,
domains, cards, sheets, styles, and back again. The build from nothing knows no store. There are three edits by default, and 200 in `make fuzz`.
"""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from rulewright.app.cli import main
from rulewright.outputs.formats.as_text import findings_text
from rulewright.pipeline.stages import examine, render
from rulewright.proof.prove import ProofOptions
from tests.conftest import ROOT, examples

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("fresh_prints")]

GAME = """\
game: {title: @title@, language: en}
@blank@
domains:
  cover: {open: In the open, wood: In a wood@domain@}
  weapon: {rifle: Rifle, mortar: Mortar}
  distance: {numbers: 1..@far@}
facts:
  sight: {value: @sight@, unit: hexes, rule: hits, proof: sight()}
terms:
  Blast: {text: "@term@", rule: hits}
rules:
  fire: {number: "1", title: Fire, text: "@fire@ See [[rule:hits]]."}
  hits: {number: "@number@", title: Hits, text: "Roll as [[table:hits]] tells@words@; a mortar makes a [[Blast]]."}
tables:
@tables@
references:
  seen:
    title: @seen@
    rule: hits
    items:
      - {text: "@bullet@", claim: distance <= @claim@, proof: is_seen(distance)}
examples:
  shot:
    rule: hits
    title: A shot
    text: One rifle fires.
    steps:
      - {text: It needs, ask: "score(@asked@, rifle)", result: @result@}
"""
TABLES = (
    """\
  hits:
    title: @table@
    rule: hits
    values: {numbers: 1..6}
    rows: cover
    columns: weapon
    cells:
      open: [@cell@, 4]
      wood: [5, 4]@row@
    proof: score(cover, weapon)
""",
    """\
  harm:
    title: Harm
    rule: fire
    values: {numbers: 0..9}
    rows: weapon
    cells: {rifle: 1, mortar: @harm@}
    proof: harm(weapon)
""",
)
RULES = '''\
from enum import Enum
@comment@

class Cover(Enum):
    OPEN = "open"
    WOOD = "wood"@member@


class Weapon(Enum):
    RIFLE = "rifle"
    MORTAR = "mortar"


EASY = @easy@


def score(cover: Cover, weapon: Weapon) -> int:
    """@doc@ (rule 1)."""
    if weapon is Weapon.MORTAR:
        return 4
    return EASY if cover is Cover.OPEN else 5


def harm(weapon: Weapon) -> int:
    """A bomb hurts more (rule 1)."""
    return @bomb@ if weapon is Weapon.MORTAR else 1


def sight() -> int:
    """How far one sees (rule 1)."""
    return @seeing@


def is_seen(distance: int) -> bool:
    """Nobody sees farther (rule 1)."""
    return distance <= sight()
'''
FILES = {
    "content/small/game.yaml": GAME,
    "content/small/rules.py": RULES,
    "cards/small/hits.yaml": "title: @card@\nsize: @size@ × 60 mm\nblocks:\n  - table: hits\n  - bullets: seen\n",
    "cards/small/harm.yaml": "title: Harm\nsize: 60 × 60 mm\nblocks:\n  - table: harm\n",
    "cards/small/sheet.yaml": "kind: sheet\ntitle: All\npaper: A4\ncards: [{hits: @copies@}, harm]\n",
    "cards/small/book.yaml": "kind: rulebook\ntitle: @book@\npaper: A5\n",
}
CHOICES: Mapping[str, tuple[str, ...]] = {
    "title": ("A small game", "A smaller game"),
    "blank": ("", "# a remark", "\n\n# two lines"),
    "domain": ("", ", town: In a town"),
    "row": ("", "\n      town: [5, 4]"),
    "member": ("", '\n    TOWN = "town"'),
    "far": ("9", "12"),
    "sight": ("6", "7"),
    "seeing": ("6", "7"),
    "claim": ("6", "7", "[[fact:sight]]"),
    "term": ("A bomb goes off.", "A bomb goes off, and all hear it."),
    "fire": ("Choose a target.", "Choose one target.", "Choose a [[Blast]]."),
    "number": ("2", "1.1", "3"),
    "words": ("", " exactly", " and see [[rule:fire]]", " in [[fact:sight]]"),
    "seen": ("Seen", "What is seen"),
    "bullet": ("up to [[fact:sight]] away", "as far as [[fact:sight]]", "no farther than [[fact:sight]]"),
    "table": ("Score to hit", "Lowest score"),
    "cell": ("3", "2"),
    "easy": ("3", "2"),
    "harm": ("3", "4"),
    "bomb": ("3", "4"),
    "asked": ("open", "wood"),
    "result": ("3", "5", "2"),
    "comment": ("", "# why", "\n# why\n"),
    "doc": ("Trees stop bullets, not bombs", "Wood stops bullets"),
    "card": ("Hits", "To hit"),
    "size": ("60", "70", "45"),
    "copies": ("1", "2"),
    "book": ("All of it", "The rules"),
    "order": ("0", "1"),
    "style": ("", "\nsection { color: #333 }\n"),
}
TOGETHER = (("domain", "row", "member"), ("cell", "easy"), ("harm", "bomb"), ("sight", "seeing"), ("asked", "result"))
"""What an author usually edits together; apart they make findings."""
STYLE = "templates/card/card.css"


class Author:
    """Edits one project: each key of CHOICES has one of its texts."""

    def __init__(self, root: Path) -> None:
        self.root, self.chosen = root, {key: texts[0] for key, texts in CHOICES.items()}
        self.style = (ROOT / STYLE).read_text("utf-8")
        self.before = self.chosen
        self.write()

    def edit(self, key: str, together: bool, chance: Random) -> None:
        """Gives the key another text, and mostly the keys that belong to it too."""
        group = next((each for each in TOGETHER if key in each), (key,)) if together else (key,)
        at = (CHOICES[key].index(self.chosen[key]) + chance.randrange(1, len(CHOICES[key]))) % len(CHOICES[key])
        self.before = self.chosen
        self.chosen = self.chosen | {each: CHOICES[each][min(at, len(CHOICES[each]) - 1)] for each in group}
        self.write()

    def undo(self) -> None:
        self.chosen = self.before
        self.write()

    def write(self) -> None:
        tables = "".join(TABLES if self.chosen["order"] == "0" else TABLES[::-1])
        for name, text in {**FILES, STYLE: f"{self.style}@style@"}.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            whole = text.replace("@tables@\n", tables)
            path.write_text(re.sub(r"@(\w+)@", lambda key: self.chosen[key[1]], whole), "utf-8")


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Author]:
    folder = tmp_path_factory.mktemp("edited")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "store"))
        yield Author(folder / "project")


def from_nothing(root: Path, last_report: bytes | None) -> tuple[int, str, Mapping[str, bytes]]:
    """The exit status, the findings, and the files unless there are errors."""
    found = examine(root, "small", ProofOptions())
    files = {} if found.findings.fatal else dict(render(found, root, "", last_report=last_report))
    findings = findings_text(found.findings.sorted(), found.sources.texts, colour=False)
    return found.findings.status, findings, {} if found.findings.fatal else files


def written(root: Path) -> Mapping[str, bytes]:
    folder = root / "build/small"
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name != ".rulewright.json")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


@pytest.mark.hypothesis  # so that `make test-long` makes more, and `make fuzz` many
def test_a_build_after_an_edit_is_a_build_from_nothing(author: Author, request: pytest.FixtureRequest) -> None:
    seed = request.config.getoption("--hypothesis-seed") or 0
    chance, number = Random(seed), max(3, examples() // 5)
    for at in range(number):
        key, together = chance.choice(sorted(CHOICES)), chance.random() < 0.8
        author.edit(key, together, chance)
        what = f"edit {at} with the seed {seed}: {key}, {author.chosen}"
        before = written(author.root)
        wanted_status, findings, files = from_nothing(author.root, before.get("report.json"))
        status, said = build(author.root)
        assert said.startswith(findings), (what, said)
        assert status == wanted_status, (what, said)
        now, wanted = written(author.root), files or before
        assert [path for path in wanted.keys() | now.keys() if wanted.get(path) != now.get(path)] == [], what
        if not files:
            author.undo()


def build(root: Path) -> tuple[int, str]:
    """The exit status of a build, and what it prints."""
    said = StringIO()
    with redirect_stdout(said):
        status = main(["build", "small", "--project", os.fspath(root)])
    return status, said.getvalue()
