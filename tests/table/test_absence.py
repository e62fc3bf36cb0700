"""Devices, people who are away, the match after the match, and which moves come too late."""

import msgspec
import pytest
from msgspec.structs import replace
from tables import TABLES, after, bot, dealt, do, moves_of, opened, person, refused, seated

from homestretch.games import ruleset_to_plain
from homestretch.kit.card import SUITS
from homestretch.kit.chance import derive
from homestretch.race.events import Staked
from homestretch.race.moves import TURN, Announce, Stake
from homestretch.record.log import TookBack, in_force
from homestretch.table.codec import decode, encode, restore
from homestretch.table.commands import (
    Act,
    Answer,
    AskTakeback,
    BreakOff,
    Claim,
    Command,
    Continue,
    Contribute,
    Deal,
    Deputise,
    Promise,
    Return,
    Sit,
    Stand,
    Start,
    Swap,
)
from homestretch.table.events import (
    Claimed,
    Continued,
    Deputised,
    Event,
    House,
    Occupant,
    Opened,
    Returned,
    TakebackAgreed,
    TakebackAsked,
)
from homestretch.table.handle import MOST_DEVICES, handle
from homestretch.table.table import Table, open_table, seen_by


def guest(name: str, *devices: str) -> Occupant:
    return Occupant(name, guests=devices or (name.lower(),))


def house_of(house: House, key: str = "horse-race-2") -> Table:
    game, rules = TABLES[key]
    return open_table(Opened(game.key, ruleset_to_plain(rules), house))


def of_guests(key: str = "horse-race-2", *, bots: tuple[int, ...] = ()) -> Table:
    """A table of guests with a device each, at which the first round has been dealt."""
    table = opened(key)
    for seat in range(len(table.seats)):
        table = do(table, Sit(seat, bot(f"bot {seat}") if seat in bots else guest(f"Guest{seat}")))
    return do(table, Start(), Promise(derive(b"deal", "round", 0)), Deal())


# ---- devices


def test_a_seat_is_brought_to_another_device() -> None:
    table = of_guests()
    assert table.seats_of("guest0") == (0,)
    assert table.seats_of("phone") == ()
    table = do(table, Claim(0, "phone"))
    assert table.log[-1] == Claimed(0, "phone")
    assert table.seats[0] == Occupant("Guest0", guests=("guest0", "phone"))
    assert table.seats_of("phone") == table.seats_of("guest0") == (0,)
    assert handle(table, Claim(0, "phone")) == (), "twice is nothing new"
    assert handle(table, Claim(0, "guest0")) == ()


def test_devices_that_cannot_have_the_seat() -> None:
    table = do(of_guests("horse-race-3", bots=(2,)), Claim(0, "phone"))
    assert refused(table, Claim(1, "phone")) == "table.seated-already"
    assert refused(table, Claim(1, "guest0")) == "table.seated-already"
    for seat in (2, 3, -1, 99):
        assert refused(table, Claim(seat, "tablet")) == "table.no-person"
    for number in range(MOST_DEVICES - 2):
        table = do(table, Claim(0, f"device {number}"))
    assert refused(table, Claim(0, "one more")) == "table.devices"
    assert handle(table, Claim(0, "phone")) == ()
    assert len(table.seats[0].guests) == MOST_DEVICES  # type: ignore[union-attr]
    assert refused(do(table, BreakOff()), Claim(1, "tablet")) == "table.over"
    assert refused(opened("horse-race-2"), Claim(0, "phone")) == "table.no-person"


def test_a_guest_sits_in_one_seat_unless_the_device_is_shared() -> None:
    table = do(opened("horse-race-3"), Sit(0, guest("Anna", "tablet")))
    assert refused(table, Sit(1, guest("Boris", "tablet"))) == "table.seated-already"
    assert refused(table, Sit(1, guest("Boris", "phone", "tablet"))) == "table.seated-already"
    table = do(table, Stand(0), Sit(1, guest("Boris", "tablet")))
    assert table.seats_of("tablet") == (1,)

    shared = do(
        house_of(House("tablet", shared=True)), Sit(0, guest("Anna", "tablet")), Sit(1, guest("Boris", "tablet"))
    )
    assert shared.seats_of("tablet") == (0, 1)


