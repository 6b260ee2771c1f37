"""A build says that nothing has changed only if nothing has: by the digests of all that it reads and writes."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from rulewright.app.publish import publish, sole_access
from rulewright.base import listing as listings
from rulewright.base.cache import BuildCache
from rulewright.base.listing import TICK, UNREAD, contents, digest, listing, settled
from rulewright.base.record import HIDDEN, RECORD
from tests.conftest import Project

FILES = {"web/index.html": b"<p>Hits", "cards/hits.pdf": b"%PDF"}
SOURCE = "content/small/game.yaml"
POSIX = pytest.mark.skipif(os.name != "posix", reason="there are no such files there")


def publish_files(project: Project, meanwhile: Callable[[], object] = lambda: None) -> None:
    """A build that makes these files; something else may happen while it works."""
    cache = BuildCache(str(project.root), "small", prove=True)
    meanwhile()
    with sole_access(project.root / "build"):
        publish(project.root / "build/small", FILES, cache.record("a warning\n"))


def is_fresh(project: Project) -> bool:
    return BuildCache(str(project.root), "small", prove=True).findings_if_fresh() == "a warning\n"


@pytest.fixture
def published(small: Project) -> Project:
    for path in small.root.rglob("*"):
        os.utime(path, (1, 1))
    publish_files(small)
    assert is_fresh(small)
    return small


def replace_keeping_time(path: Path, old: bytes, new: bytes) -> None:
    """As `cp -p` and rsync do: another text of the same size and time."""
    before = path.stat()
    other = path.with_name("other")
    other.write_bytes(path.read_bytes().replace(old, new))
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    other.replace(path)
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)


def test_an_edit_of_the_same_size_and_time_is_a_change(published: Project) -> None:
    replace_keeping_time(published.root / SOURCE, b"title: Hits\n", b"title: Hurt\n")
    assert not is_fresh(published)
    replace_keeping_time(published.root / SOURCE, b"title: Hurt\n", b"title: Hits\n")
    assert is_fresh(published)


def test_files_that_exchange_their_names_are_a_change(published: Project) -> None:
    for name, text in (("a", "one"), ("b", "two")):
        published.write(f"content/small/{name}.yaml", text)
    publish_files(published)
    folder = published.root / "content/small"
    for old, new in (("a", "c"), ("b", "a"), ("c", "b")):
        (folder / f"{old}.yaml").rename(folder / f"{new}.yaml")
    assert not is_fresh(published)


def test_a_tampered_output_is_a_change(published: Project) -> None:
    page = published.root / "build/small/web/index.html"
    replace_keeping_time(page, b"Hits", b"Hurt")
    assert not is_fresh(published)
    page.unlink()
    assert not is_fresh(published)
    publish_files(published)
    assert is_fresh(published)


@POSIX
def test_a_link_is_no_output(published: Project) -> None:
    page = published.root / "build/small/web/index.html"
    page.rename(published.root / "index.html")
    page.symlink_to(published.root / "index.html")
    assert not is_fresh(published)
    (page.parent / "index.html").unlink()
    page.parent.rmdir()
    (published.root / "web").mkdir()
    (published.root / "index.html").rename(published.root / "web/index.html")
    page.parent.symlink_to(published.root / "web")
    assert not is_fresh(published)


@POSIX
@pytest.mark.parametrize("name", ["build", "build/small"])
def test_an_output_behind_a_link_is_none(published: Project, name: str) -> None:
    (published.root / name).rename(published.root / "elsewhere")
    (published.root / name).symlink_to(published.root / "elsewhere")
    assert not is_fresh(published)


def test_a_file_of_others_is_no_change(published: Project) -> None:
    published.write("build/small/web/notes.txt", "mine")
    assert is_fresh(published)
    assert BuildCache(str(published.root), "small", prove=True).foreign_outputs == ["web/notes.txt"]


def test_what_changes_while_a_build_works_is_built_again(small: Project) -> None:
    publish_files(small, lambda: small.replace(SOURCE, "title: Hits\n", "title: Hurt\n"))
    assert not is_fresh(small)


def test_what_changes_while_a_build_works_and_changes_back_is_built_again(small: Project) -> None:
    def edit_twice() -> None:
        small.replace(SOURCE, "title: Hits\n", "title: Hurt\n")  # the build reads this
        small.replace(SOURCE, "title: Hurt\n", "title: Hits\n")

    os.utime(small.root / SOURCE, (1, 1))
    publish_files(small, edit_twice)
    assert not is_fresh(small)


def test_a_copy_of_the_project_is_fresh(published: Project, tmp_path: Path) -> None:
    copy = tmp_path / "a copy"
    shutil.copytree(published.root, copy, ignore=shutil.ignore_patterns("a copy"))
    assert is_fresh(Project(copy, published.capture))


# What is read


@contextmanager
def counted_reads() -> Iterator[list[str]]:
    read: list[str] = []
    real = listings._digest_of

    def counted(path: str) -> str:
        read.append(path)
        return real(path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(listings, "_digest_of", counted)
        yield read


@pytest.mark.skipif(sys.platform == "win32", reason="programs can set every time there")
def test_only_what_may_have_changed_is_read(published: Project) -> None:
    time.sleep(2 * TICK / 1e9)
    publish_files(published)
    with counted_reads() as read:
        assert is_fresh(published)
    assert read == []
    (published.root / SOURCE).touch()
    with counted_reads() as read:
        assert is_fresh(published)
    assert read == [str(published.root / SOURCE)]


NOW = 1_700_000_000_123_456_789


@pytest.mark.skipif(sys.platform == "win32", reason="no stamp is trusted there")
@pytest.mark.parametrize(
    ("why", "written", "changed", "trusted"),
    [
        ("older than the listing", NOW - TICK - 1, NOW - TICK - 1, True),
        ("as old as the listing, as far as the clock tells", NOW - TICK, NOW - TICK, False),
        ("younger", NOW + TICK, NOW + TICK, False),
        ("an old file with other rights or another name since", 1, NOW, False),
        ("a time in the future", NOW * 2, NOW - TICK - 1, False),
        ("a clock that tells whole seconds", 1, NOW - NOW % 1_000_000_000 - 10_000_000_000, False),
    ],
)
def test_a_stamp_is_trusted_if_any_change_would_alter_it(why: str, written: int, changed: int, trusted: bool) -> None:
    files = settled({"a": [4, written, changed, 7, "digest"]}, NOW)
    assert files == {"a": [4, written, changed, 7, "digest"] if trusted else [*UNREAD, "digest"]}, why


def test_two_edits_in_one_tick_of_the_clock_are_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a file system does whose clock stands still: all four numbers are the same before and after."""
    file, ticks = tmp_path / "a.yaml", count()
    file.write_text("one")
    stamp = file.stat()
    monkeypatch.setattr(listings, "_status", lambda *_, **__: stamp)
    first = settled(listing(str(tmp_path)), stamp.st_ctime_ns + next(ticks))
    file.write_text("two")
    assert contents(listing(str(tmp_path), first)) == {"a.yaml": digest(b"two")}


