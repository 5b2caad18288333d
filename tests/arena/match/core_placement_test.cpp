#include "arena/match/core_placement.h"

#include <gtest/gtest.h>

#include <thread>

namespace tichu::arena {
namespace {

TEST(CorePlacement, KeepsTheThreadOnOneCoreAndGivesTheOthersBack) {
  const std::vector<int> before = usable_cores();
  ASSERT_FALSE(before.empty());
  {
    const CorePlacement placement(before.back());
    EXPECT_EQ(usable_cores(), std::vector<int>{before.back()});
    std::vector<int> inherited;
    std::thread([&] { inherited = usable_cores(); }).join();
    EXPECT_EQ(inherited, std::vector<int>{before.back()});
  }
  EXPECT_EQ(usable_cores(), before);
}

TEST(CorePlacement, OfACoreThatIsNotThereChangesNothing) {
  const std::vector<int> before = usable_cores();
  {
    const CorePlacement placement(CPU_SETSIZE - 1);
    EXPECT_EQ(usable_cores(), before);
  }
  EXPECT_EQ(usable_cores(), before);
}

}  // namespace
}  // namespace tichu::arena
