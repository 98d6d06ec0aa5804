"""`ddcli augment`: an augmented copy of a data set."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from ddcli.cli.console import Console, Progress, escaped
from ddcli.cli.exit import ExitCode
from ddcli.cli.flags import Given, with_flags
from ddcli.cli.signals import StopRequest
from ddcli.errors import ArgumentError
from ddcli.runs.options import OutputOptions, ReaderOptions, RunOptions

if TYPE_CHECKING:
    from ddcli.runs.augment import Job, Summary

_EXAMPLES = """\
nothing to do: say how to augment, with --op or with --config, for example

  ddcli augment pictures out --op 'rotate(angle=uniform(-10, 10), fill_value=0)'
  ddcli augment pictures out --config rotate"""
_SHOWN_PLAN = 10  # outputs that a dry run lists


@with_flags(reader=ReaderOptions, output=OutputOptions, run=RunOptions)
def augment(
    context: typer.Context,
    inputs: Annotated[
        Optional[list[str]], typer.Argument(metavar="INPUT", help="A folder, or files.")
    ] = None,
    *,
    out: Annotated[str, typer.Argument(metavar="OUT", help="The folder to write to.")],
    op: Annotated[
        Optional[list[str]],
        typer.Option(
            help="An operator, such as 'flip(horizontal=coin_flip(0.5))'; may be repeated."
        ),
    ] = None,
    config: Annotated[
        Optional[str], typer.Option(help="A YAML config, or the name of one that ddcli brings.")
    ] = None,
    file_list: Annotated[
        Optional[str], typer.Option(help="A text file of lines 'name label', instead of INPUT.")
    ] = None,
    files_from: Annotated[
        Optional[str],
        typer.Option(help="A list of names, one a line, instead of INPUT; - is stdin."),
    ] = None,
    null: Annotated[bool, typer.Option("-0", "--null", help="Its names end with NUL.")] = False,
    device: Annotated[Optional[str], typer.Option(help="Where to decode: cpu or gpu.")] = None,
    manifest: Annotated[
        Optional[Path], typer.Option(help="Where the record goes, if not to OUT/manifest.jsonl.")
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Write into a folder that is not empty.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be written, write nothing.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The summary as JSON on stdout.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Name every failed picture.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Errors only.")] = False,
    debug: Annotated[bool, typer.Option("--debug", hidden=True)] = False,
    given: Given = {},  # noqa: B006  (filled in by with_flags, never changed)
) -> int:
    """Write an augmented copy of a data set.

    INPUT is a folder, whose sub-folders are classes, or files. Each picture goes
    through the operators of --config and then those of --op, into the same place
    below OUT. OUT/manifest.jsonl records every value that was applied, and
    OUT/run.yaml the config that makes the same files again: the same seed gives
    the same bytes.

    Exit codes: 0 all done, 1 stopped, 2 wrong usage, 3 some pictures failed,
    4 no pictures found.
    """
    if not op and not config:
        raise ArgumentError(_EXAMPLES)
    from ddcli.runs.augment import Job
    from ddcli.runs.config import load_config
    from ddcli.runs.inputs import Inputs

    console: Console = context.obj
    console.as_json, console.verbosity = as_json, console.verbosity + verbose - quiet
    flags = given if device is None else {**given, "decode": {"device": device}}
    checked = load_config(config).with_ops(op or []).with_flags(flags)
    named = Inputs(inputs or [], file_list, files_from, null)
    job = Job(named, Path(out), checked, overwrite, manifest)
    return _dry_run(job, console) if dry_run else _run(job, console)


def _run(job: Job, console: Console) -> int:
    from ddcli.runs.augment import augment as run_augment

    progress = Progress(console, "pictures")
    with StopRequest() as request:
        try:
            summary = run_augment(job, progress, stop=lambda: request.code is not None)
        finally:
            progress.end()
    _report(summary, console)
    if summary.stopped:
        return request.code or ExitCode.FATAL
    return ExitCode.SOME_FAILED if summary.failed else ExitCode.OK


def _report(summary: Summary, console: Console) -> None:
    console.document(asdict(summary))
    if summary.failed:
        reasons = ", ".join(f"{count} {reason}" for reason, count in summary.reasons.items())
        console.note(f"{summary.failed} of {summary.sources} sources failed: {reasons}")
    if summary.ignored:
        passed = ", ".join(f"{count} {why}" for why, count in sorted(summary.ignored.items()))
        console.note(f"passed over: {passed}")
    if summary.renamed:
        console.note(f"{summary.renamed} outputs got longer names, so that no two are alike")
    if summary.stopped:
        console.error(
            f"stopped ({summary.stopped}): what was written is whole, the rest is missing"
        )
    rate = summary.outputs / max(summary.seconds, 1e-9)
    console.result(
        f"{summary.outputs} pictures of {summary.sources} sources written to"
        f" {escaped(summary.out)} in {summary.seconds:.1f} s ({rate:.0f}/s)\n"
        f"their record: {escaped(summary.manifest)}"
    )


def _dry_run(job: Job, console: Console) -> int:
    from ddcli.runs.augment import plan_job

    listing, plan = plan_job(job)
    outputs = [
        {"source": key, "output": plan.output(index, copy)}
        for index, key in enumerate(listing.keys)
        for copy in range(plan.copies)
    ]
    console.document({"out": str(job.out), "sources": len(listing.keys), "outputs": outputs})
    for each in outputs[:_SHOWN_PLAN]:
        console.result(f"{escaped(each['source'])} -> {escaped(each['output'])}")
    if len(outputs) > _SHOWN_PLAN:
        console.result(f"... and {len(outputs) - _SHOWN_PLAN} more")
    console.result(
        f"would write {len(outputs)} pictures of {len(listing.keys)} sources to"
        f" {escaped(str(job.out))}; nothing was written"
    )
    return ExitCode.OK
