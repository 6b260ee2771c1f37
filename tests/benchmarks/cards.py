"""Whole games of cards: one card and a hundred, cold and after an edit, beside plain WeasyPrint and Typst."""

import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from rulewright.outputs.cards.paper import card_html, card_style
from tests.benchmarks.printing import CARD, GAME, OURS, THEIRS, card_page, copy_game
from tests.benchmarks.timing import Ratio, Timed, command, ratio
from tests.benchmarks.typst_page import typst, typst_page
from tests.many_cards import many_cards
from tests.many_rules import read_many

ALL_OF_THEIRS = """\
import sys
from importlib.resources import files
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration

style, *pages = (open(file, encoding="utf-8").read() for file in sys.argv[1:])
fonts, known = files("font_source_sans_pro") / "files", FontConfiguration()
style = CSS(string=style.replace("url(font:", f"url({fonts.as_uri()}/"), font_config=known)
for page in pages:
    HTML(string=page).write_pdf(stylesheets=[style], font_config=known, pdf_variant="pdf/ua-1")
"""
BUILD = """\
import sys
from rulewright.app.cli import main
from rulewright import pool

processors, project = sys.argv[1:]
if int(processors):
    pool.processors = lambda: int(processors)
sys.exit(main(["build", "--project", project]))
"""
"""A build by so many processes; 0 for as many as the machine has."""
TYPST = "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[1] + '.pdf')"
MANY = 100


def game_of_one_card_cold() -> Ratio:
    """Everything that a build makes of a game of one card, for a user who never built anything."""
    with _cards(1) as project, _plain_pages(project) as theirs:
        return ratio(_from_nothing(project), theirs, 5)


def hundred_cards() -> Ratio:
    """Everything that a build makes of a hundred cards, beside printing the same in one process."""
    with _cards(MANY) as project, _plain_pages(project) as theirs:
        return ratio(_from_nothing(project, processors=1), theirs, 3)


def hundred_cards_by_two() -> Ratio:
    with _cards(MANY) as project:
        return ratio(_from_nothing(project, processors=2), _from_nothing(project, processors=1), 3)


def edited_of_a_hundred() -> Ratio:
    """A whole build after a bullet was edited: with a hundred cards, and with one."""
    with _cards(MANY) as many, _cards(1) as one:
        ours, theirs = (_editing_bullet(project, "content/many/game.yaml", "  b0:", "build") for project in (many, one))
        ours()
        theirs()
        return ratio(ours, theirs, 5)


def edited_until_its_card() -> Ratio:
    """A bullet of a real game edited, until its card is there."""
    with tempfile.TemporaryDirectory() as folder, card_page() as files:
        copy_game(Path(folder))
        only = "build", "--only", f"card:{CARD}"
        edit = _editing_bullet(Path(folder), f"content/{GAME}/{CARD}.yaml", "references:", *only)
        edit()
        return ratio(edit, command("-c", THEIRS, *files), 7)


def one_card_beside_typst() -> Ratio | None:
    """A card from its HTML, in a fresh process, beside Typst on a page of the same words."""
    python = typst()
    if python is None:
        return None
    with _cards(1) as project, _pages_of(project) as (style, page), tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "card.typ")
        source.write_text(typst_page(read_many(project)), "utf-8")
        ours = command("-c", OURS, page, style)
        ours()
        return ratio(ours, command("-c", TYPST, str(source), python=python), 7)


@contextmanager
def _cards(count: int) -> Iterator[Path]:
    """A project with a game of so many cards."""
    with tempfile.TemporaryDirectory() as folder:
        many_cards(Path(folder), count)
        yield Path(folder)


@contextmanager
def _pages_of(project: Path) -> Iterator[list[str]]:
    """The stylesheet and the HTML of every card of the project's game, as files."""
    book = read_many(project)
    with tempfile.TemporaryDirectory() as folder:
        style = Path(folder, "card.css")
        style.write_text(card_style(book.game.cards[0], book, project), "utf-8")
        pages = [Path(folder, f"{card.id}.html") for card in book.game.cards]
        for card, page in zip(book.game.cards, pages, strict=True):
            page.write_text(card_html(card, book, project), "utf-8")
        yield [str(style), *map(str, pages)]


@contextmanager
def _plain_pages(project: Path) -> Iterator[Timed]:
    """Plain WeasyPrint on every card of the project, in one process."""
    with _pages_of(project) as files:
        yield command("-c", ALL_OF_THEIRS, *files)


def _from_nothing(project: Path, processors: int = 0) -> Timed:
    """A build with an empty folder and an empty store."""

    def build() -> None:
        shutil.rmtree(project / "build", ignore_errors=True)
        with tempfile.TemporaryDirectory() as store:
            command("-c", BUILD, str(processors), str(project), XDG_CACHE_HOME=store)()

    return build


def _editing_bullet(project: Path, name: str, after: str, *arguments: str) -> Timed:
    """Alters the first bullet after some words of a source, and runs a command."""
    file, numbers = project / name, count(1)
    before, words, bullets = file.read_text("utf-8").partition(after)
    first = re.compile(r'- (?:text: )?"')
    run = command("-m", "rulewright.app.cli", *arguments, "--project", str(project))

    def edit() -> None:
        text = first.sub(lambda found: f"{found[0]}edit {next(numbers)} ", bullets, count=1)
        file.write_text(before + words + text, "utf-8")
        run()

    return edit
