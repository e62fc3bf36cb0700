"""One device for several people, one seat on several devices, and one seat for each guest."""

from playwright.sync_api import Page, expect

from homestretch.fives.state import State
from homestretch.kit.hidden import known
from homestretch.kit.seat import Seat
from web.serving import Running

from .tables import Play, act, caught_up, my_turn, open_by_form, open_table, sit_down, two_friends, wait_until
from .visitors import Visitors


def held(play: Play, seat: Seat) -> list[str]:
    """The tiles that a seat holds, as the server knows them."""
    state = play.table.state
    assert isinstance(state, State)
    return sorted(f"{tile.low}{tile.high}" for tile in known(state.hands[seat]))


def shown_hand(page: Page) -> list[str]:
    """The tiles whose faces the page's hand shows."""
    uses = page.locator("#hand .cell use").evaluate_all("all => all.map(each => each.getAttribute('href'))")
    return sorted({use.removeprefix("#t") for use in uses if use[2:].isdecimal()})


def test_people_who_pass_a_device_round_see_only_their_own_hands(page: Page, server: Running) -> None:
    table = open_by_form(page, server, "horse-race", others="here", names="Ann, Bo")
    play = Play(server, table, {0: page, 1: page})
    owners: set[Seat] = set()
    while len(owners) < 2:
        seat = play.wait_for_turn()
        caught_up(page, len(play.table.log))
        assert page.locator("#hand").count() == 0
        expect(page.locator(".covers .go")).to_have_count(1)
        page.click(f"#take-{seat}")
        page.wait_for_selector("#hand")
        while play.wait_for_turn() == seat:
            caught_up(page, len(play.table.log))
            assert shown_hand(page) == held(play, seat)
            events = len(play.table.log)
            act(page, "fives", play.moves)
            play.moves += 1
            wait_for_more(play, events)
        owners.add(seat)
        page.wait_for_selector(".covers")
        assert page.locator("#hand").count() == 0


def wait_for_more(play: Play, events: int) -> None:
    wait_until(lambda: len(play.table.log) > events, "the move is made")


def test_a_seat_is_played_from_a_second_device_by_its_private_link(visitors: Visitors, server: Running) -> None:
    phone, _, play = two_friends(visitors, server, "horse-race")
    while play.wait_for_turn() != 0:
        play.step()
    caught_up(phone, len(play.table.log))
    phone.click("#share summary")
    phone.click("#share a")
    link = phone.input_value("#link-1")
    assert "/claim/" in link
    phone.go_back()

    desk = visitors.arrive(link)
    assert desk.locator("#hand").count() == 0
    desk.click("main .go")
    desk.wait_for_selector("#hand")
    assert shown_hand(desk) == held(play, 0)
    play.pages[0] = desk
    play.step()
    play.wait_for_turn()
    caught_up(desk, len(play.table.log))
    caught_up(phone, len(play.table.log))
    assert shown_hand(phone) == shown_hand(desk) == held(play, 0)


def test_two_tabs_of_a_guest_show_the_same_seat(visitors: Visitors, server: Running) -> None:
    ann, _, play = two_friends(visitors, server, "horse-race")
    while play.wait_for_turn() != 0:
        play.step()
    tab = visitors.open(ann.context)
    tab.goto(ann.url)
    my_turn(tab)
    assert shown_hand(tab) == held(play, 0)
    play.step()
    play.wait_for_turn()
    caught_up(tab, len(play.table.log))
    caught_up(ann, len(play.table.log))
    assert shown_hand(tab) == shown_hand(ann)


def test_a_guest_has_one_seat_at_a_table(visitors: Visitors, server: Running) -> None:
    visitors.expect("409")
    host = visitors.arrive("about:blank")
    table = open_table(host, server, "horse-race", seating="3", name="Ann")
    friend = visitors.arrive(f"{server.address}/t/{table}")
    expect(friend.locator("form.sit")).to_have_count(2)
    late = visitors.open(friend.context)
    late.goto(friend.url)
    sit_down(friend, "Bo")
    expect(friend.locator("form.sit")).to_have_count(0)
    expect(late.locator("form.sit")).to_have_count(0)
    answer = friend.request.post(
        f"{friend.url}/sit", form={"seat": "2", "name": "Bo again"}, headers={"sec-fetch-site": "same-origin"}
    )
    assert answer.status == 409
    names = [who and who.name for who in server.site.hub.rooms[table].table.seats]
    assert names == ["Ann", "Bo", None]
    friend.click("li.own form button >> nth=0")
    expect(friend.locator("form.sit")).to_have_count(2)
