"""The font files that a game names: read from its folder, within limits, examined and made harmless.

A file of a font is a program for several libraries, written by anybody. HarfBuzz, which is made for hostile fonts,
writes each anew: with its outlines, widths, characters and layout, and without all else, such as programs that hint,
pictures and colours. Of a variable font it makes the one weight that a face is. What it refuses, nothing else reads.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path, PurePosixPath

from rulewright.findings import Finding, Findings
from rulewright.limits import FONT_BYTES, FONT_FILES, Budget
from rulewright.source.font_files import BadFontError, CleanFont, TooLargeFontError, clean_font
from rulewright.source.nodes import Mapping, Node, Scalar
from rulewright.source.opening import CannotOpenError, read_file

KEY = "fonts"
FACES = {"regular": (400, False), "italic": (400, True), "bold": (700, False), "bold-italic": (700, True)}
"""The faces of a family by the keys that name their files: weight, and whether it slants."""
ENDS = (".ttf", ".otf", ".woff2")

Fonts = dict[tuple[str, str], CleanFont]
"""Sound fonts by the names of their files and the faces that they are."""


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file that the game names for a face."""

    face: str
    path: Scalar


def named_by_game(content: Iterable[Mapping]) -> Iterator[NamedFile]:
    """The files below `fonts` of the section `game`; what stands there otherwise is no concern of this stage."""
    for tree in content:
        game = tree.get("game")
        listed = game.get(KEY) if isinstance(game, Mapping) else None
        for _, font in listed.entries if isinstance(listed, Mapping) else ():
            yield from files_of(font)


def files_of(font: Node) -> Iterator[NamedFile]:
    """The files of one family: one for all faces, or one for each."""
    if isinstance(font, Scalar) and not font.empty:
        yield from (NamedFile(face, font) for face in FACES)
    elif isinstance(font, Mapping):
        for key, value in font.entries:
            if key.value in FACES and isinstance(value, Scalar) and not value.empty:
                yield NamedFile(key.value, value)


def read_fonts(named: Iterable[NamedFile], folder: Path, project: Path, faults: Findings) -> Fonts:
    """Every font that is sound; each file that is not adds one fault."""
    reader = _Reader(folder, project, faults)
    fonts = {(each.path.value, each.face): reader.font(each) for each in named}
    return {name: font for name, font in fonts.items() if font is not None}


class _Reader:
    def __init__(self, folder: Path, project: Path, faults: Findings) -> None:
        self.folder, self.project, self.faults = folder, project, faults
        self.files: dict[str, bytes | None] = {}
        self.count = Budget(FONT_FILES)

    def font(self, named: NamedFile) -> CleanFont | None:
        name = named.path.value
        if name not in self.files:
            self.files[name] = self._read(named.path)
        data = self.files[name]
        if data is None:
            return None
        try:
            return clean_font(data, *FACES[named.face])
        except BadFontError as bad:
            self.files[name] = None
            finding = "too-large" if isinstance(bad, TooLargeFontError) else "bad-font"
            self._fault(finding, named.path, f"the font {name!r} {bad.says}", bad.hint)
            return None

    def _read(self, named: Scalar) -> bytes | None:
        path = PurePosixPath(named.value)
        if not self.count.spend(1):
            message = f"the game names more than {FONT_FILES.most} files of fonts"
            self._fault("over-limit", named, message, "rulewright explain limits")
        elif path.suffix.lower() not in ENDS:
            message = f"{named.value!r} is no TTF, OTF or WOFF2 font"
            self._fault("bad-font", named, message, "write the path of the file: fonts/courier.ttf")
        elif path.is_absolute() or ".." in path.parts or "\\" in named.value:
            message = f"{named.value!r} is not in {self._shown(self.folder)}"
            hint = f"copy it there, and write its path from that folder: fonts/{path.name}"
            self._fault("outside", named, message, hint)
        else:
            return self._bytes(named)
        return None

    def _bytes(self, named: Scalar) -> bytes | None:
        path = self.folder / named.value
        if not os.path.lexists(path):  # a link to nothing is there
            message = f"there is no file {self._shown(path)}"
            self._fault("missing-font", named, message, self._nearest(named.value))
            return None
        try:
            return read_file(path, self.folder, FONT_BYTES.most)
        except CannotOpenError as error:
            hint = "rulewright explain limits" if error.finding == "too-large" else error.hint
            message = f"the font {named.value!r} {error.says}"
            self._fault(error.finding, named, message, hint)
            return None

    def _nearest(self, name: str) -> str:
        known = [
            path.relative_to(self.folder).as_posix()
            for path in sorted(self.folder.rglob("*"))
            if path.suffix.lower() in ENDS and path.is_file()
        ]
        close = get_close_matches(name, known, 1, 0.5)
        if close:
            return f"did you mean {close[0]!r}?"
        if known:
            return f"the fonts there are: {', '.join(known[:8])}"
        return f"put it into {self._shown(self.folder)}"

    def _shown(self, path: Path) -> str:
        return path.relative_to(self.project).as_posix()

    def _fault(self, name: str, named: Scalar, message: str, hint: str = "") -> None:
        self.faults.add(Finding(name, named.span, message, hint))
