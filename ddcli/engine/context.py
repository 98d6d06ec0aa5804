"""How and where calls are worked off: the evaluation mode and the threads, per user thread.

`EvalMode` and `EvalContext` are context managers; they nest, and each thread of the user's has a
stack of its own. Outside of any, a thread uses the process's default context: eager, with as many
workers as the process may use CPUs.
"""

from __future__ import annotations

import os
import threading
from enum import Enum
from typing import Any

from ddcli.engine.cpus import usable_cpus
from ddcli.engine.executor import Executor
from ddcli.engine.invocation import Samples
from ddcli.errors import ArgumentError, DeviceError


class _State(threading.local):
    """Each thread's stacks of what it has entered."""

    def __init__(self) -> None:
        self.modes: list[EvalMode] = []
        self.contexts: list[EvalContext] = []


_state = _State()


class EvalMode(Enum):
    """When a call's work is done. Use a member as a context manager.

    >>> with EvalMode.deferred:
    ...     EvalMode.current()
    <EvalMode.deferred: 1>
    >>> EvalMode.current()
    <EvalMode.eager: 2>
    """

    deferred = 1
    """Only when the data is asked for."""
    eager = 2
    """In the background, from the call on; asking for the data waits for it. The default."""
    sync_cpu = 3
    """Before the call returns, as far as the CPU has a part in it."""
    sync_full = 4
    """Before the call returns, on every device."""

    @classmethod
    def current(cls) -> EvalMode:
        """The mode that the calling thread is in."""
        return _state.modes[-1] if _state.modes else cls.eager

    def __enter__(self) -> EvalMode:
        _state.modes.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _state.modes.pop()


class ThreadPool:
    """Threads that several contexts may share. Raises ArgumentError for an impossible number.

    >>> pool = ThreadPool(2)
    >>> EvalContext(thread_pool=pool).num_threads
    2
    """

    def __init__(self, num_threads: int | None = None) -> None:
        self._executor = Executor(_checked(num_threads) or get_num_threads())

    @property
    def num_threads(self) -> int:
        """How many threads there are."""
        return self._executor.num_threads


class EvalContext:
    """The threads that calls are worked off with. A context manager that may be entered again.

    ``num_threads`` defaults to `get_num_threads()`; ``thread_pool`` shares the threads of a
    `ThreadPool` instead. ``device_id`` and ``cuda_stream`` are for a GPU; this release has no GPU
    backend and takes only None. A context belongs to the thread that entered it first, until that
    one has left it.

    Raises ArgumentError for an impossible number or two numbers at once, DeviceError for a GPU's
    argument, and ArgumentError on entering a context that another thread is in.

    >>> with EvalContext(num_threads=2) as context:
    ...     context.num_threads, EvalContext.current() is context
    (2, True)
    """

    def __init__(
        self,
        *,
        num_threads: int | None = None,
        device_id: int | None = None,
        cuda_stream: Any = None,
        thread_pool: ThreadPool | None = None,
    ) -> None:
        if device_id is not None or cuda_stream is not None:
            raise DeviceError("device_id, cuda_stream: this release of ddcli works on the CPU only")
        if thread_pool is not None and num_threads is not None:
            raise ArgumentError("num_threads and thread_pool can't be combined")
        self._pool = thread_pool or ThreadPool(num_threads)
        self._executor = self._pool._executor
        self._entering = threading.Lock()
        self._owner: int | None = None
        self._entered = 0

    @property
    def num_threads(self) -> int:
        """How many threads work for this context."""
        return self._executor.num_threads

    @property
    def thread_pool(self) -> ThreadPool:
        """The threads that work for this context."""
        return self._pool

    @property
    def device_id(self) -> None:
        """The index of the GPU; None, as this release has no GPU backend."""
        return None

    @staticmethod
    def current() -> EvalContext:
        """The context that the calling thread is in."""
        return _state.contexts[-1] if _state.contexts else _default_context()

    def __enter__(self) -> EvalContext:
        with self._entering:
            if self._entered and self._owner != threading.get_ident():
                raise ArgumentError(
                    "another thread is in this EvalContext: give each thread one of its own; they"
                    " may share a ThreadPool"
                )
            self._owner = threading.get_ident()
            self._entered += 1
        _state.contexts.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _state.contexts.pop()
        with self._entering:
            self._entered -= 1


def set_num_threads(num_threads: int | None) -> None:
    """Sets the number of threads of contexts made from now on; None goes back to the default.

    Raises ArgumentError when it is not a whole number of at least 1.

    >>> set_num_threads(3)
    >>> get_num_threads()
    3
    >>> set_num_threads(None)
    """
    global _num_threads, _default
    with _default_lock:
        _num_threads, _default = _checked(num_threads), None


def get_num_threads() -> int:
    """What `set_num_threads` said, else `DDCLI_NUM_THREADS`, else the CPUs this process may use.

    >>> get_num_threads() >= 1
    True
    """
    if _num_threads is not None:
        return _num_threads
    wish = os.environ.get("DDCLI_NUM_THREADS")
    if wish is not None:
        return _checked(int(wish) if wish.isdecimal() else wish, "DDCLI_NUM_THREADS") or 1
    return usable_cpus()


def begin(samples: Samples) -> None:
    """Starts the work of a new call as far as the current mode says."""
    mode = EvalMode.current()
    if mode is EvalMode.deferred:
        return
    samples.schedule(EvalContext.current()._executor)
    if mode is not EvalMode.eager:
        samples.wait(range(len(samples)))


def finish(samples: Samples, indices: Any) -> None:
    """Waits for these samples, which somebody asks for, and starts their work if need be."""
    samples.schedule(EvalContext.current()._executor)
    samples.wait(indices)


_default: EvalContext | None = None
_default_lock = threading.Lock()
_num_threads: int | None = None


def _default_context() -> EvalContext:
    global _default
    with _default_lock:
        if _default is None:
            _default = EvalContext()
        return _default


def _checked(num_threads: Any, name: str = "num_threads") -> Any:
    whole = isinstance(num_threads, int) and not isinstance(num_threads, bool)
    if num_threads is not None and (not whole or num_threads < 1):
        raise ArgumentError(f"{name} must be a whole number of at least 1, not {num_threads!r}")
    return num_threads
