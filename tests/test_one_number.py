"""An editor changes one number, and every place that disagrees is named."""

import shutil

from rulewright.base.installation import user_store
from rulewright.pipeline.stages import examine
from rulewright.proof.prove import ProofOptions
from tests.conftest import ROOT, Project


def test_every_place_that_no_longer_agrees_is_named(project: Project) -> None:
    """The closing distance of Iron Cross is a fact, and claims in two chapters are stated with it."""
    shutil.copytree(ROOT / "content" / "iron-cross", project.root / "content" / "iron-cross")
    project.replace("content/iron-cross/moving.yaml", "closing-distance: {value: 3,", "closing-distance: {value: 4,")
    found = examine(
        project.root, "iron-cross", ProofOptions(), store=user_store(), errors_only=True
    )  # checks look for errors only
    differing = [each for each in found.findings.items if each.name == "disagreement"]
    assert found.findings.status == 1
    files = [each.span.file.rpartition("/")[2] for each in found.findings.sorted() if each in differing]
    assert files == ["close-combat.yaml"] * 3 + ["moving.yaml"] * 2
    messages = [each.message for each in differing]
    assert "the fact 'closing-distance' is 4, closing_distance() answers 3" in messages
    assert sum("combat-start" in message for message in messages) == 2
