"""Proof in parts: any executor may take them, and whoever does, the answers are the same and nothing is left running."""

import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.processors import processors
from rulewright.proof.executor import Chunk, ProcessSlot, Program, RulesExecutor, evaluate_chunk, load_functions, split
from rulewright.proof.process import Limits
from rulewright.proof.prove import ProofOptions, prove
from rulewright.proof.replies import RulesError, join_results
from rulewright.proof.tables import prove_table
from tests.conftest import examined
from tests.processes import children
from tests.waiting import until

pytestmark = pytest.mark.slow

SQUARE = "def f(x: int, y: int) -> int:\n    return x * x + y\n"
AXES = [("x", list(range(40))), ("y", list(range(30)))]
EXPECTED = [x * x + y for x, y in product(range(40), range(30))]


def program(source: str = SQUARE, limits: Limits = Limits()) -> Program:
    return Program(textwrap.dedent(source), "rules.py", limits)


class AtOnce(Executor):
    """The simplest executor there is: it does what it is given."""

    def submit(self, fn, /, *args, **kwargs):
        future: Future[object] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


EXECUTORS = [
    pytest.param(RulesExecutor, id="ours"),
    pytest.param(partial(RulesExecutor, 3, start_delay=0.0), id="three of ours"),
    pytest.param(AtOnce, id="at once"),
    pytest.param(partial(ThreadPoolExecutor, 3), id="threads"),
    pytest.param(partial(ProcessPoolExecutor, 2, mp_context=get_context("spawn")), id="processes"),
]


@given(st.lists(st.integers(0, 5), max_size=4), st.integers(1, 40))
def test_the_parts_are_the_whole_domain_in_order(sizes: list[int], most: int) -> None:
    axes = [(f"a{at}", list(range(size))) for at, size in enumerate(sizes)]
    parts = list(split(program(), "f", axes, most))
    combinations = [each for part in parts for each in product(*(values for _, values in part.axes))]
    assert combinations == list(product(*(values for _, values in axes)))
    assert all(part.size <= most for part in parts)


def test_a_million_combinations_are_some_twenty_parts() -> None:
    axes = [("arm", list(range(2))), ("strength", list(range(500))), ("roll", list(range(1000)))]
    assert [part.size for part in split(program(), "f", axes)] == [*[65_000] * 7, 45_000] * 2


@pytest.mark.parametrize("executor", EXECUTORS)
def test_any_executor_takes_the_parts(executor) -> None:
    with executor() as running:
        assert list(running.submit(load_functions, program()).result()[0]) == ["f"]
        futures = [running.submit(evaluate_chunk, part) for part in split(program(), "f", AXES, 100)]
        assert len(futures) == 14
        assert list(join_results([future.result() for future in futures])) == EXPECTED


@pytest.mark.long
@pytest.mark.parametrize("executor", EXECUTORS)
def test_a_game_is_proved_by_any_executor_alike(executor) -> None:
    found = examined("advanced-squad-leader")
    assert found.book is not None
    with executor() as running:
        report = prove(
            found.book,
            found.sources.rules,
            found.sources.rules_file,
            ProofOptions(Limits(seconds=60), executor=running),
        )
    assert report == found.proof
    assert report.coverage["proved"] == report.coverage["cells"]


@pytest.mark.parametrize("executor", EXECUTORS)
def test_an_error_passes_from_wherever_it_arose(executor) -> None:
    broken = program("def f(x: int) -> int:\n    return 6 // (x - 3)\n")
    with executor() as running:
        future = running.submit(evaluate_chunk, Chunk(broken, "f", (("x", (1, 2, 3, 4)),)))
        with pytest.raises(RulesError) as caught:
            future.result()
    assert caught.value.report.arguments == {"x": 3}
    assert caught.value.report.message == "f(x=3) raised ZeroDivisionError: integer division or modulo by zero"
    assert pickle.loads(pickle.dumps(caught.value)).reports == caught.value.reports


