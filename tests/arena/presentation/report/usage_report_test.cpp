#include "arena/presentation/report/usage_report.h"

#include <gtest/gtest.h>

#include "tests/arena/presentation/report/example_report.h"

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;

/// A program that works while it is not asked, and a plug-in of the arena's process.
TournamentReport report_with_usage() {
  TournamentReport report = example_report();
  report.config.bots[0].kind = BotKind::Program;
  report.config.bots[1].kind = BotKind::Plugin;
  report.usage = {{BotId{0}, {}, {30s, 5 << 20, 2, 7s}}, {BotId{1}, {}, {}}};
  for (int i = 0; i < 100; ++i) report.usage[0].time.add(1966080ns);
  report.usage[0].time.add(1s);
  report.usage[1].time.add(700ns);
  return report;
}

TEST(UsageReport, HasALineABotAndNamesWhoWorksUnasked) {
  EXPECT_EQ(usage_table(report_with_usage()),
            R"(time and memory of  decisions   median     99 %  longest  processor   memory  starts
böse, "x"                 101  1.97 ms  1.97 ms    1.0 s     30.0 s  5.0 MiB       2
steady                      1   700 ns   700 ns   700 ns     700 ns        -       -
bot "böse, "x"" ponders (works while it is not asked): it used 30.0 s of processor time in 2 starts, at least 7.0 s of it between answers and questions, and its decisions took 1.2 s
)");
}

TEST(UsageReport, IsEmptyWhereNothingIsKnown) {
  TournamentReport report = example_report();
  EXPECT_EQ(usage_table(report), "");
  report.usage = {{BotId{0}, {}, {}}};
  EXPECT_EQ(usage_table(report), "");
  EXPECT_TRUE(pondering_notes(report).empty());
}

TEST(UsageReport, IsWrittenAsCsv) {
  EXPECT_EQ(usage_csv(report_with_usage()),
            "bot,decisions,median_ns,p99_ns,longest_ns,total_ns,processor_ns,unasked_ns,peak_memory,starts,works_"
            "unasked,retries\n"
            "\"böse, \"\"x\"\"\",101,1966080,1966080,1000000000,1196608000,30000000000,7000000000,5242880,2,true,0\n"
            "steady,1,700,700,700,700,700,0,,0,false,0\n");
}

}  // namespace
}  // namespace tichu::arena
