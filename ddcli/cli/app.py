"""The `ddcli` command: what all its commands have in common, and the way from errors to exit codes.

Commands import what does the work when they are called, so that help pages need no NumPy.
"""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Sequence
from typing import Annotated, NoReturn

import typer

from ddcli import __version__
from ddcli.cli.augment import augment
from ddcli.cli.console import Console, escaped
from ddcli.cli.exit import ExitCode, exit_code_of
from ddcli.errors import DdcliError

app = typer.Typer(
    name="ddcli",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"ddcli {__version__}")
        raise typer.Exit


@app.callback()
def common(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Name every failed picture.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Errors only.")] = False,
    no_color: Annotated[bool, typer.Option("--no-color", help="No colours.")] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks.")] = False,
) -> None:
    """Augment image data sets, the same way every time."""
    context.obj = Console(verbosity=verbose - quiet, color=not no_color)


app.command()(augment)


def main() -> NoReturn:
    """The console script: runs the command and exits with its code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Runs the command line and returns the exit code."""
    as_json = "--json" in arguments
    try:
        code = app(args=list(arguments) or ["--help"], standalone_mode=False)
        return int(code or 0)
    except typer.Exit as exit_:
        return int(exit_.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        return ExitCode.INTERRUPTED
    except typer.TyperException as error:
        Console().error(f"{error.format_message()}\n(ddcli COMMAND --help shows what can be given)")
        return _failed(error.format_message(), ExitCode(error.exit_code), as_json)
    except DdcliError as error:
        if "--debug" in arguments:
            traceback.print_exc()
        Console().error("\n".join(escaped(line) for line in str(error).splitlines()))
        return _failed(str(error), exit_code_of(error), as_json)
    except Exception as error:
        if "--debug" in arguments:
            traceback.print_exc()
        what = f"{type(error).__name__}: {error}"
        Console().error(f"this is a bug in ddcli, please report it with --debug's output: {what}")
        return _failed(what, ExitCode.FATAL, as_json)


def _failed(message: str, code: ExitCode, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"error": message, "exit_code": int(code)}, indent=2))
    return int(code)
