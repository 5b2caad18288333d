#include "arena/workers/units/judge_result.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "arena/tournament/store/packed_rounds.h"
#include "arena/workers/units/result_messages.h"
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
  ASSERT_EQ(judged.output.size(), home.output.size());
  for (std::size_t i = 0; i < home.output.size(); ++i) {
    EXPECT_EQ(judged.output[i].seating, home.output[i].seating);
    EXPECT_EQ(judged.output[i].seat, home.output[i].seat);
    EXPECT_EQ(judged.output[i].bot, home.output[i].bot);
    EXPECT_EQ(judged.output[i].text, home.output[i].text);
  }
  for (std::size_t side = 0; side < 2; ++side) {
    EXPECT_EQ(judged.think_time[side].decisions, home.think_time[side].decisions);
    EXPECT_EQ(judged.think_time[side].total, home.think_time[side].total);
    EXPECT_EQ(judged.think_time[side].longest, home.think_time[side].longest);
  }
}

/// Sent, received, judged: everything is as it would have been kept at home.
void expect_the_same_as_at_home(const UnitPlan& plan) {
  const PlayedUnit played = played_unit(plan);
  const auto received = decode<units::UnitResult>(encode(played.result), "a result");
  ASSERT_TRUE(received) << received.error().text();
  const auto judged = played.judged(*received);
  ASSERT_TRUE(judged) << judged.error().text();
  ASSERT_EQ(judged->size(), played.at_home.size());
  for (std::size_t i = 0; i < judged->size(); ++i) expect_equal((*judged)[i], played.at_home[i]);
  std::vector<BotUsage> used;
  for (const FinishedJob& job : *judged) {
    for (const BotUsage& usage : job.usage) add_usage(used, usage);
  }
  std::vector<BotUsage> at_home;
  for (const FinishedJob& job : played.at_home) {
    for (const BotUsage& usage : job.usage) add_usage(at_home, usage);
  }
  ASSERT_EQ(used.size(), at_home.size());
  for (std::size_t i = 0; i < used.size(); ++i) {
    EXPECT_EQ(used[i].time.total, at_home[i].time.total);
    EXPECT_EQ(used[i].time.counts, at_home[i].time.counts);
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

TEST(JudgedResults, KeepWhatBotsWrote) {
  ASSERT_EQ(played_unit({.keeps_output = true}).at_home.front().output.size(), 4U);
  expect_the_same_as_at_home({.keeps_output = true});
}

/// The error of a result that is changed like this.
std::string refusal_of(const UnitPlan& plan, const std::function<void(units::UnitResult& result)>& change) {
  PlayedUnit played = played_unit(plan);
  change(played.result);
  const auto judged = played.judged(played.result);
  return judged ? "" : judged.error().text();
}

/// The first round of a table.
units::PlayedRound& round_of(units::UnitResult& result, int job, int table) {
  return *result.mutable_jobs(job)->mutable_tables(table)->mutable_rounds(0);
}

TEST(JudgedResults, AreRefusedWithWhatAndWhere) {
  EXPECT_EQ(refusal_of({}, [](auto& result) { result.set_unit(6); }),
            "unit 6: unit: is not the one that was given out");
  EXPECT_EQ(refusal_of({}, [](auto& result) { result.mutable_jobs()->RemoveLast(); }),
            "unit 5: jobs: there are 3, but the unit has 4");
  EXPECT_EQ(refusal_of({}, [](auto& result) { result.mutable_jobs(2)->set_number(12); }),
            "unit 5: jobs[2].number: is not the unit's job at this place");
  EXPECT_EQ(refusal_of({}, [](auto& result) { result.mutable_jobs(0)->mutable_tables()->RemoveLast(); }),
            "unit 5: jobs[0].tables: must be 2");
  EXPECT_EQ(refusal_of({}, [](auto& result) { result.mutable_jobs(0)->clear_times(); }),
            "unit 5: jobs[0].times: must be two");
  EXPECT_EQ(
      refusal_of(
          {}, [](auto& result) { *result.mutable_jobs(1)->mutable_tables(0)->add_rounds() = round_of(result, 1, 0); }),
      "unit 5: jobs[1].tables[0].rounds[1]: comes after the end of its table");
  EXPECT_EQ(refusal_of({}, [](auto& result) { round_of(result, 1, 1).mutable_result()->set_score(0, 1); }),
            "unit 5: jobs[1].tables[1].rounds[0]: the stated result is not that of the round");
  EXPECT_EQ(refusal_of({}, [](auto& result) { round_of(result, 1, 1).set_actions("x"); }),
            "unit 5: jobs[1].tables[1].rounds[0]: the message: actions: are no events of a round");
  EXPECT_EQ(refusal_of({}, [](auto& result) { *result.add_usage() = result.usage(0); }).substr(0, 17),
            "unit 5: usage[4]:");
}

TEST(JudgedResults, AreNotRefusedForPonderingThatIsKnownLaterThanItsProcessorTime) {
  PlayedUnit played = played_unit({});
  played.result.mutable_usage(0)->set_processor_ns(1'000'000'000);
  played.result.mutable_usage(0)->set_pondering_ns(3'000'000'000);
  const auto judged = played.judged(played.result);
  ASSERT_TRUE(judged) << judged.error().text();
  for (const BotUsage& kept : judged->back().usage) {
    EXPECT_LE(kept.resources.pondering, kept.resources.processor);
  }
}

TEST(JudgedResults, HaveAsManyRetriesAsTheUnitAllows) {
  const auto retries = [](std::uint64_t more) {
    return [more](units::UnitResult& result) {
      units::Usage& usage = *result.mutable_usage(0);
      usage.set_retries(2 * usage.time().decisions() + more);
    };
  };
  EXPECT_NE(refusal_of({}, retries(0)), "") << "the unit allows none";
  EXPECT_EQ(refusal_of({.retries = 2}, retries(0)), "");
  EXPECT_NE(refusal_of({.retries = 2}, retries(1)).find("retries are more than its decisions can have had"),
            std::string::npos);
}

TEST(JudgedResults, AreRefusedForOutputThatNobodyKeeps) {
  const auto wrote = [](std::vector<std::string> texts) {
    return [texts](units::UnitResult& result) {
      units::PlayedTable& table = *result.mutable_jobs(0)->mutable_tables(1);
      table.clear_output();
      for (const std::string& text : texts) table.add_output(text);
    };
  };
  const std::string where = "unit 5: jobs[0].tables[1].output: the message: output: ";
  EXPECT_EQ(refusal_of({.keeps_output = true}, wrote({"", "", "", std::string(4096, 'x')})), "");
  EXPECT_EQ(refusal_of({.keeps_output = true}, wrote({"", "", "", std::string(4097, 'x')})),
            where + "has 4097 bytes, but may have 4096");
  EXPECT_EQ(refusal_of({.keeps_output = true}, wrote({"", "", ""})), where + "must be of four seats");
  EXPECT_EQ(refusal_of({}, wrote({"x", "", "", ""})), where + "is of a bot of which none is kept");
  EXPECT_NE(refusal_of({.faults = FaultPolicy::Substitute, .one_given_up = true, .keeps_output = true},
                       wrote({"x", "x", "x", "x"})),
            "");
}

TEST(JudgedResults, HaveTheEndsOfLongOutputAlone) {
  units::UnitResult result;
  for (int job = 0; job < 400; ++job) {
    units::PlayedTable& table = *result.add_jobs()->add_tables();
    table.add_output("short");
    table.add_output(std::string(4095, 'x') + "end");
  }
  bound_output(result);
  for (const units::PlayedJob& job : result.jobs()) {
    EXPECT_EQ(job.tables(0).output(0), "short");
    EXPECT_EQ(job.tables(0).output(1), std::string(1021, 'x') + "end");
  }
}

TEST(JudgedResults, AreRefusedIfTheyLackOrAddGivenUpBots) {
  const UnitPlan given_up{.faults = FaultPolicy::Substitute, .one_given_up = true};
  EXPECT_NE(refusal_of(given_up, [](auto& result) { round_of(result, 0, 0).clear_faults(); }), "");
  EXPECT_NE(refusal_of(given_up, [](auto& result) { round_of(result, 0, 0).mutable_faults(0)->set_text("x"); }), "");
  EXPECT_NE(refusal_of({},
                       [](auto& result) {
                         units::PlayedRound& round = round_of(result, 0, 0);
                         round.Clear();
                         round.add_faults()->set_kind(std::string(to_text(FaultKind::GivenUp)));
                         round.set_forfeited(true);
                       }),
            "");
}

TEST(JudgedResults, MayBeFailuresOfTheMachine) {
  PlayedUnit played = played_unit({.jobs = 1});
  played.result.clear_jobs();
  played.result.clear_usage();
  played.result.mutable_failure()->set_text("no memory");
  const auto judged = played.judged(played.result);
  ASSERT_TRUE(judged) << judged.error().text();
  EXPECT_TRUE(judged->empty());
}

}  // namespace
}  // namespace tichu::arena
