"""YAML as located nodes: what stands where, as the author wrote it."""

import time
from pathlib import Path

import pytest

from rulewright.base.findings import Findings, Span
from rulewright.base.limits import NESTING
from rulewright.source.files import read
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, locate
from rulewright.source.tree import parse


def tree(text: str) -> Node:
    findings = Findings()
    node = parse(text, "a.yaml", findings)
    assert not findings.items, findings.items
    assert node is not None
    return node


def faults_of(text: str) -> list[str]:
    findings = Findings()
    parse(text, "a.yaml", findings)
    return [f"{each.span.line}:{each.span.column} {each.name}" for each in findings.items]


def under(node: Node | None, *path: str | int) -> Scalar:
    """The text at a path of keys and positions."""
    for step in path:
        if isinstance(step, int):
            assert isinstance(node, Sequence)
            node = node.items[step]
        else:
            assert isinstance(node, Mapping)
            node = node.get(step)
    assert isinstance(node, Scalar)
    return node


def place(span: Span) -> tuple[int, int, int]:
    return span.line, span.column, span.length


# What is read


@pytest.mark.parametrize(
    "written",
    ["no", "yes", "on", "1:30", "010", "0x1F", "1e3", "1_000", "1944-06-06", "null", "~", ".inf", "-1", "1-2", "="],
)
def test_nothing_is_guessed_at(written: str) -> None:
    assert under(tree(f"key: {written}"), "key").value == written
    assert under(tree(f"{written}: x"), written).value == "x"
    assert under(tree(f"[{written}]"), 0).value == written


def test_quotes_are_told_from_plain_text() -> None:
    node = tree("plain: a\nsingle: 'b'\ndouble: \"c\"\nliteral: |\n  d\nempty:\nquoted: ''\n")
    assert [under(node, key).plain for key in ("plain", "single", "double", "literal")] == [True, False, False, False]
    assert under(node, "empty").empty
    assert not under(node, "quoted").empty


@pytest.mark.parametrize("written", ["", "~", "null"])
def test_nothing_written(written: str) -> None:
    assert under(tree(f"key: {written}\n"), "key").empty


@pytest.mark.parametrize("text", ["", "\n\n", "# a comment\n"])
def test_an_empty_file_is_no_node(text: str) -> None:
    findings = Findings()
    assert parse(text, "a.yaml", findings) is None
    assert not findings.items


# Where it stands


def test_positions_count_from_one() -> None:
    node = tree("rules:\n  base: {title: Base, text: 'Text.'}\n  list:\n    - one\n    - two\n")
    assert place(node.span)[:2] == (1, 1)
    assert place(under(node, "rules", "base", "title").span) == (2, 17, 4)
    assert place(under(node, "rules", "base", "text").span) == (2, 29, 7)
    assert place(under(node, "rules", "list", 1).span) == (5, 7, 3)


def test_columns_count_characters_not_bytes() -> None:
    node = tree("größe: {ß: ü, 射程: 八, 🎲: x}")
    assert isinstance(node, Mapping)
    inner = node.get("größe")
    assert isinstance(inner, Mapping)
    assert [key.span.column for key, _ in inner.entries] == [9, 15, 22]
    assert [value.span.column for _, value in inner.entries] == [12, 19, 25]


def test_windows_line_ends_move_nothing() -> None:
    unix = "a: b\ntext: |\n  one\n  two [[x]]\nlast: c\n"
    for text in (unix, unix.replace("\n", "\r\n")):
        node = tree(text)
        assert place(under(node, "last").span) == (5, 7, 1)
        assert under(node, "text").value == "one\ntwo [[x]]\n"


def test_line_ends_and_byte_order_mark_of_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "content" / "small"
    folder.mkdir(parents=True)
    (folder / "a.yaml").write_bytes(b"\xef\xbb\xbfgame:\r\n  title: Small\r\n  subtitle: |\r\n    one\r\n    two\r\n")
    findings = Findings()
    sources = read(tmp_path, "small", findings)
    assert not findings.items
    (content,) = sources.content
    assert content.entries[0][0].value == "game"
    assert place(content.entries[0][0].span) == (1, 1, 4)
    assert place(under(content, "game", "title").span) == (2, 10, 5)
    assert under(content, "game", "subtitle").value == "one\ntwo\n"
    assert "\r" not in sources.texts["content/small/a.yaml"]


# Places within a text


