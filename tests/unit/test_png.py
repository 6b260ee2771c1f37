"""Pictures in full colour: what is written is what any reader of PNG sees."""

from io import BytesIO
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from PIL.Image import Resampling

from rulewright.pdf.page_images import full_colour_png, in_colours, png_picture


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
        ImageDraw.Draw(image).text(
            (at % 7, 20 * at), f"{at}: the excess is the armour value that the fire meets " * 3, "black"
        )
    image.save(theirs, "PNG", compress_level=3)
    assert len(full_colour_png(image)) < len(theirs.getvalue())


def test_a_picture_of_few_colours_keeps_its_palette() -> None:
    png = png_picture(Image.new("RGB", (30, 20), "red").quantize(4)).png
    with Image.open(BytesIO(png)) as read:
        assert read.mode == "P"


def test_in_few_colours_paper_and_areas_are_exact_and_a_small_mark_keeps_its_colour() -> None:
    """Of a print with many shades of paper and ground, as smooth edges make them."""
    paper, ground, mark = (255, 255, 255), (209, 84, 71), (112, 72, 40)
    large = Image.new("RGB", (1600, 1200), paper)
    draw = ImageDraw.Draw(large)
    draw.rectangle((0, 0, 1600, 300), fill=ground)
    for at in range(40):
        draw.ellipse((at * 37, at * 5, at * 37 + 23, at * 5 + 31), fill=(3 * at, 0, at))
        draw.ellipse((at * 37, 400 + at * 7, at * 37 + 29, 431 + at * 7), outline=ground)
    draw.rectangle((80, 1000, 120, 1040), fill=mark)
    image = large.resize((400, 300), Resampling.BICUBIC)
    seen = in_colours(image, 48).convert("RGB")
    assert len(seen.getcolors(image.width * image.height)) <= 48
    assert [seen.getpixel(place) for place in ((399, 299), (399, 10))] == [paper, ground]
    assert max(abs(one - other) for one, other in zip(seen.getpixel((25, 255)), mark, strict=True)) <= 3
