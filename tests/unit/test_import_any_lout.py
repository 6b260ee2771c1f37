"""Whatever a Lout text holds, its draft has no errors, and each of its words is in the draft or told as unread."""

import itertools
import re
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.boundary import Failure
from rulewright.base.findings import Severity
from rulewright.importing.draft import Draft
from rulewright.importing.lout.drafting import read
from rulewright.importing.sources import SourceFile
from rulewright.importing.writing import draft_files
from rulewright.pipeline.stages import examine

DEFINITIONS = """\
def @Own right x { x added }
def @Drop right x { }
def @Swede { @Box paint {blue} S }
"""


def table(letter: str, first: str, second: str, third: str) -> str:
    formats = "aformat {@Cell A|@Cell B} bformat {@Cell @I B}"
    return f"@Tbl {formats} {{ @Row{letter} A {{{first}}} B {{{second}}} @Rowa paint {{red}} A {{{third}}} }}"


def numbered(shape: str) -> str:
    """The shape with another word for each W."""
    count = itertools.count()
    return re.sub("W", lambda _: "Word" + "".join("abcdefghij"[int(digit)] for digit in f"{next(count):02}"), shape)


SHAPES = st.recursive(
    st.just("W"),
    lambda inner: st.one_of(
        st.tuples(
            st.sampled_from(
                [
                    "@I {{{}}}",
                    "@B {}",
                    "red @Colour {{{}}}",
                    "@Own {{{}}}",
                    "@Drop {{{}}}",
                    "@Nobody {{{}}}",
                    "@Box paint {{red}} {{{}}}",
                    "@ID {{{}}}",
                    "@Heading {{{}}}",
                    "# {}\n",
                    "@Code {{{}}}",
                    "@FootNote {{{}}}",
                    "12p @Font {{{}}}",
                    "@HQ {{ {} }}",
                    "@BulletList @LI {{{}}} @EndList",
                    "@NumberedList @LI {{{}}}",
                    "@LI {{{}}}",
                    "@TaggedList @TI {{{}}} W @EndList",
                    "@Section @Title {{{}}} @Begin W @End @Section",
                    "@Section @Begin {} @End @Section",
                    "{{{}}}",
                    '"{}"',
                    "{} }}",
                    "{{ {}",
                ]
            ),
            inner,
        ).map(lambda pair: pair[0].format(pair[1])),
        st.tuples(inner, st.sampled_from([" ", " // ", " | ", "", " & ", " /1v "]), inner).map("".join),
        st.tuples(st.sampled_from(["a", "b"]), inner, inner, inner).map(lambda each: table(*each)),
    ),
    max_leaves=12,
)


def drafted(text: str, folder: Path) -> Draft:
    (folder / "card.lout").write_text(text, "utf-8", newline="")
    return read([SourceFile(folder / "card.lout", "card.lout")])


@given(SHAPES)
def test_every_word_is_in_the_draft_or_in_the_list(shape: str) -> None:
    """Whatever the text: nothing that it says is lost in silence."""
    text = DEFINITIONS + numbered(shape)
    with TemporaryDirectory() as folder:
        draft = drafted(text, Path(folder))
    told = repr(draft)
    words = re.findall(r"Word\w\w", text)
    assert [word for word in words if word not in told] == [], text


ODD = st.sampled_from(
    [
        "Fire",
        "1",
        "-2",
        "3-4",
        "4.3.1",
        "[[x]]",
        "[",
        "]]",
        "*",
        "**",
        "_",
        "`",
        "<b>",
        "&amp;",
        "|",
        "\\",
        "~",
        "--",
        "...",
        "{}",
        "{",
        "}",
        "@HQ",
        "@Norse",
        "@Rule 4.3.1",
        "@Rule 4.3.1-2",
        "@Rule 0.0",
        "@Sym infinity",
        "@Sym arrowdblright",
        "@Char nosuch",
        "@Swede",
        "😀",
        "攻",
        "@Own",
        "@Drop",
        "@B",
        "@I",
        "yes",
        "nothing",
        "any",
        "unknown",
        "#",
        "@LLP",
        "//",
        "/",
        "@Underline",
        "nan",
        "x" * 300,
        '"{"',
        "W",
    ]
)


def filled(shape: str, texts: list[str]) -> str:
    """The shape with one text after the other for each W."""
    words = itertools.cycle(texts)
    return re.sub("W", lambda _: next(words), shape)


TEXTS = st.builds(filled, SHAPES, st.lists(st.lists(ODD, max_size=4).map(" ".join), min_size=1, max_size=12))


@given(TEXTS)
def test_a_draft_of_anything_has_no_errors(text: str) -> None:
    with TemporaryDirectory() as folder, suppress(Failure):
        root = Path(folder)
        for path, file in draft_files(drafted(DEFINITIONS + text, root), "any").items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(file.content.encode() if isinstance(file.content, str) else file.content)
        found = examine(root, "any", None).findings.items
        assert [each for each in found if each.severity is Severity.ERROR] == []
