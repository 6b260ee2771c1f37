"""Beside each thing: which editions changed it, and how."""

from collections.abc import Iterator
from datetime import date

from markupsafe import Markup

from rulewright.editions.history import History, Step
from rulewright.editions.snapshot import Snapshot
from rulewright.editions.view import CHANGED, VERBS, ChangeView
from rulewright.model.book import Target
from rulewright.render.typesetting.change_views import change_anchor, change_verbs
from rulewright.render.web.views import HistoryView
from rulewright.translation.catalogues import spoken_day
from rulewright.translation.messages import Message

DIFFERENCES = "differences.html"
"""The page of what a game changes of the one that it extends."""


def history_of(history: History, target: Target, language: str) -> Iterator[HistoryView]:
    """The editions that changed a thing, the latest first."""
    for step, changes in history.of((target.kind, target.id)):
        href = f"{changes_file(step)}#{change_anchor(changes[0].change.key)}"
        yield HistoryView(step.edition, day_of(step, language), _verbs(changes, target.kind), href)


def history_of_layer(step: Step, target: Target, why: Markup | None) -> Iterator[HistoryView]:
    """What a layer changed of a thing of the game below."""
    changes = step.changes.get((target.kind, target.id), ())
    if changes:
        href = f"{DIFFERENCES}#{change_anchor(changes[0].change.key)}"
        yield HistoryView("", "", _verbs(changes, target.kind), href, step.difference.before.title, why)


def changes_file(step: Step) -> str:
    """The page of what an edition changed."""
    return f"changes-{step.edition}.html"


def day_of(each: Step | Snapshot, language: str) -> str:
    return spoken_day(date.fromisoformat(each.date), language)


def _verbs(changes: tuple[ChangeView, ...], kind: str) -> Message:
    """What happened to the thing itself; of its parts only that they changed."""
    own = next((each for each in changes if each.change.kind == kind), None)
    return VERBS[CHANGED] if own is None else change_verbs(own)
