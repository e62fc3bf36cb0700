"""The table of the card race: the bank, stakes, the ledger, and what a newcomer is told."""

import asyncio
import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from homestretch.kit.card import Suit
from homestretch.race.events import Paid
from homestretch.race.moves import Stake
from homestretch.race.odds import bank_edge, chances
from homestretch.race.state import Phase

from .people import BANK, begun, choosing, staking
from .serving import Running, serving


def test_what_was_filled_in_is_still_there_when_it_is_refused(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await begun(stack, running, "card-race", 3, any_stake="1")
            banker = room.table.state.banker
            form = BANK | {"price1": "7", "limit": "99999"}
            page = (await people[banker].do(room, "move", at=len(room.table.log), **form)).text
            assert re.search(r'name="price1"[^>]*value="7"', page)
            assert re.search(r'name="limit"[^>]*value="99999"', page)
            assert 'value="99999"' not in (await people[banker].get(f"/t/{room.id}")).text
            await people[banker].must(room, "move", at=len(room.table.log), **(BANK | {"limit": "2"}))
            seat = (banker + 1) % 3
            stake = {"kind": "stake", "suit": "D", "amount": "77"}
            page = (await people[seat].do(room, "move", at=len(room.table.log), **stake)).text
            assert 'value="D" required checked' in page
            assert re.search(r'name="amount"[^>]*value="77"', page)

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_stake_may_be_changed_on_the_page_until_all_have_chosen(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people, banker = await staking(stack, running, 3, limit=2)
            first, second = (seat for seat in range(3) if seat != banker)
            await people[first].must(room, "move", at=len(room.table.log), kind="stake", suit="S", amount=1)
            page = (await people[first].get(f"/t/{room.id}")).text
            assert 'id="change-stake"' in page
            assert 'value="S" required checked' in page, "the form begins with what was chosen"
            await people[first].must(room, "move", at=len(room.table.log), kind="stake", suit="D", amount=2)
            assert room.table.state.stakes[first] == Stake(Suit.DIAMONDS, 2)
            for seat in (banker, second):
                assert 'id="change-stake"' not in (await people[seat].get(f"/t/{room.id}")).text
            await people[second].must(room, "move", at=len(room.table.log), kind="stake", suit="H", amount=1)
            assert 'id="change-stake"' not in (await people[first].get(f"/t/{room.id}")).text, "all have chosen"

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_the_ledger_keeps_what_the_last_race_changed_until_the_next_is_settled(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people, banker = await staking(stack, running, 3)
            for seat in (seat for seat in range(3) if seat != banker):
                await people[seat].must(room, "move", at=len(room.table.log), kind="stake", suit="S", amount=1)
            while room.table.state.phase is Phase.RACE:
                await people[banker].must(room, "move", at=len(room.table.log), move="turn")
            paid = next(event for event in reversed(room.table.log) if isinstance(event, Paid))
            for person in people:
                await person.must(room, "ready")
            await choosing(room)
            assert room.table.state.race == 2
            page = (await people[0].get(f"/t/{room.id}")).text
            changes = re.findall(r"<td>\d+</td><td>([+−]\d+)</td>", page)
            assert [int(change.replace("−", "-")) for change in changes] == list(paid.changes)

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_a_newcomer_is_taught_beside_what_they_do_and_at_the_settlement(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people = await begun(stack, running, "card-race", 3)
            banker = await choosing(room)

            async def page(seat: int) -> str:
                return (await people[seat].get(f"/t/{room.id}")).text

            assert 0 < (await page(banker)).find('class="guide"') < (await page(banker)).find('class="turf"')
            await people[banker].must(room, "move", at=len(room.table.log), limit=1, **BANK)
            one, other = (seat for seat in range(3) if seat != banker)
            await people[other].post("/options", {"chances": "0"})
            assert "Compare the chances" in await page(one)
            assert "Compare the chances" not in await page(other), "there is nothing to compare"
            assert "A winner gets the stake back" in (await page(other)).partition('class="turf"')[0]
            for seat in (one, other):
                await people[seat].must(room, "move", at=len(room.table.log), kind="stake", suit="S", amount=1)
            assert 'class="guide"' not in await page(banker)
            while room.table.state.phase is Phase.RACE:
                await people[banker].must(room, "move", at=len(room.table.log), move="turn")
            assert (await page(one)).count('class="lesson"') == 2

    with serving(tmp_path) as running:
        asyncio.run(play(running))


def test_the_bank_is_told_its_own_edge_and_everyone_else_that_of_the_backer(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        async with AsyncExitStack() as stack:
            room, people, banker = await staking(stack, running, 3)
            state = room.table.state
            edges = [bank_edge(chance, state.price(suit)) for suit, chance in chances(state.counts).items()]
            for seat in range(3):
                page = (await people[seat].get(f"/t/{room.id}")).text
                assert ("edge of the bank" in page, "edge of the backer" in page) == (seat == banker, seat != banker)
                told = re.findall(r"<td>(−?[\d.]+)%</td>", page)[1::2]
                assert [float(each.replace("−", "-")) for each in told] == [
                    pytest.approx(float(edge if seat == banker else -edge) * 100, abs=0.06) for edge in edges
                ]

    with serving(tmp_path) as running:
        asyncio.run(play(running))
