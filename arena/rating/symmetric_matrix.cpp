#include "arena/rating/symmetric_matrix.h"

#include <cassert>
#include <cmath>

namespace tichu::arena {

void SymmetricMatrix::add(std::size_t row, std::size_t column, double value) {
  values_[row * size_ + column] += value;
  if (row != column) values_[column * size_ + row] += value;
}

std::vector<double> SymmetricMatrix::cholesky() const {
  std::vector<double> lower(size_ * size_, 0.0);
  for (std::size_t row = 0; row < size_; ++row) {
    for (std::size_t column = 0; column <= row; ++column) {
      double sum = (*this)(row, column);
      for (std::size_t k = 0; k < column; ++k) sum -= lower[row * size_ + k] * lower[column * size_ + k];
      if (row == column) {
        assert(sum > 0);
        lower[row * size_ + row] = std::sqrt(sum);
      } else {
        lower[row * size_ + column] = sum / lower[column * size_ + column];
      }
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
    for (std::size_t k = row + 1; k < size_; ++k) x[row] -= lower[k * size_ + row] * x[k];
    x[row] /= lower[row * size_ + row];
  }
  return x;
}

SymmetricMatrix SymmetricMatrix::inverse() const {
  const std::vector<double> lower = cholesky();
  // The rows of `columns` are the columns of L⁻¹; the inverse is L⁻ᵀ L⁻¹, a product of such rows.
  std::vector<double> columns(size_ * size_, 0.0);
  for (std::size_t column = 0; column < size_; ++column) {
    double* of_column = &columns[column * size_];
    of_column[column] = 1.0 / lower[column * size_ + column];
    for (std::size_t row = column + 1; row < size_; ++row) {
      double sum = 0;
      for (std::size_t k = column; k < row; ++k) sum -= lower[row * size_ + k] * of_column[k];
      of_column[row] = sum / lower[row * size_ + row];
    }
  }
  SymmetricMatrix result(size_);
  for (std::size_t row = 0; row < size_; ++row) {
    for (std::size_t column = 0; column <= row; ++column) {
      double sum = 0;
      for (std::size_t k = row; k < size_; ++k) sum += columns[row * size_ + k] * columns[column * size_ + k];
      result.add(row, column, sum);
    }
  }
  return result;
}

}  // namespace tichu::arena
