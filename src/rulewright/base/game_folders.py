"""Find the games of a project: the folders of content/ with a YAML file, except shared folders.

Like `cache`, this module imports very little, because a build with nothing to do uses it. `source.files.find_games`
also reports why a folder cannot be read.
"""

import os

YAML = (".yaml", ".yml")
SHARED = "_"
"""The first letter of a shared folder, which games extend."""


def game_folders(project: str | os.PathLike[str]) -> list[str]:
    """Return the sorted names of the games."""
    content = os.path.join(project, "content")
    found = (name for name in _names(content) if not name.startswith(SHARED))
    return sorted(name for name in found if _holds_yaml(os.path.join(content, name)))


def are_several(project: str | os.PathLike[str]) -> bool:
    """Return whether the project has several games, and so a library page over them."""
    return len(game_folders(project)) > 1


def _holds_yaml(folder: str) -> bool:
    return any(name.casefold().endswith(YAML) for name in _names(folder))


def _names(folder: str) -> list[str]:
    """Return the names in a folder that are not hidden; none if it cannot be read."""
    try:
        return [name for name in os.listdir(folder) if not name.startswith(".")]  # noqa: PTH208  # pathlib is slow to import
    except OSError:
        return []
