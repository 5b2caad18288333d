#include "arena/statistics/rating/symmetric_matrix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/random.h"

namespace tichu::arena {
namespace {

SymmetricMatrix example_matrix() {
  SymmetricMatrix matrix(3);
  matrix.add(0, 0, 4);
  matrix.add(1, 1, 5);
  matrix.add(2, 2, 3);
  matrix.add(0, 1, -2);
  matrix.add(1, 2, 1);
  return matrix;
}

TEST(SymmetricMatrix, AddsOnBothSidesOfTheDiagonal) {
  const SymmetricMatrix matrix = example_matrix();
  EXPECT_EQ(matrix(0, 1), -2);
  EXPECT_EQ(matrix(1, 0), -2);
  EXPECT_EQ(matrix(1, 1), 5);
}

TEST(SymmetricMatrix, SolvesALinearSystem) {
  // (1, 2, 3) times the matrix is (0, 11, 11).
  const auto x = example_matrix().solve({0, 11, 11});
  EXPECT_NEAR(x[0], 1, 1e-12);
  EXPECT_NEAR(x[1], 2, 1e-12);
  EXPECT_NEAR(x[2], 3, 1e-12);
}

TEST(SymmetricMatrix, TimesItsInverseIsTheIdentity) {
  const SymmetricMatrix matrix = example_matrix();
  const SymmetricMatrix inverse = matrix.inverse();
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      double sum = 0;
      for (std::size_t k = 0; k < 3; ++k) sum += matrix(row, k) * inverse(k, column);
      EXPECT_NEAR(sum, row == column ? 1 : 0, 1e-12);
    }
  }
}

using Rows = std::vector<std::vector<double>>;

/// Squares of sparse random vectors and a diagonal: positive definite.
SymmetricMatrix random_matrix(std::size_t size) {
  Random random(size);
  SymmetricMatrix matrix(size);
  const auto index = [&] { return static_cast<std::size_t>(random.below(static_cast<std::uint32_t>(size))); };
  for (std::size_t i = 0; i < size; ++i) matrix.add(i, i, 0.01 + random.below(1000) / 997.0);
  for (std::size_t i = 0; i < 4 * size; ++i) {
    const std::size_t a = index();
    const std::size_t b = index();
    if (a != b) matrix.add_difference(a, b, random.below(1000) / 991.0);
  }
  return matrix;
}

Rows lower_triangle(const SymmetricMatrix& matrix) {
  Rows lower(matrix.size(), std::vector<double>(matrix.size()));
  for (std::size_t row = 0; row < matrix.size(); ++row) {
    for (std::size_t column = 0; column <= row; ++column) {
      double value = matrix(row, column);
      for (std::size_t k = 0; k < column; ++k) value -= lower[row][k] * lower[column][k];
      lower[row][column] = row == column ? std::sqrt(value) : value / lower[column][column];
    }
  }
  return lower;
}

/// Each number is a sum in the order of the formula, from the first index to the last.
Rows inverse_by_the_formula(const SymmetricMatrix& matrix) {
  const std::size_t size = matrix.size();
  const Rows lower = lower_triangle(matrix);
  Rows of_lower(size, std::vector<double>(size));
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t column = 0; column <= row; ++column) {
      double value = row == column ? 1 : 0;
      for (std::size_t k = column; k < row; ++k) value -= lower[row][k] * of_lower[k][column];
      of_lower[row][column] = value / lower[row][row];
    }
  }
  Rows inverse(size, std::vector<double>(size));
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t column = 0; column <= row; ++column) {
      for (std::size_t k = row; k < size; ++k) inverse[row][column] += of_lower[k][row] * of_lower[k][column];
      inverse[column][row] = inverse[row][column];
    }
  }
  return inverse;
}

Rows product(const Rows& left, const Rows& right) {
  Rows result(left.size(), std::vector<double>(left.size()));
  for (std::size_t row = 0; row < left.size(); ++row) {
    for (std::size_t column = 0; column < left.size(); ++column) {
      for (std::size_t k = 0; k < left.size(); ++k) result[row][column] += left[row][k] * right[k][column];
    }
  }
  return result;
}

Rows rows_of(const SymmetricMatrix& matrix) {
  Rows rows(matrix.size(), std::vector<double>(matrix.size()));
  for (std::size_t row = 0; row < matrix.size(); ++row) {
    for (std::size_t column = 0; column < matrix.size(); ++column) rows[row][column] = matrix(row, column);
  }
  return rows;
}

TEST(SymmetricMatrix, HasTheBitsOfTheFormulasWhateverItsSize) {
  for (const std::size_t size : std::vector<std::size_t>{1, 2, 5, 31, 32, 33, 64, 71, 150}) {
    const SymmetricMatrix matrix = random_matrix(size);
    const SymmetricMatrix inverse = matrix.inverse();
    EXPECT_EQ(rows_of(inverse), inverse_by_the_formula(matrix)) << size;
    const Rows whole = product(product(rows_of(inverse), rows_of(matrix)), rows_of(inverse));
    const SymmetricMatrix sandwich = inverse.sandwich(matrix);
    for (std::size_t row = 0; row < size; ++row) {
      for (std::size_t column = 0; column < size; ++column) {
        EXPECT_EQ(sandwich(row, column), whole[std::max(row, column)][std::min(row, column)]) << size;
      }
    }
  }
}

}  // namespace
}  // namespace tichu::arena
