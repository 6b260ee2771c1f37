"""What most tests need: a project made of texts, and the command line run on it."""

import gc
import os
import shutil
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from itertools import count, product
from pathlib import Path
from pkgutil import resolve_name
from typing import NamedTuple, TypeVar
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from rulewright.app.cli import main
from rulewright.app.publish import publish
from rulewright.base.findings import Findings, Stage
from rulewright.base.installation import user_store
from rulewright.base.processors import processors
from rulewright.base.store import Store
from rulewright.pipeline.stages import Examination, examine, read_back, render
from rulewright.pipeline.waivers import settle
from rulewright.proof.prove import ProofOptions
from tests.browser.chromium import chromium_in_words
from tests.order import in_order
from tests.ready import end_forkers
from tests.ready_workers import share_workers, start_real
from tests.sharing import CACHES, share_installation, shared, store

T = TypeVar("T")

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each of some hundred processes would compile the tool anew

gc.set_threshold(
    200_000, 20, 100
)  # the games and pages that all tests share are not searched for cycles again and again

FEW, MANY, ONE_IN = 10, 30, 12
settings.register_profile("fuzz", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("many", settings.get_profile("fuzz"), max_examples=MANY, derandomize=True)
settings.register_profile("few", settings.get_profile("many"), max_examples=FEW)  # derandomized: none fails by luck
settings.load_profile("few")  # `make test-long` and `make fuzz` choose the others


def examples() -> int:
    """How many examples the profile says; a test that makes its own examples is marked with `hypothesis`."""
    assert settings.default is not None
    return settings.default.max_examples


def slow_examples(by: int) -> settings:
    """The settings of a test whose examples take long: so many times fewer than the profile says."""
    return settings(max_examples=max(1, examples() // by), suppress_health_check=list(HealthCheck))


def crossed(names: str, *values: Sequence[object]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Runs a test with all combinations of these values where the profile says many; else with each value once at least."""
    every = [tuple(each[at % len(each)] for each in values) for at in range(max(map(len, values)))]
    cases = pytest.mark.parametrize(names, list(product(*values)) if examples() > FEW else every)
    return lambda test: pytest.mark.hypothesis(cases(test))


def thinned(make: Callable[..., Iterable[T]], one_in: int) -> Callable[..., list[T]]:
    """Makes one in so many of what `make` makes, call by call, where the profile says few examples; else all."""
    number = count()
    return lambda *given: [each for each in make(*given) if next(number) % one_in == 0 or examples() > FEW]


ROOT = Path(__file__).resolve().parent.parent
os.environ["LANGUAGE"] = "en"  # whatever their user reads
os.environ["XDG_CACHE_HOME"] = str(CACHES)  # tests leave nothing in the folders of their user
GAME = "last-hundred-yards"
LAYERS = ("iron-cross-printed-cut-offs",)
"""The games of the repository that extend others: what holds of these is not tried again."""
GAMES = tuple(sorted({folder.name for folder in (ROOT / "content").iterdir() if folder.is_dir()}.difference(LAYERS)))
"""The other games of the repository; GAME is the one that most tests damage."""
CARDS = tuple(
    (path.parent.name, path.stem)
    for path in sorted((ROOT / "cards").glob("*/*.yaml"))
    if "\nblocks:" in path.read_text("utf-8")
)
"""Every card of every game; the other files of cards/ lay out finished cards, or a book."""


def pytest_report_header() -> str:
    """What the browser shows depends on it; with xdist the first process alone prints it."""
    return f"browser: {chromium_in_words()}"


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """With `-n auto` some more than there are processors: many tests wait for a browser, or for another process."""
    return processors() + (2 if config.option.numprocesses == "auto" else 0)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in with_other_games(items):
        item.add_marker("long")
    processes = getattr(config, "workerinput", {}).get("workercount", 1)
    items[:] = in_order(items, lambda item: item.nodeid, GAMES, processes)


def with_other_games(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """All but one game of each test that has several; those are left that say `every_game`."""
    games = defaultdict[str, dict[str, list[pytest.Item]]](lambda: defaultdict(list))
    for item in items:
        values = item.callspec.params.values() if hasattr(item, "callspec") else ()
        for game in {*GAMES}.intersection(each for each in values if isinstance(each, str)):
            if not item.get_closest_marker("every_game"):
                games[item.nodeid.partition("[")[0]][game].append(item)
    chosen = {test: sorted(each)[crc32(test.encode()) % len(each)] for test, each in games.items()}
    return {item for test, each in games.items() for game in each if game != chosen[test] for item in each[game]}


ALTERING = frozenset({"monkeypatch", "fresh_prints"})
"""Fixtures of tests that alter the tool, or look at how it works: they get no result of another test."""


@cache
def examined(game: str) -> Examination:
    """A game of the repository, or one made for tests, read, checked and proved once for all tests."""
    return shared(
        f"examined-{game}", sources(game), lambda: examine(project_of(game), game, ProofOptions(), store=store())
    )


ALTERATIONS = {
    "mutants.other_values": ONE_IN,
    "mutants.condition_mutants": ONE_IN,
    "mutants.table_mutants": ONE_IN,
    "code_trials.code_mutants": 6,  # of fewer, the share that is noticed is left to chance
}
"""What makes mutants in `rulewright.proof.mutation`, where it is used, and one in how many the usual run tries."""


@cache
def examined_with_mutants(game: str) -> Examination:
    """As `examined`, with what is proved, and the rules code, altered in one place at a time; checks find errors only."""

    def examine_mutants() -> Examination:
        with pytest.MonkeyPatch.context() as patch:
            for name, one_in in ALTERATIONS.items():
                path = f"rulewright.proof.mutation.{name}"
                patch.setattr(path, thinned(resolve_name(path), one_in))
            return examine(project_of(game), game, ProofOptions(mutants=True), store=store(), errors_only=True)

    return shared(f"mutants-{game}-{examples() > FEW}", sources(game), examine_mutants)


def built(game: str) -> Mapping[str, bytes]:
    """All outputs of a game."""
    return printed_game(game).files


@cache
def printed_game(game: str) -> "Made":
    """All outputs of a game and what is found in them, read back too.

    They are made by whichever of the processes that share the tests asks first; the others wait for it.
    """

    def build() -> Made:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("rulewright.base.pool.processors", processors)
            found = examined(game)
            return Made(dict(render(found, project_of(game), "", store())), found.findings)

    return shared(f"printed-{game}", sources(game), build)


def project_of(game: str) -> Path:
    return ROOT if game in GAMES else ROOT / "tests" / "games" / game


def sources(game: str) -> tuple[Path, ...]:
    """The folders of a game."""
    return tuple(project_of(game) / folder / game for folder in ("content", "cards"))


@dataclass(frozen=True, slots=True)
class Said:
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Project:
    """A project folder under test."""

    root: Path
    capture: pytest.CaptureFixture[str]

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def read(self, name: str) -> str:
        return (self.root / name).read_text("utf-8")

    def replace(self, name: str, old: str, new: str) -> None:
        """Edits a file as an author would; what is to be replaced must stand there once."""
        text = self.read(name)
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        self.write(name, text.replace(old, new))

    def run(self, *arguments: str) -> Said:
        """The command line in this process; the project's folder is given with --project."""
        self.capture.readouterr()
        status = main([*arguments, "--project", str(self.root)])
        said = self.capture.readouterr()
        return Said(status, said.out, said.err)

    def examined(self, game: str = "small", *, prove: bool = True) -> Examination:
        """The game read, checked and proved."""
        return examine(self.root, game, ProofOptions() if prove else None, store=user_store())

    def rendered(self, game: str = "small", *, prove: bool = True) -> Mapping[str, bytes]:
        """All outputs of the game."""
        return render(self.examined(game, prove=prove), self.root, "", user_store())

    def made(self, *patterns: str, game: str = "small", prove: bool = False) -> "Made":
        """The files whose paths fit one of the patterns, printed and read back, where a build would make all."""
        found = self.examined(game, prove=prove)
        assert found.book is not None, found.findings.items
        return Made(print_some(found, self.root, patterns, user_store()), found.findings)

    def pages(self, *patterns: str, game: str = "small", prove: bool = False) -> dict[str, str]:
        """Web pages by the names below web/ that fit one of the patterns; nothing is printed, or read back."""
        return pages_alone(self.examined(game, prove=prove), self.root, *patterns)

    def make(self, *patterns: str, game: str = "small", prove: bool = False) -> None:
        """Publishes these files; nothing may be wrong with them."""
        made = self.made(*patterns, game=game, prove=prove)
        assert made.findings.status == 0, made.findings.items
        publish(self.root / "build" / game, made.files)


def pages_alone(found: Examination, project: Path, *patterns: str) -> dict[str, str]:
    """The texts of web pages as they are before anything is printed: they name no sizes and show no pictures of prints."""
    from rulewright.outputs.web import web_pages
    from rulewright.pdf.finished_files import FinishedFiles

    assert found.book is not None, found.findings.items
    files = FinishedFiles({}, user_store())

    def wished(path: str) -> bool:
        return any(fnmatch(path, f"web/{pattern}") for pattern in patterns)

    pages = web_pages(found.book, found.proof, project, files, wished)
    return {path.removeprefix("web/"): page.decode() for path, page in pages.items()}


def print_some(found: Examination, project: Path, patterns: Iterable[str], store: Store) -> Mapping[str, bytes]:
    """The files of a game whose paths fit one of the patterns, read back; the findings join its findings."""
    from rulewright.html.templating.template_errors import template_findings
    from rulewright.outputs.products.making import make_files
    from rulewright.outputs.products.run import PrintRun

    assert found.book is not None, found.findings.items
    files: Mapping[str, bytes] = {}
    with template_findings(project, found.findings):
        run = PrintRun(found.book, found.proof, found.findings, project, "", store)
        files = make_files(run, lambda path: any(fnmatch(path, pattern) for pattern in patterns))
    settle(found.findings, found.book.game, (Stage.PRINT,))
    read_back(found, files, project, store)
    return files


class Made(NamedTuple):
    """The files of a game and what is found in them."""

    files: Mapping[str, bytes]
    findings: Findings


@pytest.fixture(scope="session", autouse=True)
def shared_printers() -> Iterator[None]:
    """Each stylesheet and font is read once for all builds of small games, which run in this process alone.

    The processors are busy with other tests, and what a forked process reads is lost with it.
    """
    from tests.printers import share_printers  # slow to import, and only tests that run need it

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rulewright.base.pool.processors", lambda: 1)
        share_printers(patch)
        share_installation(patch)
        share_workers(patch)
        yield
        end_forkers()


@pytest.fixture
def real_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes for rules code are started as for a user."""
    monkeypatch.setattr("rulewright.proof.process.start_process", start_real)


@pytest.fixture
def fresh_prints() -> None:
    """Everything is printed anew."""


@pytest.fixture
def project(tmp_path: Path, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> Iterator[Project]:
    """An empty project. Tests that alter the tool, and inputs that no other run meets again, have an empty store."""
    with pytest.MonkeyPatch.context() as patch:
        if not settings().derandomize or not ALTERING.isdisjoint(request.fixturenames):
            patch.setenv("XDG_CACHE_HOME", f"{tmp_path}-store")
        yield Project(tmp_path, capsys)


@pytest.fixture
def hundred_yards(project: Project) -> Project:
    """A copy of the real game, to be damaged."""
    ignored = shutil.ignore_patterns("editions")  # what a test alters is no edition
    shutil.copytree(ROOT / "content" / GAME, project.root / "content" / GAME, ignore=ignored)
    shutil.copytree(ROOT / "cards" / GAME, project.root / "cards" / GAME)
    return project


MakeGame = Callable[[Mapping[str, str]], Project]

SMALL_GAME = """\
game: {title: A small game, language: en}
domains:
  cover: {open: In the open, wood: In a wood}
  weapon: {rifle: Rifle, mortar: Mortar}
rules:
  hits:
    number: "1"
    title: Hits
    text: Roll as [[table:hits]] tells.
tables:
  hits:
    title: Score to hit
    rule: hits
    values: {numbers: 1..6}
    rows: cover
    columns: weapon
    cells:
      open: [3, 4]
      wood: [5, 4]
    proof: score(cover, weapon)
"""

SMALL_RULES = '''\
from enum import Enum


class Cover(Enum):
    OPEN = "open"
    WOOD = "wood"


class Weapon(Enum):
    RIFLE = "rifle"
    MORTAR = "mortar"


def score(cover: Cover, weapon: Weapon) -> int:
    """Trees stop bullets, not bombs (rule 1)."""
    if weapon is Weapon.MORTAR:
        return 4
    return 3 if cover is Cover.OPEN else 5
'''

SMALL_CARD = """\
title: Hits
size: 60 × 60 mm
blocks:
  - table: hits
"""


@pytest.fixture
def small(project: Project) -> Project:
    """A game of one rule and one table, with its code and its card."""
    project.write("content/small/game.yaml", SMALL_GAME)
    project.write("content/small/rules.py", SMALL_RULES)
    project.write("cards/small/hits.yaml", SMALL_CARD)
    return project
