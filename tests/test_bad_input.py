"""Bad input gets a clear error, the right exit status and no traceback; the last good output stays as it was."""

import os
import resource
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from rulewright.app.cli import main
from rulewright.app.commands.group import COMMANDS
from rulewright.base.record import HIDDEN, LOCK
from rulewright.proof.process import Limits
from rulewright.proof.prove import ProofOptions
from tests.conftest import SMALL_GAME, SMALL_RULES, Project
from tests.processes import children
from tests.waiting import until

SOURCE = "content/small/game.yaml"


def outputs(root: Path) -> dict[str, tuple[bytes, int]]:
    """Every file under build/ with its bytes and time of change."""
    files = (path for path in (root / "build").rglob("*") if path.is_file())
    return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


def rulewright(root: Path, *arguments: str, **options: object) -> "subprocess.Popen[str]":
    """The command line in a process of its own."""
    command = [sys.executable, "-m", "rulewright.app.cli", *arguments, "--project", str(root)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)  # type: ignore[call-overload, no-any-return]


# Finding and reading the source


def test_no_game_folder(project: Project) -> None:
    said = project.run("check")
    assert said.status == 2
    assert "content: error[no-game]: there is no game here" in said.out
    assert "--project" in said.out


def test_a_game_that_is_not_there_is_refused_with_the_nearest(small: Project) -> None:
    said = small.run("check", "smal")
    assert said.status == 2
    assert "content/smal: error[no-game]: there is no game 'smal'" in said.out
    assert "help: did you mean 'small'?" in said.out


def test_a_game_name_cannot_lead_out_of_content(small: Project) -> None:
    small.write("elsewhere/game.yaml", SMALL_GAME)
    said = small.run("build", "../elsewhere")
    assert said.status == 2
    assert "there is no game '../elsewhere'" in said.err
    assert not (small.root / "build").exists()


def test_empty_file(small: Project) -> None:
    small.write("content/small/empty.yaml", "# only a comment\n")
    said = small.run("check")
    assert said.status == 2
    assert "content/small/empty.yaml: error[empty-file]: the file is empty" in said.out
    assert "help: write something in it, beginning with game: or rules:" in said.out


def test_not_utf8(small: Project) -> None:
    small.write(SOURCE, "game: {title: Größe, language: de}\n".encode("latin-1"))
    said = small.run("check")
    assert said.status == 2
    assert f"{SOURCE}:1:17: error[not-utf8]: not UTF-8: the byte 0xF6 is not allowed here" in said.out


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        ("game: {title: A\nrules: {}", "1:7", "close this bracket"),
        ("rules:\n\ta: 1\n", "2:1", "indent with spaces"),
        ("rules:\n  a:\n    title: Fire: at night\n", "3:16", "needs quotes"),
        ("terms:\n  A:\n    text: **if** so\n", "3:11", "text that begins with * needs quotes"),
        ("terms:\n  A:\n    text: [[B]] is so\n", "3:17", "text that begins with [[ needs quotes"),
        ("terms: {A: {text: A [[B]] is so}}\n", "1:21", "inside { }, text that holds [[…]]"),
        ("a: b\x07", "1:5", "remove the control character"),
    ],
)
def test_invalid_yaml(small: Project, text: str, place: str, hint: str) -> None:
    small.write(SOURCE, text)
    said = small.run("check")
    assert said.status == 2
    assert f"{SOURCE}:{place}: error[invalid-yaml]: " in said.out
    assert hint in said.out
    assert "Traceback" not in said.out + said.err


def test_alias_bomb(small: Project) -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True)]
    small.write(SOURCE, "\n".join(lines))
    said = small.run("check")
    assert said.status == 2
    assert f"{SOURCE}:1:4: error[alias]: the anchor &a is not supported" in said.out


def test_a_hundred_thousand_opening_brackets(small: Project) -> None:
    small.write(SOURCE, "a: " + "[" * 100_000)
    said = small.run("check")
    assert said.status == 2
    assert "error[nested-too-deep]" in said.out


def test_a_file_of_50_megabytes(small: Project) -> None:
    small.write("content/small/huge.yaml", b"# " + b"x" * 50_000_000)
    said = small.run("check")
    assert said.status == 2
    assert "content/small/huge.yaml: error[too-large]: the file is larger than 16 MB" in said.out


def test_rules_code_of_a_megabyte_and_a_half(small: Project) -> None:
    small.write("content/small/rules.py", b"# " + b"x" * 1_500_000)
    said = small.run("check", "--no-prove")
    assert said.status == 2
    assert "content/small/rules.py: error[too-large]: the file is larger than 1.5 MB" in said.out


