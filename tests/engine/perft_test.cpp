#include "engine/perft.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "engine/notation.h"

namespace tichu {
namespace {

// RULES 6.1
TEST(Perft, BeginsWithTheMahjongsHolderAndOpenHands) {
  const Deal dealt = deal(1, 0);
  const Round start = perft_start(dealt, {});
  const Seat leader = start.pending().seats.first();
  EXPECT_TRUE(dealt.hand(leader).contains(Card::mahjong()));
  for (const Seat seat : AllSeats) EXPECT_EQ(start.hand(seat), dealt.hand(seat));
}

TEST(Perft, TheSplitAddsUpToTheWhole) {
  const Round start = perft_start(deal(1, 3), {});
  PerftCount sum;
  std::set<std::string> first;
  for (const PerftBranch& branch : perft_split(start, 2)) {
    sum.sequences += branch.count.sequences;
    sum.ended += branch.count.ended;
    EXPECT_TRUE(first.insert(to_text(branch.action)).second) << "a first decision stands twice";
  }
  EXPECT_EQ(sum, perft(start, 2));
}

TEST(Perft, CountsAreThoseOfTheKeptTable) {
  std::ifstream file(TICHU_SOURCE_DIR "/tests/golden/perft.txt");
  ASSERT_TRUE(file);
  int rows = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream row(line);
    std::uint64_t seed = 0;
    std::uint64_t index = 0;
    char colon = 0;
    std::string rules;
    int depth = 0;
    PerftCount expected;
    row >> seed >> colon >> index >> rules >> depth >> expected.sequences >> expected.ended;
    ASSERT_TRUE(row) << line;
    EXPECT_EQ(perft(perft_start(deal(seed, index), *preset(rules)), depth), expected) << line;
    ++rows;
  }
  EXPECT_GE(rows, 60);
}

}  // namespace
}  // namespace tichu
