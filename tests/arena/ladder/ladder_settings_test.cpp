#include "arena/ladder/ladder_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

TEST(LadderSettings, AreTheDefaultsWhereTheFileSaysNothing) {
  const TemporaryFolder folder;
  const auto settings = read_ladder_settings(folder.write("ladder.toml", default_ladder_settings()));
  ASSERT_TRUE(settings) << settings.error().text();
  EXPECT_EQ(settings->uploads.bytes, LadderSettings().uploads.bytes);
}

TEST(LadderSettings, OfTheDefaultFileAreReadWithoutTheirNumberSigns) {
  const TemporaryFolder folder;
  const std::string text = std::regex_replace(default_ladder_settings(), std::regex("\n# ([a-z0-9_]+ = )"), "\n$1");
  const auto settings = read_ladder_settings(folder.write("ladder.toml", text));
  ASSERT_TRUE(settings) << settings.error().text();
  const LadderSettings defaults;
  EXPECT_EQ(settings->uploads.bytes, defaults.uploads.bytes);
  EXPECT_EQ(settings->steps.check, defaults.steps.check);
  EXPECT_EQ(settings->ratings.fault_share, defaults.ratings.fault_share);
  EXPECT_EQ(settings->play.references, defaults.play.references);
  EXPECT_EQ(settings->play.limits, defaults.play.limits);
}

TEST(LadderSettings, AreRefusedWithLineAndKey) {
  const TemporaryFolder folder;
  const auto problem = [&](const std::string& text) {
    const auto settings = read_ladder_settings(folder.write("ladder.toml", text));
    return settings ? std::string() : settings.error().text();
  };
  EXPECT_THAT(problem("\n[uploads]\nmb = 0\n"),
              testing::HasSubstr("ladder.toml:3:6: uploads.mb: must be a whole number"));
  EXPECT_THAT(problem("[uploads]\nday = 3\n"), testing::HasSubstr("no such setting"));
  EXPECT_THAT(problem("[uploads\n"), testing::HasSubstr("ladder.toml:1"));
  EXPECT_THAT(problem("open_accounts = 1\n"), testing::HasSubstr("true or false"));
  EXPECT_THAT(problem("[play]\nanchor = \"nobody\"\n"), testing::HasSubstr("play.anchor"));
  EXPECT_THAT(problem("[play]\nreferences = [\"greedy\"]\n"), testing::HasSubstr("at least two"));
}

}  // namespace
}  // namespace tichu::arena
