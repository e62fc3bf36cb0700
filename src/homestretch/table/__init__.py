"""One table: seats, commands, consents and audiences of a running match, without clock or I/O.

The terminal and the browser drive the same one.
"""
