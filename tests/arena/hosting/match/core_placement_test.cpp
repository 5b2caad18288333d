#include "arena/hosting/match/core_placement.h"

#include <gtest/gtest.h>
#include <unistd.h>

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

TEST(CoreClaim, TwoAtATimeHaveDifferentCores) {
  // Numbers that no machine has and no other run of this test.
  const int number = 100'000 + 2 * ::getpid();
  const std::vector<int> cores{number, number + 1};
  const CoreClaim one(cores, 0);
  EXPECT_EQ(one.core(), number);
  {
    const CoreClaim other(cores, 0);
    EXPECT_EQ(other.core(), number + 1);
    EXPECT_EQ(CoreClaim(cores, 3).core(), number + 1) << "where all are claimed, it shares";
  }
  EXPECT_EQ(CoreClaim(cores, 0).core(), number + 1) << "a claim ends with its object";
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
