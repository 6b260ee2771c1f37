"""A difference of two editions as one page, which needs no other file and no script."""

from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from rulewright.editions.history import Step
from rulewright.model.game import Game
from rulewright.render.report.frame import report_style
from rulewright.render.typesetting.change_views import ChangesView, changes_view
from rulewright.render.typesetting.environment import rendered


@dataclass(frozen=True, slots=True)
class EditionChanges:
    """What the page shows."""

    title: str
    language: str
    changes: ChangesView
    style: Markup


def difference_html(step: Step, game: Game | None, project: Path) -> str:
    """The page in the looks of the game; in those of the tool where the source of the game has errors."""
    language = game.language if game else "en"
    style, changes = report_style(game, project, "web/changes.css"), changes_view(step.view, because=step.because)
    page = EditionChanges(step.difference.after.title, language, changes, style)
    return rendered(project, "report/edition.html.j2", language, edition=page) + "\n"
