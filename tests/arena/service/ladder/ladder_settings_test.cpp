#include "arena/service/ladder/ladder_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <regex>
#include <sstream>
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

TEST(LadderSettings, TakeNoPoolThatATestCouldHardlyPlay) {
  const TemporaryFolder folder;
  const auto read = [&](std::uint64_t pool) {
    return read_ladder_settings(folder.write("ladder.toml", "[quotas]\ntest_pool = " + std::to_string(pool) + "\n"));
  };
  EXPECT_TRUE(read(MostTestPool));
  EXPECT_FALSE(read(MostTestPool + 1));
}

TEST(LadderSettings, AreAllExplained) {
  std::istringstream lines(default_ladder_settings());
  for (std::string line; std::getline(lines, line);) {
    if (line.find(" = ") == std::string::npos) continue;
    EXPECT_THAT(line, testing::HasSubstr("  # "));
  }
}

TEST(LadderSettings, AreToldAsLimitsWithUnitsInTheFilesWords) {
  LadderSettings settings;
  settings.uploads.bytes = 48 * Mebibyte;
  settings.play.limits.decision = std::chrono::milliseconds(750);
  const auto limits = explained_limits(settings);
  const auto find = [&](const std::string& key) {
    const auto found =
        std::find_if(limits.begin(), limits.end(), [&](const ExplainedLimit& limit) { return limit.key == key; });
    return found == limits.end() ? ExplainedLimit{} : *found;
  };
  EXPECT_EQ(find("uploads.mb").value, 48);
  EXPECT_EQ(find("uploads.mb").unit, "MiB");
  EXPECT_EQ(find("uploads.mb").group, LimitGroup::Submitting);
  EXPECT_EQ(find("limits.decision_ms").value, 750);
  EXPECT_EQ(find("limits.decision_ms").unit, "ms");
  EXPECT_EQ(find("limits.decision_ms").group, LimitGroup::Playing);
  EXPECT_EQ(find("ratings.fault_share").value, 10);
  EXPECT_EQ(find("ratings.fault_share").unit, "%");
  EXPECT_EQ(find("quotas.tests_a_day").group, LimitGroup::Asking);
  EXPECT_EQ(find("care.backups").key, "") << "nobody keeps to it";
  for (const ExplainedLimit& limit : limits) {
    EXPECT_THAT(default_ladder_settings(), testing::HasSubstr("  # " + limit.meaning + "\n")) << limit.key;
  }
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
  for (const std::string network :
       {"10.1.0.0", "10.1.0.0/33", "10.1/16", "fd00::/129", "lan/8", "10.1.0.0/", "10.1.0.0/8x"}) {
    EXPECT_THAT(problem("hook_networks = [\"" + network + "\"]\n"), testing::HasSubstr("written as")) << network;
  }
  EXPECT_EQ(problem("hook_networks = [\"10.1.0.0/16\", \"fd00::/8\"]\n"), "");
}

}  // namespace
}  // namespace tichu::arena
