"""Mistakes in YAML: where a newcomer's mistake is reported, and what to write instead."""

from pathlib import Path

import pytest

from rulewright.base.findings import Severity
from rulewright.pipeline.stages import examine

SOUND = """\
game: {title: Duel, language: en}
rules:
  move:
    number: "1"
    title: Move
    text: Go.
references:
  moves:
    title: Moves
    rule: move
    items:
      - one
      - two
facts: {men: 3}
"""

SLIPS = [
    ("a tab", "    title: Move\n", "\ttitle: Move\n", "5:1", "indent with spaces"),
    ("a tab, lines of Windows", "    title: Move\n", "\ttitle: Move\r\n", "5:1", "indent with spaces"),
    (
        "a tab before a remark, and another slip",
        "title: Move\n",
        "title: Far: move\t# x\n",
        "5:15",
        "a colon followed by a space",
    ),
    ("no colon after a section", "rules:", "rules", "2:1", "write a colon and a space after the key"),
    ("no colon after a name", "  move:", "  move", "3:3", "write a colon and a space after the key"),
    (
        "no colon between key and value",
        "title: Move\n",
        "title Move\n",
        "5:5",
        "write a colon and a space after the key",
    ),
    ("no space after the colon", 'number: "1"', "number:1", "4:5", "write a space after the colon"),
    ("no space after the last colon", "text: Go.", "text:Go.", "6:5", "write a space after the colon"),
    ("no space after a colon in braces", "{title: Duel", "{title:Duel", "1:8", "did you mean 'title'?"),
    (
        "an equals sign",
        "    title: Move\n",
        "    title = Move\n",
        "5:5",
        "write a colon and a space between a key and its value, not =",
    ),
    ("a wide colon", 'number: "1"', "number\uff1a 1", "4:5", "this colon is a wide one"),
    (
        "indented too far",
        "    title: Move\n",
        "      title: Move\n",
        "5:7",
        "line it up with the entries above it, or remove the value in the line above",
    ),
    ("indented too little", "    title: Move\n", "   title: Move\n", "5:4", "line it up with the entries above it"),
    ("a key at the level of names", "    title: Move\n    text", "  title: Move\n  text", "5:10", "indent it further"),
    (
        "a section below a rule",
        "    text: Go.\n",
        "    text: Go.\n  facts:\n    odds: 3\n",
        "8:5",
        "begin it at the left",
    ),
    (
        "a colon in a text",
        "text: Go.",
        "text: Note: go.",
        "6:15",
        "text that holds a colon followed by a space needs quotes",
    ),
    (
        "a colon on the second line of a text",
        "text: Go.",
        "text: Go\n      on\n      so: stop",
        "8:9",
        "text that continues and holds a colon",
    ),
    (
        "a colon in braces",
        "{title: Duel",
        "{title: Duel: a game",
        "1:19",
        "text that holds a colon followed by a space needs quotes",
    ),
    ("a sign # in a list", "{men: 3}", "{men: [3 #, 4]}", "14:14", "what follows is a remark"),
    (
        "a colour without quotes",
        "language: en}",
        "language: en, colours: {red: #8c2f2b}}",
        "1:44",
        "text that holds # needs quotes",
    ),
    (
        "a quotation mark not closed",
        "title: Move\n",
        'title: "Move\n',
        "5:12",
        "this quotation mark is opened and not closed",
    ),
    (
        "the same, with quotes below",
        "title: Move\n    text: Go.",
        'title: "Move\n    text: "Go."',
        "5:12",
        "opened and not closed",
    ),
    (
        "an apostrophe in single quotes",
        "title: Move\n",
        "title: 'A ship's move'\n",
        "5:20",
        "in quotes of the other kind",
    ),
    ("quotes within quotes", "text: Go.", 'text: "Say "go" now"', "6:17", "in quotes of the other kind"),
    (
        "a text that begins in quotes",
        "text: Go.",
        'text: "Go" now.',
        "6:16",
        "the text continues after its closing quotation mark",
    ),
    ("a curly quotation mark", "text: Go.", "text: “Note: go.”", "6:16", "write straight ones"),
    ("a bracket not closed", "en}", "en", "1:7", "close this bracket"),
    ("a bracket too many", "en}", "en}}", "1:34", "remove this bracket"),
    ("a list for names", "facts: {men: 3}", "facts:\n  - men: 3", "15:3", "as in facts: {"),
    ("a key twice", "    text: Go.", "    text: Go.\n    title: Go", "7:5", "keep one of the two"),
    ("a hyphen left out", "      - two", "      two", "13:7", "begin each entry with a hyphen and a space"),
    ("a list beside its key", "items:\n      - one", "items: - one", "11:12", "begin the list on its own line"),
    ("hyphens without a space", "- one\n      - two", "-one\n      -two", "12:7", "with a hyphen and a space"),
    ("bullets pasted", "- one\n      - two", "• one\n      • two", "12:7", "with a hyphen and a space"),
    ("numbers pasted", "- one\n      - two", "1. one\n      2. two", "12:7", "with a hyphen and a space"),
    ("stars for hyphens", "- one\n      - two", "* one\n      * two", "12:7", "with a hyphen and a space"),
    ("a list among keys", "    text: Go.", "    text: Go.\n    - two", "7:5", "keys and a list are mixed"),
    ("yes for another choice", "language: en", "language: en, numbers: yes", "1:44", "as in numbers: quoted"),
    ("a key misspelt", "title: Move\n", "titel: Move\n", "5:5", "did you mean 'title'?"),
    ("the key of another tool", "title: Move\n", "name: Move\n", "5:5", "did you mean 'title'?"),
    ("its text", "text: Go.", "description: Go.", "6:5", "did you mean 'text'?"),
    (
        "the title of the game outside it",
        "game: {title: Duel, language: en}",
        "title: Duel",
        "1:1",
        "write it under game:",
    ),
    ("a star", "text: Go.", "text: *Never* stop.", "6:11", "text that begins with * needs quotes"),
    ("an ampersand", "text: Go.", "text: & go.", "6:11", "text that begins with this character needs quotes"),
    ("an at sign", "text: Go.", "text: @ 50 paces.", "6:11", "text that begins with this character needs quotes"),
    ("a percent sign", "text: Go.", "text: %50 stop.", "6:11", "text that begins with this character needs quotes"),
    ("a backtick", "text: Go.", "text: `Go` on.", "6:11", "text that begins with this character needs quotes"),
    ("an exclamation mark", "text: Go.", "text: !Stop here.", "6:11", "text that begins with ! needs quotes"),
    ("a comparison", "text: Go.", "text: >= 5 is far.", "6:12", "text that begins with this character needs quotes"),
    ("a question mark", "text: Go.", "text: ? why", "6:11", "text that begins with this character needs quotes"),
    ("a comma after a value in quotes", 'number: "1"', 'number: "1",', "4:16", "remove the comma"),
    ("two commas", "{men: 3}", "{men: [3,,4]}", "14:17", "a value is missing between commas"),
    (
        "a text after | not indented",
        "text: Go.",
        "text: |\n    Go.\n    Stop.",
        "7:5",
        "indent the text after | or > further",
    ),
    ("a text after | that moves left", "text: Go.", "text: |\n        Go.\n      Stop.", "8:7", "as far as its first"),
    ("two documents", "rules:", "---\nrules:", "2:1", "remove the line ---"),
    ("a no-break space", '    number: "1"', '\u00a0   number: "1"', "4:1", "type a plain space"),
    ("a no-break space after a colon", 'number: "1"', "number:\u00a01", "4:12", "type a plain space"),
    ("JSON with remarks", "game: {title", "// x\ngame: {title", "1:1", "write remarks after #"),
    ("a remark of HTML", "facts:", "<!-- x -->\nfacts:", "14:1", "write remarks after #"),
    ("two versions of git", "facts:", "<<<<<<< HEAD\nfacts:", "14:1", "git left two versions here"),
    ("a link first", "text: Go.", "text: [[Hex]] by hex.", "6:19", "text that begins with [[ needs quotes"),
    ("nothing but a link", "text: Go.", "text: [[Hex]]", "6:11", "text that begins with [[ needs quotes"),
    ("a link in braces", "{men: 3}", "{men: {value: a [[Hex]] b}}", "14:24", "inside { }, text that holds [[…]]"),
    (
        "words in brackets first",
        "text: Go.",
        "text: [Optional] go.",
        "6:22",
        "text that begins with [ or { needs quotes",
    ),
    ("dice in braces", "text: Go.", "text: {2d6} hexes.", "6:17", "text that begins with [ or { needs quotes"),
    ("nothing but dice in braces", "text: Go.", "text: {2d6}", "6:11", "text that begins with { needs quotes"),
    ("a template", "text: Go.", "text: {{ speed }} hexes.", "6:12", "begins with [ or { needs quotes"),
    ("a comma in a number", "{men: 3}", "{men: 1,000}", "14:14", "write 1000, or put the number in quotes"),
    ("percent in a range", "facts: {men: 3}", "domains: {odds: 0..100%}", "14:17", "write bounds such as 0..10"),
    ("no value", "title: Move\n", "title:\n", "5:5", "as in title: "),
    ("a number with a full stop", 'number: "1"', "number: 1.", "4:13", "write figures and letters with dots between"),
    ("an id with a space", "  move:", "  Fast move:", "3:3", "write 'fast-move'"),
    ("a backslash", "text: Go.", r'text: "C:\games"', "6:14", "in single quotes"),
]


