#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "arena/hosting/player/fault.h"
#include "arena/record/record.h"
#include "arena/statistics/rating/board_result.h"
#include "arena/tournament/schedule/schedule.h"
#include "engine/answer.h"
#include "engine/points.h"
#include "engine/seat.h"

namespace tichu::arena {

/// A fault that a bot committed.
struct FinishedFault {
  JobNumber job;
  SeatingNumber seating;
  RoundNumber round;
  Seat seat;
  BotId bot{};
  FaultKind kind = FaultKind::Crash;
  std::string text;
  std::string stderr_tail;  ///< the last bytes that the bot's program wrote to its standard error; any bytes
  std::optional<Question> question = std::nullopt;  ///< what it was asked; nullopt if it could not sit down
  Exchange exchange = {};                           ///< the last bytes that went to and came from its program
  std::size_t actions = 0;  ///< how many the round's record had then; with a substitute more followed
};

/// What a bot's program wrote to its standard error at a table.
struct SeatOutput {
  SeatingNumber seating;
  Seat seat;
  BotId bot{};
  std::string text;  ///< the last bytes, at most 4 KiB; any bytes
};

/// One round of a finished board. Scores are by side: 0 the job's first entrant, 1 the second.
struct StoredRound {
  SeatingNumber seating;
  RoundNumber number;
  std::array<Points, 2> score;
  Record record;
};

/// One finished board with its rounds, whose records know their place.
struct StoredBoard {
  Job job;
  BoardResult result;
  std::vector<StoredRound> rounds;    ///< by seating, then number
  std::vector<FinishedFault> faults;  ///< by seating, round and seat; as they are read, without their evidence
  /// As it is read: when it was stored, in seconds since 1970; nullopt if it was imported.
  std::optional<std::int64_t> stored = std::nullopt;
};

/// A finished job of which not everything can be read.
struct DamagedJob {
  JobNumber job;
  std::optional<BoardNumber> board;  ///< nullopt if this cannot be read either
  std::string what;                  ///< one sentence: what cannot be read, and why
};

/// A database of which so much is damaged that a question cannot be answered at all.
class DamagedStore : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// "job 3 (board 3): " and what is wrong.
std::string to_text(const DamagedJob& damaged);

}  // namespace tichu::arena
