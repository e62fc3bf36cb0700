"""The logs of many tables, kept where a crash does not reach them.

A store knows nothing about events: it keeps the bytes of each decision under the number of its first event.
"""
