#pragma once

#include <cstddef>
#include <vector>

namespace tichu::arena {

/// A symmetric positive definite matrix: Fisher information, or a covariance. A thousand rows take some tenths of a
/// second to solve or invert.
class SymmetricMatrix {
 public:
  /// `size` rows and columns of zeros.
  explicit SymmetricMatrix(std::size_t size) : size_(size), values_(size * size, 0.0) {}

  std::size_t size() const { return size_; }
  double operator()(std::size_t row, std::size_t column) const { return values_[row * size_ + column]; }
  /// Adds to (row, column) and, off the diagonal, to (column, row).
  void add(std::size_t row, std::size_t column, double value);
  /// Adds weight · (e_a - e_b)(e_a - e_b)ᵀ: what a measured difference of two unknowns tells.
  void add_difference(std::size_t a, std::size_t b, double weight);
  /// Adds v vᵀ, where v has `values` at `rows`, which differ, and is 0 elsewhere.
  void add_square(const std::vector<std::size_t>& rows, const std::vector<double>& values);
  /// Adds weight times `other`, which has the same size.
  void add_multiple(const SymmetricMatrix& other, double weight);
  /// Every element times `factor`.
  void scale(double factor);

  /// The x with (this) x = right. The matrix must be positive definite.
  std::vector<double> solve(const std::vector<double>& right) const;
  /// The inverse. The matrix must be positive definite.
  SymmetricMatrix inverse() const;
  /// (this) middle (this): as the covariance of an estimate, where this is the inverse information and `middle` the
  /// covariance of the likelihood's slope.
  SymmetricMatrix around(const SymmetricMatrix& middle) const;

 private:
  /// The lower triangle L with L Lᵀ = this (Cholesky).
  std::vector<double> cholesky() const;

  std::size_t size_;
  std::vector<double> values_;
};

}  // namespace tichu::arena
