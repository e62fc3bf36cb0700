"""What a table answers: seats, the course of a round, moves, takebacks by consent, and giving up."""

from collections import Counter

import pytest
from tables import TABLES, after, bot, dealt, do, moves_of, next_move, opened, person, refused, seated, walk

from homestretch.fives.events import Drew, Passed, Played
from homestretch.fives.moves import DRAW, PASS, Draw, Play
from homestretch.games import find
from homestretch.kit.card import Suit
from homestretch.kit.chance import Contributed, Revealed, Stream, commitment, derive
from homestretch.kit.message import Refusal
from homestretch.race.moves import TURN, Announce, Stake
from homestretch.record.exchange import judge, record_of
from homestretch.record.log import TookBack, in_force
from homestretch.record.verdict import Verdict
from homestretch.table.commands import (
    Act,
    Answer,
    AskTakeback,
    BreakOff,
    Contribute,
    Deal,
    Promise,
    Sit,
    Stand,
    Start,
    Swap,
)
from homestretch.table.events import (
    BrokenOff,
    Opened,
    Sat,
    Started,
    Stood,
    Swapped,
    TakebackAgreed,
    TakebackAsked,
    TakebackDeclined,
)
from homestretch.table.handle import handle
from homestretch.table.table import Table, open_table

SEED = bytes(range(32))


# seats


def test_people_sit_swap_stand_and_start() -> None:
    table = do(opened("horse-race-3"), Sit(1, person("Anna")), Sit(0, bot("Robot")))
    assert [None if who is None else who.name for who in table.seats] == ["Robot", "Anna", None]
    assert table.persons == (1,)
    assert refused(table, Start()) == "table.seats-free"
    table = do(table, Swap(1, 2))
    assert [None if who is None else who.name for who in table.seats] == ["Robot", None, "Anna"]
    table = do(table, Stand(0), Sit(0, person("Boris")), Sit(1, person("Chitra")), Start())
    assert table.persons == (0, 1, 2)
    assert table.started
    assert [type(event) for event in table.log] == [Opened, Sat, Sat, Swapped, Stood, Sat, Sat, Started]


def test_seats_that_cannot_be_taken() -> None:
    table = do(opened("horse-race-2"), Sit(0, person("Anna")))
    assert refused(table, Sit(0, person("Boris"))) == "table.seat-taken"
    assert refused(table, Sit(1, person("Anna"))) == "table.name-taken"
    assert refused(table, Stand(1)) == "table.seat-empty"
    for seat in (-1, 2, 99):
        assert refused(table, Sit(seat, person("Boris"))) == "table.no-seat"
        assert refused(table, Stand(seat)) == "table.seat-empty"
        assert refused(table, Swap(seat, 0)) == "table.no-seat"
        assert refused(table, Swap(0, seat)) == "table.no-seat"


def test_nothing_is_played_before_the_start() -> None:
    table = opened("horse-race-2")
    for command in (Promise(SEED), Deal(), Contribute(0, b"x"), Act(0, PASS)):
        assert refused(table, command) == "table.not-started"


def test_a_match_starts_once_and_then_nobody_changes_places() -> None:
    table = seated("horse-race-2")
    assert refused(table, Start()) == "table.started"
    assert refused(table, Swap(0, 1)) == "table.started"


def test_a_seat_keeps_its_hand_and_turn_for_whoever_sits_down_next() -> None:
    table = dealt("horse-race-2")
    turn = table.state.turn
    later = do(table, Stand(turn), Sit(turn, bot("Robot")))
    assert later.state == table.state
    do(later, next_move(later, Stream(SEED, b"x")))


def test_a_table_for_an_unknown_game_or_impossible_rules_is_not_opened() -> None:
    for wrong in (Opened("whist", {}), Opened("horse-race", {"players": 2}), Opened("card-race", {"players": 1})):
        with pytest.raises(ValueError):  # noqa: PT011 - its text is a code, or that of the library
            open_table(wrong)


# the course of a round


