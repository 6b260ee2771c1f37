"""A real Dask cluster on the loopback address, and a game whose proof takes long enough for it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import ROOT
from tests.waiting import until

LARGE = """\
game: {title: Large, language: en}
domains: {strength: 0..999, roll: 0..LAST}
rules: {losses: {number: "1", title: Losses, text: "See [[table:losses]]."}}
tables:
  losses:
    title: Losses
    rule: losses
    values: 0..1
    rows: strength
    columns: roll
    keys: ["0-LAST"]
    cells: {0-499: [0], 500-999: [1]}
    proof: losses(strength, roll)
"""
RULES = """\
def losses(strength: int, roll: int) -> int:
    worn = (strength * roll + strength) % 11
    return 1 if 11 * strength + worn >= 5_500 else 0
"""
"""The product keeps the inputs together: partial evaluation gains nothing, each combination takes a call."""


def write_large(folder: Path, rolls: int, imports: str = "") -> None:
    """A game with a thousand times as many combinations as there are rolls."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.joinpath("game.yaml").write_text(LARGE.replace("LAST", str(rolls - 1)), "utf-8")
    folder.joinpath("rules.py").write_text(imports + RULES, "utf-8")


class Cluster:
    """A scheduler and its workers, each a process of its own that writes what it does into a file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.address = "dask:" + self._start("scheduler", r"at: +(tcp://\S+)", "--host", "127.0.0.1", "--port", "0")

    def add_worker(self) -> None:
        address = self.address.removeprefix("dask:")
        self._start("worker", "(Starting established connection)", address, "--nthreads", "1", "--no-nanny")

    def _start(self, kind: str, sign: str, *options: str) -> str:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *options, "--no-dashboard"]
        paths = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
        log = self.folder / f"{len(self.processes)}.log"
        with log.open("wb") as said:
            known = {**os.environ, "PYTHONPATH": paths}
            self.processes.append(subprocess.Popen(command, stderr=said, cwd=self.folder, env=known))
        return until(lambda: re.search(sign, log.read_text("utf-8")), lambda: log.read_text("utf-8"))[1]

    def kill(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@contextmanager
def a_cluster(folder: Path) -> Iterator[Cluster]:
    running = Cluster(folder)
    try:
        yield running
    finally:
        running.kill()
