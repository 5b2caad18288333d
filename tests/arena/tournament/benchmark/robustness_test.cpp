#include "arena/tournament/benchmark/robustness.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace tichu::arena {
namespace {

BotSpec opponent(const std::string& name, const std::string& option = "") {
  BotSpec bot;
  bot.name = name;
  if (!option.empty()) bot.options = {{"x", option}};
  return bot;
}

BenchmarkSuite suite_with(std::vector<BotSpec> family) {
  BenchmarkSuite suite;
  suite.robustness.emplace();
  suite.robustness->seed = 5;
  suite.robustness->boards = 20;
  suite.robustness->bots = std::move(family);
  return suite;
}

/// The bot loses to each opponent what its option says, 1 without one, give or take the luck of the board.
MeasuredBoards losses(const TournamentConfig& config) {
  MeasuredBoards measured;
  for (std::uint64_t board = 0; board < config.boards; ++board) {
    for (std::uint16_t i = 0; i + 1u < config.bots.size(); ++i) {
      const auto& options = config.bots[i].options;
      const double points = (board % 2 == 0 ? 3.0 : -3.0) - (options.empty() ? 1.0 : std::stod(options[0].second));
      measured.boards.push_back({BoardNumber(board), EntrantId{8}, EntrantId{i}, points - 10, points});
    }
  }
  return measured;
}

TEST(Robustness, SearchesFromTheBestOfTheFamilyAndMeasuresOnOtherBoards) {
  const BenchmarkSuite suite = suite_with({opponent("plain"), opponent("weak", "0.2"), opponent("strong", "0.9")});
  std::vector<TournamentConfig> stages;
  const auto stage = [&](const TournamentConfig& config) -> OrInputError<MeasuredBoards> {
    stages.push_back(config);
    return losses(config);
  };
  const auto track = robustness_track(suite, opponent("mine"), {}, stage);
  ASSERT_TRUE(track);
  EXPECT_EQ(track->fixed.bot.name, "plain");
  EXPECT_DOUBLE_EQ(track->fixed.lost.without_faults.points, 1);
  EXPECT_DOUBLE_EQ(track->fixed.lost.with_faults.points, 11);
  EXPECT_GT(track->found.lost.without_faults.points, 1.2) << "0.9 was where the search began";
  EXPECT_EQ(track->searched, 20u * (3 + 4 * 8));
  EXPECT_EQ(track->boards, 40u);
  std::set<std::uint64_t> seeds;
  std::set<std::string> names;
  for (const TournamentConfig& config : stages) {
    seeds.insert(config.seed);
    names.insert(config.name);
    EXPECT_EQ(config.bots.back().name, "mine");
    EXPECT_EQ(config.schedule.candidates, std::vector<std::string>{"mine"});
  }
  EXPECT_EQ(seeds.size(), 6u) << "each stage has fresh deals";
  EXPECT_EQ(names.size(), 6u);
  const auto again = robustness_track(suite, opponent("mine"), {}, stage);
  EXPECT_EQ(again->found.bot, track->found.bot);
}

TEST(Robustness, MeasuresTheFamilyAloneIfNobodyCanBeChanged) {
  const auto track =
      robustness_track(suite_with({opponent("plain")}), opponent("mine"), {.part = 10},
                       [](const TournamentConfig& config) -> OrInputError<MeasuredBoards> { return losses(config); });
  ASSERT_TRUE(track);
  EXPECT_EQ(track->found.bot, track->fixed.bot);
  EXPECT_EQ(track->boards, 4u);
}

TEST(Robustness, EndsWithTheStageThatCannotBePlayed) {
  const auto track = robustness_track(suite_with({opponent("plain", "1")}), opponent("mine"), {},
                                      [](const TournamentConfig& config) -> OrInputError<MeasuredBoards> {
                                        if (config.name == "robustness-2")
                                          return tl::unexpected(InputError{"", "", "no"});
                                        return losses(config);
                                      });
  ASSERT_FALSE(track);
  EXPECT_EQ(track.error().problem, "no");
}

}  // namespace
}  // namespace tichu::arena
