#include "arena/hosting/player/bounded_log.h"

#include <gtest/gtest.h>

#include <string>

namespace tichu::arena {
namespace {

TEST(BoundedLog, KeepsAShortStreamWhole) {
  BoundedLog log;
  log.append("started\n");
  log.append("stopped\n");
  EXPECT_EQ(log.text(), "started\nstopped\n");
  EXPECT_EQ(log.tail(8), "stopped\n");
  EXPECT_EQ(log.size(), 16u);
}

TEST(BoundedLog, KeepsBeginningAndEndOfALongStream) {
  BoundedLog log;
  log.append("first line\n");
  for (int i = 0; i < 1000; ++i) log.append(std::string(1000, 'x'));
  log.append("last line\n");
  const std::string text = log.text();
  EXPECT_EQ(text.substr(0, 11), "first line\n");
  EXPECT_EQ(text.substr(text.size() - 10), "last line\n");
  EXPECT_EQ(log.tail(10), "last line\n");
  EXPECT_EQ(log.size(), 1'000'021u);
  const std::string dropped = "\n[" + std::to_string(1'000'021 - 2 * BoundedLog::Kept) + " bytes left out]\n";
  EXPECT_NE(text.find(dropped), std::string::npos);
  EXPECT_EQ(text.size(), 2 * BoundedLog::Kept + dropped.size());
}

TEST(BoundedLog, TakesOnePieceLargerThanAllItKeeps) {
  BoundedLog log;
  std::string piece(10 * BoundedLog::Kept, 'a');
  piece.back() = 'z';
  log.append(piece);
  EXPECT_EQ(log.tail(2), "az");
  EXPECT_LT(log.text().size(), 2 * BoundedLog::Kept + 100);
}

}  // namespace
}  // namespace tichu::arena
