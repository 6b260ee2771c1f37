"""`--jobs N`: how many processes work at once. The number changes nothing of what is made."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.base.processors import limit_jobs, processors
from rulewright.outputs.products.making import MANY_PROOFS
from rulewright.proof.executor import RulesExecutor
from tests.conftest import SMALL_CARD, Project

COUNT_FORKS = """\
import os, sys
forks = []
os.register_at_fork(after_in_parent=lambda: forks.append(1))
from rulewright.app.cli import main
status = main(sys.argv[1:])
print(status, len(forks), file=sys.stderr)
"""


def outputs(project: Project) -> dict[str, bytes]:
    """The files of a build, without the record of when they were written."""
    folder = project.root / "build/small"
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != ".rulewright.json")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_it_says_how_many_processes_work_at_once() -> None:
    usual = processors()
    with limit_jobs(3):
        assert processors() == 3
        assert RulesExecutor()._max_threads == 3
        with limit_jobs(0):
            assert processors() == usual
    assert processors() == usual


@pytest.mark.parametrize("command", ["build", "check"])
@pytest.mark.parametrize("number", ["0", "-1", "two", "1.5", "", "٢", "1000"])
def test_what_is_no_number_of_processes_is_refused(small: Project, command: str, number: str) -> None:
    said = small.run(command, f"--jobs={number}")
    assert said.status == 2
    assert f"Invalid value for '--jobs': takes a number from 1 to 999, not {number!r}" in said.err
    assert not (small.root / "build").exists()


def test_it_holds_for_one_command_only(small: Project) -> None:
    usual = processors()
    assert small.run("check", "--jobs", "7").status == 0
    assert processors() == usual


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere jobs are done one by one")
def test_one_job_forks_nothing_and_makes_the_same(small: Project, tmp_path: Path) -> None:
    """So many cards that their soft proofs are worth processes of their own."""
    for number in range(MANY_PROOFS):
        small.write(f"cards/small/card-{number}.yaml", SMALL_CARD.replace("Hits", f"Hits {number}"))
    made, forks = list[dict[str, bytes]](), list[int]()
    for jobs in ("1", "2"):
        environment = {**os.environ, "XDG_CACHE_HOME": f"{tmp_path}-cache-{jobs}"}
        run = [sys.executable, "-c", COUNT_FORKS, "build", "--jobs", jobs, "--project", str(small.root)]
        done = subprocess.run(run, capture_output=True, text=True, check=True, env=environment)
        status, forked = map(int, done.stderr.split())
        assert status == 0, done.stdout
        made.append(outputs(small))
        forks.append(forked)
        shutil.rmtree(small.root / "build")
    assert forks[0] == 0
    assert forks[1] > 0
    assert made[0] == made[1]
