"""Cards in Lout become drafts: the author's text in, the draft and the list of what was not understood out."""

from pathlib import Path

import pytest
import yaml

from rulewright.base.boundary import Failure
from rulewright.importing.draft import Draft, Guessed, Value
from rulewright.importing.lout.drafting import read
from rulewright.importing.sources import SourceFile

CARD = """\
@Include { setup }
def @Reff right x { grey @Colour 6p @Font @I {[x]} }
def @Swedish { white @Colour @CurveBox paint {blue} S }
def @Even { rgb 0.9 0.9 0.9 }
@Doc @Text @Begin
90d @Rotate black @Colour @CurveBox margin {.1c} black @Colour {
@Tbl
margin {.1c}
aformat { @StartHSpan @Cell A | @HSpan }
bformat { @Cell A | @Cell B } {
@Row paint {red} format { @StartHSpan @Cell 16p @Font @B A | @Cell i{right} B } A{Storming 10p @Font 7.1} B{[-2 ; +2]}
@Rowa rulebelow {yes} A{ //
@RawBulletList
@ListItem{the @B best @I Morale storms @Reff 7.2.1:
@BulletList
@ListItem{not if @I{out of breath}, /.3v nor @Swedish or @Finnish}
@RawEndList}
@ListItem{roll @Sym greaterequal 4}
@EndList }
@Rowb A{ ||
@Tbl rule {yes} paint {@Even}
aformat { @Cell @B A | @Cell @B B | @Cell 90d @Rotate D }
bformat { @Cell A | @Cell B | @StartVSpan @Cell 90d @Rotate D }
cformat { @Cell A | @Cell B | @VSpan } {
@Rowa A{Roll} B{Effect} D{}
@Rowb A{1 - 3} B{repelled} C{fled} D{leaders stay}
@Rowc A{4 - 6} B{taken @Swedish} } } B{ //
@BulletList @ListItem{@Underline Afterwards: rest} @EndList } } }
@End @Text
"""


def drafted(text: str, folder: Path, name: str = "storming.lout") -> Draft:
    (folder / name).write_text(text)
    return read([SourceFile(folder / name, name)])


def plain(value: Value) -> object:
    """The data without the reasons of its guesses."""
    if isinstance(value, Guessed):
        return plain(value.value)
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list) else value


def entries(draft: Draft, section: str) -> dict[str, object]:
    return {entry.id: plain(entry.value) for entry in draft.of(section)}