@pytest.mark.parametrize(
    ("text", "column"),
    [("key: a [[b]]", 8), ("key: 'a [[b]]'", 9), ('key: "a [[b]]"', 9), ('key: "\\u0041 [[b]]"', 14)],
)
def test_a_part_of_one_line(text: str, column: int) -> None:
    scalar = under(tree(text), "key")
    assert place(scalar.at(scalar.value.index("[["), 5)) == (1, column, 5)


@pytest.mark.parametrize("sign", ["|", "|-", ">", ">-", "|2-"])
def test_a_part_of_a_block(sign: str) -> None:
    scalar = under(tree(f"key: {sign}\n  first x line\n  and x [[b]]\n"), "key")
    assert place(scalar.at(scalar.value.index("[["), 5)) == (3, 9, 5)
    assert place(scalar.at(scalar.value.rindex("x"), 1))[0] == 3


def test_a_part_of_a_block_of_one_line() -> None:
    scalar = under(tree("key: |-\n  a [[b]]\n"), "key")
    assert place(scalar.at(2, 5)) == (2, 5, 5)


def test_a_part_of_folded_plain_text() -> None:
    scalar = under(tree("key: first line\n  and [[b]]\n  [[b]] again\n"), "key")
    first, second = scalar.value.index("[["), scalar.value.rindex("[[")
    assert place(scalar.at(first, 5)) == (2, 7, 5)
    assert place(scalar.at(second, 5)) == (3, 3, 5)


def test_a_part_that_stands_more_than_once() -> None:
    scalar = under(tree("key: 11, 1, 1"), "key")
    assert [scalar.at(at, 1).column for at in (4, 7)] == [10, 13]


def test_what_is_not_found_falls_back_on_the_whole_text() -> None:
    scalar = under(tree("key: one\n  two [[a\n  b]]\n"), "key")
    assert scalar.at(scalar.value.index("[["), 7) == scalar.span
    assert locate("raw", Span("a.yaml", 3, 5, 9), "other") == Span("a.yaml", 3, 5, 9)
    assert locate("a b a", Span("a.yaml", 3, 5, 9), "a", 1) == Span("a.yaml", 3, 9, 1)


# What is refused


def test_a_key_given_twice_keeps_the_first() -> None:
    findings = Findings()
    node = parse("a: 1\nb: 2\n'a': 3\n", "a.yaml", findings)
    assert [(each.name, each.span.line, each.labels[0].span.line) for each in findings.items] == [
        ("duplicate-key", 3, 1)
    ]
    assert under(node, "a").value == "1"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a: &x 1\nb: 2", "1:4 alias"),
        ("a: 1\nb: *x", "2:4 alias"),
        ("a: !!str 1", "1:4 tag"),
        ("a: !python/object/apply:os.system [ls]", "1:4 tag"),
        ("a: 1\n---\nb: 2", "2:1 several-documents"),
        ("[a, b]: 1", "1:1 compound-key"),
        ("a: [1\nb: 2", "1:4 invalid-yaml"),
        ("a: \tb\n\tc: d", "2:1 invalid-yaml"),
        ("a: b\nc: \x07", "2:4 invalid-yaml"),
        ("%YAML 3.0\n---\na: b", "1:1 invalid-yaml"),
    ],
)
def test_refused_at_its_place(text: str, found: str) -> None:
    assert faults_of(text) == [found]


@pytest.mark.parametrize("text", ["[" * 100_000, "{a: " * 100_000, "- " * 100_000, "[" * 100_000 + "]" * 100_000])
def test_a_hundred_thousand_brackets_are_refused_at_once(text: str) -> None:
    started = time.monotonic()
    (found,) = faults_of(text)
    assert found.endswith("nested-too-deep")
    assert time.monotonic() - started < 2


def test_nesting_up_to_the_limit_is_read() -> None:
    assert isinstance(tree("[" * NESTING.most + "]" * NESTING.most), Sequence)
    assert faults_of("[" * (NESTING.most + 1) + "]" * (NESTING.most + 1)) == [f"1:{NESTING.most + 1} nested-too-deep"]


def test_an_alias_bomb_is_refused_before_it_unfolds() -> None:
    lines = ["a0: &a0 [x, x]", *(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 64))]
    assert faults_of("\n".join(lines)) == ["1:5 alias"]


def test_ten_thousand_keys_are_read_and_ten_thousand_repeats_reported() -> None:
    assert len(tree("\n".join(f"k{n}: v" for n in range(10_000))).entries) == 10_000  # type: ignore[union-attr]
    assert len(faults_of("k: v\n" * 10_000)) == 9_999
