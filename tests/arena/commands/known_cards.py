"""The cards of a recorded round that a seat may know: what a text for that seat may name."""

import re

CARD = re.compile(r"\b(?:[2-9TJQKA][jspt]|Mah|Dog|Phx|Drg)\b")


def received_cards(record, seat):
    pushes = [event for event in record["events"] if event["do"] == "push" and event["seat"] != seat]
    return {push["cards"][(seat - push["seat"] - 1) % 4] for push in pushes}


def known_cards(record, seat, plays, in_hand=14, received=True):
    """After so many plays; before the push with the first 8 or all 14 cards in hand."""
    cards = set(record["deal"][seat][:in_hand]) | (received_cards(record, seat) if received else set())
    played = [event for event in record["events"] if event["do"] == "play"]
    return cards.union(*(play["cards"] for play in played[:plays]))