@pytest.mark.parametrize("key", TABLES)
def test_promise_contributions_deal(key: str) -> None:
    table = seated(key)
    assert refused(table, Deal()) == "round.not-promised"
    assert refused(table, Contribute(0, b"x")) == "chance.too-late"
    assert refused(table, Act(0, TURN if key.startswith("card") else PASS)) == "round.none"
    table = do(table, Promise(SEED))
    assert table.state.shuffle.commitment == commitment(SEED)
    assert refused(table, Promise(SEED)) == "round.running"
    last = len(table.seats) - 1
    table = do(table, Contribute(last, b"mine"), Contribute(0, b"x" * 64))
    assert table.state.shuffle.contributions[last] == b"mine"
    assert refused(table, Contribute(0, b"again")) == "chance.contributed-already"
    assert refused(table, Contribute(1, b"")) == "chance.contribution-size"
    assert refused(table, Contribute(1, b"x" * 65)) == "chance.contribution-size"
    for seat in (-1, last + 1):
        assert refused(table, Contribute(seat, b"x")) == "table.no-seat"
    table = do(table, Deal())
    assert refused(table, Deal()) == "round.not-promised"
    assert refused(table, Promise(SEED)) == "round.running"
    assert refused(table, Contribute(1, b"x")) == "chance.too-late"


def test_a_promise_needs_32_bytes() -> None:
    table = seated("horse-race-2")
    for seed in (b"", bytes(31), bytes(33)):
        assert isinstance(handle(table, Promise(seed)), Refusal)


def test_contributions_change_the_deal() -> None:
    table = do(seated("horse-race-2"), Promise(SEED))
    hands = {do(table, Contribute(0, part), Deal()).state.hands for part in (b"a", b"b", b"ab")}
    assert len(hands | {do(table, Deal()).state.hands}) == 4


@pytest.mark.parametrize("key", TABLES)
def test_moves_in_turn_only(key: str) -> None:
    table = dealt(key)
    (seat,) = table.rules.actors(table.state)
    move = moves_of(table, seat)[0]
    for other in range(len(table.seats)):
        if other != seat:
            assert refused(table, Act(other, move)) in ("turn.other", "announce.not-banker")
    for nobody in (-1, len(table.seats)):
        assert refused(table, Act(nobody, move)) == "table.no-seat"
    do(table, Act(seat, move))


@pytest.mark.parametrize("key", TABLES)
def test_a_move_that_comes_late_does_not_count(key: str) -> None:
    """``at`` is what the mover had seen; whoever does not say is taken at their word."""
    table = dealt(key)
    (seat,) = table.rules.actors(table.state)
    move = moves_of(table, seat)[0]
    seen = len(table.log)
    for at in (seen - 1, seen + 1, 0, -1):
        assert refused(table, Act(seat, move, at)) == "table.stale"
    later = do(table, Act(seat, move, seen))
    assert refused(later, Act(seat, move, seen)) == "table.stale"
    assert do(table, Act(seat, move)) == later


def test_a_move_of_another_game_is_refused() -> None:
    dominoes, race = dealt("horse-race-2"), dealt("card-race-3")
    assert refused(dominoes, Act(dominoes.state.turn, TURN)) == "table.other-game"
    assert refused(race, Act(race.state.banker, DRAW)) == "table.other-game"
    assert refused(race, Act(race.state.banker, "turn")) == "table.other-game"
    assert refused(dominoes, Act(dominoes.state.turn, None)) == "table.other-game"


def test_a_refused_command_changes_nothing() -> None:
    """Nothing is half-applied: handling is a question, and the table a value."""
    for key in TABLES:
        table = dealt(key)
        copy = after(opened(key), table.log[1:])
        strange = PASS if key.startswith("card") else TURN
        turn = table.rules.actors(table.state)[0]
        commands = (Start(), Deal(), Act(turn, strange), Promise(SEED), Contribute(0, b"x"), Sit(0, person("x")))
        assert all(refused(table, command) for command in commands)
        assert table == copy


def test_ten_at_once_may_stake_in_any_order_and_each_succeeds() -> None:
    """Stakes are simultaneous: none makes another one stale, wrong or visible."""
    table = dealt("card-race-10")
    banker = table.state.banker
    table = do(table, Act(banker, moves_of(table, banker)[-1]))
    backers = [seat for seat in range(10) if seat != banker]
    assert table.rules.actors(table.state) == tuple(backers)
    stakes = {seat: Act(seat, Stake(tuple(Suit)[seat % 4], 1)) for seat in backers}
    for order in (backers, backers[::-1], backers[4:] + backers[:4]):
        raced = do(table, *(stakes[seat] for seat in order))
        assert raced.state.locked
        assert raced.state.stakes == tuple(stakes[seat].move if seat in stakes else None for seat in range(10))
        assert refused(raced, stakes[order[0]]) == "stake.locked"
    assert refused(table, Act(banker, Stake(Suit.SPADES, 1))) == "stake.banker"
    half = do(table, *(stakes[seat] for seat in backers[:5]))
    changed = do(half, Act(backers[0], Stake(Suit.CLUBS, 1)))
    assert changed.state.stakes[backers[0]] == Stake(Suit.CLUBS, 1)
    assert refused(half, Act(banker, TURN)) == "turn.before-locked"


