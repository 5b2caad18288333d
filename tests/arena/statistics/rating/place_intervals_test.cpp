#include "arena/statistics/rating/place_intervals.h"

#include <gtest/gtest.h>

#include <array>

namespace tichu::arena {
namespace {

StrengthTable table_of(std::vector<double> strengths, double deviation, std::optional<StrengthAnchor> anchor = {}) {
  SymmetricMatrix covariance(strengths.size());
  for (std::size_t i = 0; i < strengths.size(); ++i) covariance.add(i, i, deviation * deviation);
  return {std::move(strengths), std::move(covariance), anchor};
}

TEST(PlaceIntervals, AreAPlaceWhereTheOrderIsClear) {
  const std::array<std::size_t, 3> ranked{2, 0, 1};
  const auto found = place_intervals(table_of({0, -500, 500}, 5), ranked);
  ASSERT_EQ(found.size(), 3U);
  for (int place = 1; place <= 3; ++place) {
    EXPECT_EQ(found[static_cast<std::size_t>(place - 1)].low, place);
    EXPECT_EQ(found[static_cast<std::size_t>(place - 1)].high, place);
  }
}

TEST(PlaceIntervals, HoldAllPlacesAmongEquals) {
  const std::array<std::size_t, 4> ranked{0, 1, 2, 3};
  for (const PlaceInterval& interval : place_intervals(table_of({0, 0, 0, 0}, 10), ranked)) {
    EXPECT_EQ(interval.low, 1);
    EXPECT_EQ(interval.high, 4);
  }
}

TEST(PlaceIntervals, DoNotDependOnTheAnchor) {
  const std::array<std::size_t, 3> ranked{0, 1, 2};
  const std::vector<double> strengths{20, 0, -20};
  const auto without = place_intervals(table_of(strengths, 15), ranked);
  const auto with = place_intervals(table_of(strengths, 15, StrengthAnchor{1, 0}), ranked);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(without[i].low, with[i].low);
    EXPECT_EQ(without[i].high, with[i].high);
  }
}

TEST(PlaceIntervals, RankThoseAloneThatAreAskedFor) {
  const std::array<std::size_t, 1> ranked{1};
  const auto found = place_intervals(table_of({0, -500, 500}, 5), ranked);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].high, 1);
  EXPECT_TRUE(place_intervals(table_of({0, 1}, 5), {}).empty());
}

}  // namespace
}  // namespace tichu::arena
