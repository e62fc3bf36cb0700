"""Pictures that stand alone: what they hold, that they need nothing else, and the worked positions as found good."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from drawn_layouts import all_stages, laid

import homestretch.web
from homestretch.fives.layout import Layout
from homestretch.fives.ruleset import Spinners
from homestretch.games import GAMES, horse_race, seven_rocks
from homestretch.i18n.speaker import Speaker
from homestretch.kit.card import SUITS, Card, Suit
from homestretch.pictures.stills import layout_picture
from homestretch.render import Shape, lay
from homestretch.render.palette import COLOURS, Theme, palette
from homestretch.render.picture import board_picture, track_picture, widened, wrapped
from homestretch.render.scale import Box
from homestretch.render.svg import draw_board, draw_track
from homestretch.render.svg.alone import PAINTS, stand_alone

GOLDEN = Path(__file__).parents[1] / "golden"
POSITIONS: list[dict[str, Any]] = json.loads((GOLDEN / "positions.json").read_text())
CSS = (Path(homestretch.web.__file__).parent / "static" / "board.css").read_text()
SVG = "{http://www.w3.org/2000/svg}"
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")

LAYOUT = laid("1-4 1-1@1-4 4-4@1-4 3-4@4-4 1-2@1-1")
CARDS = tuple(Card(rank, SUITS[rank % 4]) for rank in range(4, 11))

Node = tuple[str, frozenset[tuple[str, Any]], str, tuple[Any, ...]]


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314


def structure(element: ET.Element) -> Node:
    """What an element is, whatever the order of its attributes and the spelling of its numbers."""
    attributes = frozenset((name, spelled(value)) for name, value in element.attrib.items())
    return element.tag, attributes, (element.text or "").strip(), tuple(structure(child) for child in element)


def spelled(value: str) -> tuple[str, ...]:
    numbers = tuple(f"{float(number):.3f}" for number in NUMBER.findall(value))
    return (NUMBER.sub("0", value), *numbers)


def of_fill(root: ET.Element, name: str, theme: Theme = "light") -> list[ET.Element]:
    return [element for element in root.iter() if element.get("fill") == palette(theme)[name]]


def pictures() -> list[str]:
    return [
        board_picture(LAYOUT, title="a", description="b", caption="c", last=LAYOUT.tiles[-1]),
        board_picture(LAYOUT, title="a", theme="dark", shape=Shape.TALL, ratio=1.9),
        board_picture(Layout(Spinners.ALL), title="a", caption="empty"),
        track_picture(CARDS, (0, 3, 7, 8), title="a", winner=Suit.CLUBS),
        track_picture((), (0, 0, 0, 0), title="a", theme="dark", caption="no cards yet"),
    ]


@pytest.mark.parametrize("svg", pictures())
def test_a_picture_stands_alone(svg: str) -> None:
    root = parsed(svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    allowed = {f"{SVG}{name}" for name in ("svg", "title", "desc", "g", "rect", "path", "circle", "text")}
    for element in root.iter():
        assert element.tag in allowed
        assert not set(element.attrib) & {"id", "class", "style", "href"}
    assert not re.search(r"url\(|var\(|light-dark|#[a-z0-9-]*[g-z]", svg)


@pytest.mark.parametrize("svg", pictures())
def test_every_colour_is_written_out(svg: str) -> None:
    known = {colour for pair in COLOURS.values() for colour in pair}
    painted = {element.get(kind) for element in parsed(svg).iter() for kind in ("fill", "stroke")}
    assert painted - {None, "none"} <= known


def test_title_and_description_say_what_is_seen() -> None:
    root = parsed(board_picture(LAYOUT, title="<1> & 2", description='a "b"', caption="< & >"))
    assert [child.text for child in root[:2]] == ["<1> & 2", 'a "b"']
    assert root.findall(f".//{SVG}text")[-1].text == "< & >"
    assert len(parsed(board_picture(LAYOUT, title="a")).findall(f"{SVG}desc")) == 0


def test_no_text_breaks_a_picture() -> None:
    odd = "a\x00b\x1b\ud800\uffff\U0001f999\u202e</svg>"
    for text in (odd, odd * 50):
        root = parsed(board_picture(LAYOUT, title=text, description=text, caption=text))
        assert root[0].text == text.replace("\x00", "�").replace("\x1b", "�").replace("\ud800", "�").replace(
            "\uffff", "�"
        )


def test_the_same_ends_places_and_spinners_are_drawn_as_on_the_table() -> None:
    for layout in [*all_stages()][::23]:
        root = parsed(board_picture(layout, title="a"))
        counts = [int(text.text or "") for text in root.iter(f"{SVG}text")]
        assert sorted(counts) == sorted(end.count for end in layout.ends)
        assert len(of_fill(root, "amber")) == len(layout.ends)
        rings = [circle for circle in root.iter(f"{SVG}circle") if circle.get("fill") == "none"]
        assert len(rings) == len(layout.places) - len(layout.ends)
        assert len(of_fill(root, "ivory")) == len(layout.tiles)
        assert len(of_fill(root, "spinner")) == len(layout.spinners)


def test_the_drawing_is_that_of_the_table() -> None:
    table = draw_board(LAYOUT, lay(LAYOUT), last=LAYOUT.tiles[-1])
    inner = table[table.index(">") + 1 : table.rindex("</svg>")]
    assert stand_alone(inner, "light") in board_picture(LAYOUT, title="a", last=LAYOUT.tiles[-1])
    track = draw_track(CARDS, (0, 3, 7, 8), [""] * 4, winner=Suit.CLUBS)
    inner = track[track.index(">") + 1 : track.rindex("</svg>")].replace(
        'role="img" aria-label=""', 'aria-hidden="true"'
    )
    assert stand_alone(inner, "dark") in track_picture(CARDS, (0, 3, 7, 8), title="a", winner=Suit.CLUBS, theme="dark")


def test_only_the_last_tile_is_pointed_out() -> None:
    def halos(svg: str) -> int:
        return svg.count(f'stroke="{palette("light")["amber"]}"')

    assert halos(board_picture(LAYOUT, title="a")) == 0
    assert halos(board_picture(LAYOUT, title="a", last=LAYOUT.tiles[-1])) == 1


def test_only_the_winner_is_crowned() -> None:
    def crowns(winner: Suit | None) -> int:
        return track_picture(CARDS, (0, 3, 7, 8), title="a", winner=winner).count(palette("light")["amber"])

    assert [crowns(None), crowns(Suit.CLUBS)] == [0, 1]


def test_a_ratio_makes_room_and_never_cuts() -> None:
    for ratio in (0.5, 1.0, 1.91, 4.0):
        for drawn in (
            board_picture(LAYOUT, title="a", caption="one two three", ratio=ratio),
            track_picture(CARDS, (0, 0, 0, 0), title="a", ratio=ratio),
        ):
            root = parsed(drawn)
            assert int(root.attrib["width"]) / int(root.attrib["height"]) == pytest.approx(ratio, rel=0.01)
    plain, wide = (parsed(board_picture(LAYOUT, title="a", ratio=ratio)) for ratio in (None, 3.0))
    assert wide.attrib["height"] == plain.attrib["height"]
    assert int(wide.attrib["width"]) > int(plain.attrib["width"])


def test_a_caption_takes_room_below_the_table_and_no_line_of_it_is_too_long() -> None:
    bare = parsed(board_picture(LAYOUT, title="a"))
    long = " ".join(["word"] * 60)
    root = parsed(board_picture(LAYOUT, title="a", caption=long))
    group = root[-1][-1]
    lines = [text.text or "" for text in group]
    assert " ".join(lines) == long
    assert len(lines) > 2
    letter = int(group.attrib["font-size"])
    assert max(map(len, lines)) * letter * 0.6 < int(root.attrib["width"])
    feet = [float(text.attrib["y"]) for text in group]
    assert float(bare.attrib["height"]) < feet[0] < feet[-1] < float(root.attrib["height"])


def test_no_word_is_left_alone_where_two_lines_can_share() -> None:
    text = "Ann scores the pips of the others: 16 + 41 = 57, which makes 11 points."
    lines = wrapped(text, Box(0, 0, 99, 20), 12)
    assert " ".join(lines) == text
    assert len(lines) == 2
    assert abs(len(lines[0]) - len(lines[1])) < 10


def test_lines_are_broken_at_blanks_only() -> None:
    box = Box(0, 0, 9, 9)
    assert wrapped("", box, 10) == []
    assert wrapped("unbreakable" * 20, box, 10) == ["unbreakable" * 20]
    assert wrapped("Ann:\u00a012 · Bob:\u00a09", box, 10) == ["Ann:\u00a012", "·", "Bob:\u00a09"]
    assert wrapped("a\nb", box, 10) == ["a", "b"]


def test_letters_grow_with_the_picture() -> None:
    small, large = (
        parsed(board_picture(layout, title="a", caption="c"))[-1][-1].attrib["font-size"]
        for layout in (laid("1-4"), max(all_stages(), key=lambda layout: lay(layout).frame.width))
    )
    assert int(small) < int(large)


def test_a_picture_can_be_shown_wider() -> None:
    svg = board_picture(LAYOUT, title="a")
    root = parsed(widened(svg, 2 * int(parsed(svg).attrib["width"])))
    assert int(root.attrib["height"]) == 2 * int(parsed(svg).attrib["height"])
    assert root.attrib["viewBox"] == parsed(svg).attrib["viewBox"]


# The worked positions


@pytest.mark.parametrize("path", sorted((GOLDEN / "svg").glob("*.svg")), ids=lambda path: str(path.stem))
def test_a_worked_position_is_drawn_as_it_was_found_good(path: Path) -> None:
    game, _, index = path.stem.rpartition("-")
    position = next(each for each in POSITIONS if (each["game"], each["index"]) == (game, int(index)))
    rules = horse_race() if game == "horse-race" else seven_rocks()
    host_of = {tile: host for host, _, tile, _ in position["connections"]}
    moves = " ".join(tile + (f"@{host_of[tile]}" if tile in host_of else "") for tile in position["tiles"])
    layout = laid(moves, rules.spinners)
    drawn = parsed(layout_picture(Speaker("en"), layout, rules))
    assert structure(drawn) == structure(ET.parse(path).getroot())  # noqa: S314
    counts = Counter(int(text.text or "") for text in drawn.findall(f".//{SVG}text")[:-1])
    assert counts == Counter(position["terms"])
    assert (": no award" in (drawn.findall(f".//{SVG}text")[-1].text or "")) is (position["award"] == 0)


def test_the_worked_positions_are_of_both_domino_games() -> None:
    names = {path.stem.rpartition("-")[0] for path in (GOLDEN / "svg").glob("*.svg")}
    assert names == {key for key, game in GAMES.items() if game.family == "fives"}


# Colours


def test_the_pages_have_the_same_colours() -> None:
    of_pages = dict(re.findall(r"--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}, #[0-9a-f]{6})\);", CSS))
    assert {name: tuple(of_pages[name].split(", ")) for name in COLOURS} == COLOURS


def test_every_colour_is_needed() -> None:
    used = {name for paint in PAINTS.values() for name in re.findall(r"\{([a-z0-9-]+)\}", paint)}
    assert set(COLOURS) - used == {"felt", "felt-rim"}


def test_classes_are_painted_as_the_pages_paint_them() -> None:
    """Each rule of the style sheet for a class says the same as the attributes here."""
    checked: set[str] = set()
    for scope, name, body in re.findall(r"^(?:\.(\w+) )?\.([\w-]+) \{ (.*?) \}$", CSS, re.MULTILINE):
        painted = [paint for key, paint in PAINTS.items() if name in key.split()]
        if scope not in ("pegs", "suit"):
            for kind, colour in re.findall(r"(fill|stroke): var\(--([\w-]+)\)", body):
                assert not painted or any(f'{kind}="{{{colour}}}"' in paint for paint in painted), name
                checked |= {name} if painted else set()
    elsewhere = {"marks", "rank", "horse", "won", "lane", *SUITS}
    assert {name for key in PAINTS for name in key.split()} - checked == elsewhere


def test_every_class_is_painted_or_serves_scripts_only() -> None:
    drawn = draw_board(LAYOUT, lay(LAYOUT), last=LAYOUT.tiles[-1]) + draw_track(CARDS, (0, 3, 7, 8), "abcd")
    empty = Layout(Spinners.ALL)
    drawn += draw_board(empty, lay(empty))
    classes = set(re.findall(r'class="([^"]*)"', drawn))
    assert classes - set(PAINTS) == {"board", "track", "last"}
