#include "arena/tournament/play/invalidated_with.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

using Numbers = std::vector<std::uint64_t>;

std::vector<JobNumber> jobs_of(const Numbers& numbers) {
  std::vector<JobNumber> jobs;
  for (const std::uint64_t number : numbers) jobs.emplace_back(number);
  return jobs;
}

Numbers numbers_of(const std::vector<JobNumber>& jobs) {
  Numbers numbers;
  for (const JobNumber job : jobs) numbers.push_back(job.value());
  return numbers;
}

/// Bots 0 to 3. Even jobs are of 0 and 1, odd ones of 2 and 3.
struct InvalidatedWith : public testing::Test {
  InvalidatedWith() {
    for (const char* name : {"a", "b", "c", "d"}) {
      BotSpec bot;
      bot.name = name;
      config.bots.push_back(bot);
    }
    config.give_up_after = 3;
    entrants = entrants_of(config);
    for (std::uint64_t number = 0; number < 20; ++number) {
      const auto first = static_cast<EntrantId>(number % 2 * 2);
      const auto second = static_cast<EntrantId>(number % 2 * 2 + 1);
      stored.jobs.push_back({JobNumber(number), BoardNumber(0), {first, second}});
      stored.boards.push_back({BoardNumber(0), {first, second}, {}});
      stored.boards.back().result.tables = 2;
    }
  }

  /// Bot 0 is at fault at both tables.
  void put_faults(const Numbers& numbers) {
    faults.clear();
    for (const std::uint64_t number : numbers) {
      for (const int seating : {0, 1}) {
        FinishedFault fault;
        fault.job = JobNumber(number);
        fault.seating = SeatingNumber(seating);
        fault.bot = BotId{0};
        faults.push_back(fault);
      }
    }
  }

  Numbers invalidated(const Numbers& jobs) const {
    return numbers_of(invalidated_with(config, entrants, jobs_of(jobs), stored, faults));
  }

  TournamentConfig config;
  std::vector<Entrant> entrants;
  StoredResults stored;
  std::vector<FinishedFault> faults;
};

TEST_F(InvalidatedWith, TakesAllLaterOnesAlongWhereResultsLedToThem) {
  for (const ScheduleKind kind : {ScheduleKind::RoundRobin, ScheduleKind::Gauntlet, ScheduleKind::Ladder}) {
    config.schedule.kind = kind;
    EXPECT_EQ(invalidated({2, 5}), (Numbers{2, 5})) << to_text(kind);
  }
  for (const ScheduleKind kind : {ScheduleKind::Swiss, ScheduleKind::Knockout}) {
    config.schedule.kind = kind;
    EXPECT_EQ(invalidated({17, 19}), (Numbers{17, 18, 19})) << to_text(kind);
  }
}

TEST_F(InvalidatedWith, LeavesTheOthersWhereNoBotIsGivenUp) {
  put_faults({0, 2, 6, 8, 12});
  EXPECT_EQ(invalidated({1, 3, 5, 7, 9}), (Numbers{1, 3, 5, 7, 9})) << "of other bots";
  EXPECT_EQ(invalidated({0, 6}), (Numbers{0, 6})) << "two in a row are not three";
  config.give_up_after = 0;
  EXPECT_EQ(invalidated({4}), (Numbers{4}));
}

TEST_F(InvalidatedWith, TakesAlongWhatABotPlayedSinceItMayHaveBeenGivenUp) {
  put_faults({0, 2, 4, 6, 8, 10, 12, 14, 16, 18});
  EXPECT_EQ(invalidated({1}), (Numbers{1})) << "the bot is given up as before";
  EXPECT_EQ(invalidated({2}), (Numbers{2, 6, 8, 10, 12, 14, 16, 18})) << "it was given up from job 6 on";
  EXPECT_EQ(invalidated({12}), (Numbers{12})) << "it had been given up";
  put_faults({0, 2, 6, 8});
  EXPECT_EQ(invalidated({4}), (Numbers{4, 8, 10, 12, 14, 16, 18})) << "job 4 alone had kept it from being given up";
}

TEST_F(InvalidatedWith, LeavesOutWhatNobodyCanPlayAgain) {
  const TemporaryFolder folder;
  for (BotSpec& bot : config.bots) {
    bot.path = folder.path() / bot.name;
    if (bot.name != "c") std::ofstream(bot.path) << "x";
  }
  std::vector<JobNumber> jobs = jobs_of({2, 3, 4, 7});
  const UnplayableJobs left = take_unplayable(jobs, config, entrants, stored);
  EXPECT_EQ(numbers_of(jobs), (Numbers{2, 4}));
  EXPECT_EQ(numbers_of(left.jobs), (Numbers{3, 7}));
  EXPECT_EQ(left.names, std::vector<std::string>{"c"});
}

}  // namespace
}  // namespace tichu::arena
