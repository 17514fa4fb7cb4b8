"""The command line: which commands there are, and where `onym` starts."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

from onym import options
from onym.commands import (
    asking,
    attacking,
    details,
    essays,
    exports,
    keeping,
    measuring,
    reviewing,
    steps,
    words,
)
from onym.disk.whereabouts import typed
from onym.terminal import forgive_letters, guard


class Headed(TyperGroup):
    """Lists the commands under their headings in plain text; frames would take 0.2 s to load."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write each heading with its commands."""
        for heading, commands in COMMANDS.items():
            with formatter.section(heading):
                named = [(each.__name__, each.__doc__ or "") for each in commands]
                formatter.write_dl([(name, said.partition("\n\n")[0]) for name, said in named])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Tell whoever gives a file where a command should stand what to write."""
        if self.get_command(ctx, args[0]) is None and Path(args[0]).exists():
            ctx.fail(f"{args[0]} is no command; try: onym run {typed(args[0])} --out course")
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=Headed,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    epilog="Start with: onym run forum.csv --roster class.csv --out course",
)

COMMANDS: dict[str, tuple[Callable[..., Any], ...]] = {
    "The whole job": (steps.run, steps.add),
    "What can be read": (exports.formats, exports.inspect, details.categories),
    "Step by step": (steps.find, steps.apply, steps.check, attacking.attack, steps.report),
    "Look closer": (reviewing.review, asking.questions, asking.explain),
    "Without reading": (words.words, words.redact, words.annotate, words.raters, words.train),
    "Essays": (essays.export, essays.pipe, essays.serve),
    "Keep it safe": (
        keeping.seal,
        keeping.unseal,
        keeping.reverse,
        keeping.forget,
        keeping.rotate,
        keeping.log,
    ),
    "Measure and try out": (measuring.score, measuring.demo),
}
"""The commands under the headings that --help gives them; a command is called as its function."""


@app.callback()
def onym(version: options.Version = False, debug: options.Debug = False) -> None:
    """Hide the people in a written conversation and keep the conversation."""


for _commands in COMMANDS.values():
    for _command in _commands:
        app.command()(_command)


def main() -> None:
    """Run the command line."""
    forgive_letters()
    arguments = [argument for argument in sys.argv[1:] if argument != "--debug"]
    debug = len(arguments) < len(sys.argv) - 1
    sys.exit(guard(lambda: app(arguments, prog_name="onym"), debug))
