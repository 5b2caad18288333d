#include "bots/lowest/lowest_bot.h"

#include <algorithm>
#include <tuple>

namespace tichu::bots {
namespace {

bool is_lower(const Combination& a, const Combination& b) {
  const auto order = [](const Combination& play) {
    return std::tuple(play.is_bomb(), play.length, play.half_points(), play.kind, play.cards.contains(Card::phoenix()),
                      play.cards.bits());
  };
  return order(a) < order(b);
}

}  // namespace

Play LowestBot::play(const Observation& seen) {
  canonical_plays(PlayQuery::turn(seen), plays_);
  if (plays_.empty()) return std::nullopt;
  return *std::min_element(plays_.begin(), plays_.end(), is_lower);
}

}  // namespace tichu::bots
