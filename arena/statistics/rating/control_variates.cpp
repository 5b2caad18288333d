#include "arena/statistics/rating/control_variates.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "arena/statistics/rating/symmetric_matrix.h"

namespace tichu::arena {
namespace {

/// Parts of the cross-fitting.
constexpr std::size_t Parts = 10;
/// Weight, in boards, of the prior that draws coefficients to 0: with few boards they are mostly chance.
constexpr double PriorWeight = 10;

/// Sums over boards that least squares need.
class Moments {
 public:
  explicit Moments(std::size_t controls) : squares_(controls), products_(controls), sums_(controls) {}

  /// `sign`: -1 if value and controls are seen from the other side.
  void add(double value, std::span<const double> controls, double sign) {
    boards_ += 1;
    value_ += sign * value;
    for (std::size_t i = 0; i < controls.size(); ++i) {
      products_[i] += controls[i] * value;
      sums_[i] += sign * controls[i];
      for (std::size_t j = 0; j <= i; ++j) squares_.add(i, j, controls[i] * controls[j]);
    }
  }
  void subtract(const Moments& other) {
    boards_ -= other.boards_;
    value_ -= other.value_;
    squares_.add_multiple(other.squares_, -1);
    for (std::size_t i = 0; i < products_.size(); ++i) {
      products_[i] -= other.products_[i];
      sums_[i] -= other.sums_[i];
    }
  }
  /// The coefficients; 0 for a control that never varies.
  std::vector<double> coefficients() const {
    const double mean = boards_ > 0 ? value_ / boards_ : 0;
    SymmetricMatrix matrix = squares_;
    std::vector<double> right(products_.size());
    for (std::size_t i = 0; i < right.size(); ++i) {
      right[i] = products_[i] - mean * sums_[i];
      const double scale = boards_ > 0 ? squares_(i, i) / boards_ : 0;
      matrix.add(i, i, scale > 0 ? PriorWeight * scale : 1);
    }
    return matrix.solve(right);
  }

 private:
  SymmetricMatrix squares_;
  std::vector<double> products_;
  std::vector<double> sums_;
  double value_ = 0;
  double boards_ = 0;
};

/// A pairing's boards: all of them, and each part.
struct PairingMoments {
  explicit PairingMoments(std::size_t controls) : all(controls), parts(Parts, Moments(controls)) {}

  Moments all;
  std::vector<Moments> parts;
};

std::size_t part_of(const BoardValue& board) { return board.board.value() % Parts; }

/// Two entrants, the first to enter first, and whether a board sees them so (1) or the other way round (-1).
struct Sides {
  explicit Sides(const BoardValue& board)
      : entrants{std::minmax(board.entrants[0], board.entrants[1]).first,
                 std::minmax(board.entrants[0], board.entrants[1]).second},
        sign(board.entrants == entrants ? 1 : -1) {}

  std::array<EntrantId, 2> entrants;
  double sign;
};

}  // namespace

std::vector<BoardValue> control_variate_adjusted(std::span<const BoardValue> boards, const BoardControls& controls) {
  assert(controls.values.size() == boards.size() * controls.count);
  const auto controls_of = [&](std::size_t i) {
    return std::span(controls.values).subspan(i * controls.count, controls.count);
  };
  std::map<std::array<EntrantId, 2>, PairingMoments> pairings;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const Sides sides(boards[i]);
    PairingMoments& moments = pairings.try_emplace(sides.entrants, controls.count).first->second;
    moments.all.add(boards[i].value, controls_of(i), sides.sign);
    moments.parts[part_of(boards[i])].add(boards[i].value, controls_of(i), sides.sign);
  }
  std::map<std::array<EntrantId, 2>, std::vector<std::vector<double>>> coefficients;
  for (const auto& [entrants, moments] : pairings) {
    for (const Moments& part : moments.parts) {
      Moments others = moments.all;
      others.subtract(part);
      coefficients[entrants].push_back(others.coefficients());
    }
  }
  std::vector<BoardValue> adjusted(boards.begin(), boards.end());
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const std::vector<double>& factors = coefficients[Sides(boards[i]).entrants][part_of(boards[i])];
    for (std::size_t j = 0; j < controls.count; ++j) adjusted[i].value -= factors[j] * controls_of(i)[j];
  }
  return adjusted;
}

std::vector<ControlGain> compare_adjusted(std::span<const BoardValue> boards, std::span<const BoardValue> adjusted) {
  assert(boards.size() == adjusted.size());
  std::map<std::array<EntrantId, 2>, std::array<std::vector<BoardMargin>, 2>> pairings;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const Sides sides(boards[i]);
    auto& [plain, without] = pairings[sides.entrants];
    plain.push_back({boards[i].board, sides.sign * boards[i].value});
    without.push_back({boards[i].board, sides.sign * adjusted[i].value});
  }
  std::vector<ControlGain> gains;
  for (const auto& [entrants, margins] : pairings) {
    ControlGain gain{entrants, estimate_points(margins[0]), estimate_points(margins[1]), std::nullopt};
    const double before = gain.plain.standard_error.value_or(0);
    const double after = gain.adjusted.standard_error.value_or(0);
    if (before > 0 && after > 0) gain.factor = before * before / (after * after);
    gains.push_back(gain);
  }
  return gains;
}

}  // namespace tichu::arena
