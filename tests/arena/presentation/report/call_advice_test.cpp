#include "arena/presentation/report/call_advice.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace tichu::arena {
namespace {

/// A round in which fox did this at each of two seats and lost so many points by it each time.
RoundAnalysis round_with(DecisionCategory category, const std::string& move, double loss) {
  RoundAnalysis round;
  round.bots = {"fox", "owl", "fox", "owl"};
  for (const int seat : {0, 1, 2}) {
    AnalysedDecision decision;
    decision.seat = Seat(seat);
    decision.category = category;
    decision.move = move;
    decision.verdict.emplace();
    decision.verdict->loss = seat == 1 ? 1000 : loss;
    round.decisions.push_back(decision);
  }
  return round;
}

PlayFigures tichus(std::uint64_t called, std::uint64_t made) {
  PlayFigures own;
  own.tichu_called = called;
  own.tichu_made = made;
  return own;
}

const RoundAnalysis Missed = round_with(DecisionCategory::Tichu, "no Tichu", 30);
const RoundAnalysis Rash = round_with(DecisionCategory::Tichu, "Tichu", 40);

TEST(CallAdvice, IsDoubtedIfTheBotFailsWithItsOwnCalls) {
  EXPECT_EQ(call_advice("fox", {&Missed, 1}, tichus(16, 7)),
            "The analyst would call Tichu more often, and then play the hand itself. fox made 7 of its 16 calls of "
            "Tichu, which loses points: it has to play such hands better before it calls more.\n");
}

TEST(CallAdvice, StandsIfTheBotMakesHalfOfItsCalls) { EXPECT_EQ(call_advice("fox", {&Missed, 1}, tichus(16, 8)), ""); }

TEST(CallAdvice, StandsIfTheBotHasHardlyCalled) { EXPECT_EQ(call_advice("fox", {&Missed, 1}, tichus(9, 0)), ""); }

TEST(CallAdvice, StandsIfItIsToCallLess) {
  const std::array rounds{Missed, Rash};
  EXPECT_EQ(call_advice("fox", rounds, tichus(16, 7)), "");
}

TEST(CallAdvice, IsOfEachKindOfCall) {
  const std::array rounds{round_with(DecisionCategory::GrandTichu, "no Grand Tichu", 5)};
  EXPECT_EQ(call_advice("fox", rounds, tichus(16, 7)), "");
  PlayFigures own;
  own.grand_called = 10;
  own.grand_made = 4;
  EXPECT_NE(call_advice("fox", rounds, own).find("fox made 4 of its 10 calls of Grand Tichu"), std::string::npos);
}

}  // namespace
}  // namespace tichu::arena
