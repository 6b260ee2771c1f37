"""Waiting for changes: none is missed."""

from pathlib import Path
from threading import Event, Timer

from rulewright.app.commands.watching import changes
from tests.waiting import PATIENCE


def test_an_edit_is_seen_that_is_made_while_a_new_folder_is_taken_in(tmp_path: Path) -> None:
    file, stop = tmp_path / "content/small/game.yaml", Event()
    file.parent.mkdir(parents=True)
    file.write_text("game: {}\n", "utf-8")
    last, new = Timer(PATIENCE, stop.set), Timer(0.5, (tmp_path / "templates").mkdir)
    last.start()
    new.start()
    seen = changes(tmp_path, ["small"], stop)
    assert next(seen, None) == set()
    file.write_text("game: {title: Other}\n", "utf-8")
    assert next(seen, None) is not None
    last.cancel()
