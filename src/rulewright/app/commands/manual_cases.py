"""Write the cases of the manual as projects, and print those about cards.

A *case* is an example in the manual: one or several files, and what the tool says about them. `rulewright manual` shows
the pictures, and the tests check what each case prints and reports.
"""

import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.base.findings import Finding
from rulewright.base.installation import user_store
from rulewright.book.game import Game
from rulewright.entries.fonts import FAMILIES
from rulewright.entries.product import CARD_STYLE
from rulewright.entries.rulebooks import Rulebook
from rulewright.html.environment import TOOL_TEMPLATES
from rulewright.html.fonts import font_file
from rulewright.html.paths import card_path
from rulewright.outputs.manual.pages import EXPECTED, GAME, STYLE, Case, Page, example_of
from rulewright.outputs.manual.site import FOLDERS, TUTORIALS, Shown
from rulewright.outputs.manual.tutorial import TUTORIAL_GAMES, files_after, page_name, tutorials
from rulewright.outputs.products.making import make_files
from rulewright.outputs.products.run import PrintRun
from rulewright.pdf.page_images import Picture, pictures
from rulewright.pipeline.stages import examine

DPI = 144
FONT_FILES = frozenset(face.file.name for family in FAMILIES.values() for face in family.faces)
NAMED_FONT = re.compile(rb"fonts/([\w-]+\.ttf)")  # fonts/Lato-Bold.ttf
COLOURS = 48
"""Colours of the palette: enough for a card with smooth letters, at a third of the file size."""


@dataclass(frozen=True, slots=True)
class PrintedCase:
    """The pages that a case prints, and the findings."""

    pictures: tuple[Picture, ...]
    findings: tuple[Finding, ...]


def write_case(case: Case, shared: Mapping[str, bytes], project: Path) -> None:
    """Write a project with the files of a case and those it shares with other cases; its own files win."""
    own_files = {name: _content(name, text) for name, text in case.files.items()}
    files = {**shared, **with_fonts(own_files)}
    if STYLE in files:
        files[STYLE] = (TOOL_TEMPLATES / CARD_STYLE).read_bytes() + files[STYLE]
    write_files(files, project)


def _content(name: str, text: str) -> bytes:
    """Return the bytes of a file; a PO file has no comments behind its texts."""
    if name.endswith(".png"):
        return b64decode(text)
    return re.sub(rf" {EXPECTED.pattern}.*", "", text).encode() if name.endswith(".po") else text.encode()


def with_fonts(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Add the fonts that files name as the game's; fonts of the tool stand in for the author's."""
    font_names = {name.decode() for data in files.values() for name in NAMED_FONT.findall(data)}
    return {**files, **{f"content/{GAME}/fonts/{name}": font_file(name) for name in sorted(font_names & FONT_FILES)}}


def write_files(files: Mapping[str, bytes], project: Path) -> None:
    for name, data in files.items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def print_case(case: Case) -> PrintedCase:
    """Print a case about cards: what is made from its cards, such as sheets, or else the cards."""
    with TemporaryDirectory() as folder:
        write_case(case, example_of("cards"), Path(folder))
        return _print_project(Path(folder))


def _print_project(project: Path, folder: str = "") -> PrintedCase:
    """Print the PDFs of a project, or only those below a folder of the output."""
    examined = examine(project, GAME, None)
    pages: tuple[Picture, ...] = ()
    if examined.book is not None:
        run = PrintRun(examined.book, examined.proof, examined.findings, project, "", user_store())
        pdfs = make_files(run, lambda path: path.startswith(folder) and path.endswith(".pdf"))
        pages = tuple(page for pdf in pdfs_to_show(pdfs, examined.book.game) for page in pictures(pdf, DPI, COLOURS))
    return PrintedCase(pages, tuple(examined.findings.items))


def pdfs_to_show(files: Mapping[str, bytes], game: Game) -> list[bytes]:
    """Return the PDFs to show: those on paper that are not only material for another one, or else all on paper."""
    # PDFs for screens look like the cards and need no picture
    paper = {path: data for path, data in files.items() if path.endswith(".pdf") and not path.startswith("screen/")}
    sources = set(_laid_on_other_paper(game))
    return [data for path, data in paper.items() if path not in sources] or list(paper.values())


def _laid_on_other_paper(game: Game) -> Iterator[str]:
    """Yield the PDFs from which others are made: cards, and rulebooks that become booklets."""
    yield from map(card_path, game.cards)
    yield from (rulebook.file for rulebook in game.requests(Rulebook) if rulebook.booklet)


def printed_cases(page: Page) -> Iterator[Shown]:
    """Print the cases of a page without findings: band.png, band-2.png."""
    sound_cases = (case for case in page.cases if not case.faulty)
    case_pictures = ((case, picture) for case in sound_cases for picture in print_case(case).pictures)
    for number, (case, picture) in enumerate(case_pictures, 1):
        yield Shown(f"{page.name}-{number}.png" if number > 1 else f"{page.name}.png", case, picture)


def printed_steps(kind: str) -> Iterator[Shown]:
    """Print each step of a tutorial that adds a card."""
    page = tutorials()[page_name(kind)]
    for step, case in enumerate(page.cases, 1):
        if any(fence.part == "card" for fence in case.fences):
            with TemporaryDirectory() as folder:
                files = files_after(kind, step, GAME, TUTORIAL_GAMES[kind])
                write_files({name: text.encode() for name, text in files.items()}, Path(folder))
                for number, picture in enumerate(_print_project(Path(folder), "cards/").pictures, 1):
                    yield Shown(f"{page.name}-{step}-{number}.png", case, picture, FOLDERS[TUTORIALS])
