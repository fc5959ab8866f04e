"""The command `robokraft`: one file a command, loaded when it is asked for.

Exit codes: 0 good; 1 it ran and found something wrong; 2 what was given cannot be used or read; 3 no box, or several;
4 the port cannot be used; 5 no answer of ours; 6 the connection was lost; 7 the box said no; 70 a fault of this
program; 130 Ctrl-C; 141 nobody reads the output. Every error a person can do something about is one sentence on standard error.
"""

import errno
import importlib
import io
import os
import sys

from robokraft import __version__
from robokraft.errors import BAD_INPUT, DISK, GOOD, INTERNAL, INTERRUPTED, UNREAD, UserError, because

# The order in which --help lists them; each is a module here with a function `command`.
COMMANDS = (
    "play",
    "simulate",
    "demo",
    "devices",
    "status",
    "screen",
    "start",
    "config",
    "clock",
    "selftest",
    "doctor",
    "export",
    "backup",
    "restore",
    "delete",
    "setup",
    "deploy",
    "image",
    "uf2",
    "emulate",
    "verify",
    "add",
    "games",
    "show",
    "players",
    "stats",
    "report",
    "convert",
)


# What is imported above is imported before Ctrl-C is understood: nothing that takes time.


def main(arguments=None):
    """Runs the command line (default: that of the process) and ends with its exit code."""
    _open_streams()
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    verbose = "--verbose" in arguments
    if verbose:
        arguments.remove("--verbose")
    _tolerate_old_consoles()
    sys.exit(_run(arguments, verbose))


def _run(arguments, verbose):
    try:
        code = None
        try:
            if arguments == ["--version"]:
                _print_version()
                return GOOD
            group = _group()
            with group.make_context("robokraft", arguments) as context:
                code = group.invoke(context)
        finally:
            sys.stdout.flush()
        return code if isinstance(code, int) else GOOD
    except UserError as error:
        return _say(error.message, error.exit_code, verbose)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (
        BrokenPipeError,
        SystemExit,
    ):  # rich ends the program where the pipe is broken; nothing else here does
        _drop_output()
        return UNREAD
    except Exception as error:
        if isinstance(error, OSError) and errno.errorcode.get(error.errno or 0) in DISK:
            _drop_output()
            return _say(
                f"cannot write {error.filename or 'the output'}: {because(error)}", BAD_INPUT, verbose
            )
        if hasattr(error, "format_message"):  # the command line itself is wrong
            return _say(_usage(error), BAD_INPUT, verbose)
        code = getattr(error, "exit_code", None)
        if code is not None:  # typer.Exit
            return code
        hint = "" if verbose else "; --verbose shows more"
        return _say(f"a fault of this program: {type(error).__name__}: {error}{hint}", INTERNAL, verbose)


def _drop_output():
    """Nobody can read any more. The interpreter's own last flush must not complain either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_version():
    print(f"robokraft {__version__}")


def _say(sentence, code, verbose):
    if verbose:
        import traceback

        traceback.print_exc()
    from robokraft.told import shown

    try:
        print(f"robokraft: {shown(sentence)}", file=sys.stderr)
    except OSError:
        pass  # nobody can be told
    return code


def _usage(error):
    """What is wrong with the command line, and where its help is."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "robokraft"
    sentence = " ".join(error.format_message().split()).rstrip(".")
    param = getattr(error, "param", None)
    if param is not None and (expected := _number(sentence)):
        sentence = f"{_called(param)} must be {expected}"
    return f"{sentence}; '{path} --help' tells more"


def _number(sentence):
    """What a number must be, where that is what is wrong: every version of typer says it otherwise."""
    import re

    least = re.search(r"(?:equal to |x>=)(\d+)", sentence)
    return f"{least[1]} or more" if least else "a whole number" if "integer" in sentence else None


def _open_streams():
    """A stream that was closed is the null device: no file that is opened may get its number."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, mode, encoding="utf-8", errors="replace", closefd=False))


def _tolerate_old_consoles():
    """A character that the console's code page lacks is shown as a question mark, not an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


_FILES = ("FILE", "DIR", "UF2", "PATH", "VALUE")  # a VALUE may be @FILE


def _may_be_file(param):
    return any(word in str(param.metavar) for word in _FILES)


