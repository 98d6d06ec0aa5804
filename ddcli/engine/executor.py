"""The threads, and the order in which tasks run.

The contract; each number has a test in tests/engine/test_executor.py:

1. Every scheduled task ends exactly once: it ran, or it was cancelled when the process ends.
2. A task starts only after every task that it waits for has ended.
3. When a task ends, one of the tasks that waited for it goes on at once on the same thread, while
   its pixels are still in the cache; the others come before everything that waits for nothing. So
   what was begun is finished first, and a chain of calls does not fill the memory.
4. A worker never blocks on a task. So any graph finishes with any number of threads, one included.
5. Tasks that wait for nothing start in the order in which they were scheduled.
6. A task's own exceptions never reach a worker: `Task.run` turns them into values. One that does
   escape ends the task all the same, and comes out of `Task.wait`.
7. Nothing is left running at interpreter exit: tasks in work are finished, the others cancelled.
"""

from __future__ import annotations

import atexit
import os
import threading
import weakref
from collections import deque
from collections.abc import Iterable
from queue import SimpleQueue

# One lock for all task graphs: it is held for a few list operations a task, never while one runs.
_graph = threading.Lock()


class Task:
    """A piece of work that starts when the tasks it waits for have ended."""

    __slots__ = ("_ended", "_error", "_event", "_executor", "_missing", "_next")

    def __init__(self) -> None:
        self._executor: Executor | None = None
        self._next: list[Task] = []
        self._missing = 0
        self._ended = False
        self._event: threading.Event | None = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """The work. Keeps its results, failures included, for itself."""
        raise NotImplementedError

    def cancel(self) -> None:
        """Called instead of `run` when the process ends first."""
        raise NotImplementedError

    @property
    def ended(self) -> bool:
        return self._ended

    def wait(self) -> None:
        """Blocks until the task has ended; it must have been scheduled."""
        with _graph:
            if not self._ended and self._event is None:
                self._event = threading.Event()
        if not self._ended and self._event is not None:
            self._event.wait()
        if self._error is not None:
            raise self._error

    def _finish(self, error: BaseException | None = None) -> list[Task]:
        """Marks the task as ended and returns those that may start now."""
        with _graph:
            self._error, self._ended = error, True
            waiting, self._next = self._next, []
            ready = []
            for task in waiting:
                task._missing -= 1
                if task._missing == 0:
                    ready.append(task)
            if self._event is not None:
                self._event.set()
        return ready


class _Queue:
    """Tasks that may start: the urgent ones first, each kind in its order. For all threads."""

    def __init__(self) -> None:
        self._tokens: SimpleQueue[bool] = SimpleQueue()  # one for each task, False to go home
        self._urgent: deque[Task] = deque()
        self._others: deque[Task] = deque()

    def put(self, task: Task, urgent: bool = False) -> None:
        (self._urgent if urgent else self._others).append(task)
        self._tokens.put(True)

    def dismiss(self) -> None:
        """Sends one worker home after everything that is queued already."""
        self._tokens.put(False)

    def get(self) -> Task | None:
        """The next task, waited for; None to go home."""
        if not self._tokens.get():
            return None
        # Whoever holds a token finds a task: if not an urgent one, then the one that is left over
        # because somebody else took ours.
        try:
            return self._urgent.popleft()
        except IndexError:
            return self._others.popleft()


class Executor:
    """`num_threads` workers and their queue. The threads start with the first task, and stop after
    the last one when nothing refers to the executor any more."""

    def __init__(self, num_threads: int) -> None:
        self.num_threads = num_threads
        self._queue = _Queue()
        self._threads: list[threading.Thread] = []
        self._starting = threading.Lock()
        self._pid = 0

    def schedule(self, task: Task, after: Iterable[Task] = ()) -> None:
        """Runs the task as soon as all of `after` have ended."""
        task._executor = self
        with _graph:
            for other in after:
                if not other._ended:
                    other._next.append(task)
                    task._missing += 1
            ready = task._missing == 0
        if self._pid != os.getpid():  # not started yet, or this is a forked child
            self._start()
        if ready:
            self._queue.put(task)

    def _start(self) -> None:
        with self._starting:
            if self._pid == os.getpid():
                return
            self._pid, self._queue = os.getpid(), _Queue()
            self._threads = [
                threading.Thread(
                    target=_work, args=(self._queue,), name=f"ddcli-{index}", daemon=True
                )
                for index in range(self.num_threads)
            ]
            for thread in self._threads:
                thread.start()
            _running[:] = [crew for crew in _running if any(t.is_alive() for t in crew[1])]
            _running.append((self._queue, self._threads))
            # Not at exit: there `_stop_all` cancels and joins, while this only says goodbye.
            farewell = weakref.finalize(self, _dismiss, self._queue, self.num_threads)
            farewell.atexit = False


_running: list[tuple[_Queue, list[threading.Thread]]] = []
_exiting = False


def _work(queue: _Queue) -> None:
    """A worker's life: take a task, follow its continuations, take the next."""
    while (task := queue.get()) is not None:
        following: Task | None = task
        while following is not None:
            following = _run(following, queue)
        del task  # an idle worker must not keep the last batch's memory alive


def _run(task: Task, queue: _Queue) -> Task | None:
    """Runs one task and returns the one to go on with on this thread."""
    error: BaseException | None = None
    try:
        if _exiting:
            task.cancel()
        else:
            task.run()
    except BaseException as escaped:  # whoever waits for the task must hear of it, or hangs
        error = escaped
    following: Task | None = None
    for ready in task._finish(error):
        executor = ready._executor
        if following is None and executor is not None and executor._queue is queue:
            following = ready
        elif executor is not None:
            executor._queue.put(ready, urgent=True)
    return following


def _dismiss(queue: _Queue, num_threads: int) -> None:
    """Sends the workers home after the tasks that are queued already."""
    for _ in range(num_threads):
        queue.dismiss()


@atexit.register
def _stop_all() -> None:
    """Joins every worker before the interpreter takes the modules away."""
    global _exiting
    _exiting = True
    for queue, threads in _running:
        _dismiss(queue, len(threads))
        for thread in threads:
            thread.join()


def _start_over() -> None:
    """A forked child has none of the parent's threads, and maybe its locks in a taken state."""
    global _graph
    _graph = threading.Lock()
    _running.clear()


os.register_at_fork(after_in_child=_start_over)
