"""Running the service on the loopback."""

from __future__ import annotations

import gc
import socket
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from onym.pseudonymiser import Pseudonymiser
from onym.serve.app import Service
from onym.web import LOOPBACK, listen

if TYPE_CHECKING:
    import uvicorn


def address(opened: socket.socket) -> str:
    """Where an open port is reached."""
    return f"http://{LOOPBACK}:{opened.getsockname()[1]}"


def run(mask: Pseudonymiser, opened: socket.socket, origins: Collection[str] = ()) -> None:
    """Serve until a person stops it."""
    # The language data stays for good: collecting garbage need not walk over it for every essay.
    gc.collect()
    gc.freeze()
    _server(mask, opened, origins).run([opened])


@contextmanager
def running(mask: Pseudonymiser, origins: Collection[str] = ()) -> Iterator[str]:
    """Serve meanwhile, in another thread; gives the address."""
    opened = listen()
    server = _server(mask, opened, origins)
    worker = threading.Thread(target=server.run, args=([opened],), name="onym-serve", daemon=True)
    worker.start()
    try:
        yield address(opened)
    finally:
        server.should_exit = True
        worker.join(timeout=5)
        opened.close()


def _server(mask: Pseudonymiser, opened: socket.socket, origins: Collection[str]) -> uvicorn.Server:
    import uvicorn

    return uvicorn.Server(
        uvicorn.Config(
            Service(mask, opened.getsockname()[1], origins),
            access_log=False,
            date_header=False,
            lifespan="off",
            log_config=None,
            log_level="critical",
            server_header=False,
            timeout_graceful_shutdown=1,
        )
    )
