#include "arena/schedule/make_schedule.h"

#include <gtest/gtest.h>

#include "arena/schedule/entrant.h"
#include "tests/arena/schedule/schedule_run.h"

namespace tichu::arena {
namespace {

EventConfig seven_bots(ScheduleKind kind) {
  EventConfig config;
  config.boards = 3;
  config.schedule.kind = kind;
  if (kind == ScheduleKind::Ladder) config.schedule.limit = 400;
  for (int i = 0; i < 7; ++i) {
    BotSpec bot;
    bot.name = std::string(1, static_cast<char>('a' + i));
    config.bots.push_back(bot);
  }
  return config;
}

class EachSchedule : public testing::TestWithParam<ScheduleKind> {};

TEST_P(EachSchedule, GivesTheSameJobsWhateverIsUnderWay) {
  const EventConfig config = seven_bots(GetParam());
  const auto alone = run(*make_schedule(config), 1);
  EXPECT_GT(alone.size(), 5u);
  for (const std::size_t tables : {2u, 3u, 8u, 64u, 1'000u}) {
    EXPECT_EQ(run(*make_schedule(config), tables), alone) << tables << " tables";
  }
}

TEST_P(EachSchedule, NumbersItsJobsFromZeroAndKnowsTheirTotal) {
  const EventConfig config = seven_bots(GetParam());
  const auto schedule = make_schedule(config);
  const auto jobs = run(*schedule, 8);
  const std::size_t entrants = entrants_of(config).size();
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    EXPECT_EQ(jobs[i].number, i);
    EXPECT_NE(jobs[i].entrants[0], jobs[i].entrants[1]);
    for (const EntrantId entrant : jobs[i].entrants) EXPECT_LT(static_cast<std::size_t>(entrant), entrants);
  }
  EXPECT_EQ(schedule->total(), jobs.size());
}

TEST_P(EachSchedule, StaysDoneOnceItIsDone) {
  const auto schedule = make_schedule(seven_bots(GetParam()));
  run(*schedule, 8);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(std::get<NoJob>(schedule->next()), NoJob::Done);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EachSchedule,
                         testing::Values(ScheduleKind::RoundRobin, ScheduleKind::Gauntlet, ScheduleKind::Swiss,
                                         ScheduleKind::Knockout, ScheduleKind::Mixed, ScheduleKind::Ladder),
                         [](const auto& kind) {
                           std::string name(to_text(kind.param));
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace tichu::arena
