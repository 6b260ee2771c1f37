"""The head, the foot and the stylesheet of reports, which are the same as on web pages."""

from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup, escape

from rulewright.book.book import Book
from rulewright.book.game import Game
from rulewright.book.owners import says_ours
from rulewright.editions.history import Step
from rulewright.entries.marks import Mark
from rulewright.entries.text import Target
from rulewright.entries.themes import standard_theme
from rulewright.html.change_views import ChangesView, changes_view
from rulewright.html.environment import asset, rendered
from rulewright.html.marks import mark_svg
from rulewright.html.typesetter import Typesetter
from rulewright.html.web_look import SHEET, LogoView, in_the_dark, logo_view, web_style


@dataclass(frozen=True, slots=True)
class FrameView:
    """The head and the foot of a page; its attributes have the names that the templates of web pages use."""

    title: str
    imprint: str = ""
    by: str = ""
    licence: Markup | None = None
    credits: bool = False
    references: bool = False
    errata: bool = False
    ours: bool = False
    logo: LogoView | None = None


class _WithoutLinks(Typesetter):
    """A typesetter for the texts of an imprint without links into the pages of the game, which may not exist."""

    def link(self, target: Target, label: str) -> Markup:  # noqa: ARG002 - a label is all there is
        return escape(label)

    def mark(self, mark: Mark) -> Markup:
        return mark_svg(mark, label=True, theme=self.theme)

    def outward(self, url: str, *, spelt: bool) -> tuple[Markup, Markup]:  # noqa: ARG002 - a link needs no address
        return Markup('<a href="{}" rel="external noopener">').format(url), Markup("</a>")


def frame(book: Book) -> FrameView:
    game = book.game
    return FrameView(
        game.title,
        game.imprint,
        game.byline,
        None if game.licence is None else _WithoutLinks(book, standard_theme()).inline(game.licence),
        game.credits is not None or game.source is not None,
        bool(game.references),
        bool(game.errata),
        says_ours(game),
        logo_view(game),
    )


def report_style(game: Game | None, project: Path, *further: str) -> Markup:
    """Return the stylesheet: web pages with the game's colours, then reports, `further` templates, and dark mode.

    It is the content of one `style` element, so an end tag in it is escaped.
    """
    pages = asset(project, f"web/{SHEET}") if game is None else web_style(game, project)
    own = (asset(project, name) for name in ("report/report.css", *further))
    dark = (in_the_dark(asset(project, name)) for name in ("web/dark.css", "report/dark.css"))
    return Markup("\n".join((pages, *own, *dark)).replace("</", "<\\/"))  # noqa: S704 - ours, or the author's own


# A difference of two editions as one page, which needs no other file and no script


@dataclass(frozen=True, slots=True)
class EditionChanges:
    """The values for the template of a page of differences."""

    title: str
    language: str
    changes: ChangesView
    style: Markup


def difference_html(step: Step, game: Game | None, project: Path) -> str:
    """Return the page of differences in the design of the game, or in the tool's if the source has errors."""
    language = game.language if game else "en"
    style, changes = report_style(game, project, "web/changes.css"), changes_view(step.view, because=step.because)
    page = EditionChanges(step.difference.after.title, language, changes, style)
    return rendered(project, "report/edition.html.j2", language, edition=page) + "\n"
