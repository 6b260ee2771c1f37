"""A difference as JSON, for programs. The page `editions` of the manual describes the form."""

from typing import Any

from rulewright.editions.details import Detail
from rulewright.editions.history import Step
from rulewright.editions.snapshot import Key, Snapshot
from rulewright.editions.touched import Reprint
from rulewright.editions.versions import read_version
from rulewright.editions.view import ChangeView, DifferenceView
from rulewright.editions.word_changes import Words
from rulewright.formats.as_json import dump


def difference_json(step: Step) -> str:
    return dump(_difference(step))


def _difference(step: Step) -> dict[str, Any]:
    difference, view, touched = step.difference, step.view, step.view.touched
    version = read_version(difference.before.edition)
    return {
        "game": difference.after.game,
        "from": _edition(difference.before),
        "to": _edition(difference.after),
        "level": difference.level.name.lower(),
        "next": str(version.raised(difference.level)) if version else None,
        "changes": [_change(each) for section in view.sections for each in section.changes],
        "cards": [_reprint(each, view) for each in touched.cards],
        "cards_gone": [each.id for each in touched.gone],
        "pages": [_key(key) for key in touched.pages],
        "examples": [each.id for each in touched.examples],
    }


def _edition(snapshot: Snapshot) -> dict[str, Any]:
    """Edition and date are null for the current source."""
    return {"game": snapshot.game, "edition": snapshot.edition or None, "date": snapshot.date or None}


def _key(key: Key) -> dict[str, str]:
    return {"kind": key[0], "id": key[1]}


def _change(view: ChangeView) -> dict[str, Any]:
    change = view.change
    return {
        "kind": change.kind,
        "id": change.after,
        "was": change.before,
        "name": view.name,
        "what": list(view.verbs),
        "level": view.level.name.lower(),
        "fields": [_detail(each) for each in view.details],
        "why": list(view.why),
    }


def _detail(detail: Detail) -> dict[str, Any]:
    words = {"words": [list(map(_words, each.words)) for each in detail.passages]} if detail.passages else {}
    return {"field": detail.field, "from": detail.before, "to": detail.after, **words}


def _words(words: Words) -> list[str]:
    return [words.fate.value, words.text]


def _reprint(reprint: Reprint, view: DifferenceView) -> dict[str, Any]:
    because = [_key(each.change.key) for each in view.reasons(reprint)]
    return {"id": reprint.card.id, "new": reprint.new, "layout": reprint.layout, "because": because}
