"""Proofs on a real Dask cluster: two processes on the loopback address, one of which is killed in mid-proof."""

import asyncio
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from pathlib import Path
from types import SimpleNamespace

import pytest

from rulewright.app.cli import main
from rulewright.base.boundary import Failure
from rulewright.base.limits import Limit
from rulewright.pipeline.stages import examine
from rulewright.proof import cluster, evaluator
from rulewright.proof.cluster import ClusterExecutor, is_cluster, open_cluster
from rulewright.proof.prove import ProofOptions
from tests.conftest import Project
from tests.dask_cluster import Cluster, a_cluster, write_large

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.fixture(scope="module")
def two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with a_cluster(tmp_path_factory.mktemp("cluster")) as running:
        for _ in range(2):
            running.add_worker()
        yield running


def with_rolls(project: Project, count: int, imports: str = "") -> Project:
    write_large(project.root / "content" / "small", count, imports)
    return project


@pytest.fixture
def large(project: Project) -> Project:
    """Some hundred chunks, for which partial evaluation gains nothing."""
    return with_rolls(project, 2_400)


def test_a_game_is_proved_on_a_cluster_though_a_worker_is_killed(large: Project, two_workers: Cluster) -> None:
    """The report is the same, byte for byte, and no thread is left that would keep pages from several processes."""
    here = examine(large.root, "small", ProofOptions())
    with open_cluster(two_workers.address) as executor:
        assert isinstance(executor, ClusterExecutor)
        assert executor.processors == 2
        killed: list[int] = []

        def kill(what: str, done: int, every: int) -> None:
            if "table" in what and done and not killed:
                killed.append(done)
                two_workers.add_worker()
                two_workers.processes[1].kill()

        there = examine(large.root, "small", ProofOptions(executor=executor), progress=kill)
    assert 0 < killed[0] < 2_400_000
    assert there.proof.coverage["cases"] == 2_400_000
    assert repr(there.proof) == repr(here.proof)
    assert there.findings.sorted() == here.findings.sorted() == []
    assert [each.name for each in threading.enumerate() if "IO loop" in each.name] == []


def test_the_rules_code_is_contained_there_as_here(project: Project, two_workers: Cluster) -> None:
    with_rolls(project, 10, "import os\n")
    with open_cluster(two_workers.address) as executor:
        found = examine(project.root, "small", ProofOptions(executor=executor))
    assert [each.name for each in found.findings.items if "rules" in each.name] == ["rules-import"]


def test_the_command_line_takes_the_address(
    large: Project, two_workers: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "--project", str(large.root), "--executor", two_workers.address]) == 0
    assert "2,400,000 cases compared" in capsys.readouterr().out


def test_each_processor_of_the_cluster_adds_to_what_a_proof_may_try(
    project: Project, two_workers: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_rolls(project, 100)
    monkeypatch.setattr(evaluator, "PROOF_CASES", Limit(60_000, "combinations", "A test."))
    here = examine(project.root, "small", ProofOptions())
    assert [each.name for each in here.findings.items] == ["too-many-cases"]
    with open_cluster(two_workers.address) as executor:
        there = examine(project.root, "small", ProofOptions(executor=executor))
    assert there.findings.items == []


def test_a_worker_with_another_version_proves_nothing(
    project: Project, two_workers: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "tool_version", lambda: "newer")
    with (
        pytest.raises(Failure, match="has another version of rulewright"),
        open_cluster(two_workers.address) as running,
    ):
        examine(with_rolls(project, 10).root, "small", ProofOptions(executor=running))


def test_a_cluster_that_is_lost_ends_the_command(large: Project, tmp_path: Path) -> None:
    with a_cluster(tmp_path) as running:
        running.add_worker()
        lost: list[int] = []

        def lose(what: str, done: int, every: int) -> None:
            if "table" in what and done and not lost:
                lost.append(done)
                running.kill()

        with pytest.raises(Failure, match="was lost during the proof"), open_cluster(running.address) as executor:
            examine(large.root, "small", ProofOptions(executor=executor), progress=lose)


def test_what_dask_was_just_fetching_is_given_up_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own cancelling leaves such a future pending for ever."""
    monkeypatch.setattr(cluster, "LOST_SECONDS", 0.05)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    fetched: Future[int] = Future()
    client = SimpleNamespace(
        status="running",
        loop=SimpleNamespace(asyncio_loop=loop),
        nthreads=lambda: {"one": 1},
        get_executor=lambda pure: SimpleNamespace(submit=lambda *_: fetched),
    )
    try:
        future = ClusterExecutor(client).submit(int)
        with pytest.raises(TimeoutError):
            future.result(0.2)
        client.status = "connecting"
        with pytest.raises(CancelledError):
            future.result(5)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def test_a_cluster_without_workers_is_refused(tmp_path: Path) -> None:
    with (
        a_cluster(tmp_path) as running,
        pytest.raises(Failure, match="has no worker: start one with 'dask worker'"),
        open_cluster(running.address),
    ):
        pass


def test_no_scheduler_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    with (
        pytest.raises(Failure, match=r"^no Dask scheduler answers at dask:tcp://127\.0\.0\.1:9$"),
        open_cluster("dask:tcp://127.0.0.1:9"),
    ):
        pass


def test_without_dask_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Failure, match=r"pip install 'rulewright\[cluster\]'"), open_cluster("dask:tcp://127.0.0.1:9"):
        pass


@pytest.mark.parametrize(
    ("address", "sound"),
    [
        ("dask:tcp://127.0.0.1:8786", True),
        ("dask:tls://host.example:8786", True),
        ("dask:tcp://[::1]:8786", True),
        ("tcp://127.0.0.1:8786", False),
        ("dask:tcp://127.0.0.1", False),
        ("dask:tcp://127.0.0.1:many", False),
        ("dask:tcp://127.0.0.1:99999", False),
        ("dask:http://127.0.0.1:80", False),
        ("dask:tcp://127.0.0.1:8786/folder", False),
        ("dask", False),
    ],
)
def test_addresses(address: str, sound: bool) -> None:
    assert is_cluster(address) == sound


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            "check --executor 127.0.0.1:1",
            "'127.0.0.1:1' is not the address of a Dask scheduler: write dask:tcp://HOST:PORT",
        ),
        ("check --executor dask:tcp://[::1]:1 --no-prove", "--executor needs the rules code: remove --no-prove"),
        ("build --executor dask:tcp://[::1]:1 --no-prove", "--executor needs the rules code: remove --no-prove"),
        ("build --executor dask:tcp://[::1]:1 --watch", "--executor is for one complete proof: remove --draft and"),
    ],
)
def test_what_does_not_go_together(options: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(options.split()) == 2
    assert said in capsys.readouterr().err
