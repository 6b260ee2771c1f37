"""Reading back prints without publishing them, for `rulewright check --printed`."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from rulewright import freshness, pipeline
from rulewright.commands.progress import Progress
from rulewright.diagnostics import Faults
from rulewright.pipeline import Examination
from rulewright.watching import Watch


def read_prints(project: Path, faults: Faults, examined: Sequence[Examination]) -> None:
    """Reads back what stands in build/, or where that is not up to date what would stand there; writes nothing.

    What is found joins the faults of each game; those of this machine are `faults`.
    """
    for each in examined:
        if each.faults.fatal or faults.fatal:
            continue
        with Progress() as progress:
            watch = progress.of(each.game)
            files = _standing(project, each.game)
            if files is None:
                files = _printed(project, each, faults, watch)
            watch("reading all of it back", 0, 0)
            pipeline.read_back(each, files, project)


def _printed(project: Path, examined: Examination, faults: Faults, watch: Watch) -> Mapping[str, bytes]:
    from rulewright.commands.libraries import missing_libraries

    if not faults.findings:
        faults.extend(missing_libraries())
    return {} if faults.fatal else pipeline.printed(examined, project, watch=watch)


def _standing(project: Path, game: str) -> Mapping[str, bytes] | None:
    """What the last build of a game wrote, if another would write the same, proved or not."""
    folder = project / "build" / game
    for prove in (True, False):
        inputs = freshness.fingerprint(str(project), game, {"prove": prove})
        if freshness.unchanged(inputs, str(folder)) is not None:
            paths = (path for path in folder.rglob("*") if path.is_file() and path.name != freshness.RECORD)
            return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return None
