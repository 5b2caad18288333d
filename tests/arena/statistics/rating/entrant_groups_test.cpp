#include "arena/statistics/rating/entrant_groups.h"

#include <gtest/gtest.h>

#include <random>

namespace tichu::arena {
namespace {

using Meetings = std::vector<std::array<std::size_t, 2>>;
using Members = std::vector<std::vector<std::size_t>>;

TEST(EntrantGroups, TieThoseTogetherThatMetOverOthers) {
  const EntrantGroups groups = group_entrants(4, Meetings{{0, 1}, {2, 1}, {3, 2}, {0, 1}});
  EXPECT_EQ(groups.members, (Members{{0, 1, 2, 3}}));
  EXPECT_TRUE(groups.has_together(0, 3));
}

TEST(EntrantGroups, StandByTheirSizeThenByTheirFirst) {
  const EntrantGroups groups = group_entrants(8, Meetings{{5, 0}, {4, 2}, {6, 2}, {7, 1}});
  EXPECT_EQ(groups.members, (Members{{2, 4, 6}, {0, 5}, {1, 7}, {3}}));
  EXPECT_EQ(groups.of, (std::vector<std::size_t>{1, 2, 0, 3, 0, 1, 0, 2}));
  EXPECT_FALSE(groups.has_together(0, 7));
}

TEST(EntrantGroups, OfThoseThatNeverMetAreOneEach) {
  EXPECT_EQ(group_entrants(3, Meetings{{1, 1}}).members, (Members{{0}, {1}, {2}}));
  EXPECT_TRUE(group_entrants(0, Meetings{}).members.empty());
}

// Compared with who reaches whom, by Warshall's closure.
TEST(EntrantGroups, AreThoseThatReachEachOther) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t entrants = 1 + random() % 12;
    Meetings meetings(random() % 12);
    for (auto& [a, b] : meetings) {
      a = random() % entrants;
      b = random() % entrants;
    }
    std::vector<std::vector<bool>> reaches(entrants, std::vector<bool>(entrants, false));
    for (std::size_t i = 0; i < entrants; ++i) reaches[i][i] = true;
    for (const auto& [a, b] : meetings) reaches[a][b] = reaches[b][a] = true;
    for (std::size_t k = 0; k < entrants; ++k) {
      for (std::size_t a = 0; a < entrants; ++a) {
        for (std::size_t b = 0; b < entrants; ++b) reaches[a][b] = reaches[a][b] || (reaches[a][k] && reaches[k][b]);
      }
    }
    const EntrantGroups groups = group_entrants(entrants, meetings);
    for (std::size_t a = 0; a < entrants; ++a) {
      for (std::size_t b = 0; b < entrants; ++b)
        EXPECT_EQ(groups.has_together(a, b), reaches[a][b]) << "trial " << trial;
    }
  }
}

}  // namespace
}  // namespace tichu::arena
