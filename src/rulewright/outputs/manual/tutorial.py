"""Tutorials: small games that grow step by step. A page of the manual is also the game that `rulewright new` writes.

In: the pages `tests/spec/start/tutorial-KIND.md`. Out: the files of a game after some steps, or the page as text. A
*step* is a case of the page. Each of its fenced blocks is appended to the file that the fence names: ```` ```yaml
card turn ```` to cards/GAME/turn.yaml, ```` ```python ```` to content/GAME/rules.py. Tests build each step.
"""

import re
from collections.abc import Mapping
from functools import cache

from rulewright.outputs.manual.pages import FENCED, Fence, Page, folder_of, read_page

PATHS = {
    "yaml": "content/{game}/{name}.yaml",
    "python": "content/{game}/{name}.py",
    "card": "cards/{game}/{name}.yaml",
    "sheet": "cards/{game}/{name}.yaml",
}
"""The path of a fence's file by its part, or else by its kind."""
TUTORIAL_GAMES = {"wargame": "Hedgerow", "rpg": "Lanternmoor", "cards": "Harvest Fair"}
"""The title of each tutorial's game by its kind; `new` replaces it."""


@cache
def tutorials() -> Mapping[str, Page]:
    """Return the pages by their names, such as `tutorial-wargame`."""
    return {name: read_page(folder_of("start") / f"{name}.md") for name in map(page_name, TUTORIAL_GAMES)}


def page_name(kind: str) -> str:
    """Return the name of the page of a kind of game: `tutorial-wargame`."""
    return f"tutorial-{kind}"


def path_of_fence(fence: Fence, game: str) -> str:
    """Return the path of a fence's file in the project."""
    pattern = PATHS.get(fence.part) or PATHS[fence.kind]
    return pattern.format(game=game, name=fence.name or fence.part or "rules")


def text_of(kind: str) -> str:
    """Return the page for a terminal, each block below the name of its file."""

    def named(block: re.Match[str]) -> str:
        fence = Fence(*(group or "" for group in block.groups()))
        return f"{path_of_fence(fence, example_id(kind))}, added at the end:\n\n```{fence.kind}\n{fence.text}```"

    return FENCED.sub(named, tutorials()[page_name(kind)].text)


def files_after(kind: str, steps: int | None, game: str, title: str) -> dict[str, str]:
    """Return the files of a game `game` after `steps` steps of a tutorial; after all of them if None."""
    files: dict[str, str] = {}
    for fence in (fence for case in tutorials()[page_name(kind)].cases[:steps] for fence in case.fences):
        path = path_of_fence(fence, game)
        text = fence.text.replace(TUTORIAL_GAMES[kind], title).replace(example_id(kind), game)
        files[path] = files.get(path, "") + text
    return files


def example_id(kind: str) -> str:
    """Return the folder of the tutorial's game."""
    return TUTORIAL_GAMES[kind].lower().replace(" ", "-")
