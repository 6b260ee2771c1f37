"""Turn objects of Lout into Markdown text, with glyphs and type faces."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

from rulewright.findings import Span
from rulewright.importing.draft import repaired, shortened
from rulewright.importing.lout.gathered import COLOURED, FACES, LETTERS, RULE_NUMBER, Gathered
from rulewright.importing.lout.objects import Call, Direction, Object, Parts, Word, plain, start_of
from rulewright.importing.lout.symbols import BOXES

ALIKE = {
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
"""Signs of the font Symbol that our fonts have under another name, or only like it."""


@cache
def _names() -> dict[str, str]:
    from fontTools import agl  # 4,000 names: only for a text that uses one

    return {name: chr(code) for name, code in agl.AGL2UV.items()}


def character(name: str) -> str:
    """The character of a name, empty where nothing has it; a single sign stands for itself."""
    if len(name) == 1:
        return name
    return ALIKE.get(name) or _names().get(name, "")


SPECIAL = re.compile(r"([\\*_`]|<(?=[A-Za-z/!?])|\[(?=\[)|(?<=\[)\[|&(?=#?\w+;))")
"""Signs that would mean something in Markdown."""
SIGNS = {"bold": "**", "italic": "*"}


@dataclass(frozen=True, slots=True)
class Run:
    """Text in one face. A `link` is ready as it is."""

    text: str
    bold: bool = False
    italic: bool = False
    link: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    bold: bool = False
    italic: bool = False

    def run(self, text: str) -> Run:
        return Run(text, self.bold, self.italic)


def markdown(runs: Iterator[Run]) -> str:
    """Runs as Markdown: what has one face in a row is emphasised once, blanks outside of the signs."""
    found = list(_with_plain_blanks(runs))
    outer, inner = sorted(("italic", "bold"), key=lambda face: len(_in_rows(found, face)))
    return re.sub(r"\s+", " ", _emphasised(found, (outer, inner))).strip()


def _emphasised(runs: list[Run], faces: tuple[str, ...]) -> str:
    """What is emphasised in the first way, with what is in the second way within it."""
    if not faces:
        return "".join(run.text if run.link else SPECIAL.sub(r"\\\1", run.text) for run in runs)
    rows = _in_rows(runs, faces[0])
    return "".join(_wrapped(_emphasised(row, faces[1:]), SIGNS[faces[0]] if on else "") for on, row in rows)


def _in_rows(runs: list[Run], face: str) -> list[tuple[bool, list[Run]]]:
    return [(on, list(row)) for on, row in groupby(runs, lambda run: bool(getattr(run, face)))]


def _wrapped(text: str, sign: str) -> str:
    words = text.strip()
    if not words or not sign:
        return text
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}{sign}{words}{sign}{after}"


def _with_plain_blanks(runs: Iterator[Run]) -> Iterator[Run]:
    """Blanks between two words have the face that both have, so that these stay together."""
    face = Run("")
    waiting: list[Run] = []
    for run in runs:
        if run.text.strip():
            bold, italic = face.bold and run.bold, face.italic and run.italic
            yield from (replace(blank, bold=bold, italic=italic) for blank in waiting)
            waiting, face = [], run
            yield run
        elif run.text:
            waiting.append(run)


EMPHASIS = {
    "@B": (True, False),
    "@I": (False, True),
    "@II": (False, True),
    "@BI": (True, True),
    "@Underline": (True, False),
}
HIDDEN = {"@Index", "@SubIndex", "@SubSubIndex", "@RawIndex", "@PageLabel", "@Null", "@Graphic", "@RawGraphic"}
"""Symbols whose words Lout prints elsewhere or not at all."""
BRACKETED = re.compile(rf"[\[(]?\s*({RULE_NUMBER.pattern})\s*([,;:.]?)\s*[\])]?")


class Texts:
    """Makes texts of objects, and gathers what they cite and show."""

    def __init__(self, gathered: Gathered) -> None:
        self.gathered = gathered

    def markdown(self, value: Object) -> str:
        """A text of one paragraph, of which nothing is an error."""
        span = start_of(value)
        text = shortened(markdown(self.runs(value, Face())), lambda words: self._cut(words, span))
        return repaired(text, blocks=False)

    def _cut(self, words: str, span: Span | None) -> None:
        if span is not None:
            self.gathered.notes.add(span, words, "no word or number may be so long: it is cut")

    def runs(self, value: Object, face: Face) -> Iterator[Run]:
        match value:
            case Word():
                self.gathered.used.add(value.span)
                yield face.run(value.text if value.quoted else value.text.replace("---", "—").replace("--", "–"))
            case Parts():
                yield from self._parts(value, face)
            case Call(meaning=None):
                yield from self._symbol(value, face)
            case Call():
                yield from self._defined(value, face)

    def _parts(self, value: Parts, face: Face) -> Iterator[Run]:
        glues = ["" if glue == "" else " " for glue in value.glues]
        for item, glue in zip(value.items, [*glues, ""], strict=False):
            yield from self.runs(item, face)
            yield face.run(glue)

    def _defined(self, call: Call, face: Face) -> Iterator[Run]:
        """A symbol with a definition: a mark if that is a few letters in a box or in a colour; else what it says."""
        assert call.meaning is not None
        remarks = dict(self.gathered.remarks)
        runs = list(self.runs(call.meaning, face))
        text = "".join(run.text for run in runs).strip()
        number = BRACKETED.fullmatch(text)
        if number is not None and text != number[1]:
            self.gathered.remarks = remarks
            yield from (self._citation(number[1], call), Run(number[2]))
        elif _is_mark(call, text):
            self.gathered.remarks = remarks
            yield Run(f"[[mark:{self.gathered.mark(call, text)}]]", link=True)
        else:
            yield from runs

    def _symbol(self, call: Call, face: Face) -> Iterator[Run]:
        if call.symbol.unknown:
            yield from self._unknown(call, face)
        elif call.name in HIDDEN:
            return
        elif call.name in ("@Char", "@Sym"):
            yield face.run(self._sign(call))
        elif call.name in ("@LLP", "@PP", "@LP", "@DP", "@NP", "@CNP", "@LOP", "@HSpan", "@VSpan"):
            yield face.run(" ")
        else:
            yield from self._styled(call, face)

    def _styled(self, call: Call, face: Face) -> Iterator[Run]:
        """A font, a colour or another change of looks: its words in the face that we have for it."""
        self.gathered.use_settings(call)
        if call.name not in JOINING:
            self.gathered.use_left(call)
        name = call.name
        if name == "@Font":
            name = next(
                (FACES[word] for word in plain(call.left or Parts(Direction.LINE)).split() if word in FACES), name
            )
        if call.name in COLOURED and call.left is not None:
            said = f"words in {plain(call.left)} lose their colour: a text has marks for that"
            self.gathered.remark(call.span, said)
        if call.name == "@Underline":
            self.gathered.remark(call.span, "underlined words become bold: a text has no lines under words")
        bold, italic = EMPHASIS.get(name, (False, False))
        inner = Face() if name == "@R" else Face(face.bold or bold, face.italic or italic)
        if call.name in JOINING and call.left is not None:
            yield from self.runs(call.left, face)
            yield face.run(JOINING[call.name])
        if call.right is not None:
            yield from self.runs(call.right, inner)

    def _sign(self, call: Call) -> str:
        self.gathered.use(call.right)
        name = plain(call.right or Parts(Direction.LINE))
        sign = character(name)
        if not sign and name:
            self.gathered.notes.add(call.span, f"{call.name} {name}", "no character has this name")
        return sign

    def _unknown(self, call: Call, face: Face) -> Iterator[Run]:
        """A symbol without a definition: a citation, an abbreviation or a mark, as it looks."""
        name = call.name.lstrip("@")
        if call.right is None and name.isupper() and len(name) > 1:
            self._guess(call, f"@{name} has no definition here: it became the text {name}")
            yield face.run(name)
        elif call.right is None:
            self._guess(call, f"@{name} has no definition here: it became a mark")
            yield Run(f"[[mark:{self.gathered.mark(call)}]]", link=True)
        else:
            yield from self._with_object(call, name, face)

    def _with_object(self, call: Call, name: str, face: Face) -> Iterator[Run]:
        assert call.right is not None
        runs = list(self.runs(call.right, face))
        number = BRACKETED.match("".join(run.text for run in runs).strip())
        if number is not None:
            self._guess(call, f"@{name} has no definition here: the number after it became a citation")
            rest = "".join(run.text for run in runs).strip()[number.end() :]
            yield from (self._citation(number[1], call), Run(number[2]), face.run(rest))
            return
        self._guess(call, f"@{name} has no definition here: its name stands before its words")
        yield face.run(f"{name} ")
        yield from runs

    def _guess(self, call: Call, said: object) -> None:
        self.gathered.remark(call.span, said)  # type: ignore[arg-type]

    def _citation(self, number: str, call: Call) -> Run:
        first, _, last = number.replace("–", "-").partition("-")
        for each in [first] if not last else [first, _last(first, last)]:
            self.gathered.cite(each, call.span)
        return Run(f"[[{first}–{last}]]" if last else f"[[{first}]]", link=True)


JOINING = {"~": " ", "~~": " ", "&&": " ", "@Sup": "", "@Sub": "", "@OverStrike": "", "@If": " ", "@OrIfPlain": " "}
"""Symbols whose left object is text too, and what is between the two."""


def _last(first: str, last: str) -> str:
    """The last rule of `13.1.5-6`."""
    return f"{first.rpartition('.')[0]}.{last}" if "." not in last else last


def _is_mark(call: Call, text: str) -> bool:
    alone = call.symbol.right is None and call.symbol.left is None
    return alone and 0 < len(text) <= LETTERS and _looks_apart(call.meaning)


def _looks_apart(value: Object | None) -> bool:
    """Whether an object is boxed or coloured."""
    if isinstance(value, Call):
        return value.name in BOXES or value.name in COLOURED or _looks_apart(value.meaning or value.right)
    return isinstance(value, Parts) and any(map(_looks_apart, value.items))
