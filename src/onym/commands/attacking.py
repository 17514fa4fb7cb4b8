"""Play the reader with a class list."""

from __future__ import annotations

from onym import options
from onym.commands.work import resume, working
from onym.terminal import show


def attack(
    folder: options.Folder,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Guess who is who from what is left, as a reader with the class list would, and count.

    Names nobody. What the class list alone tells should be no better than chance.
    """
    with working(2, quiet or json) as tell:
        line = resume(folder, tell)
        with line.project.locked():
            found = line.attack()
    from onym.attack.telling import as_dict, describe

    result = {"project": str(line.project.root), **as_dict(found)}
    show(describe(found), result, as_json=json, quiet=quiet)
