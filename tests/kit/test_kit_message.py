"""Messages and refusals."""

from homestretch.kit.message import Message, Refusal, Refused, refuse, say


def test_say_and_refuse() -> None:
    assert say("hello") == Message("hello", {})
    assert say("hello", seat=1) == Message("hello", {"seat": 1})
    assert refuse("no", tile=2) == Refusal("no", {"tile": 2})
    assert say("hello").data is not say("hello").data


def test_a_refusal_is_a_message_but_not_the_same_one() -> None:
    assert isinstance(refuse("no"), Message)
    assert say("no") != refuse("no")


def test_refused_carries_its_refusal() -> None:
    refusal = refuse("no", seat=1)
    assert Refused(refusal).refusal is refusal
    assert str(Refused(refusal)) == "no"
