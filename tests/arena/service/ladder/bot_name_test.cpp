#include "arena/service/ladder/bot_name.h"

#include <gtest/gtest.h>

#include "arena/service/ladder/version.h"

namespace tichu::arena {
namespace {

TEST(LadderName, HasSmallLettersDigitsAndHyphens) {
  for (const char* name : {"fox", "deep-tichu-2", "a1b", "abcdefghijklmnopqrstuvwxyz012345"}) {
    EXPECT_TRUE(check_ladder_name(name)) << name;
  }
  for (const char* name : {"", "fo", "Fox", "1fox", "-fox", "fox-", "f--x", "fox_1", "f x", "füchse", "fox\n", "admin",
                           "tichu", "abcdefghijklmnopqrstuvwxyz0123456"}) {
    EXPECT_FALSE(check_ladder_name(name)) << name;
  }
}

TEST(LadderName, LooksAlikeWhateverDigitsStandForLetters) {
  EXPECT_EQ(look_of("black-fox"), look_of("b1ackf0x"));
  EXPECT_EQ(look_of("modern"), look_of("rnodem"));
  EXPECT_EQ(look_of("will"), look_of("vvi1l"));
  EXPECT_NE(look_of("fox"), look_of("box"));
}

TEST(VersionName, HasANumberAfterAnAtSign) {
  EXPECT_EQ(version_name("fox@12")->number, 12);
  EXPECT_EQ(version_name("fox")->number, std::nullopt);
  EXPECT_TRUE(version_name("nobody@1")) << "there is none, but it is a name";
  for (const char* text : {"", "@1", "fox@", "fox@0", "fox@-1", "fox@1x", "fox@01", "fox@99999999999", "FOX@1"}) {
    EXPECT_FALSE(version_name(text)) << text;
  }
}

}  // namespace
}  // namespace tichu::arena
