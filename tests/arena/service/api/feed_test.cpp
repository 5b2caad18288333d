#include "arena/service/api/feed.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

constexpr const char* Hostile = "</title><script>alert('x')</script>\"&\x01\xff";

TEST(AtomFeed, HoldsTextsAsTexts) {
  LadderEvent event;
  event.cursor = 7;
  event.time = 86'400;
  event.kind = "version.state";
  event.bot = Hostile;
  event.number = 2;
  event.state = "refused";
  event.code = Hostile;
  event.detail = Hostile;
  const std::string feed = atom_feed(Hostile, "http://localhost:1/", "api/v1/ladder.atom", {event});
  EXPECT_EQ(feed.find("<script"), std::string::npos);
  EXPECT_EQ(feed.find('\x01'), std::string::npos);
  EXPECT_EQ(feed.find('\xff'), std::string::npos);
  EXPECT_NE(feed.find("<updated>1970-01-02T00:00:00Z</updated>"), std::string::npos);
  EXPECT_NE(feed.find("<id>http://localhost:1/#event=7</id>"), std::string::npos);
}

TEST(Badge, HoldsTextsAsTexts) {
  const std::string badge = badge_svg(Hostile, Hostile);
  EXPECT_EQ(badge.find("<script"), std::string::npos);
  EXPECT_NE(badge_svg("fox", "#1 · +12 ± 3").find("#1 · +12 ± 3"), std::string::npos);
}

}  // namespace
}  // namespace tichu::arena
