#include "arena/tournament/schedule/ladder_schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/arena/tournament/schedule/schedule_run.h"

namespace tichu::arena {
namespace {

std::map<Pairing, int> meetings(const std::vector<Job>& jobs) {
  std::map<Pairing, int> met;
  for (const Job& job : jobs) met[job.entrants] += 1;
  return met;
}

std::map<EntrantId, int> boards_of_each(const std::vector<Job>& jobs) {
  std::map<EntrantId, int> boards;
  for (const Job& job : jobs) {
    for (const EntrantId entrant : job.entrants) boards[entrant] += 1;
  }
  return boards;
}

FieldChange enter(int entrant, const std::string& owner = "") {
  return {ChangeKind::Enter, static_cast<EntrantId>(entrant), std::nullopt, owner};
}

TEST(Ladder, NeverEndsUnlessItHasALimit) {
  LadderSchedule endless(6, 2, std::nullopt);
  EXPECT_EQ(run(endless, 3, by_strength, 5'000).size(), 5'000u);
  EXPECT_FALSE(endless.total());
  LadderSchedule limited(6, 4, 501);
  EXPECT_EQ(run(limited, 3).size(), 501u);
  EXPECT_EQ(limited.total(), 501u);
}

TEST(Ladder, LetsEverybodyPlayFirst) {
  LadderSchedule schedule(20, 2, std::nullopt);
  const auto boards = boards_of_each(run(schedule, 4, by_strength, 80));
  EXPECT_EQ(boards.size(), 20u);
  for (const auto& [entrant, count] : boards) EXPECT_GE(count, 4);
}

TEST(Ladder, MeasuresNeighboursMostAndNobodyTooLittle) {
  constexpr int Entrants = 30;
  LadderSchedule schedule(Entrants, 2, std::nullopt);
  const std::vector<Job> jobs = run(schedule, 4, by_strength, 12'000);
  int near = 0;
  for (const auto& [pairing, boards] : meetings(jobs)) {
    if (static_cast<int>(pairing[1]) - static_cast<int>(pairing[0]) <= 3) near += boards;
  }
  // By lot a fifth would be.
  EXPECT_GT(near, 4'000);
  for (const auto& [entrant, boards] : boards_of_each(jobs)) EXPECT_GT(boards, 400) << static_cast<int>(entrant);
}

TEST(Ladder, NoTwoMeetingsShareABoardAndAPairsBoardsRise) {
  for (const std::size_t entrants : {2u, 3u, 5u, 8u}) {
    LadderSchedule schedule(entrants, 3, std::nullopt);
    std::uint64_t next = 0;
    for (const Job& job : run(schedule, 1, by_strength, 2'000)) {
      ASSERT_EQ(job.number, JobNumber(next));
      ASSERT_EQ(job.board, BoardNumber(next++));
    }
  }
}

TEST(Ladder, OfFiveEntrantsAllHaveMetSeveralAfterThreeHundredBoards) {
  LadderSchedule schedule(5, 10, 300);
  std::map<EntrantId, std::set<EntrantId>> opponents;
  for (const Job& job : run(schedule, 2)) {
    opponents[job.entrants[0]].insert(job.entrants[1]);
    opponents[job.entrants[1]].insert(job.entrants[0]);
  }
  EXPECT_EQ(opponents.size(), 5u);
  for (const auto& [entrant, met] : opponents) EXPECT_GE(met.size(), 3u);
}

TEST(Ladder, NoPairMakesUpMoreThanAThirdOfAnEntrantsBoards) {
  LadderSchedule schedule(12, 5, std::nullopt);
  const std::vector<Job> jobs = run(schedule, 2, by_strength, 6'000);
  auto each = boards_of_each(jobs);
  for (const auto& [pairing, boards] : meetings(jobs)) {
    for (const EntrantId entrant : pairing) EXPECT_LE(3 * boards, each[entrant]);
  }
}

TEST(Ladder, AsksNewOpponentsBeforeOldOnesAgain) {
  // By lot alone half of the pairs would have met by then, and the least met entrant have had 24 opponents.
  constexpr std::size_t Entrants = 60;
  LadderSchedule schedule(Entrants, 5, std::nullopt);
  std::map<EntrantId, std::set<EntrantId>> opponents;
  for (const Job& job : run(schedule, 2, by_strength, 200 * Entrants)) {
    opponents[job.entrants[0]].insert(job.entrants[1]);
    opponents[job.entrants[1]].insert(job.entrants[0]);
  }
  std::size_t least = Entrants;
  std::size_t sum = 0;
  for (const auto& [entrant, met] : opponents) {
    least = std::min(least, met.size());
    sum += met.size();
  }
  EXPECT_GE(least, 28U);
  EXPECT_GE(sum, 40 * Entrants);
}

TEST(Ladder, HowManyAreUnderWayChangesNothing) {
  LadderSchedule one(9, 3, std::nullopt);
  const std::vector<Job> jobs = run(one, 1, by_strength, 4'000);
  for (const std::size_t tables : {2u, 7u, 64u, 250u}) {
    LadderSchedule many(9, 3, std::nullopt);
    EXPECT_EQ(run(many, tables, by_strength, 4'000), jobs);
  }
}

TEST(Ladder, WithAHigherLimitBeginsAsWithTheLower) {
  for (const std::uint64_t limit : {1u, 95u, 300u, 301u}) {
    LadderSchedule low(6, 10, limit);
    LadderSchedule high(6, 10, 400);
    const std::vector<Job> longer = run(high, 2);
    EXPECT_EQ(run(low, 3), std::vector<Job>(longer.begin(), longer.begin() + static_cast<std::ptrdiff_t>(limit)));
  }
}

TEST(Ladder, WithFewerThanTwoWaitsForMore) {
  LadderSchedule schedule(0, 3, std::nullopt);
  EXPECT_EQ(schedule.next(), (std::variant<Job, NoJob>(NoJob::Wait)));
  EXPECT_EQ(schedule.change(enter(0)), JobNumber(0));
  EXPECT_EQ(schedule.next(), (std::variant<Job, NoJob>(NoJob::Wait)));
  schedule.change(enter(1));
  const auto next = schedule.next();
  ASSERT_TRUE(std::holds_alternative<Job>(next));
  EXPECT_EQ(std::get<Job>(next).entrants, (Pairing{EntrantId{0}, EntrantId{1}}));
}

TEST(Ladder, TwoOfOneOwnerNeverMeet) {
  LadderSchedule schedule(4, 2, std::nullopt, false, {"anna", "anna", "", ""});
  schedule.change(enter(4, "anna"));
  schedule.change(enter(5, "otto"));
  const std::set<int> annas{0, 1, 4};
  std::set<Pairing> met;
  for (const Job& job : run(schedule, 3, by_strength, 2'000)) {
    EXPECT_FALSE(annas.count(static_cast<int>(job.entrants[0])) && annas.count(static_cast<int>(job.entrants[1])));
    met.insert(job.entrants);
  }
  EXPECT_EQ(met.size(), 12u);
  // Who owns all that play meets nobody.
  LadderSchedule alone(2, 2, std::nullopt, false, {"anna", "anna"});
  EXPECT_EQ(alone.next(), (std::variant<Job, NoJob>(NoJob::Wait)));
}

TEST(Ladder, AChangeHasEffectFromTheNextMeetingOn) {
  LadderSchedule schedule(6, 4, std::nullopt);
  run(schedule, 1, by_strength, 401);
  const JobNumber paused = schedule.change({ChangeKind::Pause, EntrantId{2}});
  EXPECT_EQ(paused, JobNumber(404));
  schedule.change({ChangeKind::Retire, EntrantId{3}});
  for (const Job& job : run(schedule, 1, by_strength, 600)) {
    if (job.number < paused) continue;
    for (const EntrantId entrant : job.entrants) ASSERT_TRUE(entrant != EntrantId{2} && entrant != EntrantId{3});
  }
  schedule.change({ChangeKind::Return, EntrantId{2}});
  schedule.change({ChangeKind::Return, EntrantId{3}});
  auto after = boards_of_each(run(schedule, 1, by_strength, 600));
  EXPECT_GT(after[EntrantId{2}], 50);
  EXPECT_EQ(after[EntrantId{3}], 0);
}

TEST(Ladder, ANewcomerHasItsShareWhoeverElseThereIs) {
  LadderSchedule schedule(30, 4, std::nullopt);
  run(schedule, 8, by_strength, 6'000);
  const JobNumber entered = schedule.change(enter(30));
  int boards = 0;
  std::set<EntrantId> opponents;
  for (const Job& job : run(schedule, 8, by_strength, 400)) {
    if (job.number < entered || job.number.value() >= entered.value() + 320) continue;
    if (job.entrants[1] != EntrantId{30}) continue;
    ++boards;
    opponents.insert(job.entrants[0]);
  }
  EXPECT_GE(boards, 64);
  EXPECT_GE(opponents.size(), 8u);
}

TEST(Ladder, SlowEntrantsPlayLessAndInShorterMeetings) {
  LadderSchedule schedule(8, 10, std::nullopt);
  schedule.change({ChangeKind::Cost, EntrantId{0}, std::nullopt, "", 10});
  schedule.change({ChangeKind::Cost, EntrantId{1}, std::nullopt, "", 0.5});
  const std::vector<Job> jobs = run(schedule, 4, by_strength, 6'000);
  auto each = boards_of_each(jobs);
  EXPECT_GT(each[EntrantId{0}], 20);
  EXPECT_LT(each[EntrantId{0}], each[EntrantId{1}]);
  EXPECT_LT(each[EntrantId{1}], each[EntrantId{2}]);
  for (const LadderMeeting& meeting : schedule.take_decided()) {
    if (meeting.entrants[0] == EntrantId{0}) {
      EXPECT_EQ(meeting.boards, 1u);
    }
    if (meeting.entrants[0] > EntrantId{1}) {
      EXPECT_EQ(meeting.boards, 10u);
    }
  }
}

/// A ladder whose field changes all the time, and what a database would keep of it.
struct Kept {
  std::vector<LadderMeeting> meetings;
  std::vector<TakenChange> changes;
  std::vector<Job> jobs;
};

FieldChange random_change(std::mt19937& random, int& entrants) {
  const auto anybody = [&] { return static_cast<EntrantId>(random() % static_cast<unsigned>(entrants)); };
  switch (entrants < 2 ? 5 : random() % 6) {
    case 0:
      return {ChangeKind::Retire, anybody()};
    case 1:
      return {ChangeKind::Pause, anybody()};
    case 2:
      return {ChangeKind::Return, anybody()};
    case 3:
      return {ChangeKind::Cost, anybody(), std::nullopt, "", static_cast<double>(random() % 8) / 4};
    default: {
      FieldChange entry = enter(entrants++, random() % 3 == 0 ? "anna" : "");
      if (random() % 2 == 0)
        entry.other = static_cast<EntrantId>(random() % static_cast<unsigned>(std::max(entrants - 1, 1)));
      return entry;
    }
  }
}

Kept play_with_changes(LadderSchedule& ladder, int entrants, unsigned seed, int turns) {
  std::mt19937 random(seed);
  Kept kept;
  for (int i = 0; i < turns; ++i) {
    if (random() % 3 == 0) {
      const FieldChange change = random_change(random, entrants);
      kept.changes.push_back({change, ladder.change(change)});
    }
    for (std::size_t n = random() % 90; n > 0; --n) {
      const auto next = ladder.next();
      const Job* job = std::get_if<Job>(&next);
      if (job == nullptr) break;
      ladder.report(*job, result_of(by_strength(*job)));
      kept.jobs.push_back(*job);
    }
  }
  kept.meetings = ladder.take_decided();
  return kept;
}

/// The jobs of a ladder that recalls so many of the meetings, given all changes.
std::vector<Job> jobs_again(LadderSchedule& ladder, const Kept& kept, std::size_t meetings) {
  ladder.recall({kept.meetings.begin(), kept.meetings.begin() + static_cast<std::ptrdiff_t>(meetings)}, kept.changes);
  return run(ladder, 5, by_strength, kept.jobs.size());
}

TEST(Ladder, GoesOnFromWhatIsStoredAsIfNothingHadHappened) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const std::size_t founders = seed % 5;
    LadderSchedule ladder(founders, 4, std::nullopt, seed % 2 == 0);
    const Kept kept = play_with_changes(ladder, static_cast<int>(founders), seed, 120);
    for (const std::size_t part : {0u, 1u, 3u, 7u, 8u}) {
      const std::size_t meetings = kept.meetings.size() * part / 8;
      LadderSchedule again(founders, 4, std::nullopt, seed % 2 == 0);
      EXPECT_EQ(jobs_again(again, kept, meetings), kept.jobs) << "seed " << seed << ", meetings " << meetings;
      const std::vector<LadderMeeting> decided = again.take_decided();
      const std::vector<LadderMeeting> rest(kept.meetings.begin() + static_cast<std::ptrdiff_t>(meetings),
                                            kept.meetings.end());
      EXPECT_EQ(decided, rest) << "seed " << seed;
    }
  }
}

TEST(Ladder, RecallsMeetingsThoughResultsThatTheyFollowedFromAreInvalidated) {
  LadderSchedule ladder(4, 4, std::nullopt);
  const std::vector<Job> jobs = run(ladder, 1, by_strength, 3 * LadderSchedule::Lag);
  LadderSchedule again(4, 4, std::nullopt);
  again.recall(ladder.take_decided(), {});
  std::vector<Job> invalidated;
  for (const Job& job : jobs) {
    const auto next = again.next();
    ASSERT_TRUE(std::holds_alternative<Job>(next)) << "before job " << job.number.value();
    ASSERT_EQ(std::get<Job>(next), job);
    if (job.number.value() < 4) {
      invalidated.push_back(job);
    } else {
      again.report(job, result_of(by_strength(job)));
    }
  }
  std::size_t others = 0;
  while (std::holds_alternative<Job>(again.next())) ++others;
  EXPECT_LE(others, LadderSchedule::Lag) << "to decide more it needs what was invalidated";
  for (const Job& job : invalidated) again.report(job, result_of(by_strength(job)));
  EXPECT_TRUE(std::holds_alternative<Job>(again.next()));
}

TEST(Ladder, SaysOfHowManyResultsAMeetingWasDrawn) {
  LadderSchedule ladder(6, 5, std::nullopt);
  run(ladder, 1, by_strength, 1'000);
  for (const LadderMeeting& meeting : ladder.take_decided()) {
    const std::uint64_t first = meeting.first_job.value();
    EXPECT_LE(meeting.results, first);
    EXPECT_GE(meeting.results + LadderSchedule::Lag + 5, first);
  }
}

}  // namespace
}  // namespace tichu::arena
