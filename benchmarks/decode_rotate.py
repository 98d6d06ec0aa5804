"""Decoding, and decoding with rotation: ddcli beside DALI's dynamic mode, in one process.

Both get the same 64 encoded JPEGs from memory, the same number of threads, and must give the same
pixels (decoding: exactly; rotation: within two levels, as DALI's own is off by one more than ours
at hard edges of large pictures). As in a training loop, a batch lives until the next one is there.
The two take turns, and each round gives
one ratio of times, DALI's to ours, so that a machine that gets slower or faster in between does not
count. Above 1, ddcli is faster.

    python benchmarks/decode_rotate.py [--rounds 15] [--threads 1,2] [--json FILE]
"""

from __future__ import annotations

import argparse
import itertools
import json
import platform
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import nvidia.dali
import nvidia.dali.experimental.dynamic as dali

import ddcli

BATCH_SIZE = 64
SAMPLES = Path(__file__).parents[1] / "sample_data"

Work = Callable[[Any], Any]  # takes a library's module and gives the batch that it made


@dataclass(frozen=True)
class Row:
    """One line of the table: images a second of each, and the ratio with its spread."""

    work: str
    threads: int
    ddcli: float
    dali: float
    ratio: float
    lowest: float
    highest: float


def main() -> None:
    options = parsed_arguments()
    encoded = {module: as_batch(module, sample_bytes()) for module in (ddcli, dali)}
    angles = np.random.default_rng(0).uniform(-10, 10, BATCH_SIZE).astype(np.float32)

    def decode(module: Any) -> Any:
        return module.decoders.image(encoded[module], device="cpu")

    def decode_rotate(module: Any) -> Any:
        turned = as_batch(module, list(angles))
        return module.rotate(decode(module), angle=turned, fill_value=0)

    def tiny(module: Any) -> Any:
        return module.decoders.image(tiny_batches[module], device="cpu")

    tiny_batches = {module: as_batch(module, tiny_bytes()) for module in (ddcli, dali)}
    check(decode, tolerance=0)
    check(decode_rotate, tolerance=2)
    works: list[tuple[str, str, Work]] = [
        ("decode, sync_full", "sync_full", decode),
        ("decode + rotate, eager", "eager", decode_rotate),
        ("decode 16x16, sync_full", "sync_full", tiny),
    ]
    rows = [
        measure(name, work, mode, threads, options.rounds)
        for threads in options.threads
        for name, mode, work in works
    ]
    report(rows, options.json)


def parsed_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--threads", type=lambda text: [int(n) for n in text.split(",")])
    parser.add_argument("--json", type=Path, help="also write the rows to this file")
    parser.set_defaults(threads=[1, 2])
    return parser.parse_args()


def sample_bytes() -> list[np.ndarray]:
    files = sorted(SAMPLES.rglob("*.jpg"))
    wanted = itertools.islice(itertools.cycle(files), BATCH_SIZE)
    return [np.frombuffer(path.read_bytes(), np.uint8) for path in wanted]


def tiny_bytes() -> list[np.ndarray]:
    """64 JPEGs of 16x16: what is left is the overhead of each image."""
    rng = np.random.default_rng(1)
    pictures = ddcli.as_batch(rng.integers(0, 256, (BATCH_SIZE, 16, 16, 3), np.uint8), layout="HWC")
    return [np.asarray(each) for each in ddcli.encoders.image(pictures)]


def as_batch(module: Any, samples: list[Any]) -> Any:
    return module.as_batch(samples)


def check(work: Work, tolerance: int) -> None:
    """Both must have done the same work."""
    ours, theirs = (
        [np.asarray(each).astype(int) for each in work(module)] for module in (ddcli, dali)
    )
    for mine, other in zip(ours, theirs):
        assert mine.shape == other.shape, (mine.shape, other.shape)
        assert np.abs(mine - other).max() <= tolerance


def measure(name: str, work: Work, mode: str, threads: int, rounds: int) -> Row:
    seconds: dict[Any, list[float]] = {ddcli: [], dali: []}
    held: dict[Any, Any] = {}
    contexts = {module: module.EvalContext(num_threads=threads) for module in (ddcli, dali)}
    for number in range(rounds + 2):
        # A B, B A, A B ...: neither is always the one that finds the caches warm.
        for module in (ddcli, dali) if number % 2 else (dali, ddcli):
            with contexts[module], getattr(module.EvalMode, mode):
                started = time.perf_counter()
                held[module] = work(module).evaluate()
                elapsed = time.perf_counter() - started
            if number >= 2:  # the first two warm up
                seconds[module].append(elapsed)
    ratios = [theirs / ours for ours, theirs in zip(seconds[ddcli], seconds[dali])]
    return Row(
        name,
        threads,
        BATCH_SIZE / statistics.median(seconds[ddcli]),
        BATCH_SIZE / statistics.median(seconds[dali]),
        statistics.median(ratios),
        min(ratios),
        max(ratios),
    )


def report(rows: list[Row], target: Path | None) -> None:
    versions = f"ddcli {ddcli.__version__}, DALI {nvidia.dali.__version__}"
    print(f"{versions}, Python {platform.python_version()}; {BATCH_SIZE} images a batch")
    print(f"{'work':<26}{'threads':>8}{'ddcli/s':>10}{'DALI/s':>10}{'ratio':>8}  (lowest-highest)")
    for row in rows:
        print(
            f"{row.work:<26}{row.threads:>8}{row.ddcli:>10.0f}{row.dali:>10.0f}{row.ratio:>8.2f}"
            f"  ({row.lowest:.2f}-{row.highest:.2f})"
        )
    if target is not None:
        data = {"versions": versions, "rows": [asdict(row) for row in rows]}
        target.write_text(json.dumps(data, indent=2) + "\n")


if __name__ == "__main__":
    main()
