#include "arena/hosting/sandbox/sandbox.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <optional>
#include <string>

#include "arena/installation.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

bool has(SandboxKind kind) {
  SandboxConfig config;
  config.kind = kind;
  return Sandbox::find(config, {}).has_value();
}

/// Puts before bubblewrap a script of that name that ends by SIGKILL the first `times` times.
void let_bubblewrap_be_killed(const TemporaryFolder& folder, const std::filesystem::path& bwrap, int times) {
  const std::string begun = folder.path().string() + "/begun-";
  const auto script =
      folder.write("bwrap", "#!/bin/sh\n: > " + begun + "$$\n[ $(ls " + begun + "* | wc -l) -gt " +
                                std::to_string(times) + " ] || kill -9 $$\nexec " + bwrap.string() + " \"$@\"\n");
  // A root's boxes are made by other users.
  std::filesystem::permissions(script, std::filesystem::perms(0755));
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0777));
  ::setenv("PATH", (folder.path().string() + ":" + ::getenv("PATH")).c_str(), 1);
}

TEST(SandboxFind, TakesTheStrongestKindThoughOneTrialIsKilled) {
  const auto bwrap = on_search_path("bwrap");
  if (!bwrap || !has(SandboxKind::Bubblewrap)) GTEST_SKIP() << "bubblewrap does not work here";
  const TemporaryFolder folder;
  let_bubblewrap_be_killed(folder, *bwrap, 1);
  const auto found = Sandbox::find({}, {});
  ASSERT_TRUE(found) << found.error();
  EXPECT_EQ((*found)->report().kind, "bubblewrap");
  EXPECT_EQ((*found)->report().shortfall, "");
}

TEST(SandboxFind, SaysWhyAWeakerKindIsTakenIfEachTrialIsKilled) {
  const auto bwrap = on_search_path("bwrap");
  if (!bwrap || !has(SandboxKind::Landlock)) GTEST_SKIP() << "it takes both kinds";
  const TemporaryFolder folder;
  let_bubblewrap_be_killed(folder, *bwrap, 100);
  const auto found = Sandbox::find({}, {});
  ASSERT_TRUE(found) << found.error();
  EXPECT_EQ((*found)->report().kind, "landlock");
  EXPECT_NE((*found)->report().shortfall.find("bubblewrap: "), std::string::npos);
}

}  // namespace
}  // namespace tichu::arena
