#include "arena/hosting/player/bounded_log.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

TEST(BoundedLog, KeepsAShortStreamWhole) {
  BoundedLog log;
  log.append("started\n");
  log.append("stopped\n");
  EXPECT_EQ(log.tail(), "started\nstopped\n");
  EXPECT_EQ(log.tail(8), "stopped\n");
  EXPECT_EQ(log.size(), 16u);
}

TEST(BoundedLog, KeepsTheEndOfALongStream) {
  BoundedLog log;
  for (int i = 0; i < 1000; ++i) log.append(std::string(1000, 'x'));
  log.append("last line\n");
  EXPECT_EQ(log.tail(10), "last line\n");
  EXPECT_EQ(log.tail().size(), BoundedLog::Kept);
  EXPECT_EQ(log.size(), 1'000'010u);
}

TEST(BoundedLog, TakesOnePieceLargerThanAllItKeeps) {
  BoundedLog log;
  std::string piece(10 * BoundedLog::Kept, 'a');
  piece.back() = 'z';
  log.append(piece);
  EXPECT_EQ(log.tail(2), "az");
  EXPECT_EQ(log.tail(piece.size()).size(), BoundedLog::Kept);
}

}  // namespace
}  // namespace tichu::arena
