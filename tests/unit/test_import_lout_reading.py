"""Lout's syntax: the author's text in, the objects that it means out."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.boundary import Failure
from rulewright.base.limits import LOUT_OBJECTS, LOUT_UNITS
from rulewright.importing.lout.objects import Call, Expander, Notes, Object, Parts, Word, nothing, written_in
from rulewright.importing.lout.parsing import parse


def shown(value: Object) -> str:
    """An object with braces where it begins and ends."""
    match value:
        case Word():
            return repr(value.text) if value.quoted else value.text
        case Parts(items=[]):
            return "{}"
        case Parts():
            glues = [*(glue if glue.strip() == "" else f" {glue} " for glue in value.glues), ""]
            return "{" + "".join(shown(item) + glue for item, glue in zip(value.items, glues, strict=True)) + "}"
        case Call(meaning=None):
            options = [f"{name}={shown(option)}" for name, option in value.options.items()]
            sides = [shown(side) for side in (value.left, value.right) if side is not None]
            return f"{value.name}({', '.join([*options, *sides])})"
        case Call():
            return shown(value.meaning or nothing())


def read(text: str, expand: bool = False, folder: Path = Path("nowhere")) -> tuple[str, list[str]]:
    notes = Notes()
    tree, _ = parse(text, "card.lout", folder, notes)
    tree = Expander(notes).expand(tree) if expand else tree
    return shown(tree), [f"{each.origin} {each.words}: {each.why}" for each in notes.unread.values()]


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("a b c", "{a b c}"),
        ("a | b / c", "{{a | b} / c}"),
        ("a //1.2vx b | c", "{a //1.2vx {b | c}}"),
        ("@I two words", "{@I(two) words}"),
        ("@I word, next", "{@I({word,}) next}"),
        ("@I{two words}s", "{@I({two words})s}"),
        ("non-@I vehicular", "{non-@I(vehicular)}"),
        ("@B @I both here", "{@B(@I(both)) here}"),
        ("say 12p @Font @B loud", "{say @Font({12p}, @B(loud))}"),
        ("red @Colour -1 @Sym slash +1", "{@Colour(red, -1) @Sym(slash) +1}"),
        ("90d @Rotate black @Colour @Box margin {1c} x", "@Rotate({90d}, @Colour(black, @Box(margin={1c}, x)))"),
        ('"{ \\"a\\\\b\\101" x', "{'{ \"a\\\\bA' x}"),
        ("@Verbatim { a {b} # c } d", "{@Verbatim(' a {b} # c ') d}"),
        ("@Heading @Begin a b @End @Heading c", "{@Heading({a b}) c}"),
        (
            "@Tbl aformat { @Cell ruleleft {no} A | @StartHSpan @Cell @B B } { @Rowa A {x} B {y} }",
            "@Tbl(aformat={@Cell(ruleleft=no, A()) | @StartHSpan(@Cell(@B(B())))}, @Rowa(A=x, B=y))",
        ),
        ("A {x}", "{A x}"),
        ("@Hill{steep} slope", "{@Hill(steep) slope}"),
        ("@Hill slope", "{@Hill() slope}"),
        ("see @Rule 4.3.1.e here", "{see @Rule({4.3.1.e}) here}"),
        ("import nothing", "{import nothing}"),
    ],
)
def test_objects(text: str, means: str) -> None:
    assert read(text) == (means, [])


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("def @Mark right x { @B x ! }\n@Mark a b", "{{@B(a) !} b}"),
        ("def @Of left x right y { y of x }\nhills @Of woods", "{woods of hills}"),
        (
            "def @Size named big { very } named small {} right x { big x small }\n@Size small {not} hill",
            "{very hill not}",
        ),
        ("def @Style named tag right t { (t) } right x { tag {1} x }\n@Style tag { @B t } hill", "{@B(1) hill}"),
        ("def @A { @B a }\ndef @Note right x { @A x }\n@Note y", "{@B(a) y}"),
        ("export @In def @Out right x { def @In { inside } x }\n@Out @In", "inside"),
        ("macro @Gap { //1v }\na @Gap b", "{a //1v b}"),
        ("def @Loose precedence 50 left x right y { x + y }\na @Loose b c", "{{a + b} c}"),
        ('def "->" { @Sym arrowright }\na -> b', "{a @Sym(arrowright) b}"),
    ],
)
def test_definitions(text: str, means: str) -> None:
    assert read(text, expand=True) == (means, [])


def test_a_definition_that_uses_itself_is_taken_once() -> None:
    text, told = read("def @Loop right x { x @Loop y }\n@Loop a", expand=True)
    assert text == "{a @Loop(y)}"
    assert told == ["card.lout:1:23 @Loop: the definition of @Loop uses itself; it is expanded once"]


def test_words_keep_the_place_where_they_are_written() -> None:
    notes = Notes()
    tree, _ = parse("def @Mark right x { x\n  marked }\n@Mark hill", "card.lout", Path("nowhere"), notes)
    expanded = Expander(notes).expand(tree)
    assert isinstance(expanded, Call)
    assert expanded.meaning is not None
    words = {f"{word.text} {word.span}" for word in written_in(expanded.meaning)}
    assert words == {"hill card.lout:3:7", "marked card.lout:2:3"}


def test_files_in_the_folder_are_followed(tmp_path: Path) -> None:
    (tmp_path / "setup.lt").write_text("def @Mark { marked }\n@Include { setup }", encoding="latin-1")
    assert read("@Include { setup }\n@SysInclude { doc }\n@Mark", expand=True, folder=tmp_path) == ("marked", [])
    told = "card.lout:1:1 other: no such file next to this one, so its definitions are unknown"
    assert read("@Include { other } a", folder=tmp_path) == ("a", [told])
    (tmp_path / "in").mkdir()
    assert read("@Include { ../setup.lt } a", folder=tmp_path / "in")[1] == [
        "card.lout:1:1 ../setup.lt: the file is a link to a place outside its game's folder, so it was not read"
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a { b", "card.lout:1:3 {: this is never closed"),
        ("a } b", "card.lout:1:3 }: this closes nothing"),
        ("@Heading @Begin b", "card.lout:1:10 @Begin: this is never closed"),
        ("@Heading @Begin b @End @Text", "card.lout:1:24 @Text: this ends @Text, but @Heading is still open"),
        ("a # later", "card.lout:1:3 later: a comment: Lout does not print it"),
        ("@Box margin {1c} margin {2c} x", "card.lout:1:18 1c: @Box has the option 'margin' twice; the last counts"),
    ],
)
def test_what_is_wrong_is_told(text: str, told: str) -> None:
    assert read(text)[1] == [told]


def test_joined_lines_read_as_the_lines_did() -> None:
    """Pages publish texts with their lines joined; a comment then has no end."""
    lines = [
        "@Tbl",
        "# rule {yes}",
        "margin {1c}",
        "aformat { @Cell A } {",
        "#@Rowa A{taken out}",
        "@Rowa A{",
        "@BulletList",
        "@ListItem{one} #@Reff 1.2}",
        "# @ListItem{two : ",
        "# @RawEndList}",
        "@ListItem{three}",
        "@EndList",
        "# said in 4.1.9.d",
        "@BulletList @EndList # four",
        "}",
        "@Rowa A{" + "word " * 220 + "} }",
    ]
    apart, joined = read("\n".join(lines)), read(" ".join(lines))
    assert apart[0] == joined[0]
    assert [each.partition(" ")[2].rpartition(": a comment")[0] for each in apart[1]] == [
        "rule {yes}",
        "@Rowa A{taken out}",
        "@Reff 1.2} @ListItem{two : @RawEndList}",
        "said in 4.1.9.d",
        "four",
    ]
    assert [each.partition(" ")[2].rpartition(": a comment")[0] for each in joined[1]] == [
        each.partition(" ")[2].rpartition(": a comment")[0] for each in apart[1]
    ]


def given_up(text: str) -> str:
    with pytest.raises(Failure) as error:
        read(text, expand=True)
    place, message, _ = str(error.value).split(": ", 2)
    return f"{place} {message}"


def test_limits() -> None:
    assert given_up("{" * 5000) == "card.lout:1:150 objects are nested 151 deep, and the limit is 150"
    assert "151 deep" in given_up("@I " * 5000)
    assert "151 deep" in given_up("a | {" * 5000)
    chain = "\n".join(f"def @{'A' * n} {{ @{'A' * (n + 1)} }}" for n in range(200, 1, -1))
    assert "definitions nest objects" in given_up(f"def @Z {{ z }}\n{chain}\n@AA")


def test_limits_of_what_a_few_definitions_make(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LOUT_OBJECTS, "most", 1000)
    monkeypatch.setattr(LOUT_UNITS, "most", 1000)
    doubled = "\n".join(f"def @{'B' * n} {{ @{'B' * (n + 1)} @{'B' * (n + 1)} }}" for n in range(12, 0, -1))
    assert "the text and its definitions make more objects" in given_up(f"{doubled}\n@B")
    assert "units, and the limit is" in given_up("macro @M { @N @N }\nmacro @N { @M @M }\n@M")


UNITS = st.sampled_from(
    [
        "{",
        "}",
        "a",
        "b,",
        "@I",
        "@B",
        "@Font",
        "//",
        "|",
        "/",
        "&",
        '"',
        "#",
        "\n",
        "def",
        "@X",
        "@Tbl",
        "@Rowa",
        "A",
        "aformat",
        "@Cell",
        "@Begin",
        "@End",
        "right",
        "left",
        "named",
        "x",
        "@ListItem",
        "@BulletList",
        "@EndList",
        "macro",
        "export",
        "4.3.1",
        "@Verbatim",
        "import",
        "@Include",
        "@Use",
        "\\",
        "-",
        "é",
        "\x00",
    ]
)


@given(st.lists(st.tuples(UNITS, st.sampled_from(["", " "])), max_size=60))
def test_any_text_is_read_or_refused(units: list[tuple[str, str]]) -> None:
    with suppress(Failure):
        assert read("".join(unit + blank for unit, blank in units), expand=True)
