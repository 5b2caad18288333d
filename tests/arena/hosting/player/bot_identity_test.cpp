#include "arena/hosting/player/bot_identity.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

TEST(BotIdentity, IsWhatTheBotSays) { EXPECT_EQ(said_identity("pico", "2.1-beta"), (BotIdentity{"pico", "2.1-beta"})); }

TEST(BotIdentity, IsABoundedHarmlessLine) {
  const BotIdentity identity = said_identity("\x1b[2J\xff", std::string(1000, 'x'));
  EXPECT_EQ(identity.name, "?[2J?");
  EXPECT_EQ(identity.version, std::string(MostIdentityBytes, 'x'));
  // Cut off between two characters.
  std::string letters;
  for (int i = 0; i < 50; ++i) letters += "\u00e9";
  EXPECT_EQ(said_identity("", "x" + letters).version.size(), MostIdentityBytes - 1);
}

}  // namespace
}  // namespace tichu::arena
