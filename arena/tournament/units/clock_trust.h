#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/ids.h"

namespace tichu::arena {

// What can be said of workers that play bots which look at the clock, so that nobody can play their boards again: pure
// statistics.

/// A board as a worker played it, seen from its first entrant.
struct WorkerBoard {
  std::size_t worker = 0;
  std::size_t first = 0;   ///< entrant; of a pairing always the same one
  std::size_t second = 0;  ///< entrant
  double margin = 0;       ///< points per round
};

/// How far a worker's boards are from what is expected.
struct WorkerResidual {
  std::size_t worker = 0;
  std::size_t boards = 0;
  double chi_squared = 0;
  std::size_t degrees = 0;
  double z = 0;  ///< the same as a normal deviate (Wilson and Hilferty); large: it plays otherwise than others
};

/// Boards that a worker must have played, and a pairing all workers together, before they say something.
inline constexpr std::size_t LeastResidualBoards = 64;
/// Above this a worker is asked about: by chance one in three million is.
inline constexpr double ResidualAlarm = 5;

/// For each worker with enough boards how far its entrants' sums of residuals are from nothing, measured by their
/// covariance. The fit is the mean of each pairing over all workers, and a residual what a board's margin is above it;
/// a pairing's spread is taken from its own boards. How much of a pairing's mean comes from the worker itself is taken
/// into account; of pairings that it alone has played nothing is said. A worker that weakens bots that think long, or
/// strengthens one, is found by this; one that weakens all alike is not. By worker.
std::vector<WorkerResidual> worker_residuals(const std::vector<WorkerBoard>& boards, std::size_t workers);

/// The workers that are to be asked about, by how far they are off: the largest z, if that is above the alarm; then,
/// without its boards in the fit, the largest of the others, and so on.
std::vector<WorkerResidual> doubtful_workers(std::vector<WorkerBoard> boards, std::size_t workers);

/// What a worker and all others saw of one bot's time.
struct LatenessRow {
  std::uint64_t late = 0;         ///< faults `timeout` on this worker
  std::uint64_t seats = 0;        ///< rounds, or decisions, that the bot played on it
  std::uint64_t others_late = 0;  ///< on all other workers
  std::uint64_t others_seats = 0;
};

/// How much more often bots are late on a worker than on others, as a normal deviate: the number that were late against
/// the number expected, which is summed bot by bot, as the signed root of a Poisson deviance. 0 if they are not late
/// more often. A row a bot.
double lateness_z(const std::vector<LatenessRow>& rows);

/// Above this a worker is asked about.
inline constexpr double LatenessAlarm = 5;
/// Below this share of the reference machine's speed a worker plays no timed bots.
inline constexpr double LeastSpeed = 0.8;

/// Whether a worker may play bots that look at the clock. `speed` and `reference` are rounds per second of the
/// reference benchmark on one core, the worker's and the leader's.
constexpr bool may_play_timed(double speed, double reference) { return speed >= LeastSpeed * reference; }

}  // namespace tichu::arena
