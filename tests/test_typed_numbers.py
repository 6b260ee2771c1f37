"""Prose against facts and modifiers, on the real games with every quoted number typed out, right and wrong."""

import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from rulewright.checks import number_differs
from rulewright.decode.games import decode
from rulewright.diagnostics import Diagnostic, Faults
from rulewright.link import link
from rulewright.model.book import Book
from rulewright.model.text import Link
from rulewright.products import PRODUCTS
from rulewright.source.files import read
from rulewright.wording import link_text
from tests.conftest import GAMES, ROOT, examined

QUOTE = re.compile(r"\[\[((?:fact|cell):[^\]|]+)(?:\|([^\]]+))?\]\]")


def typed_out(game: str, root: Path, written: Callable[[str], str]) -> Book:
    """The book of a game with the words of each quoted fact and cell typed in its place, as `written` has them."""
    book = examined(game).book
    assert book is not None

    def words(quote: re.Match[str]) -> str:
        name = " ".join(quote[1].split())
        target = book.targets.get(name)  # a comment of the source may name what there is not
        return (
            quote[0] if target is None else written(quote[2] or link_text(Link(name, "", book.game.span), target, book))
        )

    shutil.copytree(ROOT / "content" / game, root / "content" / game)
    for path in (root / "content" / game).glob("*.yaml"):
        path.write_text(QUOTE.sub(words, path.read_text("utf-8")), "utf-8")
    faults = Faults()
    linked = link(decode(read(root, game, faults), PRODUCTS, faults), faults)
    assert not faults.fatal, faults.findings
    return linked


def one_more(words: str) -> str:
    return re.sub(r"\d+", lambda number: str(int(number[0]) + 7), words)


@pytest.mark.parametrize("game", GAMES)
def test_right_numbers_raise_no_alarm(game: str, tmp_path: Path) -> None:
    assert told(number_differs.check(typed_out(game, tmp_path, str))) == []


@pytest.mark.parametrize(
    ("game", "least"), [("advanced-squad-leader", 1), ("iron-cross", 20), ("last-hundred-yards", 3)]
)
def test_wrong_numbers_do(game: str, least: int, tmp_path: Path) -> None:
    found = told(number_differs.check(typed_out(game, tmp_path, one_more)))
    assert len(found) >= least
    assert len(set(found)) == len(found)


def told(found: Iterable[Diagnostic]) -> list[str]:
    return [f"{each.about}: {each.message}" for each in found]
