"""Packages of Datasworn become rules and lists to roll on, with their links."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.boundary import Failure
from rulewright.importing.datasworn import read
from rulewright.importing.draft import Draft
from rulewright.importing.sources import SourceFile
from rulewright.importing.writing import draft_files
from tests.conftest import Project
from tests.unit.test_import_grids import errors, plain, sections

ROWS = [
    {"roll": {"min": 1, "max": 60}, "text": "A fog, see [Watch](datasworn:move:mine/camp/watch)"},
    {"roll": {"min": 61, "max": 100}, "text": "A bell > [Sounds](datasworn:oracle_rollable:mine/night/sounds)"},
]
PACKAGE: dict[str, Any] = {
    "_id": "mine",
    "type": "ruleset",
    "datasworn_version": "0.1.0",
    "title": "Nights out",
    "authors": [{"name": "Ann"}],
    "rules": {"stats": {"nerve": {"label": "nerve", "description": "How calm you stay."}}},
    "oracles": {
        "night": {
            "_id": "oracle_collection:mine/night",
            "type": "oracle_collection",
            "name": "At night",
            "summary": "Roll each night.",
            "contents": {
                "events": {
                    "_id": "oracle_rollable:mine/night/events",
                    "type": "oracle_rollable",
                    "name": "Events",
                    "dice": "1d100",
                    "column_labels": {"text": "What happens"},
                    "rows": ROWS,
                },
                "sounds": {
                    "_id": "oracle_rollable:mine/night/sounds",
                    "name": "Sounds",
                    "dice": "1d6",
                    "rows": [
                        {"min": 1, "max": 3, "text": "A bell", "text2": "far"},
                        {"min": 4, "max": 6, "text": "A dog", "text2": "near"},
                        {"text": "Silence"},
                    ],
                },
            },
        }
    },
    "moves": {
        "camp": {
            "_id": "move_category:mine/camp",
            "name": "In camp",
            "contents": {
                "watch": {
                    "_id": "move:mine/camp/watch",
                    "name": "Watch",
                    "trigger": {"text": "When you keep watch, roll."},
                    "outcomes": {
                        "strong_hit": {"text": "You see it."},
                        "miss": {"text": "Roll {{table:mine/night/events}}."},
                    },
                },
                "rest": {
                    "_id": "move:mine/camp/rest",
                    "name": "Rest",
                    "text": "When you rest:\n\n  * sleep\n  * <b>eat</b>",
                },
            },
        }
    },
    "assets": {
        "friends": {
            "_id": "asset_collection:mine/friends",
            "name": "Friends",
            "contents": {
                "dog": {
                    "_id": "asset:mine/friends/dog",
                    "name": "Dog",
                    "requirement": "A bone.",
                    "abilities": [
                        {"text": "It barks.", "enabled": True},
                        {"name": "Nose", "text": "It finds.", "enabled": False, "moves": {"x": {"name": "Sniff"}}},
                    ],
                }
            },
        }
    },
}


def draft(folder: Path, *packages: object) -> Draft:
    files = []
    for at, package in enumerate(packages):
        path = folder / f"{at}.json"
        path.write_text(package if isinstance(package, str) else json.dumps(package, indent=1), "utf-8")
        files.append(SourceFile(path, path.name))
    return read(files)


def test_oracles_become_lists_to_roll_on(tmp_path: Path) -> None:
    made = draft(tmp_path, PACKAGE)
    assert sections(made)["tables"] == {
        "events": {
            "title": "Events",
            "rule": "at-night",
            "rows": "1d100",
            "headers": ["1d100", "What happens"],
            "list": {"1-60": "A fog, see [[rule:watch|Watch]]", "61-100": "A bell > [[table:sounds|Sounds]]"},
        },
        "sounds": {
            "title": "Sounds",
            "rule": "at-night",
            "rows": "1d6",
            "headers": ["1d6"],
            "outputs": {"column-2": {"title": ""}, "column-3": {"title": ""}},
            "list": {"1-3": ["A bell", "far"], "4-6": ["A dog", "near"]},
        },
    }


def test_moves_and_assets_become_rules(tmp_path: Path) -> None:
    rules = sections(draft(tmp_path, PACKAGE))["rules"]
    assert rules["at-night"] == {"title": "At night", "text": "Roll each night."}
    assert rules["watch"] == {
        "title": "Watch",
        "parent": "in-camp",
        "text": "When you keep watch, roll.\n\n**Strong hit:** You see it.\n\n**Miss:** Roll [[table:events|events]].",
    }
    assert rules["dog"] == {
        "title": "Dog",
        "parent": "friends",
        "text": "A bone.\n\n- ☒ It barks.\n- ☐ **Nose:** It finds.",
    }


def test_what_is_not_read_is_listed_with_its_line(tmp_path: Path) -> None:
    made = draft(tmp_path, PACKAGE)
    lines = json.dumps(PACKAGE, indent=1).split("\n")
    told = {each.words: (each.origin.line, str(each.why)) for each in made.unread}
    assert told == {
        "Silence": (line_of(lines, "mine/night/sounds"), "this row has no numbers to roll"),
        "Sniff": (line_of(lines, "asset:mine/friends/dog"), "'moves' of Dog is not read"),
    }


def line_of(lines: list[str], words: str) -> int:
    return next(at for at, line in enumerate(lines, 1) if '"_id"' in line and words in line)


def test_the_draft_builds(tmp_path: Path, project: Project) -> None:
    made = draft(tmp_path, PACKAGE)
    assert {key: plain(value) for key, value in made.game.items()} == {
        "numbering": "auto",
        "title": "Nights out",
        "authors": ["Ann"],
    }
    for name, file in draft_files(made, "small").items():
        project.write(name, file.content)
    findings = project.examined(prove=False).findings
    assert not findings.fatal, [str(each) for each in findings.items]


@pytest.mark.parametrize("text", ["", "[", "[]", "{}", '{"name": "package"}', "[" * 100_000])
def test_what_is_no_package_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(Failure):
        draft(tmp_path, text)


def test_among_others_it_is_left_out(tmp_path: Path) -> None:
    made = draft(tmp_path, PACKAGE, {"name": "package"})
    assert [str(each.words)[:9] for each in made.remarks] == ["left out:"]


IN_TEXTS = ("dangling-link", "unsupported-markup")
ODD = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.sampled_from(["", "1d6", "[[x", "[a](id:b/c)", "# x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "_id",
                    "name",
                    "rows",
                    "contents",
                    "text",
                    "dice",
                    "min",
                    "max",
                    "roll",
                    "abilities",
                    "options",
                    "label",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(odd=ODD)
def test_odd_values_end_in_a_draft(tmp_path_factory: pytest.TempPathFactory, odd: object) -> None:
    folder = tmp_path_factory.mktemp("odd")
    for section in ("oracles", "moves", "assets"):
        made = draft(folder, {section: {"x": odd}, "authors": [], "rules": {"stats": {"y": odd}}})
        assert not [each for each in errors(made) if not each.startswith(IN_TEXTS)]
