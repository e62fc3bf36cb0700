"""Drawings as SVG: what they hold, told by their structure and not by their bytes."""

import re
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from drawn_layouts import all_stages, growing, laid, t

from homestretch.fives.layout import Layout, award
from homestretch.fives.ruleset import Spinners
from homestretch.kit.card import SUITS, Card, Suit
from homestretch.kit.tile import Tile, full_set
from homestretch.render.board import Board, Shape, lay
from homestretch.render.scale import Box
from homestretch.render.svg import (
    Choice,
    card_sprite,
    draw_back,
    draw_board,
    draw_card,
    draw_card_back,
    draw_peg,
    draw_pegs,
    draw_suit,
    draw_tile,
    draw_track,
    tile_sprite,
)
from homestretch.render.svg.road import road

CARDS = tuple(Card(rank, SUITS[rank % 4]) for rank in range(4, 11))
EMPTY = Layout(Spinners.ALL)


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


def drawn(layout: Layout, *, choices: tuple[Choice, ...] = (), shape: Shape = Shape.WIDE) -> ET.Element:
    last = layout.tiles[-1] if layout.tiles else None
    return parsed(draw_board(layout, lay(layout, shape), last=last, choices=choices))


def choices_for(layout: Layout, *hand: Tile) -> tuple[Choice, ...]:
    return tuple(
        Choice(tile, host, f"{tile} on {host}", f"{tile}@{host}", f"+{award(layout.join(tile, host).total)}")
        for tile in hand
        for host in layout.hosts(tile)
    )


def placed(element: ET.Element) -> tuple[int, int, int]:
    """The middle of a tile and how far it is turned."""
    found = re.fullmatch(r"translate\((-?\d+) (-?\d+)\)(?:rotate\((\d+)\))?", element.attrib["transform"])
    assert found is not None
    return int(found[1]), int(found[2]), int(found[3] or 0)


def every_drawing() -> list[str]:
    layout = laid("2-5 5-5@2-5 2-2@2-5 0-5@5-5")
    return [
        tile_sprite(),
        tile_sprite(9),
        card_sprite(),
        draw_tile(t("2-5"), label="two"),
        draw_tile(t("2-5"), upright=True),
        draw_back(),
        draw_board(layout, lay(layout), last=t("0-5"), choices=choices_for(layout, t("0-0"), t("1-2"))),
        draw_board(EMPTY, lay(EMPTY)),
        draw_pegs((-15, 245), (10, 230), 250, ("a", "b")),
        draw_pegs((7, 3, 9), (5, 0, 2), 10, ("a", "b", "c")),
        draw_peg(3),
        draw_card(Card(10, Suit.DIAMONDS), label="ten"),
        draw_card_back(),
        draw_suit(Suit.CLUBS),
        draw_track(CARDS, (0, 3, 7, 8), ("a", "b", "c", "d"), winner=Suit.CLUBS),
    ]


@pytest.mark.parametrize("svg", every_drawing())
def test_drawings_are_well_formed_and_bring_no_style_or_script(svg: str) -> None:
    for element in parsed(svg).iter():
        assert element.tag in {"svg", "defs", "g", "use", "rect", "path", "circle", "text", "foreignObject", "button"}
        assert not [name for name in element.attrib if name == "style" or name.startswith("on")]
        assert not {element.get("fill"), element.get("stroke")} - {None, "none"}


@pytest.mark.parametrize("svg", every_drawing())
def test_drawings_say_who_they_are_or_are_hidden(svg: str) -> None:
    root = parsed(svg)
    named = [element for element in root.iter() if element.get("role") == "img"]
    assert root.get("aria-hidden") == "true" or named
    assert all(element.get("aria-label") for element in named)


def test_everything_that_is_referred_to_is_in_the_sprites() -> None:
    ids = [element.get("id") for sprite in (tile_sprite(), card_sprite()) for element in parsed(sprite).iter()]
    known = [name for name in ids if name is not None]
    assert len(known) == len(set(known))
    used = {use.attrib["href"].lstrip("#") for svg in every_drawing() for use in parsed(svg).iter("use")}
    assert used <= set(known)


# Tiles


