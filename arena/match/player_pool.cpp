#include "arena/match/player_pool.h"

#include <cassert>
#include <utility>

#include "arena/match/play_board.h"
#include "arena/player/make_player.h"

namespace tichu::arena {

PlayerPool::PlayerPool(std::vector<BotSpec> bots, const TimeLimits& limits, const Sandbox* sandbox)
    : bots_(std::move(bots)), limits_(limits), sandbox_(sandbox) {}

PlayerPool::~PlayerPool() { end_all(); }

PerSeat<Player*> PlayerPool::players(const std::array<Partnership, 2>& teams, int seating) {
  if (teams_ != teams) {
    end_all();
    teams_ = teams;
  }
  const PerSeat<BotId> bots = seating_of(teams, seating);
  PerSeat<Player*> players;
  for (const Seat seat : AllSeats) {
    std::unique_ptr<Player>& player = seatings_[static_cast<std::size_t>(seating)][seat];
    if (!player) player = make_player(bot(bots[seat]), limits_, sandbox_);
    players[seat] = player.get();
  }
  return players;
}

const BotSpec& PlayerPool::bot(BotId id) const {
  const auto number = static_cast<std::size_t>(id);
  assert(number < bots_.size());
  return bots_[number];
}

void PlayerPool::end_all() {
  for (auto& seating : seatings_) {
    for (const std::unique_ptr<Player>& player : seating.values) {
      if (player) player->leave();
    }
  }
  for (auto& seating : seatings_) {
    for (std::unique_ptr<Player>& player : seating.values) player.reset();
  }
}

}  // namespace tichu::arena
