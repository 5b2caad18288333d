#pragma once

#include <cstddef>
#include <vector>

#include "arena/statistics/rating/field_fit.h"
#include "arena/statistics/rating/symmetric_matrix.h"

namespace tichu::arena {

/// The part of effects that is an entrant's own: against all its opponents alike it wins more, or less, by how far away
/// they are (RATINGS.md, "The model"). The fit takes that part for pairs' own too; what the covariance of numbers lacks
/// by that is here.
class RandomSlopes {
 public:
  /// `fit` must outlive this object.
  explicit RandomSlopes(const FieldFit& fit);

  /// Of entrants a < b. `met` is null if they did not meet; `weight_a` is that of b in the number of a, and so on.
  /// Corrects `covariance` of the numbers by what two alone decide.
  void add(std::size_t a, std::size_t b, const FittedPair* met, double weight_a, double weight_b,
           SymmetricMatrix& covariance);
  /// Corrects it by the rest, once. `left` is by rows how each number changes with the score of each unknown.
  void add_rest(SymmetricMatrix& covariance, const std::vector<double>& left);

 private:
  /// Least squares of an entrant's residuals on its strength and its slope: weighted sums over its pairs.
  struct OwnSlope {
    double strength_squares = 0;
    double slope_squares = 0;
    double products = 0;
    double strength_residuals = 0;
    double slope_residuals = 0;
  };

  /// The expected square of an entrant's slope after its boards, over its variance before them, but at least 1.
  double widening(const OwnSlope& own) const;

  const FieldFit& fit_;
  double variance_;  ///< of the slope of a pair, half of which is of either
  std::size_t entrants_;
  std::size_t unknowns_;
  std::vector<OwnSlope> own_;  ///< by entrant
  // How one unit of an entrant's slope, by columns, enters the score and, beside that, the numbers.
  std::vector<double> score_by_slope_;
  std::vector<double> number_by_slope_;
  // Sums of squares, as if each pair had a slope of its own: of scores, and of scores with numbers.
  SymmetricMatrix score_squares_;
  std::vector<double> score_by_number_;
};

}  // namespace tichu::arena
