#include "engine/bounded_list.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tichu {
namespace {

using List = BoundedList<int, 4>;

TEST(BoundedList, HoldsWhatWasAddedInOrder) {
  List list;
  EXPECT_TRUE(list.empty());
  for (const int value : {3, 1, 2}) list.add(value);
  EXPECT_EQ(list.size(), 3);
  EXPECT_EQ(list[0], 3);
  EXPECT_TRUE(std::equal(list.begin(), list.end(), std::begin({3, 1, 2})));
  list.resize(1);
  EXPECT_EQ(list.size(), 1);
  list.clear();
  EXPECT_TRUE(list.empty());
}

TEST(BoundedList, ACopyHasValuesOfItsOwn) {
  List list;
  list.add(7);
  List copy = list;
  copy[0] = 8;
  copy.add(9);
  EXPECT_EQ(list[0], 7);
  EXPECT_EQ(list.size(), 1);
  List& same = list;
  list = same;
  EXPECT_EQ(list[0], 7);
  list = copy;
  EXPECT_EQ(list[1], 9);
}

}  // namespace
}  // namespace tichu
