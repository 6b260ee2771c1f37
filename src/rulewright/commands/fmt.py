"""`rulewright fmt`: the files of the source in their normal form."""

import sys
from collections.abc import Iterator
from pathlib import Path

from rulewright.boundary import Apart
from rulewright.commands.progress_line import print_findings, say
from rulewright.decode.cards import CardEntry
from rulewright.decode.content_file import ContentFile
from rulewright.edits import write_source
from rulewright.findings import Findings
from rulewright.formatter.formatted import SourceFile, formatted
from rulewright.language.entry import Entry
from rulewright.multilingual.texts import CARD_FILES
from rulewright.source.files import YAML, Sources, choose_games, read, shared_folders
from rulewright.source.nodes import Mapping, Scalar


def fmt(project: str, games: list[str], *, only_check: bool) -> int:
    """Writes the files that are not in their normal form, or with `only_check` names them, with status 1.

    Files that cannot be read stay as they are, with status 1 too.
    """
    root, faults = Path(project), Findings()
    chosen = [*choose_games(root, games, faults), *([] if games else shared_folders(root))]
    print_findings(faults, {}, sys.stderr)
    if faults.status:
        return faults.status
    apart, statuses = Apart(), [0]
    for game in chosen:
        with apart.of(game):
            statuses.append(_fmt(root, game, only_check))
    return max(apart.status, *statuses)


def _fmt(root: Path, game: str, only_check: bool) -> int:
    faults = Findings()
    sources = read(root, game, faults)
    files = list(_files(sources))
    unread = [file for file in files if file.tree is None]
    changed = {file.name: new for file in files if (new := formatted(file)) != file.text}
    for name, text in changed.items():
        if not only_check:
            write_source(root / name, text)
        say(f"{name} is not in its normal form" if only_check else ", ".join([name]))
    print_findings(faults if unread else Findings(), sources.texts, sys.stdout)
    if not changed:
        say(f"{game}: all files that can be read are in their normal form")
    elif not only_check:
        written = ("{game}: {n} file written anew" if len(changed) == 1 else "{game}: {n} files written anew").format(
            n=len(changed), game=game
        )
        say(written)
    return 1 if unread or (only_check and changed) else 0


def _files(sources: Sources) -> Iterator[SourceFile]:
    """The YAML files of a game and its translations."""
    for name, text in sorted(sources.texts.items()):
        if name.endswith(YAML):
            entry = ContentFile if name.startswith("content/") else _card_entry(text, name)
            yield SourceFile(text.replace("\r\n", "\n"), name, entry)


def _card_entry(text: str, name: str) -> type[Entry]:
    tree = SourceFile(text, name, CardEntry).tree
    kind = tree.get("kind") if isinstance(tree, Mapping) else None
    return CARD_FILES.get(kind.value, CardEntry) if isinstance(kind, Scalar) else CardEntry
