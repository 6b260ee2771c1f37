"""The games of a project by the names of their folders: those of content/ that hold a YAML file, but for shared ones.

Like `cache`, this module imports next to nothing: a build with nothing to do asks it. `source.files.find_games` also
says why a folder cannot be read.
"""

import os

YAML = (".yaml", ".yml")
SHARED = "_"
"""Begins the name of a folder that is no game: games extend it."""


def game_folders(project: str | os.PathLike[str]) -> list[str]:
    """None where there is no content."""
    content = os.path.join(project, "content")
    found = (name for name in _names(content) if not name.startswith(SHARED))
    return sorted(name for name in found if _holds_yaml(os.path.join(content, name)))


def are_several(project: str | os.PathLike[str]) -> bool:
    """Whether the project has a library page, to which the pages of each game lead."""
    return len(game_folders(project)) > 1


def _holds_yaml(folder: str) -> bool:
    return any(name.casefold().endswith(YAML) for name in _names(folder))


def _names(folder: str) -> list[str]:
    """Those of a folder that are not hidden; none of what is no folder, or of one that nobody may look into."""
    try:
        return [name for name in os.listdir(folder) if not name.startswith(".")]  # noqa: PTH208  # pathlib is slow to import
    except OSError:
        return []
