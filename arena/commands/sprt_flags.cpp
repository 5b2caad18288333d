#include "arena/commands/sprt_flags.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

namespace tichu::arena {
namespace {

/// A number from `low` to `high`; CLI::Range would let NaN pass.
CLI::Validator number_within(double low, double high) {
  const auto problem = [low, high](const std::string& text) -> std::string {
    double value = 0;
    if (CLI::detail::lexical_cast(text, value) && value >= low && value <= high) return "";
    return fmt::format("{} is no number from {} to {}", text, low, high);
  };
  return CLI::Validator(problem, fmt::format("{} to {}", low, high));
}

}  // namespace

void add_points_hypotheses(CLI::App& command, PointsHypotheses& flags) {
  constexpr double MostPoints = 400;
  const CLI::Validator points = number_within(-MostPoints, MostPoints);
  command.add_option("--points0", flags.points0, "the first hypothesis: stronger by no more than these points a round")
      ->check(points)
      ->capture_default_str();
  command.add_option("--points1", flags.points1, "the second: stronger by these")->check(points)->capture_default_str();
}

void add_elo_hypotheses(CLI::App& command, EloHypotheses& flags) {
  constexpr double MostElo = 800;
  const CLI::Validator elo = number_within(-MostElo, MostElo);
  command.add_option("--elo0", flags.elo0, "the first hypothesis: stronger by no more than this Elo")
      ->check(elo)
      ->capture_default_str();
  command.add_option("--elo1", flags.elo1, "the second: stronger by this Elo")->check(elo)->capture_default_str();
  command.add_option("--model", flags.model, "of both: logistic or normalized Elo")
      ->check(CLI::IsMember({"logistic", "normalized"}))
      ->capture_default_str();
}

void add_sprt_errors(CLI::App& command, SprtErrors& errors) {
  constexpr double Least = 1e-9;
  constexpr double Most = 0.499;
  const CLI::Validator rate = number_within(Least, Most);
  command.add_option("--alpha", errors.alpha, "chance to accept where the first hypothesis holds")
      ->check(rate)
      ->capture_default_str();
  command.add_option("--beta", errors.beta, "chance to reject where the second holds")
      ->check(rate)
      ->capture_default_str();
}

}  // namespace tichu::arena
