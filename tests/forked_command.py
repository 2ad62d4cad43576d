"""A program that does what `gleek-replay` does, but in a fork of the process that has read every module.

Its first argument is where that process listens, as :func:`tests.forks.forking_server` says; the others are
the command's. It reads next to nothing itself: it begins in a fiftieth of the time.
"""

import json
import os
import socket
import sys


def main() -> int:
    """Have the command run with our streams, folder and environment; its exit status."""
    address, *arguments = sys.argv[1:]
    request = json.dumps([arguments, os.getcwd(), dict(os.environ)]).encode()  # noqa: PTH109 - pathlib takes as long to read
    with socket.socket(socket.AF_UNIX) as asked, asked.makefile("rb") as answers:
        asked.connect(address)
        socket.send_fds(asked, [len(request).to_bytes(4, "big")], [0, 1, 2])
        asked.sendall(request)
        answers.read(4)  # the id of the fork's process
        return int.from_bytes(answers.read(4), "big", signed=True)


if __name__ == "__main__":
    status = main()
    sys.exit(128 - status if status < 0 else status)
