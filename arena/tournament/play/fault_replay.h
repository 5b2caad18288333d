#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/fault.h"
#include "arena/hosting/player/time_limits.h"
#include "arena/hosting/sandbox/sandbox.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/store/stored_board.h"

namespace tichu::arena {

/// A decision for which a bot was asked once more.
struct AskedAgain {
  RoundNumber round;
  Question question = Question::GrandTichu;
  std::string knew;       ///< hand, table and wish
  std::string answered;   ///< what it answers now; empty if it is at fault
  std::string then;       ///< what it did then, if that is recorded and something else; else empty
  bool is_place = false;  ///< where its fault was
};

/// What a stored fault is played again with.
struct FaultReplayPlan {
  const TournamentConfig& config;
  const StoredBoard& board;    ///< where it happened
  const FinishedFault& fault;  ///< with its place
  BotSpec bot;                 ///< who takes the seat at fault: the tournament's bot, or that bot run otherwise
  TimeLimits limits;
  std::optional<std::uint64_t> seed = std::nullopt;              ///< the bot's own there; nullopt: by the tournament's
  const Sandbox* sandbox = nullptr;                              ///< for a bot that is not trusted; null: none
  std::function<void(const std::vector<pid_t>&)> on_start = {};  ///< called with the bot's process once it sits
  std::function<void(const AskedAgain&)> on_decision = {};       ///< called after each decision
};

/// How it ended.
struct FaultReplay {
  std::optional<Fault> fault;  ///< the bot's now; nullopt if it committed none
  Exchange exchange;           ///< the last bytes each way
  bool reached = false;        ///< it was asked what it was asked when it was at fault
};

/// Plays the rounds of a table up to a fault again, for its bot alone, in a process of its own: the same seed, deals
/// and events; the other seats do as the records say. Where the bot answers otherwise than then, it is told, and what
/// is recorded is played on. Not repeated: what its process had played before this table, and of a Tichu that another
/// seat called with its first card, whether it was with the card or just before. Fails if a record is missing or
/// damaged. Throws std::system_error if the host fails.
tl::expected<FaultReplay, std::string> replay_fault(const FaultReplayPlan& plan);

}  // namespace tichu::arena
