#include "arena/presentation/watch/progress_display.h"

#include <gtest/gtest.h>

#include <sstream>

namespace tichu::arena {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

TEST(Progress, ShowsRateAndTimeLeft) {
  EXPECT_EQ(progress_text({25, 100, 50, 0, 10s}), " 25 %  25 of 100 boards  5 rounds/s  30 s left");
  EXPECT_EQ(progress_text({25, 100, 50, 1, 10s}), " 25 %  25 of 100 boards  5 rounds/s  30 s left  1 fault");
}

TEST(Progress, CountsWhatWasStoredBefore) {
  Progress progress{25, 100, 50, 0, 10s};
  progress.jobs_before = 50;
  EXPECT_EQ(progress_text(progress), " 75 %  75 of 100 boards  5 rounds/s  10 s left");
}

TEST(Progress, HasNoShareWhereThereIsNoEnd) {
  EXPECT_EQ(progress_text({25, std::nullopt, 50, 0, 10s}), "25 boards  5 rounds/s");
}

TEST(Progress, TellsTheBoardsExpectedOfATestWhichEndsByItselfAndNoTime) {
  Progress progress{66, 100'000, 50, 0, 10s};
  progress.may_end_early = true;
  EXPECT_EQ(progress_text(progress), "66 boards, at most 100000  5 rounds/s");
  progress.expected = {{0, 742}, {2.5, 810}};
  EXPECT_EQ(progress_text(progress), "66 boards, expected 742 at 0, 810 at 2.5, at most 100000  5 rounds/s");
}

TEST(Progress, NamesTheLeader) {
  Progress progress{25, 100, 50, 0, 10s};
  progress.leader = "steady";
  EXPECT_EQ(progress_text(progress), " 25 %  25 of 100 boards  5 rounds/s  30 s left  steady leads");
}

TEST(Progress, IsNeverPastItsEnd) {
  EXPECT_EQ(progress_text({120, 100, 240, 0, 10s}), "100 %  120 of 120 boards  24 rounds/s  0 s left");
}

TEST(Progress, IsDefinedBeforeTheFirstBoardAndForNone) {
  EXPECT_EQ(progress_text({0, 100, 0, 0, 0s}), "  0 %  0 of 100 boards");
  EXPECT_EQ(progress_text({0, 0, 0, 0, 1s}), "100 %  0 of 0 boards");
}

TEST(ProgressDisplay, RewritesOneLineOnATerminal) {
  std::ostringstream out;
  ProgressDisplay display(out, true);
  display.progressed({1, 4, 2, 0, 100ms});
  EXPECT_EQ(out.str(), "");
  display.progressed({1, 4, 2, 0, 200ms});
  display.progressed({2, 4, 4, 0, 300ms});
  EXPECT_EQ(out.str(), "\r[###.........]  25 %  1 of 4 boards  10 rounds/s  1 s left\x1b[K");
  display.finished({});
  EXPECT_TRUE(out.str().ends_with("\r\x1b[K"));
}

TEST(ProgressDisplay, WritesPlainLinesElsewhere) {
  std::ostringstream out;
  ProgressDisplay display(out, false);
  display.progressed({1, 4, 2, 0, 4s});
  display.progressed({1, 4, 2, 0, 5s});
  display.progressed({2, 4, 4, 0, 6s});
  display.progressed({2, 4, 4, 0, 10s});
  display.finished({});
  EXPECT_EQ(out.str(),
            " 25 %  1 of 4 boards  0 rounds/s  15 s left\n"
            " 50 %  2 of 4 boards  0 rounds/s  10 s left\n");
}

}  // namespace
}  // namespace tichu::arena
