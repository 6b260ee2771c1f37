"""The report: findings and proofs, for a rules editor to work through.

`check --format html` prints it without a build, because a build that is refused writes none.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rulewright.findings import Findings, LinesOfFiles, Severity
from rulewright.model.about import Translated
from rulewright.model.book import Book
from rulewright.model.owners import items_below
from rulewright.proof.report import ProofReport
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.report.absent import absent
from rulewright.render.report.authority import documents, errata_counts, ours, ruled
from rulewright.render.report.changes import changes
from rulewright.render.report.coverage import groups, tables
from rulewright.render.report.findings import by_rule, kinds, waived_view, without_rule
from rulewright.render.report.frame import FrameView, frame, report_style
from rulewright.render.report.soft_proofs import colour_visions, soft_proofs
from rulewright.render.report.views import QuestionView, ReportView
from rulewright.render.typesetting.environment import rendered
from rulewright.render.typesetting.places import places_of
from rulewright.translation.messages import tell
from rulewright.wording import plain


def report_html(
    book: Book,
    proof: ProofReport,
    faults: Findings,
    texts: Mapping[str, str],
    project: Path,
    previous: bytes | None = None,
    translations: tuple[Translated, ...] = (),
    *,
    finished: FinishedFiles | None = None,
) -> str:
    """The report as one page that needs no other file.

    `previous` is the report.json of the last build. `finished` is None where the game is not built; else its pages
    lie beside the report, which links to them.
    """
    findings, places = faults.sorted(), places_of(book)
    view = ReportView(
        **_figures(faults, texts),
        title=book.game.title,
        language=book.game.language,
        style=report_style(book.game, project),
        frame=frame(book),
        web="web/" if finished is not None else "",
        ran=proof.ran,
        coverage=proof.coverage,
        grades=proof.grades(),
        rules=tuple(by_rule(findings, book, LinesOfFiles(texts), places)),
        changes=changes(previous, faults, proof),
        tables=tuple(tables(book, proof, places)),
        groups=tuple(groups(book, proof)),
        absent=tuple(absent(book, places)),
        unclaimed=tuple(_unclaimed(book)),
        questions=tuple(_questions(book)),
        documents=tuple(documents(book, places)),
        errata=errata_counts(book),
        rulings=tuple(ruled(book, places)),
        ours=ours(book, places),
        functions=tuple(proof.functions.values()),
        translations=translations,
        soft_proofs=tuple(soft_proofs(book, findings, finished)) if finished is not None else (),
        colour_visions=colour_visions(),
    )
    return _page(view, project)


def unread_html(game: str, language: str, faults: Findings, texts: Mapping[str, str], project: Path) -> str:
    """The report on a source that could not be read: its findings only."""
    rules = tuple(without_rule(faults.sorted(), LinesOfFiles(texts)))
    style, figures = report_style(None, project), _figures(faults, texts)
    view = ReportView(**figures, title=game, language=language, rules=rules, style=style, frame=FrameView(game))
    return _page(view, project)


def _figures(faults: Findings, texts: Mapping[str, str]) -> dict[str, Any]:
    """The counts and kinds of findings."""
    severities, lines = Counter(finding.severity for finding in faults.findings), LinesOfFiles(texts)
    return {
        "counts": {severity.value: severities[severity] for severity in Severity},
        "kinds": tuple(kinds(faults.sorted())),
        "waived": tuple(waived_view(waived, lines) for waived in faults.waived),
    }


def _page(view: ReportView, project: Path) -> str:
    return rendered(project, "report/report.html.j2", view.language, report=view) + "\n"


def _unclaimed(book: Book) -> Iterator[tuple[str, str]]:
    """Bullets and steps of examples whose author says why nothing is proved for them."""
    for reference in book.game.references:
        for item in items_below(reference.items):
            if item.unproved:
                yield plain(item.text, book), item.unproved
    for example in book.game.examples:
        yield from ((plain(step.text, book), step.unproved) for step in example.steps if step.unproved)


def _questions(book: Book) -> Iterator[QuestionView]:
    for rule in book.game.rules:
        where = rule.number or plain(rule.title, book)
        if rule.incomplete is not None:
            yield QuestionView(where, tell("The source breaks off: {where}", where=plain(rule.incomplete, book)))
        yield from (QuestionView(where, plain(text, book)) for text in rule.questions)
    for table in book.game.tables:
        where = plain(table.title, book)
        yield from (QuestionView(where, plain(s.why, book)) for s in table.silences if s.question)
