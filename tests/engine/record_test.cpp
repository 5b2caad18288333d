#include "engine/record.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/notation.h"
#include "tests/engine/arranged_round.h"

namespace tichu {
namespace {

using test::ArrangedRound;
using test::Hands;

const Hands Bombers{"Mah 4j 5s Tj Ts Tp Tt Aj", "3j 3s 3p 3t 6j Ks", "7j Kj 2j", "8j 8s 8p 8t 9j Qj"};

/// A started round, and its record up to there.
struct Recorded {
  Deal deal;
  std::vector<RecordedAction> actions;
};

Recorded recorded(const Hands& hands, const ArrangedRound& round) {
  return {test::arrange(hands).deal, recorded_actions(round.log())};
}

// RULES 6.4: windows that were declined leave nothing in a record.
TEST(Record, a_replay_makes_the_same_events_although_refused_bombs_are_not_recorded) {
  ArrangedRound round(Bombers);
  round.play(0, "4j");
  round.no_bomb(3);
  round.no_bomb(0);
  round.play(1, "6j");
  round.play(3, "8j 8s 8p 8t");
  const Recorded record = recorded(Bombers, round);
  const Replay replayed = replay(record.deal, {}, record.actions);
  EXPECT_FALSE(replayed.fault);
  EXPECT_FALSE(replayed.result) << "the round is not at its end";
  ASSERT_EQ(replayed.log.size(), round.log().size());
  for (int i = 0; i < round.log().size(); ++i) EXPECT_EQ(replayed.log[i], round.log()[i]);
}

// RULES 6.2
TEST(Record, the_first_offending_event_and_its_clause_are_named) {
  ArrangedRound round(Bombers);
  round.play(0, "4j");
  Recorded record = recorded(Bombers, round);
  const int good = static_cast<int>(record.actions.size());
  record.actions.push_back({Seat(1), Action::play_cards(test::combination("2j"))});
  record.actions.push_back({Seat(2), Action::pass()});
  const Replay replayed = replay(record.deal, {}, record.actions);
  ASSERT_TRUE(replayed.fault);
  EXPECT_EQ(replayed.fault->event, good);
  EXPECT_EQ(replayed.fault->clause, "6.2");
  EXPECT_FALSE(replayed.fault->message.empty());
  EXPECT_FALSE(replayed.result);
}

// RULES 6.4
TEST(Record, a_bomb_marked_out_of_turn_without_a_window_is_a_fault) {
  ArrangedRound round(Bombers);
  Recorded record = recorded(Bombers, round);
  record.actions.push_back({Seat(0), Action::play_cards(test::combination("Tj Ts Tp Tt")), true});
  const Replay replayed = replay(record.deal, {}, record.actions);
  ASSERT_TRUE(replayed.fault);
  EXPECT_EQ(replayed.fault->clause, "6.4");
}

// RULES 7.6: with one opponent out the gift is forced; here seat 3 refuses to bomb after the last pass, just before it.
TEST(Record, a_forced_gift_of_the_dragon_may_be_left_out) {
  const Hands hands{"Drg 9s", "Mah 2j 3s 4s 5s 6s 7s 8p 9t Tj Js Qp Kt As", "9j", "3j 4j 5j 6j 7j"};
  const Rules gravon = *parse_rules("gravon");
  ArrangedRound round(hands, gravon);
  round.win(1, hands[1]);
  round.play(2, "9j");
  round.pass(3);
  if (round.awaited() == "bomb 3") round.no_bomb(3);
  round.play(0, "Drg");
  round.all_pass();
  ASSERT_EQ(round.awaited(), "turn 0");
  round.play(0, "9s");
  Recorded record = recorded(hands, round);
  const auto gift = std::find_if(record.actions.begin(), record.actions.end(), [](const RecordedAction& recorded) {
    return recorded.action.kind == ActionKind::GiveDragon;
  });
  ASSERT_NE(gift, record.actions.end());
  record.actions.erase(gift);
  const Replay replayed = replay(record.deal, gravon, record.actions);
  EXPECT_FALSE(replayed.fault) << replayed.fault->message;
  ASSERT_EQ(replayed.log.size(), round.log().size());
  for (int i = 0; i < round.log().size(); ++i) EXPECT_EQ(replayed.log[i], round.log()[i]);
}

// RULES 3.1
TEST(Record, a_deal_that_is_not_the_deck_is_a_fault) {
  Deal dealt = deal(1, 1);
  dealt.cards[Seat(0)][0] = dealt.cards[Seat(1)][0];
  const Replay replayed = replay(dealt, {}, {});
  ASSERT_TRUE(replayed.fault);
  EXPECT_EQ(replayed.fault->clause, "3.1");
}

}  // namespace
}  // namespace tichu