# taking back


def rocks(*, bots: tuple[int, ...] = ()) -> Table:
    """A round of Seven Rocks after five moves, all of which can still be taken back."""
    table = dealt("seven-rocks", bots=bots)
    stream = Stream(SEED, b"rocks")
    for _ in range(5):
        table = do(table, next_move(table, stream))
    assert [step.seat for step in table.steps] == [(table.state.starter + number) % 4 for number in range(5)]
    return table


def test_all_other_people_must_agree() -> None:
    table = rocks()
    start = table.state.starter
    asked = do(table, AskTakeback(start))
    assert asked.takeback is not None
    assert asked.takeback.to == table.steps[4].at, "the last of its own moves"
    assert refused(asked, AskTakeback(start)) == "takeback.asked-already"
    assert refused(asked, AskTakeback((start + 1) % 4)) == "takeback.asked-already"
    assert refused(asked, Answer(start, agrees=True)) == "takeback.not-asked"
    assert refused(asked, Answer(7, agrees=True)) == "takeback.not-asked"
    others = [(start + step) % 4 for step in (3, 1, 2)]
    two = do(asked, Answer(others[0], agrees=True), Answer(others[1], agrees=True))
    assert two.state == table.state
    assert do(two, Answer(others[0], agrees=True)).state == table.state, "nobody answers for another"
    back = do(two, Answer(others[2], agrees=True))
    assert back.state == table.steps[4].state
    assert back.steps == table.steps[:4]
    assert back.takeback is None
    assert isinstance(back.log[-1], TookBack)
    assert isinstance(back.log[-2], TakebackAgreed)


def test_taking_back_an_earlier_move_takes_back_what_followed() -> None:
    table = rocks()
    seat = (table.state.starter + 2) % 4
    back = do(table, AskTakeback(seat), *(Answer(other, agrees=True) for other in range(4) if other != seat))
    assert back.state == table.steps[2].state
    assert back.state.turn == seat
    assert len(back.steps) == 2
    kept = [event for event in in_force(back.log) if isinstance(event, Played | Passed)]
    assert len(kept) == 2


def test_moves_can_be_taken_back_one_after_another() -> None:
    """As far as the deal."""
    table = rocks(bots=(1, 2, 3))
    table = do(table, *[next_move(table, Stream(SEED, b"more"))] if table.state.turn == 0 else [])
    own = [step for step in table.steps if step.seat == 0]
    assert own
    for step in reversed(own):
        table = do(table, AskTakeback(0))
        assert table.state == step.state
    assert refused(table, AskTakeback(0)) == "takeback.barrier"


def test_one_no_closes_the_question() -> None:
    table = rocks()
    seat = table.state.starter
    asked = do(table, AskTakeback(seat), Answer((seat + 1) % 4, agrees=True))
    closed = do(asked, Answer((seat + 2) % 4, agrees=False))
    assert closed.takeback is None
    assert closed.state == table.state
    assert isinstance(closed.log[-1], TakebackDeclined)
    assert refused(closed, Answer((seat + 3) % 4, agrees=True)) == "takeback.none"
    do(closed, AskTakeback(seat))


def test_a_move_closes_the_question() -> None:
    table = rocks()
    asked = do(table, AskTakeback(table.state.starter))
    moved = do(asked, next_move(asked, Stream(SEED, b"next")))
    assert moved.takeback is None
    assert refused(moved, Answer((table.state.starter + 1) % 4, agrees=True)) == "takeback.none"


def test_standing_up_closes_the_question() -> None:
    """Else it might wait for an answer that nobody is left to give."""
    table = rocks()
    seat = table.state.starter
    asked = do(table, AskTakeback(seat))
    assert do(asked, Stand((seat + 1) % 4)).takeback is None
    assert do(asked, Stand(seat)).takeback is None


