"""The files of a draft: all that can be made in spite of errors."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.draft.marking import marked_book
from rulewright.draft.stamping import stamped
from rulewright.findings import Finding, Findings
from rulewright.model.book import Book
from rulewright.products.making import make_files
from rulewright.products.run import PrintRun
from rulewright.progress import Progress, no_progress
from rulewright.proof.report import ProofReport
from rulewright.render.paths import card_path
from rulewright.render.report import report_html
from rulewright.render.templating.faults import template_faults
from rulewright.store import Store
from rulewright.translation.catalogues import catalogue


@dataclass(slots=True)
class Draft:
    """The files by their paths, each marked as a draft; the findings on the way; and what could not be made."""

    files: dict[str, bytes] = field(default_factory=dict)
    faults: Findings = field(default_factory=Findings)
    lost: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Edition:
    """A game in one language; `language` is empty for that in which it was written."""

    book: Book
    proof: ProofReport
    language: str = ""

    def say(self, found: Iterable[Finding]) -> Iterable[Finding]:
        """Findings as they are reported: those of a translation say of which."""
        if not self.language:
            return found
        from rulewright.multilingual.edition import of_language

        return of_language(self.language, found)


def draft_of(
    edition: Edition,
    faults: Findings,
    texts: Mapping[str, str],
    project: Path,
    store: Store,
    progress: Progress = no_progress,
) -> Draft:
    """A draft of a game with these findings, to which those of printing are added.

    It is printed without marks first: these take room, and what does not fit is measured as it will be.
    """
    book, proof = edition.book, edition.proof
    run = PrintRun(marked_book(book, ()), proof, Findings(), project, "", store, progress)
    draft = _made(run)
    faults.extend(edition.say(draft.faults.findings))
    if faults.fatal:
        draft.files = _made(replace(run, book=marked_book(book, faults.findings), faults=Findings())).files
    with template_faults(project, faults):
        draft.files["report.html"] = report_html(book, proof, faults, texts, project).encode()
    words = catalogue(book.game.language)
    folder = f"{edition.language}/" if edition.language else ""
    draft.files = {folder + path: stamped(path, data, words) for path, data in draft.files.items()}
    return draft


def _made(run: PrintRun) -> Draft:
    """All files; if that fails, all but the cards and products that what the errors took away prevents."""
    draft = Draft(faults=run.faults)
    with template_faults(run.project, run.faults):
        try:
            draft.files = make_files(run)
        except Exception:  # which one of them it is, each tells by itself
            book, draft.lost = _possible(run)
            draft.files = make_files(replace(run, book=book))
    return draft


def _possible(run: PrintRun) -> tuple[Book, list[str]]:
    """The book without the cards and products that cannot be made, and what these are called."""
    game = run.book.game
    cards = tuple(card for card in game.cards if _can_make(run, {card_path(card)}))
    names = [f"the card {card.id!r}" for card in game.cards if card not in cards]
    run = replace(run, book=replace(run.book, game=replace(game, cards=cards)))
    asked = [(each, {file.path for file in each.files(run.book)}) for each in run.book.products if each.request]
    lost = [each for each, paths in asked if not _can_make(run, paths)]
    products = tuple(each for each in run.book.products if each not in lost)
    names += [" ".join((each.kind, f"{each.request.id!r}")) for each in lost if each.request]
    return replace(run.book, game=replace(run.book.game, products=products)), names


def _can_make(run: PrintRun, paths: Collection[str]) -> bool:
    try:
        make_files(replace(run, faults=Findings()), lambda path: path in paths)
    except Exception:
        return False
    return True
