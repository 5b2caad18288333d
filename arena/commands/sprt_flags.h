#pragma once

#include <string>

#include "arena/statistics/rating/likelihood_ratio.h"
#include "arena/statistics/sequential/sprt.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace tichu::arena {

/// Two hypotheses in Elo, as they were given.
struct EloHypotheses {
  double elo0 = 0;
  double elo1 = 5;
  std::string model = "logistic";

  EloModel elo_model() const { return from_text<EloModel>(model).value_or(EloModel::Logistic); }
};

/// Two hypotheses in points per round, as they were given.
struct PointsHypotheses {
  double points0 = 0;
  double points1 = 2;
};

/// Adds `--points0` and `--points1`. `flags` must live until the command line is parsed.
void add_points_hypotheses(CLI::App& command, PointsHypotheses& flags);

/// Adds `--elo0`, `--elo1` and `--model`. `flags` must live until the command line is parsed.
void add_elo_hypotheses(CLI::App& command, EloHypotheses& flags);

/// Adds `--alpha` and `--beta`. `errors` must live until the command line is parsed.
void add_sprt_errors(CLI::App& command, SprtErrors& errors);

}  // namespace tichu::arena
