"""Counter-based random streams: the same key gives the same numbers, whoever asks and whenever.

A stream is NumPy's Philox, keyed by a hash of everything that it may depend on. Runs key it by
(seed, sample, copy, operator position, argument), so that no thread, order or shard has a say.
"""

from __future__ import annotations

import hashlib

import numpy as np


def stream(*key: int | str) -> np.random.Generator:
    """The stream that belongs to this key; any number of parts, each an int or a str.

    >>> stream(7, "cat/1.jpg", 0).random() == stream(7, "cat/1.jpg", 0).random()
    True
    >>> stream(7, "cat/1.jpg", 0).random() == stream(7, "cat/1.jpg", 1).random()
    False
    """
    # ascii keeps the parts apart, ("a", "bc") from ("ab", "c"), and takes names that are no text.
    digest = hashlib.blake2b(ascii(key).encode(), digest_size=16, person=b"ddcli-stream").digest()
    return np.random.Generator(np.random.Philox(key=int.from_bytes(digest, "little")))
