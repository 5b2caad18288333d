// The generators, the referee and the questions behind forced passes against the slow classifier, over all subsets of
// random hands. TICHU_BRUTE_FORCE sets how many queries are compared (default 40,000).
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string_view>

#include "engine/follow.h"
#include "engine/notation.h"
#include "tests/engine/query_comparison.h"
#include "tests/engine/random_query.h"

namespace tichu::test {
namespace {

constexpr int Parts = 4;

/// How many queries each part compares.
int queries() {
  const char* setting = std::getenv("TICHU_BRUTE_FORCE");
  if (setting == nullptr) return 40'000 / Parts;
  const std::string_view text(setting);
  int count = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), count);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || count < Parts) {
    throw std::invalid_argument("TICHU_BRUTE_FORCE is a number of queries, at least 4");
  }
  return count / Parts;
}

/// How often what is rare was compared.
struct Sightings {
  int leads = 0;
  int followed = 0;
  int out_of_turn = 0;
  int wishes = 0;
  int phoenixes = 0;
  int flushes = 0;
  int bombs_to_beat = 0;

  void count(const PlayQuery& query) {
    leads += query.table.empty() ? 1 : 0;
    followed += !query.table.empty() && can_follow(query.hand, query.table) ? 1 : 0;
    out_of_turn += query.out_of_turn ? 1 : 0;
    wishes += query.wish != Rank::None ? 1 : 0;
    phoenixes += query.hand.contains(Card::phoenix()) ? 1 : 0;
    flushes += flush_cards(query.hand).empty() ? 0 : 1;
    bombs_to_beat += query.table.is_bomb() ? 1 : 0;
  }
};

// Each part is a test of its own, so that ctest runs them side by side.
class BruteForce : public testing::TestWithParam<int> {};

TEST_P(BruteForce, RandomQueriesAreAnsweredAsByTheSlowClassifier) {
  constexpr int QueriesOfAHand = 8;
  const int wanted = queries();
  Random random(2718, static_cast<std::uint64_t>(GetParam()));
  Sightings seen;
  for (int done = 0; done < wanted && !HasFatalFailure(); done += QueriesOfAHand) {
    const auto size = 1 + static_cast<int>(std::max(random.below(14), random.below(14)));
    const CardSet hand = random_hand(random, size);
    const HandComparison comparison(hand);
    for (int i = 0; i < QueriesOfAHand && !HasFatalFailure(); ++i) {
      const PlayQuery query = random_query(hand, random);
      seen.count(query);
      comparison.compare(query, random);
    }
  }
  std::cout << wanted << " queries: " << seen.leads << " leads, " << seen.followed << " that can follow, "
            << seen.out_of_turn << " out of turn, " << seen.wishes << " under a wish, " << seen.phoenixes
            << " with the Phoenix, " << seen.flushes << " with a straight flush, " << seen.bombs_to_beat
            << " on a bomb\n";
  for (const int times :
       {seen.leads, seen.followed, seen.out_of_turn, seen.wishes, seen.phoenixes, seen.flushes, seen.bombs_to_beat}) {
    EXPECT_GT(times, wanted / 20);
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, BruteForce, testing::Range(0, Parts));

// RULES 4.1, 4.2, 4.3: hands in which everything meets.
TEST(BruteForceOnCraftedHands, AreAnsweredAsByTheSlowClassifier) {
  Random random(31415);
  for (const char* text : {
           "2j 3j 4j 5j 6j 7j 8j 9j Tj Jj Qj Kj Aj Phx",
           "Mah 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",
           "Mah 2s 3s 4s 5s 6s 2p 3p 4p 5p 6p Phx Drg Dog",
           "7j 7s 7p 7t 8j 8s 8p 8t 9j 9s 9p 9t Phx Drg",
           "5j 5s 5p 5t 6j 6s 6p 6t 7j 8j 9j Tj Tp Phx",
           "2j 2s 3j 3s 4j 4s 5j 5s 6j 6s 7j 7s 8j 8s",
           "Tj Jj Qj Kj Aj Ts Js Qs Ks As Phx Mah Dog Drg",
           "Jp Qp Kp Ap Phx",
           "Mah 2j 3j 4j Phx",
           "8j 8s 8p 8t Phx",
           "Phx",
           "Mah Dog Phx Drg",
       }) {
    const CardSet hand = *parse_cards(text);
    const HandComparison comparison(hand);
    for (int i = 0; i < 60 && !HasFatalFailure(); ++i) comparison.compare(random_query(hand, random), random);
  }
}

}  // namespace
}  // namespace tichu::test
