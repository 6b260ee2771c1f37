"""The imprint and the stylesheet of reports, which are the same as on web pages; the page of a difference."""

from pathlib import Path

from markupsafe import Markup, escape

from rulewright.book.book import Book
from rulewright.book.game import Game
from rulewright.editions.view import Step
from rulewright.entries.marks import Mark
from rulewright.entries.text import Target
from rulewright.entries.themes import standard_theme
from rulewright.html.environment import asset, rendered
from rulewright.html.marks import mark_svg
from rulewright.html.templating.sandbox import PageFilters
from rulewright.html.typesetter import Typesetter
from rulewright.html.web_look import SHEET, in_the_dark, web_style


class _WithoutLinks(Typesetter):
    """A typesetter for the texts of an imprint without links into the pages of the game, which may not exist."""

    def link(self, target: Target, label: str) -> Markup:  # noqa: ARG002 - a label is all there is
        return escape(label)

    def mark(self, mark: Mark) -> Markup:
        return mark_svg(mark, label=True, theme=self.theme)

    def outward(self, url: str, *, spelt: bool) -> tuple[Markup, Markup]:  # noqa: ARG002 - a link needs no address
        return Markup('<a href="{}" rel="external noopener">').format(url), Markup("</a>")


def imprint_filters(book: Book) -> PageFilters:
    """Return the filter that templates of an imprint need."""
    return {"inline": _WithoutLinks(book, standard_theme()).inline}


def report_style(game: Game | None, project: Path, *further: str) -> Markup:
    """Return the stylesheet: web pages with the game's colours, then reports, `further` templates, and dark mode.

    It is the content of one `style` element, so an end tag in it is escaped.
    """
    pages = asset(project, f"web/{SHEET}") if game is None else web_style(game, project)
    own = (asset(project, name) for name in ("report/report.css", *further))
    dark = (in_the_dark(asset(project, name)) for name in ("web/dark.css", "report/dark.css"))
    return Markup("\n".join((pages, *own, *dark)).replace("</", "<\\/"))  # noqa: S704 - ours, or the author's own


# A difference of two editions as one page, which needs no other file and no script


def difference_html(step: Step, game: Game | None, project: Path) -> str:
    """Return the page of differences in the design of the game, or in the tool's if the source has errors."""
    language = game.language if game else "en"
    edition = {
        "title": step.difference.after.title,
        "language": language,
        "step": step,
        "style": report_style(game, project, "web/changes.css"),
    }
    return rendered(project, "report/edition.html.j2", language, edition=edition) + "\n"
