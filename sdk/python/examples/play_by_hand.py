#!/usr/bin/python3
"""A round by hand, decision by decision: seat 0 plays its lowest legal play, the others as the policy "light"."""

from tichu.engine import Action, Deal, Question, Round

table = Round(Deal(seed=42, index=0), "standard")
while not table.is_over:
    seat = table.seat
    if seat == 0 and table.question == Question.TURN:
        seen = table.observation(seat)
        play = min(seen.plays, key=lambda play: play.half_points, default=None)
        action = Action.pass_() if play is None else Action.play(play)
        print(f"{len(seen.hand):2} cards, on the table {seen.table}: {action}")
    else:
        action = table.policy_action("light")
    table.apply(seat, action)
print(table.result)