def pips(tile: Tile) -> list[tuple[float, float]]:
    root = parsed(tile_sprite(9))
    face = next(element for element in root.iter() if element.get("id") == f"t{tile.low}{tile.high}")
    dots = [re.findall(r"M(-?[\d.]+) (-?[\d.]+)", path.attrib["d"]) for path in of_class(face, "pips")]
    return [(float(x), float(y)) for path in dots for x, y in path]


@pytest.mark.parametrize("tile", full_set(9), ids=str)
def test_each_half_shows_its_pips(tile: Tile) -> None:
    dots = pips(tile)
    assert len(set(dots)) == len(dots) == tile.pips
    assert sum(x < 0 for x, _ in dots) == tile.low
    assert all(0.4 < abs(x) < 3.6 and abs(y) < 1.6 for x, y in dots)


def test_the_six_lies_in_two_rows_along_the_tile() -> None:
    assert Counter(y for _, y in pips(t("6-6"))) == {-1.1: 6, 1.1: 6}


def test_an_upright_tile_has_its_lower_half_on_top() -> None:
    root = parsed(draw_tile(t("2-5"), upright=True))
    assert root.attrib["viewBox"] == "-2 -4 4 8"
    assert root[0].attrib == {"href": "#t25", "transform": "rotate(90)"}


def test_labels_are_escaped() -> None:
    label = "<b>\"2-5\" & '5'</b>"
    assert parsed(draw_tile(t("2-5"), label=label)).get("aria-label") == label
    assert parsed(draw_card(CARDS[0], label=label)).get("aria-label") == label
    assert any(element.get("aria-label") == label for element in parsed(draw_pegs((1,), (0,), 61, (label,))).iter())
    choice = Choice(t("5-5"), t("2-5"), label, label, label)
    (button,) = drawn(laid("2-5"), choices=(choice,)).iter("button")
    assert (button.get("title"), button.get("value"), button.text) == (label, label, label)


# Boards


def test_boards_show_each_tile_and_each_end_once() -> None:
    for layout in [*all_stages()][::7]:
        for shape in Shape:
            root = drawn(layout, shape=shape)
            tiles = [element for element in root if element.get("id")]
            assert [element.get("id") for element in tiles] == [f"b{tile.low}{tile.high}" for tile in layout.tiles]
            assert [element[0].get("href") for element in tiles] == [
                f"#t{tile.low}{tile.high}" for tile in layout.tiles
            ]
            counts = [int(text.text or "") for text in root.iter("text")]
            assert sorted(counts) == sorted(end.count for end in layout.ends)
            assert len(of_class(root, "end")) == len(counts)
            assert len(of_class(root, "free")) == len(layout.places) - len(layout.ends)


def test_spinners_and_the_last_tile_are_told_apart() -> None:
    for branching, spinners in ((Spinners.ALL, ["b55", "b22"]), (Spinners.FIRST, ["b55"])):
        root = drawn(laid("2-5 5-5@2-5 2-2@2-5 2-4@2-2", branching))
        over = {element.get("id"): [use.get("href") for use in element[1:]] for element in root if element.get("id")}
        assert [name for name, uses in over.items() if "#t-spin" in uses] == spinners
        assert [name for name, uses in over.items() if "#t-new" in uses] == ["b24"]
        assert [element.get("id") for element in of_class(root, "last")] == ["b24"]


def test_joined_halves_lie_side_by_side() -> None:
    for layout in (laid("2-5 5-5@2-5 0-5@5-5 2-3@2-5 0-1@0-5"), [*growing(Spinners.ALL, 3)][-1]):
        root = drawn(layout)
        middles = {element.get("id"): placed(element) for element in root if element.get("id")}
        board = lay(layout)
        for spot in board.spots:
            x, y, turn = middles[f"b{spot.tile.low}{spot.tile.high}"]
            assert (x * 2, y * 2) == (spot.box.left + spot.box.right + 1, spot.box.top + spot.box.bottom + 1)
            assert (turn % 180 == 90) is spot.upright
            assert (spot.tile.low if turn in (0, 90) else spot.tile.high) == spot.first


