"""The four inks of a press: how they look on paper, and which of them make a colour #rrggbb."""

from collections.abc import Iterable, Iterator
from functools import cache
from math import dist, prod

from rulewright.model.colour import Cmyk, Tint, Triple, lab, linear

HEAVIEST = 300
"""Per cent of all four inks together that print shops accept on coated paper; other papers take less."""
FRUGAL = 0.02
"""How much nearer the colour must be for each per cent of coloured ink, so that black does what it can."""
STEPS = (16, 8, 4, 2, 1)

OVERPRINTS = {
    (0, 0, 0): "#ffffff",
    (1, 0, 0): "#009ee3",
    (0, 1, 0): "#e6007e",
    (0, 0, 1): "#ffed00",
    (0, 1, 1): "#e30613",
    (1, 0, 1): "#009640",
    (1, 1, 0): "#312783",
    (1, 1, 1): "#3c3c3b",
}
"""Cyan, magenta and yellow on coated paper, alone and over one another."""
BLACK_INK = "#1d1d1b"
SPREAD = 0.5
"""The inverse of the Yule-Nielsen factor, which is 2 for paper and usual screens."""


def inks(tint: Tint) -> Cmyk:
    """The shares of cyan, magenta, yellow and black in per cent: the author's, or those nearest to the colour in print.

    Greys are black alone, so that fine lines and letters need no register. No colour is heavier than 300 %.
    """
    return tint.cmyk or _separate(tint.hex)


@cache
def _separate(colour: str) -> Cmyk:
    """A search by smaller and smaller steps, which prefers black to equal shares of the other three."""
    red, green, blue = _channels(colour)
    if red == green == blue:
        return 0, 0, 0, round(100 * (255 - red) / 255)
    target_lab = lab(linear(colour))

    def distance(cmyk: Cmyk) -> float:
        return dist(lab(printed_light(cmyk)), target_lab) + FRUGAL * sum(cmyk[:3])

    most = max(red, green, blue)
    best = _cmyk([*(100 * (most - each) / most for each in (red, green, blue)), 100 * (255 - most) / 255])
    for step in STEPS:
        while distance(nearer := min(_neighbours(best, step), key=distance)) < distance(best):
            best = nearer
    return best


def _neighbours(cmyk: Cmyk, step: int) -> Iterator[Cmyk]:
    """The shares with more or less of one ink."""
    for at, share in enumerate(cmyk):
        for moved in (min(100, share + step), max(0, share - step)):
            neighbour = (*cmyk[:at], moved, *cmyk[at + 1 :])
            if sum(neighbour) <= HEAVIEST:
                yield _cmyk(neighbour)


def _cmyk(shares: Iterable[float]) -> Cmyk:
    cyan, magenta, yellow, black = (round(share) for share in shares)
    return cyan, magenta, yellow, black


def printed_light(cmyk: Cmyk) -> Triple:
    """The approximate light from these inks, printed in offset on coated paper.

    Dots of the inks overlap by chance (Demichel and Neugebauer) and spread light (Yule and Nielsen).
    """
    shares = [share / 100 for share in cmyk]
    mixture = [0.0, 0.0, 0.0]
    for overprint, colour in OVERPRINTS.items():
        area = prod(share if inked else 1 - share for share, inked in zip(shares, overprint, strict=False))
        mixture = [sum_ + area * light**SPREAD for sum_, light in zip(mixture, linear(colour), strict=True)]
    black = shares[3]
    red, green, blue = (
        ((1 - black) * share + black * light**SPREAD) ** (1 / SPREAD)
        for share, light in zip(mixture, linear(BLACK_INK), strict=True)
    )
    return red, green, blue


def mix(one: Tint, other: Tint, share: float) -> Tint:
    """The first tint with a share of the second, from 0 to 1; it has inks only if either tint has."""
    between = [round(a + share * (b - a)) for a, b in zip(_channels(one.hex), _channels(other.hex), strict=True)]
    hex_ = "#" + "".join(f"{channel:02x}" for channel in between)
    if one.cmyk is None and other.cmyk is None:
        return Tint(hex_)
    return Tint(hex_, _cmyk(a + share * (b - a) for a, b in zip(inks(one), inks(other), strict=True)))


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
