"""Samples that belong together, and the call that makes them.

`Samples` holds one value a sample: an array, or the `Failure` that stands in its place.
`Invocation` is the same while the values are still on the way: waiting to be scheduled, running in
chunks of samples, or done. What must hold: a sample that fails, whatever the reason, becomes a
`Failure` and leaves its neighbours alone; and values that no Tensor or Batch and no later call can
ask for any more are let go chunk by chunk, so that a chain of calls needs the memory of its chunks.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterable, Sequence
from typing import Any

from ddcli.engine.attempt import attempted
from ddcli.engine.call import Call
from ddcli.engine.device import CPU, Device
from ddcli.engine.executor import Executor, Task
from ddcli.engine.primitives import Array
from ddcli.errors import Failure, Reason

_counting = threading.Lock()  # guards who will still use which values

# Samples a task works through: enough to bury the cost of a task, few enough to stay in the cache.
_LARGEST_CHUNK = 8


class Hold:
    """Kept by every Tensor and Batch of some samples: while it lives, their values must stay."""

    __slots__ = ("__weakref__",)


class Samples:
    """Values that are there already."""

    def __init__(
        self,
        values: Sequence[Array | Failure],
        layout: str | None = None,
        device: Device = CPU,
        paths: Sequence[str | None] | None = None,
    ) -> None:
        self.values: list[Any] = list(values)
        self.layout = layout
        self.device = device
        self.paths = paths
        self.empty_dtype = "float32"  # of a batch without samples
        self._hold: weakref.ref[Hold] | None = None

    def __len__(self) -> int:
        return len(self.values)

    def hold(self) -> Hold:
        """The one hold on these samples, made when it is first asked for."""
        hold = self._hold() if self._hold is not None else None
        if hold is None:
            hold = Hold()
            self._hold = weakref.ref(hold)
        return hold

    def claim(self, count: int) -> None:
        """Notes that a call which is not scheduled yet will use them, or with -1 that it is."""

    def expect(self, indices: Iterable[int]) -> None:
        """Notes that a scheduled chunk will use these values."""

    def used(self, indices: Iterable[int]) -> None:
        """Notes that the chunk is done with them."""

    def path(self, index: int) -> str | None:
        """The file that the sample came from, where it is known."""
        return None if self.paths is None else self.paths[index]

    def tasks(self, indices: Iterable[int]) -> Iterable[Task]:
        """The tasks that still have to end before these values are there."""
        return ()

    def schedule(self, executor: Executor) -> None:
        """Makes sure that the values are on their way."""

    def wait(self, indices: Iterable[int]) -> None:
        """Blocks until these values are there. They must have been scheduled."""
        for task in self.tasks(indices):
            task.wait()


class Invocation(Samples):
    """The results of a call that is not scheduled yet, running, or done."""

    def __init__(self, call: Call, size: int, layout: str | None, device: Device) -> None:
        super().__init__([None] * size, layout, device)
        if call.inputs:
            first = call.inputs[0]
            if first.samples.paths is not None:
                self.paths = [first.samples.path(index) for index in first.indices]
        for view in call.views:
            view.samples.claim(1)
        self._call: Call | None = call
        self._claims = 0
        self._chunks: list[_Chunk] = []
        self._chunk_size = 1
        self._lock = threading.Lock()

    @property
    def scheduled(self) -> bool:
        return self._call is None

    def schedule(self, executor: Executor) -> None:
        for invocation in self._unscheduled():
            invocation._start(executor)

    def tasks(self, indices: Iterable[int]) -> Iterable[Task]:
        numbers = {index // self._chunk_size for index in indices}
        return [chunk for number in numbers if not (chunk := self._chunks[number]).ended]

    def claim(self, count: int) -> None:
        with _counting:
            self._claims += count

    def expect(self, indices: Iterable[int]) -> None:
        with _counting:
            for number in {index // self._chunk_size for index in indices}:
                self._chunks[number].users += 1

    def used(self, indices: Iterable[int]) -> None:
        with _counting:
            for number in {index // self._chunk_size for index in indices}:
                chunk = self._chunks[number]
                chunk.users -= 1
                held = self._hold is not None and self._hold() is not None
                if not (chunk.users or self._claims or held):
                    self.values[chunk.start : chunk.stop] = [None] * (chunk.stop - chunk.start)

    def _unscheduled(self) -> list[Invocation]:
        """This call and those that it builds on and nobody has scheduled, inputs first."""
        order: list[Invocation] = []
        seen: set[int] = set()
        stack: list[tuple[Samples, bool]] = [(self, False)]
        while stack:
            samples, inputs_done = stack.pop()
            if not isinstance(samples, Invocation) or (call := samples._call) is None:
                continue
            if inputs_done:
                order.append(samples)
            elif id(samples) not in seen:
                seen.add(id(samples))
                stack.append((samples, True))
                stack += [(view.samples, False) for view in call.views]
        return order

    def _start(self, executor: Executor) -> None:
        with self._lock:  # two threads may ask for the same deferred value
            call = self._call
            if call is None:
                return
            size = len(self)
            self._chunk_size = max(1, min(_LARGEST_CHUNK, -(-size // (2 * executor.num_threads))))
            starts = range(0, size, self._chunk_size)
            self._chunks = [
                _Chunk(self, call, start, min(start + self._chunk_size, size)) for start in starts
            ]
            for chunk in self._chunks:
                chunk.expect()
            for chunk in self._chunks:
                executor.schedule(chunk, chunk.prerequisites())
            for view in call.views:
                view.samples.claim(-1)
            self._call = None


class _Chunk(Task):
    """The samples from `start` to `stop` of an invocation."""

    __slots__ = ("call", "invocation", "start", "stop", "users")

    def __init__(self, invocation: Invocation, call: Call, start: int, stop: int) -> None:
        super().__init__()
        self.invocation: Invocation | None = invocation
        self.call: Call | None = call
        self.start, self.stop = start, stop
        self.users = 0  # scheduled chunks of later calls that still need these values

    def expect(self) -> None:
        assert self.call is not None
        for view in self.call.views:
            view.samples.expect(view.indices[self.start : self.stop])

    def prerequisites(self) -> set[Task]:
        assert self.call is not None
        tasks: set[Task] = set()
        for view in self.call.views:
            tasks.update(view.samples.tasks(view.indices[self.start : self.stop]))
        return tasks

    def run(self) -> None:
        invocation, call = self.invocation, self.call
        assert invocation is not None
        assert call is not None
        inputs = [view.part(self.start, self.stop) for view in call.inputs]
        varying = {name: v.part(self.start, self.stop) for name, v in call.varying.items()}
        results = attempted(call, inputs, varying, self.stop - self.start)
        for offset, result in enumerate(results):
            index = self.start + offset
            if isinstance(result, Failure):
                result = result.at(
                    path=invocation.path(index), operator=call.operator, call_site=call.call_site
                )
            invocation.values[index] = result
        del inputs, varying
        for view in call.views:
            view.samples.used(view.indices[self.start : self.stop])
        self.invocation = self.call = None

    def cancel(self) -> None:
        assert self.invocation is not None
        cancelled = Failure(Reason.CANCELLED, "the process ended before this sample's turn")
        self.invocation.values[self.start : self.stop] = [cancelled] * (self.stop - self.start)
        self.invocation = self.call = None
