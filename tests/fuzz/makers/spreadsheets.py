"""Tables whose cells stay in a spreadsheet: its text, its archive or what asks for it altered."""

import zipfile
from io import BytesIO
from random import Random

from tests.fuzz.attempts import Attempt
from tests.fuzz.makers.sources import FORMATS
from tests.fuzz.mutation import altered, altered_bytes
from tests.sheets_made import Value, archive, ods, xlsx

GAME = """\
game: {title: A game, language: en}
domains: {cover: {open: In the open, wood: In a wood}, weapon: {rifle: Rifle, mortar: Mortar}}
tables:
  hits: {title: Hits, values: 1..6, rows: cover, columns: weapon, from: data/hits.SUFFIX}
  arms: {title: Arms, from: {file: data/hits.SUFFIX, as: records, cells: A1:C3, ignore: rifle}}
"""
ROWS: list[list[Value]] = [["Cover", "rifle", "mortar"], ["open", 3, 4], ["wood", "=2+3", 4]]
TEXT = 'Cover,rifle,mortar\nopen,3,4\nwood,5,"4"\n'
CELLS = [[str(cell) for cell in row] for row in ROWS]


def spreadsheets(random: Random) -> Attempt:
    suffix = random.choice(("csv", "csv", "tsv", "xlsx", "ods", "fods"))
    game = GAME.replace("SUFFIX", suffix)
    if random.random() < 0.3:
        return _attempt(random, altered_bytes(random, game), suffix, _sound(suffix))
    return _attempt(random, game.encode(), suffix, _altered(random, suffix))


def _attempt(random: Random, game: bytes, suffix: str, data: bytes) -> Attempt:
    files = {"content/small/game.yaml": game, f"content/small/data/hits.{suffix}": data}
    return Attempt(("check", "--no-prove", "--format", random.choice(FORMATS)), files, base="nothing")


def _sound(suffix: str) -> bytes:
    if suffix == "xlsx":
        return xlsx({"S": ROWS}, merge="A2:A3")
    return ods("S", CELLS) if suffix == "ods" else TEXT.encode()


def _altered(random: Random, suffix: str) -> bytes:
    """A text altered as others are; an archive with bytes missing or others, or with a file of it altered."""
    data = _sound(suffix)
    if suffix not in ("xlsx", "ods"):
        return altered_bytes(random, data.decode())
    if random.random() < 0.5:
        at = random.randrange(len(data))
        return data[:at] + random.randbytes(random.randrange(5)) + data[at + random.randrange(5) :]
    return archive(
        {name: altered(random, text).encode("utf-8", "surrogatepass") for name, text in _parts(data).items()}
    )


def _parts(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(BytesIO(data)) as file:
        return {name: file.read(name).decode() for name in file.namelist()}
