#include "arena/statistics/rating/partnership_rating.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "arena/statistics/rating/normal_distribution.h"
#include "arena/statistics/rating/score_covariance.h"
#include "arena/statistics/rating/symmetric_matrix.h"

namespace tichu::arena {
namespace {

/// The prior of a strength: so many boards of margin 0 against a fixed player of strength 0; and what a board's margin
/// varies by before the first was seen.
constexpr double PointsPriorBoards = 0.01;
constexpr double PointsPriorVariance = 100.0 * 100.0;

/// The pair terms' variance at the start, and the least one: smaller synergies do not matter.
constexpr double FirstPairVariance = 5.0 * 5.0;
constexpr double LeastPairVariance = 0.1 * 0.1;

/// A row of the design: the unknowns that a board concerns, with their factors.
struct Row {
  std::vector<std::size_t> unknowns;
  std::vector<double> factors;
  double margin = 0;
  BoardNumber board;
  std::array<std::size_t, 2> teams{};
  void add(std::size_t unknown, double factor) {
    for (std::size_t i = 0; i < unknowns.size(); ++i) {
      if (unknowns[i] != unknown) continue;
      factors[i] += factor;
      return;
    }
    unknowns.push_back(unknown);
    factors.push_back(factor);
  }
};

/// The linear model: unknowns 0..bots-1 are members, then one a pair.
struct Model {
  std::size_t bots = 0;
  std::map<BotPair, std::size_t> pairs;  ///< to the pair's unknown
  std::map<BotPair, std::uint64_t> boards_of_pair;
  std::vector<Row> rows;
  std::size_t unknowns() const { return bots + pairs.size(); }
  /// A pair's place among the pairs.
  std::size_t team(const BotPair& pair) const { return pairs.at(pair) - bots; }
};

/// Adds what a team's strength is the sum of, or against it.
void add_team(Row& row, const BotPair& pair, std::size_t unknown, double sign) {
  for (const std::size_t bot : pair.bots) row.add(bot, sign);
  row.add(unknown, sign);
}

bool is_between_two(const PartnershipBoard& board) { return board.teams[0] != board.teams[1]; }

Model model_of(std::size_t bots, std::span<const PartnershipBoard> boards) {
  Model model;
  model.bots = bots;
  for (const PartnershipBoard& board : boards) {
    if (!is_between_two(board)) continue;
    for (const BotPair& team : board.teams) {
      model.pairs.try_emplace(team, 0);
      model.boards_of_pair[team] += 1;
    }
  }
  std::size_t next = bots;
  for (auto& [pair, unknown] : model.pairs) unknown = next++;
  for (const PartnershipBoard& board : boards) {
    if (!is_between_two(board)) continue;
    Row row;
    row.margin = board.margin;
    row.board = board.board;
    for (std::size_t side = 0; side < 2; ++side) {
      row.teams[side] = model.team(board.teams[side]);
      add_team(row, board.teams[side], model.pairs.at(board.teams[side]), side == 0 ? 1.0 : -1.0);
    }
    model.rows.push_back(std::move(row));
  }
  return model;
}

/// The unknowns' posterior distribution, and the two variances it was found with.
struct Fit {
  std::vector<double> values;
  SymmetricMatrix covariance;
  double board_variance = PointsPriorVariance;
  double pair_variance = FirstPairVariance;
};

/// Adds weight · (x yᵀ), or of it the lower triangle: over all x and y in both orders the sum is symmetric.
void add_product(SymmetricMatrix& sum, const Row& x, const Row& y, double weight) {
  for (std::size_t i = 0; i < x.unknowns.size(); ++i) {
    for (std::size_t k = 0; k < y.unknowns.size(); ++k) {
      if (x.unknowns[i] < y.unknowns[k]) continue;
      sum.add(x.unknowns[i], y.unknowns[k], weight * x.factors[i] * y.factors[k]);
    }
  }
}

/// The part of a board's margin that the fit does not explain.
double residual(const Row& row, const Fit& fit) {
  double rest = row.margin;
  for (std::size_t i = 0; i < row.unknowns.size(); ++i) rest -= row.factors[i] * fit.values[row.unknowns[i]];
  return rest;
}

/// The prior's weight on an unknown, in boards.
double prior_boards(const Model& model, std::size_t unknown, double board_variance, double pair_variance) {
  return unknown < model.bots ? PointsPriorBoards : board_variance / pair_variance;
}

class Fitter {
 public:
  explicit Fitter(const Model& model) : model_(model), information_(model.unknowns()), sums_(model.unknowns(), 0.0) {
    for (const Row& row : model.rows) {
      information_.add_square(row.unknowns, row.factors);
      for (std::size_t i = 0; i < row.unknowns.size(); ++i) sums_[row.unknowns[i]] += row.factors[i] * row.margin;
    }
  }

  /// The posterior for these variances.
  Fit at(double board_variance, double pair_variance) const {
    SymmetricMatrix regular = information_;
    for (std::size_t i = 0; i < model_.unknowns(); ++i) {
      regular.add(i, i, prior_boards(model_, i, board_variance, pair_variance));
    }
    Fit fit{std::vector<double>(model_.unknowns(), 0.0), regular.inverse(), board_variance, pair_variance};
    for (std::size_t i = 0; i < model_.unknowns(); ++i) {
      for (std::size_t k = 0; k < model_.unknowns(); ++k) fit.values[i] += fit.covariance(i, k) * sums_[k];
    }
    fit.covariance.scale(board_variance);
    return fit;
  }

