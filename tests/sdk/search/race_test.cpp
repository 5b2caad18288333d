#include "sdk/search/race.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "engine/random.h"

namespace tichu {
namespace {

std::vector<std::size_t> places_in(const Race& race) { return {race.in().begin(), race.in().end()}; }

/// Runs a race of three for so many guesses: each scores its number and what the guess is worth, the last one as much
/// as chance has it besides.
void run(Race& race, std::array<float, 3> worth, int guesses) {
  Random random(1);
  race.start(worth.size());
  for (int guess = 0; guess < guesses; ++guess) {
    const auto luck = static_cast<float>(random.below(400));
    std::vector<float> scores;
    for (const std::size_t place : race.in()) {
      scores.push_back(luck + worth[place] + (place == 2 ? static_cast<float>(random.below(21)) - 10 : 0.0f));
    }
    race.add(scores);
  }
}

TEST(Race, TheLuckOfTheGuessCancelsInALead) {
  Race race({});
  run(race, {10, 30, 20}, 400);
  EXPECT_EQ(race.leader(), 1u);
  EXPECT_DOUBLE_EQ(race.lead(1, 0).mean, 20);
  // Only the doubt is left: as if one guess had shown a hundred points.
  EXPECT_NEAR(race.lead(1, 0).error, 100.0 / 400, 1e-9);
  EXPECT_EQ(race.lead(1, 0).better, 1.0);
  EXPECT_NEAR(race.lead(2, 0).mean, 10, 1);
  EXPECT_GT(race.lead(2, 0).error, race.lead(1, 0).error);
  EXPECT_DOUBLE_EQ(race.mean(1) - race.mean(0), 20);
}

TEST(Race, FewEqualScoresDoNotPassForCertainty) {
  EXPECT_LT(lead_of(std::array{30.0f}, std::array{10.0f}).in_errors(), 1);
  EXPECT_EQ(lead_of({}, {}).in_errors(), 0);
  EXPECT_EQ(lead_of(std::array{10.0f}, std::array{10.0f}).better, 0.5);
}

TEST(Race, DropsWhoIsBehindBeyondChanceAndMeetsTheOthersAlone) {
  Race race({});
  run(race, {10, 30, 30}, 200);
  race.drop_losers();
  EXPECT_EQ(places_in(race), (std::vector<std::size_t>{1, 2})) << "the two are alike";
  race.add(std::array{500.0f, 100.0f});
  EXPECT_EQ(race.guesses(), 201u);
  EXPECT_DOUBLE_EQ(race.lead(1, 0).mean, 20) << "over the guesses that both met";
  const std::vector<double> shares = race.shares();
  ASSERT_EQ(shares.size(), 2u);
  EXPECT_NEAR(shares[0] + shares[1], 1, 1e-9);
}

TEST(Race, MayKeepTheFirstWhateverItScores) {
  Race race({.keeps_first = true});
  run(race, {-100, 30, 10}, 200);
  race.drop_losers();
  EXPECT_EQ(places_in(race), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(race.leader(), 1u);
}

TEST(Race, OfEqualsTheFirstLeadsAndTheyShareTheGuess) {
  Race race({});
  race.start(2);
  race.add(std::array{5.0f, 5.0f});
  EXPECT_EQ(race.leader(), 0u);
  EXPECT_EQ(race.shares(), (std::vector<double>{0.5, 0.5}));
  race.start(3);
  EXPECT_EQ(race.guesses(), 0u);
  EXPECT_EQ(race.mean(2), 0);
}

}  // namespace
}  // namespace tichu
