#include "arena/workers/units/judge_result.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "arena/tournament/store/packed_rounds.h"
#include "arena/workers/units/unit_messages.h"
#include "tests/arena/workers/units/played_unit.h"

namespace tichu::arena {
namespace {

using tests::played_unit;
using tests::PlayedUnit;
using tests::UnitPlan;

void expect_equal(const FinishedFault& a, const FinishedFault& b) {
  EXPECT_EQ(a.job, b.job);
  EXPECT_EQ(a.seating, b.seating);
  EXPECT_EQ(a.round, b.round);
  EXPECT_EQ(a.seat, b.seat);
  EXPECT_EQ(a.bot, b.bot);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.text, b.text);
  EXPECT_EQ(a.stderr_tail, b.stderr_tail);
  EXPECT_EQ(a.question, b.question);
  EXPECT_EQ(a.exchange.sent, b.exchange.sent);
  EXPECT_EQ(a.actions, b.actions);
}

/// That nothing of what is stored differs.
void expect_equal(const FinishedJob& judged, const FinishedJob& home) {
  EXPECT_EQ(judged.job, home.job);
  EXPECT_EQ(judged.result.margin, home.result.margin);
  EXPECT_EQ(judged.result.verdict, home.result.verdict);
  EXPECT_EQ(judged.result.score, home.result.score);
  EXPECT_EQ(judged.result.faults, home.result.faults);
  EXPECT_EQ(judged.result.tables, home.result.tables);
  EXPECT_EQ(judged.result.table_spread, home.result.table_spread);
  EXPECT_EQ(judged.figures, home.figures);
  EXPECT_EQ(pack_rounds(judged.rounds, 1), pack_rounds(home.rounds, 1));
  ASSERT_EQ(judged.faults.size(), home.faults.size());
  for (std::size_t i = 0; i < home.faults.size(); ++i) expect_equal(judged.faults[i], home.faults[i]);
  for (std::size_t side = 0; side < 2; ++side) {
    EXPECT_EQ(judged.think_time[side].decisions, home.think_time[side].decisions);
    EXPECT_EQ(judged.think_time[side].total, home.think_time[side].total);
    EXPECT_EQ(judged.think_time[side].longest, home.think_time[side].longest);
  }
}

/// Sent, received, judged: everything is as it would have been kept at home.
void expect_the_same_as_at_home(const UnitPlan& plan) {
  const PlayedUnit played = played_unit(plan);
  auto received = decode_result(encode(played.result), "a result");
  ASSERT_TRUE(received) << received.error().text();
  auto judged = judge_result(played.unit, played.jobs, std::move(*received));
  ASSERT_TRUE(judged) << judged.error().text();
  ASSERT_EQ(judged->size(), played.at_home.size());
  for (std::size_t i = 0; i < judged->size(); ++i) expect_equal((*judged)[i], played.at_home[i]);
  std::vector<BotUsage> used;
  for (const FinishedJob& job : *judged) {
    for (const BotUsage& usage : job.usage) add_usage(used, usage);
  }
  ASSERT_EQ(used.size(), played.result.usage.size());
  for (std::size_t i = 0; i < used.size(); ++i) {
    EXPECT_EQ(used[i].time.total, played.result.usage[i].time.total);
    EXPECT_EQ(used[i].time.counts, played.result.usage[i].time.counts);
  }
}

TEST(JudgedResults, AreWhatHomeWouldHaveKept) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) expect_the_same_as_at_home({.seed = seed});
}

TEST(JudgedResults, AreTheSameInEverySeatingAndFormat) {
  for (const Seatings seatings : {Seatings::Single, Seatings::Swap, Seatings::Rotate}) {
    expect_the_same_as_at_home({.seed = 3, .seatings = seatings});
    expect_the_same_as_at_home(
        {.seed = 4, .format = BoardFormat::Games, .seatings = seatings, .jobs = 2, .target = 300});
  }
}

TEST(JudgedResults, KeepFaultsThatEndRounds) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    expect_the_same_as_at_home({.seed = seed, .fault_in = 150});
    expect_the_same_as_at_home({.seed = seed, .jobs = 1, .fault_in = 10});
  }
}

