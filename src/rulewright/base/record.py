"""The record of a build: its inputs, the files it wrote, and its findings.

It lies in build/GAME beside these files, and the same rename replaces them and the record. Like `cache`, this module
imports very little.
"""

import json
import os
from collections.abc import Collection, Mapping

from rulewright.base.listing import NO_FILES, Listing, read_file

RECORD = ".rulewright.json"
"""The name of the record in the folder of a game."""

HIDDEN = ".rulewright"
"""A folder beside the games in build/, with a lock and with folders that are being published or removed."""
LOCK = "lock"
NEW, OLD = ".new", ".old"
"""The suffixes of these folders: of one that is being made, and of one that was replaced."""

NO_FOLDERS: Mapping[str, Listing] = {}


class Record:
    """What a build leaves for the next one: settings, inputs, outputs and the text of its findings.

    `older` is None after a complete build; otherwise it lists the outputs that are still of an earlier state.
    `build` identifies this build: with it a published folder differs from an unpublished one.
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
        """Return the record in a folder; an empty one if there is none or it is damaged."""
        try:
            record = cls(**json.loads(read_file(os.path.join(folder, RECORD)) or b"{}"))
            listings = [record.outputs, *record.inputs.values()]
            sound = all(len(file) == 5 for files in listings for file in files.values())
        except (ValueError, TypeError, AttributeError, RecursionError):
            return cls()
        return record if sound else cls()

    def encode(self) -> bytes:
        return json.dumps(vars(self)).encode("ascii")
