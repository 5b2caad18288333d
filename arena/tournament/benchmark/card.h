#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/tournament/benchmark/card_values.h"
#include "arena/tournament/benchmark/robustness.h"
#include "arena/tournament/benchmark/suite.h"

namespace tichu::arena {

/// Where a value stands among those of the pool's bots: 1 is above all. Between `highest` and `lowest` with 95 % for
/// each of them.
struct CardPlace {
  std::size_t place = 1;
  std::size_t highest = 1;
  std::size_t lowest = 1;
  std::size_t of = 1;  ///< the pool's bots and the measured one
};

/// Track A: the bot with itself as partner over the pool, each opponent counted once.
struct StrengthTrack {
  std::uint64_t boards = 0;  ///< against each opponent
  CardValues points;
  struct Opponent {
    std::string name;
    CardValues points;
  };
  std::vector<Opponent> against;
  std::optional<CardPlace> place;  ///< of the points without faults; nullopt if the suite does not know its pool
  MeasuredBoards measured;
};

/// Track B: the bot beside each partner, over the suite's opponents for pairs.
struct PartnersTrack {
  std::uint64_t boards = 0;  ///< of each pair against each opponent
  struct Partner {
    std::string name;
    CardValues points;
    std::optional<KnownValue> best;  ///< the most that is known beside this partner
    std::optional<CardValues> lost;  ///< the best, less the points
  };
  std::vector<Partner> with;
  CardValues points;               ///< the mean over the partners
  std::optional<CardValues> lost;  ///< likewise
  /// The standard deviation of what is lost over the partners (without a best: of the points), without faults, less
  /// what the boards' luck adds to it.
  double spread = 0;
  MeasuredBoards measured;

  /// The partner with which most is lost, or the fewest points are made, without faults.
  const Partner& worst() const;
};

/// Track D: strength by the time that the bot is told to take.
struct TimeTrack {
  std::string option;        ///< by which it is told
  std::uint64_t boards = 0;  ///< against each opponent
  struct Limit {
    int milliseconds = 0;  ///< a decision
    CardValues points;
    MeasuredBoards measured;
  };
  std::vector<Limit> limits;
};

/// What a bot reached in a suite.
struct BenchmarkCard {
  std::string bot;
  std::vector<std::pair<std::string, std::string>> options;
  std::string suite;
  std::string suite_sha256;
  std::string baselines_sha256;
  std::string pool_sha256;    ///< of the pool as this build plays it (`pool_tournament`)
  std::uint64_t part = 1;     ///< the first boards, one in so many (`BenchmarkExtent`)
  bool evaluation = false;    ///< the boards come from a secret seed
  std::string boards_sha256;  ///< of the boards of strength, with which those of partners begin
  StrengthTrack strength;
  PartnersTrack partners;
  std::string robustness_sha256;
  std::optional<RobustnessTrack> robustness;  ///< nullopt if the suite has no such track
  std::optional<TimeTrack> time;              ///< nullopt if it was not measured
};

/// The card of a bot from the hash of the pool and the boards of both tournaments (`strength_tournament`,
/// `partners_tournament`), of this part, which are complete. Errors are those of means over board numbers, since boards
/// of a number share their cards; those of differences to a baseline take both for independent.
///
/// What it does not tell: strength against others than the pool, beside others than the partners; which value is best,
/// if one chooses among many cards. The worst partner's interval does not allow for its being the worst of eight.
BenchmarkCard make_card(const BenchmarkSuite& suite, std::uint64_t part, const std::string& pool_sha256,
                        const TournamentConfig& strength, MeasuredBoards strength_boards,
                        const TournamentConfig& partners, MeasuredBoards partners_boards);

}  // namespace tichu::arena
