"""A round as a sequence of single decisions by action ids, as a value: for searches and learners that copy states and step
back. They are asked in the order of VecEnv."""

import random

from . import cards, rows
from .engine import Action, ActionKind, Deal, Question, QuestionOrder, Round, action_name, action_play
from .rows import Ask

GRAND_TICHU, TICHU, PUSH, WISH, GIFT, NO_BOMB = 1512, 1514, 1516, 1572, 1586, 1588
MAHJONG = 1
WHOLE_ASKS = {
    Question.GRAND_TICHU: Ask.GRAND_TICHU,
    Question.TICHU: Ask.TICHU,
    Question.BOMB: Ask.BOMB,
    Question.GIVE_DRAGON: Ask.GIVE_DRAGON,
}


class GameState:
    """The round, and what of the decision under way is answered already. copy() costs some microseconds."""

    def __init__(self, deal=None, rules="standard"):
        self.round = Round(deal if deal is not None else Deal(0), rules)
        self.history = []  # pairs of seat and action id
        self.pushing = ()  # cards chosen so far
        self.chosen = None  # the play whose wish is asked for
        self.order = QuestionOrder()
        self.tichu_answered = False  # on this turn
        self._settle()

    def copy(self):
        """A state that goes on by itself from here."""
        other = object.__new__(GameState)
        other.__dict__.update(self.__dict__)
        other.round = self.round.copy()
        other.history = self.history[:]
        return other

    @property
    def is_over(self):
        """Whether the round is over."""
        return self.round.is_over

    def _settle(self):
        """Works out who is asked what."""
        self.seat, self.question = self.order.next(self.round) or (None, None)
        self.ask = self._ask()

    def _ask(self):
        """The part of the question that is open: a push is asked card by card, a turn in up to three parts."""
        if self.question == Question.PUSH:
            return Ask.PUSH_RIGHT + len(self.pushing)
        if self.question == Question.TURN:
            asks_tichu = not self.tichu_answered and self.round.may_call_tichu(self.seat)
            return Ask.TICHU if asks_tichu else Ask.WISH if self.chosen is not None else Ask.PLAY
        return WHOLE_ASKS.get(self.question)

    def legal(self):
        """The legal ids, rising; empty if the round is over."""
        if self.ask is None:
            return []
        if self.ask == Ask.GRAND_TICHU:
            return [GRAND_TICHU, GRAND_TICHU + 1]
        if self.ask == Ask.TICHU:
            return [TICHU, TICHU + 1]
        if self.ask in (Ask.PUSH_RIGHT, Ask.PUSH_PARTNER, Ask.PUSH_LEFT):
            return sorted(PUSH + rows.PLACE[card] for card in self.round.hand(self.seat) - set(self.pushing))
        if self.ask == Ask.WISH:
            return list(range(WISH, WISH + 14))
        if self.ask == Ask.GIVE_DRAGON:
            return [GIFT + (side == 3) for side in (1, 3) if self.round.judge(self.seat, Action.give_dragon(side)) is None]
        ids = {play.action_id for play in self.round.plays()}
        refusal = Action.no_bomb() if self.ask == Ask.BOMB else Action.pass_()
        if self.round.judge(self.seat, refusal) is None:
            ids.add(NO_BOMB if self.ask == Ask.BOMB else 0)
        return sorted(ids)

    def apply(self, action):
        """Answers the question. ValueError if the id is not legal; then nothing changes."""
        action = int(action)
        if action not in self.legal():
            name = action_name(action) if 0 <= action < 1589 else str(action)
            raise ValueError(f'"{name}" is not legal here')
        self.history.append((self.seat, action))
        if self.ask == Ask.TICHU:
            self._answer_tichu(action == TICHU + 1)
        elif self.ask in (Ask.PUSH_RIGHT, Ask.PUSH_PARTNER, Ask.PUSH_LEFT):
            self.pushing += (rows.ORDER[action - PUSH],)
            if len(self.pushing) == 3:
                self._do(Action.push(*self.pushing))
        elif self.ask == Ask.PLAY and action and MAHJONG in self._play(action).cards:
            self.chosen, self.tichu_answered = self._play(action), True
        else:
            self._do(self._action(action))
        self._settle()

    def _answer_tichu(self, call):
        self.tichu_answered = self.question == Question.TURN
        self.order = self.order.after(self.seat, self.question, self.round)
        if call:
            self.round.apply(self.seat, Action.tichu())

    def _play(self, action):
        return action_play(action, self.round.hand(self.seat), self.round.table or None)

    def _action(self, action):
        if self.ask == Ask.GRAND_TICHU:
            return Action.grand_tichu(action == GRAND_TICHU + 1)
        if self.ask == Ask.WISH:
            return Action.play(self.chosen, action - WISH + 1 if action > WISH else 0)
        if self.ask == Ask.GIVE_DRAGON:
            return Action.give_dragon(1 if action == GIFT else 3)
        if action == NO_BOMB:
            return Action.no_bomb()
        return Action.play(self._play(action)) if action else Action.pass_()

    def _do(self, action):
        self.round.apply(self.seat, action)
        self.pushing, self.chosen, self.tichu_answered = (), None, False

    def observation(self, seat):
        """What a seat may know."""
        return self.round.observation(seat)

    def row(self, seat, layout="compact-v1"):
        """The row of a layout for a seat, as VecEnv writes it."""
        asked = seat == self.seat
        return rows.observation_row(
            self.observation(seat), self.ask if asked else None, layout, self.pushing if asked else (),
            self.chosen if asked else None
        )

    def action_row(self, action):
        """The row of the layout action-v1 for a legal id."""
        seen = self.observation(self.seat)
        if self.ask in (Ask.PLAY, Ask.BOMB):
            return rows.play_row(seen, None if action in (0, NO_BOMB) else self._play(action))
        if self.ask == Ask.WISH:
            return rows.wish_row(action - WISH + 1 if action > WISH else 0)
        if self.ask == Ask.GIVE_DRAGON:
            return rows.gift_row(1 if action == GIFT else 3)
        if self.ask in (Ask.GRAND_TICHU, Ask.TICHU):
            return rows.call_row(action in (GRAND_TICHU + 1, TICHU + 1))
        return rows.push_row(rows.ORDER[action - PUSH], self.ask - Ask.PUSH_RIGHT + 1)

    def returns(self):
        """By seat, the team's margin in points / 100; zeros before the end."""
        if not self.is_over:
            return [0.0] * 4
        a, b = self.round.result["score"]
        return [(a - b) / 100, (b - a) / 100] * 2


