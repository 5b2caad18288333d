#include "arena/hosting/check/trial.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/bots/tagged_processes.h"

namespace tichu::arena {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::Not;

TrialOutcome play(std::uint64_t number, const std::string& fault = {}, const Interruption& interruption = {}) {
  CheckPlan plan;
  plan.bot = tests::scripted_plugin(fault);
  TrialBots bots(plan);
  return play_trial(trial_setup(1, number), bots, interruption);
}

TEST(Trial, NotesEveryDecisionOfTheBotAndNoOthers) {
  const TrialSetup setup = trial_setup(1, 10);
  ASSERT_EQ(setup.bot_seats.size(), 1);
  const TrialOutcome outcome = play(10);
  ASSERT_FALSE(outcome.fault);
  EXPECT_EQ(outcome.rounds, 1);
  ASSERT_FALSE(outcome.decisions.empty());
  int number = 0;
  for (const TrialDecision& decision : outcome.decisions) {
    EXPECT_EQ(decision.place.decision, ++number);
    EXPECT_EQ(decision.place.seat, setup.bot_seats.first().number());
    EXPECT_EQ(decision.place.rules, "standard");
    EXPECT_EQ(decision.place.deal_index, setup.deals.front());
  }
  EXPECT_EQ(outcome.decisions.front().question, Question::GrandTichu);
  const std::vector<std::string_view> missing = outcome.coverage.missing();
  EXPECT_LT(missing.size(), DecisionCoverage::Kinds);
  EXPECT_THAT(missing, Not(AnyOf(Contains("Grand Tichu"), Contains("the push"), Contains("a lead"))));
}

TEST(Trial, PlaysShortGamesWithOneInstance) {
  const TrialSetup setup = trial_setup(1, 15);
  ASSERT_EQ(setup.deals.size(), 3u);
  const TrialOutcome outcome = play(15);
  EXPECT_EQ(outcome.rounds, 3);
  EXPECT_EQ(outcome.decisions.back().place.round, 3);
}

TEST(Trial, NamesThePlaceOfAFault) {
  const TrialOutcome outcome = play(0, "no_combination");
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->fault.kind, FaultKind::IllegalAction);
  EXPECT_EQ(outcome.fault->place.question, "its turn");
  EXPECT_EQ(outcome.fault->place.table, 0u);
  EXPECT_EQ(outcome.fault->place.round, 1);
}

TEST(Trial, AFaultBeforeTheFirstDecisionHasNoQuestion) {
  const TrialOutcome outcome = play(0, "no_bot");
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->place.decision, 0);
  EXPECT_TRUE(outcome.fault->place.question.empty());
}

TEST(Trial, CanBeBrokenOffInTheMiddle) {
  const TrialOutcome outcome = play(0, "", {12, nullptr});
  EXPECT_FALSE(outcome.fault);
  EXPECT_EQ(outcome.rounds, 0);
  EXPECT_EQ(outcome.decisions.size(), 11u);
}

}  // namespace
}  // namespace tichu::arena
