"""`rulewright check`: every check and proof, and no output but the findings."""

import sys
from pathlib import Path

from rulewright.commands.progress import Progress
from rulewright.commands.say import use_colour
from rulewright.diagnostics import Diagnostic, Faults
from rulewright.formats.as_text import findings_text, mutants_summary, summary
from rulewright.pipeline import Examination, examine
from rulewright.proof.process import Limits
from rulewright.proof.report import ProofReport
from rulewright.source.files import choose_games


def check(project: str, games: list[str], form: str, *, prove: bool, mutants: bool = False) -> int:
    """Examines each game and prints what was found in the form asked for.

    With `mutants` what is proved is altered, to see whether the proof notices.
    """
    root = Path(project)
    faults = Faults()
    chosen = choose_games(root, games, faults)
    limits = Limits() if prove else None
    with Progress() as progress:
        games = [] if faults.status else chosen
        examined = [examine(root, game, limits, mutants=mutants, watch=progress.of(game)) for game in games]
    sys.stdout.write(_text(faults, examined) if form == "text" else _machine(form, faults, examined))
    return max([faults.status, *(each.faults.status for each in examined)])


def _text(faults: Faults, examined: list[Examination]) -> str:
    parts = [_findings(faults.sorted(), {})]
    for each in examined:
        found = each.faults.sorted()
        parts.append(_findings(found, each.sources.texts))
        parts.append(summary(each.game, found, each.proof.coverage() if each.proof.ran else None) + "\n")
        parts += [mutants_summary(each.game, counts) + "\n"] if (counts := each.proof.mutants) else []
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