@POSIX
def test_loops_pipes_and_links_to_everything_end(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        (tmp_path / name).symlink_to(".")
    (tmp_path / "self.yaml").symlink_to("self.yaml")
    (tmp_path / "everything").symlink_to("/")
    (tmp_path / "zero.png").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "x.yaml")
    found = listing(str(tmp_path))
    assert found.keys() == {"one", "two", "three", "self.yaml", "everything", "zero.png", "x.yaml"}
    (tmp_path / "everything").unlink()
    (tmp_path / "everything").symlink_to("/etc")
    assert contents(found) != contents(listing(str(tmp_path), found))


@POSIX
def test_folders_may_be_as_deep_as_the_system_allows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    deep = "/".join("d" * 1900)
    subprocess.run(["mkdir", "-p", deep], check=True)  # pathlib would recur too deep
    try:
        with open(f"{deep}/a", "w"):
            pass
        assert [path.count("/") for path in listing(".")] == [1900]
    finally:
        subprocess.run(["rm", "-r", "d"], check=True)


@POSIX
def test_a_pipe_that_takes_the_place_of_a_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.yaml")
    assert listings.read_file(str(tmp_path / "x.yaml")) is None


@POSIX
def test_templates_behind_a_link_are_not_known_so_never_fresh(published: Project) -> None:
    (published.root / "shared").mkdir()
    (published.root / "templates").mkdir()
    (published.root / "templates/web").symlink_to(published.root / "shared")
    publish_files(published)
    assert not is_fresh(published)


