#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <span>
#include <vector>

namespace tichu::arena {

/// Two bots as partners, the lower number first. Both are the same if a bot is its own partner.
struct BotPair {
  std::array<std::size_t, 2> bots{};
  static BotPair of(std::size_t a, std::size_t b) { return a < b ? BotPair{{a, b}} : BotPair{{b, a}}; }
  friend auto operator<=>(const BotPair&, const BotPair&) = default;
};

/// What can be told apart from who played with whom and against whom, however many boards that were. What cannot is
/// decided by the prior of a rating alone (RATINGS.md, "Members and synergies").
struct TellableStrengths {
  /// By bot: whether its strength, against the mean of the bots that it can be compared with, follows from teams'
  /// strengths if a team is the sum of its members.
  std::vector<bool> members;
  /// By team: whether something tells it from the sum of its members' strengths.
  std::vector<bool> synergies;
};

/// `teams` differ from each other; each of `meetings` names two of them that played. A bot without a team is not
/// tellable. Time grows with the cube of the bots and teams together.
TellableStrengths tellable_strengths(std::size_t bots, std::span<const BotPair> teams,
                                     std::span<const std::array<std::size_t, 2>> meetings);

}  // namespace tichu::arena
