#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/text/input_error.h"
#include "arena/tournament/store/tournament_store.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace tichu::arena {

/// Which rounds of a tournament are wanted: those for which all holds that is asked.
struct RoundFilter {
  std::vector<std::string> bots;       ///< all of them sit at the table
  std::optional<std::uint64_t> job;    ///< of this job
  std::optional<double> least_margin;  ///< the board's margin is at least so many points a round, either way
  bool fault = false;                  ///< a bot committed a fault
  bool double_victory = false;
  bool tichu = false;        ///< somebody called Tichu
  bool grand_tichu = false;  ///< somebody called Grand Tichu
  bool bomb = false;         ///< somebody played a bomb
};

/// Adds a flag for each. `filter` must live until the command line is parsed.
void add_round_filter(CLI::App& command, RoundFilter& filter);

/// Picks rounds of one tournament.
class RoundPicker {
 public:
  /// What is wrong with a filter for this tournament, such as an unknown bot or job; nothing where it can be used.
  static std::optional<InputError> problem_of(const RoundFilter& filter, const TournamentStore& store);

  /// `filter` must outlive it.
  explicit RoundPicker(const RoundFilter& filter) : filter_(filter) {}

  /// The board with the wanted rounds alone; one without rounds where none is wanted.
  StoredBoard pick(const StoredBoard& board) const;
  /// Whether rounds of this job can be wanted.
  bool asks_for(std::uint64_t job) const { return !filter_.job || *filter_.job == job; }

 private:
  bool is_wanted(const StoredBoard& board) const;
  bool is_wanted(const StoredRound& round) const;

  const RoundFilter& filter_;
};

}  // namespace tichu::arena
