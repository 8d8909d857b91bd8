"""Host and device talking over a line that loses, repeats and cuts: each event once, in order."""

from cardslinger.bridge.messages import Began, Event, Fired, Firing, Missed, Passed, Restarted
from cardslinger.bridge.session import Announced, Answer, Heard, Session
from hypothesis import given
from hypothesis import strategies as st
from slinger.frame import Decoder, encode
from slinger.limits import EVENTS_KEPT
from slinger.link import ACK_WAIT_MS, Link

from tests.bridge.device import HELLO


def fired(number: int, boot: str = "boot1", cards: int = 1) -> bytes:
    facts = {"fire": number, "by": "press", "wanted": cards, "cards": cards, "outcome": "ok"}
    return encode({"ev": "fired", "n": number, "boot": boot, "t": 0, "ms": 9, **facts})


def greeted(heard: Heard | None = None, **changes: object) -> Session:
    session = Session(heard)
    number, _ = session.greeting()
    session.receive(encode({"re": number, **HELLO, **changes}))
    return session


def numbers(news: list) -> list[int]:
    return [item.n for item in news if isinstance(item, Event)]


def keep(session: Session, news: list) -> None:
    """What a host does with them."""
    for item in news:
        if isinstance(item, Event):
            session.acknowledge(item)


ACK_1 = encode({"ack": 1, "boot": "boot1"})


def test_an_event_is_typed_and_acknowledged_when_it_is_kept() -> None:
    session = greeted()
    [event] = session.receive(fired(1, cards=4))
    assert isinstance(event, Fired)
    assert (event.cards, event.outcome, event.by) == (4, "ok", "press")
    assert session.take_acknowledgement() is None
    session.acknowledge(event)
    assert session.take_acknowledgement() == ACK_1
    assert session.take_acknowledgement() is None


def test_an_event_that_comes_again_is_dropped_and_acknowledged_again_if_it_was_kept() -> None:
    session = greeted()
    [event] = session.receive(fired(1))
    assert session.receive(fired(1)) == []
    assert session.take_acknowledgement() is None
    session.acknowledge(event)
    session.take_acknowledgement()
    assert session.receive(fired(1)) == []
    assert session.take_acknowledgement() == ACK_1
    assert session.repeated == 2


def test_a_host_with_a_record_takes_what_comes_after_it() -> None:
    session = greeted(Heard("boot1", 6), oldest=6, next=9)
    assert session.receive(fired(6)) == []
    assert session.take_acknowledgement() == encode({"ack": 6, "boot": "boot1"})
    assert numbers(session.receive(fired(7))) == [7]


def test_an_empty_record_begins_with_the_boot_that_is_met() -> None:
    """Or a restart before its first event would not be seen."""
    session = Session(Heard())
    number, _ = session.greeting()
    began, _ = session.receive(encode({"re": number, **HELLO, "oldest": 7, "next": 9}))
    assert began == Began("boot1", 6)


def test_a_host_with_a_record_hears_what_the_device_had_to_drop() -> None:
    session = Session(Heard("boot1", 6))
    number, _ = session.greeting()
    missed, answer = session.receive(encode({"re": number, **HELLO, "oldest": 9, "next": 12}))
    assert missed == Missed(7, 8)
    assert isinstance(answer, Answer)


def test_a_host_with_a_record_of_another_boot_hears_of_the_restart() -> None:
    session = Session(Heard("boot0", 6))
    number, _ = session.greeting()
    news = session.receive(encode({"re": number, **HELLO}) + fired(1))
    assert news[0] == Restarted("boot1")
    assert numbers(news) == [1]


def test_a_kind_of_event_from_the_future_is_passed_on_plainly() -> None:
    [event] = greeted().receive(
        encode({"ev": "danced", "n": 1, "boot": "boot1", "t": 5, "steps": 3})
    )
    assert type(event) is Event
    assert event.ev == "danced"


def test_lost_events_are_said() -> None:
    session = greeted()
    news = session.receive(fired(1)) + session.receive(fired(5))
    assert news[1] == Missed(2, 4)
    assert numbers(news) == [1, 5]