  /// Better variances, from a posterior.
  std::pair<double, double> variances(const Fit& fit) const {
    double determined = 0;  // how many of the unknowns the boards have determined
    double determined_pairs = 0;
    double pair_squares = 0;
    for (std::size_t i = 0; i < model_.unknowns(); ++i) {
      const double prior = prior_boards(model_, i, fit.board_variance, fit.pair_variance) / fit.board_variance;
      const double share = std::clamp(1 - fit.covariance(i, i) * prior, 0.0, 1.0);
      determined += share;
      if (i < model_.bots) continue;
      determined_pairs += share;
      pair_squares += fit.values[i] * fit.values[i];
    }
    double squares = 0;
    for (const Row& row : model_.rows) squares += residual(row, fit) * residual(row, fit);
    const auto boards = static_cast<double>(model_.rows.size());
    const double freedom = std::max(boards - determined, boards / 2);
    // Each estimate is drawn to its first value with the weight of one.
    return {(squares + PointsPriorVariance) / (freedom + 1),
            std::max(LeastPairVariance, (pair_squares + FirstPairVariance) / (determined_pairs + 1))};
  }

 private:
  const Model& model_;
  SymmetricMatrix information_;
  std::vector<double> sums_;
};

Fit fit_model(const Model& model) {
  constexpr int Rounds = 12;
  const Fitter fitter(model);
  Fit fit = fitter.at(PointsPriorVariance, FirstPairVariance);
  for (int i = 0; i < Rounds; ++i) {
    const auto [board_variance, pair_variance] = fitter.variances(fit);
    fit = fitter.at(board_variance, pair_variance);
  }
  return fit;
}

/// The covariance of the score, prior included, by clusters: first of teams, then of the unknowns that add up to them.
SymmetricMatrix score_covariance_of(const Model& model, const Fit& fit) {
  std::vector<BoardResidual> residuals;
  residuals.reserve(model.rows.size());
  for (const Row& row : model.rows) {
    residuals.push_back({row.board, row.teams, residual(row, fit), fit.board_variance, 1});
  }
  const SymmetricMatrix of_teams = clustered_score_covariance(model.pairs.size(), std::move(residuals));
  std::vector<Row> teams(model.pairs.size());
  for (const auto& [pair, unknown] : model.pairs) add_team(teams[model.team(pair)], pair, unknown, 1.0);
  SymmetricMatrix covariance(model.unknowns());
  for (std::size_t t = 0; t < teams.size(); ++t) {
    for (std::size_t u = 0; u < teams.size(); ++u) add_product(covariance, teams[t], teams[u], of_teams(t, u));
  }
  for (std::size_t i = 0; i < model.unknowns(); ++i) {
    covariance.add(i, i, fit.board_variance * prior_boards(model, i, fit.board_variance, fit.pair_variance));
  }
  return covariance;
}

/// The covariance of the unknowns' errors.
SymmetricMatrix errors_of(const Model& model, const Fit& fit) {
  SymmetricMatrix inverse = fit.covariance;
  inverse.scale(1 / fit.board_variance);
  return inverse.sandwich(score_covariance_of(model, fit));
}

StrengthTable members_of(const Model& model, const Fit& fit, const SymmetricMatrix& errors) {
  SymmetricMatrix covariance(model.bots);
  for (std::size_t i = 0; i < model.bots; ++i) {
    for (std::size_t k = 0; k <= i; ++k) covariance.add(i, k, errors(i, k));
  }
  std::vector<double> values(fit.values.begin(), fit.values.begin() + static_cast<std::ptrdiff_t>(model.bots));
  return {std::move(values), std::move(covariance), std::nullopt};
}

/// What the boards tell, whatever the prior.
TellableStrengths tellable_of(const Model& model) {
  std::vector<BotPair> teams;
  for (const auto& [pair, unknown] : model.pairs) teams.push_back(pair);
  std::set<std::array<std::size_t, 2>> meetings;
  for (const Row& row : model.rows) meetings.insert(row.teams);
  return tellable_strengths(model.bots, teams, std::vector(meetings.begin(), meetings.end()));
}

}  // namespace

PartnershipRatings rate_partnerships(std::size_t bots, std::span<const PartnershipBoard> boards) {
  const Model model = model_of(bots, boards);
  const Fit fit = fit_model(model);
  const SymmetricMatrix errors = errors_of(model, fit);
  TellableStrengths tellable = tellable_of(model);
  PartnershipRatings ratings{
      members_of(model, fit, errors), std::move(tellable.members), {}, std::sqrt(fit.pair_variance)};
  for (const auto& [pair, unknown] : model.pairs) {
    ratings.synergies[pair] = {fit.values[unknown], Normal95 * std::sqrt(errors(unknown, unknown)),
                               model.boards_of_pair.at(pair), tellable.synergies[model.team(pair)]};
  }
  return ratings;
}

}  // namespace tichu::arena
