"""Pictures that WeasyPrint cannot draw: it warns with their whole content, and prints nothing in their place."""

import re
from base64 import b64decode

from rulewright.findings import Finding, Span
from rulewright.model.game import Game

CONTENT = re.compile(r"data:image/[\w+.-]+;base64,([\w+/]+=*)")
HINT = "a number or a command in it may be misspelt: open it in a drawing program and save it again, or save it as PNG"


def undrawn_picture(what: str, warning: str, game: Game) -> Finding | None:
    """The error of a picture of the game that a warning is about."""
    quoted = CONTENT.search(warning) if warning.startswith("Failed to") else None
    data = b64decode(quoted[1]) if quoted else b""
    file = _file_of(data, game)
    if file is None:
        return None
    from rulewright.render.pdf.undrawn import undrawn_place  # it needs WeasyPrint

    return Finding(
        "bad-picture",
        Span(file, *undrawn_place(data)),
        f"{what}: WeasyPrint cannot draw this picture",
        HINT,
    )


def _file_of(data: bytes, game: Game) -> str | None:
    folders = ((f"cards/{game.id}", game.pictures), (f"content/{game.id}", game.figures))
    files = (f"{folder}/{each.name}" for folder, found in folders for each in found.values() if each.data == data)
    return next(files, None)


def shortened(warning: str) -> str:
    """A warning without the content of a picture, which may have megabytes."""
    return CONTENT.sub("data:…", warning)
