"""What a bot in Python may answer, and how it is told what it may not.

    python3 python_answers_test.py
"""

import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import cases  # noqa: E402

import tichu
from tichu import answers
from tichu.observation import Combination, Observation
from tichu.program import Program


class Truth:
    """As numpy's: not a bool, but named like one."""

    def __bool__(self):
        return True


Truth.__name__ = "bool_"


class Answers(unittest.TestCase):
    def refused(self, sentence, call, *arguments):
        with self.assertRaises(TypeError) as caught:
            call(*arguments)
        self.assertIn(sentence, str(caught.exception))

    def test_a_play_is_one_of_the_plays_or_none(self):
        play = Combination((2,), 1, 2)
        self.assertIs(answers.play_or_none(play, "play"), play)
        self.assertIsNone(answers.play_or_none(None, "play"))
        for wrong in ({2, 18}, [2], (2,), "2j", 2, True):
            self.refused("play() must return one of seen.plays, or None; it returned the " + type(wrong).__name__,
                         answers.play_or_none, wrong, "play")

    def test_what_a_bot_has_seen_names_what_it_has(self):
        with self.assertRaisesRegex(AttributeError, "no 'legal_plays'; it has .*hand, .*plays, "):
            _ = Observation(None, 0, 0).legal_plays

    def test_a_call_is_true_or_false(self):
        self.assertTrue(answers.yes_or_no(True, "call_tichu"))
        self.assertFalse(answers.yes_or_no(False, "call_tichu"))
        self.assertTrue(answers.yes_or_no(Truth(), "call_tichu"))
        for wrong in ("no", "", 1, None, [], 0.5):
            self.refused("call_tichu() must return True or False; it returned ", answers.yes_or_no, wrong, "call_tichu")

    def test_numbers_are_whole(self):
        self.assertEqual(answers.rank_to_wish(14), 14)
        for wrong in ("A", 2.0, None, True, -1, 1000):
            self.refused("wish() must return a rank from 2 to 14, or 0 for no wish", answers.rank_to_wish, wrong)
            self.refused("give_dragon() must return Side.RIGHT or Side.LEFT", answers.receiver, wrong)

    def test_a_push_is_three_cards(self):
        self.assertEqual(answers.cards_to_push((2, 3, 4)), bytes((2, 3, 4)))
        for wrong in (None, 7, {2, 3, 4}, "234", (2, 3), (2, 3, "4s"), (2, 3, 4, 5)):
            self.refused("push() must return three cards of seen.hand", answers.cards_to_push, wrong)

    def test_a_remark_is_text_and_numbers(self):
        bot = tichu.Bot(tichu.Setup(1, None, {}))
        bot.remark("well", 3, [("pass", 1)])
        self.assertEqual(bot.said, tichu.Remark("well", 3.0, (("pass", 1.0),)))
        self.refused("remark() takes a str as note", bot.remark, 5)
        self.refused("remark() takes a number", bot.remark, "", "many")
        self.refused("remark() takes a number", bot.remark, "", None, [1])
        self.refused("remark() takes a str as the name of a move", bot.remark, "", None, [(1, 0.5)])

    def test_the_program_refuses_in_each_decision(self):
        class Wrong(tichu.Bot):
            def play(self, seen):
                return {2}

            def bomb(self, seen):
                return [2]

            def call_tichu(self, seen):
                return "no"

            def call_grand_tichu(self, seen):
                return None

            def push(self, seen):
                return {1, 2, 3}

            def give_dragon(self, seen):
                return "left"

        class Seen:
            @staticmethod
            def may_call_tichu():
                return False

        class Reply:
            pass

        program = Program(Wrong, None)
        program.bot = Wrong(tichu.Setup(1, None, {}))
        program.seen = Seen
        for decide, name in ((program.turn, "play"), (program.bomb, "bomb"), (program.tichu, "call_tichu"),
                             (program.grand_tichu, "call_grand_tichu"), (program.push, "push"),
                             (program.give_dragon, "give_dragon")):
            self.refused(f"{name}() must return ", decide, Reply())

    def test_run_takes_a_class(self):
        self.refused("run() takes the bot's class", tichu.run, tichu.Bot(tichu.Setup(1, None, {})))


if __name__ == "__main__":
    cases.main()
