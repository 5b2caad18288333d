#include "arena/statistics/rating/field_odds.h"

#include <algorithm>
#include <cmath>

#include "arena/statistics/rating/elo_scale.h"
#include "arena/statistics/rating/symmetric_matrix.h"

namespace tichu::arena {
namespace {

constexpr int MostSteps = 40;
constexpr double LongestStep = 1;
constexpr double Enough = 1e-10;

class FieldSolution {
 public:
  FieldSolution(const RatedField& field, const std::vector<double>& excess, FieldOdds& odds)
      : field_(field), excess_(excess), odds_(odds), information_(field.members.size()) {}

  void solve() {
    solve_members();
    for (const std::size_t guest : field_.guests) solve_guest(guest);
  }

 private:
  double& by_score(std::size_t row, std::size_t column) { return odds_.by_score[row * excess_.size() + column]; }

  /// What the scores lack at the present odds; the information of these goes to `information_`, with a mean of 0.
  std::vector<double> lack() {
    const std::vector<std::size_t>& members = field_.members;
    const auto count = static_cast<double>(members.size());
    information_ = SymmetricMatrix(members.size());
    std::vector<double> lack(members.size());
    for (std::size_t i = 0; i < members.size(); ++i) lack[i] += (count - 1) * excess_[members[i]];
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        const double score = logistic(odds_.log_odds[members[i]] - odds_.log_odds[members[k]]);
        lack[i] -= score - 0.5;
        lack[k] += score - 0.5;
        information_.add_difference(i, k, score * (1 - score));
        information_.add(i, k, 1 / count);
      }
      information_.add(i, i, 1 / count);
    }
    return lack;
  }

  void solve_members() {
    const std::vector<std::size_t>& members = field_.members;
    for (int step = 0; step < MostSteps; ++step) {
      const std::vector<double> missing = lack();
      const std::vector<double> direction = information_.solve(missing);
      double longest = 0;
      for (const double length : direction) longest = std::max(longest, std::abs(length));
      const double scale = LongestStep / std::max(longest, LongestStep);
      for (std::size_t i = 0; i < members.size(); ++i) odds_.log_odds[members[i]] += scale * direction[i];
      if (longest < Enough) break;
    }
    const SymmetricMatrix inverse = information_.inverse();
    const auto others = static_cast<double>(members.size() - 1);
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t k = 0; k < members.size(); ++k) by_score(members[i], members[k]) = others * inverse(i, k);
    }
  }

  /// Its odds change with its own score, and with those of the members.
  void solve_guest(std::size_t guest) {
    double& own = odds_.log_odds[guest];
    double information = 0;
    for (int step = 0; step < MostSteps; ++step) {
      double missing = static_cast<double>(field_.members.size()) * excess_[guest];
      information = 0;
      for (const std::size_t member : field_.members) {
        const double score = logistic(own - odds_.log_odds[member]);
        missing -= score - 0.5;
        information += score * (1 - score);
      }
      const double length = std::clamp(missing / information, -LongestStep, LongestStep);
      own += length;
      if (std::abs(length) < Enough) break;
    }
    by_score(guest, guest) = static_cast<double>(field_.members.size()) / information;
    for (const std::size_t member : field_.members) {
      const double score = logistic(own - odds_.log_odds[member]);
      const double weight = score * (1 - score) / information;
      for (const std::size_t other : field_.members) by_score(guest, other) += weight * by_score(member, other);
    }
  }

  const RatedField& field_;
  const std::vector<double>& excess_;
  FieldOdds& odds_;
  SymmetricMatrix information_;  ///< of the members' odds
};

}  // namespace

FieldOdds field_odds(const std::vector<RatedField>& fields, const std::vector<double>& excess,
                     const std::vector<double>& near) {
  FieldOdds odds;
  odds.log_odds.assign(excess.size(), 0.0);
  odds.by_score.assign(excess.size() * excess.size(), 0.0);
  for (const RatedField& field : fields) {
    double mean = 0;
    for (const std::size_t member : field.members) mean += near[member] / static_cast<double>(field.members.size());
    for (const std::vector<std::size_t>& part : {field.members, field.guests}) {
      for (const std::size_t entrant : part) odds.log_odds[entrant] = near[entrant] - mean;
    }
    FieldSolution(field, excess, odds).solve();
  }
  return odds;
}

}  // namespace tichu::arena
