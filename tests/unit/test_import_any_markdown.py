"""Whatever a file of Markdown holds, its draft has no errors, and each of its words is in the draft or told as unread."""

import re
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.findings import Severity
from rulewright.importing.draft import Draft
from rulewright.importing.markdown.reading import read
from rulewright.importing.sources import SourceFile
from rulewright.importing.writing import draft_files
from rulewright.pipeline.stages import examine

WORDS = st.sampled_from(
    [
        "move",
        "fire",
        "hex",
        "unit",
        "Zone",
        "wood",
        "river",
        "dice",
        "d6",
        "LOS",
        "AFV",
        "4.3",
        "2.1",
        "roll",
        "the",
        "of",
        "a",
        "is",
        '12"',
        "1-3",
        "4+",
        "+1",
        "see",
        "rule",
        "(4.3)",
        "naïve",
        "Überfall",
        "*",
        "_",
        "**",
        "[",
        "]",
        "[[",
        "]]",
        "<",
        ">",
        "&",
        "|",
        "#",
        "~~",
        "`",
        "\\",
        "!",
        ":",
        "–",
        "(",
        ")",
        "{#go}",
        "&amp;",
        "[^1]",
        "<b>",
        "</b>",
        "<br>",
        "<i>x</i>",
        "<!--",
        "note",
        "-->",
        "<video>",
        "[x](#go)",
        "[y](other.md)",
        "[z](https://example.org)",
        "![alt](map.png)",
        "[[Page]]",
        "[[Page#Fire|fire]]",
        "**bold**",
        "*it*",
        "`code`",
        "~~gone~~",
        "😀",
    ]
)
RUN = st.lists(WORDS, min_size=1, max_size=9).map(" ".join)
LINES = st.one_of(
    RUN,
    st.builds("{} {}".format, st.sampled_from(["#", "##", "###", "######"]), RUN),
    st.builds(
        "{} {} {}".format,
        st.sampled_from(["#", "##", "###"]),
        st.sampled_from(["1", "2.", "2.1", "IV.", "Rule 3:", "A)"]),
        RUN,
    ),
    st.builds(
        "{}{}".format,
        st.sampled_from(["- ", "  - ", "1. ", "   2) ", "> ", "> > ", "    ", "\t", ": ", "[^1]: ", "**Term:** "]),
        RUN,
    ),
    st.builds("| {} | {} | {}".format, RUN, RUN, RUN),
    st.builds("{}\t{}\t{}".format, RUN, RUN, RUN),
    st.sampled_from(
        [
            "",
            "",
            "",
            "---",
            "===",
            "|---|---|",
            "|---|---|---|",
            "```",
            "~~~",
            "<div>",
            "</div>",
            "<table><tr><td>",
            "[x]: y",
            "Glossary",
        ]
    ),
    st.builds("Example: {}".format, RUN),
)
BOOKS = st.lists(LINES, min_size=1, max_size=40).map("\n".join)
SAID = re.compile(r"</?\w+>|\{#go\}|\(#go\)|Example|Rule 3")
WORD = re.compile(r"[^\W_]{2,}")


def drafted(text: str, folder: Path) -> Draft:
    (folder / "book.md").write_text(text, "utf-8", newline="")
    return read([SourceFile(folder / "book.md", "book.md")])


@given(BOOKS)
def test_a_draft_of_anything_has_no_errors(text: str) -> None:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for path, file in draft_files(drafted(text, root), "any").items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(file.content.encode() if isinstance(file.content, str) else file.content)
        found = examine(root, "any", None).findings.items
    assert [each for each in found if each.severity is Severity.ERROR] == []


@given(BOOKS)
def test_no_word_is_lost_in_silence(text: str) -> None:
    """But for what the draft says otherwise: "Example" and "Rule" of headings, tags, and addresses within the files."""
    with TemporaryDirectory() as folder:
        draft = drafted(text, Path(folder))
    files = [file.content for file in draft_files(draft, "any").values() if isinstance(file.content, str)]
    found = {
        word.casefold() for each in (*files, *(each.words for each in draft.unread)) for word in WORD.findall(each)
    }
    words = WORD.findall(unescape(SAID.sub(" ", text)))
    assert [word for word in words if word.casefold() not in found and not word.isdigit()] == []
