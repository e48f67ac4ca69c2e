"""The program `perceptron-lab-object`: hands its standard input and output to the Python process that has the learner, and ends with it.

`_objects` runs this file alone, without the package, whenever the program perceptron-lab starts a learner that is a Python object.
"""

import os
import socket
import sys


def main() -> int:
    """Connects to the socket, sends the name of the variant with the streams, closes them here, and returns the exit code of the learner."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(sys.argv[1])
        socket.send_fds(connection, [sys.argv[2].encode("utf-8", "surrogateescape")], [0, 1, 2])
        # Only the learner holds them now, so that the program sees when it ends.
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        told = connection.recv(1)
    return told[0] if told else 1


if __name__ == "__main__":
    os._exit(main())
