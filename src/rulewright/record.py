"""The record of a build: which files it wrote, of what, and what it found.

It lies in build/GAME with the files that it names, and is replaced with them by the same rename. Like `cache`, this
module imports next to nothing.
"""

import json
import os
from collections.abc import Collection, Mapping

from rulewright.listing import NO_FILES, Listing, read_file

RECORD = ".rulewright.json"

HIDDEN = ".rulewright"
"""Beside the games in build/: a lock, and folders on their way to their places or to nothing."""
LOCK = "lock"
UNDERWAY = (".new", ".old")
"""The ends of the names of these folders."""

NO_FOLDERS: Mapping[str, Listing] = {}


class Record:
    """What a build leaves for the next: the values it was made from, the files it wrote, and what it found.

    `older` is None after a build of everything; else the outputs that were left as an earlier state made them.
    `build` is the name of this build alone: it tells a folder that was published from one that never was.
    """

    def __init__(
        self,
        settings: object = None,
        inputs: Mapping[str, Listing] = NO_FOLDERS,
        outputs: Listing = NO_FILES,
        findings: str = "",
        build: str = "",
        older: Collection[str] | None = None,
    ) -> None:
        self.settings, self.inputs, self.outputs, self.findings = settings, inputs, outputs, findings
        self.build, self.older = build, None if older is None else [*older]

    @classmethod
    def load(cls, folder: str) -> "Record":
        """That of an output; an empty one where there is none, or none of this form."""
        try:
            record = cls(**json.loads(read_file(os.path.join(folder, RECORD)) or b"{}"))
            listings = [record.outputs, *record.inputs.values()]
            sound = all(len(file) == 5 for files in listings for file in files.values())
        except (ValueError, TypeError, AttributeError, RecursionError):
            return cls()
        return record if sound else cls()

    def encode(self) -> bytes:
        return json.dumps(vars(self)).encode("ascii")
