"""Pictures in full colour: what is written is what any reader of PNG sees."""

from io import BytesIO
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from rulewright.render.pdf.page_images import png_picture
from rulewright.render.pdf.png import full_colour_png


@given(st.integers(1, 40), st.integers(1, 40), st.randoms(use_true_random=False))
def test_every_pixel_is_read_again(width: int, height: int, chance: Random) -> None:
    pixels = chance.randbytes(3 * width * height)
    image = Image.frombytes("RGB", (width, height), pixels)
    with Image.open(BytesIO(full_colour_png(image))) as read:
        assert (read.mode, read.size, read.tobytes()) == ("RGB", (width, height), pixels)
        assert "dpi" not in read.info


def test_the_dots_per_inch_are_those_that_pillow_writes() -> None:
    image, theirs = Image.new("RGB", (30, 20), "red"), BytesIO()
    image.save(theirs, "PNG", dpi=(300, 299))
    ours = png_picture(image, dpi=(300, 299))
    with Image.open(BytesIO(ours.png)) as own, Image.open(theirs) as other:
        own.load()
        other.load()
        assert own.info["dpi"] == other.info["dpi"]
    assert (ours.width, ours.height) == (30, 20)


def test_a_page_of_print_is_shorter_than_pillow_makes_it() -> None:
    image, theirs = Image.new("RGB", (600, 800), "white"), BytesIO()
    for at in range(40):
        ImageDraw.Draw(image).text((at % 7, 20 * at), f"{at}: the excess is the armour value that the fire meets " * 3, "black")
    image.save(theirs, "PNG", compress_level=3)
    assert len(full_colour_png(image)) < len(theirs.getvalue())


def test_a_picture_of_few_colours_keeps_its_palette() -> None:
    png = png_picture(Image.new("RGB", (30, 20), "red").quantize(4)).png
    with Image.open(BytesIO(png)) as read:
        assert read.mode == "P"
