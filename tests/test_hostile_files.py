"""Links, pipes, folders and names that no author means: a finding with its place, and never a traceback or a wait."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Project

MORE = "content/small/more.yaml"
Maker = Callable[[Path], object]


def check(project: Project) -> tuple[int, str]:
    said = project.run("check", "--no-prove")
    assert "Traceback" not in said.out + said.err
    return said.status, said.out + said.err


@pytest.mark.parametrize("name", [MORE, "content/small/rules.py", "cards/small/more.yaml", "cards/small/paper.icc"])
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: path.symlink_to("nowhere.yaml"), "is a link to nothing"),
        (lambda path: path.symlink_to(path), "is a link that leads to itself"),
        (lambda path: path.symlink_to("/dev/zero"), "is a link to a place outside its game's folder"),
        (lambda path: path.mkdir(), "is a folder, not a file"),
        (os.mkfifo, "is a pipe, not a file"),
    ],
    ids=["dangling", "looping", "device", "folder", "pipe"],
)
def test_only_regular_files_are_opened(small: Project, name: str, make: Maker, words: str) -> None:
    path = small.root / name
    path.unlink(missing_ok=True)
    make(path)
    status, said = check(small)
    assert status == 2
    assert f"{name}: error[{'outside' if 'outside' in words else 'unreadable-file'}]: the file {words}" in said


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda path: path.symlink_to("nowhere.svg"),
            "error[unreadable-file]: the picture 'hill.svg' is a link to nothing",
        ),
        (os.mkfifo, "error[unreadable-file]: the picture 'hill.svg' is a pipe, not a file"),
    ],
)
def test_pictures_too(small: Project, make: Maker, words: str) -> None:
    small.write("cards/small/hits.yaml", "title: Hits\nsize: 60 × 60 mm\nblocks: [{image: hill.svg}]\n")
    make(small.root / "cards/small/hill.svg")
    status, said = check(small)
    assert status == 1
    assert f"cards/small/hits.yaml:3:18: {words}" in said


def test_a_picture_whose_name_no_system_takes(small: Project) -> None:
    small.write("cards/small/hits.yaml", f"title: Hits\nsize: 60 × 60 mm\nblocks: [{{image: {'ab ' * 100}x.svg}}]\n")
    status, said = check(small)
    assert status == 1
    assert "error[missing-picture]: there is no file cards/small/ab ab" in said


@pytest.mark.parametrize("target", ["nowhere", "small"], ids=["dangling", "looping"])
def test_a_folder_of_cards_that_is_a_link_to_no_folder(small: Project, target: str) -> None:
    (small.root / "cards/small/hits.yaml").unlink()
    (small.root / "cards/small").rmdir()
    (small.root / "cards/small").symlink_to(target)
    status, said = check(small)
    assert status == 2
    assert "cards/small: error[unreadable-file]: the folder is a link" in said


def test_links_among_the_games_that_lead_nowhere_are_no_games(small: Project) -> None:
    (small.root / "content/loop").symlink_to("loop")
    (small.root / "content/dangling").symlink_to("nowhere")
    assert check(small)[0] == 0


@pytest.mark.parametrize("folder", ["content", "content/small", "cards/small"])
def test_a_folder_into_which_nobody_may_look(small: Project, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may look everywhere, so the system's answer is made here."""
    iterdir = Path.iterdir

    def refuse(path: Path) -> object:
        if path == small.root / folder:
            raise PermissionError(13, "Permission denied", str(path))
        return iterdir(path)

    monkeypatch.setattr(Path, "iterdir", refuse)
    status, said = check(small)
    assert status == 2
    assert f"{folder}: error[unreadable-file]: the folder cannot be read: Permission denied" in said


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"\xff.yaml", r"\udcff.yaml"),
        (b"a\x1b[2J.yaml", r"a\x1b[2J.yaml"),
        (b"a\n::error::b.yaml", r"a\n\x3a:error::b.yaml"),
    ],
)
def test_a_name_with_what_cannot_be_seen(small: Project, name: bytes, shown: str) -> None:
    Path(os.fsdecode(os.fsencode(small.root / "content/small") + b"/" + name)).write_bytes(b"rules: {}\n")
    status, said = check(small)
    assert status == 2
    assert (
        rf"content/small/{shown}: error[unreadable-file]: the name of the file has a character that cannot be seen"
        in said
    )


def test_a_game_whose_name_no_system_takes(small: Project) -> None:
    said = small.run("check", "a" * 300)
    assert said.status == 2
    assert "error[no-game]: there is no game 'aaa" in said.out


# Control characters, and the lines of findings


@pytest.mark.parametrize("escape", [r"\0", r"\e", r"\a", r"\x1b", r"\u0007", r"\L", r"\r"])
def test_a_control_character_in_a_title_is_a_finding_with_its_place(small: Project, escape: str) -> None:
    small.replace("content/small/game.yaml", "title: Score to hit", f'title: "Score {escape} hit"')
    status, said = check(small)
    assert status == 1
    assert "content/small/game.yaml:12:19: error[control-character]: the character U+" in said


@pytest.mark.parametrize("code", [0x00, 0x07, 0x1B, 0x7F])
def test_one_that_yaml_refuses_has_its_place_too(small: Project, code: int) -> None:
    small.replace("content/small/game.yaml", "title: Score to hit", f"title: Score {chr(code)} hit")
    status, said = check(small)
    assert status == 2
    assert f"game.yaml:12:18: error[invalid-yaml]: not valid YAML: the character U+{code:04X} is not allowed" in said


@pytest.mark.parametrize(
    ("broken", "line"),
    [("# one\u2028two\u2029three\x85four\n", 2), ("# one\rtwo: 2\n", 3), ("# one\r\n# two\n", 3)],
    ids=["rare breaks are none", "a carriage return is one", "both are one"],
)
def test_lines_are_counted_as_in_editors(small: Project, broken: str, line: int) -> None:
    small.write("content/small/more.yaml", broken + "nonsense: 1\n")
    status, said = check(small)
    assert status == 1
    assert f"content/small/more.yaml:{line}:1: error[unknown-key]" in said
    assert f"  {line} | nonsense: 1\n" in said


def test_a_chain_of_1200_themes(small: Project) -> None:
    for at in range(1200):
        extends = f"extends: t{at + 1}\n" if at < 1199 else 'ink: "#123456"\n'
        small.write(f"cards/small/t{at}.yaml", f"kind: theme\ntitle: Theme {at}\n{extends}")
    small.write("cards/small/hits.yaml", "title: Hits\nsize: 60 × 60 mm\ntheme: t0\nblocks: [{table: hits}]\n")
    assert check(small)[0] == 0


@pytest.mark.parametrize("number", ["²", "1.²"])
def test_a_rule_number_of_raised_figures(small: Project, number: str) -> None:
    small.replace("content/small/game.yaml", 'number: "1"', f'number: "{number}"')
    assert f"game.yaml:7:13: error[bad-number]: '{number}' is not a rule number" in check(small)[1]


@pytest.mark.parametrize("number", ["9" * 5000, "1" * 5000 + ".2"])
def test_a_rule_number_that_is_longer_than_python_counts(small: Project, number: str) -> None:
    small.replace("content/small/game.yaml", 'number: "1"', f'number: "{number}"')
    status, said = check(small)
    assert status == 2
    assert "content/small/game.yaml:7:14: error[too-large]: this number has 5,000 digits; the most are 40" in said
