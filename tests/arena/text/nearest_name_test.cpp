#include "arena/text/nearest_name.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

const std::vector<std::string> Names{"play", "export", "import", "resume", "report"};

TEST(NearestName, IsThatWithTheFewestSlips) {
  EXPECT_EQ(nearest_name("plya", Names), "play") << "swapped";
  EXPECT_EQ(nearest_name("pla", Names), "play") << "left out";
  EXPECT_EQ(nearest_name("exsport", Names), "export") << "put in";
  EXPECT_EQ(nearest_name("repart", Names), "report") << "changed";
  EXPECT_EQ(nearest_name("eport", Names), "export") << "the first of several";
}

TEST(NearestName, IsNoneWhereMoreThanAThirdIsWrong) {
  EXPECT_EQ(nearest_name("deal", Names), std::nullopt);
  EXPECT_EQ(nearest_name("rsme", Names), std::nullopt);
  EXPECT_EQ(nearest_name("", Names), std::nullopt);
  EXPECT_EQ(nearest_name("play", {}), std::nullopt);
  EXPECT_EQ(nearest_name(std::string(100'000, 'x'), {std::string(100'000, 'x')}), std::nullopt) << "no slip of a key";
}

}  // namespace
}  // namespace tichu::arena
