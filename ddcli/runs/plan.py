"""What a run will write, decided before it begins: a name for every output, no two alike.

Names are made of the whole list of sources, so that neither order nor a part of the run has a say.
They are compared without case, so that a copy is complete on every file system.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """The outputs of each source: ``cat/a.jpg``, or ``cat/a-0.jpg`` and on with several copies.

    `renamed` has the sources whose plain name another source has: they keep their whole file name
    (``cat/a.png`` becomes ``cat/a.png.jpg``), and get a number where even that is taken.
    """

    keys: Sequence[str]
    copies: int
    extension: str
    renamed: Mapping[int, str]

    def output(self, index: int, copy: int) -> str:
        """The name, relative to the output folder, of a copy of the source with this index."""
        stem = self.renamed.get(index) or _stem(self.keys[index])
        number = "" if self.copies == 1 else f"-{copy}"
        return f"{stem}{number}.{self.extension}"


def make_plan(keys: Sequence[str], copies: int, extension: str) -> Plan:
    """The plan for sources of these keys, which are relative names with ``/`` and all different.

    >>> plan = make_plan(["c/a.jpg", "c/a.png", "c/b.jpg"], copies=1, extension="jpg")
    >>> [plan.output(index, 0) for index in range(3)]
    ['c/a.jpg', 'c/a.png.jpg', 'c/b.jpg']
    """
    own = [os.path.splitext(key)[1] == f".{extension}" for key in keys]
    taken: set[str] = set()
    renamed: dict[int, str] = {}
    # A source that is named like its output already keeps that name; then it is first come.
    for index in sorted(range(len(keys)), key=lambda each: (not own[each], keys[each])):
        stem = next(each for each in _stems(keys[index]) if _comparable(each) not in taken)
        taken.add(_comparable(stem))
        if stem != _stem(keys[index]):
            renamed[index] = stem
    return Plan(keys, copies, extension, renamed)


def _stem(key: str) -> str:
    return os.path.splitext(key)[0]


def _stems(key: str) -> Iterator[str]:
    """What an output of this source may be called, best first. Stems that differ are enough: what
    follows a stem, a copy's number and the extension, has the same form for all."""
    yield _stem(key)
    yield key
    number = 2
    while True:
        yield f"{key}~{number}"
        number += 1


def _comparable(name: str) -> str:
    """The name as a file system that ignores case and Unicode's forms sees it."""
    return unicodedata.normalize("NFC", name).casefold()