def resampled(state, seat, seed):
    """A state that looks the same to `seat`, with what it cannot know drawn at random. `seed` is 0..2**64-1. ValueError if
    nothing was found that agrees with what the seat has seen: then another seed may."""
    if state.round.question in (Question.GRAND_TICHU, Question.PUSH):
        return dealt_again(state, seat, seed)
    seen = state.observation(seat)
    hands = seen.guess_hands(seed)
    if hands is None:
        raise ValueError("no hands were found that agree with what the seat has seen")
    deal, pushes = deal_behind(seen, hands, seat)
    actions = []
    for who, action, out_of_turn in state.round.recorded():
        if action.kind == ActionKind.PUSH:
            action = Action.push(*pushes[who])
        actions.append((who, action, out_of_turn))
    round_ = Round.of_recorded(deal, actions, seen.rules, finished=False)
    # Of those who may hold a bomb, the seat itself is asked if it was asked, and whoever is asked in `state`.
    asked = {state.seat} | ({seat} if seen.asked == Question.BOMB else set())
    while round_.question == Question.BOMB and round_.seat not in asked:
        round_.apply(round_.seat, Action.no_bomb())
    other = state.copy()
    other.round = round_
    other._settle()
    if other.observation(seat) != seen or (state.seat == seat and (other.seat, other.ask) != (state.seat, state.ask)):
        raise ValueError("these hands would have been asked something else")
    return other


def dealt_again(state, seat, seed):
    """`resampled` before the push is over: all cards that the seat has not seen are shuffled, and the others push at random."""
    chance = random.Random(seed)
    seen = state.observation(seat)
    own = seen.hand | {card for card in seen.given if card is not None}
    unseen = sorted(set(cards.DECK) - own)
    chance.shuffle(unseen)
    mine = sorted(seen.first_eight) + sorted(own - seen.first_eight)
    mine += [unseen.pop() for _ in range(14 - len(mine))]
    hands = [unseen[14 * place : 14 * place + 14] for place in range(3)]
    hands.insert(seat, mine)
    other = GameState(Deal.from_hands(hands), state.round.rules)
    for who, action in state.history:
        is_hidden = PUSH <= action < WISH and who != seat
        other.apply(chance.choice(other.legal()) if is_hidden else action)
    return other


def deal_behind(seen, hands, seat):
    """A deal and pushes from which the seats come to hold `hands` after what they played."""
    after_push = [set(seen.hand) | seen.played[0]] + [set(hand) | seen.played[side + 1] for side, hand in enumerate(hands)]
    gave = [[None] * 4 for _ in range(4)]  # by giver's and receiver's side, seen from the seat
    for side in (1, 2, 3):
        gave[0][side], gave[side][0] = seen.given[side], seen.received[side]
    for receiver in (1, 2, 3):
        free = sorted(after_push[receiver] - {seen.given[receiver]})
        for giver in (1, 2, 3):
            if giver != receiver:
                gave[giver][receiver] = free.pop(0)
    dealt = []
    for side in range(4):
        got = {gave[giver][side] for giver in range(4) if giver != side}
        dealt.append(after_push[side] - got | {card for card in gave[side] if card is not None})
    first = sorted(seen.first_eight) + sorted(dealt[0] - seen.first_eight)
    ordered = [first] + [sorted(cards) for cards in dealt[1:]]
    by_seat = [ordered[(number - seat) % 4] for number in range(4)]
    pushes = {
        (seat + side) % 4: [gave[side][(side + offset) % 4] for offset in (1, 2, 3)] for side in range(4)
    }
    return Deal.from_hands(by_seat), pushes
