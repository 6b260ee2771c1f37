"""Tutorials: small games that grow by steps. One page is a tutorial of the manual, and the game that `new` writes.

A step is a case of the page. Each of its fenced blocks is added to the end of a file, so the files after a step are all
blocks up to there; the fence names the file: `yaml tables`, `yaml card turn`, `python`. Tests build each step.
"""

import re
from collections.abc import Mapping
from functools import cache

from rulewright.manual import FENCED, Fence, Page, folder_of, read_page

PLACES = {
    "yaml": "content/{game}/{name}.yaml",
    "python": "content/{game}/{name}.py",
    "card": "cards/{game}/{name}.yaml",
    "sheet": "cards/{game}/{name}.yaml",
}
"""Where the file of a fence lies, by its part, or else by its kind."""
GAMES = {"wargame": "Hedgerow", "rpg": "Lanternmoor", "cards": "Harvest Fair"}
"""The title of the game of each kind, in whose place `new` writes another."""


@cache
def tutorials() -> Mapping[str, Page]:
    """The pages by their names, `tutorial-wargame`."""
    return {name: read_page(folder_of("start") / f"{name}.md") for name in map(page_name, GAMES)}


def page_name(kind: str) -> str:
    return f"tutorial-{kind}"


def place(fence: Fence, game: str) -> str:
    """The path of a file in the project."""
    pattern = PLACES.get(fence.part) or PLACES[fence.kind]
    return pattern.format(game=game, name=fence.name or fence.part or "rules")


def text_of(kind: str) -> str:
    """The page for a terminal: each block below the name of the file to which it is added."""

    def named(block: re.Match[str]) -> str:
        fence = Fence(*(group or "" for group in block.groups()))
        return f"{place(fence, example_id(kind))}, added at the end:\n\n```{fence.kind}\n{fence.text}```"

    return FENCED.sub(named, tutorials()[page_name(kind)].text)


def files_after(kind: str, steps: int | None, game: str, title: str) -> dict[str, str]:
    """The files of a game called so, as they are after so many steps, or after all."""
    files: dict[str, str] = {}
    for fence in (fence for case in tutorials()[page_name(kind)].cases[:steps] for fence in case.fences()):
        path = place(fence, game)
        text = fence.text.replace(GAMES[kind], title).replace(example_id(kind), game)
        files[path] = files.get(path, "") + text
    return files


def example_id(kind: str) -> str:
    """The folder of the game in the tutorial."""
    return GAMES[kind].lower().replace(" ", "-")
