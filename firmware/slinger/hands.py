"""Hands at the machine: one task looks at button, lid and driver.

They share one flag, since each flag that is waited for delays the answer to a press; after an edge
each line is left alone for a moment. The board's two timers come by the same flag.
"""

from .lid import Lid
from .press import Press

_SOON_MS = 2
_LOOK_MS = 20  # while something has not settled


class Hands:
    """What they do to the machine is told to `app`, which decides what comes of it."""

    def __init__(self, board, settings: dict, app):
        self._board, self._app = board, app
        self._press = Press(settings, board.button.is_down())
        self._lid = Lid(board.lid.is_open())

    @property
    def lid_open(self) -> bool:
        return self._lid.is_open

    @property
    def button_stuck(self) -> bool:
        return self._press.stuck

    async def watch(self) -> None:
        """Look, again and again."""
        board, press, app = self._board, self._press, self._app
        edge = False
        while True:
            now_ms = board.clock.now_ms()
            if self._lid.look(board.lid.is_open(), now_ms):
                app.lid_moved(self._lid.is_open)
            elif self._lid.is_open:
                app.lid_is_open()
            down = board.button.is_down()
            if press.edge(down, now_ms):
                app.pressed(now_ms)
                board.button.tapped()  # that is what it fell for
            elif edge and board.button.tapped() and press.edge(True, now_ms):
                app.pressed(now_ms)
            else:
                self._look_at_button(down, now_ms)
            if board.motor.fault():
                app.driver_failed()
            if board.beat or board.rang:
                self._hear_timers()
                edge = False
            app.close_menu_in_time()
            if not edge:
                board.button.watch()
                board.lid.watch()
                board.motor.watch_fault()
            edge = await board.hands.wait(self._pause_ms(edge))

    def _look_at_button(self, down: bool, now_ms: int) -> None:
        press = self._press
        if press.settled:
            return
        news = press.look(down, now_ms)
        if news:
            self._app.button_news(news)
        elif not press.stuck:
            self._app.button_held(press.held_ms(now_ms))

    def _hear_timers(self) -> None:
        board = self._board
        if board.beat:
            board.beat = False
            self._app.call_next()
        if board.rang:
            board.rang = False
            self._app.show_next()

    def _pause_ms(self, edge: bool):
        """How long to wait for an edge; None while nothing else can bring news."""
        board, press, lid = self._board, self._press, self._lid
        pressed = press.settled and board.button.is_down()
        if pressed or (board.lid.is_open() and not lid.is_open):
            return _SOON_MS  # it moved before it was watched
        if edge or not press.settled or not lid.settled or board.motor.fault():
            return _LOOK_MS
        return self._app.menu_left_ms()
