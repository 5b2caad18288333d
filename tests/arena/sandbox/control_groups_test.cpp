#include "arena/sandbox/control_groups.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

TEST(MemoryEnd, AKilledBotIsChargedOnlyAtItsLimit) {
  EXPECT_EQ(memory_end("low 0\nhigh 0\nmax 9\noom 1\noom_kill 1\noom_group_kill 1", ""), MemoryEnd::Group);
  EXPECT_EQ(memory_end("low 0\nhigh 0\nmax 0\noom 0\noom_kill 1\noom_group_kill 0", ""), MemoryEnd::Machine);
  EXPECT_EQ(memory_end("oom_kill_disable 0\nunder_oom 0\noom_kill 1", "12"), MemoryEnd::Group);
  EXPECT_EQ(memory_end("oom_kill_disable 0\nunder_oom 0\noom_kill 1", "0"), MemoryEnd::Machine);
}

TEST(MemoryEnd, ReachingTheLimitWithoutBeingKilledIsNoEnd) {
  EXPECT_EQ(memory_end("low 0\nhigh 0\nmax 9\noom 0\noom_kill 0\noom_group_kill 0", ""), MemoryEnd::None);
  EXPECT_EQ(memory_end("oom_kill_disable 0\nunder_oom 0\noom_kill 0", "12"), MemoryEnd::None);
  EXPECT_EQ(memory_end("", ""), MemoryEnd::None);
}

}  // namespace
}  // namespace tichu::arena
