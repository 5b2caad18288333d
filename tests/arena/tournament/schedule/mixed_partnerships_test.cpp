#include "arena/tournament/schedule/mixed_partnerships.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace tichu::arena {
namespace {

TEST(MixedPartnerships, AreAllPairsOfBots) {
  const auto pair = [](int a, int b) { return Partnership{{static_cast<BotId>(a), static_cast<BotId>(b)}}; };
  EXPECT_EQ(all_partnerships(4),
            (std::vector<Partnership>{pair(0, 1), pair(0, 2), pair(0, 3), pair(1, 2), pair(1, 3), pair(2, 3)}));
  EXPECT_TRUE(all_partnerships(1).empty());
}

TEST(MixedPartnerships, MeetAllOthersWhereThatIsFeasible) {
  for (std::size_t bots = 2; bots <= 10; ++bots) {
    const std::size_t partnerships = bots * (bots - 1) / 2;
    const auto pairings = mixed_pairings(bots);
    EXPECT_EQ(pairings.size(), partnerships * (partnerships - 1) / 2);
    EXPECT_EQ(std::set<Pairing>(pairings.begin(), pairings.end()).size(), pairings.size());
  }
}

/// How often each partnership plays and each two bots are opponents.
struct Balance {
  std::map<std::size_t, int> partnerships;
  std::map<Partnership, int> opponents;

  static std::pair<int, int> range(const auto& counts) {
    const auto [low, high] = std::minmax_element(counts.begin(), counts.end(),
                                                 [](const auto& a, const auto& b) { return a.second < b.second; });
    return {low->second, high->second};
  }
};

TEST(MixedPartnerships, OfManyBotsMeetInABalancedCyclicDesign) {
  for (std::size_t bots = 12; bots <= 45; ++bots) {
    const auto pairs = all_partnerships(bots);
    Balance balance;
    for (const Pairing& pairing : mixed_pairings(bots)) {
      const Partnership& first = pairs[static_cast<std::size_t>(pairing[0])];
      const Partnership& second = pairs[static_cast<std::size_t>(pairing[1])];
      for (const EntrantId entrant : pairing) balance.partnerships[static_cast<std::size_t>(entrant)] += 1;
      for (const BotId a : first.bots) {
        for (const BotId b : second.bots) {
          ASSERT_NE(a, b) << "a bot against itself, of " << bots;
          balance.opponents[{{std::min(a, b), std::max(a, b)}}] += 1;
        }
      }
    }
    EXPECT_EQ(balance.partnerships.size(), pairs.size()) << bots;
    EXPECT_EQ(balance.opponents.size(), pairs.size()) << bots;
    const auto [rarest_partners, commonest_partners] = Balance::range(balance.partnerships);
    EXPECT_GE(rarest_partners, 2) << bots;
    EXPECT_LE(commonest_partners, 6) << bots;
    const auto [rarest, commonest] = Balance::range(balance.opponents);
    EXPECT_GE(rarest, 4) << bots;
    EXPECT_LE(commonest, 12) << bots;
  }
}

}  // namespace
}  // namespace tichu::arena