def test_files_that_are_too_long_together(small: Project) -> None:
    """A file within the limit is none of the game if the others have spent it."""
    small.write("content/small/huge.yaml", b"# " + b"x" * 5_999_000)
    assert "too-large" not in small.run("check", "--no-prove").out
    small.write("content/small/more.yaml", b"# " + b"x" * 1_000)
    said = small.run("check", "--no-prove")
    assert "content/small/more.yaml: error[too-large]: with this file the game has 6,00" in said.out
    assert "  help: the limit is 6,000,000: make it two games" in said.out


def test_a_key_given_twice_points_at_both(small: Project) -> None:
    small.write(SOURCE, SMALL_GAME.replace('    number: "1"\n', '    number: "1"\n    number: "2"\n'))
    said = small.run("check")
    assert said.status == 1
    assert f"{SOURCE}:8:5: error[duplicate-key]: the key 'number' is given twice" in said.out
    assert f"{SOURCE}:7:5: first given here" in said.out


def test_a_link_out_of_the_game_folder_is_not_read(small: Project) -> None:
    secret = small.write("secret.yaml", "game: {title: Secret}\n")
    (small.root / "content/small/more.yaml").symlink_to(secret)
    said = small.run("check")
    assert said.status == 2
    assert "content/small/more.yaml: error[outside]" in said.out
    assert "Secret" not in said.out


def test_all_faults_of_a_stage_are_told_at_once(small: Project) -> None:
    small.write("content/small/a.yaml", b"\xff\xfe")
    small.write("content/small/b.yaml", "")
    small.write("content/small/c.yaml", "x: [")
    out = small.run("check").out
    assert [name in out for name in ("not-utf8", "empty-file", "invalid-yaml")] == [True, True, True]


# Tables, cards and code


def test_a_row_too_short(small: Project) -> None:
    small.replace(SOURCE, "open: [3, 4]", "open: [3]")
    said = small.run("check")
    assert said.status == 1
    assert f"{SOURCE}:18:13: error[missing-cell]: this row has 1 cell for 2 columns" in said.out
    assert "help: the columns are: Rifle, Mortar" in said.out


def test_a_function_that_does_not_exist(small: Project) -> None:
    small.replace(SOURCE, "score(cover, weapon)", "scores(cover, weapon)")
    said = small.run("check")
    assert said.status == 1
    assert f"{SOURCE}:20:12: error[unknown-function]: content/small/rules.py has no function scores()" in said.out
    assert "help: did you mean 'score'?" in said.out


def test_a_function_that_raises(small: Project) -> None:
    small.replace("content/small/rules.py", "return 4", "return 4 // 0")
    said = small.run("check")
    assert said.status == 1
    assert "content/small/rules.py:17:" in said.out
    assert "error[rules-raised]: score(cover='open', weapon='mortar') raised ZeroDivisionError" in said.out
    assert f"{SOURCE}:20:12: called here" in said.out


