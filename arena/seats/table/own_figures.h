#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/analysis/analysis_summary.h"
#include "arena/seats/table/own_rounds.h"

namespace tichu::arena {

/// How often something happened, with the 95 % interval of its share (Wilson 1927).
struct CountedShare {
  std::uint64_t count = 0;
  std::uint64_t of = 0;
  double low = 0;  ///< 0 to 1
  double high = 1;
};
CountedShare counted_share(std::uint64_t count, std::uint64_t of);

/// Calls of one seat in a set of rounds.
struct CallFigures {
  CountedShare called;  ///< of rounds
  CountedShare made;    ///< of calls: the caller was first out
};

/// Rounds that the house has played too, in points a round for the own team less those of the other.
struct HouseComparison {
  std::uint64_t rounds = 0;
  double t95 = 0;  ///< half of a 95 % interval in standard errors (Student 1908); 0 of fewer than two rounds
  BoardMean own;
  BoardMean house;
  BoardMean difference;  ///< own less house, round by round
  bool clear = false;    ///< ten rounds or more, and the difference's interval is without 0
};

/// Where a decision of the person is.
struct OwnDecision {
  std::string table;
  RoundNumbers numbers;
  AnalysedDecision decision;
};

/// Rounds that follow each other, and what decisions lost in them.
struct OwnStretch {
  std::size_t first = 0;  ///< among the analysed rounds, from 1
  std::size_t last = 0;
  double t95 = 0;  ///< as in HouseComparison
  BotSummary losses;
};

/// What a person's boards tell. Rounds that do not count (OwnTable::counts) have no part in it.
struct OwnFigures {
  std::uint64_t rounds = 0;
  HouseComparison against_house;
  CallFigures tichu;
  CallFigures grand_tichu;
  CallFigures house_tichu;  ///< of the house at the person's seat, over the rounds that it has played
  CallFigures house_grand_tichu;
  std::uint64_t analysed = 0;
  std::optional<BotSummary> losses;   ///< of the analysed rounds; nullopt: there are none
  double losses_t95 = 0;              ///< as in HouseComparison
  std::vector<OwnStretch> stretches;  ///< the earliest first
  std::vector<OwnDecision> worst;     ///< marked decisions, the worst first, at most WorstShown
};

/// `tables` are in the order of time. Each round is a draw of chance of its own.
OwnFigures own_figures(const std::vector<OwnTable>& tables);

}  // namespace tichu::arena
