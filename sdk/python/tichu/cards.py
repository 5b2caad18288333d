"""Cards are numbers: 16 * suit + rank for the suits Jade, Sword, Pagoda, Star (0 to 3) and the ranks 2 to 14 (J 11,
Q 12, K 13, A 14), and four special ones."""

DOG = 0
MAHJONG = 1
DRAGON = 15
PHOENIX = 63

SPECIALS = {MAHJONG: "Mah", DOG: "Dog", PHOENIX: "Phx", DRAGON: "Drg"}
SUITS = "jspt"
RANKS = "23456789TJQKA"

DECK = tuple(16 * suit + rank for rank in range(2, 15) for suit in range(4)) + tuple(SPECIALS)


def rank(card):
    """2 to 14; Mahjong 1, Dragon 15; Dog and Phoenix 0."""
    return 0 if card == PHOENIX else card & 15


def suit(card):
    """0 to 3, or None for a special card."""
    return None if card in SPECIALS else card >> 4


def points(card):
    """What the card counts (RULES 2.2)."""
    if card in SPECIALS:
        return {DRAGON: 25, PHOENIX: -25}.get(card, 0)
    return {5: 5, 10: 10, 13: 10}.get(card & 15, 0)


def text(card):
    """The card as text, such as "7j" or "Phx"."""
    return SPECIALS.get(card) or RANKS[(card & 15) - 2] + SUITS[card >> 4]


NUMBERS = {text(number): number for number in DECK}


def card(name):
    """The card of a text such as "7j"; KeyError where there is none."""
    return NUMBERS[name]
