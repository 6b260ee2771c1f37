"""`rulewright check --printed`: prints are read back without being published."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from rulewright import pipeline
from rulewright.boundary import Apart
from rulewright.cache import BuildCache
from rulewright.commands.progress_line import ProgressLine
from rulewright.findings import Findings
from rulewright.pipeline import Examination
from rulewright.progress import Progress
from rulewright.store import Store


def read_prints(project: Path, faults: Findings, examined: Sequence[Examination], store: Store, apart: Apart) -> None:
    """Reads back the files in build/, or those that a build would write now; writes nothing into the project.

    Findings join the faults of each game; `faults` has those of this machine.
    """
    for each in examined:
        if each.faults.fatal or faults.fatal:
            continue
        with apart.of(each.game), ProgressLine() as line:
            progress = line.of(each.game)
            files = _published(project, each.game)
            if files is None:
                files = _printed(project, each, faults, store, progress)
            pipeline.read_back(each, files, project, store, progress)


def _printed(
    project: Path, examined: Examination, faults: Findings, store: Store, progress: Progress
) -> Mapping[str, bytes]:
    from rulewright.commands.libraries import library_findings

    if not faults.findings:
        faults.extend(library_findings())
    return {} if faults.fatal else pipeline.printed(examined, project, store=store, progress=progress)


def _published(project: Path, game: str) -> Mapping[str, bytes] | None:
    """The files in build/GAME, if a build now would write the same, with or without proofs."""
    for prove in (True, False):
        cache = BuildCache(str(project), game, prove=prove)
        if cache.findings_if_fresh() is not None:
            return cache.read_outputs()
    return None