def test_bots_are_not_asked() -> None:
    table = rocks(bots=(1, 2, 3))
    assert do(table, AskTakeback(0)).state.turn == 0
    assert isinstance(do(table, AskTakeback(0)).log[-1], TookBack)
    two = rocks(bots=(0, 2))
    asked = do(two, AskTakeback(1))
    assert refused(asked, Answer(0, agrees=False)) == "takeback.not-asked"
    assert do(asked, Answer(3, agrees=True)).state.turn == 1


def test_without_people_nobody_is_asked() -> None:
    table = rocks(bots=(0, 1, 2, 3))
    back = do(table, AskTakeback(2))
    assert back.state.turn == 2


def test_nothing_is_taken_back_across_a_deal() -> None:
    for key in TABLES:
        table = dealt(key, bots=range(1, 10))
        for seat in range(len(table.seats)):
            assert refused(table, AskTakeback(seat)) == "takeback.barrier"


def test_nothing_is_taken_back_across_a_draw() -> None:
    """What was drawn has been seen: only a choice that came after it can be taken back."""
    seen = Counter[str]()
    for number in range(8):
        stream = Stream(derive(b"draw", number), b"x")
        table = dealt("horse-race-2", bots=(1,), seed=b"draw %d" % number)
        while not (table.over or table.rules.awaits_round(table.state)):
            command = next_move(table, stream)
            later = do(table, command)
            if isinstance(command.move, Draw):
                assert later.steps == ()
                assert refused(later, AskTakeback(0)) == "takeback.barrier"
                assert refused(later, AskTakeback(1)) == "takeback.barrier"
                seen["draw"] += 1
            elif isinstance(command.move, Play) and isinstance(table.log[-1], Drew) and later.steps:
                agrees = [Answer(0, agrees=True)] if command.seat else []
                if len(table.rules.legal_moves(table.state, command.seat)) > 1:
                    back = do(later, AskTakeback(command.seat), *agrees)
                    assert back.state == table.state, "back to before the placement, the drawn tile in hand"
                    seen["choice"] += 1
                else:
                    assert refused(later, AskTakeback(command.seat)) == "takeback.barrier", "it had one place only"
                    seen["no choice"] += 1
            table = later
    assert min(seen[each] for each in ("draw", "choice", "no choice")) > 0


def test_nothing_is_taken_back_across_the_end_of_a_round() -> None:
    stream = Stream(SEED, b"end")
    table = dealt("seven-rocks", bots=(1, 2, 3))
    while not table.rules.awaits_round(table.state):
        assert not table.over
        table = do(table, next_move(table, stream))
    assert isinstance(table.log[-1], Revealed)
    assert refused(table, AskTakeback(0)) == "takeback.barrier"


def test_in_the_card_race_an_announcement_can_be_taken_back_until_the_lock() -> None:
    table = dealt("card-race-3", bots=())
    banker = table.state.banker
    others = [seat for seat in range(3) if seat != banker]
    announced = do(table, Act(banker, Announce((1, 1, 1, 1, 1), 5)))
    one = do(announced, Act(others[0], Stake(Suit.CLUBS, 2)))
    back = do(one, AskTakeback(banker), *(Answer(seat, agrees=True) for seat in others))
    assert back.state == table.state
    assert refused(one, AskTakeback(others[0])) == "takeback.barrier", "a stake is changed by staking again"
    locked = do(one, Act(others[1], Stake(Suit.CLUBS, 1)))
    assert refused(locked, AskTakeback(banker)) == "takeback.barrier"


def test_nobody_asks_before_a_move_or_from_outside() -> None:
    assert refused(opened("horse-race-2"), AskTakeback(0)) == "takeback.barrier"
    assert refused(opened("horse-race-2"), Answer(0, agrees=True)) == "takeback.none"
    for seat in (-1, 4):
        assert refused(rocks(), AskTakeback(seat)) == "takeback.barrier"


# giving up, and the records of it all


def record_holds(table: Table) -> Verdict:
    """The record of what stands in a table's log, which must hold."""
    game = find(table.game)
    assert not isinstance(game, Refusal)
    ruleset = TABLES[next(key for key, value in TABLES.items() if value[1] == table.state.rules)][1]
    kinds = (Opened, Sat, Stood, Swapped, Started, TakebackAsked, TakebackAgreed, TakebackDeclined, BrokenOff)
    events = [event for event in in_force(table.log) if not isinstance(event, kinds)]
    verdict = judge(record_of(game, ruleset, events))
    assert isinstance(verdict, Verdict), verdict
    return verdict


