#include "engine/game.h"

#include <algorithm>
#include <cassert>

namespace tichu {

void Game::add(const PerTeam<Points>& score) {
  assert(!is_over());
  for (const Team team : {Team::A, Team::B}) totals_[team] += score[team];
  ++rounds_;
}

bool Game::is_over() const {
  const auto [a, b] = totals_.values;
  if (std::max(a, b) < rules_.target) return false;
  return a != b || rules_.tie == TieRule::Draw;
}

std::optional<Team> Game::winner() const {
  const auto [a, b] = totals_.values;
  if (!is_over() || a == b) return std::nullopt;
  return a > b ? Team::A : Team::B;
}

}  // namespace tichu
