#include "arena/tournament/schedule/make_schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "arena/tournament/schedule/entrant.h"
#include "tests/arena/tournament/schedule/schedule_run.h"

namespace tichu::arena {
namespace {

TournamentConfig seven_bots(ScheduleKind kind) {
  TournamentConfig config;
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
  const TournamentConfig config = seven_bots(GetParam());
  const auto alone = run(*make_schedule(config), 1);
  EXPECT_GT(alone.size(), 5u);
  for (const std::size_t tables : {2u, 3u, 8u, 64u, 1'000u}) {
    EXPECT_EQ(run(*make_schedule(config), tables), alone) << tables << " tables";
  }
}

TEST_P(EachSchedule, NumbersItsJobsFromZeroAndKnowsTheirTotal) {
  const TournamentConfig config = seven_bots(GetParam());
  const auto schedule = make_schedule(config);
  const auto jobs = run(*schedule, 8);
  const std::size_t entrants = entrants_of(config).size();
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    EXPECT_EQ(jobs[i].number, JobNumber(i));
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

/// Without luck, from whichever side.
double by_strength_alone(const Job& job) {
  return 10.0 * (static_cast<double>(job.entrants[1]) - static_cast<double>(job.entrants[0]));
}

Pairing low_first(const Job& job) {
  return {std::min(job.entrants[0], job.entrants[1]), std::max(job.entrants[0], job.entrants[1])};
}

TEST_P(EachSchedule, LetsPairsOfSingleTablesChangePlacesWithEveryBoard) {
  TournamentConfig config = seven_bots(GetParam());
  config.seatings = Seatings::Single;
  if (GetParam() == ScheduleKind::Swiss) config.schedule.rounds = 20;  // all meet again, three boards each time
  // Margins that make no round even, and some that do: those bring further boards.
  for (const Margins& margin : {Margins(by_strength), Margins([](const Job&) { return 0.0; })}) {
    std::map<Pairing, std::vector<EntrantId>> on_the_first_side;
    for (const Job& job : run(*make_schedule(config), 8, margin)) {
      on_the_first_side[low_first(job)].push_back(job.entrants[0]);
    }
    for (const auto& [pairing, sides] : on_the_first_side) {
      for (std::size_t i = 1; i < sides.size(); ++i) ASSERT_NE(sides[i], sides[i - 1]) << "board " << i;
    }
  }
}

TEST_P(EachSchedule, HasTheSameMeetingsWhereverTheTwoSit) {
  TournamentConfig config = seven_bots(GetParam());
  const auto swapped = run(*make_schedule(config), 8, by_strength_alone);
  config.seatings = Seatings::Single;
  const auto schedule = make_schedule(config);
  const auto single = run(*schedule, 8, by_strength_alone);
  ASSERT_EQ(single.size(), swapped.size());
  bool has_changed_places = false;
  for (std::size_t i = 0; i < single.size(); ++i) {
    EXPECT_EQ(single[i].board, swapped[i].board);
    EXPECT_EQ(low_first(single[i]), low_first(swapped[i])) << "job " << i;
    has_changed_places = has_changed_places || single[i].entrants != swapped[i].entrants;
  }
  EXPECT_TRUE(has_changed_places);
  const std::vector<Place> places = schedule->places();
  if (!places.empty()) {
    EXPECT_EQ(places.front().entrant, EntrantId{0});
  }
}

TEST_P(EachSchedule, OfSingleTablesGivesTheSameJobsWhateverIsUnderWay) {
  TournamentConfig config = seven_bots(GetParam());
  config.seatings = Seatings::Single;
  EXPECT_EQ(run(*make_schedule(config), 17), run(*make_schedule(config), 1));
}

TEST(FixedPairingsOfConfig, HaveLongTurnsIfFewOfTheirProgramsCanStayAlive) {
  const auto turn = [](const TournamentConfig& config) {
    const std::vector<Job> jobs = run(*make_schedule(config), 1);
    const auto next =
        std::find_if(jobs.begin(), jobs.end(), [&](const Job& job) { return job.entrants != jobs.front().entrants; });
    return next - jobs.begin();
  };
  TournamentConfig config = seven_bots(ScheduleKind::RoundRobin);
  config.boards = 130;
  for (BotSpec& bot : config.bots) bot.trusted = true;
  EXPECT_EQ(turn(config), 20);
  for (BotSpec& bot : config.bots) bot.trusted = false;
  EXPECT_EQ(turn(config), 100);
  config.bots.pop_back();
  EXPECT_EQ(turn(config), 20) << "15 pairings of eight programs";
}

TEST(GauntletOfConfig, LetsCandidatesMeetTheNamedOpponentsAlone) {
  TournamentConfig config = seven_bots(ScheduleKind::Gauntlet);
  config.boards = 1;
  config.pairs = {{"a+b", {0, 1}}};
  config.schedule.candidates = {"a+b", "c"};
  config.schedule.opponents = {"f", "d"};
  std::vector<Pairing> met;
  for (const Job& job : run(*make_schedule(config), 1)) met.push_back(job.entrants);
  const auto pairing = [](int one, int other) { return Pairing{EntrantId(one), EntrantId(other)}; };
  EXPECT_EQ(met, (std::vector{pairing(2, 3), pairing(2, 5), pairing(7, 3), pairing(7, 5)}));
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
