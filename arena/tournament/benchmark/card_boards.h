#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "arena/hosting/player/fault.h"
#include "arena/ids.h"
#include "arena/text/digest.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/store/stored_board.h"

namespace tichu::arena {

/// What one board says of the measured bot, in points per round over the opponent.
struct MeasuredBoard {
  BoardNumber board;    ///< boards of a number have the same cards
  EntrantId entrant{};  ///< the measured bot, or its pair with a partner
  EntrantId opponent{};
  double with_faults = 0;     ///< a fault ends the round 0 to 200 and loses the board (`judge_board`)
  double without_faults = 0;  ///< as it was played, by a substitute from the fault on
};

/// All boards of one tournament of a suite.
struct MeasuredBoards {
  std::vector<MeasuredBoard> boards;  ///< in the order of jobs
  std::uint64_t rounds = 0;
  std::uint64_t rounds_at_fault = 0;          ///< of the measured bot
  std::map<FaultKind, std::uint64_t> faults;  ///< of the measured bot, at most one a seat and table
  std::string sha256;                         ///< of the records of all rounds, without the names in them
};

/// Reads a suite's tournament board by board, in the order of jobs. Its bots' last is the measured one.
class MeasuredBoardsReader {
 public:
  explicit MeasuredBoardsReader(const TournamentConfig& config);
  void add(const StoredBoard& board);
  /// What was added. Once.
  MeasuredBoards finish();

 private:
  BotId measured_;
  MeasuredBoards read_;
  std::unique_ptr<Sha256> sha256_;
};

}  // namespace tichu::arena
