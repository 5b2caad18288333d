#pragma once

#include <cstddef>
#include <vector>

namespace tichu::arena {

/// A symmetric positive definite matrix: Fisher information, or a covariance.
class SymmetricMatrix {
 public:
  /// `size` rows and columns of zeros.
  explicit SymmetricMatrix(std::size_t size) : size_(size), values_(size * size, 0.0) {}

  std::size_t size() const { return size_; }
  double operator()(std::size_t row, std::size_t column) const { return values_[row * size_ + column]; }
  /// Adds to (row, column) and, off the diagonal, to (column, row).
  void add(std::size_t row, std::size_t column, double value);

  /// The x with (this) x = right. The matrix must be positive definite.
  std::vector<double> solve(const std::vector<double>& right) const;
  /// The inverse. The matrix must be positive definite.
  SymmetricMatrix inverse() const;

 private:
  /// The lower triangle L with L Lᵀ = this (Cholesky).
  std::vector<double> cholesky() const;

  std::size_t size_;
  std::vector<double> values_;
};

}  // namespace tichu::arena