def test_the_picture_holds_everything_and_does_not_zoom_in_on_little() -> None:
    layout = [*growing(Spinners.ALL, 1)][-1]
    left, top, width, height = map(int, drawn(layout).attrib["viewBox"].split())
    frame = lay(layout).frame
    assert left < frame.left
    assert top < frame.top
    assert left + width > frame.right + 1
    assert top + height > frame.bottom + 1
    first = laid("2-5")
    assert draw_board(first, lay(first), least=(80, 50)).split('"')[3].split()[2:] in (["80", "50"], ["81", "51"])


def test_a_choice_is_a_button_at_the_first_place_that_the_tile_fits() -> None:
    layout = laid("2-5")
    board = lay(layout)
    choices = (*choices_for(layout, t("5-5"), t("2-3")), *choices_for(layout, t("1-2")))
    root = drawn(layout, choices=choices)
    groups = of_class(root, "for")
    assert [group.get("class") for group in groups] == ["for t55", "for t23", "for t12"]
    for group, pips_there in zip(groups, (5, 2, 2), strict=True):
        (mark,) = [mark for mark in board.marks if mark.count == pips_there]
        (hole,) = list(group)
        x, y, width, height = (float(hole.attrib[name]) / 10 for name in ("x", "y", "width", "height"))
        assert width == height == 5
        assert abs(x + width / 2 - (mark.box.left + mark.box.right + 1) / 2) <= 0.5
        assert abs(y + height / 2 - (mark.box.top + mark.box.bottom + 1) / 2) <= 0.5
    assert [button.get("value") for button in root.iter("button")] == ["5-5@2-5", "2-3@2-5", "1-2@2-5"]
    assert {(button.get("type"), button.get("name"), button.get("tabindex")) for button in root.iter("button")} == {
        ("submit", "move", "-1")
    }


def test_an_empty_table_outlines_the_opening() -> None:
    root = drawn(EMPTY, choices=(Choice(t("2-5"), None, "open", "2-5"), Choice(t("5-5"), None, "open", "5-5")))
    (outline,) = of_class(root, "opening")
    x, y, width, height = (float(outline.attrib[name]) for name in ("x", "y", "width", "height"))
    assert (width, height) == (8, 4)
    left, top, across, down = map(int, root.attrib["viewBox"].split())
    assert abs(2 * x + width - 2 * left - across) <= 1
    assert abs(2 * y + height - 2 * top - down) <= 1
    assert [button.get("class") for button in root.iter("button")] == ["spot first"] * 2
    assert not of_class(root, "marks")


def test_links_without_room_are_not_drawn() -> None:
    layout = laid("2-5 5-5@2-5")
    board = lay(layout)
    link = board.links[0]
    thin = type(link)(link.host, link.tile, link.heading, Box(8, 1, 7, 2))
    bare = Board(board.spots, (thin,), board.marks, board.frame)
    assert not of_class(parsed(draw_board(layout, bare)), "links")


def test_a_full_board_is_small() -> None:
    full = max((layout for layout in all_stages()), key=lambda layout: len(layout.tiles))
    assert len(full.tiles) > 20
    assert len(draw_board(full, lay(full), last=full.tiles[-1])) < 5000


# Pegs


@pytest.mark.parametrize(("target", "step", "holes"), [(61, 1, 60), (250, 5, 49), (10, 1, 9), (1, 1, 1), (62, 5, 12)])
def test_the_step_leaves_about_sixty_holes(target: int, step: int, holes: int) -> None:
    assert (road(target).step, road(target).holes) == (step, holes)


def test_holes_of_a_lane_keep_apart_whatever_the_target() -> None:
    for target in (*range(1, 130), 250, 305, 306, 500, 999, 10_000):
        way = road(target)
        assert way.holes <= 60
        assert way.row % 5 == 0 or not way.returns
        stops = [(way.x(hole), way.y(hole, 0, 2)) for hole in range(way.holes + 2)]
        assert len(set(stops)) == len(stops)
        assert all(abs(x - after) >= 10 or y != below for (x, y), (after, below) in pairwise(stops))


def stands(root: ET.Element, name: str) -> tuple[int, int]:
    peg = next(element for element in root.iter() if element.get("id") == name)
    return placed(peg)[:2]


