#include "engine/random.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "tests/engine/document.h"

namespace tichu {
namespace {

std::uint64_t value(const std::string& word) { return std::stoull(word, nullptr, 0); }

TEST(Random, TheVectorsOfTheDocumentAreReproduced) {
  for (const std::string& line : test::block("DEALS.md", "random")) {
    const auto words = test::words(line);
    Random random(value(words[0]));
    for (std::size_t i = 1; i < words.size(); ++i) EXPECT_EQ(random.next(), value(words[i])) << line;
    EXPECT_EQ(words.size(), 4u);
  }
  for (const std::string& line : test::block("DEALS.md", "pair")) {
    const auto words = test::words(line);
    EXPECT_EQ(Random(value(words[0]), value(words[1])).next(), value(words[2])) << line;
  }
}

TEST(Random, TheBoundedDrawsOfTheDocumentAreReproduced) {
  for (const std::string& line : test::block("DEALS.md", "below")) {
    const auto words = test::words(line);
    Random random(value(words[0]), value(words[1]));
    for (std::size_t i = 3; i < words.size(); ++i) {
      EXPECT_EQ(random.below(static_cast<std::uint32_t>(value(words[2]))), value(words[i])) << line;
    }
    EXPECT_EQ(words.size(), 13u);
  }
}

// 70,000 draws below 7: 10,000 each, give or take 93 (one standard deviation).
TEST(Random, BoundedDrawsAreEvenAndInRange) {
  Random random(3);
  std::array<int, 7> drawn{};
  for (int i = 0; i < 70'000; ++i) ++drawn[random.below(7)];
  for (const int count : drawn) EXPECT_NEAR(count, 10'000, 5 * 93);
}

TEST(Random, StreamsOfNeighbouringPairsDiffer) {
  EXPECT_NE(Random(1, 2).next(), Random(2, 1).next());
  EXPECT_NE(Random(1, 2).next(), Random(1, 3).next());
  EXPECT_NE(Random(0, 0).next(), Random(0).next());
}

}  // namespace
}  // namespace tichu
