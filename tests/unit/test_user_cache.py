"""The results that all projects of a user share: used again while they are whole, and made again if not."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright import user_cache
from rulewright.render.web import fonts
from rulewright.user_cache import cache_folder, cached


class Maker:
    """Makes always the same, and counts how often."""

    def __init__(self, data: bytes = b"cut font") -> None:
        self.data, self.count = data, 0

    def __call__(self) -> bytes:
        self.count += 1
        return self.data


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "rulewright"


def entry(folder: Path) -> Path:
    (only,) = folder.iterdir()
    return only


def test_a_result_is_made_once_for_the_same_values() -> None:
    make = Maker()
    assert [cached(("letters", b"font"), make) for _ in range(3)] == [b"cut font"] * 3
    assert make.count == 1
    cached(("other letters", b"font"), make)
    assert make.count == 2


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: data[:-1] + b"!", lambda _: b""])
def test_an_altered_file_is_not_used(folder: Path, damage: Callable[[bytes], bytes]) -> None:
    make = Maker()
    cached(("letters",), make)
    path = entry(folder)
    path.write_bytes(damage(path.read_bytes()))
    assert cached(("letters",), make) == b"cut font"
    assert make.count == 2
    cached(("letters",), make)
    assert make.count == 2  # it was replaced


def test_a_file_under_the_name_of_another_is_not_used(folder: Path) -> None:
    cached(("first",), Maker(b"first"))
    path = entry(folder)
    cached(("second",), Maker(b"second"))
    (second,) = set(folder.iterdir()) - {path}
    second.replace(path)
    assert cached(("first",), Maker(b"first")) == b"first"


def test_a_folder_that_cannot_be_written_only_costs_time(folder: Path) -> None:
    folder.write_text("a file where the folder would be", "utf-8")
    make = Maker()
    assert cached(("letters",), make) == cached(("letters",), make) == b"cut font"
    assert make.count == 2


def test_what_is_not_a_file_is_in_nobodys_way(folder: Path) -> None:
    cached(("letters",), Maker())
    path = entry(folder)
    path.unlink()
    path.mkdir()
    assert cached(("letters",), Maker()) == b"cut font"
    assert list(folder.iterdir()) == [path]


def test_those_used_longest_ago_make_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_cache, "MOST", 2 * 75)  # two files of 65 + 10 bytes
    for age, name in ((3, "oldest"), (2, "old")):
        before = set(folder.iterdir()) if folder.is_dir() else set()
        cached((name,), Maker(b"0123456789"))
        (path,) = set(folder.iterdir()) - before
        os.utime(path, (path.stat().st_mtime - age,) * 2)
    used_again = Maker(b"0123456789")
    cached(("oldest",), used_again)
    cached(("new",), Maker(b"0123456789"))
    cached(("oldest",), used_again)
    assert used_again.count == 0
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize(
    ("platform", "below"), [("linux", ".cache"), ("darwin", "Library/Caches"), ("win32", "AppData/Local")]
)
def test_it_is_where_the_system_wants_it(
    platform: str, below: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("XDG_CACHE_HOME", "not/from/the/root")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    assert cache_folder() == tmp_path / below / "rulewright"


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_cache, "cache_folder", lambda: Path("~/.cache/rulewright"))
    make = Maker()
    assert cached(("letters",), make) == cached(("letters",), make) == b"cut font"
    assert make.count == 2
    assert not Path("~").exists()


def test_a_font_is_cut_once_for_its_letters(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = fonts._cut_once(fonts.FACES[0], {ord("a")})
    monkeypatch.setattr(fonts, "_cut", lambda *_: b"cut again")
    assert fonts._cut_once(fonts.FACES[0], {ord("a")}) == first
    assert fonts._cut_once(fonts.FACES[0], {ord("b")}) == b"cut again"
    assert fonts._cut_once(fonts.FACES[1], {ord("a")}) == b"cut again"
    path = max(folder.iterdir(), key=lambda each: each.stat().st_size)
    path.write_bytes(path.read_bytes()[:-1])
    assert fonts._cut_once(fonts.FACES[0], {ord("a")}) == b"cut again"
