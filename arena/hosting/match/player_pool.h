#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "arena/hosting/match/board.h"
#include "arena/hosting/match/bot_usage.h"
#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/player.h"
#include "arena/hosting/player/time_limits.h"
#include "arena/hosting/sandbox/sandbox.h"

namespace tichu::arena {

/// The players of one worker thread: those of the pairing that is being played, one per seat of each seating.
///
/// A program that kept notes could know the hidden cards of a deal that it meets again, so no process ever meets one.
/// The seatings of a board are played by different processes. When the worker goes on to another pairing, which may
/// play the same boards, the former processes are ended. Within a pairing the board numbers rise, and processes are
/// kept from board to board. No two seats share a process, not even partners of the same bot. While one bot starts or
/// takes long to answer, the others in boxes are halted, so that they cannot take its processor from it.
///
/// To be used and destroyed by the thread that made it: the processes die with that thread.
class PlayerPool {
 public:
  /// Bots that are not trusted run in the sandbox, which must outlive the pool, or without one if it is null.
  PlayerPool(std::vector<BotSpec> bots, const TimeLimits& limits, const Sandbox* sandbox = nullptr);
  ~PlayerPool();
  PlayerPool(const PlayerPool&) = delete;
  PlayerPool& operator=(const PlayerPool&) = delete;

  /// The four players of a seating (0 to 3) of a board of a pairing, not yet seated. The players of another pairing are
  /// ended. So are those of the same pairing if they may have met the board, because it does not come after the last
  /// one. The pointers are valid until the next call with another board.
  PerSeat<Player*> players(const std::array<Partnership, 2>& teams, BoardNumber board, SeatingNumber seating);
  /// Ends all processes.
  void end_all();
  /// What the bots' processes have used since the last call, by bot; of running ones at most once a second.
  std::vector<BotUsage> take_usage();

  const BotSpec& bot(BotId id) const;
  const TimeLimits& limits() const { return limits_; }

 private:
  bool may_keep_players(const std::array<Partnership, 2>& teams, BoardNumber board) const;
  template <typename Act>
  void for_each_process(const Act& act);
  /// Stops the pondering of all players but one.
  void halt_others(const Player& asked);
  /// Notes what a player has used since it was noted last.
  void note_usage(SeatingNumber seating, Seat seat);

  std::vector<BotSpec> bots_;
  TimeLimits limits_;
  const Sandbox* sandbox_;
  std::optional<std::array<Partnership, 2>> teams_;  ///< of the players, as they were first named
  BoardNumber board_;                                ///< the last
  bool is_turned_ = false;                           ///< its teams were named the other way round
  std::array<PerSeat<std::unique_ptr<Player>>, MaxTables> seatings_;
  std::array<PerSeat<ResourceUsage>, MaxTables> noted_;  ///< of each player
  std::vector<BotUsage> usage_;                          ///< noted, not taken yet
  std::chrono::steady_clock::time_point noted_at_ = std::chrono::steady_clock::now();
};

}  // namespace tichu::arena
