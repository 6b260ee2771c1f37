"""The entries become a page."""

from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup

from rulewright.library.entries import LibraryEntry
from rulewright.library.state import OURS
from rulewright.render.typesetting.environment import asset, rendered
from rulewright.render.typesetting.web_look import SHEET, in_the_dark
from rulewright.render.web.assets import thin_script, thin_style
from rulewright.translation.catalogues import SOURCE

STYLES = (f"web/{SHEET}", "web/cards.css", "library/library.css")
SCRIPT = "library/library.js"


def library_html(project: Path, entries: Sequence[LibraryEntry]) -> str:
    """In the language of the games, if they have the same; else in English."""
    language = language_of(entries)
    values = {"entries": entries, "code": language, "ours": Markup(OURS.decode())}  # noqa: S704 - ours
    own = {"style": _style(project), "script": _script(project), "web": _web(entries)}
    return rendered(project, "library/index.html.j2", language, **values, **own) + "\n"


def language_of(entries: Sequence[LibraryEntry]) -> str:
    found = {entry.language for entry in entries if entry.language}
    return found.pop() if len(found) == 1 else SOURCE


def _web(entries: Sequence[LibraryEntry]) -> str:
    """The folder of pages whose fonts and switch of colours this one has too; empty where none is known."""
    return next((f"{entry.id}/web/" for entry in entries if entry.language), "")


def _style(project: Path) -> Markup:
    """That of the pages in their usual look; its own end would end it too early."""
    sheets = [thin_style(asset(project, name)) for name in STYLES]
    dark = in_the_dark(thin_style(asset(project, "web/dark.css")))
    return Markup("".join((*sheets, dark)).replace("</", "<\\/"))  # noqa: S704 - ours, or the author's own


def _script(project: Path) -> Markup:
    return Markup(thin_script(asset(project, SCRIPT)).replace("</", "<\\/"))  # noqa: S704 - ours, or the author's own
