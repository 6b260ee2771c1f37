"""Sources: the games of the repository and the examples of the manual, with alterations by chance."""

from functools import cache
from pathlib import Path
from random import Random

from rulewright.outputs.manual.pages import card_pages, read_page, topics
from tests.conftest import GAMES
from tests.fuzz.attempts import Attempt, Files, known_project
from tests.fuzz.mutation import one_altered

SPEC = Path(__file__).parents[2] / "spec"
BASE = """\
game: {title: Specification, language: en}
rules: {base: {number: "0", title: Base, text: The rule that tables of a specification belong to.}}
"""
FORMATS = ("json",) * 6 + ("text", "github", "junit", "sarif")


def sources(random: Random) -> Attempt:
    """Mostly an example, because it is quick to check; now and then a whole game."""
    where = random.random()
    if where < 0.005:
        base, files = (game := random.choice(GAMES)), known_project(game)
    elif where < 0.2:
        base, files = "small", known_project("small")
    else:
        base, files = "nothing", random.choice(_examples())
    changes = one_altered(random, files, ".yaml")
    whole = {} if base != "nothing" else files
    return Attempt(_command(random, base), {**whole, **changes}, base=base)


def _command(random: Random, base: str) -> tuple[str, ...]:
    names = (base,) if base in GAMES else ()
    if random.random() < 0.05:
        return ("tables", "--no-prove", "--format", random.choice(("text", "json")), *names)
    proof = () if random.random() < 0.05 and not names else ("--no-prove",)
    return ("check", *proof, "--format", random.choice(FORMATS), *names)


@cache
def _examples() -> tuple[Files, ...]:
    """The examples of findings and topics as projects, each with the rule that it needs."""
    pages = [*map(read_page, sorted(SPEC.glob("*.md"))), *topics().values()]
    shared = {"content/spec/base.yaml": BASE.encode()}
    return tuple({**shared, **_files(case.files)} for page in pages for case in page.cases if case.files)


def _files(texts: dict[str, str]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in texts.items() if not name.endswith(".png")}


@cache
def card_examples() -> tuple[Files, ...]:
    """The files that the examples of cards and products add to their game."""
    return tuple(_files(case.files) for page in card_pages().values() for case in page.cases if case.files)
