#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/record/record.h"

namespace tichu::arena {

/// A place where a log is damaged.
struct TchError {
  int line = 0;         ///< from 1
  std::string message;  ///< what was expected there, and what stands there
};

/// One round of a log. The record has the players' names as bots, standard rules, and no seed; its result is the
/// score that the log states, if it states one, and a failure `broken_off` if it does not.
struct TchRound {
  int line = 0;                   ///< where the round begins, from 1
  std::vector<int> action_lines;  ///< where each of the record's actions stands
  int end_line = 0;               ///< where the score stands; if it is missing, the line after the last
  Record record;
};

/// What a log holds: the rounds that could be read, whether or not the rules allow what was played in them, and the
/// damaged places. A damaged round is left out; reading goes on with the next one.
struct TchLog {
  std::vector<TchRound> rounds;
  std::vector<TchError> errors;
};

/// Reads a log of Brettspielwelt's (`arena/record/TCH.md`). Takes UTF-8 and Latin-1, LF and CRLF; names come out as
/// UTF-8. Never throws on bad input.
TchLog read_tch(std::string_view text);

/// The record as such a log of one round. Reading it back gives the same record, but for what the format has no place
/// for: tournament, job, board, seating, round, seed, rules, the cause of a failure, `out` and `cards` of the result,
/// the order in which the first eight and the last six cards of a hand were dealt, and in names control characters and
/// blanks at the ends.
std::string write_tch(const Record& record);

}  // namespace tichu::arena
