"""Editions: what is recorded, what is told of two of them, and what is refused."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.editions.as_text import difference_json, difference_lines, marked
from rulewright.editions.comparison import compare
from rulewright.editions.data import Recorded, book_data, json_lines
from rulewright.editions.difference import FIELDS, Change, relinked, renames
from rulewright.editions.edition import KINDS, DamagedEdition, Edition, Field, Key, Role, Thing, edition_of, parsed
from rulewright.editions.versions import Level, Version, read_version
from rulewright.editions.view import UNSEEN, Step
from rulewright.editions.word_changes import Fate, excerpt, word_changes
from rulewright.pipeline.stages import read_game
from tests.conftest import Project, slow_examples
from tests.edited_game import GAME, EditedGame

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def marsh(project: Project) -> EditedGame:
    """The small game, written into the project."""
    game = EditedGame(Random(1))
    game.write(project.root)
    return game


def applied(changes: Iterable[Change], before: Edition) -> tuple[Thing, ...]:
    """The things of the later snapshot, from those of the earlier one and the changes."""
    listed = tuple(changes)
    new = renames(listed)
    return tuple(
        thing for kind in KINDS for thing in _of_kind([e for e in listed if e.kind == kind], before, kind, new)
    )


def _of_kind(changes: list[Change], before: Edition, kind: str, new: Mapping[Key, str]) -> Iterator[Thing]:
    by_old = {change.before: change for change in changes if change.before is not None}
    things, order = dict[str, Thing](), list[str]()
    for thing in before.of(kind):
        change = by_old.get(thing.id, Change(kind, thing.id, thing.id))
        if change.after is not None:
            fields = {name: relinked(text, new) for name, text in thing.fields.items()}
            things[change.after] = _changed(kind, change.after, fields, change)
            order += [] if change.moved else [change.after]
    for change in changes:
        if change.after is not None and (change.added or change.moved):
            things.setdefault(change.after, _changed(kind, change.after, {}, change))
            order.insert(0 if change.follows is None else order.index(change.follows) + 1, change.after)
    return (things[id_] for id_ in order)


def _changed(kind: str, id_: str, fields: Mapping[str, Field], change: Change) -> Thing:
    now = dict(fields) | {each.name: each.after for each in change.fields}
    return Thing(kind, id_, {name: text for name, text in now.items() if text.source})


@slow_examples(5)
@given(seed=st.integers(0, 10**6))
def test_a_difference_applied_to_the_earlier_edition_gives_the_later(
    seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A year of fifty edits: each step, and all of them at once; the number proposed is that of the gravest edit."""
    game, project = EditedGame(Random(seed)), tmp_path_factory.mktemp("year")
    first = before = game.now(project)
    for _ in range(50):
        level = game.edit()
        after = game.now(project)
        difference = compare(before, after)
        assert applied(difference.changes, before) == difference.after.things == after.things
        assert difference.level is level, "\n".join(difference_lines(Step(difference)))
        before = after
    year = compare(first, before)
    assert applied(year.changes, first) == before.things


