"""PNG files: written everywhere alike, with letters of every language and of the shape that Devanagari has."""

import hashlib
import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from drawn_layouts import laid
from PIL import Image, ImageChops

import homestretch.render
from homestretch.i18n.speaker import LANGUAGES, Speaker
from homestretch.i18n.texts import TEXTS
from homestretch.render.picture import board_picture
from homestretch.render.png import FONT, to_png

FONTS = Path(homestretch.render.__file__).parent / "fonts"
LAYOUT = laid("1-4 1-1@1-4 4-4@1-4 3-4@4-4 1-2@1-1")

Box = tuple[int, int, int, int]


def image(svg: str, width: int | None = None) -> Image.Image:
    return Image.open(BytesIO(to_png(svg, width))).convert("RGB")


def line(text: str) -> Image.Image:
    """A text in black on white."""
    return image(
        '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="90"><rect width="900" height="90" fill="#fff"/>'
        f'<text x="10" y="60" font-family="Noto Sans" font-size="40" font-weight="700">{text}</text></svg>'
    )


def ink(text: str) -> Box:
    """The box of what is written."""
    box = ImageChops.invert(line(text)).getbbox()
    assert box is not None, text
    return box


def breadth(text: str) -> int:
    left, _, right, _ = ink(text)
    return right - left


def test_it_is_a_png_of_the_width_that_is_asked_for() -> None:
    svg = board_picture(LAYOUT, title="a")
    data = to_png(svg)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    plain, wide = (Image.open(BytesIO(to_png(svg, width))) for width in (None, 1200))
    assert f'width="{plain.width}" height="{plain.height}"' in svg
    assert wide.width == 1200
    assert wide.height == pytest.approx(1200 * plain.height / plain.width, abs=1)


def test_what_is_no_svg_is_refused() -> None:
    with pytest.raises(ValueError, match=r"."):
        to_png("<svg")


def test_the_numbers_of_the_ends_can_be_seen() -> None:
    svg = board_picture(LAYOUT, title="a", caption="5 points")
    assert svg.count("<text") == len(LAYOUT.ends) + 1
    with_numbers, without = image(svg), image(svg.replace("<text", "<g").replace("</text", "</g"))
    assert ImageChops.difference(with_numbers, without).getbbox() is not None
    different = image(svg.replace(">3</text>", ">2</text>"))
    assert ImageChops.difference(with_numbers, different).getbbox() is not None


def test_light_and_dark_differ() -> None:
    light, dark = (image(board_picture(LAYOUT, title="a", theme=theme)) for theme in ("light", "dark"))
    assert light.getpixel((30, 30)) == (0x2F, 0x6A, 0x53)
    assert dark.getpixel((30, 30)) == (0x1F, 0x41, 0x33)


# Letters


def test_devanagari_is_shaped() -> None:
    """A conjunct is one narrow sign, and a short i stands before the consonant after which it is written."""
    assert breadth("क्षत्रिय") < breadth("क") + breadth("ष") + breadth("त") + breadth("र") + breadth("य")
    assert breadth("क्ष") < 0.8 * (breadth("क") + breadth("ष"))
    assert breadth("द्व") < 0.8 * (breadth("द") + breadth("व"))
    assert breadth("क्ष") < breadth("क्\u200cष")  # a joiner between them keeps them apart
    left, top, _, bottom = ink("कि")
    stems = [line(text).crop((left, (top + bottom) // 2, left + 8, bottom)) for text in ("कि", "मि")]
    assert ImageChops.difference(*stems).getbbox() is None
    assert breadth("अंक") == breadth("अक")  # the anusvara stands above


def test_scripts_can_be_mixed_in_a_line() -> None:
    mixed = breadth("2 + 8 = 10: दो अंक, два очка")
    apart = breadth("2 + 8 = 10:") + breadth("दो अंक,") + breadth("два очка")
    assert apart < mixed < apart * 1.1


@pytest.mark.parametrize("text", ["0123456789", "→", "−15", "«ёлка» № 5", "“q” ½ é · –", "क्षेत्र ₹ ।"])
def test_a_sign_is_not_replaced_by_an_empty_box(text: str) -> None:
    boxes = line("\U0001f999" * len(text.replace(" ", "")))
    assert ImageChops.difference(line(text), boxes).getbbox() is not None
    for sign in text.replace(" ", ""):
        assert ImageChops.difference(line(sign), line("\U0001f999")).getbbox() is not None, sign


SHOWN = ("told.", "event.race.bank", "event.race.meeting", "draw.race", "draw.turned", "film.", "count.", "web.turn-of")
"""What is written in pictures: whose codes begin so."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_of_what_is_written_in_pictures_has_a_shape(language: str) -> None:
    speak = Speaker(language)
    texts = [
        speak._texts.pgettext(code, text) if isinstance(text, str) else speak._texts.npgettext(code, *text, n)
        for code, text in TEXTS.items()
        if code.startswith(SHOWN)
        for n in (1, 2, 5)
    ]
    letters = {letter for text in texts for letter in text if letter.isalpha() or letter in "→·−–—:.,;!?()«»“”।"}
    box = line("\U0001f999")
    assert len(letters) > 30
    assert [each for each in sorted(letters) if ImageChops.difference(line(each), box).getbbox() is None] == []


# The font


def test_the_font_is_the_one_that_was_listed_and_comes_with_its_licence() -> None:
    (listed,) = json.loads((FONTS / "fonts.json").read_text())
    assert {path.name for path in FONTS.iterdir()} == {FONT, "OFL.txt", "fonts.json"}
    assert listed["file"] == FONT
    assert hashlib.sha256((FONTS / FONT).read_bytes()).hexdigest() == listed["sha256"]
    assert listed["licence"] == "OFL-1.1"
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / "OFL.txt").read_text()
    assert (FONTS / FONT).stat().st_size < 300_000


def test_the_script_that_makes_the_font_names_the_same_version() -> None:
    (listed,) = json.loads((FONTS / "fonts.json").read_text())
    script = (Path(__file__).parents[2] / "scripts" / "fonts.sh").read_text()
    assert f"\nNOTO={listed['version']}\n" in script
    assert all("-700-normal.woff2" in part["path"] for part in listed["made_of"])
    assert len(listed["made_of"]) == 3


def test_a_machine_without_fonts_writes_the_same() -> None:
    """A process that finds no configuration of fonts, no home and no programs draws the same bytes."""
    code = "import sys; from homestretch.render.png import to_png; sys.stdout.buffer.write(to_png(sys.stdin.read()))"
    svg = board_picture(LAYOUT, title="a", caption="अंक 5")
    empty = {
        "FONTCONFIG_FILE": "/dev/null",
        "FONTCONFIG_PATH": "/dev/null",
        "HOME": "/nonexistent",
        "PATH": "/nonexistent",
    }
    done = subprocess.run([sys.executable, "-c", code], input=svg.encode(), env=empty, capture_output=True, check=True)
    assert done.stdout == to_png(svg)
