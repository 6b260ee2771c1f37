"""`rulewright check`: every check and proof, and no output but the findings."""

import sys
from collections.abc import Mapping
from pathlib import Path

from rulewright import freshness
from rulewright.commands.say import use_colour
from rulewright.diagnostics import Diagnostic, Faults
from rulewright.formats.as_text import findings_text, summary
from rulewright.pipeline import Examination, examine
from rulewright.proof.process import Limits
from rulewright.proof.report import ProofReport
from rulewright.source.files import choose_games


def check(project: str, games: list[str], form: str, *, prove: bool, printed: bool = False) -> int:
    """Examines each game and prints what was found in the form asked for; with `printed` also what it prints."""
    root = Path(project)
    faults = Faults()
    chosen = choose_games(root, games, faults)
    examined = [] if faults.status else [examine(root, game, Limits() if prove else None) for game in chosen]
    if printed:
        _read_print(root, faults, [each for each in examined if not each.faults.fatal])
    sys.stdout.write(_text(faults, examined) if form == "text" else _machine(form, faults, examined))
    return max([faults.status, *(each.faults.status for each in examined)])


def _read_print(root: Path, faults: Faults, sound: list[Examination]) -> None:
    """Reads back what stands in build/, or where that is not up to date what would stand there; writes nothing."""
    from rulewright import pipeline
    from rulewright.commands.libraries import missing_libraries

    for each in sound:
        files = _standing(root, each.game)
        if files is None:
            faults.extend(missing_libraries() if not faults.found else ())
            files = {} if faults.fatal else pipeline.printed(each, root, "")
        pipeline.read_back(each, files, root)


def _standing(root: Path, game: str) -> Mapping[str, bytes] | None:
    """What the last build of a game wrote, if another would write the same, proved or not."""
    folder = root / "build" / game
    for prove in (True, False):
        inputs = freshness.fingerprint(str(root), game, {"prove": prove})
        if freshness.unchanged(inputs, str(folder)) is not None:
            paths = (path for path in folder.rglob("*") if path.is_file() and path.name != freshness.RECORD)
            return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return None


def _text(faults: Faults, examined: list[Examination]) -> str:
    parts = [_findings(faults.sorted(), {})]
    for each in examined:
        found = each.faults.sorted()
        parts.append(_findings(found, each.sources.texts))
        parts.append(summary(each.game, found, each.proof.coverage() if each.proof.ran else None) + "\n")
    return "".join(parts)


def _findings(found: list[Diagnostic], texts: dict[str, str]) -> str:
    return findings_text(found, texts, colour=use_colour(sys.stdout)) + "\n" if found else ""


def _machine(form: str, faults: Faults, examined: list[Examination]) -> str:
    results: dict[str, tuple[list[Diagnostic], ProofReport]] = {}
    if faults.found:
        results[""] = (faults.sorted(), ProofReport())
    results.update({each.game: (each.faults.sorted(), each.proof) for each in examined})
    found = [finding for findings, _ in results.values() for finding in findings]
    match form:
        case "github":
            from rulewright.formats.as_github import findings_github

            return findings_github(found)
        case "junit":
            from rulewright.formats.as_junit import results_junit

            return results_junit(results)
        case "sarif":
            from rulewright.formats.as_sarif import findings_sarif

            return findings_sarif(found)
    from rulewright.formats.as_json import report_json

    return report_json(results)
