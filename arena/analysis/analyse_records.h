#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "arena/analysis/analysis_store.h"
#include "arena/analysis/compare_bots.h"
#include "arena/analysis/play_values.h"
#include "arena/analysis/round_analysis.h"
#include "arena/record/record.h"

namespace tichu::arena {

/// The next round to analyse; nullopt at the end. Asked by one thread at a time.
using RecordSource = std::function<std::optional<Record>()>;

/// How far an analysis has come.
struct AnalysisProgress {
  std::size_t analysed = 0;  ///< now
  std::size_t kept = 0;      ///< before, found in the store
  std::size_t left_out = 0;  ///< that cannot be analysed
};

/// What is to be done, and who is told. The functions are called by one thread at a time.
struct AnalysisPlan {
  const AnalystLibrary& analyst;
  AnalysisSettings settings;
  std::set<std::string> bots;  ///< whose decisions are judged; empty: everybody's
  int threads = 1;
  /// Each round that was analysed, in no order.
  std::function<void(const AnalysisProgress& progress)> progressed;
  /// A round that is left out, and why.
  std::function<void(const Record& record, const std::string& why)> left_out;
  /// Asked often: whether to stop. Rounds under way are finished first.
  std::function<bool()> stop_requested;
};

/// Analyses all rounds of the source that are not in the store, on all threads, and adds them to it. Rounds in which
/// none of `bots` sits are passed over. Returns false if it was stopped. Failures of the analyst and of the machine
/// leave as exceptions, after the other threads have finished their rounds.
bool analyse_records(const RecordSource& next, const AnalysisPlan& plan, AnalysisStore& store);

/// As above, but compares two bots in the positions of these rounds (`compare_round`); keeps nothing. The rounds come
/// back by job, seating and round; nullopt if it was stopped.
std::optional<std::vector<ComparedRound>> compare_records(const RecordSource& next, const std::array<BotSpec, 2>& bots,
                                                          const AnalysisPlan& plan);

/// As above, but values every legal play (`play_values`): the lines of all rounds, in the order of jobs.
std::optional<std::string> value_records(const RecordSource& next, const PlayValuesSettings& settings,
                                         const AnalysisPlan& plan);

}  // namespace tichu::arena
