#pragma once

#include <cstdint>
#include <optional>

#include "engine/deal.h"
#include "engine/round.h"

namespace tichu {

/// The score of a game: rounds until a team reaches the target (RULES 9).
class Game {
 public:
  explicit Game(const Rules& rules) : rules_(rules) {}

  const Rules& rules() const { return rules_; }
  int rounds() const { return rounds_; }
  const PerTeam<Points>& totals() const { return totals_; }
  /// Counts a finished round in; the game must not be over.
  void add(const PerTeam<Points>& score);
  bool is_over() const;
  /// The winning team; nothing while the game goes on, and in a draw (RULES 9.1).
  std::optional<Team> winner() const;

 private:
  Rules rules_;
  int rounds_ = 0;
  PerTeam<Points> totals_;
};

}  // namespace tichu
