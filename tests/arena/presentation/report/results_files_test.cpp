#include "arena/presentation/report/results_files.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/arena/presentation/report/example_report.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

TEST(ResultsFiles, HoldTheStandingsAsJson) {
  const auto json = nlohmann::json::parse(results_json(example_report()));
  EXPECT_EQ(json["format"], "tichu-results/1");
  EXPECT_EQ(json["tournament"], "cup");
  EXPECT_EQ(json["seed"], 7);
  EXPECT_EQ(json["boards_played"], 2);
  EXPECT_EQ(json["elo_anchor"], "the mean of all entrants is 0");
  EXPECT_EQ(json["sandbox"]["kind"], "landlock");
  EXPECT_EQ(json["sandbox"]["protections"], (std::vector<std::string>{"no sockets", "one process"}));
  EXPECT_EQ(json["sandbox"]["bots"], (std::vector<std::string>{"böse, \"x\""}));
  const auto& first = json["standings"][0];
  EXPECT_EQ(first["name"], "steady");
  EXPECT_EQ(first["rank"], 1);
  EXPECT_NEAR(first["points_a_round"]["mean"], 50.0, 0.2);
  EXPECT_NEAR(first["points_a_round"]["standard_error"], 59.0, 0.1);
  EXPECT_EQ(first["count"]["won"], 1);
  EXPECT_EQ(first["figures"]["bomb_hands"], 3);
  EXPECT_EQ(json["standings"][1]["faults"], 2);
  ASSERT_EQ(json["pairs"].size(), 1u);
  EXPECT_EQ(json["pairs"][0]["points_a_round"]["mean"], -50.0);
  EXPECT_NEAR(json["pairs"][0]["likelihood_of_superiority"], 0.25, 0.01);
  EXPECT_NEAR(json["pairs"][0]["elo_difference"]["value"], -150, 1);
  EXPECT_NEAR(json["pairs"][0]["likelihood_head_to_head"], 0.23, 0.01);
  EXPECT_TRUE(json["alike"].empty());
  EXPECT_EQ(json["faults"][1]["kind"], "crash");
}

TEST(ResultsFiles, NameTheAnchor) {
  TournamentReport report = example_report();
  EXPECT_TRUE(nlohmann::json::parse(results_json(report))["anchor"].is_null());
  report.config.anchor = RatingAnchor{"steady", 1500};
  const auto json = nlohmann::json::parse(results_json(report));
  EXPECT_EQ(json["elo_anchor"], "steady is set to 1500");
  EXPECT_EQ(json["anchor"], (nlohmann::json{{"name", "steady"}, {"elo", 1500.0}}));
}

TEST(ResultsFiles, HaveNullForAnErrorThatIsUnknown) {
  TournamentReport report = example_report();
  report.standings = rate({}, std::vector<PlayFigures>(2));
  const auto json = nlohmann::json::parse(results_json(report));
  EXPECT_TRUE(json["standings"][0]["points_a_round"]["standard_error"].is_null());
  EXPECT_TRUE(json["standings"][0]["elo"].is_null());
  EXPECT_TRUE(json["standings"][0]["rank"].is_null());
  EXPECT_NE(results_csv(report).find("\n,steady,,,,,0,"), std::string::npos) << results_csv(report);
}

TEST(ResultsFiles, NameTheEntrantsThatSeemToPlayTheSame) {
  TournamentReport report = example_report();
  report.standings.alike = {{0, 1}};
  const auto alike = nlohmann::json::parse(results_json(report))["alike"];
  ASSERT_EQ(alike.size(), 1u);
  EXPECT_EQ(alike[0], (std::vector<std::string>{"böse, \"x\"", "steady"}));
}

TEST(ResultsFiles, HaveNullForTheErrorOfBoardsThatAllCameOutAlike) {
  TournamentReport report = example_report();
  std::vector<RatedBoard> boards(4);
  for (std::size_t i = 0; i < boards.size(); ++i) {
    boards[i].board = BoardNumber(i);
    boards[i].entrants = {EntrantId{0}, EntrantId{1}};
  }
  report.standings = rate(boards, std::vector<PlayFigures>(2));
  const auto json = nlohmann::json::parse(results_json(report));
  EXPECT_EQ(json["standings"][0]["points_a_round"]["mean"], 0.0);
  EXPECT_TRUE(json["standings"][0]["points_a_round"]["error95"].is_null());
  EXPECT_TRUE(json["pairs"][0]["points_a_round"]["error95"].is_null());
  EXPECT_NE(results_csv(report).find(",0.0000,,4,0,4,0,"), std::string::npos) << results_csv(report);
}

TEST(ResultsFiles, HoldOneCsvRowAnEntrant) {
  const std::string csv = results_csv(example_report());
  EXPECT_NE(csv.find("\n2,\"böse, \"\"x\"\"\",-"), std::string::npos);
  EXPECT_NE(csv.find(",2,1,1,0,4,2,1,1,1,1,3,0\n"), std::string::npos);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
}

TEST(ResultsFiles, AreWrittenIntoTheFolder) {
  const TemporaryFolder folder;
  write_results(folder.path(), example_report());
  EXPECT_EQ(bytes_of(folder.path() / "results.json"), results_json(example_report()));
  EXPECT_EQ(bytes_of(folder.path() / "results.csv"), results_csv(example_report()));
}

TEST(ResultsFiles, ThatCannotBeWrittenAreAnException) {
  EXPECT_THROW(write_results("/nonexistent/folder", example_report()), std::runtime_error);
}

}  // namespace
}  // namespace tichu::arena
