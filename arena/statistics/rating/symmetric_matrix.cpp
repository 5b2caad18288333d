#include "arena/statistics/rating/symmetric_matrix.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace tichu::arena {
namespace {

/// to[0..count) -= factor * from[0..count). All long loops here have this form, or take four such steps at once, which
/// the compiler makes vectors of without changing any sum's order.
void subtract_multiple(double* to, const double* from, double factor, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[i] -= factor * from[i];
}

/// So many lines of a thousand numbers stay in a processor's second cache while all lines of a matrix pass by.
constexpr std::size_t Tile = 32;

/// Subtracts from `to` the lines that begin at `from`, each `stride` behind the one before it, times their factors: one
/// after another.
void subtract_lines(double* to, const double* from, std::size_t stride, std::span<const double> factors,
                    std::size_t count) {
  std::size_t line = 0;
  for (; line + 4 <= factors.size(); line += 4) {
    const double* const a = from + line * stride;
    const double* const b = a + stride;
    const double* const c = b + stride;
    const double* const d = c + stride;
    const std::array<double, 4> f{factors[line], factors[line + 1], factors[line + 2], factors[line + 3]};
    for (std::size_t i = 0; i < count; ++i) {
      to[i] = (((to[i] - f[0] * a[i]) - f[1] * b[i]) - f[2] * c[i]) - f[3] * d[i];
    }
  }
  for (; line < factors.size(); ++line) subtract_multiple(to, from + line * stride, factors[line], count);
}

/// Hands out the numbers 0..size in their order, as many at a time as a tile has: from, and up to.
template <typename Work>
void in_tiles(std::size_t size, const Work& work) {
  for (std::size_t from = 0; from < size; from += Tile) work(from, std::min(from + Tile, size));
}

/// L⁻¹ by rows, of a lower triangle.
std::vector<double> inverse_of_lower(const std::vector<double>& lower, std::size_t size) {
  std::vector<double> inverted(size * size, 0.0);
  in_tiles(size, [&](std::size_t from, std::size_t to) {
    for (std::size_t row = from; row < to; ++row) {
      double* own = &inverted[row * size];
      for (std::size_t k = from; k < row; ++k)
        subtract_multiple(own, &inverted[k * size], lower[row * size + k], k + 1);
      own[row] = 1.0;
      for (std::size_t i = 0; i <= row; ++i) own[i] /= lower[row * size + row];
    }
    for (std::size_t row = to; row < size; ++row) {
      subtract_lines(&inverted[row * size], &inverted[from * size], size, {&lower[row * size + from], to - from}, to);
    }
  });
  return inverted;
}

/// Adds left · right to `sum`, of each of its `rows` the first `wanted(row)` numbers.
template <typename Wanted>
void add_product(std::vector<double>& sum, std::span<const double> left, std::span<const double> right,
                 std::size_t rows, std::size_t inner, const Wanted& wanted) {
  std::array<double, Tile> factors{};
  in_tiles(inner, [&](std::size_t from, std::size_t to) {
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t columns = sum.size() / rows;
      for (std::size_t k = from; k < to; ++k) factors[k - from] = -left[row * inner + k];
      subtract_lines(&sum[row * columns], &right[from * columns], columns, {factors.data(), to - from}, wanted(row));
    }
  });
}

}  // namespace

std::vector<double> product_of(std::span<const double> left, std::span<const double> right, std::size_t rows,
                               std::size_t inner, std::size_t columns) {
  std::vector<double> result(rows * columns, 0.0);
  add_product(result, left, right, rows, inner, [&](std::size_t) { return columns; });
  return result;
}

std::vector<double> transposed(const std::vector<double>& matrix, std::size_t rows, std::size_t columns) {
  std::vector<double> turned(matrix.size());
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      turned[column * rows + row] = matrix[row * columns + column];
    }
  }
  return turned;
}

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

void SymmetricMatrix::add_halves(const std::vector<double>& square, double weight) {
  for (std::size_t row = 0; row < size_; ++row) {
    for (std::size_t column = 0; column <= row; ++column) {
      // Rounding must not make it unsymmetric.
      add(row, column, weight * (square[row * size_ + column] + square[column * size_ + row]) / 2);
    }
  }
}

void SymmetricMatrix::add_product(std::span<const double> left, std::span<const double> right, std::size_t inner,
                                  double weight) {
  std::vector<double> product(size_ * size_, 0.0);
  arena::add_product(product, left, right, size_, inner, [](std::size_t row) { return row + 1; });
  for (std::size_t row = 0; row < size_; ++row) {
    for (std::size_t column = 0; column <= row; ++column) add(row, column, weight * product[row * size_ + column]);
  }
}

void SymmetricMatrix::scale(double factor) {
  for (double& value : values_) value *= factor;
}

std::vector<double> SymmetricMatrix::cholesky() const {
  std::vector<double> lower = values_;
  std::vector<double> columns(Tile * size_);  // of the tile, one after another
  in_tiles(size_, [&](std::size_t from, std::size_t to) {
    for (std::size_t k = from; k < to; ++k) {
      double* column = &columns[(k - from) * size_];
      assert(lower[k * size_ + k] > 0);
      const double root = std::sqrt(lower[k * size_ + k]);
      lower[k * size_ + k] = root;
      for (std::size_t row = k + 1; row < size_; ++row) column[row] = lower[row * size_ + k] /= root;
      for (std::size_t row = k + 1; row < size_; ++row) {
        subtract_multiple(&lower[row * size_ + k + 1], &column[k + 1], column[row], std::min(row, to - 1) - k);
      }
    }
    for (std::size_t row = to; row < size_; ++row) {
      double* own = &lower[row * size_];
      subtract_lines(own + to, &columns[to], size_, {own + from, to - from}, row + 1 - to);
    }
  });
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
  const std::vector<double> inverted = inverse_of_lower(cholesky(), size_);
  // The inverse is L⁻ᵀ L⁻¹, the sum of the products of each row with itself.
  SymmetricMatrix result(size_);
  std::array<double, Tile> factors{};
  in_tiles(size_, [&](std::size_t from, std::size_t to) {
    for (std::size_t row = 0; row < to; ++row) {
      const std::size_t first = std::max(from, row);
      for (std::size_t k = first; k < to; ++k) factors[k - first] = -inverted[k * size_ + row];
      subtract_lines(&result.values_[row * size_], &inverted[first * size_], size_, {factors.data(), to - first},
                     row + 1);
    }
  });
  for (std::size_t row = 0; row < size_; ++row) {
    for (std::size_t column = 0; column < row; ++column) {
      result.values_[column * size_ + row] = result.values_[row * size_ + column];
    }
  }
  return result;
}

SymmetricMatrix SymmetricMatrix::sandwich(const SymmetricMatrix& meat) const {
  SymmetricMatrix result(size_);
  result.add_product(product_of(values_, meat.values_, size_, size_, size_), values_, size_, 1);
  return result;
}

}  // namespace tichu::arena
