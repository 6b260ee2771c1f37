"""`rules.json`: it has the form of its schema, and a table can be asked from it as from the book."""

import json
from itertools import product
from typing import Any

import jsonschema
import pytest

from tests.conftest import GAME, GAMES, Project, built, examined


def data(game: str) -> Any:
    return json.loads(built(game)["rules.json"])


def schema() -> Any:
    return json.loads(built(GAME)["rules.schema.json"])


@pytest.mark.parametrize("game", GAMES)
def test_it_has_the_form_of_its_schema(game: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.Draft202012Validator(schema()).validate(data(game))


def test_the_schema_refuses_what_it_does_not_know() -> None:
    wrong = data(GAME)
    wrong["tables"][0]["cases"][0]["value"] = {"lucky": True}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema()).validate(wrong)


def test_every_list_holds_what_the_book_holds() -> None:
    for game in GAMES:
        book, found = examined(game).book, data(game)
        assert book is not None
        for name in ("tables", "terms", "facts", "references", "examples", "errata", "cards"):
            assert [each["id"] for each in found[name]] == [each.id for each in getattr(book.game, name)]
        assert {each["id"] for each in found["rules"]} == {*book.rules}
        assert [each["id"] for each in found["rules"]][: len(book.rules_in_order)] == [
            each.id for each in book.rules_in_order
        ]
        assert [len(table["cases"]) for table in found["tables"]] == [len(table.cases) for table in book.game.tables]


def test_every_address_in_it_is_a_file() -> None:
    for game in GAMES:
        found, files = data(game), built(game)
        for name in ("tables", "terms", "references", "examples", "errata", "cards"):
            for each in found[name]:
                file, _, anchor = each["href"].partition("#")
                assert file in files, each["href"]
                assert not anchor or f'id="{anchor}"' in files[file].decode(), each["href"]
        assert all({card["pdf"], *card["pictures"]} <= set(files) for card in found["cards"])


def holds(case: Any, asked: dict[str, Any]) -> bool:
    """Whether a case of the data applies to these inputs, read by nothing but the words of the schema."""
    return any(all(_within(asked[axis], keys) for axis, keys in box.items()) for box in case["when"])


def _within(value: Any, keys: list[Any]) -> bool:
    return any(key == value if isinstance(key, str) else _in_stretch(value, key) for key in keys)


def _in_stretch(value: float, stretch: dict[str, Any]) -> bool:
    low, high = stretch["from"], stretch["to"]
    after = low is None or (value > low if stretch.get("after") else value >= low)
    return after and (high is None or (value < high if stretch.get("before") else value <= high))


@pytest.mark.parametrize(
    ("cover", "weapon", "score"),
    [("open", "rifle", 3), ("open", "mortar", 4), ("wood", "rifle", 5), ("wood", "mortar", 4)],
)
def test_a_cell_comes_back_from_the_data(small: Project, cover: str, weapon: str, score: int) -> None:
    assert small.run("build").status == 0
    table = json.loads(small.read("build/small/rules.json"))["tables"][0]
    answers = [case["value"] for case in table["cases"] if holds(case, {"cover": cover, "weapon": weapon})]
    assert answers == [score]


def test_a_lookup_of_the_game_answers_the_same_as_the_book() -> None:
    """For every combination of names: the cases that hold in the data are those whose boxes hold in the book."""
    book = examined("iron-cross").book
    assert book is not None
    tables = {table["id"]: table for table in data("iron-cross")["tables"]}
    compared = 0
    for table in book.game.tables:
        domains = [axis.domain for axis in table.axes]
        if not all(domain.proof_keys() for domain in domains):
            continue
        combinations = list(product(*(list(domain.proof_keys()) for domain in domains)))[:400]
        for keys in combinations:
            asked = {
                axis.name: axis.domain.names[key].id if axis.domain.names else axis.domain.number(key)
                for axis, key in zip(table.axes, keys, strict=True)
            }
            said = [at for at, case in enumerate(tables[table.id]["cases"]) if holds(case, asked)]
            meant = [
                at
                for at, case in enumerate(table.cases)
                if any(all(key in part for key, part in zip(keys, box, strict=True)) for box in case.boxes)
            ]
            assert said == meant, f"{table.id}: {asked}"
            compared += 1
    assert compared > 1000


def test_texts_come_as_written_and_as_read(small: Project) -> None:
    assert small.run("build").status == 0
    rule = json.loads(small.read("build/small/rules.json"))["rules"][0]
    assert rule["text"] == {"markdown": "Roll as [[table:hits]] tells.", "plain": "Roll as Score to hit tells."}
    assert rule["href"] == "web/hits.html#hits"
    assert rule["tables"] == ["hits"]


def test_it_says_what_proves_what(small: Project) -> None:
    assert small.run("build").status == 0
    found = json.loads(small.read("build/small/rules.json"))
    assert [proof["state"] for proof in found["proofs"]] == ["proved"] * 4
    assert {proof["function"] for proof in found["proofs"]} == {"score"}
    assert found["functions"][0]["says"] == "Trees stop bullets, not bombs (rule 1)."
    assert small.run("build", "--no-prove").status == 0
    assert json.loads(small.read("build/small/rules.json"))["proved"] is None
