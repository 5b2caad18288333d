#include "arena/presentation/report/sequential_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

namespace tichu::arena {
namespace {

/// A test of so many boards with this mean margin.
SequentialReport report_of(int boards, double mean) {
  SequentialPlan plan;
  plan.second = 10;
  plan.max_boards = 5'000;
  SequentialTest test(plan);
  for (int i = 0; i < boards; ++i) {
    BoardResult result;
    result.margin = mean + (i % 2 == 0 ? 80 : -80);
    result.score = i % 2 == 0 ? 0.75 : 0.5;
    result.tables = 2;
    test.add(result);
  }
  SequentialReport report = report_test(test);
  report.stronger = "new|<&>";
  report.other = "old\x01";
  report.rules = "standard";
  report.folder = "results/new-vs-old";
  return report;
}

boost::property_tree::ptree suite_of(const SequentialReport& report) {
  std::istringstream text(sequential_junit(report));
  boost::property_tree::ptree tree;
  boost::property_tree::read_xml(text, tree);
  return tree.get_child("testsuites.testsuite");
}

TEST(SequentialReport, SaysHowTheTestEnded) {
  EXPECT_EQ(outcome_word(report_of(3'000, 30)), "accepted");
  EXPECT_EQ(outcome_word(report_of(3'000, -30)), "rejected");
  EXPECT_EQ(outcome_word(report_of(20, 5)), "undecided");
  SequentialReport faulty = report_of(3'000, 30);
  faulty.faults = 2;
  EXPECT_EQ(outcome_word(faulty), "faults");
}

TEST(SequentialReport, SaysThatABotIsWeakerIfItsWholeIntervalDoes) {
  EXPECT_NE(sequential_text(report_of(3'000, -30)).find(": rejected, weaker ("), std::string::npos);
  EXPECT_NE(sequential_text(report_of(3'000, 0)).find(": rejected ("), std::string::npos);
}

TEST(SequentialReport, NamesTheTestedHypothesisForCi) {
  const auto name_of = [](const SequentialReport& report) {
    return suite_of(report).get<std::string>("testcase.<xmlattr>.name");
  };
  SequentialReport report = report_of(3'000, 30);
  report.stronger = "new";
  report.other = "old";
  EXPECT_EQ(name_of(report), "new is stronger than old");
  report.plan.first = -3;
  report.plan.second = 0;
  EXPECT_EQ(name_of(report), "new is not weaker than old");
}

TEST(SequentialReport, IsATextOfAFewLines) {
  const std::string text = sequential_text(report_of(3'000, 30));
  EXPECT_EQ(text.find("new|<&> against old\x01: accepted (10 points per round against 0)\n  estimate  +"), 0u) << text;
  EXPECT_NE(text.find("points per round, 95 %, corrected for stopping\n  LLR       +"), std::string::npos) << text;
  EXPECT_EQ(text.find("nan"), std::string::npos);
}

TEST(SequentialReport, SaysWhichBoardsDoNotCount) {
  SequentialReport report = report_of(3'000, 30);
  EXPECT_EQ(sequential_text(report).find("do not count"), std::string::npos);
  report.played += 63;
  const std::string words = std::to_string(report.played) + " were played, 63 of which do not count";
  EXPECT_NE(sequential_text(report).find(words), std::string::npos) << sequential_text(report);
  EXPECT_NE(sequential_markdown(report).find(words), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(sequential_json(report))["boards_played"], report.played);
}

/// Over a pool of one.
SequentialReport report_over_pool() {
  SequentialReport report = report_of(3'000, 30);
  report.pool.push_back({"third|", 12.5, -17.5, {report.state.boards, 30, 2.0}});
  return report;
}

TEST(SequentialReport, ShowsEachOpponentOfAPool) {
  const std::string text = sequential_text(report_over_pool());
  EXPECT_EQ(text.find("new|<&> against old\x01 over a pool of 1: accepted"), 0u) << text;
  EXPECT_NE(text.find("  vs third| +30.00 ±3.92 (new|<&> +12.50, old\x01 -17.50)"), std::string::npos) << text;
  EXPECT_EQ(text.find("scores"), std::string::npos) << text;
  EXPECT_EQ(sequential_markdown(report_over_pool()).find("third|"), std::string::npos);
  const nlohmann::json json = nlohmann::json::parse(sequential_json(report_over_pool()));
  EXPECT_TRUE(json["scores"].is_null());
  EXPECT_EQ(json["pool"][0]["bot"], "third|");
  EXPECT_EQ(json["pool"][0]["difference"], 30);
}

TEST(SequentialReport, SaysWhoseTheFaultsAre) {
  SequentialReport report = report_over_pool();
  EXPECT_EQ(sequential_text(report).find("faults"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(sequential_json(report))["faults_of"]["bot"], nlohmann::json::object());
  report.faults = 6;
  report.faults_of_stronger = {{FaultKind::Crash, 1}, {FaultKind::Timeout, 2}};
  report.pool[0].faults = {{FaultKind::StartFailed, 3}};
  const std::string text = sequential_text(report);
  EXPECT_NE(text.find("not corrected for stopping; its faults: 3 start_failed\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  faults    6; new|<&>: 1 crash, 2 timeout\n"), std::string::npos) << text;
  const nlohmann::json json = nlohmann::json::parse(sequential_json(report));
  EXPECT_EQ(json["faults"], 6);
  EXPECT_EQ(json["faults_of"], nlohmann::json::parse(R"({"bot": {"crash": 1, "timeout": 2}, "against": {}})"));
  EXPECT_EQ(json["pool"][0]["faults"], nlohmann::json::parse(R"({"start_failed": 3})"));
}

TEST(SequentialReport, CountsTheJobsOfAPool) {
  SequentialReport report = report_over_pool();
  report.played = report.state.boards * 2 + 10;
  EXPECT_NE(sequential_text(report).find(std::to_string(report.played) + " plays were made, 10 of which do not count"),
            std::string::npos)
      << sequential_text(report);
  const std::string plays =
      " each, played 2 times each, by both bots against 1 opponent: " + std::to_string(2 * report.state.boards) +
      " plays; ";
  EXPECT_NE(sequential_text(report).find(plays), std::string::npos) << sequential_text(report);
  EXPECT_EQ(nlohmann::json::parse(sequential_json(report))["plays_a_board"], 2);
  EXPECT_EQ(nlohmann::json::parse(sequential_json(report_of(20, 5)))["plays_a_board"], 1);
}

TEST(SequentialReport, NamesAHypothesisThatWouldHaveDecided) {
  SequentialReport report = report_of(20, 5);
  EXPECT_EQ(sequential_text(report).find("hint"), std::string::npos);
  EXPECT_TRUE(nlohmann::json::parse(sequential_json(report))["larger_hypothesis"].is_null());
  report.larger = LargerHypothesis{30, SprtVerdict::Rejected, 18};
  EXPECT_NE(sequential_text(report).find("--points1 30 these boards would have decided: rejected after 18"),
            std::string::npos);
  report.plan.measure = TestMeasure::LogisticElo;
  EXPECT_NE(sequential_text(report).find("--elo1 30"), std::string::npos);
}

TEST(SequentialReport, OfNoBoardsIsDefined) {
  const nlohmann::json json = nlohmann::json::parse(sequential_json(report_of(0, 0)));
  EXPECT_EQ(json["outcome"], "undecided");
  EXPECT_EQ(json["llr"], 0);
  EXPECT_TRUE(json["estimate"]["low"].is_null());
  EXPECT_EQ(json["boards"], 0);
}

TEST(SequentialReport, IsAJUnitCaseThatPassesFailsIsSkippedOrHasAnError) {
  EXPECT_EQ(suite_of(report_of(3'000, 30)).get<int>("<xmlattr>.failures"), 0);
  EXPECT_TRUE(suite_of(report_of(3'000, 30)).get_child_optional("testcase.system-out"));
  EXPECT_TRUE(suite_of(report_of(3'000, -30)).get_child_optional("testcase.failure"));
  EXPECT_EQ(suite_of(report_of(3'000, -30)).get<int>("<xmlattr>.failures"), 1);
  EXPECT_TRUE(suite_of(report_of(20, 5)).get_child_optional("testcase.skipped"));
  SequentialReport faulty = report_of(3'000, 30);
  faulty.faults = 2;
  EXPECT_TRUE(suite_of(faulty).get_child_optional("testcase.error"));
}

TEST(SequentialReport, IsAMarkdownTableThatNamesCannotBreak) {
  const std::string text = sequential_markdown(report_of(3'000, 30));
  EXPECT_EQ(text.find("### new  &> against old"), 0u) << text;
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  std::getline(lines, line);
  while (std::getline(lines, line)) EXPECT_EQ(std::count(line.begin(), line.end(), '|'), 3) << line;
}

}  // namespace
}  // namespace tichu::arena
