#pragma once

#include <string>
#include <vector>

#include "arena/record/tch.h"

namespace tichu::arena {

/// Something that is to be reported of a round of a log.
struct TchRemark {
  int line = 0;      ///< of the log, from 1
  std::string text;  ///< one sentence without a full stop
};

/// A round of a log, judged by the rules.
struct JudgedTchRound {
  /// The round as a record. Where its events are legal, the result is the engine's; else it is the log's score. Where a
  /// bomb breaks only RULES 7.3, `bomb_ignores_wish` is set, and with it the events are legal.
  Record record;
  bool legal = true;       ///< by the standard rules
  bool same_score = true;  ///< the log's score is the engine's, if both stand
  bool has_end = true;     ///< the log states the round's score; else it breaks off
  /// The first event that breaks the rules with its clause, a score that differs, and where the log breaks off.
  std::vector<TchRemark> remarks;
};

/// Replays a round of a log and scores it anew.
JudgedTchRound judge_tch_round(const TchRound& round);

}  // namespace tichu::arena