def test_places_and_devices_change_together() -> None:
    table = do(opened("horse-race-3"), Sit(0, guest("Anna", "one")), Sit(2, guest("Boris", "two")), Claim(0, "phone"))
    table = do(table, Swap(0, 1), Swap(1, 2))
    assert [table.seats_of(device) for device in ("one", "phone", "two")] == [(2,), (2,), (1,)]


# ---- people who are away


def test_a_bot_plays_until_its_person_is_back() -> None:
    table = of_guests()
    assert table.persons == (0, 1)
    away = do(table, Deputise(0, "greedy"))
    assert away.log[-1] == Deputised(0, "greedy")
    assert away.persons == (1,)
    assert away.seats[0] == Occupant("Guest0", guests=("guest0",), deputy="greedy")
    assert away.seats[0].plays_as == "greedy"
    assert away.seats_of("guest0") == (0,), "the seat is still theirs"
    assert away.state == table.state
    back = do(away, Return(0))
    assert back.log[-1] == Returned(0)
    assert (back.seats, back.persons, back.state) == (table.seats, table.persons, table.state)


def test_who_cannot_be_away_or_come_back() -> None:
    waiting = do(opened("horse-race-2"), Sit(0, guest("Anna")))
    assert refused(waiting, Deputise(0, "greedy")) == "table.not-started"
    assert refused(waiting, Return(0)) == "table.not-away"
    table = of_guests("horse-race-3", bots=(2,))
    for seat in (2, 3, -1, 99):
        assert refused(table, Deputise(seat, "greedy")) == "table.no-person"
        assert refused(table, Return(seat)) == "table.no-person"
    assert refused(table, Return(0)) == "table.not-away"
    away = do(table, Deputise(0, "random"))
    assert refused(away, Deputise(0, "greedy")) == "table.away-already"
    over = do(away, BreakOff())
    assert refused(over, Deputise(1, "greedy")) == refused(over, Return(0)) == "table.over"


def test_a_seat_keeps_its_bot_and_its_devices_when_it_is_claimed() -> None:
    table = do(of_guests(), Deputise(0, "random"), Claim(0, "phone"))
    assert table.seats[0] == Occupant("Guest0", guests=("guest0", "phone"), deputy="random")


def test_nobody_waits_for_the_consent_of_somebody_who_is_away() -> None:
    table = of_guests("seven-rocks")
    seat = table.state.turn
    others = [each for each in range(4) if each != seat]
    table = do(table, Deputise(others[0], "greedy"), Act(seat, moves_of(table, seat)[0]))
    asked = do(table, AskTakeback(seat))
    assert isinstance(asked.log[-1], TakebackAsked)
    assert refused(asked, Answer(others[0], agrees=True)) == "takeback.not-asked"
    answered = do(asked, Answer(others[1], agrees=True))
    assert isinstance(answered.log[-1], TakebackAgreed)
    assert isinstance(do(answered, Answer(others[2], agrees=True)).log[-1], TookBack)


def test_a_question_is_closed_when_somebody_leaves_to_a_bot() -> None:
    table = of_guests("seven-rocks")
    seat = table.state.turn
    table = do(table, Act(seat, moves_of(table, seat)[0]), AskTakeback(seat))
    assert table.takeback is not None
    other = (seat + 1) % 4
    away = do(table, Deputise(other, "greedy"))
    assert away.takeback is None
    assert refused(away, Answer((seat + 2) % 4, agrees=True)) == "takeback.none"


def test_whoever_is_left_alone_with_bots_needs_no_consent() -> None:
    table = do(of_guests("seven-rocks"), Deputise(1, "greedy"), Deputise(2, "greedy"), Deputise(3, "greedy"))
    while table.state.turn != 0:
        table = do(table, Act(table.state.turn, moves_of(table, table.state.turn)[0]))
    before = table.state
    table = do(table, Act(0, moves_of(table, 0)[0]))
    back = do(table, AskTakeback(0))
    assert isinstance(back.log[-1], TookBack)
    assert back.state == before


