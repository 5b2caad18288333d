#include "arena/hosting/match/player_pool.h"

#include <algorithm>
#include <cassert>
#include <exception>

#include "arena/hosting/player/make_player.h"

namespace tichu::arena {
namespace {

/// It takes some 50 microseconds a process, about as much as ten decisions.
constexpr std::chrono::seconds BetweenNotes{1};

/// Of a program that is kept: honest ones use nothing between their answers, and are a few processes with their box.
constexpr std::chrono::milliseconds MostPondering{20};
constexpr std::size_t MostProcesses = 16;
/// A plug-in that sat at none of so many tables may be that of a bot that has left a ladder. To load one again takes
/// less than a table.
constexpr std::uint64_t TablesUntilForgotten = 1024;

bool are_same_pairing(const std::array<Partnership, 2>& a, const std::array<Partnership, 2>& b) {
  return a == b || a == std::array{b[1], b[0]};
}

}  // namespace

PlayerPool::PlayerPool(Bots bots, const TimeLimits& limits, const Sandbox* sandbox, const PoolLimits& pool_limits,
                       RemoteSeats* seats)
    : bots_(std::move(bots)), limits_(limits), sandbox_(sandbox), pool_limits_(pool_limits), seats_(seats) {}

PlayerPool::~PlayerPool() {
  try {
    end_all();
  } catch (const std::exception&) {
    // Without memory for it nobody is told what the players used; they end with the pool all the same.
  }
}

void PlayerPool::add_bots(Bots bots, const Sandbox* sandbox) {
  assert(bots->size() >= bots_->size());
  bots_ = std::move(bots);
  sandbox_ = sandbox;
}

PerSeat<Player*> PlayerPool::players(const std::array<Partnership, 2>& teams, BoardNumber board,
                                     SeatingNumber seating) {
  ++table_;
  const PerSeat<BotId> bots = seating_of(teams, seating);
  PerSeat<Kept*> sitting;
  std::size_t programs = 0;
  for (const Seat seat : AllSeats) {
    sitting[seat] = kept_player(bots[seat], board);
    if (sitting[seat] == nullptr) sitting[seat] = &new_player(bots[seat]);
    sitting[seat]->last_table = table_;
    if (sitting[seat]->is_program() && !sitting[seat]->runs()) ++programs;
  }
  const bool is_other_pairing = !teams_ || !are_same_pairing(teams, *teams_);
  teams_ = teams;
  if (is_other_pairing) rest_others();
  if (is_other_pairing || programs > 0) make_room(programs, board);
  PerSeat<Player*> players;
  for (const Seat seat : AllSeats) {
    sitting[seat]->last_board = board;
    sitting[seat]->rests = false;
    players[seat] = sitting[seat]->player.get();
  }
  return players;
}

PlayerPool::Kept* PlayerPool::kept_player(BotId bot, BoardNumber board) {
  Kept* best = nullptr;
  for (const std::unique_ptr<Kept>& kept : kept_) {
    if (kept->bot != bot || kept->last_table == table_ || kept->highest_met() >= std::optional(board)) continue;
    // Those that have met lower boards only can serve for more.
    if (best == nullptr || kept->highest_met() > best->highest_met()) best = kept.get();
  }
  return best;
}

PlayerPool::Kept& PlayerPool::new_player(BotId id) {
  auto kept = std::make_unique<Kept>();
  kept->bot = id;
  kept->player = make_player(bot(id), limits_, sandbox_, seats_);
  if (BotProcess* process = kept->player->process()) {
    process->set_when_slow([this, &asked = *kept->player] { halt_others(asked); });
  }
  kept_.push_back(std::move(kept));
  return *kept_.back();
}

void PlayerPool::rest_others() {
  for (const std::unique_ptr<Kept>& kept : kept_) {
    if (kept->rests || kept->last_table == table_) continue;
    note_usage(*kept);
    if (kept->noted.starts > 0 && !is_orderly(*kept)) unruly_.insert(kept->bot);
  }
  std::vector<Kept*> leaving;
  for (const std::unique_ptr<Kept>& kept : kept_) {
    if (kept->last_table == table_) continue;
    if (!kept->is_program() && kept->last_table + TablesUntilForgotten < table_) leaving.push_back(kept.get());
    if (!kept->runs()) continue;
    if (unruly_.count(kept->bot) > 0) {
      leaving.push_back(kept.get());
    } else if (!kept->rests) {
      kept->player->process()->rest();
      kept->rests = true;
    }
  }
  end(leaving);
}

bool PlayerPool::is_orderly(const Kept& kept) {
  return kept.runs() && kept.noted.pondering <= MostPondering &&
         kept.player->process()->process_count() <= MostProcesses;
}

void PlayerPool::make_room(std::size_t programs, BoardNumber board) {
  std::uint64_t memory = 0;
  std::vector<Kept*> running;
  for (const std::unique_ptr<Kept>& kept : kept_) {
    if (!kept->runs()) continue;
    ++programs;
    memory += kept->noted.peak_memory;
    if (kept->last_table != table_) running.push_back(kept.get());
  }
  const auto use = [board](const Kept* kept) { return std::pair(kept->last_board < board, kept->last_table); };
  std::stable_sort(running.begin(), running.end(), [&](const Kept* a, const Kept* b) { return use(a) < use(b); });
  std::vector<Kept*> leaving;
  for (Kept* kept : running) {
    if (programs <= pool_limits_.programs && memory <= pool_limits_.memory) break;
    --programs;
    memory -= kept->noted.peak_memory;
    leaving.push_back(kept);
  }
  end(leaving);
}

void PlayerPool::end(const std::vector<Kept*>& leaving) {
  for (Kept* kept : leaving) {
    if (kept->is_program()) kept->player->process()->leave();
  }
  for (Kept* kept : leaving) {
    if (kept->is_program()) kept->player->process()->end();
    note_usage(*kept);
  }
  std::erase_if(kept_, [&](const std::unique_ptr<Kept>& kept) {
    return std::find(leaving.begin(), leaving.end(), kept.get()) != leaving.end();
  });
}

void PlayerPool::halt_others(const Player& asked) {
  for (const std::unique_ptr<Kept>& kept : kept_) {
    if (kept->player.get() != &asked && kept->is_program() && !kept->rests) kept->player->process()->halt();
  }
}

const BotSpec& PlayerPool::bot(BotId id) const {
  const auto number = static_cast<std::size_t>(id);
  assert(number < bots_->size());
  return (*bots_)[number];
}

void PlayerPool::end_all() {
  std::vector<Kept*> all;
  for (const std::unique_ptr<Kept>& kept : kept_) all.push_back(kept.get());
  end(all);
}

void PlayerPool::note_usage(Kept& kept) {
  BotProcess* process = kept.player->process();
  if (process == nullptr) return;
  const ResourceUsage now = process->usage();
  if (now == kept.noted) return;
  add_usage(usage_, {kept.bot, {}, now.take_since(kept.told)});
  kept.noted = now;
}

std::vector<BotUsage> PlayerPool::take_usage() {
  const auto now = std::chrono::steady_clock::now();
  if (now - noted_at_ >= BetweenNotes) {
    for (const std::unique_ptr<Kept>& kept : kept_) {
      if (!kept->rests) note_usage(*kept);
    }
    noted_at_ = now;
  }
  return std::exchange(usage_, {});
}

}  // namespace tichu::arena
