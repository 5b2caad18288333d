"""Rounds as records: one JSON object on one line, as the arena stores them (`arena/record/RECORD.md`)."""

import json

from . import cards
from .engine import Action, ActionKind, Combination, Deal, Round, Rules

TYPES = (None, "single", "pair", "triple", "stairs", "full_house", "straight", "quad", "straight_flush")
OPTIONS = ("partners_may_both_call_grand", "tichu_before_push", "bomb_ignores_wish", "dragon_only_to_seat_with_cards")
# Mahjong and Dog come before all others, Phoenix and Dragon after them.
ORDER = {cards.MAHJONG: -2, cards.DOG: -1, cards.PHOENIX: 100, cards.DRAGON: 101}


def write_record(round, **more):
    """The record of a finished round as one line without its end. `more` are further members that come first, such as
    seed=1, deal_index=0. ValueError if the round is not over or does not go back to a deal."""
    result = round.result
    record = {"format": "tichu-record/1", **more}
    record["rules"] = write_rules(round.rules)
    record["deal"] = [[cards.text(card) for card in hand] for hand in round.deal.hands]
    record["events"] = [write_event(*item) for item in round.recorded()]
    record["result"] = {"out": result["out"], "cards": list(result["cards"]), "score": list(result["score"])}
    return json.dumps(record, ensure_ascii=False)


def write_rules(rules):
    values = {"preset": rules.preset} if rules.preset != "custom" else {}
    values.update({option: getattr(rules, option) for option in OPTIONS})
    values["target"] = rules.target
    values["tie"] = "draw" if rules.draw_on_tie else "play_on"
    return values


def write_event(seat, action, out_of_turn):
    event = {"seat": seat}
    if action.kind == ActionKind.CALL_GRAND_TICHU:
        event["do"] = "grand_tichu"
    elif action.kind == ActionKind.CALL_TICHU:
        event["do"] = "tichu"
    elif action.kind == ActionKind.PUSH:
        event.update(do="push", cards=[cards.text(card) for card in action.pushed])
    elif action.kind == ActionKind.PASS:
        event["do"] = "pass"
    elif action.kind == ActionKind.GIVE_DRAGON:
        event.update(do="give_dragon", to=(seat + action.give_to) % 4)
    else:
        write_play(action, event)
        if out_of_turn:
            event["out_of_turn"] = True
    return event


def write_play(action, event):
    play = action.combination
    ordered = sorted(play.cards, key=lambda card: (ORDER.get(card, cards.rank(card)), card))
    lone_phoenix = play.cards == (cards.PHOENIX,)
    event.update(do="play", cards=[cards.text(card) for card in ordered], type=TYPES[play.type])
    event["rank"] = None if lone_phoenix else play.rank
    if play.phoenix_as:
        event["phoenix_as"] = play.phoenix_as
    if action.wish:
        event["wish"] = action.wish


def read_record(line):
    """The Round of a record. ValueError if it is none, or with the event and the clause if it breaks the rules; what the
    record says of the result is not compared (`tichu-arena verify` does)."""
    record = json.loads(line)
    try:
        deal = Deal.from_hands([[cards.card(name) for name in hand] for hand in record["deal"]])
        actions, table = [], None
        for event in record["events"]:
            action = read_event(event, table)
            actions.append((event["seat"], action, bool(event.get("out_of_turn", False))))
            table = table_after(deal, record, actions, action, table)
        return Round.of_recorded(deal, actions, read_rules(record.get("rules", {})))
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(f"this is not a record: {error!r}") from error


def table_after(deal, record, actions, action, table):
    """What lies on the table after an action; only where a Phoenix may need it, the round is played up to there."""
    if action.kind == ActionKind.PLAY:
        return action.combination if cards.DOG not in action.combination.cards else None
    if action.kind in (ActionKind.PASS, ActionKind.GIVE_DRAGON) and table is not None:
        now = Round.of_recorded(deal, actions, read_rules(record.get("rules", {}))).table
        return now if now else None
    return table


def read_rules(values):
    words = [values.get("preset", "standard")]
    words += [f"{name}={str(value).lower()}" for name, value in values.items() if name != "preset"]
    return Rules(" ".join(words))


def read_event(event, table):
    do = event["do"]
    if do == "grand_tichu":
        return Action.grand_tichu()
    if do == "tichu":
        return Action.tichu()
    if do == "push":
        return Action.push(*(cards.card(name) for name in event["cards"]))
    if do == "pass":
        return Action.pass_()
    if do == "give_dragon":
        return Action.give_dragon((event["to"] - event["seat"]) % 4)
    if do != "play":
        raise ValueError(f'"{do}" is nothing that a seat does')
    held = [cards.card(name) for name in event["cards"]]
    play = Combination(held, table, event.get("phoenix_as") or 0)
    return Action.play(play, event.get("wish") or 0)
