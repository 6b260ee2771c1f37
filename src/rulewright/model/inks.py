"""The four inks of a press: how a colour is made of them where its author does not say."""

from rulewright.model.colour import Cmyk, Tint


def inks(tint: Tint) -> Cmyk:
    """The shares of cyan, magenta, yellow and black in per cent: the author's, or the simplest that there are.

    Greys are black alone, so that fine lines and letters need no register. In any other colour black takes the place
    of what the three would have in common: at most two of them are left beside it, and no colour is heavier than
    300 %. Profiles of real presses do better; who wants more gives the inks.
    """
    if tint.cmyk is not None:
        return tint.cmyk
    red, green, blue = (int(tint.hex[at : at + 2], 16) / 255 for at in (1, 3, 5))
    most = max(red, green, blue)
    if most == 0:
        return 0, 0, 0, 100
    cyan, magenta, yellow = (round(100 * (most - light) / most) for light in (red, green, blue))
    return cyan, magenta, yellow, round(100 * (1 - most))


def mixed(one: Tint, other: Tint, share: float) -> Tint:
    """So much of the other in the one, 0 to 1; where neither has inks of its own, the mixture has none."""
    hexes = zip(_channels(one), _channels(other), strict=True)
    hexed = "#" + "".join(f"{round(first + share * (second - first)):02x}" for first, second in hexes)
    if one.cmyk is None and other.cmyk is None:
        return Tint(hexed)
    cyan, magenta, yellow, black = (
        round(first + share * (second - first)) for first, second in zip(inks(one), inks(other), strict=True)
    )
    return Tint(hexed, (cyan, magenta, yellow, black))


def _channels(tint: Tint) -> tuple[int, ...]:
    return tuple(int(tint.hex[at : at + 2], 16) for at in (1, 3, 5))
