"""Imports point one way, in the order that docs/architecture.md tells."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
COMPILED = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]["include"]
SOURCE = ROOT / "src" / "onym"
MODULES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")


def layers() -> dict[str, int]:
    """Every module or package of the page's table, and how far down it stands."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page[page.index("| layer | modules |") :].split("\n\n")[0]
    rows = [re.findall(r"`(\w+)`", row) for row in table.splitlines()[2:]]
    return {name: depth for depth, names in enumerate(rows) for name in names}


def unit(path: Path) -> str:
    """The module or package of ours that a file belongs to: find/slots.py is find."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(node: ast.AST) -> Iterator[str]:
    """What a file imports of ours, also inside functions; not what only a type checker sees."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.ImportFrom) and child.module == "onym":
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom) and (child.module or "").startswith("onym."):
            yield (child.module or "").split(".")[1]
        yield from imported(child)


def test_every_module_has_its_place() -> None:
    assert set(layers()) == {unit(path) for path in MODULES}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_point_one_way(path: Path) -> None:
    depth = layers()
    above = set(imported(ast.parse(path.read_text(encoding="utf-8"))))
    late = {name for name in above & set(depth) if depth[name] > depth[unit(path)]}
    assert late == set()


def test_the_model_imports_nothing_of_ours() -> None:
    assert list(imported(ast.parse((SOURCE / "model.py").read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize("package", COMPILED)
def test_nothing_that_is_compiled_computes_an_attribute_each_time(package: str) -> None:
    files = (ROOT / package.strip("/")).glob("*.py")
    assert not [path.name for path in files if "cached_property" in path.read_text("utf-8")]
