#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "arena/statistics/rating/rated_board.h"
#include "arena/tournament/schedule/open_schedule.h"

namespace tichu::arena {

/// Entrants of known strength, for simulations of ladders: normal with a deviation of 60 points per round, or most of
/// them crowded within 25 and a weak tail. A board's margin deviates by 100 from the difference, and that of each pair
/// by 5 of its own.
class SimulatedWorld {
 public:
  enum class Kind : std::uint8_t { Even, Crowded };

  SimulatedWorld(std::size_t entrants, Kind kind, std::uint64_t seed);

  /// The luck of job j is the same whoever plays it, and whenever.
  double margin(const Job& job) const;
  std::size_t size() const { return strengths_.size(); }
  /// Their mean is 0.
  double strength(std::size_t entrant) const { return strengths_[entrant]; }

 private:
  double pair_effect(std::size_t a, std::size_t b) const;

  std::uint64_t seed_;
  std::vector<double> strengths_;
};

/// What a schedule is worth, by the joint fit of the boards that it chose.
struct LadderWorth {
  double places_wrong = 0;    ///< mean distance of an entrant's place from its true one
  double rms = 0;             ///< of the errors of strengths, in points per round
  double covered = 0;         ///< share of the 95 % intervals of strengths that hold the truth
  double places_covered = 0;  ///< share of the 90 % intervals of places that hold the true one
  double places_width = 0;    ///< mean number of places in such an interval
};

/// Means over worlds, with standard errors.
struct LadderFigures {
  LadderWorth mean;
  LadderWorth error;
  int worlds = 0;
};

/// Plays so many boards of a schedule, or fewer if it ends; adds them to `boards`.
void play(Schedule& schedule, const SimulatedWorld& world, std::uint64_t count, std::vector<BoardValue>& boards);

LadderWorth worth_of(const SimulatedWorld& world, const std::vector<BoardValue>& boards);

/// Random pairs, each for so many boards: what every schedule has to beat.
std::unique_ptr<Schedule> random_pairing(std::size_t entrants, std::uint64_t boards, std::uint64_t seed);

/// Means of what one schedule is worth in many worlds.
LadderFigures figures_of(const std::vector<LadderWorth>& worths);

/// One line on standard output.
void print(const std::string& what, const LadderFigures& figures);

}  // namespace tichu::arena
