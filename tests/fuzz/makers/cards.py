"""Layouts of cards and products: those of the manual and of the games, altered; some are printed too."""

from random import Random

from tests.conftest import GAMES
from tests.fuzz.attempts import Attempt, known_project
from tests.fuzz.makers.sources import FORMATS, card_examples
from tests.fuzz.mutation import one_altered


def cards(random: Random) -> Attempt:
    if random.random() < 0.01:
        game = random.choice(GAMES)
        layouts = {name: data for name, data in known_project(game).items() if name.startswith("cards/")}
        return Attempt(
            ("check", "--no-prove", "--format", "json", game), one_altered(random, layouts, ".yaml"), base=game
        )
    files = random.choice(card_examples())
    command: tuple[str, ...] = ("check", "--no-prove", "--format", random.choice(FORMATS))
    if random.random() < 0.04:
        command = random.choice((("check", "--no-prove", "--printed", "--format", "json"), ("build", "--no-prove")))
    return Attempt(command, {**files, **one_altered(random, files, ".yaml")}, base="cards")
