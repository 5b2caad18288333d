#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "arena/statistics/rating/strength_table.h"

namespace tichu::arena {

/// Two bots as partners, the lower number first; the same twice where a bot has itself as partner.
struct BotPair {
  std::array<std::size_t, 2> bots{};
  static BotPair of(std::size_t a, std::size_t b) { return a < b ? BotPair{{a, b}} : BotPair{{b, a}}; }
  friend auto operator<=>(const BotPair&, const BotPair&) = default;
};

/// A board between two partnerships; `margin` in points a round, from the first's side.
struct PartnershipBoard {
  std::uint64_t board = 0;  ///< boards of the same number, between other teams, have the same cards
  std::array<BotPair, 2> teams;
  double margin = 0;
};

/// How well a partnership plays beyond the sum of its members.
struct Synergy {
  double value = 0;    ///< points a round
  double error95 = 0;  ///< half the 95 % interval
  std::uint64_t boards = 0;
};

/// What each bot brings to any team, and what each pair of bots has beyond that.
struct PartnershipRatings {
  StrengthTable members;                 ///< points a round that a bot adds to its team; the mean of all bots is 0
  std::map<BotPair, Synergy> synergies;  ///< of every pair that played
  double synergy_deviation = 0;          ///< the standard deviation among pairs, as estimated, in points a round
};

/// Individual strengths and synergies of `bots` bots from boards of mixed partnerships, by least squares: a team's
/// strength is the sum of its members' and a pair term, the expected margin the difference of two teams' strengths. A
/// pair term costs (regularisation), as drawn from a normal distribution around 0 whose width, like that of a board's
/// margin, is found from the boards (evidence; MacKay 1992); so synergies are drawn to 0 the more, the less the boards
/// say of them. Members have the weak prior of rate_points. Boards of a team against itself are left out.
///
/// Errors: those of the posterior distribution, but that how boards hang together is taken by clusters
/// (board_deviations.h), teams being the entrants: boards of one number have their cards in common and are one unit.
///
/// Defined for every input. Time grows with the cube of bots and pairs together.
///
/// What it does not tell: where bots played with themselves alone, a strength cannot be told from the synergy with
/// itself, and the strength has nearly all of it. How far synergies are drawn to 0 is found as if boards were
/// independent: where many pairings share cards, what these do passes for synergy, and errors are somewhat too large.
PartnershipRatings rate_partnerships(std::size_t bots, std::span<const PartnershipBoard> boards);

}  // namespace tichu::arena
