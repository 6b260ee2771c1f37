"""A game with a few of its texts replaced, wherever they are held."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from rulewright.alterations.counts import Replacements
from rulewright.diagnostics import Span
from rulewright.model.game import Game
from rulewright.model.keyset import KeySet
from rulewright.model.text import Text

LEAVES = (str, int, float, bool, type(None), Text, Span, KeySet)
"""What holds no text within it."""


class TextHolders:
    """Which values of a game hold each text, so that a replacement only makes those anew."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._holders: dict[int, list[Any]] = {}
        seen: set[int] = set()
        waiting: list[Any] = [game]
        while waiting:
            value = waiting.pop()
            if id(value) in seen:
                continue
            seen.add(id(value))
            for each in _held(value):
                self._holders.setdefault(id(each), []).append(value)
                if not isinstance(each, LEAVES):
                    waiting.append(each)

    def replaced(self, replacements: Replacements) -> Game:
        """The game with each of these texts replaced at all its places; texts are told apart by identity."""
        made: dict[int, Any] = {id(old): new for old, new in replacements}
        holders = self._all_holders([old for old, _ in replacements])
        return _remade(self._game, holders, made)  # type: ignore[no-any-return]

    def _all_holders(self, texts: list[Text]) -> set[int]:
        found: set[int] = set()
        waiting: list[Any] = list(texts)
        while waiting:
            for holder in self._holders.get(id(waiting.pop()), ()):
                if id(holder) not in found:
                    found.add(id(holder))
                    waiting.append(holder)
        return found


def _held(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        yield from value
    elif isinstance(value, Mapping):
        yield from value.values()
    elif is_dataclass(value):
        yield from (getattr(value, each.name) for each in fields(value))


def _remade(value: Any, holders: set[int], made: dict[int, Any]) -> Any:
    """The value made anew if it holds what is replaced, and itself otherwise."""
    if id(value) in made:
        return made[id(value)]
    if id(value) not in holders:
        return value
    if isinstance(value, tuple):
        new: Any = tuple(_remade(each, holders, made) for each in value)
    elif isinstance(value, Mapping):
        new = {name: _remade(each, holders, made) for name, each in value.items()}
    else:
        held = ((each.name, getattr(value, each.name)) for each in fields(value))
        changed = {name: new for name, old in held if (new := _remade(old, holders, made)) is not old}
        new = replace(value, **changed)
    made[id(value)] = new
    return new
