"""The executor's contract, number by number."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ddcli.engine.executor import Executor, Task


class Step(Task):
    """Notes when and where it ran."""

    def __init__(self, log: list, name: object = None, work=lambda: None) -> None:
        super().__init__()
        self.log, self.name, self.work = log, name, work
        self.runs = 0

    def run(self) -> None:
        self.runs += 1
        self.work()
        self.log.append((self.name, threading.get_ident()))

    def cancel(self) -> None:
        self.log.append(("cancelled", self.name))


@given(
    threads=st.integers(1, 5),
    edges=st.lists(st.lists(st.integers(0, 30), max_size=4), min_size=1, max_size=30),
)
def test_1_2_4_any_graph_ends_each_task_once_and_after_its_inputs(threads, edges):
    log: list = []
    executor = Executor(threads)
    tasks: list[Step] = []
    for number, inputs in enumerate(edges):
        task = Step(log, number)
        executor.schedule(task, [tasks[i % number] for i in inputs] if number else [])
        tasks.append(task)
    for task in tasks:
        task.wait()
    order = [name for name, _ in log]
    assert sorted(order) == list(range(len(edges)))
    assert all(task.runs == 1 for task in tasks)
    for number, inputs in enumerate(edges):
        for i in inputs:
            assert not number or order.index(i % number) < order.index(number)


def test_3_a_continuation_runs_at_once_on_the_same_thread():
    log: list = []
    executor = Executor(1)
    gate = threading.Event()
    first = Step(log, "first", gate.wait)
    second, other = Step(log, "second"), Step(log, "other")
    executor.schedule(first)
    executor.schedule(other)
    executor.schedule(second, [first])
    gate.set()
    for task in (first, second, other):
        task.wait()
    assert [name for name, _ in log] == ["first", "second", "other"]
    assert log[0][1] == log[1][1]


def test_3_further_continuations_are_open_to_other_threads():
    executor = Executor(2)
    both = threading.Barrier(2, timeout=10)
    gate = threading.Event()
    first = Step([], "first", gate.wait)
    two = [Step([], n, both.wait) for n in range(2)]
    executor.schedule(first)
    for task in two:
        executor.schedule(task, [first])
    gate.set()
    for task in two:
        task.wait()  # would break the barrier if both were bound to one thread


def test_3_what_was_begun_is_finished_before_something_new_is_begun():
    log: list = []
    executor = Executor(1)
    gate = threading.Event()
    first = Step(log, "first", gate.wait)
    executor.schedule(first)
    fresh = [Step(log, f"new {n}") for n in range(3)]
    for task in fresh:
        executor.schedule(task)
    following = [Step(log, f"following {n}") for n in range(3)]
    for task in following:
        executor.schedule(task, [first])
    gate.set()
    for task in fresh:
        task.wait()
    names = [name for name, _ in log]
    assert names == [
        "first",
        *(f"following {n}" for n in range(3)),
        *(f"new {n}" for n in range(3)),
    ]


def test_5_independent_tasks_start_in_the_order_of_scheduling():
    log: list = []
    executor = Executor(1)
    tasks = [Step(log, number) for number in range(50)]
    for task in tasks:
        executor.schedule(task)
    tasks[-1].wait()
    assert [name for name, _ in log] == list(range(50))


def test_6_an_escaped_exception_comes_out_of_wait_and_the_worker_lives_on():
    executor = Executor(1)
    bad = Step([], "bad", lambda: 1 / 0)
    after, good = Step([], "after"), Step([], "good")
    executor.schedule(bad)
    executor.schedule(after, [bad])
    executor.schedule(good)
    with pytest.raises(ZeroDivisionError):
        bad.wait()
    after.wait()
    good.wait()


def test_many_threads_may_schedule_and_wait_at_once():
    executor = Executor(3)
    done: list = []

    def user(seed: int) -> None:
        chance = random.Random(seed)
        tasks: list[Step] = []
        for _ in range(100):
            task = Step([])
            executor.schedule(task, chance.sample(tasks, min(len(tasks), 3)))
            tasks.append(task)
        for task in tasks:
            task.wait()
        done.append(seed)

    users = [threading.Thread(target=user, args=(seed,)) for seed in range(8)]
    for each in users:
        each.start()
    for each in users:
        each.join(30)
    assert sorted(done) == list(range(8))


def test_threads_go_home_when_nobody_refers_to_the_executor():
    executor = Executor(2)
    task = Step([])
    executor.schedule(task)
    task.wait()
    threads = executor._threads
    del executor, task
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()


EXIT_SCRIPT = """
import threading, time
from ddcli.engine import executor as module

class Slow(module.Task):
    def run(self):
        started.set()
        while not module._exiting:
            time.sleep(0.01)
        print("ran", flush=True)
    def cancel(self):
        print("cancelled", flush=True)

started = threading.Event()
executor = module.Executor(1)
for _ in range(3):
    executor.schedule(Slow())
started.wait()
"""


def test_7_at_exit_running_tasks_finish_and_the_others_are_cancelled():
    finished = subprocess.run(
        [sys.executable, "-c", EXIT_SCRIPT], capture_output=True, text=True, timeout=30, check=True
    )
    assert finished.stdout.split() == ["ran", "cancelled", "cancelled"]
    assert finished.stderr == ""


FORK_SCRIPT = """
import os, warnings
warnings.simplefilter("ignore")
import numpy as np, ddcli as ndd
picture = np.zeros((4, 6, 3), np.uint8)
ndd.flip(picture).evaluate()
child = os.fork()
if child == 0:
    os._exit(0 if ndd.flip(picture).shape == (4, 6, 3) else 1)
print(os.waitpid(child, 0)[1])
"""


def test_a_forked_child_has_workers_of_its_own():
    finished = subprocess.run(
        [sys.executable, "-c", FORK_SCRIPT], capture_output=True, text=True, timeout=30, check=True
    )
    assert finished.stdout.strip() == "0"


def test_waiting_for_an_ended_task_does_not_block():
    executor = Executor(1)
    task = Step([])
    executor.schedule(task)
    while not task.ended:
        time.sleep(0.001)
    task.wait()
    follower = Step([])
    executor.schedule(follower, [task])
    follower.wait()
