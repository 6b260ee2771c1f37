"""Names of signs in Adobe's fonts, which `@Char` and `@Sym` take, as characters."""

from functools import cache

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
