"""Films: what stays is drawn once, nothing jumps, and whoever wishes no motion sees the last picture."""

import re
from xml.etree import ElementTree as ET

import pytest
from drawn_layouts import RULESETS, laid, rounds

from homestretch.fives.layout import Layout
from homestretch.fives.ruleset import Spinners
from homestretch.kit.card import SUITS, Card, Suit
from homestretch.render import Shape
from homestretch.render.film import BoardShot, Film, Shot, TrackShot, board_film, film_svg, still, track_film
from homestretch.render.picture import framed
from homestretch.render.png import to_png

MOVES = "1-4 1-1@1-4 4-4@1-4 3-4@4-4 1-2@1-1"
CARDS = tuple(Card(rank, SUITS[rank % 4]) for rank in range(4, 11))
SVG = "{http://www.w3.org/2000/svg}"


def stages(moves: str = MOVES) -> list[Layout]:
    """The layout before the first placement and after each."""
    words = moves.split()
    return [Layout(Spinners.ALL), *(laid(" ".join(words[:count])) for count in range(1, len(words) + 1))]


def shots(layouts: list[Layout]) -> list[BoardShot]:
    return [
        BoardShot(Shot("Ann: 1", f"{number} lie", 1.0 + number), layout, layout.tiles[-1] if layout.tiles else None)
        for number, layout in enumerate(layouts)
    ]


def board(layouts: list[Layout] | None = None) -> Film:
    return board_film(shots(layouts or stages()), title="a film", description="of a round")


def race() -> Film:
    shot = Shot("", "they run", 1.0)
    positions = ((0, 0, 0, 0), (1, 0, 0, 0), (1, 0, 1, 0), (8, 0, 1, 0))
    return track_film(
        [TrackShot(shot, CARDS, each, Suit.SPADES if each[0] == 8 else None) for each in positions], title="a race"
    )


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314


def keyframes(svg: str) -> dict[str, str]:
    """The body of every animation by its name."""
    return dict(re.findall(r"@keyframes ([\w-]+)\{((?:[^{}]*\{[^{}]*\})*)\}", svg))


def seen_at(svg: str, seconds: float) -> list[ET.Element]:
    """What is shown at a moment, as the rules of the animations say; fading in counts as shown."""
    root = parsed(svg)
    found = re.search(r"animation:([\d.]+)s linear infinite", svg)
    assert found is not None
    at = 100 * seconds / float(found[1])
    rules = keyframes(svg)
    shown = []
    for element in root.iter():
        names = element.get("class", "").split()
        if not names:
            continue
        stops: list[tuple[float, float]] = []
        for selector, opacity in re.findall(r"([\d.%,]+)\{opacity:(\d)\}", rules[names[1]]):
            stops += [(float(stop.rstrip("%")), float(opacity)) for stop in selector.split(",")]
        before = max(stop for stop in stops if stop[0] <= at)
        after = min((stop for stop in stops if stop[0] > at), default=before)
        share = (at - before[0]) / (after[0] - before[0]) if after[0] > before[0] else 0
        if before[1] + share * (after[1] - before[1]) > 0:
            shown.append(element)
    return shown


def texts(elements: list[ET.Element]) -> list[str]:
    return [text.text or "" for element in elements for text in element.iter(f"{SVG}text")]


def test_every_picture_has_its_time() -> None:
    film = board()
    assert [picture.seconds for picture in film.pictures] == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    assert "animation:21s linear infinite" in film_svg(film)


def test_stills_share_one_frame_and_the_camera_stands_still() -> None:
    for film in (board(), race()):
        roots = [parsed(still(film, number)) for number in range(len(film.pictures))]
        assert len({(root.attrib["width"], root.attrib["height"]) for root in roots}) == 1
        assert len({root.findall(f"./{SVG}g/{SVG}g")[0].attrib["transform"] for root in roots}) == 1


@pytest.mark.parametrize("shape", Shape)
def test_a_tile_that_lies_stays_the_same_piece(shape: Shape) -> None:
    film = board_film(shots(stages()), title="a", shape=shape)
    for before, after in zip(film.pictures, film.pictures[1:], strict=False):
        assert set(before.layers[1]) < set(after.layers[1])
        assert len(after.layers[1]) == len(before.layers[1]) + 1
        assert set(before.layers[0]) <= set(after.layers[0])


