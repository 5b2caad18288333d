"""Rounds between players that decide in Python."""

from . import answers
from .bot import Bot
from .engine import Action, Question, QuestionOrder, Round


class BotPlayer:
    """A tichu.Bot at a table in this process: the same object that `run` would show to the arena."""

    def __init__(self, bot):
        self.bot = bot
        self.told = 0

    def hear(self, seen):
        """Tells the bot the events since the last time."""
        events = seen.events
        for event in events[self.told :]:
            self.bot.observe(seen, event)
        self.told = len(events)

    def calls_tichu(self, seen):
        """Whether the bot calls Tichu before or after the push."""
        self.hear(seen)
        return answers.yes_or_no(self.bot.call_tichu(seen), "call_tichu")

    def __call__(self, seen):
        self.hear(seen)
        bot = self.bot
        if seen.asked == Question.GRAND_TICHU:
            return Action.grand_tichu(answers.yes_or_no(bot.call_grand_tichu(seen), "call_grand_tichu"))
        if seen.asked == Question.PUSH:
            return Action.push(*answers.cards_to_push(bot.push(seen)))
        if seen.asked == Question.GIVE_DRAGON:
            return Action.give_dragon(answers.receiver(bot.give_dragon(seen)))
        if seen.asked == Question.BOMB:
            play = answers.play_or_none(bot.bomb(seen), "bomb")
            return Action.no_bomb() if play is None else Action.play(play)
        if seen.may_call_tichu() and answers.yes_or_no(bot.call_tichu(seen), "call_tichu"):
            return Action.tichu()
        play = answers.play_or_none(bot.play(seen), "play")
        if play is None:
            return Action.pass_()
        return Action.play(play, answers.rank_to_wish(bot.wish(seen, play)) if 1 in play.cards else 0)


def player_of(player):
    """A callable of a tichu.Bot, or the callable that it is already."""
    return BotPlayer(player) if isinstance(player, Bot) else player


def play_round(players, deal, rules="standard", scores=(0, 0)):
    """Plays a round to its end and gives the Round.

    `players` are four, by seat: callables that take an Observation and give an Action, such as `tichu.load_bot("steady")`, or
    objects of a class derived from tichu.Bot. A callable with a method `calls_tichu(seen)` is asked for Tichu before and
    after the push; any may answer its turn with Action.tichu() and is asked again. `scores` are the game's, of teams 0+2
    and 1+3. They are asked in the arena's order. ValueError if an answer is not legal."""
    players = [player_of(player) for player in players]
    if len(players) != 4:
        raise ValueError("there are four players")
    table = Round(deal, rules)

    def seen_by(seat):
        return table.observation(seat, scores[seat % 2], scores[1 - seat % 2])

    order = QuestionOrder()
    while (asked := order.next(table)) is not None:
        seat, question = asked
        if question == Question.TICHU:
            calls = getattr(players[seat], "calls_tichu", None)
            if calls is not None and calls(seen_by(seat)):
                table.apply(seat, Action.tichu())
            order = order.after(seat, question, table)
        else:
            table.apply(seat, players[seat](seen_by(seat)))
    return table
