"""How many CPUs the process may use: its affinity, and the quota of the container around it."""

from __future__ import annotations

import os
from pathlib import Path

_CGROUP = Path("/sys/fs/cgroup")


def usable_cpus(cgroup: Path = _CGROUP) -> int:
    """The smaller of the CPUs in the affinity mask and the cgroup's quota, rounded up; at least 1.

    >>> usable_cpus() >= 1
    True
    """
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    quota = _quota(cgroup)
    return max(1, min(allowed or 1, allowed or 1 if quota is None else -int(-quota // 1)))


def _quota(cgroup: Path) -> float | None:
    """CPUs' worth of time that the cgroup (version 2, else 1) grants; None without a limit."""
    both = _words(cgroup / "cpu.max")
    if len(both) != 2:
        both = _words(cgroup / "cpu/cpu.cfs_quota_us") + _words(cgroup / "cpu/cpu.cfs_period_us")
    try:
        quota, period = (int(word) for word in both)
    except ValueError:  # "max", or no such files
        return None
    return quota / period if quota > 0 and period > 0 else None


def _words(file: Path) -> list[str]:
    try:
        return file.read_text().split()
    except OSError:
        return []
