#include "arena/statistics/rating/partnership_rating.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace tichu::arena {
namespace {

constexpr std::size_t Bots = 5;
constexpr std::array<double, Bots> Strengths{12, 5, 0, -7, -10};

/// Every pair against every other so many times; bots 0 and 4 play better together by `synergy`.
std::vector<PartnershipBoard> mixed_boards(int times, double synergy) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> noise(0, 60);
  std::vector<BotPair> pairs;
  for (std::size_t a = 0; a < Bots; ++a) {
    for (std::size_t b = a; b < Bots; ++b) pairs.push_back(BotPair::of(a, b));
  }
  const auto strength = [&](const BotPair& pair) {
    return Strengths[pair.bots[0]] + Strengths[pair.bots[1]] + (pair == BotPair::of(0, 4) ? synergy : 0);
  };
  std::vector<PartnershipBoard> boards;
  for (int i = 0; i < times; ++i) {
    for (std::size_t a = 0; a < pairs.size(); ++a) {
      for (std::size_t b = a + 1; b < pairs.size(); ++b) {
        boards.push_back({BoardNumber(boards.size()),
                          {pairs[a], pairs[b]},
                          strength(pairs[a]) - strength(pairs[b]) + noise(random)});
      }
    }
  }
  return boards;
}

TEST(PartnershipRating, FindsWhatEachBotAdds) {
  const auto ratings = rate_partnerships(Bots, mixed_boards(60, 0));
  for (std::size_t i = 0; i < Bots; ++i) EXPECT_NEAR(ratings.members.value(i), Strengths[i], 2.5);
  for (const auto& [pair, synergy] : ratings.synergies)
    EXPECT_LT(std::abs(synergy.value), 5) << pair.bots[0] << pair.bots[1];
  EXPECT_LT(ratings.synergy_deviation, 3);
}

TEST(PartnershipRating, FindsThePairThatIsMoreThanItsMembers) {
  const auto ratings = rate_partnerships(Bots, mixed_boards(60, 20));
  for (const auto& [pair, synergy] : ratings.synergies) {
    if (pair == BotPair::of(0, 4)) {
      EXPECT_GT(synergy.value, 10);
      EXPECT_GT(synergy.value, 2 * synergy.error95);
    } else {
      EXPECT_LT(synergy.value, 10) << pair.bots[0] << pair.bots[1];
    }
  }
}

TEST(PartnershipRating, DrawsSynergiesToZeroWhereThereIsLittleToGoBy) {
  const std::vector<PartnershipBoard> boards{{BoardNumber(0), {BotPair::of(0, 1), BotPair::of(2, 2)}, 200}};
  const auto ratings = rate_partnerships(3, boards);
  ASSERT_EQ(ratings.synergies.size(), 2u);
  EXPECT_LT(std::abs(ratings.synergies.at(BotPair::of(0, 1)).value), 10);
  EXPECT_EQ(ratings.synergies.at(BotPair::of(0, 1)).boards, 1u);
}

TEST(PartnershipRating, CountsBoardsWithTheSameCardsAsOneUnit) {
  const std::vector<PartnershipBoard> once = mixed_boards(4, 0);
  std::vector<PartnershipBoard> common;
  for (int copy = 0; copy < 4; ++copy) common.insert(common.end(), once.begin(), once.end());
  std::vector<PartnershipBoard> apart = common;
  for (std::size_t i = 0; i < apart.size(); ++i) apart[i].board = BoardNumber(i);
  const auto of_common = rate_partnerships(Bots, common);
  const auto of_apart = rate_partnerships(Bots, apart);
  // Four times the same boards say no more than these; how far pair terms reach counts in both.
  for (std::size_t i = 0; i < Bots; ++i) {
    EXPECT_EQ(of_common.members.value(i), of_apart.members.value(i));
    EXPECT_GT(of_common.members.error95(i) / of_apart.members.error95(i), 1.3);
  }
  for (const auto& [pair, synergy] : of_common.synergies) {
    EXPECT_GT(synergy.error95, of_apart.synergies.at(pair).error95);
  }
}

TEST(PartnershipRating, LeavesOutBoardsOfATeamAgainstItself) {
  std::vector<PartnershipBoard> boards = mixed_boards(2, 0);
  const auto without = rate_partnerships(Bots, boards);
  boards.push_back({BoardNumber(1'000'000), {BotPair::of(0, 1), BotPair::of(1, 0)}, 500});
  const auto with = rate_partnerships(Bots, boards);
  for (std::size_t i = 0; i < Bots; ++i) EXPECT_EQ(with.members.value(i), without.members.value(i));
  EXPECT_EQ(with.synergies.at(BotPair::of(0, 1)).boards, without.synergies.at(BotPair::of(0, 1)).boards);
}

TEST(PartnershipRating, IsDefinedWithoutBotsAndWithoutBoards) {
  EXPECT_EQ(rate_partnerships(0, {}).members.size(), 0u);
  const auto ratings = rate_partnerships(3, {});
  EXPECT_TRUE(ratings.synergies.empty());
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(ratings.members.value(i), 0);
    EXPECT_TRUE(std::isfinite(ratings.members.error95(i)));
  }
}

}  // namespace
}  // namespace tichu::arena