TEST(JudgedResults, KeepFaultsAfterWhichSubstitutesPlay) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    expect_the_same_as_at_home({.seed = seed, .faults = FaultPolicy::Substitute, .fault_in = 100});
    expect_the_same_as_at_home({.seed = seed,
                                .format = BoardFormat::Games,
                                .faults = FaultPolicy::Substitute,
                                .jobs = 1,
                                .fault_in = 200,
                                .target = 200});
  }
}

TEST(JudgedResults, KnowBotsThatAreGivenUp) {
  expect_the_same_as_at_home({.one_given_up = true});
  expect_the_same_as_at_home({.faults = FaultPolicy::Substitute, .one_given_up = true});
}

/// The error of a result that is changed like this.
std::string refusal_of(const UnitPlan& plan, const std::function<void(UnitResult& result)>& change) {
  const PlayedUnit played = played_unit(plan);
  UnitResult changed = played.result;
  change(changed);
  const auto judged = judge_result(played.unit, played.jobs, std::move(changed));
  return judged ? "" : judged.error().text();
}

TEST(JudgedResults, AreRefusedWithWhatAndWhere) {
  EXPECT_EQ(refusal_of({}, [](UnitResult& result) { result.id.number = UnitNumber(6); }),
            "unit 6: unit: is not the one that was given out");
  EXPECT_EQ(refusal_of({}, [](UnitResult& result) { result.jobs.pop_back(); }),
            "unit 5: jobs: there are 3, but the unit has 4");
  EXPECT_EQ(refusal_of({}, [](UnitResult& result) { result.jobs[2].number = JobNumber(12); }),
            "unit 5: jobs[2].number: is not the unit's job at this place");
  EXPECT_EQ(refusal_of({}, [](UnitResult& result) { result.jobs[0].tables.pop_back(); }),
            "unit 5: jobs[0].tables: must be 2");
  EXPECT_EQ(refusal_of({}, [](UnitResult& result) { result.jobs[1].tables[0].push_back(result.jobs[1].tables[0][0]); }),
            "unit 5: jobs[1].tables[0].rounds[1]: comes after the end of its table");
  EXPECT_EQ(
      refusal_of({}, [](UnitResult& result) { result.jobs[1].tables[1][0].result->score->values[0] = Points(1); }),
      "unit 5: jobs[1].tables[1].rounds[0]: the stated result is not that of the round");
}

TEST(JudgedResults, AreNotRefusedForPonderingThatIsKnownLaterThanItsProcessorTime) {
  PlayedUnit played = played_unit({});
  BotUsage& usage = played.result.usage[0];
  usage.resources.processor = std::chrono::seconds(1);
  usage.resources.pondering = std::chrono::seconds(3);
  const auto judged = judge_result(played.unit, played.jobs, std::move(played.result));
  ASSERT_TRUE(judged) << judged.error().text();
  for (const BotUsage& kept : judged->back().usage) {
    EXPECT_LE(kept.resources.pondering, kept.resources.processor);
  }
}

TEST(JudgedResults, AreRefusedIfTheyLackOrAddGivenUpBots) {
  const UnitPlan given_up{.faults = FaultPolicy::Substitute, .one_given_up = true};
  EXPECT_NE(refusal_of(given_up, [](UnitResult& result) { result.jobs[0].tables[0][0].faults.clear(); }), "");
  EXPECT_NE(refusal_of(given_up, [](UnitResult& result) { result.jobs[0].tables[0][0].faults[0].fault.text = "x"; }),
            "");
  EXPECT_NE(refusal_of({},
                       [](UnitResult& result) {
                         result.jobs[0].tables[0][0] = {{}, {}, {}, {{Seat(0), {FaultKind::GivenUp, "x", {}}}}, true};
                       }),
            "");
}

TEST(JudgedResults, MayBeFailuresOfTheMachine) {
  const PlayedUnit played = played_unit({.jobs = 1});
  UnitResult failed;
  failed.id = played.unit.id;
  failed.failure = {UnitFailureKind::Machine, "no memory"};
  const auto judged = judge_result(played.unit, played.jobs, failed);
  ASSERT_TRUE(judged) << judged.error().text();
  EXPECT_TRUE(judged->empty());
}

}  // namespace
}  // namespace tichu::arena