@given(seed=st.integers(0, 10**6), many=st.integers(2, 6))
def test_several_edits_ask_for_the_number_of_the_gravest(
    seed: int, many: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Edits of different things: two edits of one thing may undo one another, so what is added is added last."""
    game, project = EditedGame(Random(seed)), tmp_path_factory.mktemp("edits")
    before, edits = (
        game.now(project),
        [game.cell, game.term, game.card_note, game.add_rule, game.title, game.renumber_in_silence],
    )
    chosen = sorted(game.random.sample(edits, many), key=lambda edit: edit == game.add_rule)
    level = max(edit() for edit in chosen)
    assert compare(before, game.now(project)).level is level


@given(seed=st.integers(0, 10**6))
def test_a_file_says_all_of_an_edition(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    book = EditedGame(Random(seed)).book(tmp_path_factory.mktemp("file"))
    recorded = Recorded("1.0", "2026-01-10")
    text = "".join(json_lines(book_data(book, recorded=recorded)))
    now = edition_of(book_data(book))
    assert parsed(text, Version(1)) == replace(now, number="1.0", date="2026-01-10")
    for thing in now.things:
        entry = f'{{"id": "{thing.id}"'
        assert thing.kind in ("cell", "claim") or sum(line.startswith(entry) for line in text.split("\n")) >= 1


TEXTS = st.text(st.characters(codec="utf-8"), max_size=40)
FIELDS_OF_THINGS = st.builds(Field, st.sampled_from(Role), TEXTS, TEXTS)
THINGS = st.builds(Thing, st.sampled_from(KINDS), TEXTS, st.dictionaries(TEXTS, FIELDS_OF_THINGS, max_size=3))


@given(
    st.lists(THINGS, unique_by=lambda thing: thing.key, max_size=6),
    st.lists(THINGS, unique_by=lambda thing: thing.key, max_size=6),
)
def test_any_two_editions_have_a_difference(one: list[Thing], other: list[Thing]) -> None:
    """Whatever a file holds; of kinds in any order, for a reader sorts nothing."""
    before, after = (
        Edition("any", "Any", "en", tuple(sorted(things, key=lambda each: KINDS.index(each.kind))))
        for things in (one, other)
    )
    filled = replace(after, things=tuple(_words(after.things)))
    difference = compare(before, filled)
    assert [(each.key, _sources(each)) for each in _words(applied(difference.changes, before))] == [
        (each.key, _sources(each)) for each in _words(difference.after.things)
    ]
    assert list(difference_lines(Step(difference)))
    json.loads(difference_json(Step(difference)))


def _sources(thing: Thing) -> dict[str, str]:
    return {name: each.source for name, each in thing.fields.items()}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda each: (
        st.lists(each, max_size=3) | st.dictionaries(TEXTS | st.sampled_from(("id", "title")), each, max_size=3)
    ),
    max_leaves=8,
)


@pytest.mark.parametrize(
    "claims",
    [
        [{"reference": "fire", "claim": "x", "holds": {"true": "all", "of": "all"}}],
        [{"reference": "fire", "claim": "x", "holds": {"true": [], "of": 3}}],
    ],
)
def test_an_edition_with_values_of_another_form_is_refused(claims: list[object]) -> None:
    head = {"version": "3.0", "recorded": {"number": "1.0", "date": "2026-01-10"}}
    data = head | {"game": {"id": "any", "title": "Any", "language": "en"}, "claims": claims}
    with pytest.raises(DamagedEdition, match="a value is not as in the schema"):
        parsed(json.dumps(data), Version(1))


@given(st.dictionaries(st.sampled_from(("rules", "tables", "facts", "claims", "cards")), JSON))
def test_any_data_is_an_edition_or_refused(sections: dict[str, object]) -> None:
    head = {"version": "3.0", "recorded": {"number": "1.0", "date": "2026-01-10"}}
    data = head | {"game": {"id": "any", "title": "Any", "language": "en"}} | sections
    try:
        edition = parsed(json.dumps(data), Version(1))
    except DamagedEdition:
        return
    assert list(difference_lines(Step(compare(edition, replace(edition, things=())))))


def _words(things: tuple[Thing, ...]) -> list[Thing]:
    """Without fields of no words, which no recorded edition has."""
    return [replace(each, fields={name: text for name, text in each.fields.items() if text.source}) for each in things]


@given(st.text("ab ,.", max_size=60), st.text("ab ,.", max_size=60))
def test_words_struck_and_new_are_those_of_both_texts(before: str, after: str) -> None:
    words = word_changes(before, after)
    assert "".join("".join(each.text for each in words if each.fate is not Fate.NEW).split()) == "".join(before.split())
    assert "".join("".join(each.text for each in words if each.fate is not Fate.STRUCK).split()) == "".join(
        after.split()
    )


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("Roll one die.", "Roll two dice.", "Roll [-one die-] {+two dice+}."),
        ("A hit.", "A hit, or a miss.", "A hit{+, or a miss+}."),
        ("up to 9 or to 11", "up to 12 or to 13", "up to [-9-] {+12+} or to [-11-] {+13+}"),
        ("open-terrain", "open terrain", "[-open-terrain-] {+open terrain+}"),
    ],
)
def test_words_in_a_terminal(before: str, after: str, told: str) -> None:
    assert marked(word_changes(before, after)).replace(" {+,", "{+,") == told


def test_an_excerpt_leaves_out_words_far_from_changes() -> None:
    before = " ".join(f"word{at}" for at in range(60))
    told = marked(excerpt(word_changes(before, before.replace("word30", "other"))))
    assert (
        told
        == "… word24 word25 word26 word27 word28 word29 [-word30-] {+other+} word31 word32 word33 word34 word35 word36 …"
    )


@pytest.mark.parametrize(("text", "number"), [("1", "1.0"), ("1.0", "1.0"), ("2.10.3", "2.10.3"), ("0.1", "0.1")])
def test_numbers_of_editions(text: str, number: str) -> None:
    assert str(read_version(text)) == number


@pytest.mark.parametrize("text", ["", "v1", "1.", "1.2.3.4", "01", "1.-1", "second", "1 0", "9999999", "../1.0"])
def test_what_is_no_number_of_an_edition(text: str) -> None:
    assert read_version(text) is None


def test_numbers_rise_by_what_the_changes_mean() -> None:
    assert [str(Version(1, 2, 3).raised(level)) for level in Level] == ["1.2.3", "1.2.4", "1.3", "2.0"]
    assert Version(1, 9) < Version(1, 10) < Version(1, 10, 1) < Version(2)


@pytest.mark.parametrize("game", [GAME, "iron-cross", "last-hundred-yards", "advanced-squad-leader"])
def test_every_recorded_field_is_told_or_needs_no_telling(game: str, marsh: EditedGame, project: Project) -> None:
    book = read_game(project.root if game == GAME else ROOT, game).book
    assert book is not None
    names = {name for thing in edition_of(book_data(book)).things for name in thing.fields}
    assert {name.removesuffix(".works") for name in names} <= FIELDS.keys() | {*UNSEEN}


def test_the_number_of_an_edition_in_the_foot_asks_for_no_print(marsh: EditedGame, project: Project) -> None:
    before = marsh.now(project.root)
    marsh.content["game"]["version"] = "1.1"
    assert compare(before, marsh.now(project.root)).changes == ()


def test_cards_are_printed_again_for_what_they_print(marsh: EditedGame, project: Project) -> None:
    before = marsh.now(project.root)
    marsh.content["rules"]["ferry"]["text"] += " Not at night."
    assert Step(compare(before, marsh.now(project.root))).reprints == ()
    marsh.content["tables"]["catch"]["cells"]["eel"][1] = 1
    lines = list(difference_lines(Step(compare(before, marsh.now(project.root)))))
    assert lines[lines.index("Cards to print again") + 2] == "    Catch: Eel · Muddy: value: 2 → 1"
    marsh.card["blocks"].reverse()
    lines = list(difference_lines(Step(compare(before, marsh.now(project.root)))))
    assert "    its layout, colours or pictures" in lines


def test_a_renamed_table_keeps_its_cells(marsh: EditedGame, project: Project) -> None:
    """The table has another address; no cell is another. Links to it count as the same."""
    before = marsh.now(project.root)
    text = (
        json.dumps(marsh.content).replace("table:catch", "table:haul").replace('"catch": {"title"', '"haul": {"title"')
    )
    marsh.content, marsh.card["blocks"][0] = json.loads(text), {"table": "haul"}
    difference = compare(before, marsh.now(project.root))
    assert applied(difference.changes, before) == difference.after.things
    told = [each for section in Step(difference).sections.values() for each in section]
    assert [(each.change.key, each.verbs) for each in told] == [(("table", "haul"), ("renamed",))]
    assert difference.level is Level.MAJOR


def test_an_edition_is_recorded_and_compared(
    marsh: EditedGame, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    said = project.run("edition", "1.0")
    assert (said.status, said.out) == (
        0,
        "edited: edition 1.0 is recorded in content/edited/editions/1.0.json: 2 facts, 1 term, 6 rules, 1 table, 4 cells, 1 reference, 1 card\n",
    )
    assert json.loads(project.read(f"content/{GAME}/editions/1.0.json"))["recorded"] == {
        "number": "1.0",
        "date": "2026-01-01",
    }
    assert (
        project.run("diff").out == "edited: from edition 1.0 of 2026-01-01 to the current source\nnothing has changed\n"
    )
    marsh.fact()
    marsh.write(project.root)
    assert "note[next-edition]: since edition 1.0: 1 change (a rule or a value)" in project.run("check").out
    said = project.run("edition", "1.0.1")
    assert "warning: 1.0.1 is too small a number for that" in said.out
    data = json.loads(project.run("diff", "1.0", "1.0.1", "--format", "json").out)
    assert (data["level"], data["next"], [each["kind"] for each in data["changes"]]) == ("minor", "1.1", ["fact"])
    assert data["from"] == {"game": "edited", "edition": "1.0", "date": "2026-01-01"}


def test_an_edition_is_the_same_file_for_the_same_game(marsh: EditedGame, project: Project) -> None:
    project.run("edition", "1.0")
    first = project.read(f"content/{GAME}/editions/1.0.json")
    (project.root / f"content/{GAME}/editions/1.0.json").unlink()
    project.run("edition", "1.0")
    assert project.read(f"content/{GAME}/editions/1.0.json") == first


def test_what_edition_refuses(marsh: EditedGame, project: Project) -> None:
    assert (
        project.run("edition", "one").err
        == "rulewright: 'one' is not the number of an edition: write one such as 1.1 or 1.0.2\n"
    )
    assert project.run("edition", "1.1").status == 0
    assert "is already recorded" in project.run("edition", "1.1").err
    assert "cannot follow it" in project.run("edition", "1.0").err
    assert "nothing has changed since edition 1.1" in project.run("edition", "1.2").err
    marsh.content["game"]["version"] = "1.3"
    marsh.fact()
    marsh.write(project.root)
    assert "write version: 1.2 at content/edited/all.yaml" in project.run("edition", "1.2").err
    marsh.content["rules"]["ferry"]["text"] = "[[rule:nowhere]]"
    marsh.write(project.root)
    said = project.run("edition", "1.3")
    assert said.status == 1
    assert "dangling-link" in said.err
    assert "no edition is recorded" in said.err
    assert [path.name for path in (project.root / f"content/{GAME}/editions").iterdir()] == ["1.1.json"]


def test_what_diff_refuses(marsh: EditedGame, project: Project) -> None:
    assert "edited has no recorded edition: rulewright edition 1.0 records the first" in project.run("diff").err
    project.run("edition", "1.0")
    assert project.run("diff", "1.7").err == "rulewright: there is no edition 1.7: the editions are 1.0\n"
    assert "compares two editions of one game" in project.run("diff", "1.0", "1.1", "1.2").err
    project.write(f"content/{GAME}/editions/1.0.json", "{")
    said = project.run("diff")
    assert said.status == 2
    assert said.err.startswith("rulewright: content/edited/editions/1.0.json:1:1: the recorded edition is damaged")


RECORDED = '"version": "3.0", "recorded": {"number": "1.0", "date": "2026-01-10"}'
GAME_DATA = '"game": {"id": "any", "title": "Any", "language": "en"}'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{}",
        '{"rules": 1}',
        "[" * 100_000,
        f"{{{RECORDED.replace('3.0', '2.0')}, {GAME_DATA}}}",
        f"{{{RECORDED}}}",
        f'{{"version": "3.0", "recorded": null, {GAME_DATA}}}',
        f"{{{RECORDED.replace('2026-01-10', 'today')}, {GAME_DATA}}}",
        f"{{{RECORDED}, {GAME_DATA.replace(chr(34) + 'Any' + chr(34), '1')}}}",
        f'{{{RECORDED}, {GAME_DATA}, "rules": 1}}',
        f'{{{RECORDED}, {GAME_DATA}, "rules": [1]}}',
        f'{{{RECORDED}, {GAME_DATA}, "rules": [{{"id": 1}}]}}',
        f'{{{RECORDED}, {GAME_DATA}, "rules": [{{"id": "a"}}, {{"id": "a"}}]}}',
        f'{{{RECORDED}, {GAME_DATA}, "tables": [{{"id": "a", "cases": [{{}}]}}]}}',
        "9" * 5000,
    ],
)
def test_files_that_are_no_editions(text: str) -> None:
    with pytest.raises(DamagedEdition):
        parsed(text, Version(1))


def test_an_edition_outside_of_the_game_is_not_read(marsh: EditedGame, project: Project, tmp_path: Path) -> None:
    project.run("edition", "1.0")
    path = project.root / f"content/{GAME}/editions/1.0.json"
    elsewhere = tmp_path / "1.0.json"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    said = project.run("check")
    assert said.status == 1
    assert "damaged-edition" in said.out
    assert "is a link to a place outside its game's folder" in said.out


def test_what_an_author_wrote_cannot_be_markup_on_the_page(marsh: EditedGame, project: Project) -> None:
    project.run("edition", "1.0")
    path = f"content/{GAME}/editions/1.0.json"
    told = project.read(path).replace('"Ferry"', '"<script>alert(1)</script>"').replace("turns.", "<b>turns</b>.")
    project.write(path, told)
    page = project.run("diff", "--format", "html").out
    assert "<script" not in page
    assert '<ins><span class="aloud">new: </span>Ferry</ins>' in page
    assert "<b>" not in page
    assert '<del><span class="aloud">struck out: </span>&lt;script&gt;alert(1)&lt;/script&gt;</del>' in page


def test_nothing_hidden_reaches_a_terminal(marsh: EditedGame, project: Project) -> None:
    project.run("edition", "1.0")
    path = f"content/{GAME}/editions/1.0.json"
    project.write(path, project.read(path).replace("Fishing", "\\u001b[2JFishing"))
    said = project.run("diff").out
    assert "\x1b" not in said
    assert "title: \\x1b[2JFishing → Fishing" in said


def test_a_step_of_a_procedure_is_a_rule_and_its_title_wording(marsh: EditedGame, project: Project) -> None:
    steps = {"haul": {"title": "Look at the water", "table": "catch", "asks": ["fish", "water"]}}
    rule = marsh.content["rules"]["catching"]
    rule["procedure"] = {"steps": steps}
    before = marsh.now(project.root)
    steps["haul"]["title"] = "Look at the river"
    difference = compare(before, marsh.now(project.root))
    assert difference.level is Level.PATCH
    assert "    procedure: Look at the [-water-] {+river+}" in list(difference_lines(Step(difference)))
    steps["haul"]["asks"] = ["water", "fish"]
    assert compare(before, marsh.now(project.root)).level is Level.MINOR
