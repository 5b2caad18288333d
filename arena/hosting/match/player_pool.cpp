#include "arena/hosting/match/player_pool.h"

#include <cassert>
#include <utility>

#include "arena/hosting/player/make_player.h"

namespace tichu::arena {
namespace {

/// It takes some 50 microseconds a process, about as much as ten decisions.
constexpr std::chrono::seconds BetweenNotes{1};

std::array<Partnership, 2> turned(const std::array<Partnership, 2>& teams) { return {teams[1], teams[0]}; }

}  // namespace

PlayerPool::PlayerPool(std::vector<BotSpec> bots, const TimeLimits& limits, const Sandbox* sandbox)
    : bots_(std::move(bots)), limits_(limits), sandbox_(sandbox) {}

PlayerPool::~PlayerPool() { end_all(); }

bool PlayerPool::may_keep_players(const std::array<Partnership, 2>& teams, BoardNumber board) const {
  if (!teams_) return true;
  const bool is_turned = teams != *teams_;
  if (is_turned && teams != turned(*teams_)) return false;
  return board > board_ || (board == board_ && is_turned == is_turned_);
}

PerSeat<Player*> PlayerPool::players(const std::array<Partnership, 2>& teams, BoardNumber board,
                                     SeatingNumber seating) {
  if (!may_keep_players(teams, board)) {
    end_all();
    teams_.reset();
  }
  if (!teams_) teams_ = teams;
  board_ = board;
  is_turned_ = teams != *teams_;
  // The other seating has the same bots at the same seats.
  const SeatingNumber own = is_turned_ ? SeatingNumber(seating.value() ^ 1) : seating;
  const PerSeat<BotId> bots = seating_of(*teams_, own);
  PerSeat<Player*> players;
  for (const Seat seat : AllSeats) {
    std::unique_ptr<Player>& player = seatings_[own.value()][seat];
    if (!player) {
      player = make_player(bot(bots[seat]), limits_, sandbox_);
      if (BotProcess* process = player->process()) {
        process->set_when_slow([this, &asked = *player] { halt_others(asked); });
      }
    }
    players[seat] = player.get();
  }
  return players;
}

template <typename Act>
void PlayerPool::for_each_process(const Act& act) {
  for (auto& seating : seatings_) {
    for (const std::unique_ptr<Player>& player : seating.values) {
      BotProcess* process = player ? player->process() : nullptr;
      if (process != nullptr) act(*player, *process);
    }
  }
}

void PlayerPool::halt_others(const Player& asked) {
  for_each_process([&asked](const Player& player, BotProcess& process) {
    if (&player != &asked) process.halt();
  });
}

const BotSpec& PlayerPool::bot(BotId id) const {
  const auto number = static_cast<std::size_t>(id);
  assert(number < bots_.size());
  return bots_[number];
}

void PlayerPool::end_all() {
  for_each_process([](const Player&, BotProcess& process) { process.leave(); });
  for (std::size_t seating = 0; seating < seatings_.size(); ++seating) {
    for (const Seat seat : AllSeats) {
      std::unique_ptr<Player>& player = seatings_[seating][seat];
      if (!player) continue;
      if (BotProcess* process = player->process()) process->end();
      note_usage(SeatingNumber(seating), seat);
      player.reset();
      noted_[seating][seat] = {};
    }
  }
}

void PlayerPool::note_usage(SeatingNumber seating, Seat seat) {
  const std::size_t table = seating.value();
  const std::unique_ptr<Player>& player = seatings_[table][seat];
  BotProcess* process = player ? player->process() : nullptr;
  if (process == nullptr) return;
  const ResourceUsage now = process->usage();
  ResourceUsage& before = noted_[table][seat];
  if (now == before) return;
  const BotId bot = seating_of(*teams_, seating)[seat];
  add_usage(usage_, {bot, {}, now.since(before)});
  before = now;
}

std::vector<BotUsage> PlayerPool::take_usage() {
  const auto now = std::chrono::steady_clock::now();
  if (now - noted_at_ >= BetweenNotes) {
    for (std::size_t seating = 0; seating < seatings_.size(); ++seating) {
      for (const Seat seat : AllSeats) note_usage(SeatingNumber(seating), seat);
    }
    noted_at_ = now;
  }
  return std::exchange(usage_, {});
}

}  // namespace tichu::arena
