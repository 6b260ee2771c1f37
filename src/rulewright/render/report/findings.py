"""Findings for the report: rule by rule in the order of the book, each with its source."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rulewright.diagnostics import Diagnostic, Severity, Span, Waived
from rulewright.manual import page
from rulewright.model.book import Book, Target
from rulewright.model.owners import Owners, rule_behind
from rulewright.render.report.views import FindingView, KindView, LineView, PlaceView, RuleView
from rulewright.render.typesetting.places import Places
from rulewright.visible import visible
from rulewright.wording import plain

AROUND = 2
"""Lines of the source shown before and after the one at fault."""
SEVERITIES = [severity.value for severity in Severity]


def by_rule(found: Sequence[Diagnostic], book: Book, texts: Mapping[str, str], places: Places) -> Iterator[RuleView]:
    """The findings of each rule, in reading order; at the end those of no rule."""
    owners = Owners(book.game)
    behind = [(rule_behind(book, owners.at(finding.span)), finding) for finding in found]
    for outline in (inner for top in book.outline for inner in top.walk()):
        rule = outline.rule
        own = [finding for of, finding in behind if of is not None and of.id == rule.id]
        if own:
            href = places.href(Target("rule", rule.id))
            yield RuleView(rule.number, plain(rule.title, book), href, tuple(_view(each, texts) for each in own))
    known = {outline.rule.id for top in book.outline for outline in top.walk()}
    yield from without_rule([finding for of, finding in behind if of is None or of.id not in known], texts)


def without_rule(found: Sequence[Diagnostic], texts: Mapping[str, str]) -> Iterator[RuleView]:
    """Findings that belong to no rule, under one heading."""
    if found:
        yield RuleView("", "", "", tuple(_view(each, texts) for each in found))


def kinds(found: Sequence[Diagnostic]) -> Iterator[KindView]:
    """Each kind of finding with its reason, errors first and then the most frequent."""
    counts = Counter(finding.name for finding in found)
    worst = {
        name: min((finding.severity.value for finding in found if finding.name == name), key=SEVERITIES.index)
        for name in counts
    }
    for name in sorted(counts, key=lambda name: (SEVERITIES.index(worst[name]), -counts[name], name)):
        manual = page(name)
        summary, reason = (manual.summary, manual.reason) if manual else ("", "")
        yield KindView(name, worst[name], summary, reason, counts[name])


def waived_view(waived: Waived, texts: Mapping[str, str]) -> FindingView:
    return _view(waived.finding, texts, waived.reason)


def _view(finding: Diagnostic, texts: Mapping[str, str], reason: str = "") -> FindingView:
    labels = (PlaceView(str(each.span), tuple(excerpt(each.span, texts)), each.message) for each in finding.labels)
    return FindingView(
        finding.id,
        finding.name,
        finding.severity.value,
        finding.message,
        PlaceView(str(finding.span), tuple(excerpt(finding.span, texts))),
        tuple(labels),
        finding.hint,
        finding.example_is,
        finding.example,
        reason or finding.waiver,
    )


def excerpt(span: Span, texts: Mapping[str, str]) -> Iterator[LineView]:
    """The line at fault among its neighbours; none if the file is not at hand."""
    lines = texts.get(span.file, "").split("\n")
    if not 0 < span.line <= len(lines):
        return
    first, last = max(1, span.line - AROUND), min(len(lines), span.line + AROUND)
    for number in range(first, last + 1):
        line = lines[number - 1]
        if number == span.line:
            start = span.column - 1
            end = max(start + 1, start + span.length)
            yield LineView(number, visible(line[:start]), visible(line[start:end]) or " ", visible(line[end:]))
        else:
            yield LineView(number, visible(line))
