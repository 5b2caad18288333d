#include "arena/service/ladder/kept_standings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace tichu::arena {
namespace {

LadderStanding row(std::int64_t version, const std::string& bot, std::size_t entrant) {
  LadderStanding row;
  row.version = VersionId(version);
  row.bot = bot;
  row.number = 1;
  row.entrant = static_cast<EntrantId>(entrant);
  return row;
}

/// Three versions, of which the second and third play alike.
LadderStandings rated() {
  LadderStandings standings;
  standings.figures = {{1.25, 0.5, 3, 1, 100, false, 2, 4, 1}, {-1, 0.5, -2, 1, 90, true, 2, 0, 0}, {}};
  standings.ranked = {row(7, "fox", 1), row(3, "hen", 0), row(9, "owl", 2)};
  for (LadderStanding& row : standings.ranked) row.figures = standings.figures[static_cast<std::size_t>(row.entrant)];
  standings.ranked[1].place = 1;
  standings.ranked[1].place_low = 1;
  standings.ranked[1].place_high = 2;
  standings.ranked[1].above = 0.25;
  standings.alike = {{"hen@1", "owl@1"}};
  standings.boards = 95;
  standings.serial = 12;
  standings.made = 1.5e9;
  return standings;
}

TEST(KeptStandings, AreThoseOfTheLadderBeforeItStopped) {
  const LadderStandings before = rated();
  const LadderStandings again =
      recalled_standings(kept_text(before), {row(3, "hen", 0), row(7, "fox", 1), row(9, "owl", 2)});
  ASSERT_EQ(again.ranked.size(), 3U);
  EXPECT_EQ(again.ranked[0].bot, "fox") << "in the order of places";
  const LadderStanding& hen = again.ranked[1];
  EXPECT_EQ(hen.figures.points, 1.25);
  EXPECT_EQ(hen.figures.faults, 4U);
  EXPECT_EQ(hen.place_high, 2);
  EXPECT_EQ(hen.above, 0.25);
  EXPECT_TRUE(again.ranked[0].figures.all_struck);
  EXPECT_EQ(again.alike, before.alike);
  EXPECT_EQ(again.boards, 95U);
  EXPECT_EQ(again.serial, 12U);
  EXPECT_EQ(again.made, before.made);
  EXPECT_EQ(kept_text(again), kept_text(before));
}

TEST(KeptStandings, LeaveOutWhoHasGone) {
  const LadderStandings again = recalled_standings(kept_text(rated()), {row(3, "hen", 0), row(7, "fox", 1)});
  EXPECT_EQ(again.ranked.size(), 2U);
  EXPECT_TRUE(again.alike.empty()) << "nobody learns the name of a bot that was withdrawn";
  EXPECT_EQ(again.figures.size(), 3U) << "boards against it count for ever";
}

TEST(KeptStandings, AreNoneOfWhatCannotBeRead) {
  for (const char* text : {"", "{", "[]", R"({"ranked": [[1]], "figures": []})"}) {
    const LadderStandings none = recalled_standings(text, {row(1, "hen", 0)});
    EXPECT_TRUE(none.ranked.empty()) << text;
    EXPECT_EQ(none.serial, 0U);
  }
}

}  // namespace
}  // namespace tichu::arena