def test_a_linked_file_counts_as_what_it_leads_to(published: Project) -> None:
    published.write("templates/own.css", "a")
    (published.root / "templates/card.css").symlink_to("own.css")
    publish_files(published)
    replace_keeping_time(published.root / "templates/own.css", b"a", b"b")
    found = listing(str(published.root / "templates"))
    assert found["card.css"][-1] == found["own.css"][-1] == digest(b"b")


# Builds


@pytest.fixture
def rendered(small: Project, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were rendered, to next to nothing."""
    games: list[str] = []

    def render(examined: object, *_: object) -> dict[str, bytes]:
        games.append(examined.game)  # type: ignore[attr-defined]
        return FILES

    monkeypatch.setattr("rulewright.app.commands.build_games.render", render)
    monkeypatch.setattr("rulewright.app.commands.build_games.font_size_lines", lambda *_: [])
    return games


def test_a_build_that_waited_for_another_finds_its_work_done(
    small: Project, rendered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def after_another(build: Path) -> Iterator[None]:
        monkeypatch.undo()
        publish_files(small)
        with sole_access(build):
            yield

    monkeypatch.setattr("rulewright.app.commands.build_games.sole_access", after_another)
    said = small.run("build")
    assert said.status == 0
    assert "a warning\nsmall: nothing has changed" in said.out
    assert rendered == []


def test_only_the_games_that_changed_are_built(small: Project, rendered: list[str]) -> None:
    shutil.copytree(small.root / "content/small", small.root / "content/other")
    assert small.run("build").status == 0
    assert sorted(rendered) == ["other", "small"]
    small.write("content/other/rules.py", small.read("content/other/rules.py") + "\n")
    said = small.run("build")
    assert rendered[2:] == ["other"]
    assert said.out.count("small: nothing has changed") == 1


def test_a_build_names_the_files_of_others(small: Project, rendered: list[str]) -> None:
    for name in ("CNAME", "\x1b[2J", "b", "c"):
        small.write(f"build/small/{name}", "mine")
    line = (
        f"small: no build wrote these files in {small.root}/build/small, so they stay: \\x1b[2J, CNAME, b and 1 more\n"
    )
    assert line in small.run("build").out
    assert line in small.run("build").out
    assert small.read("build/small/c") == "mine"


def test_what_a_killed_build_left_is_put_right_though_nothing_has_changed(small: Project, rendered: list[str]) -> None:
    assert small.run("build").status == 0
    (small.root / "build/small").rename(small.root / f"build/{HIDDEN}/small-1234.old")
    assert "nothing has changed" in small.run("build").out
    small.write(f"build/{HIDDEN}/small-1234.new/web/index.html", "half")
    assert "nothing has changed" in small.run("build").out
    assert sorted(path.name for path in (small.root / "build").rglob("*") if path.name != "lock") == [
        HIDDEN,
        RECORD,
        "cards",
        "hits.pdf",
        "index.html",
        "small",
        "web",
    ]
    assert len(rendered) == 1
