// The bundled bot in C finds its plays without the engine; here they are held against the engine's.

extern "C" {
#include "sdk/starter/c/plays.h"
}

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "engine/deal.h"
#include "engine/legality.h"
#include "engine/notation.h"
#include "engine/plays.h"
#include "engine/random.h"
#include "sdk/abi_mirror.h"

namespace tichu::testing {
namespace {

constexpr std::uint64_t Queries = 20'000;

/// What lies before the seat, for the reader of a failure.
std::string text_of(const PlayQuery& query) { return to_text(query.hand) + " on " + to_text(query.table); }

std::vector<Combination> plays_in_c(const PlayQuery& query) {
  std::vector<Combination> plays;
  const auto take = [](void* taker, const tichu_combination* play) {
    static_cast<std::vector<Combination>*>(taker)->push_back(std::bit_cast<Combination>(*play));
  };
  const tichu_combination table = to_c(query.table);
  each_play(query.hand.bits(), &table, take, &plays);
  return plays;
}

/// A hand of 1 to 14 cards, and a table that another hand of the same deal could have made; every fourth time none.
PlayQuery random_query(std::uint64_t number) {
  Random random(31, number);
  const Deal dealt = deal(31, number);
  PlayQuery query;
  const auto size = 1 + random.below(Deal::HandCards);
  for (std::uint32_t i = 0; i < size; ++i) query.hand.insert(dealt.cards[Seat(0)][i]);
  if (number % 4 == 0) return query;
  PlayList others;
  canonical_plays({dealt.hand(Seat(1)), {}, Rank::None, false, false}, others);
  const Combination& table = others[static_cast<int>(random.below(static_cast<std::uint32_t>(others.size())))];
  if (!table.is_dog()) query.table = table;
  return query;
}

using Shape = std::tuple<CombinationKind, int, int>;

Shape shape_of(const Combination& play) { return {play.kind, play.length, play.half_points()}; }

TEST(PlainPlays, AreLegalAndReadAsTheyAreMeant) {
  for (std::uint64_t number = 0; number < Queries; ++number) {
    const PlayQuery query = random_query(number);
    for (const Combination& play : plays_in_c(query)) {
      const auto read = read_combination(play.cards, query.table, play.phoenix_as);
      ASSERT_TRUE(read) << text_of(query) << ": " << to_text(play.cards);
      EXPECT_TRUE(judge_play(query, *read, Rank::None).ok()) << text_of(query) << ": " << to_text(*read);
      // A straight whose cards happen to be of one suit is a bomb as well (RULES 4.2).
      if (read->kind == CombinationKind::StraightFlush) continue;
      EXPECT_EQ(shape_of(play), shape_of(*read)) << text_of(query);
    }
  }
}

TEST(PlainPlays, HaveEveryShapeThatTheHandCanMake) {
  PlayList exact;
  for (std::uint64_t number = 0; number < Queries; ++number) {
    const PlayQuery query = random_query(number);
    std::set<Shape> in_c;
    for (const Combination& play : plays_in_c(query)) in_c.insert(shape_of(play));
    exact_plays(query, exact);
    for (const Combination& play : exact) {
      EXPECT_TRUE(in_c.contains(shape_of(play))) << text_of(query) << ": " << to_text(play);
    }
  }
}

TEST(PlainPlays, FulfilEveryWishThatBinds) {
  for (std::uint64_t number = 0; number < Queries; ++number) {
    const PlayQuery query = random_query(number);
    const std::vector<Combination> plays = plays_in_c(query);
    for (int rank = tichu::number(Rank::Two); rank <= tichu::number(Rank::Ace); ++rank) {
      const auto wish = static_cast<Rank>(rank);
      const bool fulfilled =
          std::any_of(plays.begin(), plays.end(), [&](const auto& play) { return play.fulfils(wish); });
      EXPECT_EQ(fulfilled, wish_binds(query.hand, query.table, wish)) << text_of(query) << " wish " << to_text(wish);
    }
  }
}

}  // namespace
}  // namespace tichu::testing
