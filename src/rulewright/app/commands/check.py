"""`rulewright check`: run every check and proof; the only output is the findings.

Nothing is written into the project. `--printed` also prints the games in memory, and reads back what was printed.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import click

from rulewright.app.commands.options import (
    EXECUTOR_OPTION,
    GAMES_ARGUMENT,
    JOBS_OPTION,
    NO_PROVE_OPTION,
    PROJECT_OPTION,
    WholeNumber,
)
from rulewright.app.commands.progress_line import ProgressLine, print_findings, say, use_colour, write_data
from rulewright.app.commands.shared import library_findings, written_together
from rulewright.base.boundary import GameFailures
from rulewright.base.cache import BuildCache
from rulewright.base.findings import Finding, Findings
from rulewright.base.installation import user_store
from rulewright.base.progress import Progress
from rulewright.base.store import Store
from rulewright.outputs.formats.as_text import (
    code_mutants_summary,
    findings_text,
    jail_summary,
    mutants_summary,
    summary,
    translations_text,
    tried_text,
)
from rulewright.outputs.formats.results import Result
from rulewright.pipeline import stages as pipeline
from rulewright.pipeline.stages import Examination, examine
from rulewright.proof.binding import Sample
from rulewright.proof.cluster import open_cluster
from rulewright.proof.prove import ProofOptions
from rulewright.source.files import choose_games

FORMATS = ("text", "json", "github", "junit", "sarif", "html")
NOT_PRINTED = "Nothing was printed: check --printed also finds what does not fit, and characters that the fonts lack."
"""A note for a terminal."""


@click.command()
@GAMES_ARGUMENT
@PROJECT_OPTION
@click.option("--mutants", is_flag=True, help="Alter what is proved, and the rules code; report what nothing notices.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="The format of the findings.")
@click.option(
    "--sample",
    type=WholeNumber(1, 10**12),
    metavar="N",
    help="Where a proof would have too many cases, try N of them: searched, not proved.",
)
@click.option(
    "--seed", type=WholeNumber(0, 10**12), default=0, metavar="SEED", help="Which cases --sample chooses; 0 by default."
)
@click.option("--verbose", is_flag=True, help="Also print the ranges tried and what contained the rules code.")
@click.option("--printed", is_flag=True, help="Also print everything, to find what does not fit.")
@NO_PROVE_OPTION
@EXECUTOR_OPTION
@JOBS_OPTION
def check(
    games: tuple[str, ...],
    project: str,
    mutants: bool,
    form: str,
    sample: int | None,
    seed: int,
    verbose: bool,
    printed: bool,
    no_prove: bool,
    executor: str,
) -> int:
    for option, value in (("--executor", executor), ("--mutants", mutants), ("--sample", sample)):
        if value and no_prove:
            raise click.UsageError(f"{option} needs the rules code: remove --no-prove")
    root = Path(project)
    findings = Findings()
    chosen = choose_games(root, [*games], findings)
    if form == "html" and not findings.status and len(chosen) > 1:
        raise click.UsageError(f"--format html is a page for one game; name one of {', '.join(chosen)}")
    store, failures, examinations = user_store(), GameFailures(), list[Examination]()
    for game in [] if findings.status else chosen:
        with failures.catch(game), ProgressLine() as line, open_cluster(executor) as cluster:
            options = ProofOptions(mutants=mutants, sample=Sample(sample, seed) if sample else None, executor=cluster)
            examinations.append(
                examine(root, game, None if no_prove else options, progress=line.for_game(game), store=store)
            )
    if printed:
        read_prints(root, findings, examinations, store, failures)
    by_game = {each.game: each for each in examinations}
    if form == "html" and examinations:
        write_data(_report_page(examinations[0], root))
    elif form in ("text", "html"):
        sys.stdout.write(written_together(failures, by_game, partial(_results_as_text, findings, verbose)))
        if form == "text" and examinations and not printed and sys.stdout.isatty():
            say(NOT_PRINTED)
    else:
        write_data(written_together(failures, by_game, partial(_results_as_data, form, findings)))
    return max([findings.status, failures.status, *(each.findings.status for each in examinations)])


def _results_as_text(findings: Findings, verbose: bool, by_game: Mapping[str, Examination]) -> str:
    """Return the findings about this machine and the project, then the findings and the summary of each game."""
    passages = [_findings_as_text(findings.sorted(), {})]
    for each in by_game.values():
        passages.append(_findings_as_text(each.findings.sorted(), each.sources.texts))
        passages.append(summary(each.game, each.findings.items, each.proof, len(each.findings.waived)))
        passages += ["\n", tried_text(each.proof, verbose=verbose), translations_text(each.translation_counts)]
        passages += [f"{line}\n" for line in _further_lines(each, verbose)]
    return "".join(passages)


def _further_lines(examined: Examination, verbose: bool) -> Iterator[str]:
    """Yield lines on mutants and the jail."""
    game, proof = examined.game, examined.proof
    if proof.mutants:
        yield mutants_summary(game, proof.mutants)
    if proof.code_mutants:
        yield code_mutants_summary(game, proof.code_mutants)
    if verbose and proof.ran:
        yield jail_summary(game, proof.jail)


def _report_page(examined: Examination, project: Path) -> str:
    """Return the report as a page; empty, with the findings printed, if a template of the project fails."""
    from rulewright.html.templating.template_errors import template_findings
    from rulewright.outputs.report import report_html, unread_html

    template_errors = Findings()
    with template_findings(project, template_errors):
        texts = examined.sources.texts
        if examined.book is None:
            return unread_html(examined.game, examined.sources.language_of_findings, examined.findings, texts, project)
        return report_html(
            examined.book, examined.proof, examined.findings, texts, project, translations=examined.translation_counts
        )
    # Only after an error in a template: `template_findings` has left its block and added the finding.
    examined.findings.extend(template_errors.items)
    print_findings(template_errors, {}, sys.stderr)
    return ""


def _findings_as_text(findings: list[Finding], texts: dict[str, str]) -> str:
    return findings_text(findings, texts, colour=use_colour(sys.stdout)) + "\n" if findings else ""


def _results_as_data(form: str, findings: Findings, by_game: Mapping[str, Examination]) -> str:
    """Return the findings and results of all games in a format for other programs."""
    results = {"": Result(tuple(findings.sorted()))} if findings.items else {}
    results |= {game: Result.of(each.findings, each.proof, each.translation_counts) for game, each in by_game.items()}
    match form:
        case "github":
            from rulewright.outputs.formats.as_github import findings_github

            return findings_github(finding for result in results.values() for finding in result.findings)
        case "junit":
            from rulewright.outputs.formats.as_junit import results_junit

            return results_junit(results)
        case "sarif":
            from rulewright.outputs.formats.as_sarif import findings_sarif

            return findings_sarif(results)
    from rulewright.outputs.formats.as_json import report_json

    return report_json(results)


# `rulewright check --printed`


def read_prints(
    project: Path, findings: Findings, examinations: Sequence[Examination], store: Store, failures: GameFailures
) -> None:
    """Read back the files in build/, or those that a build would write now; write nothing into the project.

    Findings are added to those of each game; `findings` has those of this machine.
    """
    for each in examinations:
        if each.findings.fatal or findings.fatal:
            continue
        with failures.catch(each.game), ProgressLine() as line:
            progress = line.for_game(each.game)
            files = _up_to_date_outputs(project, each.game)
            if files is None:
                files = _print_in_memory(project, each, findings, store, progress)
            pipeline.read_back(each, files, project, store, progress)


def _print_in_memory(
    project: Path, examined: Examination, findings: Findings, store: Store, progress: Progress
) -> Mapping[str, bytes]:
    """Return the files that a build would write; none, and a finding, if this machine cannot print."""
    if not findings.items:
        findings.extend(library_findings())
    return {} if findings.fatal else pipeline.print_files(examined, project, store=store, progress=progress)


def _up_to_date_outputs(project: Path, game: str) -> Mapping[str, bytes] | None:
    """Return the files in build/GAME if a build would write the same, with or without proofs; else None."""
    for prove in (True, False):
        cache = BuildCache(str(project), game, prove=prove)
        if cache.findings_if_fresh() is not None:
            return cache.read_outputs()
    return None