def _none_unknown(params, args):
    """Whether what looks like an option is one, or a number below zero, which is for the command to judge."""
    import re

    known = {"-", "--", *(name for param in params for name in param.opts + param.secondary_opts)}
    looks = [word for word in args if word.startswith("-") and not re.fullmatch(r"-[\d.]+", word)]
    return all(word.partition("=")[0] in known for word in looks)


_MAY_BE_EMPTY = ("value", "rename")  # the VALUE of a setting, and a name that is taken back


def _called(param):
    """What a person calls a parameter: the longest of its options, or its name in the help."""
    if param.param_type_name == "option":
        return max(param.opts, key=len)
    return (param.metavar or param.name).strip("[].")


def _flags_alone(params):
    """The parameters for --help: what takes no value has no place for one, which newer versions of typer call <bool>."""
    for param in params:
        if getattr(param, "is_flag", False):
            param.metavar = ""
    return params


def _group():
    from typing import Annotated

    import typer
    from typer.core import TyperCommand, TyperGroup

    from robokraft.files import is_text

    class Command(TyperCommand):
        """An argument that is empty is a slip, as of a variable that was not set, but for the few that may be.

        The name of a file may be any bytes, everything else must be text.
        """

        def get_params(self, ctx):
            return _flags_alone(super().get_params(ctx))

        def parse_args(self, ctx, args):
            for param in self.params:
                for at in (at for at, word in enumerate(args) if param.nargs > 1 and word in param.opts):
                    given = args[at + 1 : at + 1 + param.nargs]
                    if len(given) < param.nargs or any(word.startswith("--") for word in given):
                        raise UserError(f"{_called(param)} needs {' and '.join(str(param.metavar).split())}")
            ctx.ignore_unknown_options = _none_unknown(self.get_params(ctx), args)
            return super().parse_args(ctx, args)

        def invoke(self, ctx):
            for param in self.params:
                given = ctx.params.get(str(param.name))
                given = given if isinstance(given, (list, tuple)) else [given]
                if "" in given and param.name not in _MAY_BE_EMPTY:
                    raise UserError(f"{_called(param)} is empty")
                if not _may_be_file(param) and not all(is_text(word) for word in given):
                    raise UserError(f"{_called(param)} is no UTF-8 text")
            return super().invoke(ctx)

    class Commands(TyperGroup):
        """Loads a command's module when the command is named, or listed."""

        def get_params(self, ctx):
            return _flags_alone(super().get_params(ctx))

        def list_commands(self, ctx):  # type: ignore[override]
            return list(COMMANDS)

        def resolve_command(self, ctx, args):
            if args[0] not in COMMANDS:
                from difflib import get_close_matches

                near = get_close_matches(args[0], COMMANDS, 1)
                meant = f": did you mean {near[0]}?" if near else ";"
                raise UserError(f"there is no command {args[0]}{meant} 'robokraft --help' lists them")
            return super().resolve_command(ctx, args)

        def get_command(self, ctx, cmd_name):
            if cmd_name not in COMMANDS:
                return None
            module = importlib.import_module(f"robokraft.cli.{cmd_name}")
            single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
            single.command(cmd_name, cls=Command)(module.command)
            return typer.main.get_command(single)

    app = typer.Typer(cls=Commands, add_completion=False, pretty_exceptions_enable=False)

    @app.callback(invoke_without_command=True)
    def root(
        context: typer.Context,
        version: Annotated[bool, typer.Option("--version", help="Show the version and end.")] = False,
        verbose: Annotated[
            bool, typer.Option("--verbose", help="Show where errors come from; anywhere.")
        ] = False,
        port: Annotated[
            str | None,
            typer.Option("--port", metavar="PATH|socket://HOST:PORT|virtual|auto", help="Where the box is."),
        ] = None,
        device: Annotated[
            str | None, typer.Option("--device", metavar="SERIAL", help="Which of several boxes.")
        ] = None,
    ):
        """The RoboKraft Companion: the box on the table, on your desk.

        Exit codes: 0 good, 1 something is wrong, 2 bad input or unreadable, 3 no box or several, 4 the port cannot be used,
        5 no answer of ours, 6 the connection was lost, 7 the box said no, 70 a fault of this program, 130 Ctrl-C.
        """
        if "" in (port, device):
            raise UserError("--port is empty" if port == "" else "--device is empty")
        context.obj = {"port": port, "device": device}
        if version:
            _print_version()
        elif context.invoked_subcommand is None:
            print(context.get_help())

    return typer.main.get_command(app)