def test_a_card(tmp_path: Path) -> None:
    draft = drafted(CARD, tmp_path)
    (layout,) = draft.layouts
    assert plain(layout.value) == yaml.safe_load("""
        title: Storming
        size: 105 × 148 mm
        fit: shrink
        blocks:
          - {band: storming, title: Storming, colour: red, note: "[-2 ; +2]"}
          - bullets: storming
          - line
          - columns: {blocks: [[table: storming], [bullets: storming-2]], ratio: balance}
          - legend
        """)
    assert plain(dict(draft.game)) == {
        "colours": {"red": "#c8322c"},
        "marks": {
            "swedish": {"badge": "S", "colour": "#2f5fa8", "name": "Swedish", "legend": "Swedish"},
            "finnish": {"badge": "F", "colour": "#2f6b45", "name": "Finnish", "legend": "Finnish"},
        },
    }
    assert entries(draft, "references") == yaml.safe_load("""
        storming:
          title: Storming
          rule: storming
          items:
            - text: "the **best** *Morale* storms [[7.2.1]]:"
              items: ["not if *out of breath*, nor [[mark:swedish]] or [[mark:finnish]]"]
            - roll ≥ 4
        storming-2: {title: Storming, rule: storming, items: ["**Afterwards:** rest"]}
        """)
    assert entries(draft, "rules") == {
        "rule-7-2-1": {"number": "7.2.1", "external": "the rulebook"},
        "storming": {"number": "7.1", "title": "Storming", "external": "the rulebook"},
    }
    (table,) = entries(draft, "tables").values()
    assert isinstance(table, dict)
    assert table["list"] == {"1 - 3": "repelled", "4 - 6": "taken [[mark:swedish]]"}
    assert [str(each.origin) + " " + each.words + ": " + each.why for each in draft.unread] == [
        "storming.lout:1:1 setup: no such file next to this one, so its definitions are unknown",
        "storming.lout:26:30 C {fled}: the format of this row has no C: Lout does not print it either",
    ]
    assert [str(each.origin) + " " + each.words for each in draft.remarks] == [
        "storming.lout:16:58 @Finnish has no definition here: it became a mark",
        "storming.lout:28:23 underlined words become bold: texts cannot be underlined",
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("def @Gone right x { }\na @Gone b", "1:31 b: the definition of @Gone does not print this"),
        ("def @Gone { lost }\na", "1:13 lost: only the definition of @Gone has this text, and no card uses that"),
        ("a @FootNote{b} {c @Index d}", "1:26 d: @Index prints this elsewhere, or not at all"),
        ("a @Sym nosuchsign", "1:3 @Sym nosuchsign: no character has this name"),
        ("a # b", "1:3 b: a comment: Lout does not print it"),
    ],
)
def test_what_is_lost_is_told(text: str, why: str, tmp_path: Path) -> None:
    text = text.replace("\n", " ")
    draft = drafted(text, tmp_path)
    assert [f"{each.origin.line}:{each.origin.column} {each.words}: {each.why}" for each in draft.unread] == [why]


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("@NumberedList @LI{a} @LI{b} @EndList", ["1. a", "2. b"]),
        ("@ParenRomanList @LI{a} @LI{b} @LI{c} @LI{d} @EndList", ["(i) a", "(ii) b", "(iii) c", "(iv) d"]),
        ("@UCAlphaList @LI{a} @LI{b} @EndList", ["A. a", "B. b"]),
        ("@TaggedList @TI{Fire} {hurts} @EndList", ["**Fire** hurts"]),
        ("@BulletList @LI{a} @StarList @LI{b} @EndList @LI{c}", [{"text": "a", "items": ["b"]}, "c"]),
        ("@LI{a} @LI{b}", ["a", "b"]),
        ("@BulletList @LI @Begin a @B b @End @LI @EndList", ["a **b**"]),
    ],
)
def test_lists(text: str, items: list[object], tmp_path: Path) -> None:
    (reference,) = entries(drafted(text, tmp_path), "references").values()
    assert isinstance(reference, dict)
    assert reference["items"] == items


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("@I{@B{F}inal @B{F}ire}", "***F**inal **F**ire*"),
        ("@B {a @I b} c", "**a *b*** c"),
        ("{Bold 12p} @Font loud", "**loud**"),
        ("3 -- 4 @Dagger x*y", "3 – 4 † x\\*y"),
        ("@Box {see [4.1-3]}", "see [4.1-3]"),
        ("@Nation moves @HQ", "[[mark:nation]] moves HQ"),
        ("@Sym arrowdblright @Sym spade", "→ ♠"),
        ("@Rule 3.1.4, too", "[[3.1.4]], too"),
    ],
)
def test_texts(text: str, shown: str, tmp_path: Path) -> None:
    (layout,) = drafted(text, tmp_path).layouts
    blocks = plain(layout.value)["blocks"]  # type: ignore[index]
    assert blocks[0] == {"note": shown}


def test_a_text_beyond_a_limit_ends_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(Failure, match=r"storming.lout:1:150: objects are nested 151 deep, and the limit is 150"):
        drafted("{" * 200, tmp_path)


def test_sections_become_rules(tmp_path: Path) -> None:
    draft = drafted(BOOK, tmp_path, "book.lout")
    assert entries(draft, "rules") == yaml.safe_load(r"""
        fire: {title: Fire, text: "Roll *one* die.\n\n- a hit\n  - on 5\n\n[[table:fire]]"}
        smoke: {parent: fire, title: Smoke, text: It hides.}
        rule-3-1-4: {number: 3.1.4, external: the rulebook}
        moving: {title: Moving, text: "Four hexes, see [[3.1.4]]."}
        """)
    assert plain(dict(draft.game)) == {"title": "Hills *and* woods", "numbering": "auto"}
    assert [(layout.name, plain(layout.value)) for layout in draft.layouts] == [
        ("rulebook", {"kind": "rulebook", "title": "Hills *and* woods", "paper": "A4"})
    ]
    assert [each.words for each in draft.unread] == []


BOOK = """\
@SysInclude { report }
@Report @Title { Hills @I and woods }
//
@Section @Title { Fire } @Begin
@PP Roll @I one die.
@BulletList @LI { a hit @BulletList @LI { on 5 } @EndList } @EndList
@Tbl aformat { @Cell A | @Cell B } { @HeaderRowa A {D6} B {Effect} @Rowa A {1-4} B {missed} @Rowa A {5-6} B {hit} }
@BeginSubSections
@SubSection @Title { Smoke } @Begin @LP It hides. @End @SubSection
@EndSubSections
@End @Section
@Section @Title { Moving } @Begin Four hexes, see @Rule 3.1.4. @End @Section
"""
