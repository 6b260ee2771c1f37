"""Which Chromium the tests drive. They must pass with each program: some have tabs, which fetch icons, and some have none."""

import shutil
import subprocess
from pathlib import Path

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first opens no windows: a test with it takes a tenth of the time."""
CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), None)


def chromium_in_words() -> str:
    """Its program and version, for the head of a test run."""
    if CHROMIUM is None:
        return "none on this machine"
    try:
        told = subprocess.run([CHROMIUM, "--version"], capture_output=True, check=True, text=True, timeout=20).stdout
    except (OSError, subprocess.SubprocessError) as fault:
        told = f"does not tell its version: {type(fault).__name__}"
    return f"{Path(CHROMIUM).name}, {told.strip()}"
