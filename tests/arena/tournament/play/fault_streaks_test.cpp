#include "arena/tournament/play/fault_streaks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "arena/tournament/schedule/make_schedule.h"

namespace tichu::arena {
namespace {

TournamentConfig bots(std::size_t count, int give_up_after) {
  TournamentConfig config;
  for (std::size_t i = 0; i < count; ++i) {
    BotSpec bot;
    bot.name = "bot" + std::to_string(i);
    config.bots.push_back(bot);
  }
  config.give_up_after = give_up_after;
  return config;
}

FinishedFault fault(int seating, int bot) {
  FinishedFault fault;
  fault.seating = SeatingNumber(seating);
  fault.bot = BotId(bot);
  return fault;
}

const std::vector<FinishedFault> OfFirst{fault(0, 0), fault(1, 0)};
const std::vector<FinishedFault> OfSecond{fault(0, 1), fault(1, 1)};

/// Bots 0 and 1 meet, job after job; each has these faults. Whether bot 0 is given up after them.
bool gives_first_up(int give_up_after, const std::vector<std::vector<FinishedFault>>& jobs,
                    FaultPolicy policy = FaultPolicy::Forfeit) {
  TournamentConfig config = bots(2, give_up_after);
  config.faults = policy;
  FaultStreaks streaks(config, entrants_of(config));
  Job job{JobNumber(0), BoardNumber(0), {EntrantId{0}, EntrantId{1}}};
  for (const std::vector<FinishedFault>& faults : jobs) {
    streaks.begin(job);
    EXPECT_FALSE(streaks.is_in_doubt(job));
    streaks.end(job, 2, faults);
    job.number = JobNumber(job.number.value() + 1);
  }
  streaks.begin(job);
  return streaks.given_up(job) == std::vector{BotId{0}};
}

TEST(FaultStreaks, ABotIsGivenUpAfterSoManyBoardsInARowAtFaultAtEveryTable) {
  EXPECT_FALSE(gives_first_up(3, {OfFirst, OfFirst}));
  EXPECT_TRUE(gives_first_up(3, {OfFirst, OfFirst, OfFirst}));
  EXPECT_FALSE(gives_first_up(3, {OfFirst, OfFirst, {}, OfFirst, OfFirst}));
  EXPECT_FALSE(gives_first_up(3, {OfFirst, OfFirst, {fault(1, 0)}, OfFirst, OfFirst})) << "one table went well";
  EXPECT_FALSE(gives_first_up(0, {OfFirst, OfFirst, OfFirst, OfFirst}));
}

TEST(FaultStreaks, TablesThatAnotherEndedTellNothingOfABot) {
  EXPECT_TRUE(gives_first_up(2, {OfFirst, OfSecond, OfFirst}));
  EXPECT_TRUE(gives_first_up(2, {{fault(0, 0), fault(1, 1)}, OfFirst}));
  EXPECT_FALSE(gives_first_up(2, {OfFirst, OfSecond, OfFirst}, FaultPolicy::Substitute)) << "it played on then";
}

TEST(FaultStreaks, AGivenUpBotStaysSo) { EXPECT_TRUE(gives_first_up(2, {OfFirst, OfFirst, {}, {}})); }

TEST(FaultStreaks, AJobIsInDoubtWhileThoseUnderWayCouldDecide) {
  const TournamentConfig config = bots(2, 2);
  FaultStreaks streaks(config, entrants_of(config));
  std::array<Job, 4> jobs;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    jobs[i] = {JobNumber(i), BoardNumber(i), {EntrantId{0}, EntrantId{1}}};
    streaks.begin(jobs[i]);
  }
  EXPECT_FALSE(streaks.is_in_doubt(jobs[1]));
  EXPECT_TRUE(streaks.is_in_doubt(jobs[2]));
  streaks.end(jobs[0], 2, OfFirst);
  EXPECT_TRUE(streaks.is_in_doubt(jobs[2]));
  streaks.end(jobs[1], 2, {});
  EXPECT_FALSE(streaks.is_in_doubt(jobs[2]));
  EXPECT_FALSE(streaks.is_in_doubt(jobs[3])) << "job 2 alone cannot decide";
}

/// What a bot of these tests does at every table of a job, if it is asked.
bool is_at_fault(int bot, const Job& job) {
  switch (bot) {
    case 0:
      return false;
    case 1:
      return true;
    case 2:
      return job.number >= JobNumber(12);  // from some time on
    default:
      return job.board.value() % 4 != 3;  // never long enough in a row
  }
}

std::vector<FinishedFault> faults_of(const Job& job, const std::vector<BotId>& given_up) {
  std::vector<FinishedFault> faults;
  for (int seating = 0; seating < 2; ++seating) {
    for (const EntrantId entrant : job.entrants) {
      const auto bot = static_cast<int>(entrant);
      const bool absent = std::find(given_up.begin(), given_up.end(), BotId(bot)) != given_up.end();
      if (!absent && !is_at_fault(bot, job)) continue;
      faults.push_back(fault(seating, bot));
      break;  // a table ends with its first fault
    }
  }
  return faults;
}

/// A round robin of four bots of twelve boards each. For each job who is given up, with so many jobs under way at a
/// time that end in any order.
std::vector<std::set<BotId>> given_up(std::size_t most_under_way, std::uint64_t seed) {
  TournamentConfig config = bots(4, 5);
  config.boards = 12;
  const std::unique_ptr<Schedule> schedule = make_schedule(config);
  FaultStreaks streaks(config, entrants_of(config));
  std::vector<std::set<BotId>> all(schedule->total().value_or(0));
  std::vector<Job> under_way;
  std::mt19937_64 random(seed);
  const auto end_one = [&] {
    const auto which = under_way.begin() + static_cast<std::ptrdiff_t>(random() % under_way.size());
    const std::vector<BotId> absent = streaks.given_up(*which);
    all[which->number.value()] = {absent.begin(), absent.end()};
    streaks.end(*which, 2, faults_of(*which, absent));
    under_way.erase(which);
  };
  for (auto next = schedule->next(); const Job* job = std::get_if<Job>(&next); next = schedule->next()) {
    streaks.begin(*job);
    while (under_way.size() == most_under_way || streaks.is_in_doubt(*job)) end_one();
    under_way.push_back(*job);
  }
  while (!under_way.empty()) end_one();
  return all;
}

TEST(FaultStreaks, TheSameAreGivenUpInAnyOrderOfResults) {
  const std::vector<std::set<BotId>> one = given_up(1, 0);
  EXPECT_EQ(one[4], std::set<BotId>{});
  EXPECT_EQ(one[5], std::set<BotId>{BotId{1}});
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    ASSERT_EQ(given_up(2 + seed % 40, seed), one) << "seed " << seed;
  }
}

}  // namespace
}  // namespace tichu::arena
