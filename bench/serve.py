"""How many essays a second `onym serve` answers: python bench/serve.py [essays]."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

ESSAY = (
    "Hej! Jag heter Anna och är 23 år. Jag kommer från Odense men bor nu i Göteborg, på Björkgatan"
    " 12, med min bror Erik. Min mejl är anna@example.org. "
    + "Varje dag går jag till skolan och läser svenska, och sedan dricker vi kaffe i parken. "
    * 9
)
CLIENTS = 4


def ask(address: str, essays: int) -> None:
    connection = http.client.HTTPConnection(address)
    connection.connect()
    # head and body go out apart: without this each request would wait for an acknowledgement
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    body = json.dumps({"text": ESSAY, "language": "sv"})
    for _ in range(essays):
        connection.request("POST", "/pseudonymise", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        assert answer.status == 200, answer.status
        answer.read()


def main(essays: int) -> None:
    command = [sys.executable, "-m", "onym", "serve", "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = json.loads(server.stdout.readline())["address"].removeprefix("http://")
        ask(address, 20)
        start = time.perf_counter()
        with ThreadPoolExecutor(CLIENTS) as pool:
            list(pool.map(ask, [address] * CLIENTS, [essays // CLIENTS] * CLIENTS))
        took = time.perf_counter() - start
        server.terminate()
    print(f"{essays / took:,.0f} essays of {len(ESSAY):,} characters a second, {CLIENTS} clients")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
