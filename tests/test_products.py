"""The list of products: what each says of its files is what a build makes."""

from fnmatch import fnmatch

import pytest

from rulewright.entries.product import ProductFile
from rulewright.outputs.products import PRODUCTS
from tests.conftest import Project

REPORTS = {"report.html", "report.json", ".rulewright.json"}
"""Written after all products, about them."""
FILES = {
    "sheet": "kind: sheet\ntitle: Sheet\npaper: [A4, Letter]\ncards: [hits]\n",
    "book": "kind: rulebook\ntitle: Rulebook\npaper: A5\nbooklet: A4\n",
    "shop": "kind: press\ntitle: For the shop\n",
    "tablet": "kind: screen\ntitle: For the tablet\nwidth: 800\n",
    "images": "kind: images\ntitle: For a shop on the web\n",
    "all": "kind: contact-sheet\ntitle: All cards\npaper: A4\n",
    "table": "kind: online\ntitle: For online tables\nwidths: [300, 500]\n",
}


def test_there_is_a_file_for_each_kind() -> None:
    """Or the test below would look at fewer."""
    kinds = {text.split("\n")[0].removeprefix("kind: ") for text in FILES.values()}
    assert kinds == {product.word for product in PRODUCTS if product.word}


@pytest.mark.slow
def test_each_product_lists_the_files_that_it_makes(small: Project) -> None:
    small.replace("content/small/game.yaml", "game: {", "game: {address: https://example.org/, ")
    for name, text in FILES.items():
        small.write(f"cards/small/{name}.yaml", text)
    assert small.run("build", "--no-prove").status == 0
    folder = small.root / "build/small"
    made = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} - REPORTS
    files = listed(small)
    assert {file.path for file in files if "*" not in file.path} <= made
    assert [path for path in sorted(made) if not any(fnmatch(path, file.path) for file in files)] == []


def listed(project: Project) -> list[ProductFile]:
    book = project.examined(prove=False).book
    assert book is not None
    return [file for product in book.products for file in product.files(book)]
