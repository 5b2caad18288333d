"""What a bot knows of a round: the same as tichu::Observation in C++, built from the same events."""

from typing import NamedTuple

from . import cards


class Side:
    """Seats as the bot sees them."""

    ME, RIGHT, PARTNER, LEFT = range(4)


class Type:
    """The types of combinations (RULES 4)."""

    NONE, SINGLE, PAIR, TRIPLE, STAIRS, FULL_HOUSE, STRAIGHT, QUAD, STRAIGHT_FLUSH = range(9)


class Call:
    """What a seat has called."""

    NONE, TICHU, GRAND_TICHU = range(3)


class Stage:
    """How far a round is."""

    FIRST_EIGHT, BEFORE_PUSH, PLAY, OVER = range(4)


class EventKind:
    """What an Event tells."""

    DEALT, GRAND_TICHU, TICHU, PUSH, PLAY, PASS, TRICK_TAKEN, GIVE_DRAGON = range(8)


class Combination(NamedTuple):
    """A combination: cards, and what they are."""

    cards: tuple  # by rising number
    type: int = Type.NONE
    rank: int = 0  # what is compared; a single Phoenix: the rank half a point below it
    phoenix_as: int = 0  # 2 to 14, or 0

    @property
    def is_bomb(self):
        """Whether it is a quad or a straight flush (RULES 4.2)."""
        return self.type >= Type.QUAD

    @property
    def half_points(self):
        """Twice the value that is compared, so that the Phoenix's half points are whole (RULES 5.2)."""
        return 2 * self.rank + (1 if self.cards == (cards.PHOENIX,) else 0)


NOTHING = Combination(())


class Rules(NamedTuple):
    """The options of RULES 10."""

    partners_may_both_call_grand: bool
    tichu_before_push: bool
    bomb_ignores_wish: bool
    dragon_only_to_seat_with_cards: bool
    draw_on_tie: bool
    target: int


class Event(NamedTuple):
    """Something that happened, as far as the bot may know it."""

    kind: int
    who: int
    to: int  # TRICK_TAKEN, GIVE_DRAGON
    wish: int  # PLAY: 2 to 14, or 0
    out_of_turn: bool  # PLAY
    push: tuple  # PUSH: to the giver's right, its partner, its left; None where hidden
    points: int  # TRICK_TAKEN
    combination: Combination  # PLAY; DEALT: only the cards


