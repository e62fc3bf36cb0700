"""The page of a request that cannot be answered, in the reader's language."""

import htpy as h

from homestretch.kit.message import Message
from homestretch.web.visit import Visit


def sorry(visit: Visit, message: Message) -> h.Element:
    """What is wrong and what to do next."""
    return h.main("#main.page.sorry")[
        h.h1[visit.speak.say("web.sorry")],
        h.p(role="alert")[visit.speak(message)],
        h.p[h.a(".go", href=visit.url("/"))[visit.speak.say("web.to-front")]],
    ]
