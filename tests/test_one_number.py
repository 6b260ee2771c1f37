"""An editor changes one number, and every place that disagrees is named."""

import json
import shutil

from tests.conftest import ROOT, Project


def test_every_place_that_no_longer_agrees_is_named(project: Project) -> None:
    """The closing distance of Iron Cross is a fact, and claims in two chapters are stated with it."""
    shutil.copytree(ROOT / "content" / "iron-cross", project.root / "content" / "iron-cross")
    project.replace("content/iron-cross/moving.yaml", "closing-distance: {value: 3,", "closing-distance: {value: 4,")
    said = project.run("check", "--format", "json")
    found = [each for each in json.loads(said.out)["findings"] if each["name"] == "disagreement"]
    assert said.status == 1
    assert [each["file"].rpartition("/")[2] for each in found] == ["close-combat.yaml"] * 3 + ["moving.yaml"] * 2
    messages = [each["message"] for each in found]
    assert "the fact 'closing-distance' is 4, closing_distance() answers 3" in messages
    assert sum("combat-start" in message for message in messages) == 2
