#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <stdexcept>
#include <vector>

#include "arena/tournament/schedule/schedule.h"

namespace tichu::arena {

/// The margin of a job for its first entrant.
using Margins = std::function<double(const Job& job)>;

/// Entrants of which each scores 10 points per round more than the next, with the luck of each job added.
inline double by_strength(const Job& job) {
  std::mt19937_64 random(job.number.value() * 1'000 + job.board.value());
  std::normal_distribution<double> luck(0, 30);
  return 10.0 * (static_cast<double>(job.entrants[1]) - static_cast<double>(job.entrants[0])) + luck(random);
}

inline BoardResult result_of(double margin) {
  BoardResult result;
  result.margin = margin;
  result.verdict = margin > 0 ? BoardVerdict::Win : margin < 0 ? BoardVerdict::Loss : BoardVerdict::Draw;
  return result;
}

/// Plays a schedule to its end, or to `most` jobs, with up to `tables` jobs under way; which of them ends first is
/// drawn by lot. Returns the jobs in the order in which they were given out.
inline std::vector<Job> run(Schedule& schedule, std::size_t tables, const Margins& margin = by_strength,
                            std::size_t most = 1'000'000) {
  std::mt19937 lot(static_cast<std::uint32_t>(tables));
  std::vector<Job> given;
  std::vector<Job> under_way;
  bool more = true;
  while (more || !under_way.empty()) {
    bool waits = false;
    while (more && !waits && under_way.size() < tables) {
      const auto next = schedule.next();
      if (const Job* job = std::get_if<Job>(&next)) {
        given.push_back(*job);
        under_way.push_back(*job);
        more = given.size() < most;
      } else {
        waits = std::get<NoJob>(next) == NoJob::Wait;
        more = waits;
      }
    }
    if (under_way.empty()) {
      if (waits) throw std::logic_error("a schedule waits for results, and none are under way");
      break;
    }
    std::swap(under_way[lot() % under_way.size()], under_way.back());
    schedule.report(under_way.back(), result_of(margin(under_way.back())));
    under_way.pop_back();
  }
  return given;
}

}  // namespace tichu::arena
