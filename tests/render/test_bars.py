"""The chart of bars: what each side of the line holds, without a colour."""

import re
from xml.etree import ElementTree as ET

from homestretch.render.svg import Bar, BarGroup, draw_bars

SVG = "{http://www.w3.org/2000/svg}"


def chart(*groups: BarGroup) -> ET.Element:
    drawn = draw_bars(groups, "<what> it shows", losses="for & me", gains="for you")
    assert not re.search(r"#[0-9a-f]{3}|rgb|style=", drawn)
    return ET.fromstring(drawn.replace("<svg ", f'<svg xmlns="{SVG[1:-1]}" ', 1))  # noqa: S314 - our own drawing


def number(element: ET.Element, name: str) -> float:
    return float(element.get(name, "nan"))


def test_gains_lie_to_the_right_and_losses_to_the_left() -> None:
    drawn = chart(
        BarGroup("One", (Bar("a", 0.5, "+50%"), Bar("b", -0.25, "−25%"))),
        BarGroup("Two", (Bar("c", 0.25, "+25%"),)),
    )
    assert (drawn.get("role"), drawn.get("aria-label")) == ("img", "<what> it shows")
    gain, loss, other = drawn.iter(f"{SVG}rect")
    assert [bar.get("class") for bar in (gain, loss, other)] == ["gain", "loss", "gain"]
    zero = number(gain, "x")
    assert number(other, "x") == zero
    assert abs(number(loss, "x") + number(loss, "width") - zero) < 0.1
    assert abs(number(gain, "width") / number(loss, "width") - 2) < 0.01
    assert abs(number(gain, "width") / number(other, "width") - 2) < 0.01
    assert len([path for path in drawn.iter(f"{SVG}path") if path.get("class") == "hatch"]) == 1
    texts = [text.text for text in drawn.iter(f"{SVG}text")]
    assert texts == ["for & me", "for you", "One", "a", "+50%", "b", "−25%", "Two", "c", "+25%"]


def test_everything_is_in_the_picture() -> None:
    drawn = chart(BarGroup("All", tuple(Bar(str(each), each / 10, str(each)) for each in range(-9, 10))))
    left, top, width, height = map(float, drawn.get("viewBox", "").split())
    assert (left, top) == (0, 0)
    for bar in drawn.iter(f"{SVG}rect"):
        assert 0 <= number(bar, "x") <= number(bar, "x") + number(bar, "width") <= width
        assert 0 <= number(bar, "y") <= number(bar, "y") + number(bar, "height") <= height


def test_there_is_room_for_a_long_number_beside_the_longest_bar() -> None:
    drawn = chart(BarGroup("All", (Bar("a", -0.8, "−80,0 %"), Bar("b", 0.8, "+80,0 %"))))
    wide = 7 * len("+80,0 %")
    texts = {text.text: number(text, "x") for text in drawn.iter(f"{SVG}text")}
    assert texts["+80,0 %"] + wide <= float(drawn.get("viewBox", "").split()[2])
    assert texts["−80,0 %"] - wide >= texts["a"]


def test_a_chart_of_nothing_is_a_line() -> None:
    (bar,) = chart(BarGroup("All", (Bar("a", 0.0, "0"),))).iter(f"{SVG}rect")
    assert number(bar, "width") == 0
