"""An output is replaced whole or not at all; what others have in its folder stays; builds at once wait."""

import errno
import os
import subprocess
import sys
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import settings

from rulewright.app.publish import InTheWayError, clean_up, exchange, publish, sole_access
from rulewright.base.record import HIDDEN, LOCK, RECORD, Record
from tests.conftest import Project

WAITING = "rulewright: another build of this project is running; this one waits for it to end\n"
LINKS = pytest.mark.skipif(os.name != "posix", reason="links need rights there")


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """A build/ with an output of two files."""
    publish(tmp_path / "build/game", {"index.html": b"old", "web/page.html": b"old"})
    return tmp_path / "build"


def files(folder: Path) -> dict[str, bytes]:
    """All but the record, by path; of a link what it says."""
    return {
        path.relative_to(folder).as_posix(): os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
        for path in folder.rglob("*")
        if path.name != RECORD and (path.is_symlink() or path.is_file())
    }


def hidden(build: Path) -> list[str]:
    return sorted(path.name for path in (build / HIDDEN).iterdir() if path.name != LOCK)


def refusal(build: Path, new: dict[str, bytes]) -> str:
    """Why nothing was published; the old output is as it was."""
    before = files(build / "game")
    with pytest.raises(InTheWayError) as refused:
        publish(build / "game", new)
    assert files(build / "game") == before
    assert not (build / HIDDEN).is_dir() or hidden(build) == []
    return f"{Path(refused.value.filename).relative_to(build.parent).as_posix()}: {refused.value.strerror}"


def is_fuzz() -> bool:
    """Whether `make fuzz` runs."""
    return settings.get_current_profile_name() == "fuzz"


# What is published


def test_the_new_files_are_all_there_is_of_builds(build: Path) -> None:
    publish(build / "game", {"index.html": b"new", "cards/a.pdf": b"new"})
    assert files(build / "game") == {"index.html": b"new", "cards/a.pdf": b"new"}
    assert sorted(path.name for path in (build / "game").iterdir()) == [RECORD, "cards", "index.html"]
    assert Record.load(str(build / "game")).outputs.keys() == {"index.html", "cards/a.pdf"}
    assert hidden(build) == []


def test_a_file_that_has_not_changed_keeps_its_time(build: Path) -> None:
    os.utime(build / "game/index.html", (1, 1))
    publish(build / "game", {"index.html": b"old", "web/page.html": b"new"})
    assert (build / "game/index.html").stat().st_mtime == 1
    assert (build / "game/index.html").stat().st_nlink == 1


def test_files_without_second_names_are_copied_with_their_times(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "no hard links on this file system")

    monkeypatch.setattr("os.link", refuse)
    (build / "game/notes.txt").write_bytes(b"mine")
    for name in ("index.html", "notes.txt"):
        os.utime(build / "game" / name, (1, 1))
    assert publish(build / "game", {"index.html": b"old"}) == ["notes.txt"]
    assert files(build / "game") == {"index.html": b"old", "notes.txt": b"mine"}
    assert {(build / "game" / name).stat().st_mtime for name in ("index.html", "notes.txt")} == {1}


def test_a_reader_goes_on_reading_what_it_opened(build: Path) -> None:
    with (build / "game/index.html").open("rb") as reader:
        publish(build / "game", {"index.html": b"new"})
        assert reader.read() == b"old"


@pytest.mark.skipif(os.name != "posix", reason="there are no such rights there")
def test_folders_stay_open_to_whom_they_were_open(build: Path) -> None:
    (build / "game").chmod(0o2775)
    (build / "game/web").chmod(0o711)
    publish(build / "game", {"web/page.html": b"new"})
    assert [path.stat().st_mode & 0o7777 for path in (build / "game", build / "game/web")] == [0o2775, 0o711]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux exchanges two names")
def test_one_rename_exchanges_two_folders(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name / name).mkdir(parents=True)
    assert exchange(tmp_path / "one", tmp_path / "other")
    assert (tmp_path / "one/other").is_dir()
    assert (tmp_path / "other/one").is_dir()
    with pytest.raises(FileNotFoundError):
        exchange(tmp_path / "one", tmp_path / "nothing")