# ---- the match after the match


def test_a_match_that_is_over_names_the_next_one_once() -> None:
    table = of_guests()
    assert refused(table, Continue("next")) == "table.not-over"
    over = do(table, BreakOff())
    assert over.continued == ""
    on = do(over, Continue("next"))
    assert on.log[-1] == Continued("next")
    assert on.continued == "next"
    assert refused(on, Continue("another")) == "table.continued-already"
    assert refused(on, Continue("next")) == "table.continued-already"
    assert (on.state, on.over) == (over.state, True)


# ---- moves that come too late


def test_what_others_do_beside_the_game_makes_no_move_late() -> None:
    table = of_guests("horse-race-3")
    seat, at = table.state.turn, len(table.log)
    other = (seat + 1) % 3
    busy = do(table, Claim(other, "phone"), Deputise(other, "greedy"), Return(other))
    move = moves_of(busy, seat)[0]
    assert busy.ground == table.ground == at
    for number in range(at, len(busy.log) + 1):
        do(busy, Act(seat, move, number))
    assert refused(busy, Act(seat, move, at - 1)) == "table.stale"
    assert refused(busy, Act(seat, move, len(busy.log) + 1)) == "table.stale"
    assert refused(busy, Act(seat, move, -1)) == refused(busy, Act(seat, move, 10**9)) == "table.stale"


def test_every_event_of_a_domino_match_moves_the_ground() -> None:
    table = of_guests("seven-rocks")
    for _ in range(12):
        seat, at = table.state.turn, len(table.log)
        if seat is None:
            break
        table = do(table, Act(seat, moves_of(table, seat)[0], at))
        assert table.ground == len(table.log)
        later = table.state.turn
        if later is not None:
            assert refused(table, Act(later, moves_of(table, later)[0], at)) == "table.stale"


def test_a_move_chosen_before_a_takeback_is_late() -> None:
    table = do(of_guests("seven-rocks"), Deputise(1, "g"), Deputise(2, "g"), Deputise(3, "g"))
    while table.state.turn != 0:
        table = do(table, Act(table.state.turn, moves_of(table, table.state.turn)[0]))
    at, move = len(table.log), moves_of(table, 0)[0]
    table = do(table, Act(0, move, at), AskTakeback(0))
    assert table.ground == len(table.log)
    assert refused(table, Act(0, move, at)) == "table.stale"
    do(table, Act(0, move, len(table.log)))


def staking(players: int = 10) -> Table:
    key = f"card-race-{players}"
    table = of_guests(key)
    banker = table.state.banker
    return do(table, Act(banker, Announce(table.state.rules.prices, 1), len(table.log)))


def test_stakes_made_at_the_same_time_make_each_other_no_later() -> None:
    table = staking()
    at = len(table.log)
    backers = table.state.backers
    assert len(backers) == 9
    for number, seat in enumerate(backers):
        assert table.ground == at
        table = do(table, Act(seat, Stake(SUITS[number % 4], 1), at))
    assert table.state.locked
    assert [type(event) for event in table.log[at:-1]] == [Staked] * 9
    assert table.ground == len(table.log), "that all stakes are locked is news for everyone"
    assert refused(table, Act(backers[0], Stake(SUITS[0], 1), at)) == "table.stale"
    assert refused(table, Act(table.state.banker, TURN, at)) == "table.stale"
    do(table, Act(table.state.banker, TURN, len(table.log)))


def test_a_stake_chosen_before_the_odds_is_late() -> None:
    table = of_guests("card-race-3")
    at, banker = len(table.log), table.state.banker
    table = do(table, Act(banker, Announce(table.state.rules.prices, 1), at))
    backer = table.state.backers[0]
    assert refused(table, Act(backer, Stake(SUITS[0], 1), at)) == "table.stale"
    assert refused(table, Act(banker, Announce(table.state.rules.prices, 1), at)) == "table.stale"


def test_no_number_means_whatever_stands_there_now() -> None:
    table = of_guests()
    seat = table.state.turn
    do(table, Act(seat, moves_of(table, seat)[0], None))


# ---- saved logs