def test_pegs_stand_in_the_holes_of_now_and_before() -> None:
    way = road(61)
    root = parsed(draw_pegs((30, 62), (27, 0), 61, ("a", "b")))
    assert stands(root, "peg0") == (way.x(30), 0)
    assert stands(root, "was0") == (way.x(27), 0)
    assert stands(root, "peg1") == (way.x(61), way.y(61, 1, 2))
    assert stands(root, "was1") == (0, way.y(0, 1, 2))


def test_both_pegs_have_room_at_the_start() -> None:
    root = parsed(draw_pegs((0, 0), (0, 0), 61, ("a", "b")))
    assert stands(root, "was0")[0] < stands(root, "peg0")[0]


def test_below_zero_stands_before_the_start_with_its_number() -> None:
    root = parsed(draw_pegs((-15, 245), (10, 230), 250, ("a", "b")))
    assert stands(root, "peg0")[0] < -10
    assert "−15" in [text.text for text in root.iter("text")]
    roomy = parsed(draw_pegs((0, 0), (0, 0), 250, ("a", "b"), below=True)).attrib["viewBox"]
    assert roomy == root.attrib["viewBox"]
    assert roomy != parsed(draw_pegs((0, 0), (0, 0), 250, ("a", "b"))).attrib["viewBox"]


def test_sides_have_heads_of_different_shapes() -> None:
    root = parsed(draw_pegs((1, 2, 3, 4), (0, 1, 2, 3), 61, ("a", "b", "c", "d")))
    assert len({peg.attrib["d"] for peg in of_class(root, "peg")}) == 4
    assert [element.get("aria-label") for element in root.iter() if element.get("role") == "img"] == [*"abcd"]
    for side, peg in enumerate(of_class(root, "peg")):
        assert parsed(draw_peg(side))[0].attrib["d"] == peg.attrib["d"]


# Cards and races


def test_a_card_shows_rank_and_suit() -> None:
    root = parsed(draw_card(Card(12, Suit.HEARTS)))
    assert [text.text for text in root.iter("text")] == ["Q"]
    assert [use.get("href") for use in root.iter("use")] == ["#c-hearts"]
    assert root.get("class") == "card hearts"


def test_horses_stand_at_their_positions_in_their_lanes() -> None:
    root = parsed(draw_track(CARDS, (0, 3, 7, 8), ("a", "b", "c", "d"), winner=Suit.CLUBS))
    places = [stands(root, f"h-{suit}") for suit in SUITS]
    columns, lanes = [x for x, _ in places], [y for _, y in places]
    assert columns == sorted(columns)
    assert columns[1] - columns[0] == 3 * (columns[2] - columns[1]) / 4
    line = of_class(root, "line")[0]
    assert columns[2] < int(line.attrib["x"]) < int(line.attrib["x"]) + int(line.attrib["width"]) < columns[3]
    assert lanes == sorted(set(lanes))
    assert [element.get("id") for element in of_class(root, "won")] == ["h-clubs"]


@pytest.mark.parametrize(
    "drawing",
    [draw_track(CARDS, (0, 3, 7, 8), "abcd"), draw_pegs((-15, 245), (10, 230), 250, ("a", "b"))],
    ids=["track", "pegs"],
)
def test_numbers_in_a_drawing_are_not_read_out(drawing: str) -> None:
    root = parsed(drawing)
    hidden = {text for part in root.iter() if part.get("aria-hidden") for text in part.iter("text")}
    named = {text for part in root.iter() if part.get("aria-label") for text in part.iter("text")}
    assert set(root.iter("text")) <= hidden | named


def test_track_cards_lie_above_their_positions() -> None:
    root = parsed(draw_track(CARDS, (7, 0, 0, 0), ("a", "b", "c", "d")))
    assert [text.text for text in of_class(root, "rank")] == [str(card.rank) for card in CARDS]
    bare = parsed(draw_track((), (0, 0, 0, 0), ("a", "b", "c", "d")))
    assert not of_class(bare, "rank")
    assert root.attrib["viewBox"] == bare.attrib["viewBox"]


class Tags(HTMLParser):
    """What a browser sees of a drawing inside a page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Closed at once, which only SVG elements may be."""
        assert tag != "button"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_drawings_are_html_as_well() -> None:
    for svg in every_drawing():
        tags = Tags()
        tags.feed(svg)
        assert not tags.open
