#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "arena/ids.h"
#include "arena/statistics/rating/partnership_design.h"
#include "arena/statistics/rating/strength_table.h"

namespace tichu::arena {

/// A board between two partnerships; `margin` in points per round, seen from the first.
struct PartnershipBoard {
  BoardNumber board;  ///< boards with the same number, between other teams, have the same cards
  std::array<BotPair, 2> teams;
  double margin = 0;
};

/// How much better a partnership plays than the sum of its members.
struct Synergy {
  double value = 0;    ///< points per round
  double error95 = 0;  ///< half the width of the 95 % interval
  std::uint64_t boards = 0;
  bool tellable = false;  ///< if not, the numbers are the prior's alone: nothing tells it from its members' strengths
};

/// What each bot brings to any team, and what each pair of bots has beyond that.
struct PartnershipRatings {
  StrengthTable members;                 ///< points per round that a bot adds to its team; the mean of all bots is 0
  std::vector<bool> tellable;            ///< by bot; if not, the boards leave its strength open
  std::map<BotPair, Synergy> synergies;  ///< of every pair that played
  double synergy_deviation = 0;          ///< estimated standard deviation among pairs, points per round
};

/// Individual strengths and synergies of `bots` bots from boards of mixed partnerships, by regularised least squares
/// with cluster-robust errors (RATINGS.md, "Members and synergies"). Boards of a team against itself are left out.
/// Defined for every input. Time grows with the cube of bots and pairs together.
///
/// What it does not tell: if bots only played with themselves, a strength cannot be told from the synergy of the bot
/// with itself, and the strength gets nearly all of it. How far synergies are drawn to 0 is found as if boards were
/// independent: if many pairings share cards, the cards' effect passes for synergy, and errors are somewhat too large.
PartnershipRatings rate_partnerships(std::size_t bots, std::span<const PartnershipBoard> boards);

}  // namespace tichu::arena
