#include "arena/commands/sprt_flags.h"

#include <CLI/App.hpp>
#include <array>

#include "arena/commands/number_flags.h"

namespace tichu::arena {
namespace {

/// Two options on one scale, `--NAME0` and `--NAME1`, both within -most..most.
void add_hypotheses(CLI::App& command, const std::string& name, const std::string& unit, double most,
                    std::array<double*, 2> values) {
  const CLI::Validator range = number_within(-most, most);
  command.add_option("--" + name + "0", *values[0], "H0: stronger by at most this, in " + unit)
      ->check(range)
      ->capture_default_str();
  command.add_option("--" + name + "1", *values[1], "H1: stronger by this, in " + unit)
      ->check(range)
      ->capture_default_str();
}

}  // namespace

void add_points_hypotheses(CLI::App& command, PointsHypotheses& flags) {
  constexpr double MostPoints = 400;
  add_hypotheses(command, "points", "points per round", MostPoints, {&flags.points0, &flags.points1});
}

void add_elo_hypotheses(CLI::App& command, EloHypotheses& flags) {
  constexpr double MostElo = 800;
  add_hypotheses(command, "elo", "Elo", MostElo, {&flags.elo0, &flags.elo1});
  command.add_option("--model", flags.model, "scale of both hypotheses: logistic or normalized Elo")
      ->check(CLI::IsMember(WordsOf<EloModel>))
      ->capture_default_str();
}

void add_sprt_errors(CLI::App& command, SprtErrors& errors) {
  constexpr double Least = 1e-9;
  constexpr double Most = 0.499;
  const CLI::Validator rate = number_within(Least, Most);
  command.add_option("--alpha", errors.alpha, "probability of accepting H1 although H0 holds")
      ->check(rate)
      ->capture_default_str();
  command.add_option("--beta", errors.beta, "probability of rejecting H1 although H1 holds")
      ->check(rate)
      ->capture_default_str();
}

}  // namespace tichu::arena
