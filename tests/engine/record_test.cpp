#include "engine/record.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/notation.h"
#include "tests/engine/arranged_round.h"

namespace tichu {
namespace {

using test::ArrangedRound;
using test::Bombers;
using test::Hands;

/// A started round, and its record up to there.
struct Recorded {
  Deal deal;
  std::vector<RecordedAction> actions;
};

Recorded recorded(const Hands& hands, const ArrangedRound& round) {
  return {test::arrange(hands).deal, recorded_actions(round.log())};
}

// RULES 6.4: windows that were declined leave nothing in a record.
TEST(Record, AReplayMakesTheSameEventsAlthoughRefusedBombsAreNotRecorded) {
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
TEST(Record, TheFirstOffendingEventAndItsClauseAreNamed) {
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
TEST(Record, ABombMarkedOutOfTurnWithoutAWindowIsAFault) {
  ArrangedRound round(Bombers);
  Recorded record = recorded(Bombers, round);
  record.actions.push_back({Seat(0), Action::play_cards(test::combination("Tj Ts Tp Tt")), true});
  const Replay replayed = replay(record.deal, {}, record.actions);
  ASSERT_TRUE(replayed.fault);
  EXPECT_EQ(replayed.fault->clause, "6.4");
}

// RULES 3.1
TEST(Record, ADealThatIsNotTheDeckIsAFault) {
  Deal dealt = deal(1, 1);
  dealt.cards[Seat(0)][0] = dealt.cards[Seat(1)][0];
  const Replay replayed = replay(dealt, {}, {});
  ASSERT_TRUE(replayed.fault);
  EXPECT_EQ(replayed.fault->clause, "3.1");
}

}  // namespace
}  // namespace tichu
