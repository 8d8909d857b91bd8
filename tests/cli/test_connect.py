"""What a person sees while a launcher does not answer."""

import os

from tests.cli.terminal import Terminal


def test_a_terminal_says_that_the_answer_is_waited_for() -> None:
    board, port = os.openpty()  # nobody answers there
    name = os.ttyname(port)
    os.close(port)
    with Terminal("fire", "1", "--port", name) as terminal:
        terminal.until("Waiting for the launcher's answer; Ctrl-C stops")
    os.close(board)
