"""Every mark a card prints has its legend on that card: below the table that prints it, or at the foot."""

from io import BytesIO

import pdfplumber

from tests.conftest import Project

MARKED = """\
game:
  title: Marked
  language: en
  colours: {red: "#b3202c"}
  marks:
    wreck: {sign: "*", colour: "#b3202c", name: Wreck, legend: leaves a wreck}
    guard: {badge: G, colour: "#b3202c", name: Guard, legend: guard units}
rules:
  hits: {number: "1", title: Hits, text: What a hit does.}
references:
  hits:
    title: Hits
    rule: hits
    items:
      - {text: "a truck is destroyed [[mark:wreck]]", unproved: A test of marks.}
      - {text: "[[mark:guard]] stand fast", unproved: A test of marks.}
"""


def test_a_sign_on_a_bullet_is_explained_at_the_foot(project: Project) -> None:
    project.write("content/marked/game.yaml", MARKED)
    project.write("cards/marked/hits.yaml", "title: Hits\nsize: 60 × 60 mm\nblocks: [bullets: hits, legend]\n")
    outputs = project.rendered("marked")
    with pdfplumber.open(BytesIO(outputs["cards/hits.pdf"])) as pdf:
        text = pdf.pages[0].extract_text()
    assert "leaves a wreck" in text
    assert "guard units" in text
