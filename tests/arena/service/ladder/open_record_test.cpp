#include "arena/service/ladder/open_record.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

constexpr const char* Written = "ended with exit code 1: ValueError: rare";

Record record_with_words() {
  Record record;
  record.remarks.resize(2);
  record.remarks[0].seat = Seat(0);
  record.remarks[1].seat = Seat(1);
  record.faults = {
      {Seat(0), "crash", Written, 3}, {Seat(1), "timeout", Written, 3}, {Seat(1), "illegal_action", "x", 4}};
  record.failure = RecordFailure{Seat(1), "crash", Written};
  return record;
}

TEST(OpenRecord, HasNothingThatBotsWroteButTheReaders) {
  Record record = record_with_words();
  leave_out_words(record, [](Seat seat) { return seat == Seat(0); });
  ASSERT_EQ(record.remarks.size(), 1U);
  EXPECT_EQ(record.remarks[0].seat, Seat(0));
  EXPECT_EQ(record.faults[0].text, Written) << "the reader's own";
  EXPECT_EQ(record.faults[1].text, "gave no answer in time");
  EXPECT_EQ(record.faults[2].text, "x") << "the referee's words";
  EXPECT_EQ(record.failure->text, "ended by itself");
}

TEST(OpenRecord, NamesNobodyWhoIsNotShown) {
  LadderVersion version;
  version.bot = "fox";
  version.number = 3;
  EXPECT_EQ(open_name(version, EntrantId{7}), "fox@3");
  version.hidden = true;
  EXPECT_EQ(open_name(version, EntrantId{7}), "withdrawn-7");
  EXPECT_EQ(open_name(std::nullopt, EntrantId{7}), "withdrawn-7");
}

TEST(OpenRecord, KnowsWhoSatWhere) {
  const Job job{JobNumber(5), BoardNumber(5), {EntrantId{3}, EntrantId{4}}};
  EXPECT_EQ(entrants_at(job, SeatingNumber(0))[Seat(0)], EntrantId{3});
  EXPECT_EQ(entrants_at(job, SeatingNumber(0))[Seat(3)], EntrantId{4});
  EXPECT_EQ(entrants_at(job, SeatingNumber(1))[Seat(0)], EntrantId{4});
}

}  // namespace
}  // namespace tichu::arena