# Files of others


@LINKS
def test_files_of_others_stay(build: Path, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home/letter").write_bytes(b"mine")
    game = build / "game"
    (game / "web/.git/refs").mkdir(parents=True)
    (game / "web/.git/HEAD").write_bytes(b"main")
    (game / "to-home").symlink_to(tmp_path / "home")
    (game / "to-nothing").symlink_to("nothing")
    (game / "empty").mkdir()
    os.mkfifo(game / "pipe")
    assert set(publish(game, {"index.html": b"new"})) == {
        "web/.git/HEAD",
        "web/.git/refs",
        "to-home",
        "to-nothing",
        "empty",
        "pipe",
    }
    assert (game / "web/.git/HEAD").read_bytes() == b"main"
    assert (game / "web/.git/refs").is_dir()
    assert (game / "empty").is_dir()
    assert (game / "pipe").is_fifo()
    assert (game / "to-home").readlink() == tmp_path / "home"
    assert (game / "to-nothing").is_symlink()
    assert not (game / "web/page.html").exists()
    assert (tmp_path / "home/letter").read_bytes() == b"mine"


def test_a_file_that_others_add_in_the_last_moment_is_brought_home(build: Path) -> None:
    def add(*_: object) -> bool:
        (build / "game/late.txt").write_bytes(b"mine")
        (build / "game/web/notes.txt").write_bytes(b"edited")
        return exchange(*_)  # type: ignore[arg-type]

    (build / "game/web/notes.txt").write_bytes(b"mine")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rulewright.app.publish.exchange", add)
        publish(build / "game", {"index.html": b"new"})
    assert files(build / "game") == {"index.html": b"new", "late.txt": b"mine", "web/notes.txt": b"edited"}


def test_a_file_that_others_replace_in_the_last_moment_is_the_newer_one(build: Path) -> None:
    def edit(*folders: Path) -> bool:
        (build / "game/notes.new").write_bytes(b"newer")
        (build / "game/notes.new").replace(build / "game/notes.txt")
        return exchange(*folders)

    (build / "game/notes.txt").write_bytes(b"mine")
    os.utime(build / "game/notes.txt", (1, 1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rulewright.app.publish.exchange", edit)
        publish(build / "game", {"index.html": b"new"})
    assert files(build / "game") == {"index.html": b"new", "notes.txt": b"newer"}


def test_without_a_record_nothing_is_removed(build: Path) -> None:
    (build / "game" / RECORD).unlink()
    assert publish(build / "game", {"index.html": b"new"}) == ["web/page.html"]
    assert files(build / "game") == {"index.html": b"new", "web/page.html": b"old"}


def test_a_record_cannot_name_what_lies_elsewhere(build: Path) -> None:
    (build / "other").write_bytes(b"mine")
    outputs = Record.load(str(build / "game")).outputs
    forged = Record(outputs={**outputs, "../other": outputs["index.html"], str(build / "other"): outputs["index.html"]})
    (build / "game" / RECORD).write_bytes(forged.encode())
    publish(build / "game", {"index.html": b"new"})
    assert (build / "other").read_bytes() == b"mine"


# What is in the way


@LINKS
@pytest.mark.parametrize("name", ["build", "build/game", f"build/{HIDDEN}"])
def test_nothing_is_written_through_a_link(tmp_path: Path, name: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "letter").write_bytes(b"mine")
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).symlink_to(home)
    with pytest.raises(InTheWayError, match="this is a link") as refused:
        publish(tmp_path / "build/game", {"index.html": b"new"})
    assert refused.value.filename == str(tmp_path / name)
    assert files(home) == {"letter": b"mine"}


@LINKS
def test_a_lock_that_is_a_link_is_not_followed(build: Path, tmp_path: Path) -> None:
    (build / HIDDEN / LOCK).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic link"), sole_access(build):
        pass
    assert not (tmp_path / "elsewhere").exists()


def test_what_leaves_a_file_no_place_is_an_error(build: Path) -> None:
    game = build / "game"
    (game / "a/b").mkdir(parents=True)
    (game / "a/b/notes.txt").write_bytes(b"mine")
    assert refusal(build, {"a": b""}) == "build/game/a: this is a folder, where a file of the game should go"
    (game / "empty").mkdir()
    assert refusal(build, {"empty": b""}) == "build/game/empty: this is a folder, where a file of the game should go"
    assert refusal(build, {"a/b/notes.txt/c": b""}) == (
        "build/game/a/b/notes.txt: this is not a folder, but a folder of the game should go there"
    )
    assert refusal(build, {"a/b/notes.txt": b"ours"}) == (
        "build/game/a/b/notes.txt: no build wrote this file, and now a file of the game has the same name"
    )
    publish(game, {"a/b/notes.txt": b"mine"})  # the same bytes lose nothing


def test_a_folder_in_place_of_an_output_is_an_error(build: Path) -> None:
    (build / "game/index.html").unlink()
    (build / "game/index.html").mkdir()
    assert "this is a folder" in refusal(build, {"index.html": b"new"})


@LINKS
def test_a_link_where_something_of_the_game_should_go_is_an_error(build: Path) -> None:
    (build / "game/web/page.html").unlink()
    (build / "game/web").rmdir()
    (build / "game/web").symlink_to(build)
    assert refusal(build, {"web/page.html": b""}).startswith("build/game/web: this is not a folder")
    (build / "game/new.html").symlink_to(build / "game/index.html")
    assert refusal(build, {"new.html": b""}).startswith("build/game/new.html: this is a link or a device")


def test_a_file_and_a_folder_of_the_last_build_may_change_places(build: Path) -> None:
    publish(build / "game", {"index.html/a": b"new", "web": b"new"})
    assert files(build / "game") == {"index.html/a": b"new", "web": b"new"}


@LINKS
def test_a_linked_output_is_a_finding(small: Project) -> None:
    (small.root / "home").mkdir()
    small.write("build/note", "mine")
    (small.root / "build/small").symlink_to(small.root / "home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rulewright.app.commands.build_games.render", lambda *_: {"index.html": b""})
        said = small.run("build")
    assert said.status == 2
    assert "build/small: error[unwritable]: the output cannot be written: this is a link, and the output is" in said.err
    assert "help: move it away; the files of the last build are untouched" in said.err
    assert not [*(small.root / "home").iterdir()]


@pytest.mark.parametrize("number", [errno.EXDEV, errno.EBUSY])  # of a container's image; mounted
def test_a_folder_that_cannot_be_renamed_is_a_finding(
    small: Project, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(*_: object) -> bool:
        raise OSError(number, os.strerror(number))

    small.write("build/small/notes.txt", "mine")
    monkeypatch.setattr("rulewright.app.publish.exchange", refuse)
    monkeypatch.setattr("rulewright.app.commands.build_games.render", lambda *_: {"index.html": b""})
    said = small.run("build")
    assert said.status == 2
    assert f"error[unwritable]: the output cannot be written: {os.strerror(number)}" in said.err
    assert "help: it is mounted, or in" in said.err
    assert files(small.root / "build/small") == {"notes.txt": b"mine"}


# What ends it


def test_what_fails_leaves_the_old_output_and_nothing_beside_it(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    before = files(build / "game")
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        publish(build / "game", {"index.html": b"new"})
    assert files(build / "game") == before
    assert hidden(build) == []


def test_where_the_second_rename_fails_the_old_output_comes_back(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, rename = files(build / "game"), Path.rename

    def fail(path: Path, target: Path) -> Path:
        if path.suffix == ".new":
            raise PermissionError(errno.EACCES, "Permission denied")
        return rename(path, target)

    monkeypatch.setattr("rulewright.app.publish.exchange", lambda *_: False)
    monkeypatch.setattr(Path, "rename", fail)
    with pytest.raises(PermissionError):
        publish(build / "game", {"index.html": b"new"})
    assert files(build / "game") == before
    assert hidden(build) == []


def test_an_output_that_a_killed_build_had_put_aside_comes_back(build: Path) -> None:
    before = files(build / "game")
    (build / "game").rename(build / HIDDEN / "game-1234.old")
    (build / HIDDEN / "game-1234.new").mkdir()
    with sole_access(build):
        assert files(build / "game") == before
        assert hidden(build) == []


def test_what_cannot_be_brought_home_is_not_removed(build: Path) -> None:
    old = build / HIDDEN / "game-1234.old"
    (old / "index.html").mkdir(parents=True)
    (old / "index.html/notes.txt").write_bytes(b"mine")
    clean_up(build)
    assert (old / "index.html/notes.txt").read_bytes() == b"mine"


@pytest.mark.long
@pytest.mark.hypothesis
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="traces system calls")
def test_a_kill_between_any_two_system_calls_leaves_the_old_output_or_the_new() -> None:
    every = ["all"] if is_fuzz() else []
    done = subprocess.run([sys.executable, "-m", "tests.killing", *every], check=False, capture_output=True, text=True)
    if "PermissionError: this machine" in done.stderr:
        pytest.skip("this machine does not let a process be traced")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(" 0 faults\n") == 3


# Two at once


def test_who_finds_another_at_work_says_so_and_waits(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from rulewright.app.publish import sole_access\n"
        "with sole_access(Path(sys.argv[1])): print('in')"
    )
    with sole_access(tmp_path / "build"):
        other = subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path / "build")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert other.stderr is not None
        assert other.stderr.readline() == WAITING
        assert other.poll() is None
    assert other.communicate(timeout=60) == ("in\n", "")


def test_where_there_are_no_locks_a_build_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> bool:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("rulewright.app.publish._try_lock", refuse)
    with sole_access(tmp_path / "build"):
        pass
    assert capsys.readouterr().err == (
        "rulewright: this file system has no locks (No locks available); "
        "do not start two builds of this project at once\n"
    )


@pytest.mark.hypothesis
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks")
def test_two_at_once_leave_one_whole_output(tmp_path: Path) -> None:
    outputs = [{f"{name}/{number}": name.encode() * 100 for number in range(10)} for name in ("one", "other")]
    context = get_context("fork")
    for _ in range(100 if is_fuzz() else 5):
        both = [context.Process(target=publish_alone, args=(tmp_path / "build", output)) for output in outputs]
        for process in both:
            process.start()
        for process in both:
            process.join(60)
        assert [process.exitcode for process in both] == [0, 0]
        assert files(tmp_path / "build/game") in outputs
        assert hidden(tmp_path / "build") == []


def publish_alone(build: Path, output: dict[str, bytes]) -> None:
    with sole_access(build):
        publish(build / "game", output)


@pytest.mark.hypothesis
@pytest.mark.skipif("not is_fuzz()", reason="whole builds take long")
def test_two_builds_at_once_make_one_whole_output(small: Project) -> None:
    waited = 0
    for number in range(100):
        text = small.read("content/small/game.yaml")
        small.write("content/small/game.yaml", text.replace("title: Hits\n", f"title: Hits {number}\n"))
        command = [sys.executable, "-m", "rulewright.app.cli", "build", "--project", str(small.root)]
        both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
        said = [(*build.communicate(timeout=300), build.returncode) for build in both]
        assert [status for *_, status in said] == [0, 0], said
        assert sorted("nothing has changed" in out for out, *_ in said) == [False, True]
        errors = sorted(err for _, err, _ in said)
        assert errors in (["", WAITING], ["", ""]), "the second may begin late"
        waited += errors == ["", WAITING]
        assert f"Hits {number}" in small.read("build/small/web/hits.html")
        assert "nothing has changed" in small.run("build").out
        small.write("content/small/game.yaml", text)
    assert waited > 50
