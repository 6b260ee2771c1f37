"""Turn objects of Lout into Markdown text, with glyphs and type faces.

`@B { Fire } at @I { will }` becomes `**Fire** at *will*`. An object first becomes runs, each a text in one face, and
the runs become Markdown. `flow` calls `Texts.markdown` for each paragraph, heading and cell.

A `Call` is a symbol with the objects at its left and right. Its `meaning` is what a definition in the text makes of it;
None for symbols of Lout and unknown ones. `state` collects used words, cited rules, marks, and remarks for the author.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

from rulewright.importing.draft import repaired, shortened
from rulewright.importing.lout.objects import Call, Object, Parts, Word, nothing, plain, start_of
from rulewright.importing.lout.state import COLOURED, FACES, MOST_BADGE_LETTERS, RULE_NUMBER, ImportState
from rulewright.importing.lout.symbols import BOXES, PARAGRAPHS

SIGNS_OF_SYMBOL = {
    "asteriskmath": "*",
    "registersans": "®",
    "copyrightsans": "©",
    "trademarksans": "™",
    "minus": "−",
    "arrowdblright": "→",
    "arrowdblleft": "←",
    "arrowdblup": "↑",
    "arrowdbldown": "↓",
}
"""Signs of the font Symbol that our fonts have under another name, or a similar sign."""
SPECIAL = re.compile(r"([\\*_`]|<(?=[A-Za-z/!?])|\[(?=\[)|(?<=\[)\[|&(?=#?\w+;))")
"""Signs with a meaning in Markdown."""
WITHOUT_BLANKS = re.compile(r"\S(?:.*\S)?", re.DOTALL)
"""A text without the blanks around it."""
EMPHASIS_SIGNS = {"bold": "**", "italic": "*"}
"""The signs of Markdown for each face, which is a field of `Run` too."""
EMPHASIS = {
    "@B": (True, False),
    "@I": (False, True),
    "@II": (False, True),
    "@BI": (True, True),
    "@Underline": (True, False),
}
"""Whether a symbol makes its words bold, and whether italic."""
PRINTED_ELSEWHERE = frozenset(("@Index @SubIndex @SubSubIndex @RawIndex @PageLabel @Null @Graphic @RawGraphic").split())
"""Symbols whose words Lout prints elsewhere or not at all."""
BRACKETED = re.compile(rf"[\[(]?\s*({RULE_NUMBER.pattern})\s*([,;:.]?)\s*[\])]?")
"""The number of a rule as a citation, perhaps in brackets and before a sign: `[13.1.5]`, `4.2,`."""
TEXT_BETWEEN = dict.fromkeys(("~", "~~", "&&", "@If", "@OrIfPlain"), " ") | dict.fromkeys(
    ("@Sup", "@Sub", "@OverStrike"), ""
)
"""Symbols whose left object is text too, and what to print between the two."""
BREAKS = PARAGRAPHS | {"@HSpan", "@VSpan"}
"""Symbols that become a blank within a text."""


@dataclass(frozen=True, slots=True)
class Run:
    """Text in one face; without text, the face alone. A `link` needs no escapes."""

    text: str = ""
    bold: bool = False
    italic: bool = False
    link: bool = False

    def of(self, text: str) -> "Run":
        """Another text in this face."""
        return Run(text, self.bold, self.italic)


class Texts:
    """Makes texts of objects, and collects the rules and marks in them."""

    def __init__(self, state: ImportState) -> None:
        self.state = state

    def markdown(self, value: Object) -> str:
        """A text of one paragraph that no check refuses."""
        span = start_of(value)

        def note(words: str) -> None:
            if span is not None:
                self.state.notes.add(span, words, "too long for one word, so it was cut")

        return repaired(shortened(markdown(self.runs(value, Run())), note), blocks=False)

    def runs(self, value: Object, face: Run) -> Iterator[Run]:
        """The text of an object in a face; note its words as used."""
        match value:
            case Word():
                self.state.used_spans.add(value.span)
                yield face.of(value.text if value.quoted else value.text.replace("---", "—").replace("--", "–"))
            case Parts():
                for item, glue in zip(value.items, [*value.glues, ""], strict=False):
                    yield from self.runs(item, face)
                    yield face.of(" " if glue else "")
            case Call(meaning=None):
                yield from self._symbol(value, face)
            case Call():
                yield from self._defined(value, face)

    def _defined(self, call: Call, face: Run) -> Iterator[Run]:
        """A symbol with a definition: a citation; a mark if it is a few letters in a box or colour; or its text."""
        assert call.meaning is not None
        remarks = dict(self.state.remarks)
        runs = list(self.runs(call.meaning, face))
        text = "".join(run.text for run in runs).strip()
        number = BRACKETED.fullmatch(text)
        has_no_operands = call.symbol.right is None and call.symbol.left is None
        if number is not None and text != number[1]:  # a number alone is only a number
            self.state.remarks = remarks  # forget remarks on looks, which a citation or mark does not lose
            yield from (self._citation(number[1], call), Run(number[2]))
        elif has_no_operands and 0 < len(text) <= MOST_BADGE_LETTERS and _is_framed(call.meaning):
            self.state.remarks = remarks
            yield Run(f"[[mark:{self.state.mark(call, text)}]]", link=True)
        else:
            yield from runs

    def _symbol(self, call: Call, face: Run) -> Iterator[Run]:
        """A symbol without a definition in the text: most come with Lout."""
        if call.symbol.unknown:
            yield from self._unknown(call, face)
        elif call.name in PRINTED_ELSEWHERE:
            return
        elif call.name in ("@Char", "@Sym"):
            self.state.use(call.right)
            name = plain(call.right or nothing())
            sign = character(name)
            if not sign and name:
                self.state.notes.add(call.span, f"{call.name} {name}", "no character has this name")
            yield face.of(sign)
        elif call.name in BREAKS:
            yield face.of(" ")
        else:
            yield from self._styled(call, face)

    def _styled(self, call: Call, face: Run) -> Iterator[Run]:
        """A font, a colour or another change of looks: its words in the nearest face that texts have."""
        self.state.use_settings(call)
        settings = plain(call.left or nothing())
        name = call.name
        if name == "@Font":
            name = next((FACES[word] for word in settings.split() if word in FACES), name)
        if call.name in COLOURED and call.left is not None:
            self.state.remark(call.span, f"words in {settings} lose their colour: use a mark for them")
        if call.name == "@Underline":
            self.state.remark(call.span, "underlined words become bold: texts cannot be underlined")
        bold, italic = EMPHASIS.get(name, (False, False))
        inner = Run() if name == "@R" else Run("", face.bold or bold, face.italic or italic)
        if call.name not in TEXT_BETWEEN:
            self.state.use_left(call)
        elif call.left is not None:
            yield from self.runs(call.left, face)
            yield face.of(TEXT_BETWEEN[call.name])
        if call.right is not None:
            yield from self.runs(call.right, inner)

    def _unknown(self, call: Call, face: Run) -> Iterator[Run]:
        """A symbol without a definition: guess whether it is a citation, an abbreviation or a mark."""
        name = call.name.lstrip("@")
        guess = f"@{name} has no definition here: "
        if call.right is None and name.isupper() and len(name) > 1:
            self.state.remark(call.span, f"{guess}it became the text {name}")
            yield face.of(name)
            return
        if call.right is None:
            self.state.remark(call.span, f"{guess}it became a mark")
            yield Run(f"[[mark:{self.state.mark(call)}]]", link=True)
            return
        runs = list(self.runs(call.right, face))
        text = "".join(run.text for run in runs).strip()
        if number := BRACKETED.match(text):
            self.state.remark(call.span, f"{guess}the number after it became a citation")
            yield from (self._citation(number[1], call), Run(number[2]), face.of(text[number.end() :]))
        else:
            self.state.remark(call.span, f"{guess}its name is printed before its words")
            yield from (face.of(f"{name} "), *runs)

    def _citation(self, number: str, call: Call) -> Run:
        """A link to a rule, or to several as in `13.1.5-6`."""
        first, _, last = number.replace("–", "-").partition("-")
        self.state.cite(first, call.span)
        if not last:
            return Run(f"[[{first}]]", link=True)
        above = first.rpartition(".")[0]
        self.state.cite(f"{above}.{last}" if "." not in last else last, call.span)
        return Run(f"[[{first}–{last}]]", link=True)


def _is_framed(value: Object | None) -> bool:
    """Whether an object is boxed or coloured."""
    if isinstance(value, Call):
        return value.name in BOXES or value.name in COLOURED or _is_framed(value.meaning or value.right)
    return isinstance(value, Parts) and any(map(_is_framed, value.items))


def markdown(runs: Iterator[Run]) -> str:
    """Write runs as Markdown. Adjacent runs of one face are emphasised once, with blanks outside of the signs."""
    all_runs = list(_with_plain_blanks(runs))
    # the face that changes less often is outside: `**a *b* c**`, not `**a** ***b*** **c**`
    outer, inner = sorted(("italic", "bold"), key=lambda face: len(_in_rows(all_runs, face)))
    return re.sub(r"\s+", " ", _emphasised(all_runs, (outer, inner))).strip()


def _emphasised(runs: list[Run], faces: tuple[str, ...]) -> str:
    """Write runs with emphasis of the first face, and inside it that of the others: `**a *b* c**` for bold, italic."""
    if not faces:
        return "".join(run.text if run.link else SPECIAL.sub(r"\\\1", run.text) for run in runs)
    written = ""
    for is_emphasised, row in _in_rows(runs, faces[0]):
        sign = EMPHASIS_SIGNS[faces[0]] if is_emphasised else ""
        written += WITHOUT_BLANKS.sub(rf"{sign}\g<0>{sign}", _emphasised(row, faces[1:]), count=1)
    return written


def _in_rows(runs: list[Run], face: str) -> list[tuple[bool, list[Run]]]:
    """Group adjacent runs by whether they have a face, `bold` or `italic`."""
    return [(has_face, list(row)) for has_face, row in groupby(runs, lambda run: bool(getattr(run, face)))]


def _with_plain_blanks(runs: Iterator[Run]) -> Iterator[Run]:
    """Give blanks between two words the face that both share: `**two dice**`, not `**two** **dice**`."""
    face = Run()  # that of the last word
    waiting: list[Run] = []  # the blanks after it
    for run in runs:
        if run.text.strip():
            bold, italic = face.bold and run.bold, face.italic and run.italic
            yield from (replace(blank, bold=bold, italic=italic) for blank in waiting)
            waiting, face = [], run
            yield run
        elif run.text:
            waiting.append(run)


@cache
def _postscript_names() -> dict[str, str]:
    """The characters by their PostScript names, such as `bullet`."""
    from fontTools import agl  # 4,000 names: only for a text that uses one

    return {name: chr(code) for name, code in agl.AGL2UV.items()}


def character(name: str) -> str:
    """The character with a PostScript name, or ""; a single sign stands for itself."""
    if len(name) == 1:
        return name
    return SIGNS_OF_SYMBOL.get(name) or _postscript_names().get(name, "")
