#include "arena/statistics/rating/symmetric_matrix.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace tichu::arena
