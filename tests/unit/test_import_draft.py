"""Ids of a draft: short, of letters that an id can have, and each once."""

import pytest

from rulewright.importing.draft import Ids


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Casualty throw", "casualty-throw"),
        ("Mêlée & Überfall", "melee-uberfall"),
        ("攻撃", "entry"),
        ("Units that have moved in the same turn may not fire at all", "units-that-have-moved-in-the-same-turn"),
        ("x" * 50, "x" * 40),
    ],
)
def test_an_id_of_a_heading(words: str, name: str) -> None:
    assert Ids().new(words) == name


def test_an_id_is_new() -> None:
    ids = Ids(taken=("moving",))
    assert [ids.new("Moving"), ids.new("Moving")] == ["moving-2", "moving-3"]
