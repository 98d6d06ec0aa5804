"""Usable CPUs: affinity and cgroup quotas of both versions."""

from __future__ import annotations

import os

import pytest

from ddcli.engine.cpus import usable_cpus

ALLOWED = len(os.sched_getaffinity(0))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("max 100000", ALLOWED), ("100000 100000", 1), ("50000 100000", 1), ("", ALLOWED),
        ("150000 100000", min(2, ALLOWED)), ("9900000 100000", ALLOWED), ("junk", ALLOWED),
    ],
)  # fmt: skip
def test_version_2(tmp_path, text, expected):
    (tmp_path / "cpu.max").write_text(text)
    assert usable_cpus(tmp_path) == expected


@pytest.mark.parametrize(("quota", "expected"), [("-1", ALLOWED), ("100000", 1), ("10000", 1)])
def test_version_1(tmp_path, quota, expected):
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text(quota)
    (tmp_path / "cpu" / "cpu.cfs_period_us").write_text("100000")
    assert usable_cpus(tmp_path) == expected


def test_without_a_cgroup_the_affinity_counts(tmp_path):
    assert usable_cpus(tmp_path) == ALLOWED
