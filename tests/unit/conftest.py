"""The containment of rules code with some of its layers left out."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.proof import process
from rulewright.proof.process import WORKER

CONTAINED = WORKER.parent
LAYERS = {
    "source": ("fence.py", "all_violations = lambda tree: iter(())"),
    "modules": ("fence.py", "without_modules = lambda module: module"),
    "hook": ("fence.py", "close = lambda deny, file: hide_modules()"),
    "jail": ("jail.py", "def jail(requests, replies):\n    limit('RLIMIT_NOFILE', 0)\n    return []"),
}


@pytest.fixture
def without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Leaves out layers of the containment, to see what holds without them."""

    def leave_out(*layers: str) -> None:
        shutil.copytree(CONTAINED, tmp_path / "contained")
        shutil.copy(CONTAINED.with_name("worker.py"), tmp_path)
        for file, text in map(LAYERS.__getitem__, layers):
            with (tmp_path / "contained" / file).open("a") as script:
                script.write(f"\n\n{text}\n")
        monkeypatch.setattr(process, "WORKER", tmp_path / "contained" / WORKER.name)

    return leave_out
