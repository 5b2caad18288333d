#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "arena/text/input_error.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/store/finished_job.h"
#include "arena/tournament/store/tournament_store.h"

namespace tichu::arena {

/// A stored tournament in which the second bot of a test over a pool, OLD, has met the pool's bots: its boards need not
/// be played again. All functions may be called from any thread.
///
/// What it does not tell: that a bot whose play depends on the clock, or on files that its fingerprint does not cover,
/// would play the same again.
class Baseline {
 public:
  /// Reads the tournament in `folder` for a test, whose bots have fingerprints. A seed that nobody gave becomes that of
  /// the baseline. Fails, and says what is different, if OLD and the pool are not the bots that played there, or if
  /// they played something else; or if OLD met none of the pool.
  static OrInputError<std::unique_ptr<Baseline>> open(const std::filesystem::path& folder, TournamentConfig& test);

  /// How many boards it holds that the test may ask for.
  std::uint64_t boards() const { return jobs_.size(); }
  /// A job of the test, as it was played there; nullopt if it was not, or with a fault, or if it cannot be read.
  std::optional<FinishedJob> find(const Job& job) const;

 private:
  /// A board, and against which of the test's entrants OLD played it.
  using Place = std::pair<EntrantId, BoardNumber>;

  Baseline(TournamentStore store, TournamentConfig test);

  TournamentStore store_;
  TournamentConfig test_;
  std::vector<Entrant> entrants_;  ///< of the test
  std::map<Place, JobNumber> jobs_;
  mutable std::mutex mutex_;
};

}  // namespace tichu::arena
