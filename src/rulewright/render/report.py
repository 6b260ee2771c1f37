"""The report: what was found and what is proved, for a rules editor to work through."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rulewright.diagnostics import Diagnostic, Faults, Span
from rulewright.grid import keys_of
from rulewright.model.book import Book, Target, items_below
from rulewright.model.example import Step
from rulewright.proof.report import FunctionSource, ProofReport, Statement
from rulewright.render.environment import environment
from rulewright.wording import plain


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding with the line it stands on."""

    finding: Diagnostic
    excerpt: str


@dataclass(frozen=True, slots=True)
class StatementView:
    """A printed statement, where it stands and what proves it.

    `key` tells where it holds: a cell's keys, a claim's condition, a fact's id.
    """

    text: str
    key: str
    place: str
    state: str
    function: str
    cases: int
    reason: str


@dataclass(frozen=True, slots=True)
class GroupView:
    """The statements of one table, reference or of all facts."""

    title: str
    kind: str
    statements: tuple[StatementView, ...]


@dataclass(frozen=True, slots=True)
class QuestionView:
    """What the sources leave open, and where."""

    place: str
    text: str


@dataclass(frozen=True, slots=True)
class ReportView:
    """The whole report of one game."""

    title: str
    language: str
    ran: bool
    coverage: Mapping[str, int]
    findings: tuple[FindingView, ...]
    groups: tuple[GroupView, ...]
    unclaimed: tuple[tuple[str, str], ...]
    questions: tuple[QuestionView, ...]
    functions: tuple[FunctionSource, ...]


def report_html(book: Book, proof: ProofReport, faults: Faults, texts: Mapping[str, str], project: Path) -> str:
    """report.html: self-contained, one page."""
    view = ReportView(
        title=book.game.title,
        language=book.game.language,
        ran=proof.ran,
        coverage=proof.coverage(),
        findings=tuple(FindingView(found, _excerpt(found.span, texts)) for found in faults.sorted()),
        groups=tuple(_groups(book, proof)),
        unclaimed=tuple(_unclaimed(book)),
        questions=tuple(_questions(book)),
        functions=tuple(proof.functions.values()),
    )
    return environment(project).get_template("report/report.html.j2").render(report=view) + "\n"


def _excerpt(span: Span, texts: Mapping[str, str]) -> str:
    lines = texts.get(span.file, "").split("\n")
    return lines[span.line - 1].strip() if 0 < span.line <= len(lines) else ""


def _groups(book: Book, proof: ProofReport) -> Iterator[GroupView]:
    keys = {
        case.span: " or ".join(", ".join(f"{axis} {words}" for axis, words in key.items()) for key in keys_of(case))
        for table in book.game.tables
        for case in table.cases
    }
    for table in book.game.tables:
        found = proof.of(Target("table", table.id))
        yield GroupView(plain(table.title, book), "table", tuple(_view(s, keys.get(s.span, "")) for s in found))
    for reference in book.game.references:
        found = proof.of(Target("reference", reference.id))
        if found:
            claims = {item.claim.span: item.claim.text for item in items_below(reference.items) if item.claim}
            views = tuple(_view(s, claims.get(s.span, "")) for s in found)
            yield GroupView(plain(reference.title, book), "reference", views)
    for example in book.game.examples:
        found = proof.of(Target("example", example.id))
        if found:
            asked = {step.span: f"{step.asked.text} = {_result(step, book)}" for step in example.steps if step.asked}
            yield GroupView(plain(example.title, book), "example", tuple(_view(s, asked[s.span]) for s in found))
    facts = [s for fact in book.game.facts for s in proof.of(Target("fact", fact.id))]
    if facts:
        yield GroupView("Facts", "facts", tuple(_view(s, s.owner.id) for s in facts))


def _result(step: Step, book: Book) -> str:
    return plain(step.result, book) if step.result else ""


def _view(s: Statement, key: str) -> StatementView:
    return StatementView(s.text, key, str(s.span), s.state.value, s.function, s.cases, s.reason)


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
            yield QuestionView(where, f"The source breaks off: {plain(rule.incomplete, book)}")
        yield from (QuestionView(where, plain(text, book)) for text in rule.open)
    for table in book.game.tables:
        where = plain(table.title, book)
        yield from (QuestionView(where, plain(s.why, book)) for s in table.silences if s.question)
