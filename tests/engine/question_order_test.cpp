#include "engine/question_order.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/deal.h"
#include "engine/random_policy.h"

namespace tichu {
namespace {

std::string text_of(const SeatQuestion& asked) {
  return std::string(to_text(asked.question)) + ' ' + std::to_string(asked.seat.number());
}

/// A round at a table where nobody calls anything but what a test does.
class AskedRound {
 public:
  explicit AskedRound(const Rules& rules) : round_(deal(7, 0), rules) {}

  /// Answers until a question of the play comes: all that was asked before it.
  std::string before_play() {
    std::string asked;
    while (next().question < Question::Turn) {
      asked += (asked.empty() ? "" : ", ") + text_of(next());
      answer();
    }
    return asked;
  }
  SeatQuestion next() const { return *order_.next(round_); }
  const QuestionOrder& order() const { return order_; }
  Round& round() { return round_; }

  void answer(bool call = false) {
    const SeatQuestion asked = next();
    if (asked.question == Question::Tichu) {
      order_.note_answer(asked, round_);
      if (call) round_.apply(asked.seat, Action::call_tichu());
    } else if (call && asked.question == Question::GrandTichu) {
      round_.apply(asked.seat, Action::call_grand_tichu());
    } else {
      round_.apply(asked.seat, policy_.action(round_, asked.seat, asked.question));
    }
  }

 private:
  Round round_;
  QuestionOrder order_;
  RandomPolicy policy_{Random(1)};
};

Rules with_tichu_before_push(bool allowed) {
  Rules rules;
  rules.tichu_before_push = allowed;
  return rules;
}

TEST(QuestionOrder, AsksForTichuBeforeThePushAndAfterIt) {
  EXPECT_EQ(AskedRound(with_tichu_before_push(true)).before_play(),
            "grand_tichu 0, grand_tichu 1, grand_tichu 2, grand_tichu 3, tichu 0, tichu 1, tichu 2, tichu 3, "
            "push 0, push 1, push 2, push 3, tichu 0, tichu 1, tichu 2, tichu 3");
}

TEST(QuestionOrder, AsksForTichuOnlyAfterThePushWhereTheRulesForbidItBefore) {
  EXPECT_EQ(AskedRound(with_tichu_before_push(false)).before_play(),
            "grand_tichu 0, grand_tichu 1, grand_tichu 2, grand_tichu 3, "
            "push 0, push 1, push 2, push 3, tichu 0, tichu 1, tichu 2, tichu 3");
}

TEST(QuestionOrder, AsksNobodyWhoHasCalled) {
  AskedRound table(with_tichu_before_push(true));
  for (const Seat seat : AllSeats) table.answer(seat == Seat(3));
  EXPECT_EQ(text_of(table.next()), "tichu 0");
  table.answer(true);
  EXPECT_EQ(table.before_play(), "tichu 1, tichu 2, push 0, push 1, push 2, push 3, tichu 1, tichu 2");
}

TEST(QuestionOrder, AsksTheSameUntilItIsAnswered) {
  AskedRound table(with_tichu_before_push(true));
  while (!table.round().is_over()) {
    const SeatQuestion asked = table.next();
    ASSERT_EQ(table.next(), asked);
    ASSERT_EQ(*QuestionOrder(table.order().chances_gone()).next(table.round()), asked) << "as stored";
    table.answer();
    if (asked.question < Question::Turn) {
      ASSERT_NE(text_of(table.next()), text_of(asked));
    }
  }
  EXPECT_FALSE(table.order().next(table.round()));
}

TEST(QuestionOrder, InThePlayItIsTheRoundThatSaysWhatIsOpen) {
  AskedRound table(Rules{});
  table.before_play();
  while (!table.round().is_over()) {
    const Pending pending = table.round().pending();
    ASSERT_EQ(table.next(), (SeatQuestion{pending.seats.first(), pending.question}));
    table.answer();
  }
}

}  // namespace
}  // namespace tichu
