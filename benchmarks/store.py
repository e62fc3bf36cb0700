"""How many decisions the store in a file keeps in a second, and how long one waits: ``python benchmarks/store.py``.

Each writer plays at a table of its own and waits for one append before the next, as a table does. The folder is a
temporary one; name another as the argument to measure another disk. Nothing here is asserted in a test.
"""

import asyncio
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from homestretch.store.sqlite import SqliteStore

SECONDS = 3.0
WRITERS = (1, 10, 100, 500)
TABLES = 20_000
BODY = b'[{"type":"Played","seat":1,"tile":"1-4","host":"4-4","port":"branch-a"},{"type":"Scored","seat":1,"raw":10}]\n'


async def play(store: SqliteStore, table: str, end: float) -> list[float]:
    """Append until the end; returns the seconds that each append took."""
    waits: list[float] = []
    seq = 0
    while (start := perf_counter()) < end:
        await store.append(table, seq, BODY)
        waits.append(perf_counter() - start)
        seq += 2
    return waits


async def appends(folder: Path) -> None:
    """Print a line for each number of writers."""
    print(f"{'writers':>8}{'appends/s':>12}{'p50 ms':>10}{'p99 ms':>10}{'max ms':>10}")
    for writers in WRITERS:
        store = SqliteStore(folder / f"{writers}.db")
        start = perf_counter()
        played = await asyncio.gather(*(play(store, f"table {number}", start + SECONDS) for number in range(writers)))
        seconds = perf_counter() - start
        await store.close()
        waits = sorted(wait * 1000 for each in played for wait in each)
        p50, p99 = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
        print(f"{writers:>8}{len(waits) / seconds:>12,.0f}{p50:>10.2f}{p99:>10.2f}{waits[-1]:>10.2f}")


async def lists(folder: Path) -> None:
    """Print how long it takes to list, read and archive among many tables."""
    store = SqliteStore(folder / "many.db", clock=iter(range(TABLES * 10)).__next__)
    for seq in range(10):
        await asyncio.gather(*(store.append(f"table {number}", seq, BODY) for number in range(TABLES)))
    for since, what in ((TABLES * 10 - 100, "tables(), the 100 newest"), (0, f"tables(), all {TABLES:,}")):
        start = perf_counter()
        await store.tables(since)
        print(f"{what:<32}{(perf_counter() - start) * 1000:>10.2f} ms")
    start = perf_counter()
    await store.read("table 7")
    print(f"{'read(), 10 rows':<32}{(perf_counter() - start) * 1000:>10.2f} ms")
    start = perf_counter()
    moved = await store.archive(TABLES * 9 + 1000)
    print(f"{f'archive(), {moved:,} tables':<32}{(perf_counter() - start) * 1000:>10.2f} ms")
    await store.close()


async def main(folder: Path) -> None:
    """Print what was measured."""
    await appends(folder)
    print()
    await lists(folder)


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", help="where the temporary folder is made")
    with TemporaryDirectory(dir=parser.parse_args().folder) as name:
        asyncio.run(main(Path(name)))
