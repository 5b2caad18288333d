#include "arena/hosting/match/remark_log.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/bots/hostile_remark.h"

namespace tichu::arena {
namespace {

TEST(RemarkLog, KeepsWhatWasSaidOfWhichDecision) {
  RemarkLog log({});
  EXPECT_TRUE(log.add(Seat(2), Question::Bomb, 17, {"no", 3.5, {}}));
  EXPECT_FALSE(log.add(Seat(2), Question::Turn, 18, {})) << "nothing was said";
  EXPECT_EQ(log.take(), (std::vector<RecordedRemark>{{Seat(2), Question::Bomb, 17, {"no", 3.5, {}}}}));
}

TEST(RemarkLog, ASeatMaySaySoMuchInARoundAndTheOthersAllTheSame) {
  RemarkLog log({});
  const Remark longest{std::string(Remark::LongestNote, 'x'), {}, {}};
  for (std::size_t i = 0; i < RemarkLog::MostBytesOfRound / stored_bytes(longest); ++i) {
    EXPECT_TRUE(log.add(Seat(3), Question::Turn, i, longest));
  }
  EXPECT_FALSE(log.add(Seat(3), Question::Turn, 99, longest));
  EXPECT_TRUE(log.add(Seat(0), Question::Turn, 99, longest));
}

TEST(RemarkLog, ASeatMaySaySoMuchAtATableAndTheOthersAllTheSame) {
  const Remark some{"x", {}, {}};
  PerSeat<std::size_t> said;
  said[Seat(1)] = RemarkLog::MostBytesOfTable - stored_bytes(some);
  said[Seat(2)] = RemarkLog::MostBytesOfTable + 1;
  RemarkLog log(said);
  EXPECT_TRUE(log.add(Seat(1), Question::Turn, 1, some));
  EXPECT_FALSE(log.add(Seat(1), Question::Turn, 2, some));
  EXPECT_FALSE(log.add(Seat(2), Question::Turn, 3, some));
  EXPECT_TRUE(log.add(Seat(0), Question::Turn, 4, some));
}

TEST(RemarkLog, KeepsNothingBeyondItsBoundsWhateverABotSays) {
  RemarkLog log({});
  for (std::size_t i = 0; i < tests::HostileRemarks; ++i) {
    const Remark said = tests::hostile_remark(i);
    EXPECT_NE(what_is_not_kept(said), "") << i;
    log.add(Seat(0), Question::Turn, i, said);
  }
  for (const RecordedRemark& recorded : log.take()) {
    EXPECT_EQ(what_is_not_kept(recorded.remark), "");
    EXPECT_EQ(bounded_remark(recorded.remark), recorded.remark);
  }
}

}  // namespace
}  // namespace tichu::arena
