"""A question as text for people and language models, and their answers as the protocol has them. Nothing but what the question tells."""
import json
import re

SEATS = {"me": "you", "right": "the opponent on your right", "partner": "your partner", "left": "the opponent on your left"}
ORDER = ["Dog", "Mah", *"23456789TJQKA", "Phx", "Drg"]
ANSWERS = {
    "grand_tichu": 'Do you call Grand Tichu? {"call": true} or {"call": false}',
    "tichu": 'Do you call Tichu? {"call": true} or {"call": false}',
    "push": 'Give a card to the right, to your partner and to the left: {"push": ["2j", "As", "3p"]}',
    "turn": 'It is your turn: {"play": "7j 7s"} or {"pass": true}; with the Mahjong also "wish": "9"; "call": true calls Tichu first.',
    "bomb": 'You may bomb now: {"play": "8j 8s 8p 8t"} or {"pass": true}',
    "give_dragon": 'Who gets the trick with the Dragon? {"give_to": "right"} or {"give_to": "left"}',
}


def worth(card):
    return ORDER.index(card[0] if card[0] in ORDER else card[:3])


def names(cards):
    """The cards of a text without what the Phoenix stands for."""
    return [card[:3] if card.startswith("Phx") else card for card in cards.split()]


def seat_line(seat, seen):
    call = seen["calls"][seat]
    parts = [f"{seen['hand_size'][seat]} cards left", f"{seen['won'][seat]} points taken"]
    if call:
        parts.append(f"called {'Grand Tichu' if call == 'grand_tichu' else 'Tichu'}")
    if seen["played"][seat]:
        parts.append(f"has played {seen['played'][seat]}")
    if seat in seen["out"]:
        parts.append(f"is out, number {seen['out'].index(seat) + 1}")
    return f"- {SEATS[seat]}: " + ", ".join(parts)


def text_of(question, list_legal):
    seen = question["seen"]
    scores = seen["scores"]
    lines = [f"Your hand: {seen['hand'] or seen['first_eight']}",
             f"The game so far: your side {scores['own']}, the opponents {scores['theirs']}."]
    lines += [seat_line(seat, seen) for seat in SEATS]
    for key, words in (("given", "You gave to"), ("received", "You got from")):
        if seen[key]:
            lines.append(f"{words} " + ", ".join(f"{SEATS[seat]} {card}" for seat, card in seen[key].items()) + ".")
    table = seen["table"]
    if question["ask"] in ("turn", "bomb"):
        lines.append(f"On the table: {table['play']} ({table['kind'].replace('_', ' ')}) by {SEATS[table['by']]}; the trick holds "
                     f"{seen['trick_points']} points." if table else "The table is empty: you lead.")
        if seen["wish"]:
            lines.append(f"A wish is open: {seen['wish']}.")
    if list_legal and "legal" in question:
        plays = "; ".join(question["legal"]["plays"]) or "none"
        lines.append(f"Legal plays: {plays}. You {'may' if question['legal']['may_pass'] else 'may not'} pass.")
    if question.get("fault", {}).get("again"):
        lines.append(f"You were asked this before: {question['fault']['text']}. That does not count.")
    options = ", ".join(f"{key} = {json.dumps(value)}" for key, value in seen["rules"].items())
    return "\n".join([*lines, f"Options of the rules: {options}.", ANSWERS[question["ask"]]])


def answer_of(text, was_cut, Unusable):
    """The last JSON object in the model's text: it may quote others while it thinks."""
    found = re.findall(r"\{[^{}]*\}", text)
    if not found:
        raise Unusable("truncated" if was_cut else "unreadable", "It was cut off before the answer." if was_cut else "It holds no JSON object.")
    try:
        answer = json.loads(found[-1])
    except ValueError as error:
        raise Unusable("unreadable", f"Its JSON is wrong: {error}.") from None
    unknown = sorted(set(answer) - {"call", "push", "play", "pass", "wish", "give_to"})
    if unknown:
        raise Unusable("unreadable", f'An answer has no "{unknown[0]}".')
    return answer


def check_play(question, play, Unusable):
    """`play` against the plays that are legal now, with the clause of the rules that it breaks."""
    seen, legal = question["seen"], question["legal"]["plays"]
    hand = seen["hand"].split()
    missing = [card for card in names(play) if card not in hand]
    if missing:
        raise Unusable("illegal", f"You do not hold {' '.join(missing)}; your hand is {seen['hand']}.")
    if sorted(names(play)) in [sorted(names(each)) for each in legal]:
        return
    wish = seen["wish"]
    bound = wish and legal and not question["legal"]["may_pass"] and all(any(card[0] == wish for card in names(each)) for each in legal)
    if question["ask"] == "turn" and bound:
        raise Unusable("illegal", f"The wish for {wish} binds you: play it (RULES 7.3).")
    if seen["table"]:
        raise Unusable("illegal", f"{play} does not beat {seen['table']['play']} (RULES 5.1 to 5.3).")
    raise Unusable("illegal", f"{play} is no combination (RULES 4.1).")


def check(question, answer, Unusable):
    ask = question["ask"]
    if ask in ("grand_tichu", "tichu"):
        wrong = not isinstance(answer.get("call"), bool)
    elif ask == "push":
        cards = answer.get("push")
        wrong = not isinstance(cards, list) or len(cards) != 3 or not all(isinstance(card, str) for card in cards)
        if not wrong and (len(set(cards)) < 3 or not set(cards) <= set(question["seen"]["hand"].split())):
            raise Unusable("illegal", f"Give three different cards of your hand (RULES 3.4): {question['seen']['hand']}.")
    elif ask == "give_dragon":
        wrong = answer.get("give_to") not in ("right", "left")
    elif answer.get("pass") is True and "play" not in answer:
        if not question["legal"]["may_pass"]:
            raise Unusable("illegal", "You may not pass: " + (
                "the wish binds you (RULES 7.3)." if question["seen"]["table"] else "the leader must play (RULES 6.2)."))
        wrong = False
    else:
        wrong = not isinstance(answer.get("play"), str) or answer.get("wish", "2") not in list("23456789TJQKA")
        if not wrong:
            check_play(question, answer["play"], Unusable)
    if wrong:
        raise Unusable("unreadable", f"What was asked: {ANSWERS[ask]}.")


def lowest(question):
    """A legal answer without any thought."""
    ask, seen = question["ask"], question["seen"]
    if ask == "push":
        right, left, partner = sorted(seen["hand"].split(), key=worth)[:3]
        return {"push": [right, partner, left]}
    if ask == "give_dragon":
        return {"give_to": max("right", "left", key=seen["hand_size"].get)}
    if ask == "turn" and question["legal"]["plays"]:
        return {"play": min(question["legal"]["plays"], key=lambda play: worth(play.split()[-1]))}
    return {"pass": True} if ask in ("turn", "bomb") else {"call": False}
