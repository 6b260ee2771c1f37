"""Write the report of findings and proofs, for a rules editor to work through.

`check --format html` prints it without a build, because a build with errors writes no files.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rulewright.base.findings import Finding, Findings, LinesOfFiles, Severity
from rulewright.base.messages.messages import joined, tell
from rulewright.book.book import Book, rulings
from rulewright.book.card_contents import not_on_cards
from rulewright.book.owners import origins
from rulewright.book.translations import Translated
from rulewright.book.wording import entry_name, page_names, plain
from rulewright.entries.colour import MATRICES
from rulewright.entries.errata import ErratumClass
from rulewright.entries.press import Press
from rulewright.entries.references import all_bullets
from rulewright.entries.text import Target
from rulewright.html.environment import rendered
from rulewright.html.places import Places, places_of
from rulewright.html.proof_words import counted
from rulewright.outputs.report.coverage import groups, tables
from rulewright.outputs.report.findings import by_rule, changes, finding_view, kinds, without_rule
from rulewright.outputs.report.frame import FrameView, frame, report_style
from rulewright.outputs.report.views import (
    AbsentView,
    ColourVisionView,
    DocumentView,
    OursView,
    QuestionView,
    ReportView,
    RulingView,
    SoftProofView,
)
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.pdf.page_images import Picture
from rulewright.proof.report import ProofReport


def report_html(
    book: Book,
    proof: ProofReport,
    findings: Findings,
    texts: Mapping[str, str],
    project: Path,
    previous: bytes | None = None,
    translations: tuple[Translated, ...] = (),
    *,
    finished: FinishedFiles | None = None,
) -> str:
    """Return the report as one self-contained page.

    `previous` is the report.json of the last build. `finished` is None if the game is not built; otherwise its pages
    lie beside the report, which links to them.
    """
    listed, places = findings.sorted(), places_of(book)
    view = ReportView(
        **_figures(findings, texts),
        title=book.game.title,
        language=book.game.language,
        style=report_style(book.game, project),
        frame=frame(book),
        web="web/" if finished is not None else "",
        ran=proof.ran,
        coverage=proof.coverage,
        grades=proof.grades(),
        rules=tuple(by_rule(listed, book, LinesOfFiles(texts), places)),
        changes=changes(previous, findings, proof),
        tables=tuple(tables(book, proof, places)),
        groups=tuple(groups(book, proof)),
        absent=tuple(_absent(book, places)),
        unclaimed=tuple(_unclaimed(book)),
        questions=tuple(_questions(book)),
        documents=tuple(_documents(book, places)),
        errata=_errata_counts(book),
        rulings=tuple(_rulings(book, places)),
        ours=_ours(book, places),
        functions=tuple(proof.functions.values()),
        translations=translations,
        soft_proofs=tuple(_soft_proofs(book, listed, finished)) if finished is not None else (),
        colour_visions=tuple(_colour_visions()),
    )
    return _page(view, project)


def unread_html(game: str, language: str, findings: Findings, texts: Mapping[str, str], project: Path) -> str:
    """Return the report on a source that could not be read, which has only its findings."""
    rules = tuple(without_rule(findings.sorted(), LinesOfFiles(texts)))
    style, figures = report_style(None, project), _figures(findings, texts)
    view = ReportView(**figures, title=game, language=language, rules=rules, style=style, frame=FrameView(game))
    return _page(view, project)


def _figures(findings: Findings, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the counts and kinds of findings, for the template."""
    severities, lines = Counter(finding.severity for finding in findings.items), LinesOfFiles(texts)
    return {
        "counts": {severity.value: severities[severity] for severity in Severity},
        "kinds": tuple(kinds(findings.sorted())),
        "waived": tuple(finding_view(each.finding, lines, each.reason) for each in findings.waived),
    }


def _page(view: ReportView, project: Path) -> str:
    return rendered(project, "report/report.html.j2", view.language, report=view) + "\n"


def _unclaimed(book: Book) -> Iterator[tuple[str, str]]:
    """Yield bullets and example steps without a proof, each with the author's reason."""
    for reference in book.game.references:
        for item in all_bullets(reference.items):
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


# On whose authority a game says what it says