@pytest.mark.parametrize("key", TABLES)
def test_breaking_off_shows_the_seed_and_leaves_a_record_that_holds(key: str) -> None:
    stream = Stream(SEED, b"break")
    table = do(seated(key), Promise(SEED), Contribute(1, b"me"), Deal())
    for moves in range(12):
        broken = do(table, BreakOff())
        assert broken.over
        assert [type(event) for event in broken.log[len(table.log) :]] == [Revealed, BrokenOff]
        verdict = record_holds(broken)
        assert (verdict.rounds, verdict.proofs, verdict.winners) == (1, 1, ())
        assert verdict.moves == moves
        table = do(table, next_move(table, stream))
        if table.rules.awaits_round(table.state) or table.over:
            break


@pytest.mark.parametrize("key", TABLES)
def test_breaking_off_between_rounds_shows_nothing(key: str) -> None:
    for table in (opened(key), seated(key)):
        assert handle(table, BreakOff()) == (BrokenOff(),)
    promised = do(seated(key), Promise(SEED))
    assert handle(promised, BreakOff()) == (Revealed(SEED), BrokenOff())
    assert record_holds(do(promised, BreakOff())).rounds == 0


@pytest.mark.parametrize("key", TABLES)
def test_nothing_happens_after_the_end(key: str) -> None:
    table = do(dealt(key), BreakOff())
    commands = (
        Sit(0, person("x")),
        Stand(0),
        Swap(0, 1),
        Start(),
        Promise(SEED),
        Deal(),
        Contribute(0, b"x"),
        Act(0, PASS),
        AskTakeback(0),
        Answer(0, agrees=True),
        BreakOff(),
    )
    assert {refused(table, command) for command in commands} == {"table.over"}


@pytest.mark.parametrize("key", TABLES)
def test_lively_matches_leave_records_that_hold(key: str) -> None:
    """With contributions, takebacks, and people who come and go."""
    kinds: set[type] = set()
    for seed in "abcdef":
        table, decisions = walk(key, seed, 1500)
        kinds |= {type(event) for event in table.log}
        verdict = record_holds(table)
        assert verdict.winners == table.rules.winners(table.state)
        assert verdict.proofs == verdict.rounds > 0
        assert after(opened(key), [event for decision in decisions[1:] for event in decision]) == table
    assert {Contributed, Stood, TakebackAsked, TookBack} <= kinds


def test_a_knock_is_not_taken_back_alone() -> None:
    """Nobody chose it, and it would only be made again: the move before it is meant."""
    for number in range(200):
        table = dealt("seven-rocks", bots=(1, 2, 3), seed=b"knock %d" % number)
        stream = Stream(derive(b"knock", number), b"x")
        while table.rules.actors(table.state) and not isinstance(table.log[-1], Passed):
            table = do(table, next_move(table, stream))
        if isinstance(table.log[-1], Passed) and table.log[-1].seat == 0 and table.chosen(0):
            break
    else:
        pytest.fail("nobody knocked")
    before = table.chosen(0)[-1].at
    assert isinstance(table.log[before], Played)
    assert do(table, AskTakeback(0)).log[-1] == TookBack(before)


def test_a_placement_without_another_is_not_taken_back_alone() -> None:
    """As with a knock: the choice before it is meant, and what followed goes with it."""
    for number in range(200):
        table = dealt("seven-rocks", bots=(1, 2, 3), seed=b"single %d" % number)
        stream = Stream(derive(b"single", number), b"x")
        while table.rules.actors(table.state) and not _single(table):
            table = do(table, next_move(table, stream))
        if _single(table) and table.chosen(0):
            break
    else:
        pytest.fail("nobody had a single placement")
    before = table.chosen(0)[-1].at
    assert before < table.steps[-1].at
    assert do(table, AskTakeback(0)).log[-1] == TookBack(before)


def _single(table: Table) -> bool:
    """Whether the first seat has just placed a tile that was its only one to fit, in one place only."""
    if not (table.steps and table.steps[-1].seat == 0 and isinstance(table.log[table.steps[-1].at], Played)):
        return False
    return len(table.rules.legal_moves(table.steps[-1].state, 0)) == 1
