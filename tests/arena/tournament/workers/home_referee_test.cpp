#include "arena/tournament/workers/home_referee.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "tests/arena/bundled_bot.h"
#include "tests/arena/patient_limits.h"

namespace tichu::arena {
namespace {

/// What comes of a board of two bots, the second of which is trusted or not, on a machine without a sandbox.
HomeVerdict verdict_without_sandbox(bool is_trusted) {
  TournamentConfig config;
  config.name = "cup";
  config.seed = 3;
  config.boards = 1;
  config.bots = {tests::bundled_bot("greedy"), tests::bundled_bot("lowest")};
  config.bots[1].trusted = is_trusted;
  config.limits = tests::patient_limits();
  HomeQuestion question;
  question.roster = std::make_shared<Roster>(Roster{config, entrants_of(config)});
  question.jobs = {Job{JobNumber(0), BoardNumber(0), {EntrantId{0}, EntrantId{1}}}};
  question.given_up = {{}};
  question.places = {0};
  question.said = {{""}};
  HomeReferee referee;
  referee.ask(question);
  while (true) {
    if (std::optional<HomeVerdict> verdict = referee.take()) return *verdict;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(HomeReferee, StartsNoBotWithoutABoxThatNeedsOne) {
  const HomeVerdict refused = verdict_without_sandbox(false);
  EXPECT_EQ(refused.trouble, "bot \"lowest\" is not trusted, and there is no sandbox for it");
  EXPECT_TRUE(refused.digests.empty());
  const HomeVerdict trusted = verdict_without_sandbox(true);
  EXPECT_EQ(trusted.trouble, "");
  EXPECT_EQ(trusted.digests.size(), 1u);
}

}  // namespace
}  // namespace tichu::arena
