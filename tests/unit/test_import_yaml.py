"""YAML that an import writes: what is read back is the same data, whatever its texts are."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from yaml import CSafeLoader as SafeLoader

from rulewright.base.findings import Findings
from rulewright.base.messages.messages import tell
from rulewright.importing.draft import Guessed, Value
from rulewright.importing.draft_yaml import document
from rulewright.source.nodes import Mapping, Node, Scalar
from rulewright.source.tree import parse

SIGNS = st.sampled_from(" \n\t:#-,[]{}&*!|>'\"%@`?~=<.0123456789eEnoyesNULLx—“é\\")
TEXTS = st.one_of(
    st.text(
        st.one_of(SIGNS, st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\u2028\u2029\ufeff")),
        max_size=60,
    ),
    st.lists(st.sampled_from(["A rule", "- item", "#x", "yes:", "10", "word " * 30]), max_size=6).map(" ".join),
)
KEYS = TEXTS.filter(bool)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(TEXTS, st.integers(-99, 99), st.booleans()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(KEYS, inner, max_size=4),
        inner.map(lambda value: Guessed(value, tell("a guess: with signs # and 'quotes'"))),
    ),
    max_leaves=12,
)


def written(value: Value) -> Any:
    """The data as texts, as a source has them."""
    if isinstance(value, Guessed):
        return written(value.value)
    if isinstance(value, dict):
        return {key: written(each) for key, each in value.items()}
    if isinstance(value, list):
        return [written(each) for each in value]
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def read(node: Node | None) -> Any:
    if isinstance(node, Mapping):
        return {key.value: read(value) for key, value in node.entries}
    return node.value if isinstance(node, Scalar) else [read(each) for each in node.items] if node else None


@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=3))
def test_what_is_written_reads_back(data: dict[str, Value]) -> None:
    text, findings = document(data), Findings()
    found = parse(text, "x.yaml", findings)
    assert [each for each in findings.items if each.name != "cut-text"] == [], text
    assert read(found) == written(data), text


def test_a_picture_character_beside_one_that_needs_an_escape() -> None:
    text = "a die \N{GAME DIE}\x85 and half a pair: \ud83d"
    (key, value), *_ = SafeLoader(document({"text": {"a": text}})).get_single_data()["text"].items()
    assert (key, value) == ("a", text.replace("\ud83d", "\ufffd"))


def test_it_is_written_as_a_person_would() -> None:
    data: dict[str, Value] = {
        "rules": {
            "moving": {
                "number": "4.1",
                "title": "Moving",
                "text": "First paragraph.\n\n- an item\n",
            },
            "firing": {
                "parent": Guessed("moving", tell("its heading is below that of Moving")),
                "text": "Fire: at will.",
            },
        },
        "tables": {"hits": {"rows": {"cover": ["open", "wood"]}, "cells": {"open": [3, 4], "wood": ["5+", "–"]}}},
    }
    assert document(data) == (
        "rules:\n"
        "  moving:\n"
        '    number: "4.1"\n'
        "    title: Moving\n"
        "    text: |\n"
        "      First paragraph.\n"
        "\n"
        "      - an item\n"
        "  firing:\n"
        "    # its heading is below that of Moving\n"
        "    parent: moving\n"
        '    text: "Fire: at will."\n'
        "tables:\n"
        "  hits:\n"
        "    rows: {cover: [open, wood]}\n"
        "    cells: {open: [3, 4], wood: [5+, –]}\n"
    )


def test_a_long_text_fills_lines() -> None:
    text = " ".join(["Words that fill more than a line of the source."] * 5)
    lines = document({"terms": {"Fire": {"text": text}}}).split("\n")
    assert lines[2] == "    text: >-"
    assert max(map(len, lines)) <= 110
    assert " ".join(line.strip() for line in lines[3:]).strip() == text
