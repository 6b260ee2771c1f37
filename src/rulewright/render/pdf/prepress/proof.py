"""How a press prints the picture of a card: its colours in the inks of the press, and these as a screen shows them."""

from io import BytesIO

from rulewright.model.press import Profile
from rulewright.render.pdf.prepress.inks import inks_for


def press_proof(picture: bytes, profile: Profile) -> bytes:
    """A PNG with a palette in the colours of a press. Only the palette changes, as each colour of a card is mixed."""
    from PIL import Image

    image = Image.open(BytesIO(picture)).convert("P")
    palette = image.getpalette() or []
    mix, shown = inks_for(profile), BytesIO()
    lights = [tuple(share / 255 for share in palette[at : at + 3]) for at in range(0, len(palette), 3)]
    image.putpalette(_on_screen([mix(light) for light in lights], profile))
    image.save(shown, "PNG", optimize=True)
    return shown.getvalue()


def _on_screen(inks: list[tuple[float, ...]], profile: Profile) -> bytes:
    """Red, green and blue of each mixture on paper: white is that of the paper, as an eye takes it that adapts."""
    from PIL import Image, ImageCms

    transform = ImageCms.buildTransform(
        ImageCms.ImageCmsProfile(BytesIO(profile.icc)),
        ImageCms.createProfile("sRGB"),
        "CMYK",
        "RGB",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    row = Image.frombytes("CMYK", (len(inks), 1), bytes(round(amount * 255) for ink in inks for amount in ink))
    shown = ImageCms.applyTransform(row, transform)
    assert shown is not None  # only what is changed in place gives none
    return bytes(shown.tobytes())