def test_a_first_host_takes_what_the_device_still_holds() -> None:
    session = greeted(oldest=7, next=9)
    assert numbers(session.receive(fired(7))) == [7]


def test_an_event_right_behind_the_hello_is_taken() -> None:
    session = Session()
    number, _ = session.greeting()
    news = session.receive(encode({"re": number, **HELLO}) + fired(1))
    assert numbers(news) == [1]


def test_another_boot_announces_itself_and_after_its_hello_the_count_must_be_confirmed() -> None:
    session = greeted()
    assert session.receive(encode({"hello": "boot2", "protocol": 1})) == [Announced("boot2")]
    assert session.receive(encode({"hello": "boot1", "protocol": 1})) == []
    number, _ = session.greeting()
    news = session.receive(encode({"re": number, **HELLO, "boot": "boot2"}) + fired(1, "boot2"))
    assert news[0] == Restarted("boot2")
    assert numbers(news) == [1]


def test_a_late_copy_of_a_hello_from_before_a_restart_is_not_taken() -> None:
    """The host repeats its hello until it is answered, so both answers have its number."""
    session = greeted()
    session.receive(fired(1))
    number, _ = session.greeting()
    session.receive(encode({"re": number, **HELLO, "boot": "boot2"}))
    [late] = session.receive(encode({"re": number, **HELLO}) + fired(1))
    assert isinstance(late, Answer)
    assert session.boot == "boot2"
    assert session.receive(encode({"hello": "boot1", "protocol": 1})) == []


def test_of_a_fire_that_was_cut_off_is_said_what_was_heard_of_it() -> None:
    session = greeted()
    firing = {"ev": "firing", "n": 1, "boot": "boot1", "t": 0, "by": "press", "wanted": 5}
    session.receive(encode(firing))
    assert session.receive(encode({"tm": "passed", "fire": 1, "cards": 3})) == [Passed(1, 3)]
    session.receive(encode({"tm": "passed", "fire": 9, "cards": 7}))
    number, _ = session.greeting()
    restarted, _ = session.receive(encode({"re": number, **HELLO, "boot": "boot2"}))
    assert isinstance(restarted, Restarted)
    assert isinstance(restarted.firing, Firing)
    assert (restarted.firing.wanted, restarted.cards) == (5, 3)


def test_a_fire_that_ended_before_a_restart_was_not_cut_off() -> None:
    session = greeted()
    firing = {"ev": "firing", "n": 1, "boot": "boot1", "t": 0, "by": "press", "wanted": 5}
    session.receive(encode(firing) + fired(2))
    number, _ = session.greeting()
    restarted, _ = session.receive(encode({"re": number, **HELLO, "boot": "boot2"}))
    assert restarted == Restarted("boot2")


def test_a_hello_of_another_board_is_not_taken() -> None:
    session = greeted()
    number, _ = session.greeting()
    answer = {"re": number, **HELLO, "board": "other", "boot": "boot2"}
    [heard] = session.receive(encode(answer))
    assert isinstance(heard, Answer)
    assert (session.stranger, session.boot) == ("other", "boot1")


def test_a_line_that_was_cut_off_with_the_connection_does_not_spoil_the_next() -> None:
    session = greeted()
    session.receive(fired(1)[:20])
    session.cut()
    assert numbers(session.receive(fired(1))) == [1]
    assert session.decoder.damaged_lines == 1


def test_commands_name_their_session_and_a_hello_asks_about_one() -> None:
    session = greeted()
    number, line = session.command("fire", cards=2)
    [command] = Decoder().feed(line)
    assert command == {"id": number, "cmd": "fire", "s": session.token + "boo", "cards": 2}
    [hello] = Decoder().feed(session.greeting(number)[1])
    assert (hello["asked"], hello["session"], hello["id"]) == (number, session.token, number + 1)


def test_events_of_an_unknown_boot_wait_for_its_hello() -> None:
    session = greeted()
    assert session.receive(fired(1, boot="boot2")) == []
    assert session.take_acknowledgement() is None


