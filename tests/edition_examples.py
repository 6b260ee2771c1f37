"""An earlier print of each game: ten of its own corrections undone, each with what is then told of it."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

CONTENT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Undone:
    """In `file`, `now` was `printed`; without the erratum, if it is named, which came with the correction."""

    file: str
    now: str
    printed: str
    erratum: str = ""
    times: int = 1


IRON_CROSS = (
    Undone(
        "direct-fire", "hopeless-with-one-die: {value: 11,", "hopeless-with-one-die: {value: 9,", "premature-cut-off"
    ),
    Undone("direct-fire", "hopeless-with-two-dice: {value: 13,", "hopeless-with-two-dice: {value: 11,"),
    Undone("direct-fire-tables", "      6-7: explosion\n", "      6: explosion\n", "damage-seven"),
    Undone("direct-fire-tables", "      sniper: 1\n", "      sniper: {up to 12: 1, over 12: nothing}\n", "sniper-dice"),
    Undone("direct-fire", "every unit of its side within", "every friendly unit within", "friendly-explosion"),
    Undone("direct-fire", "units of the vehicle's side within", "friendly units within"),
    Undone("direct-fire-tables", '″ of the firer", when', '″", when', "worry-from-where"),
    Undone("direct-fire", "″ of the firer, **and** no", "″, **and** no"),
    Undone("direct-fire", "whether one die hits", "whether one dice hits", "one-dice"),
    Undone("troops", "Panzerschreck", "Panzerschrek", "panzerschreck", 2),
    Undone("direct-fire", "either side of dead ahead: see", "the centre line ahead: see", "arc-each-side"),
    Undone("observation", "When the sniper fires, throw a D6 to see", "If sniper fires, throw D6 to see", "if-sniper"),
)
LAST_HUNDRED_YARDS = (
    Undone("concealment", "      - {value: 1, when: {observer: all, light: night}}\n", ""),
    Undone(
        "concealment", "      - {value: 3, label: others, when: {observer: combat}}\n",
        "      - {value: 3, label: others, when: {observer: combat}}\n"
        "      - {value: 1, when: {observer: all, light: night}}\n", "hidden-order",
    ),
    Undone("rules", "number: 20.9.2.c", "parent: hidden-revealed", "hidden-number"),
    Undone("game", "in [[Daylight|daylight]]", "in [[Daylight|day light]]", "concealment-day-light"),
    Undone("rules", "when an [[Activation]] or [[Reaction]] ends", "at the end of a [[Activation]] or [[Reaction]]",
           "concealment-an-activation"),
    Undone("fire", "in [[Open terrain|open terrain]]", "in [[Open terrain|open-terrain]]", "", 2),
    Undone("rules", "a [[LATW]], and a [[Towed Gun]] that is not loaded", "an unloaded [[Towed Gun]], and a [[LATW]]",
           "hidden-comma"),
    Undone("rules", "[[Assault Arrow]]. They may", "[[Assault Arrow]], they may", "hidden-comma-they"),
    Undone("rules", "title: An enemy enters the hex", "title: Enemy enters the hex", "hidden-when-enemy"),
    Undone("rules", "in the [[LOS]] of an enemy is revealed", "in [[LOS]] of an enemy is revealed", "hidden-in-los"),
)  # fmt: skip
ADVANCED_SQUAD_LEADER = (
    Undone("rules", "are [[fact:far-range]] hexes away or more", "are [[fact:far-range]] hexes away or nearer"),
    Undone("references", "distance >= far-range\n      - text: \"**entering", "distance <= far-range\n      - text: \"**entering"),
    Undone("rules", "of [[fact:concealment-dr]] or less", "below 6", "less-than-six"),
    Undone("tables", "of the best other leader in its", "of the best leader, unless alone, in its"),
    Undone("rules", "not help himself, but other units", "not help his own DR, but other units", "leader-and-his-dr"),
    Undone("rules", "[[Good Order]] has LOS to it, at any range, it goes onto the map", "[[Good Order]] has LOS to it, at any range, it goes onboard", "onboard"),
    Undone("rules", "with a result of [[PTC]] or more", "with a “[[PTC]] or better” result", "better-result"),
    Undone("rules", "is about units [[concealed]] in woods", "is about a Unit [[concealed]] in woods", "a-unit"),
    Undone("rules", "number: \"12\"\n    title: Concealment\n", "number: \"12\"\n    title: Concealment18\n",
           "footnote-in-heading"),
    Undone("rules", "The [[TEM]] of a hexside does not count.", "[[TEM]] of hexsides does not count."),
)  # fmt: skip
GAMES = {
    "iron-cross": IRON_CROSS,
    "last-hundred-yards": LAST_HUNDRED_YARDS,
    "advanced-squad-leader": ADVANCED_SQUAD_LEADER,
}


def write_earlier(game: str, project: Path) -> None:
    """The project with the earlier print of a game."""
    for folder in ("content", "cards"):
        shutil.copytree(CONTENT / folder / game, project / folder / game, ignore=shutil.ignore_patterns("editions"))
    for each in GAMES[game]:
        path = project / "content" / game / f"{each.file}.yaml"
        text = path.read_text("utf-8")
        assert text.count(each.now) == each.times, each
        path.write_text(text.replace(each.now, each.printed), "utf-8")
    for erratum in filter(None, (undone.erratum for undone in GAMES[game])):
        for path in (project / "content" / game).glob("*.yaml"):
            path.write_text(without_erratum(path.read_text("utf-8"), erratum), "utf-8")


def without_erratum(text: str, id_: str) -> str:
    """A file without an erratum, and without the bullets' mention of it."""
    text = re.sub(rf"^  {id_}:\n(?:    .*\n)+", "", text, flags=re.MULTILINE)
    text = re.sub(rf"^ +errata: {id_}\n", "", text, flags=re.MULTILINE)
    return text.replace(f"errata: [{id_}, ", "errata: [")
