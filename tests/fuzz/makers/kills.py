"""Builds that are killed at some moment, and two builds of the same project at once."""

from random import Random

from tests.conftest import SMALL_GAME
from tests.fuzz.attempts import Attempt

SIGNALS = ("SIGKILL", "SIGKILL", "SIGTERM", "SIGINT", "SIGHUP")


def kills(random: Random) -> Attempt:
    """A first build, or one that finds another there."""
    before = ("first build",) if random.random() < 0.6 else ()
    changes: dict[str, bytes | None] = (
        {"content/small/more.yaml": b"terms: {Hit: {text: A hit.}}\n"} if random.random() < 0.3 else {}
    )
    if random.random() < 0.4:
        odd = ("beside build",) * random.choice((1, 1, 2))
    else:
        odd = (f"kill {random.choice(SIGNALS)} {random.uniform(0.02, 1.6):.3f}",)
    if not before:
        changes["content/small/game.yaml"] = SMALL_GAME.replace("Hits", f"Hits {random.randrange(9)}").encode()
    return Attempt(("build",), changes, (*before, *odd))
