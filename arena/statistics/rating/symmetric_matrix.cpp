#include "arena/statistics/rating/symmetric_matrix.h"

#include <cassert>
#include <cmath>

namespace tichu::arena {
namespace {

/// to[0..count) -= factor * from[0..count). All long loops here have this form, which the compiler makes vectors of
/// without changing any sum's order.
void subtract_multiple(double* to, const double* from, double factor, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[i] -= factor * from[i];
}

}  // namespace

void SymmetricMatrix::add(std::size_t row, std::size_t column, double value) {
  values_[row * size_ + column] += value;
  if (row != column) values_[column * size_ + row] += value;
}

void SymmetricMatrix::add_difference(std::size_t a, std::size_t b, double weight) {
  add(a, a, weight);
  add(b, b, weight);
  add(a, b, -weight);
}

void SymmetricMatrix::add_square(const std::vector<std::size_t>& rows, const std::vector<double>& values) {
  // With many rows whole lines of the matrix, zeros and all, are the faster way.
  const bool is_dense = rows.size() > size_ / 8;
  std::vector<double> line(is_dense ? size_ : 0, 0.0);
  if (is_dense) {
    for (std::size_t i = 0; i < rows.size(); ++i) line[rows[i]] = values[i];
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double* own = &values_[rows[i] * size_];
    if (is_dense) {
      subtract_multiple(own, line.data(), -values[i], size_);
    } else {
      for (std::size_t k = 0; k < rows.size(); ++k) own[rows[k]] += values[i] * values[k];
    }
  }
}

void SymmetricMatrix::add_multiple(const SymmetricMatrix& other, double weight) {
  subtract_multiple(values_.data(), other.values_.data(), -weight, values_.size());
}

void SymmetricMatrix::scale(double factor) {
  for (double& value : values_) value *= factor;
}

std::vector<double> SymmetricMatrix::cholesky() const {
  std::vector<double> lower = values_;
  std::vector<double> column(size_);
  for (std::size_t k = 0; k < size_; ++k) {
    assert(lower[k * size_ + k] > 0);
    const double root = std::sqrt(lower[k * size_ + k]);
    lower[k * size_ + k] = root;
    for (std::size_t row = k + 1; row < size_; ++row) column[row] = lower[row * size_ + k] /= root;
    for (std::size_t row = k + 1; row < size_; ++row) {
      subtract_multiple(&lower[row * size_ + k + 1], &column[k + 1], column[row], row - k);
    }
  }
  return lower;
}

std::vector<double> SymmetricMatrix::solve(const std::vector<double>& right) const {
  const std::vector<double> lower = cholesky();
  std::vector<double> x = right;
  for (std::size_t row = 0; row < size_; ++row) {
    for (std::size_t k = 0; k < row; ++k) x[row] -= lower[row * size_ + k] * x[k];
    x[row] /= lower[row * size_ + row];
  }
  for (std::size_t row = size_; row-- > 0;) {
    x[row] /= lower[row * size_ + row];
    subtract_multiple(x.data(), &lower[row * size_], x[row], row);
  }
  return x;
}

SymmetricMatrix SymmetricMatrix::inverse() const {
  const std::vector<double> lower = cholesky();
  // L⁻¹ by rows; the inverse is L⁻ᵀ L⁻¹, the sum of the products of each row with itself.
  std::vector<double> inverted(size_ * size_, 0.0);
  for (std::size_t row = 0; row < size_; ++row) {
    double* own = &inverted[row * size_];
    for (std::size_t k = 0; k < row; ++k) subtract_multiple(own, &inverted[k * size_], lower[row * size_ + k], k + 1);
    own[row] = 1.0;
    for (std::size_t i = 0; i <= row; ++i) own[i] /= lower[row * size_ + row];
  }
  SymmetricMatrix result(size_);
  for (std::size_t k = 0; k < size_; ++k) {
    const double* own = &inverted[k * size_];
    for (std::size_t row = 0; row <= k; ++row) subtract_multiple(&result.values_[row * size_], own, -own[row], row + 1);
  }
  for (std::size_t row = 0; row < size_; ++row) {
    for (std::size_t column = 0; column < row; ++column) {
      result.values_[column * size_ + row] = result.values_[row * size_ + column];
    }
  }
  return result;
}

SymmetricMatrix SymmetricMatrix::sandwich(const SymmetricMatrix& meat) const {
  const auto product = [&](const std::vector<double>& left, const std::vector<double>& right) {
    std::vector<double> result(size_ * size_, 0.0);
    for (std::size_t row = 0; row < size_; ++row) {
      for (std::size_t k = 0; k < size_; ++k) {
        subtract_multiple(&result[row * size_], &right[k * size_], -left[row * size_ + k], size_);
      }
    }
    return result;
  };
  SymmetricMatrix result(size_);
  const std::vector<double> whole = product(product(values_, meat.values_), values_);
  for (std::size_t row = 0; row < size_; ++row) {
    for (std::size_t column = 0; column <= row; ++column) {
      // Rounding must not make it unsymmetric.
      result.add(row, column, (whole[row * size_ + column] + whole[column * size_ + row]) / 2);
    }
  }
  return result;
}

}  // namespace tichu::arena
