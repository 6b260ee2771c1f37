"""The store of results: used again while they are whole, and made again if not."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.base.installation import own_folder, own_store, user_store
from rulewright.base.store import BLOCK, WRITTEN, Store, user_folder
from rulewright.entries.fonts import SANS
from rulewright.outputs.web import fonts


class Maker:
    """Makes always the same, and counts how often."""

    def __init__(self, data: bytes = b"a print") -> None:
        self.data, self.count = data, 0

    def __call__(self) -> bytes:
        self.count += 1
        return self.data


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(str(tmp_path / "store"))


def results(store: Store) -> list[Path]:
    return [path for path in Path(store._folder).rglob("*") if path.is_file() and path.name != WRITTEN]


def entry(store: Store) -> Path:
    (only,) = results(store)
    return only


def test_a_result_is_made_once_for_the_same_values(store: Store) -> None:
    make = Maker()
    assert [store.get(("letters", b"font"), make) for _ in range(3)] == [b"a print"] * 3
    assert make.count == 1
    store.get(("other letters", b"font"), make)
    assert make.count == 2


def test_values_in_another_order_or_divided_otherwise_are_others(store: Store) -> None:
    keys = {store.key(*values) for values in (("a", "b"), ("b", "a"), ("ab",), ("a", "b", ""), (b"a", b"bb"))}
    assert len(keys) == 5


def test_another_tool_makes_it_again(tmp_path: Path) -> None:
    one, other = (Store(str(tmp_path), tool) for tool in ("1.0", "1.1"))
    assert one.get(("a",), lambda: b"one") == b"one"
    assert other.get(("a",), lambda: b"other") == b"other"
    assert one.get(("a",), lambda: b"again") == b"one"


def test_a_result_may_be_empty(store: Store) -> None:
    make = Maker(b"")
    assert store.get(("a",), make) == store.get(("a",), make) == b""
    assert make.count == 1


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-1], lambda data: data[:-1] + b"!", lambda data: data + b"!", lambda _: b""]
)
def test_a_torn_or_altered_file_is_made_again(store: Store, damage: Callable[[bytes], bytes]) -> None:
    make = Maker()
    store.get(("letters",), make)
    path = entry(store)
    path.write_bytes(damage(path.read_bytes()))
    assert store.get(("letters",), make) == b"a print"
    assert make.count == 2
    store.get(("letters",), make)
    assert make.count == 2  # it was replaced


def test_a_file_under_the_name_of_another_is_not_used(store: Store) -> None:
    store.get(("first",), Maker(b"first"))
    path = entry(store)
    store.get(("second",), Maker(b"second"))
    (second,) = set(results(store)) - {path}
    second.replace(path)
    assert store.get(("first",), Maker(b"first")) == b"first"


def test_a_folder_that_cannot_be_written_only_costs_time(tmp_path: Path) -> None:
    path = tmp_path / "store"
    path.write_text("a file where the folder would be", "utf-8")
    make = Maker()
    assert Store(str(path)).get(("letters",), make) == Store(str(path)).get(("letters",), make) == b"a print"
    assert make.count == 2


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_only_be_read_is_read(store: Store) -> None:
    make = Maker()
    store.get(("letters",), make)
    folders = [Path(store._folder), entry(store).parent]
    for folder in folders:
        folder.chmod(0o500)
    assert store.get(("letters",), make) == store.get(("more",), Maker(b"a print")) == b"a print"
    assert make.count == 1
    for folder in folders:
        folder.chmod(0o700)


def test_what_is_not_a_file_is_in_nobodys_way(store: Store) -> None:
    store.get(("letters",), Maker())
    path = entry(store)
    path.unlink()
    path.mkdir()
    assert store.get(("letters",), Maker()) == b"a print"
    assert results(store) == []


def test_without_a_folder_nothing_is_kept() -> None:
    make = Maker()
    assert Store().get(("letters",), make) == Store().get(("letters",), make) == b"a print"
    assert make.count == 2


def test_those_used_longest_ago_make_room(tmp_path: Path) -> None:
    most = 32 * BLOCK
    store = Store(str(tmp_path), most=most)
    for number in range(100):
        store.get(("often",), lambda: b"used again and again")
        used = store._path(store.key("often"))
        os.utime(used, (number + 1, number + 1))
        store.get((f"result {number}",), lambda: b"x" * (BLOCK - 100))
        os.utime(store._path(store.key(f"result {number}")), (number, number))
    sizes = [path.stat().st_size for path in results(store)]
    assert sum(sizes) <= most
    assert len(sizes) > 20
    assert store.find(store.key("often")) is not None
    assert store.find(store.key("result 99")) is not None
    assert store.find(store.key("result 1")) is None


def test_a_store_that_is_larger_than_it_may_be_shrinks(tmp_path: Path) -> None:
    large, small = Store(str(tmp_path)), Store(str(tmp_path), most=8 * BLOCK)
    for number in range(50):
        large.keep(large.key(str(number)), b"x")
    small.keep(small.key("one more"), b"x")
    assert len(results(small)) <= 8


def test_what_a_killed_process_left_goes_in_its_turn(tmp_path: Path) -> None:
    store = Store(str(tmp_path), most=8 * BLOCK)
    store.keep(store.key("a"), b"a")
    left = entry(store).with_name("left.1234")
    left.write_bytes(b"half")
    os.utime(left, (1, 1))
    for number in range(9):
        store.keep(store.key(str(number)), b"x")
    assert not left.exists()


def test_processes_that_keep_the_same_at_once_do_not_disturb_one_another(tmp_path: Path) -> None:
    code = (
        "import sys; from rulewright.base.store import Store; store = Store(sys.argv[1], most=40 * 4096)\n"
        "for n in range(300):\n"
        "    data = b'%d' % (n % 30) * 5000\n"
        "    assert store.get((str(n % 30),), lambda: data) == data"
    )
    run = [sys.executable, "-c", code, str(tmp_path)]
    processes = [subprocess.Popen(run) for _ in range(2)]
    assert [process.wait() for process in processes] == [0, 0]


def test_a_store_that_is_deleted_meanwhile_is_begun_anew(store: Store) -> None:
    def delete() -> None:
        for path in results(store):
            path.unlink(missing_ok=True)

    threads = [threading.Thread(target=delete) for _ in range(20)]
    for number, thread in enumerate(threads):
        thread.start()
        assert store.get((str(number % 3),), lambda: b"x") == b"x"
        thread.join()


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
    assert Path(user_folder()) == tmp_path / below / "rulewright"


def test_a_user_without_a_home_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    assert user_folder() == ""


def test_its_files_are_for_the_user_alone(store: Store) -> None:
    store.get(("letters",), Maker())
    assert os.name != "posix" or entry(store).parent.stat().st_mode & 0o077 == 0


def test_the_tool_is_part_of_every_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    tool = tmp_path / "tool"
    tool.mkdir()
    tool.joinpath("printer.py").write_text("one", "utf-8")
    monkeypatch.setattr("rulewright.base.installation.FOLDERS", {"tool": str(tool)})
    assert user_store().get(("a print",), lambda: b"one") == b"one"
    assert user_store().get(("a print",), lambda: b"again") == b"one"
    tool.joinpath("printer.py").write_text("two", "utf-8")
    assert user_store().get(("a print",), lambda: b"two") == b"two"


def test_a_font_is_cut_once_for_its_letters(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "cut_font", lambda *_: b"cut first")
    first = fonts.cut_once(SANS.faces[0].file, frozenset({97}), store)
    monkeypatch.setattr(fonts, "cut_font", lambda *_: b"cut again")
    assert first == b"cut first"
    for face, letter, font in ((0, 97, b"cut first"), (0, 98, b"cut again"), (1, 97, b"cut again")):
        assert fonts.cut_once(SANS.faces[face].file, frozenset({letter}), store) == font


def test_what_follows_from_the_installation_alone_is_made_once_for_all_its_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tool/__pycache__").mkdir(parents=True)
    monkeypatch.setattr("rulewright.base.installation.TOOL", str(tmp_path / "tool"))
    for user in ("first", "second"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / user))
        assert own_store().get(("compiled template",), user.encode) == b"first"


def test_where_python_has_compiled_nothing_every_user_has_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tool").mkdir()
    monkeypatch.setattr("rulewright.base.installation.TOOL", str(tmp_path / "tool"))
    assert own_folder() == user_folder()
    for user in ("first", "second"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / user))
        assert own_store().get(("compiled template",), user.encode) == user.encode()
    assert [*(tmp_path / "tool").iterdir()] == []
