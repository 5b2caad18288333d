#include "arena/text/bounded_line.h"

#include <gtest/gtest.h>

#include <sstream>

namespace tichu::arena {
namespace {

TEST(BoundedLine, ReadsLinesWithAndWithoutAnEnd) {
  std::istringstream input("one\n\nlast");
  std::string line;
  EXPECT_EQ(read_bounded_line(input, line, 4), LineRead::Line);
  EXPECT_EQ(line, "one");
  EXPECT_EQ(read_bounded_line(input, line, 4), LineRead::Line);
  EXPECT_EQ(line, "");
  EXPECT_EQ(read_bounded_line(input, line, 4), LineRead::Line);
  EXPECT_EQ(line, "last");
  EXPECT_EQ(read_bounded_line(input, line, 4), LineRead::End);
}

TEST(BoundedLine, StopsAtALineThatIsTooLong) {
  std::istringstream input("12345\nnext\n");
  std::string line;
  EXPECT_EQ(read_bounded_line(input, line, 4), LineRead::TooLong);
}

}  // namespace
}  // namespace tichu::arena
