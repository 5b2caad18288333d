#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "arena/hosting/match/board.h"
#include "arena/hosting/match/bot_usage.h"
#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/player.h"
#include "arena/hosting/player/remote_seats.h"
#include "arena/hosting/player/time_limits.h"
#include "arena/hosting/sandbox/sandbox.h"

namespace tichu::arena {

/// What the programs that a pool keeps may take of the machine.
struct PoolLimits {
  /// Running programs, those of the board that is being played among them. A pool keeps at least the latter. The usual
  /// number is that of eight pairings of eight programs: each costs a little even while it is halted.
  std::size_t programs = 64;
  /// Bytes: the sum of what each had at most. Programs of the present table may exceed it.
  std::uint64_t memory = std::numeric_limits<std::uint64_t>::max();
};

/// The players of one worker thread, kept from board to board and from pairing to pairing.
///
/// A program that kept notes could know the hidden cards of a deal that it meets again, and could tell them to those
/// with whom it sits at a table, by what it plays. So each process sits only at tables of boards that come after every
/// board at which it sat before. Whatever it was told at a table was then of earlier boards as well, and the tables of
/// one board are played by different processes. No two seats share a process, not even partners of the same bot.
///
/// Processes that the present pairing does not need rest: those in boxes are halted until they are asked again, and
/// what the others use is measured as pondering. Programs of a bot that was at fault, ponders or has many processes are
/// ended instead, so that it takes nothing from those that play. If there are more than the limits allow, those are
/// ended first that may not sit at the present board, then those that were used least recently: pairings that take
/// turns over the same boards find more of theirs in the next turn. While one bot starts or takes long to answer, the
/// others in boxes are halted, so that they cannot take its processor from it.
///
/// Plug-ins in the arena's process share its memory in any case, so their players may sit at any board. Those that sat
/// at none of the pool's latest thousand tables are let go.
///
/// To be used and destroyed by the thread that made it: the processes die with that thread.
class PlayerPool {
 public:
  /// Shared by the pools of all threads: there may be a thousand bots.
  using Bots = std::shared_ptr<const std::vector<BotSpec>>;

  /// Bots that are not trusted run in the sandbox, which must outlive the pool, or without one if it is null; remote
  /// ones sit at `seats`, which must outlive it too.
  PlayerPool(Bots bots, const TimeLimits& limits, const Sandbox* sandbox = nullptr, const PoolLimits& pool_limits = {},
             RemoteSeats* seats = nullptr);
  PlayerPool(std::vector<BotSpec> bots, const TimeLimits& limits, const Sandbox* sandbox = nullptr,
             const PoolLimits& pool_limits = {}, RemoteSeats* seats = nullptr)
      : PlayerPool(std::make_shared<const std::vector<BotSpec>>(std::move(bots)), limits, sandbox, pool_limits, seats) {
  }
  ~PlayerPool();
  PlayerPool(const PlayerPool&) = delete;
  PlayerPool& operator=(const PlayerPool&) = delete;

  /// There are more bots from now on: all that there were, in their order, and others after them. Players that are
  /// made from now on run in this sandbox, which must outlive the pool too.
  void add_bots(Bots bots, const Sandbox* sandbox);

  /// The four players of a seating (0 to 3) of a board of a pairing, not yet seated: none has sat at this board or a
  /// later one, not even if the same table is asked for again. The pointers are valid until the next call.
  PerSeat<Player*> players(const std::array<Partnership, 2>& teams, BoardNumber board, SeatingNumber seating);
  /// Ends all processes.
  void end_all();
  /// What the bots' processes have used since the last call, by bot; of running ones at most once a second.
  std::vector<BotUsage> take_usage();

  /// How many players it keeps, plug-ins too.
  std::size_t size() const { return kept_.size(); }
  const BotSpec& bot(BotId id) const;
  const TimeLimits& limits() const { return limits_; }

 private:
  struct Kept {
    BotId bot{};
    std::unique_ptr<Player> player;
    BoardNumber last_board;        ///< at which it sat
    std::uint64_t last_table = 0;  ///< likewise; the pool counts its tables
    bool rests = false;
    ResourceUsage noted;
    ResourceUsage told;  ///< of that, what is in `usage_` or was

    bool is_program() const { return player->process() != nullptr; }
    bool runs() const { return is_program() && player->process()->is_running(); }
    /// A program that does not run will be started anew, and has met nothing then.
    std::optional<BoardNumber> highest_met() const { return runs() ? std::optional(last_board) : std::nullopt; }
  };

  /// The best player of a bot for a board among those that are not at the present table; null if there is none.
  Kept* kept_player(BotId bot, BoardNumber board);
  Kept& new_player(BotId bot);
  /// Lets all processes rest that are not at the present table; those of unruly bots are ended.
  void rest_others();
  /// Whether a program that was started is worth keeping: not at fault, without pondering, of few processes.
  static bool is_orderly(const Kept& kept);
  /// Ends programs, those of least use first, as far as the limits demand if so many more are started for a board.
  /// Those at the present table stay.
  void make_room(std::size_t programs, BoardNumber board);
  void end(const std::vector<Kept*>& leaving);
  /// Stops the pondering of all players but one.
  void halt_others(const Player& asked);
  /// Notes what a player has used since it was noted last.
  void note_usage(Kept& kept);

  Bots bots_;
  TimeLimits limits_;
  const Sandbox* sandbox_;
  PoolLimits pool_limits_;
  RemoteSeats* seats_;
  std::vector<std::unique_ptr<Kept>> kept_;  ///< in the order in which they were made
  std::set<BotId> unruly_;                   ///< that had a program that was not orderly: none of theirs is kept
  std::uint64_t table_ = 0;                  ///< the present one, from 1
  std::optional<std::array<Partnership, 2>> teams_;  ///< at it
  std::vector<BotUsage> usage_;                      ///< noted, not taken yet
  std::chrono::steady_clock::time_point noted_at_ = std::chrono::steady_clock::now();
};

}  // namespace tichu::arena