def _documents(book: Book, places: Places) -> Iterator[DocumentView]:
    """Yield each document with the things that cite a place in it, in source order."""
    named: dict[str, list[tuple[str, str, str]]] = {document.id: [] for document in book.game.documents}
    for target, text, origin in origins(book.game):
        words = entry_name(target, book) if text is None else plain(text, book)
        whole = target.kind == "reference" and text is None
        for source in (book.origin_of(book.references[target.id]) if whole else origin).sources:
            if (document_target := book.target_of(source.document)) is not None:
                named[document_target.id].append((words, source.place, places.href(target)))
    for document in book.game.documents:
        yield DocumentView(plain(document.title, book), tuple(named[document.id]))


def _errata_counts(book: Book) -> tuple[str, ...]:
    """Return the number of errata of each class, for classes that occur."""
    counts = Counter(erratum.class_ for erratum in book.game.errata)
    return tuple(counted(each, counts[each]) for each in ErratumClass if counts[each])


def _rulings(book: Book, places: Places) -> Iterator[RulingView]:
    for ruling in rulings(book.game.errata):
        href = places.href(Target("erratum", ruling.id))
        yield RulingView(ruling.id, plain(ruling.printed, book), plain(ruling.now, book), href)


def _ours(book: Book, places: Places) -> OursView:
    """Return what no document says: the author's texts, and things with their kind and address."""
    found = ((target, text) for target, text, origin in origins(book.game) if origin.ours)
    things = tuple(
        (
            "bullet" if text else target.kind,
            plain(text, book) if text else entry_name(target, book),
            places.href(target),
        )
        for target, text in found
    )
    return OursView(tuple(plain(text, book) for text in book.game.ours), things)


# What no card of a game shows, kind by kind


def _absent(book: Book, places: Places) -> Iterator[AbsentView]:
    """Yield the rules, terms, tables and quick references that are on no card; nothing for a game without cards."""
    if not book.game.cards:
        return
    missing = list(not_on_cards(book))
    game = book.game
    totals = {
        "rule": (tell("rules"), sum(not rule.external for rule in game.rules)),
        "term": (tell("terms"), len(game.terms)),
        "table": (tell("tables"), sum(not table.in_rule for table in game.tables)),
        "reference": (tell("quick references"), len(game.references)),
    }
    for kind, (name, total) in totals.items():
        if links := tuple((entry_name(each, book), places.href(each)) for each in missing if each.kind == kind):
            yield AbsentView(name, total, links)


# Soft proofs of the cards

VISIONS = {
    "greyscale": tell("in grey, as a laser printer prints it"),
    "protanopia": tell("without red cones (protanopia)"),
    "deuteranopia": tell("without green cones (deuteranopia)"),
    "tritanopia": tell("without blue cones (tritanopia)"),
}


def _colour_visions() -> Iterator[ColourVisionView]:
    """Yield the kinds of colour vision that the report simulates."""
    for name, matrix in MATRICES.items():
        # As `feColorMatrix` has it: a row for each of red, green, blue and opacity.
        rows = (" ".join(map(str, (*row, 0, 0))) for row in matrix)
        yield ColourVisionView(name, VISIONS[name], "  ".join((*rows, "0 0 0 1 0")))


def _soft_proofs(book: Book, findings: Sequence[Finding], finished: FinishedFiles) -> Iterator[SoftProofView]:
    """Yield every page of every printed card, also in the colours of each press on which it prints."""
    for card in book.game.cards:
        presses: list[tuple[str, list[Picture]]] = []
        for press in book.game.requests(Press):
            if press.profile is not None and card in book.chosen(press.cards):
                profile = press.profile
                by = tell("as {condition} prints it, by {profile}", condition=press.condition, profile=profile.name)
                presses.append((by, [*finished.press_proofs(card, profile)]))
        # All messages name cards in the same way.
        about = [each for each in findings if each.span.file == card.span.file or f"card {card.id!r}" in each.message]
        # A card that is too long has more pages than names.
        for number, (name, picture) in enumerate(zip(page_names(card), finished.soft_proofs(card), strict=False), 1):
            yield SoftProofView(
                f"proof-{card.id}-{number}",
                joined(filter(None, (plain(card.title, book), name))),
                picture.url,
                picture.width,
                picture.height,
                tuple((finding.severity.value, finding.message) for finding in about),
                tuple((press, pictures[number - 1].url) for press, pictures in presses),
            )
