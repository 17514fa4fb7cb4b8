"""A Spark cluster on this machine for tests: a master and two workers, started and stopped here."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

PATIENCE = 180
"""Seconds that a part of the cluster has for starting."""
DEPLOY = "org.apache.spark.deploy"
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xss4m"
"""Starts quickly and runs in little memory."""
SETTINGS = {
    "spark.driver.extraJavaOptions": JAVA,
    "spark.driver.host": "127.0.0.1",
    "spark.driver.memory": "512m",
    "spark.executor.extraJavaOptions": JAVA,
    "spark.executor.memory": "512m",
    "spark.sql.shuffle.partitions": "2",
    "spark.ui.enabled": "false",
}
"""What is in the tests' spark-defaults.conf."""


@dataclass
class Cluster:
    """A running cluster; its logs lie in a folder."""

    folder: Path
    url: str = ""
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def workers(self) -> list[subprocess.Popen[bytes]]:
        """The two workers, each the head of a process group with its executors."""
        return self.processes[1:]

    def start(self, kind: str, *arguments: str) -> Path:
        """Start a master or a worker; gives its log."""
        import pyspark

        home = Path(pyspark.__file__).parent
        log = self.folder / f"{kind}-{len(self.processes)}.log"
        place = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
        program = [str(home / "bin" / "spark-class"), f"{DEPLOY}.{kind.lower()}.{kind}"]
        with log.open("wb") as out:
            process = subprocess.Popen(
                [*program, *place, *arguments],
                stdout=out,
                stderr=out,
                cwd=self.folder,
                env=environment(self.folder),
                start_new_session=True,
            )
        self.processes.append(process)
        return log

    def wait(self, log: Path, sign: str) -> str:
        """Wait until a log has the sign that its owner is ready."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if found := re.search(sign, log.read_text("utf-8", "replace")):
                return found[0]
            time.sleep(0.1)
        raise RuntimeError(f"no start: {log.read_text('utf-8', 'replace')[-2000:]}")

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """End a part of the cluster at once, with everything that it has started."""
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
        finally:
            process.wait()


@contextmanager
def running(folder: Path) -> Iterator[Cluster]:
    """Run a cluster of two workers with a core and a gigabyte each."""
    cluster = Cluster(folder)
    lines = [f"{name} {value}\n" for name, value in SETTINGS.items()]
    (folder / "spark-defaults.conf").write_text("".join(lines), "utf-8")
    try:
        cluster.url = cluster.wait(cluster.start("Master"), r"spark://127\.0\.0\.1:\d+")
        size = ("--cores", "1", "--memory", "1g", "--work-dir", str(folder / "work"))
        logs = [cluster.start("Worker", *size, cluster.url) for _ in range(2)]
        for log in logs:
            cluster.wait(log, "Successfully registered with master")
        yield cluster
    finally:
        for process in reversed(cluster.processes):
            cluster.kill(process)


def is_possible() -> str:
    """Say what is missing for a cluster; nothing when it can run."""
    try:
        import pyspark  # noqa: F401
    except ImportError:
        return "needs pyspark"
    return "" if shutil.which("java") else "needs a Java runtime"


def environment(folder: Path) -> dict[str, str]:
    """The variables with which Spark runs on this machine alone, and as the tests want it."""
    import pyspark

    own = {
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_CONF_DIR": str(folder),
        "SPARK_DAEMON_JAVA_OPTS": JAVA,
        "SPARK_DAEMON_MEMORY": "256m",
        "SPARK_HOME": str(Path(pyspark.__file__).parent),
        "SPARK_LOCAL_DIRS": str(folder / "local"),
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    return {**os.environ, **own}