@pytest.mark.parametrize(
    ("right", "wrong", "place", "remedy"), [each[1:] for each in SLIPS], ids=[each[0] for each in SLIPS]
)
def test_a_slip_is_told_at_its_place_with_its_remedy(
    right: str, wrong: str, place: str, remedy: str, tmp_path: Path
) -> None:
    assert SOUND.count(right) == 1
    told = findings_of(SOUND.replace(right, wrong), tmp_path)
    assert any(remedy in hint for at, hint in told if at == place), told


def findings_of(text: str, project: Path) -> list[tuple[str, str]]:
    """The place and the hint of each error."""
    findings = examine(written(text, project), "duel", None).findings.items
    errors = [each for each in findings if each.severity is Severity.ERROR]
    return [(f"{each.span.line}:{each.span.column}", each.hint) for each in errors]


def written(text: str, project: Path) -> Path:
    """The project with the game."""
    (project / "content/duel").mkdir(parents=True)
    (project / "content/duel/duel.yaml").write_bytes(text.encode())
    return project


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + SOUND.replace("\n", "\r\n"),
        "---\n" + SOUND,
        '{"game": {"title": "Duel", "language": "en"}, "rules": {"move": {"number": 1, "title": "No", "text": "Go."}}}',
        SOUND.replace("{men: 3}", "{from: 1:30, to: 010, on: 1944-06-06, odds: 50%, half: '0,5', men: 1_000}"),
        SOUND.replace("text: Go.", "text: Go (1.10, not 1.1) – \"now\", 'then' & {2d6} [so] @ 50%, * and `x`."),
    ],
    ids=["lines of Windows", "a first ---", "JSON", "values that other tools change", "signs within a text"],
)
def test_no_slip(text: str, tmp_path: Path) -> None:
    assert findings_of(text, tmp_path) == []


@pytest.mark.parametrize(
    ("title", "cut"), [("Map # 3", "# 3"), ("Map #  3 ", "#  3"), ("Map # 3 sheets", ""), ("4 # 3", "")]
)
def test_a_number_alone_is_no_remark(title: str, cut: str, tmp_path: Path) -> None:
    """`Map # 3` prints as "Map"; a remark has words, or stands after a number."""
    found = examine(written(SOUND.replace("title: Move", f"title: {title}"), tmp_path), "duel", None).findings.items
    signs = [each.message for each in found if each.name == "cut-text"]
    assert len(signs) == bool(cut)
    assert all(cut in each for each in signs)
