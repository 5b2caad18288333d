#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tichu::arena {

/// A symmetric positive definite matrix: Fisher information, or a covariance. Solving or inverting a thousand rows
/// takes some tenths of a second.
///
/// This is not a matrix library's class because ratings must have equal bits on every CPU: libraries such as Eigen
/// choose the order of their sums, and fused multiply-adds, by the instruction set. Here every sum has one fixed order,
/// and the compiler vectorises only loops whose elements are independent.
class SymmetricMatrix {
 public:
  /// `size` rows and columns of zeros.
  explicit SymmetricMatrix(std::size_t size = 0) : size_(size), values_(size * size, 0.0) {}

  std::size_t size() const { return size_; }
  /// By rows.
  std::span<const double> values() const { return values_; }
  double operator()(std::size_t row, std::size_t column) const { return values_[row * size_ + column]; }
  /// Adds to (row, column) and, off the diagonal, to (column, row).
  void add(std::size_t row, std::size_t column, double value);
  /// Adds weight · (e_a - e_b)(e_a - e_b)ᵀ: what a measured difference of two unknowns tells.
  void add_difference(std::size_t a, std::size_t b, double weight);
  /// Adds v vᵀ. v has `values` at `rows`, which differ, and is 0 elsewhere.
  void add_square(const std::vector<std::size_t>& rows, const std::vector<double>& values);
  /// Adds weight times `other`, which has the same size.
  void add_multiple(const SymmetricMatrix& other, double weight);
  /// Adds weight · (square + squareᵀ) / 2, for as many rows as this has.
  void add_halves(const std::vector<double>& square, double weight);
  /// Adds weight · left · right, a symmetric product of as many rows as this has, over `inner`; both given by rows.
  void add_product(std::span<const double> left, std::span<const double> right, std::size_t inner, double weight);
  /// Multiplies every element by `factor`.
  void scale(double factor);

  /// The x with (this) x = right. The matrix must be positive definite.
  std::vector<double> solve(const std::vector<double>& right) const;
  /// The inverse. The matrix must be positive definite.
  SymmetricMatrix inverse() const;
  /// The sandwich (this) meat (this): the robust covariance of an estimate, if this is the inverse information (the
  /// bread) and `meat` the covariance of the score.
  SymmetricMatrix sandwich(const SymmetricMatrix& meat) const;

 private:
  /// The lower triangle L with L Lᵀ = this (Cholesky).
  std::vector<double> cholesky() const;

  std::size_t size_;
  std::vector<double> values_;
};

/// left · right, of `rows` by `inner` and `inner` by `columns` numbers, each given by rows.
std::vector<double> product_of(std::span<const double> left, std::span<const double> right, std::size_t rows,
                               std::size_t inner, std::size_t columns);

/// The `columns` by `rows` numbers of the transposed `matrix`, both by rows.
std::vector<double> transposed(const std::vector<double>& matrix, std::size_t rows, std::size_t columns);

}  // namespace tichu::arena
