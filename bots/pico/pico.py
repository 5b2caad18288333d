"""pico: a small sensible bot in Python. It leads its longest combination that stays low, follows with the lowest card
that is enough, leaves its partner's tricks alone, keeps its top cards until they matter, and bombs to stop an opponent.
It calls Tichu on a hand with many top cards; never Grand Tichu. Deterministic."""

from collections import Counter

from tichu import Bot, Call, Side, Stage, cards, run
from tichu.cards import DOG, DRAGON, MAHJONG, PHOENIX

ACE = 14
TEN = 10


def natural_counts(hand):
    """How many natural cards of each rank."""
    return Counter(cards.rank(card) for card in hand if card not in cards.SPECIALS)


def broken(play, counts):
    """How many cards of the hand's pairs, triples and quads the play would leave without their mates."""
    used = natural_counts(play.cards)
    return sum(counts[rank] - used[rank] for rank in used if 1 <= counts[rank] - used[rank])


class Pico(Bot):
    name = "pico"

    def play(self, seen):
        counts = natural_counts(seen.hand)
        plays = [play for play in seen.plays if self.allows(seen, play)]
        if not plays:
            return None if seen.may_pass else min(seen.plays, key=lambda play: (play.is_bomb, play.half_points))
        return min(plays, key=lambda play: self.price(seen, play, counts))

    def allows(self, seen, play):
        """Whether a play is worth considering where passing is another choice."""
        if len(play.cards) == len(seen.hand) or not seen.may_pass:
            return True
        if play.is_bomb:
            return self.opponent_is_close(seen) and seen.table_owner != Side.PARTNER
        if seen.table_owner == Side.PARTNER:
            return play.rank < TEN and seen.calls[Side.PARTNER] == Call.NONE
        if play.cards in ((PHOENIX,), (DRAGON,)):
            return seen.table.rank >= ACE - 1 or self.opponent_is_close(seen)
        return True

    def price(self, seen, play, counts):
        """What orders the plays: going out, then whole combinations, then no Phoenix, then many cards on a lead, then
        low ranks. Before an opponent with one card left it leads no single but its highest."""
        goes_out = len(play.cards) == len(seen.hand)
        leads = not seen.table.cards
        single = leads and len(play.cards) == 1 and play.cards != (DOG,)
        risky = single and 1 in (seen.hand_size[Side.RIGHT], seen.hand_size[Side.LEFT])
        return (
            not goes_out,
            risky,
            -play.half_points if risky else 0,
            play.is_bomb,
            broken(play, counts),
            PHOENIX in play.cards,
            -len(play.cards) if leads and play.rank < ACE else 0,
            play.half_points,
            play.cards,
        )

    def opponent_is_close(self, seen):
        return any(0 < seen.hand_size[side] <= 3 for side in (Side.RIGHT, Side.LEFT))

    def bomb(self, seen):
        if seen.table_owner in (Side.ME, Side.PARTNER) or not self.opponent_is_close(seen):
            return None
        return min(seen.plays, key=lambda play: (len(play.cards), play.rank), default=None)

    def wish(self, seen, play):
        given = seen.given[Side.RIGHT]
        return cards.rank(given) if given not in cards.SPECIALS else ACE

    def call_tichu(self, seen):
        if seen.stage != Stage.PLAY or seen.calls[Side.PARTNER] != Call.NONE:
            return False
        counts = natural_counts(seen.hand)
        tops = counts[ACE] + (DRAGON in seen.hand) + (PHOENIX in seen.hand)
        return tops + sum(count == 4 for count in counts.values()) >= 4

    def push(self, seen):
        """The lowest singles to the opponents, the highest single below the ace to the partner."""
        counts = natural_counts(seen.hand)

        def keeping(card):
            special = {PHOENIX: 100, DRAGON: 100, MAHJONG: 50, DOG: -1}
            return special.get(card, cards.rank(card) + 6 * (counts[cards.rank(card)] - 1)), card

        right, left, *rest = sorted(seen.hand, key=keeping)
        lone = [card for card in rest if card not in cards.SPECIALS and counts[cards.rank(card)] == 1]
        below_ace = [card for card in lone if cards.rank(card) < ACE]
        return right, max(below_ace, key=cards.rank, default=rest[0]), left


run(Pico)
