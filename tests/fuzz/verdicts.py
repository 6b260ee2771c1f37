"""What an attempt came to: fine, findings, refused, killed as it was meant to be; or unexplained, and why."""

import json
import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from tests.fuzz.attempts import Attempt
from tests.fuzz.running import Outcome

CLASSES = {0: "fine", 1: "findings", 2: "refused"}
KILLED, UNEXPLAINED = "killed", "UNEXPLAINED"
MOST_SECONDS = 20
MOST_MEMORY = 2**30
CRASHED = (
    "Traceback (most recent call last)",
    "Exception ignored",
    "Fatal Python error",
    "Segmentation fault",
    "this is a bug of the tool",
    "please send us",
)
ANNOTATION = re.compile(r"::(error|warning|notice) file=[^:,]*(,line=\d+,col=\d+)?,title=[a-z0-9-]+::.+")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""What moves the cursor, hides words or turns their order; texts may break lines and hold tabs."""
OWN = ".rulewright"
"""The folder below build/ that holds locks and records."""
WHOLE = ("report.json", "report.html", "index.html")
"""Some files of every finished build."""


def verdict(attempt: Attempt, outcome: Outcome) -> tuple[str, list[str]]:
    """The class, and what is wrong."""
    wrong = list(complaints(attempt, outcome))
    if wrong:
        return UNEXPLAINED, wrong
    return KILLED if outcome.killed else CLASSES[outcome.status or 0], []


def complaints(attempt: Attempt, outcome: Outcome) -> Iterator[str]:
    said = outcome.out + outcome.err
    if not _before_us(attempt, outcome):
        yield from (f"{words}: {_last_line(said)}" for words in CRASHED if words in said)
    if outcome.status is None:
        yield "it does not end"
    elif outcome.status not in CLASSES and not outcome.killed:
        yield f"status {outcome.status}"
    if outcome.seconds > MOST_SECONDS:
        yield f"{outcome.seconds:.0f} seconds"
    if outcome.memory > MOST_MEMORY:
        yield f"{outcome.memory // 2**20} MiB"
    yield from (f"{name!r} outside build/ was changed" for name in outcome.changed)
    yield from _half_built(outcome)
    if outcome.again is not None:
        yield from (f"of the other run: {each}" for each in complaints(attempt, outcome.again))
    if outcome.status in CLASSES and _speaks(attempt):
        yield from _of_output(attempt, outcome)


def _before_us(attempt: Attempt, outcome: Outcome) -> bool:
    """Whether Python itself was interrupted while it started: it says so in its own words."""
    killed = any(each.startswith("kill SIGINT") for each in attempt.conditions) and outcome.killed
    return killed and "KeyboardInterrupt" in outcome.err and "in guard" not in outcome.err


def _last_line(said: str) -> str:
    lines = [
        line
        for line in said.splitlines()
        if re.match(r"rulewright: |\w[\w.]*(Error|Exception|Iteration|Interrupt|Exit)\b", line)
    ]
    return lines[-1][:200] if lines else ""


def _half_built(outcome: Outcome) -> Iterator[str]:
    """Either a game is in build/ with all that every build has, or nothing of it is."""
    games = {name.split("/")[0] for name in outcome.built if "/" in name} - {OWN}
    for game in sorted(games):
        if game.startswith("."):
            yield f"build/{game} was left behind"
        elif missing := [name for name in WHOLE if f"{game}/{name}" not in outcome.built]:
            yield f"build/{game} lacks {', '.join(missing)}"


def _speaks(attempt: Attempt) -> bool:
    """Whether somebody hears what it says."""
    return not any(each.startswith(("out ", "err ", "limit ")) for each in attempt.conditions)


def _of_output(attempt: Attempt, outcome: Outcome) -> Iterator[str]:
    if outcome.status == 2 and not outcome.out:
        if not re.match(r"(rulewright|usage|.+: (error|warning)\[[a-z0-9-]+\]):? ", outcome.err):
            yield f"a refusal in other words: {outcome.err[:200]!r}"
        return
    form = attempt.command[attempt.command.index("--format") + 1] if "--format" in attempt.command else "text"
    if attempt.command[0] in ("check", "tables"):
        try:
            yield from FORMS[form](outcome)
        except (ValueError, KeyError, TypeError, ET.ParseError) as error:
            yield f"not valid as {form}: {type(error).__name__} {str(error)[:200]}"
    else:
        yield from _text(outcome)


def _json(outcome: Outcome) -> Iterator[str]:
    data = json.loads(outcome.out)
    if "findings" not in data:
        return
    for each in data["findings"]:
        if not each["message"]:
            yield f"{each['name']} has no message"
        if not each["file"]:
            yield f"{each['name']} has no place: {each['message'][:200]}"
        if not each["hint"]:
            yield f"{each['name']} has no hint: {each['message'][:200]}"
    errors = [each for each in data["findings"] if each["severity"] == "error"]
    if bool(errors) != bool(outcome.status):
        yield f"status {outcome.status} with {len(errors)} errors"


def _sarif(outcome: Outcome) -> Iterator[str]:
    (run,) = json.loads(outcome.out)["runs"]
    for result in run["results"]:
        if not result["message"]["text"] or not result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]:
            yield f"{result['ruleId']} has no message or no place"


def _junit(outcome: Outcome) -> Iterator[str]:
    root = ET.fromstring(outcome.out.encode("utf-8"))
    if root.tag != "testsuites":
        yield f"JUnit begins with {root.tag}"


def _github(outcome: Outcome) -> Iterator[str]:
    lines = outcome.out.split("\n")
    yield from (f"no annotation: {line[:200]!r}" for line in lines[:-1] if not ANNOTATION.fullmatch(line))


def _text(outcome: Outcome) -> Iterator[str]:
    if found := CONTROL.search(outcome.out + outcome.err):
        yield f"U+{ord(found[0]):04X} in a text"
    if outcome.out.startswith("::") or "\n::" in outcome.out:
        yield "a line of a text is a command of GitHub"


def _html(outcome: Outcome) -> Iterator[str]:
    if not outcome.out.startswith("<!"):
        yield "no page"


FORMS = {"json": _json, "sarif": _sarif, "junit": _junit, "github": _github, "text": _text, "html": _html}
