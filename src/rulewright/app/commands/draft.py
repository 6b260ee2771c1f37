"""`rulewright build --draft`: write what can be made despite errors into build/draft/GAME.

The good output in build/GAME stays. `rulewright.editing.draft` makes the files; this command examines the games,
writes the files, and says what is missing.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rulewright.app.commands.progress_line import ProgressLine, print_findings, say
from rulewright.app.commands.shared import chosen_games, each_game, unwritable
from rulewright.app.publish import publish, sole_access
from rulewright.base.findings import counted
from rulewright.base.installation import user_store
from rulewright.editing.draft import LanguageVersion, draft_of
from rulewright.outputs.formats.as_text import summary
from rulewright.pipeline.stages import Examination, draft_book, examine, translated_book
from rulewright.proof.prove import ProofOptions, unproved

FOLDER = Path("build", "draft")
"""Beside the good output, which a draft does not change."""


def build_draft(project: str, games: Sequence[str], *, prove: bool) -> int:
    """Write build/draft/GAME for each game; return the exit status of the findings."""
    root = Path(project)
    chosen = chosen_games(root, games, must_print=True)
    try:
        with sole_access(root / FOLDER):
            return each_game(chosen, lambda game: _build(root, game, prove))
    except OSError as error:
        return unwritable(root / FOLDER, error)


def _build(root: Path, game: str, prove: bool) -> int:
    folder, store = root / FOLDER / game, user_store()
    with ProgressLine() as line:
        progress = line.for_game(game)
        examined = examine(root, game, ProofOptions() if prove else None, progress=progress, store=store)
        texts, findings = examined.sources.texts, examined.findings
        drafts = [draft_of(each, findings, texts, root, store, progress) for each in _language_versions(examined)]
    print_findings(findings, texts, sys.stdout)
    say(summary(game, findings.items, examined.proof, len(findings.waived)))
    if not drafts:
        say(f"rulewright: {game} has no draft: a file cannot be read, so too much is missing", sys.stderr)
        return findings.status
    files = {path: data for draft in drafts for path, data in draft.files.items()}
    publish(folder, files)
    for name in (name for draft in drafts for name in draft.left_out):
        say(f"{game}: {name} is not in the draft: the errors prevent it")
    say(f"{game}: a draft of {counted(len(files), 'file')} in {folder}; build/{game} is unchanged")
    return findings.status


def _language_versions(examined: Examination) -> Iterator[LanguageVersion]:
    """Yield the game and its translations as far as they can be shown; nothing if a file cannot be read."""
    book = examined.book or draft_book(examined.sources)
    if book is None:
        return
    reason = "the source has errors"
    yield LanguageVersion(book, examined.proof if examined.book else unproved(book, reason))
    for language in book.game.translations:
        translation = examined.by_language.get(language)
        if translation and translation.book:
            yield LanguageVersion(translation.book, translation.proof, language)
        elif translated := translated_book(examined.sources, book, language):
            yield LanguageVersion(translated, unproved(translated, reason), language)
