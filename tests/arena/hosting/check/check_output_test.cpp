#include "arena/hosting/check/check_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

namespace tichu::arena {
namespace {

using testing::HasSubstr;
using testing::Not;

CheckReport example() {
  CheckReport report;
  report.bot.name = "mine";
  report.bot.kind = BotKind::Program;
  report.bot.path = "/home/me/mine";
  report.seed = 7;
  report.name = "mine & yours";
  report.version = "1.0";
  report.results.resize(4);
  report.results[0].name = "start";
  report.results[0].found = "greets";
  report.results[0].duration = std::chrono::milliseconds(1500);
  report.results[1].name = "legality.gravon";
  report.results[1].verdict = CheckVerdict::Failed;
  report.results[1].found = "answered \"9j\": <not higher> (RULES 5.1)";
  report.results[1].advice = "look at it";
  report.results[1].place = CheckPlace{7, 12, "gravon", 1, 345, 2, 23, "its turn", "hand 9j; on the table Tj"};
  report.results[1].stderr_tail = "line 1\nred \x1b[31m and \xff\n";
  report.results[2].name = "garbage";
  report.results[2].verdict = CheckVerdict::Skipped;
  report.results[2].found = "only for programs";
  report.results[3].name = "memory";
  report.results[3].verdict = CheckVerdict::Advised;
  report.results[3].found = "grew";
  report.results[3].advice = "see that it stops";
  return report;
}

TEST(CheckText, TellsAFailureWithPlaceAdviceAndTheWayToSeeItAgain) {
  const std::string text = result_text(example().results[1], "tichu-arena check ./mine");
  EXPECT_THAT(text, HasSubstr("FAIL    legality.gravon"));
  EXPECT_THAT(text, HasSubstr("table 12 (rules gravon, round 1, deal 345 of seed 7), seat 2, decision 23: its turn\n"));
  EXPECT_THAT(text, HasSubstr("it knew: hand 9j; on the table Tj\n"));
  EXPECT_THAT(text, HasSubstr("again:   tichu-arena check ./mine --seed 7 --table 12\n"));
  EXPECT_THAT(text, HasSubstr("advice:  look at it\n"));
}

TEST(CheckText, ShowsWhatABotWroteWithoutWhatHarmsATerminal) {
  const std::string text = result_text(example().results[1], "");
  EXPECT_THAT(text, HasSubstr("        | line 1\n        | red ?[31m and"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(CheckText, ShowsOnlyTheLastLines) {
  CheckResult result;
  result.name = "alive";
  for (int i = 0; i < 100; ++i) result.stderr_tail += "line " + std::to_string(i) + "\n";
  const std::string text = result_text(result, "");
  EXPECT_THAT(text, HasSubstr("        | line 88\n"));
  EXPECT_THAT(text, HasSubstr("        | line 99\n"));
  EXPECT_THAT(text, Not(HasSubstr("line 87\n")));
}

TEST(CheckText, TellsAFaultOfSeveralPresetsOnce) {
  CheckReport report = example();
  report.results[2] = report.results[1];
  report.results[2].name = "legality.sheet";
  report.results[2].found += " (and 2 faults more)";
  report.results[2].place->table = 13;
  const std::string text = result_text(report.results[2], "tichu-arena check ./mine", report);
  EXPECT_EQ(text, "FAIL    legality.sheet     answered \"9j\": <not higher> (RULES 5.1) (and 2 faults more)\n" +
                      std::string(26, ' ') + "again:   tichu-arena check ./mine --seed 7 --table 13\n");
  EXPECT_THAT(result_text(report.results[1], "", report), HasSubstr("advice:"));
}

TEST(CheckText, SumsUp) {
  EXPECT_EQ(summary(example()), "\nmine fails 1 check, 1 with advice, 1 skipped\n");
  CheckReport good = example();
  good.results.resize(1);
  EXPECT_EQ(summary(good), "\nmine passes\n");
}

TEST(CheckJson, HoldsEverything) {
  const auto json = nlohmann::json::parse(check_json({example()}));
  EXPECT_EQ(json["format"], "tichu-check/1");
  EXPECT_EQ(json["ok"], false);
  const auto& bot = json["bots"][0];
  EXPECT_EQ(bot["bot"], "mine");
  EXPECT_EQ(bot["kind"], "program");
  EXPECT_EQ(bot["name"], "mine & yours");
  EXPECT_EQ(bot["seed"], 7);
  ASSERT_EQ(bot["checks"].size(), 4u);
  EXPECT_EQ(bot["checks"][0]["verdict"], "pass");
  EXPECT_EQ(bot["checks"][0]["seconds"], 1.5);
  EXPECT_EQ(bot["checks"][1]["verdict"], "fail");
  EXPECT_EQ(bot["checks"][1]["place"]["table"], 12);
  EXPECT_EQ(bot["checks"][1]["place"]["question"], "its turn");
  EXPECT_EQ(bot["checks"][2]["verdict"], "skip");
  EXPECT_EQ(bot["checks"][3]["verdict"], "advice");
}

TEST(CheckJunit, IsXmlWithASuiteForEachBotAndACaseForEachCheck) {
  std::istringstream text(check_junit({example(), example()}));
  boost::property_tree::ptree tree;
  ASSERT_NO_THROW(boost::property_tree::read_xml(text, tree));
  EXPECT_EQ(tree.get_child("testsuites").count("testsuite"), 2u);
  const auto& suite = tree.get_child("testsuites.testsuite");
  EXPECT_EQ(suite.get<int>("<xmlattr>.tests"), 4);
  EXPECT_EQ(suite.get<int>("<xmlattr>.failures"), 1);
  EXPECT_EQ(suite.get<int>("<xmlattr>.skipped"), 1);
  EXPECT_EQ(suite.count("testcase"), 4u);
  int failures = 0;
  for (const auto& [name, child] : suite) {
    if (name != "testcase" || child.count("failure") == 0) continue;
    ++failures;
    EXPECT_EQ(child.get<std::string>("<xmlattr>.name"), "legality.gravon");
    EXPECT_EQ(child.get<std::string>("failure.<xmlattr>.message"), "answered \"9j\": <not higher> (RULES 5.1)");
    EXPECT_THAT(child.get<std::string>("failure"), HasSubstr("seed 7, table 12"));
  }
  EXPECT_EQ(failures, 1);
}

}  // namespace
}  // namespace tichu::arena
