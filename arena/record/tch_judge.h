#pragma once

#include <string>
#include <vector>

#include "arena/record/tch.h"

namespace tichu::arena {

/// A round of a log, judged by the rules.
struct JudgedTchRound {
  /// The round as a record. Where its events are legal, the result is the engine's; else it is the log's score. Where a
  /// bomb breaks only RULES 7.3, `bomb_ignores_wish` is set, and with it the events are legal.
  Record record;
  bool legal = true;       ///< by the standard rules
  bool same_score = true;  ///< the log's score is the engine's, where both stand
  /// What is to be reported, one sentence each: the first event that breaks the rules with its clause, and a score
  /// that differs.
  std::vector<std::string> remarks;
};

/// Replays a round of a log and scores it anew.
JudgedTchRound judge_tch_round(const TchRound& round);

}  // namespace tichu::arena