def test_answers_find_their_command() -> None:
    session = greeted()
    number, _ = session.command("status")
    assert session.receive(encode({"re": number, "state": "idle"})) == [
        Answer(number, {"state": "idle"})
    ]


def test_frames_that_make_no_sense_are_counted_and_skipped() -> None:
    session = greeted()
    for message in (
        {"ev": "fired", "n": "1", "boot": "boot1", "t": 0},
        {"ev": 3, "n": 1},
        {"re": "1"},
        {"hello": 3},
        {"x": 1},
        {"tm": "passed", "fire": "x", "cards": 1},
    ):
        assert session.receive(encode(message)) == []
    assert session.receive(encode({"tm": "of the future"})) == []
    assert session.malformed == 6
    assert numbers(session.receive(fired(1))) == [1]


def test_an_event_whose_facts_make_no_sense_is_passed_on_plainly_and_holds_up_nothing() -> None:
    session = greeted()
    [event] = session.receive(encode({"ev": "fired", "n": 1, "boot": "boot1", "t": 0}))
    assert type(event) is Event
    session.acknowledge(event)
    assert session.take_acknowledgement() == ACK_1


def test_an_answer_to_an_earlier_host_is_not_taken_for_ours() -> None:
    session = Session()
    number, _ = session.greeting()
    old = {"re": number - 1, **HELLO, "boot": "an old boot"}
    session.receive(encode(old))
    assert session.hello is None


@given(st.binary(max_size=2000), st.lists(st.integers(0, 99), max_size=20))
def test_any_bytes_are_survived(noise: bytes, sizes: list[int]) -> None:
    session = greeted()
    for size in sizes:
        session.receive(noise[:size])
        noise = noise[size:]
    session.receive(noise + b"\n")
    assert numbers(session.receive(fired(1)))[-1:] == [1]


class Line:
    """A device and a host joined by a line on which lines get lost; either end may start anew."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.boots = 0
        self.got: list[tuple[str, int]] = []
        self.missed = 0
        self.boot()
        self.connect()

    def boot(self) -> None:
        self.boots += 1
        self.link = Link({**HELLO, "boot": f"boot{self.boots}"})

    def connect(self) -> None:
        """The host says hello until it is answered, in a session of its own memory."""
        if not hasattr(self, "session"):
            self.session = Session()
        self.session.token += "+"
        _, line = self.session.greeting()
        self._to_device(line)
        self._hear(self.session.receive(self.link.next_line(self.now_ms)))

    def _to_device(self, line: bytes) -> None:
        for message in Decoder().feed(line):
            command = self.link.receive(message)
            if command:
                self.link.answer(command[0], {})

    def _hear(self, news: list) -> None:
        keep(self.session, news)
        for item in news:
            if isinstance(item, Event):
                self.got.append((item.boot, item.n))
            elif isinstance(item, Missed):
                self.missed += item.last - item.first + 1

    def exchange(self, lose_event: bool, lose_ack: bool) -> None:
        self.now_ms += ACK_WAIT_MS
        line = self.link.next_line(self.now_ms)
        if line is None or lose_event:
            return
        self._hear(self.session.receive(line))
        acknowledgement = self.session.take_acknowledgement()
        if acknowledgement and not lose_ack:
            self._to_device(acknowledgement)


operations = st.lists(
    st.one_of(
        st.just(("event",)),
        st.tuples(st.just("exchange"), st.booleans(), st.booleans()),
        st.just(("connect",)),
    ),
    max_size=150,
)


@given(operations)
def test_each_event_arrives_once_and_in_order_or_is_said_to_be_lost(operations: list) -> None:
    line = Line()
    happened = 0
    for name, *losses in operations:
        if name == "event":
            happened += 1
            facts = {"fire": 1, "by": "press", "wanted": 1, "cards": 1, "outcome": "ok", "ms": 1}
            line.link.event("fired", line.now_ms, facts)
        elif name == "exchange":
            line.exchange(*losses)
        else:
            line.connect()
    line.connect()
    for _ in range(EVENTS_KEPT + 1):
        line.exchange(False, False)
    assert line.got == sorted(set(line.got))
    assert len(line.got) + line.missed == happened
    assert line.missed <= line.link.dropped
