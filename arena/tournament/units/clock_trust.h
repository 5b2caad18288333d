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
  std::size_t first = 0;   ///< entrant
  std::size_t second = 0;  ///< entrant
  double residual = 0;     ///< margin less what the fit of all boards expects
};

/// How far a worker's boards are from what the fit expects.
struct WorkerResidual {
  std::size_t worker = 0;
  std::size_t boards = 0;
  double chi_squared = 0;
  std::size_t degrees = 0;
  double z = 0;  ///< the same as a normal deviate (Wilson and Hilferty); large: it plays otherwise than others
};

/// Boards that a worker must have played before its residual says something.
inline constexpr std::size_t LeastResidualBoards = 64;
/// Above this a worker is asked about: by chance one in two million is.
inline constexpr double ResidualAlarm = 5;

/// For each worker with enough boards how its entrants' sums of residuals differ from what chance makes of them: the
/// sums are compared by their covariance, which follows from who met whom. The boards' spread is taken from all
/// residuals. A worker that weakens bots that think long, or strengthens one, is found by this; one that weakens all
/// alike is not. Residuals must come from a fit that had these boards. By worker.
std::vector<WorkerResidual> worker_residuals(const std::vector<WorkerBoard>& boards, std::size_t workers);

/// The worker that is to be asked about, if any is: the largest z, if that is above the alarm. Only one at a time,
/// since its boards are in the fit with which the others are compared: leave them out, fit again, and ask again.
const WorkerResidual* worst_worker(const std::vector<WorkerResidual>& residuals);

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

/// Above this a worker plays no timed bots any more.
inline constexpr double LatenessAlarm = 5;
/// Below this share of the reference machine's speed a worker plays no timed bots.
inline constexpr double LeastSpeed = 0.8;

/// Whether a worker may play bots that look at the clock. `speed` and `reference` are rounds per second of the
/// reference benchmark on one core, the worker's and the leader's.
constexpr bool may_play_timed(double speed, double reference) { return speed >= LeastSpeed * reference; }

}  // namespace tichu::arena