def test_the_first_error_in_order_is_told_whichever_part_met_its_own_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first part is slow, and the third fails at once."""
    slow = program("""
        def f(x: int) -> int:
            if x == 0:
                sum(range(3_000_000))
            return 1 // (0 if x in (7, 20) else 1)
    """)
    with RulesExecutor(3, start_delay=0.0) as running:
        futures = [running.submit(evaluate_chunk, part) for part in split(slow, "f", [("x", list(range(30)))], 10)]
        with pytest.raises(RulesError) as caught:
            join_results([future.result() for future in futures])
    assert caught.value.report.arguments == {"x": 7}


@pytest.fixture
def nothing_left(real_workers: None) -> Iterator[None]:
    before = children()
    yield
    assert children() <= before


on_linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads /proc")


@on_linux
@pytest.mark.usefixtures("nothing_left")
def test_a_short_question_takes_one_process_and_a_long_one_another() -> None:
    before = children()
    with RulesExecutor(4, start_delay=0.3) as running:
        for _ in range(20):
            running.submit(evaluate_chunk, next(split(program(), "f", AXES))).result()
        assert len(children() - before) == 1
        long = program("def f(x: int) -> int:\n    return sum(range(400_000)) + x\n")
        futures = [running.submit(evaluate_chunk, Chunk(long, "f", (("x", (at, at + 1)),))) for at in range(0, 200, 2)]
        futures[-1].result()
        assert len(children() - before) == 2


@pytest.mark.long
@on_linux
@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize(
    ("body", "limits", "name"),
    [
        ("while x >= 0: pass", Limits(seconds=0.5), "rules-timeout"),
        ("return len(bytearray(400_000_000))", Limits(megabytes=128), "rules-memory"),
        ("return f(x + 1)", Limits(), "rules-raised"),
    ],
)
def test_the_limits_hold_for_every_process_of_the_pool(body: str, limits: Limits, name: str) -> None:
    bad = program(f"def f(x: int) -> int:\n    {body}\n", limits)
    began = time.monotonic()
    with RulesExecutor(3, start_delay=0.0) as running:
        futures = [running.submit(evaluate_chunk, Chunk(bad, "f", (("x", (at,)),))) for at in range(6)]
        findings = [error.report.name for future in futures if isinstance(error := future.exception(), RulesError)]
    assert findings == [name] * 6
    assert time.monotonic() - began < 20


@on_linux
@pytest.mark.usefixtures("nothing_left")
def test_after_an_error_nothing_is_left_running() -> None:
    endless = program("def f(x: int) -> int:\n    while x >= 0:\n        pass\n    return 1\n")

    def failing() -> None:
        with RulesExecutor(4, start_delay=0.0) as running:
            futures = [running.submit(evaluate_chunk, Chunk(endless, "f", (("x", (at,)),))) for at in range(4)]
            while not all(future.running() for future in futures[:2]):
                time.sleep(0.01)
            raise LookupError

    began = time.monotonic()
    with pytest.raises(LookupError):
        failing()
    assert time.monotonic() - began < 20


@on_linux
@pytest.mark.usefixtures("real_workers")
def test_threads_of_a_stock_executor_take_their_process_with_them() -> None:
    before = children()
    with ThreadPoolExecutor(2) as running:
        list(running.map(evaluate_chunk, split(program(), "f", AXES, 100)))
        started = children() - before
    assert started
    assert not started & children()


@on_linux
def test_ctrl_c_leaves_nothing_running(tmp_path: Path) -> None:
    """The command is interrupted amid a proof that would go on for long."""
    content = tmp_path / "content" / "slow"
    content.mkdir(parents=True)
    content.joinpath("game.yaml").write_text(
        textwrap.dedent("""\
            game: {title: Slow, language: en}
            domains: {x: 0..200000}
            rules: {base: {number: "1", title: Base, text: All.}}
            tables:
              t: {title: T, rule: base, values: 1..1, rows: x, cells: {any: 1}, proof: f(x)}
            """),
        "utf-8",
    )
    content.joinpath("rules.py").write_text("def f(x: int) -> int:\n    return len({sum(range(5000))})\n", "utf-8")
    # What runs in the background of a shell is started with Ctrl-C ignored.
    heeding = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
    heeding += "from rulewright.app.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", heeding, "check", "--project", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        workers = until(lambda: children(running.pid))
        time.sleep(0.5)  # the proof is under way
        workers |= children(running.pid)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=60)
    assert running.returncode == 2
    assert said == "rulewright: interrupted; the files of the last build are untouched\n"
    assert workers
    assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]


def test_there_are_as_many_processes_as_processors() -> None:
    assert 1 <= processors() <= (os.cpu_count() or 1)


def test_after_shutdown_nothing_can_be_submitted() -> None:
    running = RulesExecutor()
    running.shutdown()
    with pytest.raises(RuntimeError, match="after shutdown"):
        running.submit(evaluate_chunk, next(split(program(), "f", AXES)))


def test_a_desk_changes_its_process_with_the_program() -> None:
    thread_slot = ProcessSlot()
    first = thread_slot.process(program())
    assert thread_slot.process(program()) is first
    assert thread_slot.process(program("def g() -> int:\n    return 1\n")) is not first
    thread_slot.close()


@pytest.mark.long
def test_every_question_of_a_game_is_put_before_the_first_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    found = examined("iron-cross")
    assert found.book is not None
    put: list[str] = []

    class Counting(AtOnce):
        def submit(self, fn, /, *args, **kwargs):
            put.append(fn.__name__)
            return super().submit(fn, *args, **kwargs)

    seen: list[int] = []

    def looking(*given: Any) -> object:
        seen.append(len(put))
        return prove_table(*given)

    monkeypatch.setattr("rulewright.proof.prove.prove_table", looking)
    prove(found.book, found.sources.rules, found.sources.rules_file, ProofOptions(executor=Counting()))
    assert len(set(seen)) == 1
    assert seen[0] == len(put) > 200
