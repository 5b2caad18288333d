#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "arena/statistics/rating/rated_board.h"
#include "arena/statistics/rating/strength_table.h"
#include "arena/tournament/schedule/open_schedule.h"

namespace tichu::arena {

/// Entrants of known worth, for simulations of ladders.
class SimulatedWorld {
 public:
  /// Even: strengths are normal with a deviation of 60 points per round. Crowded: most of them within 25, with a weak
  /// tail. With both, a board's margin deviates by 100 from the difference, and that of each pair by 5 of its own.
  /// Real: of each board an entrant plays like one of two real bots, by a lot of its own; every tenth entrant plays the
  /// same cards as the one before it. Faulty: likewise, but a third of the entrants end up to a
  /// fifth of their tables by a fault. Bullies: likewise, but a tenth of them play like the better of their two real
  /// bots against the weak, and like the worse against all others.
  enum class Kind : std::uint8_t { Even, Crowded, Real, Faulty, Bullies };

  SimulatedWorld(std::size_t entrants, Kind kind, std::uint64_t seed);

  /// The luck of job j is the same whoever plays it, and whenever.
  BoardResult result(const Job& job) const;
  std::size_t size() const { return entrants_; }
  /// Mean expected points per round against all others, each counted once.
  double points(std::size_t entrant) const;
  /// By entrant: what a round robin of as many boards for every pair would rate, with a mean of 0, if there were no
  /// luck.
  std::vector<double> elos() const;
  /// Of the first against the second.
  double margin(std::size_t first, std::size_t second) const;
  double score(std::size_t first, std::size_t second) const;
  bool are_twins(std::size_t first, std::size_t second) const;
  bool is_bully(std::size_t entrant) const { return !mixtures_.empty() && mixtures_[entrant].is_bully; }

 private:
  /// An entrant of a real world.
  struct Mixture {
    std::array<std::size_t, 2> bots{};
    double share = 1;   ///< of the first
    double faults = 0;  ///< chance to end a table so
    bool is_bully = false;
    friend bool operator==(const Mixture&, const Mixture&) = default;
  };
  /// How often a table of the two is ended by a fault of either.
  std::array<double, 2> faults(std::size_t first, std::size_t second) const;
  /// How an entrant plays against another.
  Mixture played(std::size_t entrant, std::size_t against) const;
  double pair_effect(std::size_t a, std::size_t b) const;
  template <typename Value>
  double mixed(std::size_t first, std::size_t second, const Value& value) const;

  std::size_t entrants_;
  std::uint64_t seed_;
  std::vector<double> strengths_;
  std::vector<Mixture> mixtures_;  ///< empty unless real
};

/// What a schedule is worth, by the rating of the boards that it chose.
struct LadderWorth {
  double places_wrong = 0;    ///< mean distance of an entrant's place from its true one
  double rms = 0;             ///< of the errors against the field, in points per round
  double covered = 0;         ///< share of the 95 % intervals of points that hold the truth
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
void play(Schedule& schedule, const SimulatedWorld& world, std::uint64_t count, std::vector<RatedBoard>& boards);

/// Of points, which `table` has.
LadderWorth worth_of(const SimulatedWorld& world, const StrengthTable& table);

/// Random pairs, each for so many boards: what every schedule has to beat.
std::unique_ptr<Schedule> random_pairing(std::size_t entrants, std::uint64_t boards, std::uint64_t seed);

/// Means of what one schedule is worth in many worlds.
LadderFigures figures_of(const std::vector<LadderWorth>& worths);

/// One line on standard output.
void print(const std::string& what, const LadderFigures& figures);

}  // namespace tichu::arena
