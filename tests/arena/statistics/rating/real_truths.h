#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "arena/statistics/rating/board_result.h"
#include "engine/random.h"

namespace tichu::arena {

/// How boards between real bots come out: the kept crosstables of results/experiments/ratings.
class RealTruths {
 public:
  /// Reads crosstable.csv; pairs that are missing there are of no bot.
  RealTruths();

  std::size_t size() const { return names_.size(); }
  const std::string& name(std::size_t bot) const { return names_[bot]; }
  /// Of the bot of that name, which must be there.
  std::size_t number(const std::string& name) const;
  /// Expected points per round of the first over the second, as measured; a bot draws against itself.
  double margin(std::size_t first, std::size_t second) const { return cell(first, second).margin; }
  /// Likewise its expected score.
  double score(std::size_t first, std::size_t second) const { return cell(first, second).score; }
  /// One board: a score as often as it was measured, and a margin as usual with it.
  BoardResult draw(Random& random, std::size_t first, std::size_t second) const;

 private:
  struct Outcome {
    double score;
    double boards;
    double margin;
    double deviation;
  };
  struct Pair {
    double boards = 0;
    double margin = 0;
    double score = 0.5;
    std::vector<Outcome> outcomes;
  };
  const Pair& cell(std::size_t first, std::size_t second) const { return pairs_[first * size() + second]; }

  std::vector<std::string> names_;
  std::vector<Pair> pairs_;
};

/// From 0 to 1, and of the standard normal distribution.
double uniform(Random& random);
double normal(Random& random);

}  // namespace tichu::arena