def test_the_last_still_is_the_whole_round() -> None:
    film = board()
    root = parsed(still(film, len(film.pictures) - 1))
    assert [text.text for text in root.iter(f"{SVG}text")][-2:] == ["Ann: 1", "5 lie"]
    assert len(film.pictures[-1].layers[1]) == 5
    assert film.pictures[0].layers == ((), (), (), ())


def test_whole_rounds_fit_their_frame() -> None:
    for layout in rounds(RULESETS["horse-race-3"], 3, seed=5):
        layouts = [
            Layout(layout.branching, layout.tiles[:n], layout.joints[: max(0, n - 1)])
            for n in range(len(layout.tiles) + 1)
        ]
        film = board(layouts)
        found = re.fullmatch(r"translate\((-?[\d.]+) (-?[\d.]+)\)scale\(12\)", film.sheet.camera)
        assert found is not None
        for piece in film.pictures[-1].layers[1]:
            place = re.search(r"translate\((-?\d+) (-?\d+)\)", piece)
            assert place is not None
            assert 0 < float(found[1]) + 12 * int(place[1]) < film.sheet.width
            assert 0 < float(found[2]) + 12 * int(place[2]) < film.sheet.foot


# The film that moves by itself


def test_at_every_moment_one_caption_is_shown() -> None:
    svg = film_svg(board())
    begin = 0.0
    for number in range(6):
        middle = begin + (1.0 + number) / 2
        assert texts(seen_at(svg, middle))[-2:] == ["Ann: 1", f"{number} lie"]
        begin += 1.0 + number


def test_tiles_come_one_by_one_and_stay() -> None:
    svg = film_svg(board())
    ivory = 'fill="#f8f1e1"'
    counts = []
    begin = 0.0
    for number in range(6):
        shown = "".join(ET.tostring(element, "unicode") for element in seen_at(svg, begin + 0.9))
        counts.append(shown.count(ivory))
        begin += 1.0 + number
    assert counts == [0, 1, 2, 3, 4, 5]


def test_horses_step_and_what_never_changes_does_not_move() -> None:
    film = race()
    svg = film_svg(film)
    assert [svg.count(piece) for piece in film.pictures[0].layers[0]] == [1]
    assert [svg.count(f">{piece}</g>") for piece in film.pictures[0].layers[1]] == [0] * len(CARDS)
    assert len(keyframes(svg)) == 5  # spades at 0, at 1 and in the finish, diamonds at 0 and at 1
    assert texts(seen_at(svg, 2.5)) == []  # the caption stays the same from beginning to end
    assert svg.count("they run") == 1


def test_whoever_wishes_less_motion_sees_the_last_picture() -> None:
    for film in (board(), race()):
        svg = film_svg(film)
        (style,) = parsed(svg).iter(f"{SVG}style")
        assert re.fullmatch(r"@media \(prefers-reduced-motion:no-preference\)\{.*\}\}", style.text or "")
        without = re.sub(r"<style>.*</style>", "", svg)
        assert to_png(without) == to_png(svg) == to_png(still(film, len(film.pictures) - 1))


def test_two_films_in_one_page_do_not_share_names() -> None:
    one, other = film_svg(board()), film_svg(board(stages("2-2 2-3@2-2")))
    assert not set(keyframes(one)) & set(keyframes(other))


def test_a_film_says_what_it_is() -> None:
    root = parsed(film_svg(board()))
    assert root.get("role") == "img"
    assert [child.text for child in root[:2]] == ["a film", "of a round"]


def test_a_film_has_no_round_corners_that_would_be_seen_through() -> None:
    film = board()
    assert 'rx="0"' in still(film, 0)
    assert 'rx="14"' in framed(film.sheet, "", theme="light", title="a")


def test_a_round_without_a_placement_is_a_film_too() -> None:
    film = board([Layout(Spinners.ALL)])
    assert "0 lie" in film_svg(film)
    assert not keyframes(film_svg(film))
