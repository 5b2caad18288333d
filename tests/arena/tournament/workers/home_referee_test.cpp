#include "arena/tournament/workers/home_referee.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "arena/tournament/units/worker_trust.h"
#include "tests/arena/bundled_bot.h"
#include "tests/arena/patient_limits.h"

namespace tichu::arena {
namespace {

/// What comes of a board of two bots on a machine without a sandbox. `is_trusted`: the second of them.
HomeVerdict verdict_on_a_board(bool is_trusted, const TimeLimits& limits, const std::string& said = "") {
  TournamentConfig config;
  config.name = "cup";
  config.seed = 3;
  config.boards = 1;
  config.bots = {tests::bundled_bot("greedy"), tests::bundled_bot("lowest")};
  config.bots[1].trusted = is_trusted;
  config.limits = limits;
  HomeQuestion question;
  question.roster = std::make_shared<Roster>(Roster{config, entrants_of(config)});
  question.jobs = {Job{JobNumber(0), BoardNumber(0), {EntrantId{0}, EntrantId{1}}}};
  question.given_up = {{}};
  question.places = {0};
  question.said = {{said}};
  HomeReferee referee;
  referee.ask(question);
  while (true) {
    if (std::optional<HomeVerdict> verdict = referee.take()) return *verdict;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(HomeReferee, StartsNoBotWithoutABoxThatNeedsOne) {
  const HomeVerdict refused = verdict_on_a_board(false, tests::PatientLimits);
  EXPECT_EQ(refused.trouble, "bot \"lowest\" is not trusted, and there is no sandbox for it");
  EXPECT_TRUE(refused.digests.empty());
  const HomeVerdict trusted = verdict_on_a_board(true, tests::PatientLimits);
  EXPECT_EQ(trusted.trouble, "");
  ASSERT_EQ(trusted.digests.size(), 1u);
  EXPECT_FALSE(is_late(trusted.digests.at(0)));
}

TEST(HomeReferee, TellsWhoWasLateHereTooEachTime) {
  TimeLimits limits = tests::PatientLimits;
  limits.round = std::chrono::milliseconds(0);
  const HomeVerdict verdict = verdict_on_a_board(true, limits, "somebody else said");
  EXPECT_FALSE(verdict.is_inconstant);
  ASSERT_EQ(verdict.digests.size(), 1u);
  EXPECT_EQ(late_bots(verdict.digests.at(0)), (std::set<BotId>{BotId(0), BotId(1)})) << "each at one of the tables";
}

}  // namespace
}  // namespace tichu::arena
