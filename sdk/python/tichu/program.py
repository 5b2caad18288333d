"""The program around a bot: speaks the protocol on standard input and output (protocol/PROTOCOL.md)."""

import os
import sys

from . import answers, cards, tichu_pb2
from .bot import Bot, Options, Setup
from .observation import Call, Combination, Event, NOTHING, Observation, Rules, Side

PROTOCOL_VERSION = 1
LONGEST_MESSAGE = 1 << 20
HIDDEN_CARD = 255


class ProtocolError(Exception):
    """The arena sent what makes no sense, or ended in the middle of a message."""


def read_messages(file):
    """The payloads of the frames that come from a file descriptor, until its end."""
    buffer = b""
    while True:
        chunk = os.read(file, 65536)
        if not chunk:
            if buffer:
                raise ProtocolError("the input ends within a message")
            return
        buffer += chunk
        position = 0
        while True:
            length, start = read_length(buffer, position)
            if start is None or len(buffer) - start < length:
                break
            position = start + length
            yield buffer[start:position]
        buffer = buffer[position:]


def read_length(buffer, position):
    """The varint at a position and the position behind it, which is None where the varint is not whole."""
    length = 0
    for index in range(position, len(buffer)):
        byte = buffer[index]
        length |= (byte & 127) << (7 * (index - position))
        if length > LONGEST_MESSAGE or index - position >= 5:
            raise ProtocolError("a message of a wrong length")
        if byte < 128:
            return length, index + 1
    return 0, None


def frame(message):
    """The bytes of a message with its length in front."""
    payload = message.SerializeToString()
    length = len(payload)
    head = bytearray()
    while length > 127:
        head.append(length & 127 | 128)
        length >>= 7
    head.append(length)
    return bytes(head) + payload


def write(file, data):
    while data:
        data = data[os.write(file, data) :]


def read_setup(message):
    rules = message.rules
    return Setup(
        message.seed,
        Rules(
            rules.partners_may_both_call_grand,
            rules.tichu_before_push,
            rules.bomb_ignores_wish,
            rules.dragon_only_to_seat_with_cards,
            rules.draw_on_tie,
            rules.target,
        ),
        Options((option.name, option.value) for option in message.options),
        message.remarks,
    )


def put_remark(remark, message):
    message.note = remark.note.encode(errors="replace")
    if remark.value is not None:
        message.value = remark.value
    for move, probability in remark.probabilities:
        message.probabilities.add(move=move.encode(errors="replace"), probability=probability)


def read_event(message):
    combination = NOTHING
    if message.cards:
        combination = Combination(tuple(message.cards), message.type, message.rank, message.phoenix_as)
    push = tuple(None if card == HIDDEN_CARD else card for card in message.push)
    return Event(
        message.kind,
        message.who,
        message.to,
        message.wish,
        message.out_of_turn,
        push,
        message.points,
        combination,
    )


class Program:
    """Does what each message asks for."""

    def __init__(self, bot_class, output):
        self.bot_class = bot_class
        self.output = output
        self.bot = None
        self.setup = None
        self.seen = None
        self.message = tichu_pb2.ToBot()
        self.reply = tichu_pb2.FromBot()

    def take(self, payload):
        """Deals with one message; False after a farewell."""
        message = self.message
        message.ParseFromString(payload)
        if message.HasField("hello"):
            self.greet(message.hello)
        for notice in message.notices:
            self.take_notice(notice)
        if message.HasField("request"):
            self.answer(message.request)
        return not message.goodbye

    def greet(self, hello):
        if not hello.min_version <= PROTOCOL_VERSION <= hello.max_version:
            raise ProtocolError(
                f"the arena speaks protocol versions {hello.min_version} to {hello.max_version}, "
                f"this bot {PROTOCOL_VERSION}"
            )
        reply = tichu_pb2.FromBot()
        reply.hello.version = PROTOCOL_VERSION
        reply.hello.name = self.bot_class.name or self.bot_class.__name__
        reply.hello.bot_version = self.bot_class.version
        reply.hello.wants_legal_plays = True
        write(self.output, frame(reply))

    def take_notice(self, notice):
        if notice.HasField("event"):
            event = read_event(notice.event)
            self.seen.see(event)
            self.bot.observe(self.seen, event)
        elif notice.HasField("round_begins"):
            begins = notice.round_begins
            self.seen = Observation(self.setup.rules, begins.own_score, begins.their_score)
        elif notice.HasField("new_bot"):
            self.setup = read_setup(notice.new_bot)
            self.bot = self.bot_class(self.setup)
            self.setup.options.refuse_unknown()

    def answer(self, request):
        reply = self.reply
        reply.Clear()
        answer = reply.answer
        answer.id = request.id
        self.seen.offer(request.legal if request.HasField("legal") else None)
        DECIDE[request.question](self, answer)
        if self.bot.said is not None:
            if self.setup.remarks:
                put_remark(self.bot.said, answer.remark)
            self.bot.said = None
        write(self.output, frame(reply))

    def grand_tichu(self, answer):
        answer.call = answers.yes_or_no(self.bot.call_grand_tichu(self.seen), "call_grand_tichu")

    def tichu(self, answer):
        answer.call = answers.yes_or_no(self.bot.call_tichu(self.seen), "call_tichu")

    def push(self, answer):
        answer.push = answers.cards_to_push(self.bot.push(self.seen))

    def turn(self, answer):
        seen = self.seen
        if seen.may_call_tichu() and answers.yes_or_no(self.bot.call_tichu(seen), "call_tichu"):
            answer.call = True
            seen.calls[Side.ME] = Call.TICHU
        play = answers.play_or_none(self.bot.play(seen), "play")
        self.put_play(play, answer)
        if play is not None and cards.MAHJONG in play.cards:
            answer.wish = answers.rank_to_wish(self.bot.wish(seen, play))

    def bomb(self, answer):
        self.put_play(answers.play_or_none(self.bot.bomb(self.seen), "bomb"), answer)

    def give_dragon(self, answer):
        answer.give_to = answers.receiver(self.bot.give_dragon(self.seen))

    @staticmethod
    def put_play(play, answer):
        if play is not None:
            answer.cards = bytes(play.cards)
            answer.phoenix_as = play.phoenix_as


# By the question's number.
DECIDE = (Program.grand_tichu, Program.tichu, Program.push, Program.turn, Program.bomb, Program.give_dragon)


def run(bot_class):
    """Plays a bot class against the arena that started this program. Returns when the arena has ended it; exits with
    code 1 and the traceback on standard error where the bot raises."""
    if not (isinstance(bot_class, type) and issubclass(bot_class, Bot)):
        raise TypeError(f"run() takes the bot's class, derived from tichu.Bot; it got {answers.what(bot_class)}")
    # What the bot prints must not get between the messages: standard output becomes the log.
    output = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    program = Program(bot_class, output)
    for payload in read_messages(0):
        if not program.take(payload):
            return
