"""What a layout counts and why, and where a tile may go: as messages, for every door."""

from collections.abc import Iterator

from homestretch.fives.layout import End, Layout, Place, award
from homestretch.fives.ruleset import MULTIPLE, Keeps, Ruleset
from homestretch.kit.message import Message, say


def sum_text(layout: Layout) -> str:
    """The ends as a sum: ``2 + 8 = 10``; a lone end is told as it is.

    >>> from homestretch.fives.ruleset import Spinners
    >>> from homestretch.kit.tile import Tile
    >>> sum_text(Layout(Spinners.ALL).join(Tile(1, 4)))
    '1 + 4 = 5'
    """
    counts = [end.count for end in layout.ends]
    return str(layout.total) if len(counts) == 1 else f"{' + '.join(map(str, counts))} = {layout.total}"


def points(raw: int, rules: Ruleset) -> Message:
    """Raw points as the game's own."""
    return say("count.points", n=raw // rules.unit)


def award_line(layout: Layout, rules: Ruleset) -> Message:
    """The sum of the ends and what it earns."""
    raw = award(layout.total)
    if raw:
        return say("told.award", sum=sum_text(layout), points=points(raw, rules))
    return say("told.no-award", sum=sum_text(layout))


def why_award(layout: Layout, rules: Ruleset) -> Message:
    """The same at length, with the reason."""
    total, raw = layout.total, award(layout.total)
    if not total:
        return say("why.zero", sum=sum_text(layout))
    if not raw:
        return say("why.no-multiple", sum=sum_text(layout), total=total, multiple=MULTIPLE)
    if rules.unit == 1:
        return say("why.award", sum=sum_text(layout), total=total, multiple=MULTIPLE, points=points(raw, rules))
    return say(
        "why.award-unit",
        sum=sum_text(layout),
        total=total,
        multiple=MULTIPLE,
        raw=say("count.raw", n=raw),
        unit=rules.unit,
        points=points(raw, rules),
    )


def why_kept(layout: Layout, rules: Ruleset) -> Message | None:
    """Why the last placement keeps the turn if it came from the hand; None where it does not."""
    scored = award(layout.total) > 0 and Keeps.AWARD in rules.keeps
    double = layout.tiles[-1].is_double and Keeps.DOUBLE in rules.keeps
    if not scored and not double:
        return None
    return say(f"told.goes-on-{'both' if scored and double else 'double' if double else 'award'}")


def why_counts(layout: Layout) -> Iterator[Message]:
    """A line for each end, and one for each double that counts no more."""
    for end in layout.ends:
        yield _why_end(layout, end)
    counted = {end.tile for end in layout.ends}
    for tile in layout.tiles:
        if tile.is_double and tile not in counted:
            yield say("counts.spinner-used" if tile in layout.spinners else "counts.double-used", tile=tile)


def _why_end(layout: Layout, end: End) -> Message:
    if not end.tile.is_double:
        if not layout.joined[end.tile]:
            return say("counts.lone-half", tile=end.tile, count=end.count)
        return say("counts.half", tile=end.tile, count=end.count)
    return say("counts.double", tile=end.tile, half=end.tile.low, count=end.count)


def where_places(layout: Layout) -> Iterator[Message]:
    """A line for each tile that another can be joined to."""
    by_tile: dict[object, list[Place]] = {}
    for place in layout.places:
        by_tile.setdefault((place.tile, place.pips, place.port.is_branch), []).append(place)
    for places in by_tile.values():
        place = places[0]
        if not place.tile.is_double:
            yield say("place.half", tile=place.tile, pips=place.pips)
        elif place.port.is_branch:
            yield say("place.branches", n=len(places), tile=place.tile, pips=place.pips)
        else:
            yield say("place.lines", n=len(places), tile=place.tile, pips=place.pips)
    for tile in layout.spinners:
        free = sum(port.is_branch for port in layout.joined[tile])
        if not free and any(end.tile == tile for end in layout.ends):
            yield say("place.closed", tile=tile)
