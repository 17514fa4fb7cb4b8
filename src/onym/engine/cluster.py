"""Joining a Spark cluster, and saying in a line what goes wrong with it."""

from __future__ import annotations

import os
import re
import shutil
import socket
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from onym.errors import OnymError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PATIENCE = 10
"""Seconds in which a master must answer."""
SAID = "onym says: "
"""Stands before what is wrong in a message that comes back through Spark."""
SETTINGS = {
    "spark.executorEnv.POLARS_MAX_THREADS": "1",
    "spark.sql.caseSensitive": "true",
    # counts are summed in a table; from 128 names on they would be sorted
    "spark.sql.objectHashAggregate.sortBased.fallbackThreshold": "1000000",
    "spark.ui.showConsoleProgress": "false",
}


def join(master: str, log: Path) -> SparkSession:
    """Join a cluster, or say why that cannot be; Java writes its log into a file."""
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise OnymError("Spark is not installed: pip install 'onym[spark]'") from None
    if not (os.environ.get("JAVA_HOME") or shutil.which("java")):
        raise OnymError("Spark needs Java 17 or newer: install it, or set JAVA_HOME")
    settings = {**SETTINGS, **_at_home(master)}
    builder = SparkSession.builder.master(master).appName("onym")
    for name, value in settings.items():
        builder = builder.config(name, value)
    _reach(master)
    try:
        with _stderr_to(log), quiet():
            session = builder.getOrCreate()
            # 200 by default, however few cores there are and however little there is to add up
            cores = session.sparkContext.defaultParallelism
            session.conf.set("spark.sql.shuffle.partitions", 2 * cores)
            return session
    except Exception as error:
        raise OnymError(f"Spark did not start ({type(error).__name__}): see {log}") from None


def _reach(master: str) -> None:
    """Refuse a master that does not answer; Spark itself would try for minutes."""
    if not re.fullmatch(r"spark://.+|local(\[.*\])?|yarn|k8s://.+", master):
        raise OnymError(f"{master} is no Spark master: use spark://HOST:PORT, yarn or local[2]")
    if not master.startswith("spark://"):
        return
    for place in master.removeprefix("spark://").split(","):
        host, _, port = place.rpartition(":")
        try:
            socket.create_connection((host, int(port)), PATIENCE).close()
            return
        except (OSError, ValueError):
            continue
    raise OnymError(f"no Spark master answers at {master}: is it running, and the port right?")


def _at_home(master: str) -> dict[str, str]:
    """The settings with which a cluster on this machine finds its way back here."""
    if not re.match(r"local|spark://(127\.|localhost)", master):
        return {}
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    return {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}


@contextmanager
def _stderr_to(log: Path) -> Iterator[None]:
    """Have the processes that are started write their complaints into a file."""
    kept = os.dup(2)
    with log.open("ab") as file:
        os.dup2(file.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


@contextmanager
def quiet() -> Iterator[None]:
    """Do without what pyspark has to say about the versions of other packages."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def explain(error: Exception) -> str:
    """Put what Spark says in a line; what it quotes may be of the corpus, and is left out."""
    text = str(error)
    if said := re.search(re.escape(SAID) + r"(.*)", text):
        return said[1].strip()
    if missing := re.search(r"No module named '([\w.]+)'", text):
        return (
            f"the Python of the cluster has no {missing[1]}: install Onym there,"
            " or name another Python in PYSPARK_PYTHON"
        )
    return f"Spark could not finish ({type(error).__name__}); start again to go on"
