"""Jobs run by a pool of processes. Each test has a process of its own: with other threads nothing is forked."""

import os
import shutil
import signal
import sys
import textwrap
from pathlib import Path

import pytest

from rulewright.base.processors import processors
from rulewright.base.record import RECORD
from tests.conftest import SMALL_CARD, Project
from tests.ready import ReadyProgram
from tests.waiting import until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere jobs are done one by one"),
]

IMPORTED = "import rulewright.app.commands.build, rulewright.base.pool, rulewright.pdf.engine, rulewright.readback"
START = """\
import os, sys, time
from pathlib import Path
from rulewright.base.pool import Job, run_jobs

told = []
progress = lambda *what: told.append(what)
"""


def start(program: str, *arguments: str) -> ReadyProgram:
    return ReadyProgram(IMPORTED, START + textwrap.dedent(program), *arguments)


def said(program: str, *arguments: str) -> str:
    process = start(program, *arguments)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    return out


def is_running(process: int) -> bool:
    """What has ended, but was not waited for by a parent of its own, no longer runs."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_results_stand_in_the_order_of_the_jobs_and_the_heavier_are_begun_first() -> None:
    program = """\
    jobs = [Job(f"job {at}", at, lambda at=at: (at, os.getpid(), time.monotonic(), time.sleep(0.1))) for at in range(6)]
    made = run_jobs(jobs, progress, most=2)
    first = {process: at for at, process, *_ in sorted(made, key=lambda each: -each[2])}
    print([each[0] for each in made], sorted(first.values()), len(first))
    steps = [step for _, step, _ in told]
    print(os.getpid() in {each[1] for each in made}, told[0], steps == sorted(steps), max(steps) >= 4)
    """
    assert said(program) == "[0, 1, 2, 3, 4, 5] [4, 5] 2\nFalse ('job 5, job 4', 0, 6) True True\n"


@pytest.mark.parametrize(
    "alone",
    [
        "run_jobs(jobs[:1], progress, most=2)",
        "run_jobs(jobs, progress, most=1)",
        "os.sched_setaffinity(0, list(os.sched_getaffinity(0))[:1]) or run_jobs(jobs, progress)",
        "threading.Thread(target=time.sleep, args=[1], daemon=True).start() or run_jobs(jobs, progress, most=2)",
    ],
)
def test_what_cannot_be_divided_is_done_here(alone: str) -> None:
    program = f"""\
    import threading
    jobs = [Job(f"job {{at}}", at, os.getpid) for at in range(3)]
    print(set({alone}) == {{os.getpid()}}, told[-1][0])
    """
    assert said(program).startswith("True job ")


def test_a_fault_of_a_job_is_raised_here_and_ends_the_others() -> None:
    program = """\
    def fail(): raise ValueError("no such colour")
    began = time.monotonic()
    try:
        run_jobs([Job("slow", 2, lambda: time.sleep(30)), Job("card", 1, fail)], most=2)
    except ValueError as error:
        print(error, error.__notes__, time.monotonic() - began < 10)
    try:
        print(os.waitpid(-1, os.WNOHANG))
    except ChildProcessError:
        print("nobody is left")
    """
    assert said(program) == "no such colour ['while card was made in a process of its own'] True\nnobody is left\n"


def test_a_process_that_dies_is_told_with_its_job() -> None:
    program = """\
    try:
        run_jobs([Job("cards/hits.pdf", 2, lambda: os._exit(3)), Job("other", 1, os.getpid)], most=2)
    except RuntimeError as error:
        print(error)
    """
    assert said(program) == "the process that made cards/hits.pdf ended with status 3\n"


@pytest.mark.parametrize(
    "refusal",
    [
        "os.sysconf = lambda name: 10",
        "os.fork = lambda forks=iter([os.fork]): next(forks, refuse)()",
        "import threading; threading.Thread.start = refuse",
    ],
    ids=["too few semaphores", "no room for a second process", "no room for a thread"],
)
def test_where_the_system_allows_no_pool_jobs_are_run_here(refusal: str) -> None:
    program = f"""\
    def refuse(*_): raise BlockingIOError("no room")
    {refusal}
    print(set(run_jobs([Job(f"job {{at}}", at, os.getpid) for at in range(3)], most=2)) == {{os.getpid()}})
    """
    assert said(program) == "True\n"


SLOW = """\
def work():
    Path(sys.argv[1], str(os.getpid())).touch()
    import tempfile
    Path(tempfile.mkdtemp(prefix="weasyprint-"), "font").touch()
    time.sleep({seconds})

run_jobs([Job("one", 1, work), Job("two", 1, work)], most=2)
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_nobody_is_left_when_it_is_interrupted_or_killed(how: signal.Signals, tmp_path: Path) -> None:
    """After Ctrl-C at once; a process whose maker was killed ends with the job that it is at."""
    hearing = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    process = start(hearing + SLOW.format(seconds=30 if how == signal.SIGINT else 1), str(tmp_path))
    until(lambda: len(list(tmp_path.iterdir())) == 2)
    workers = [int(file.name) for file in tmp_path.iterdir()]
    assert all(map(is_running, workers))
    process.send_signal(how)
    _, err = process.communicate(timeout=20)
    until(lambda: not any(map(is_running, workers)))
    assert err.count("Traceback") == (1 if how == signal.SIGINT else 0), err


def test_what_a_process_leaves_among_temporary_files_is_removed(tmp_path: Path) -> None:
    program = f"import tempfile; tempfile.tempdir = {str(tmp_path)!r}\n" + SLOW.format(seconds=0)
    said(program, str(tmp_path))
    assert all(file.name.isdigit() for file in tmp_path.iterdir()), list(tmp_path.iterdir())


TOO_LONG = SMALL_CARD + "".join("  - table: hits\n" for _ in range(6))
BUILD = """\
from rulewright.app.cli import main
processors = sorted(os.sched_getaffinity(0))[:int(sys.argv[1])]
os.sched_setaffinity(0, processors)
print(main(["build", "--no-prove", "--project", sys.argv[2]]))
"""


def build(project: Project, processes: int) -> tuple[str, dict[str, bytes]]:
    out = said(BUILD, str(processes), str(project.root))
    folder = project.root / "build" / "small"
    return out, {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.skipif(processors() < 2, reason="there is one processor")
@pytest.mark.usefixtures("fresh_prints")
def test_two_processes_build_what_one_builds(small: Project) -> None:
    small.write("cards/small/larger.yaml", SMALL_CARD.replace("60 × 60", "70 × 70").replace("Hits", "Larger"))
    small.write("cards/small/book.yaml", "kind: rulebook\ntitle: All of it\npaper: A5\n")
    small.write("cards/small/sheet.yaml", "kind: sheet\ntitle: Both\npaper: A4\ncards: [hits, larger]\n")
    alone, one = build(small, 1)
    shutil.rmtree(small.root / "build")  # else the report would compare the two
    shutil.rmtree(os.environ["XDG_CACHE_HOME"])
    together, two = build(small, 2)
    assert alone == together
    assert len([name for name in one if name.endswith(".pdf")]) == 4, sorted(one)
    assert one.pop(RECORD) != two.pop(RECORD)  # it tells when each file was written
    assert one == two


@pytest.mark.skipif(processors() < 2, reason="there is one processor")
def test_what_does_not_fit_is_told_in_the_order_of_the_cards(small: Project) -> None:
    for name in ("before", "hits"):
        small.write(f"cards/small/{name}.yaml", TOO_LONG)
    alone, _ = build(small, 1)
    together, _ = build(small, 2)  # what has findings is not kept
    assert alone == together
    assert alone.count("error[card-overflow]") == 2, alone
