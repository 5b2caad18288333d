#include "arena/sandbox/control_groups.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

constexpr std::uint64_t MiB = 1 << 20;

TEST(MemoryEnd, AKilledBotIsChargedOnlyAtItsLimit) {
  EXPECT_EQ(memory_end("low 0\nhigh 0\nmax 9\noom 1\noom_kill 1\noom_group_kill 1", 64 * MiB, 512 * MiB),
            MemoryEnd::Group);
  EXPECT_EQ(memory_end("low 0\nhigh 0\nmax 0\noom 0\noom_kill 1\noom_group_kill 0", 64 * MiB, 512 * MiB),
            MemoryEnd::Machine);
  EXPECT_EQ(memory_end("oom_kill_disable 0\nunder_oom 0\noom_kill 1", 511 * MiB, 512 * MiB), MemoryEnd::Group);
  EXPECT_EQ(memory_end("oom_kill_disable 0\nunder_oom 0\noom_kill 1", 300 * MiB, 512 * MiB), MemoryEnd::Machine);
}

TEST(MemoryEnd, ReachingTheLimitWithoutBeingKilledIsNoEnd) {
  EXPECT_EQ(memory_end("low 0\nhigh 0\nmax 9\noom 0\noom_kill 0\noom_group_kill 0", 64 * MiB, 512 * MiB),
            MemoryEnd::None);
  EXPECT_EQ(memory_end("oom_kill_disable 0\nunder_oom 0\noom_kill 0", 512 * MiB, 512 * MiB), MemoryEnd::None);
  EXPECT_EQ(memory_end("", 0, 512 * MiB), MemoryEnd::None);
}

}  // namespace
}  // namespace tichu::arena
