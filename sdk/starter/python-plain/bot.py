#!/usr/bin/python3
"""Plays its lowest legal combination and never calls. Each question tells all that it may know: it keeps no state."""
import json
import sys

ORDER = ["Dog", "Mah", *"23456789TJQKA", "Phx", "Drg"]


def worth(card):
    return ORDER.index(card[0] if card[0] in ORDER else card[:3])


def answer(ask, seen, legal=None, **_):
    if ask == "push":  # to the right, to the partner, to the left
        right, left, partner = sorted(seen["hand"].split(), key=worth)[:3]
        return {"push": [right, partner, left]}
    if ask == "give_dragon":
        return {"give_to": max("right", "left", key=seen["hand_size"].get)}
    if ask == "turn" and legal["plays"]:
        return {"play": min(legal["plays"], key=lambda play: worth(play.split()[-1]))}
    return {"pass": True} if ask in ("turn", "bomb") else {"call": False}


for message in map(json.loads, sys.stdin):
    if "hello" in message and message["hello"]["min_version"] == 1:
        print('{"hello": {"name": "starter", "wants_legal_plays": true}}', flush=True)
    elif "ask" in message:
        print(json.dumps({"id": message["id"], **answer(**message)}), flush=True)
    else:
        sys.exit(0 if "goodbye" in message else "the arena speaks another version")