class Observation:
    """All that the bot may know. Sides index the lists."""

    def __init__(self, rules, own_score, their_score):
        self.rules = rules
        self.own_score = own_score  # the game's totals before this round
        self.their_score = their_score
        self.hand = set()
        self.first_eight = frozenset()  # own cards of the Grand Tichu decision
        self.played = [set(), set(), set(), set()]  # what each seat has played
        self.hand_size = [0, 0, 0, 0]
        self.calls = [Call.NONE] * 4
        self.given = [None, None, None, None]  # own push, by receiver
        self.received = [None, None, None, None]  # by giver
        self.table = NOTHING  # what must be beaten
        self.table_owner = Side.ME
        self.trick_cards = set()
        self.trick_points = 0
        self.won = [0, 0, 0, 0]  # points of the tricks that count for each seat
        self.wish = 0  # the open wish
        self.to_act = Side.ME  # in stage PLAY: whose turn comes next
        self.passes = 0  # in a row since the last play
        self.out = []  # the seats that are out, in order
        self.stage = Stage.FIRST_EIGHT
        self.events = []  # the round so far
        self._pushes_seen = 0
        self._legal = None
        self._plays = None

    def __getattr__(self, name):
        known = sorted(each for each in {*vars(self), *dir(type(self))} if not each.startswith("_"))
        raise AttributeError(f"what a bot has seen has no {name!r}; it has {', '.join(known)}")

    @property
    def plays(self):
        """The legal plays, one of each distinct choice, when asked for a play or a bomb; else empty."""
        if self._plays is None:
            legal = self._legal.plays if self._legal is not None else ()
            self._plays = [Combination(tuple(play.cards), play.type, play.rank, play.phoenix_as) for play in legal]
        return self._plays

    @property
    def may_pass(self):
        """Whether passing is legal, when asked for a play or a bomb."""
        return self._legal is not None and self._legal.may_pass

    def offer(self, legal):
        """Sets the legal plays of the request, or None."""
        self._legal = legal
        self._plays = None

    def is_out(self, side):
        """Whether the seat at this side 0..3 has no cards left."""
        return side in self.out

    def may_call_tichu(self):
        """Whether the bot may call Tichu now (RULES 3.3)."""
        if self.calls[Side.ME] != Call.NONE or self.out or self.played[Side.ME]:
            return False
        return self.stage == Stage.PLAY or (self.stage == Stage.BEFORE_PUSH and self.rules.tichu_before_push)

    def unseen(self):
        """The cards that are neither in the own hand nor played."""
        return set(cards.DECK) - self.hand - self.played[0] - self.played[1] - self.played[2] - self.played[3]

    def see(self, event):
        """Takes the next event in."""
        self.events.append(event)
        SEE[event.kind](self, event)

    def _see_dealt(self, event):
        if not self.hand:
            self.first_eight = frozenset(event.combination.cards)
        else:
            self.stage = Stage.BEFORE_PUSH
        self.hand.update(event.combination.cards)
        self.hand_size = [len(self.hand)] * 4

    def _see_grand_tichu(self, event):
        self.calls[event.who] = Call.GRAND_TICHU

    def _see_tichu(self, event):
        self.calls[event.who] = Call.TICHU

    def _see_push(self, event):
        if event.who == Side.ME:
            self.given[1:] = event.push
            self.hand.difference_update(event.push)
        else:
            # The giver sees this bot at the side opposite to where this bot sees the giver.
            card = event.push[3 - event.who]
            self.received[event.who] = card
            self.hand.add(card)
        self._pushes_seen += 1
        if self._pushes_seen == 4:
            self.stage = Stage.PLAY
            self.to_act = Side.ME

    def _see_play(self, event):
        who = event.who
        play = event.combination
        if who == Side.ME:
            self.hand.difference_update(play.cards)
        self.played[who].update(play.cards)
        self.hand_size[who] -= len(play.cards)
        if self.wish and any(card & 15 == self.wish and card not in cards.SPECIALS for card in play.cards):
            self.wish = 0
        if event.wish:
            self.wish = event.wish
        self.passes = 0
        if self.hand_size[who] == 0:
            self.out.append(who)
        if len(self.out) == 3 or (len(self.out) == 2 and (self.out[0] - self.out[1]) % 2 == 0):
            self.stage = Stage.OVER
        if play.cards == (cards.DOG,):
            self._go_to_next((who + 1) % 4)
            return
        self.table = play
        self.table_owner = who
        self.trick_cards.update(play.cards)
        self.trick_points += sum(cards.points(card) for card in play.cards)
        self._go_to_next(who)

    def _see_pass(self, event):
        self.passes += 1
        self._go_to_next(event.who)

    def _see_trick_taken(self, event):
        self.won[event.to] += event.points
        self.table = NOTHING
        self.trick_cards = set()
        self.trick_points = 0
        self.passes = 0
        if self.hand_size[event.who] > 0:
            self.to_act = event.who
        else:
            self._go_to_next(event.who)

    def _see_give_dragon(self, event):
        pass

    def _go_to_next(self, after):
        side = after
        for _ in range(4):
            side = (side + 1) % 4
            if self.hand_size[side] > 0:
                break
        self.to_act = side


# By EventKind.
SEE = (
    Observation._see_dealt,
    Observation._see_grand_tichu,
    Observation._see_tichu,
    Observation._see_push,
    Observation._see_play,
    Observation._see_pass,
    Observation._see_trick_taken,
    Observation._see_give_dragon,
)
