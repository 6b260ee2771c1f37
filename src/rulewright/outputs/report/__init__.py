"""Write the report of findings and proofs, for a rules editor to work through.

`check --format html` prints it without a build, because a build with errors writes no files.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
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
from rulewright.entries.examples import Step
from rulewright.entries.origins import Document
from rulewright.entries.press import Press
from rulewright.entries.references import Bullet, all_bullets
from rulewright.entries.text import Target, Text
from rulewright.html.environment import rendered
from rulewright.html.places import places_of
from rulewright.html.proof_words import counted_classes, graded
from rulewright.html.templating.sandbox import PageFilters
from rulewright.html.web_look import logo_view
from rulewright.outputs.report.coverage import groups, tables, worth
from rulewright.outputs.report.findings import by_rule, changes, excerpt, kinds
from rulewright.outputs.report.frame import imprint_filters, report_style
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.pdf.page_images import Picture
from rulewright.proof.report import ProofReport, tried_words


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
    game, listed = book.game, findings.sorted()
    report = {
        **_figures(findings),
        "title": game.title,
        "language": game.language,
        "style": report_style(game, project),
        "game": game,
        "logo": logo_view(game),
        "web": "web/" if finished is not None else "",
        "proof": proof,
        "grades": proof.grades(),
        "rules": by_rule(listed, book),
        "changes": changes(previous, findings, proof),
        "tables": list(tables(book, proof)),
        "groups": list(groups(book, proof)),
        "absent": list(_absent(book)),
        "unclaimed": list(_unclaimed(book)),
        "questions": list(_questions(book)),
        "documents": _documents(book),
        "errata": counted_classes(game.errata),
        "rulings": list(rulings(game.errata)),
        "ours": [(target, text) for target, text, origin in origins(game) if origin.ours],
        "texts_of_ours": game.ours,
        "translations": translations,
        "soft_proofs": list(_soft_proofs(book, listed, finished)) if finished is not None else [],
        "colour_visions": list(_colour_visions()),
    }
    filters: PageFilters = {
        "plain": partial(plain, book=book),
        "href": places_of(book).href,
        "name": partial(entry_name, book=book),
        "target": lambda entry, kind: Target(kind, entry.id),
    }
    return _page(report, filters | imprint_filters(book), texts, project)


OF_THE_BOOK = (
    "tables groups absent unclaimed questions documents errata rulings ours texts_of_ours translations soft_proofs"
).split()
"""The parts of a report that a source without a book does not have."""


def unread_html(game: str, language: str, findings: Findings, texts: Mapping[str, str], project: Path) -> str:
    """Return the report on a source that could not be read, which has only its findings."""
    listed = findings.sorted()
    report = {
        **_figures(findings),
        "title": game,
        "language": language,
        "style": report_style(None, project),
        "web": "",
        "proof": ProofReport(),
        "changes": None,
        "rules": [(None, listed)] if listed else [],
        **dict.fromkeys(OF_THE_BOOK, ()),
    }
    return _page(report, {}, texts, project)


def _figures(findings: Findings) -> dict[str, Any]:
    """Return the counts and kinds of findings, and the findings that the author waives."""
    severities = Counter(finding.severity for finding in findings.items)
    return {
        "counts": {severity.value: severities[severity] for severity in Severity},
        "kinds": list(kinds(findings.sorted())),
        "waived": findings.waived,
    }


def _page(report: dict[str, Any], filters: PageFilters, texts: Mapping[str, str], project: Path) -> str:
    filters |= {"excerpt": partial(excerpt, lines=LinesOfFiles(texts))}
    filters |= {"worth": worth, "graded": graded, "tried": tried_words}
    return rendered(project, "report/report.html.j2", report["language"], filters, report=report) + "\n"


def _unclaimed(book: Book) -> Iterator[Bullet | Step]:
    """Yield bullets and example steps without a proof, which have the author's reason."""
    items = (item for reference in book.game.references for item in all_bullets(reference.items))
    steps = (step for example in book.game.examples for step in example.steps)
    every: Iterable[Bullet | Step] = [*items, *steps]
    return (each for each in every if each.unproved)


def _questions(book: Book) -> Iterator[tuple[str, str]]:
    """Yield the open questions of rules and tables, each after its place."""
    for rule in book.game.rules:
        where = rule.number or plain(rule.title, book)
        if rule.incomplete is not None:
            yield where, tell("The source breaks off: {where}", where=plain(rule.incomplete, book))
        yield from ((where, plain(text, book)) for text in rule.questions)
    for table in book.game.tables:
        yield from ((plain(table.title, book), plain(s.why, book)) for s in table.silences if s.question)


# On whose authority a game says what it says


def _documents(book: Book) -> list[tuple[Document, list[tuple[Target, Text | None, str]]]]:
    """Return each document with what cites it, in source order: a thing or a bullet of it, and the place cited."""
    cited: dict[str, list[tuple[Target, Text | None, str]]] = {document.id: [] for document in book.game.documents}
    for target, text, origin in origins(book.game):
        whole = target.kind == "reference" and text is None
        for source in (book.origin_of(book.references[target.id]) if whole else origin).sources:
            if (document := book.target_of(source.document)) is not None:
                cited[document.id].append((target, text, source.place))
    return [(document, cited[document.id]) for document in book.game.documents]


# What no card of a game shows, kind by kind


def _absent(book: Book) -> Iterator[tuple[str, int, list[Target]]]:
    """Yield the rules, terms, tables and quick references that are on no card; nothing for a game without cards.

    Each kind has its name and the number of all its entries.
    """
    if not book.game.cards:
        return
    missing, game = list(not_on_cards(book)), book.game
    totals = {
        "rule": (tell("rules"), sum(not rule.external for rule in game.rules)),
        "term": (tell("terms"), len(game.terms)),
        "table": (tell("tables"), sum(not table.in_rule for table in game.tables)),
        "reference": (tell("quick references"), len(game.references)),
    }
    for kind, (name, total) in totals.items():
        if of_kind := [each for each in missing if each.kind == kind]:
            yield name, total, of_kind


# Soft proofs of the cards

VISIONS = {
    "greyscale": tell("in grey, as a laser printer prints it"),
    "protanopia": tell("without red cones (protanopia)"),
    "deuteranopia": tell("without green cones (deuteranopia)"),
    "tritanopia": tell("without blue cones (tritanopia)"),
}


def _colour_visions() -> Iterator[tuple[str, str, str]]:
    """Yield the id, the name and the matrix, for an SVG filter in linear RGB, of each colour vision."""
    for name, matrix in MATRICES.items():
        # As `feColorMatrix` has it: a row for each of red, green, blue and opacity.
        rows = (" ".join(map(str, (*row, 0, 0))) for row in matrix)
        yield name, VISIONS[name], "  ".join((*rows, "0 0 0 1 0"))


def _soft_proofs(book: Book, findings: Sequence[Finding], finished: FinishedFiles) -> Iterator[dict[str, Any]]:
    """Yield every page of every printed card, with the findings about the card.

    `presses` are its pictures in the colours of each press on which it prints, after the name of the press.
    """
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
            yield {
                "id": f"proof-{card.id}-{number}",
                "name": joined(filter(None, (plain(card.title, book), name))),
                "picture": picture,
                "findings": about,
                "presses": [(press, pictures[number - 1]) for press, pictures in presses],
            }
