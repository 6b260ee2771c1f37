"""The fonts of a game: families of files under its folder, and what stands in for characters that they lack."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256

from rulewright.findings import Finding, Findings
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import STRING
from rulewright.model.theme import FAMILIES, SANS, SERIF, TYPEWRITER, Face, Family, FontFile, Generic
from rulewright.source import nodes
from rulewright.source.fonts import FACES, KEY, CleanFont, Fonts, files_of
from rulewright.source.nodes import Node, Scalar

NAME = re.compile(r"[A-Za-z0-9]+(?:[ -][A-Za-z0-9]+)*")
"""The names of families reach stylesheets and PDFs."""
STAND_INS = {Generic.SANS: SANS, Generic.SERIF: SERIF, Generic.MONO: TYPEWRITER}
LETTERS = "bcdfghjklmnpqrst"
NOTHING = "the nearest face that there is"


class FontEntry(Entry):
    """A family of a game's own, by its files under the game's folder; one file for all faces may stand alone."""

    noun = "a font"
    regular = key(STRING, "The file of the upright face", "regular: fonts/FiraMono-Regular.ttf", required=True)
    italic = key(STRING, "The file of the italic", "italic: fonts/FiraMono-Regular.ttf", default=NOTHING)
    bold = key(STRING, "The file of the bold face", "bold: fonts/FiraMono-Bold.ttf", default=NOTHING)
    bold_italic = key(STRING, "The file of the bold italic", "bold-italic: fonts/FiraMono-Bold.ttf", default=NOTHING)
    fallback = key(
        STRING,
        "The font that prints the characters which this one lacks: one of the tool, or one given before it",
        "fallback: Source Serif Pro",
        default="that of the tool of the same kind: sans, serif, or of one width",
    )


def decode_fonts(games: Iterable[Node], read: Fonts, faults: Findings) -> tuple[Family, ...]:
    """The families under `fonts` in the section `game`. For one without a sound file stands one of the tool.

    So a theme that names it is not at fault too, and a draft can be printed.
    """
    known = {each.name: each for each in FAMILIES}
    for game in games:
        listed = game.get(KEY) if isinstance(game, nodes.Mapping) else None
        for name, node in listed.entries if isinstance(listed, nodes.Mapping) else ():
            if _is_name(name, known, faults):
                known[name.value] = _family(name, node, read, known, faults)
    return tuple(family for family in known.values() if family not in FAMILIES)


def _family(name: Scalar, node: Node, read: Fonts, known: Mapping[str, Family], faults: Findings) -> Family:
    entry = None if isinstance(node, Scalar) else FontEntry(node, f"font {name.value!r}", faults)
    faces = tuple(_faces(node, read))
    if not faces or (entry is not None and not entry.regular):
        return replace(SANS, name=name.value)
    generic = Generic(next(font.kind for _, font in _sound(node, read)))
    fallback = STAND_INS[generic]
    if entry is not None and entry.has("fallback"):
        fallback = known[entry.choice_at("fallback", tuple(known))]
    return Family(name.value, _printed(name.value, faces), generic, faces, fallback, name.span)


def _sound(node: Node, read: Fonts) -> Iterator[tuple[str, CleanFont]]:
    """The faces of a family whose files are sound."""
    for file in files_of(node):
        font = read.get((file.path.value, file.face))
        if font is not None:
            yield file.face, font


def _faces(node: Node, read: Fonts) -> Iterator[Face]:
    for face, font in _sound(node, read):
        name = f"own-{sha256(font.data).hexdigest()[:24]}.ttf"
        yield Face(*FACES[face], FontFile(name, font.data))


def _is_name(name: Scalar, known: Mapping[str, Family], faults: Findings) -> bool:
    """Whether it can be the name of a family."""
    if name.value in known:
        message = f"there is a font {name.value!r} already"
        hint = "give it a name that no font of the tool or of the game has"
        faults.add(Finding("duplicate-id", name.span, message, hint))
        return False
    if not NAME.fullmatch(name.value):
        message = f"{name.value!r} is not a font name"
        hint = "write letters and digits of English, with spaces or hyphens between words"
        faults.add(Finding("bad-name", name.span, message, hint))
        return False
    return True


def _printed(name: str, faces: Iterable[Face]) -> str:
    """A name that no font of any machine has, so that none takes its place."""
    digest = sha256("".join(each.file.name for each in faces).encode()).digest()
    return f"{name} {''.join(LETTERS[each % 16] for each in digest[:5])}"
