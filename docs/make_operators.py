"""Writes operators.md, the reference page (`make docs`)."""

from __future__ import annotations

from pathlib import Path

from ddcli.runs.reference import reference_markdown

if __name__ == "__main__":
    Path(__file__).with_name("operators.md").write_text(reference_markdown())