def test_a_function_that_does_not_return_in_time(small: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Limits().seconds == 10
    monkeypatch.setattr("rulewright.app.commands.check.ProofOptions", partial(ProofOptions, Limits(seconds=0.5)))
    small.replace("content/small/rules.py", "return 4", "while True: pass")
    said = small.run("check")
    assert said.status == 1
    assert "error[rules-timeout]: score() did not return within 0.5 s" in said.out


def test_rules_code_cannot_read_the_source(small: Project) -> None:
    text = 'open("game.yaml").read()'
    small.replace("content/small/rules.py", "return 4", f"return len({text})")
    said = small.run("check")
    assert said.status == 1
    assert "error[rules-" in said.out
    assert "open" in said.out


@pytest.mark.parametrize("module", ["yaml", "rulewright", "os", "socket", "pathlib", "importlib"])
def test_rules_code_cannot_import_what_could_read_it(small: Project, module: str) -> None:
    small.write("content/small/rules.py", f"import {module}\n{SMALL_RULES}")
    said = small.run("check")
    assert said.status == 1
    assert "content/small/rules.py:1:" in said.out
    assert "error[rules-import]" in said.out


def test_no_prove_runs_no_rules_code(small: Project) -> None:
    small.replace("content/small/game.yaml", "language: en}", "language: en, readers: editors}")
    small.write("content/small/rules.py", "raise SystemExit('this must not run')\n")
    said = small.run("build", "--no-prove")
    assert said.status == 0, said.out
    assert "Not proved" in small.read("build/small/web/hits.html")


def test_a_card_that_names_a_missing_table(small: Project) -> None:
    small.write("cards/small/hits.yaml", "title: Hits\nsize: 60 × 60 mm\nblocks:\n  - table: hit\n")
    said = small.run("check")
    assert said.status == 1
    assert "cards/small/hits.yaml:4:12: error[dangling-link]: there is no table 'hit'" in said.out
    assert "help: did you mean 'hits'?" in said.out


def test_a_card_that_overflows_names_the_block_and_the_millimetres(small: Project) -> None:
    small.replace("cards/small/hits.yaml", "size: 60 × 60 mm", "size: 60 × 30 mm\nfont-size: 30pt")
    said = small.run("build")
    assert said.status == 1
    assert "error[card-overflow]: card 'hits': the block 'table hits' is " in said.out
    assert " mm too long and " in said.out
    assert " mm too wide for its place" in said.out
    assert not (small.root / "build/small").exists()


def test_a_table_wider_than_its_column_is_no_overlap_in_silence(small: Project) -> None:
    columns = "[[{table: hits}], [{table: hits}]]"
    small.write(
        "cards/small/hits.yaml", f"title: Hits\nsize: 60 × 60 mm\nblocks: [{{columns: {{blocks: {columns}}}}}]\n"
    )
    said = small.run("build")
    assert said.status == 1
    for column in (1, 2):
        assert f"error[card-overflow]: card 'hits': the block 'table hits' of column {column} is " in said.out
    assert " mm too wide for its place" in said.out


# Writing


def test_a_failed_build_leaves_the_last_good_output(small: Project) -> None:
    assert small.run("build").status == 0
    good = outputs(small.root)
    small.replace(SOURCE, "open: [3, 4]", "open: [2, 4]")
    said = small.run("build")
    assert said.status == 1
    assert "small is not built" in said.err
    assert outputs(small.root) == good


@pytest.mark.skipif(os.name != "posix", reason="needs a limit on file sizes")
def test_a_full_disk(small: Project) -> None:
    assert small.run("build").status == 0
    good = outputs(small.root)
    small.replace(SOURCE, "title: Hits\n", "title: Other hits\n")

    def tiny_disk() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    build = rulewright(small.root, "build", preexec_fn=tiny_disk)
    out, err = build.communicate(timeout=60)
    assert build.returncode == 2, out + err
    assert "error[unwritable]: the output cannot be written" in err
    assert "Traceback" not in err
    assert outputs(small.root) == good
    assert [path.name for path in (small.root / "build" / HIDDEN).iterdir()] == [LOCK]


def test_a_build_folder_that_cannot_be_written(small: Project) -> None:
    small.write("build", "a file stands where the folder should be")
    said = small.run("build")
    assert said.status == 2
    assert "error[unwritable]: the output cannot be written" in said.err
    assert small.read("build") == "a file stands where the folder should be"


def test_an_output_path_that_cannot_be_written(small: Project) -> None:
    small.write("build/small/web", "a file in the way of the web folder")
    said = small.run("build")
    assert said.status == 2
    assert "error[unwritable]" in said.err


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_ctrl_c_in_mid_build(small: Project) -> None:
    assert small.run("build").status == 0
    good = outputs(small.root)
    small.replace("content/small/rules.py", "return 4", "while True: pass")
    # Where the tests run in the background they are started deaf to Ctrl-C, and would pass that on.
    build = rulewright(small.root, "build", preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    until(lambda: children(build.pid))  # the one that runs the rules
    build.send_signal(signal.SIGINT)
    out, err = build.communicate(timeout=30)
    assert build.returncode == 2, out + err
    assert err == "rulewright: interrupted; the files of the last build are untouched\n"
    assert outputs(small.root) == good


def test_files_that_are_no_longer_made_are_removed(small: Project) -> None:
    assert small.run("build").status == 0
    assert (small.root / "build/small/cards/hits.pdf").exists()
    (small.root / "cards/small/hits.yaml").unlink()
    assert small.run("build").status == 0
    assert not (small.root / "build/small/cards").exists()


# Wrong use


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bild"], "No such command 'bild'. Did you mean 'build'?"),
        (["build", "--dratf"], "No such option '--dratf'. Did you mean '--draft'?"),
        (["check", "--format", "xml"], "Invalid value for '--format': 'xml' is not one of 'text', 'json'"),
        (["check", "--sample", "none"], "takes a number from 1 to 1,000,000,000,000, not 'none'"),
        (["rename", "rule:hits"], "Missing argument 'NEW'."),
    ],
)
def test_wrong_use_is_status_2_and_suggests_what_was_meant(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.startswith("Usage: rulewright")) == ("", True)
    assert message in said.err


def test_the_bare_command_prints_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    bare = capsys.readouterr().out
    assert main(["--help"]) == 0
    assert capsys.readouterr().out == bare
    assert all(f"\n  {name} " in bare for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_its_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "-h"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"Usage: rulewright {command} ")
    assert COMMANDS[command] in " ".join(said.split())