def lively() -> tuple[Table, list[tuple[Event, ...]]]:
    """A table at which all of this has happened, and the events of each decision."""
    commands: list[Command] = [
        Sit(0, guest("Anna", "one")),
        Sit(1, bot("Robot")),
        Sit(2, guest("Boris", "two")),
        Claim(0, "phone"),
        Start(),
        Promise(derive(b"deal", "round", 0)),
        Contribute(0, b"abc"),
        Deputise(2, "greedy"),
        Deal(),
        Return(2),
        Claim(2, "tablet"),
        Deputise(0, "random"),
        BreakOff(),
        Continue("the next table"),
    ]
    table = house_of(House("one", public=True, clock=40), "horse-race-3")
    decisions: list[tuple[Event, ...]] = [table.log]
    for command in commands:
        answer = handle(table, command)
        assert isinstance(answer, tuple)
        decisions.append(answer)
        table = after(table, answer)
    return table, decisions


def test_saved_logs_bring_all_of_it_back() -> None:
    table, decisions = lively()
    lines = [encode(decision) for decision in decisions]
    for decision, line in zip(decisions, lines, strict=True):
        assert decode(line) == decision
    again = restore(lines)
    assert again == table
    assert isinstance(again, Table)
    assert again.house == House("one", public=True, clock=40)
    assert (again.continued, again.ground) == ("the next table", table.ground)
    assert {type(event) for event in table.log} >= {Claimed, Deputised, Returned, Continued}


def test_a_log_saved_before_there_were_devices_and_houses_still_loads() -> None:
    """As an earlier version wrote it: no house, no guests, no deputy."""
    table = dealt("horse-race-2", bots=(1,))
    plain = msgspec.json.decode(encode(table.log))
    for event in plain:
        event.pop("house", None)
        event.get("occupant", {}).pop("guests", None)
        event.get("occupant", {}).pop("deputy", None)
    line = msgspec.json.encode(plain) + b"\n"
    assert not any(word in line for word in (b"house", b"guests", b"deputy"))
    again = restore([line])
    assert again == table
    assert isinstance(again, Table)
    assert again.house == House()
    assert again.seats == (Occupant("person 0"), Occupant("bot 1", "bot", "random"))
    seat = again.state.turn
    do(again, Act(seat, moves_of(again, seat)[0], len(again.log)))


@pytest.mark.parametrize(
    "line",
    [
        b'[{"type":"Claimed","seat":0}]\n',
        b'[{"type":"Claimed","seat":"0","guest":"x"}]\n',
        b'[{"type":"Deputised","seat":0,"level":5}]\n',
        b'[{"type":"Continued"}]\n',
        b'[{"type":"Opened","game":"horse-race","ruleset":{},"house":[]}]\n',
    ],
)
def test_lines_that_no_version_wrote_are_refused(line: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        decode(line)


@pytest.mark.parametrize("event", [Claimed(0, "x"), Deputised(0, "greedy"), Returned(0), Claimed(7, "x"), Returned(-1)])
def test_events_about_nobody_make_no_table(event: Event) -> None:
    table = opened("horse-race-2")
    answer = restore([encode(table.log), encode([event])])
    assert getattr(answer, "code", "") == "saved.unreadable"


# ---- who may see what of it


def test_what_happens_at_the_table_is_open_to_all_and_never_part_of_the_game() -> None:
    table, _ = lively()
    for viewer in (None, 0, 1, 2):
        seen = seen_by(table, viewer)
        kinds = (Claimed, Deputised, Returned, Continued)
        assert [event for event in seen.log if isinstance(event, kinds)] == [
            event for event in table.log if isinstance(event, kinds)
        ]
        assert (seen.seats, seen.continued, seen.ground, seen.house) == (
            table.seats,
            table.continued,
            table.ground,
            table.house,
        )
    assert len(in_force(table.log)) == len(table.log)
    assert replace(table, log=()).log == ()


def test_persons_of_the_terminal_have_no_devices() -> None:
    table = seated("horse-race-2")
    assert table.seats == (person("person 0"), person("person 1"))
    assert table.seats_of("") == ()
