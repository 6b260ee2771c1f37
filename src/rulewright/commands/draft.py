"""`rulewright build --draft`: what can be made in spite of errors, in a folder of its own."""

import sys
from pathlib import Path

from rulewright.boundary import Apart
from rulewright.commands.libraries import library_findings
from rulewright.commands.progress_line import ProgressLine
from rulewright.commands.terminal import in_users_words, print_findings, say
from rulewright.commands.unwritable import unwritable
from rulewright.diagnostics import Faults
from rulewright.draft.making import draft_of
from rulewright.formats.as_text import summary
from rulewright.installation import user_store
from rulewright.pipeline import draft_book, examine
from rulewright.proof.process import Limits
from rulewright.proof.prove import unproved
from rulewright.publish import publish, sole_access
from rulewright.source.files import choose_games
from rulewright.translation.messages import tell

FOLDER = Path("build", "draft")
"""Beside the good output, which no draft touches."""


def build_draft(project: str, games: list[str], *, prove: bool) -> int:
    """Writes build/draft/GAME for each game; the exit status is that of the findings."""
    root, faults = Path(project), Faults()
    chosen = choose_games(root, games, faults)
    faults.extend(library_findings())
    print_findings(faults, {}, sys.stderr)
    if faults.status:
        return faults.status
    apart, statuses = Apart(in_users_words), [0]
    try:
        with sole_access(root / FOLDER):
            for game in chosen:
                with apart.of(game):
                    statuses.append(_build(root, game, prove))
    except OSError as error:
        return unwritable(root / FOLDER, error)
    return max(apart.status, *statuses)


def _build(root: Path, game: str, prove: bool) -> int:
    folder, store = root / FOLDER / game, user_store()
    with ProgressLine() as line:
        progress = line.of(game)
        examined = examine(root, game, Limits() if prove else None, progress=progress, store=store)
        texts, faults = examined.sources.texts, examined.faults
        book = examined.book or draft_book(examined.sources)
        proof = examined.proof if examined.book else book and unproved(book, tell("the source has errors"))
        draft = book and proof and draft_of(book, proof, faults, texts, root, store, progress)
    words = examined.catalogue
    print_findings(faults, texts, sys.stdout, words)
    say(summary(game, faults.findings, examined.proof, len(faults.waived)), words=words)
    if not draft:
        lacking = tell("rulewright: {game} has no draft: a file cannot be read, so too much is missing", game=game)
        say(lacking, sys.stderr, words)
        return faults.status
    publish(folder, draft.files)
    for name in draft.lost:
        say(tell("{game}: {file} is not in the draft: the errors prevent it", game=game, file=name), words=words)
    count = len(draft.files)
    made = tell(
        "{game}: a draft of {count} files in {folder}; build/{game} is unchanged", game=game, count=count, folder=folder
    )
    say(made, words=words)
    return faults.status
