#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/hosting/sandbox/sandbox.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {

/// What a probe (tests/bots/probe.cpp) did in its box.
struct ProbeResult {
  std::string output;  ///< without the last line feed
  std::string errors;
  int status = 0;  ///< as from waitpid
  ResourceUsage used;
  BoxEnd end;

  /// Whether the attack was met with a denial.
  bool denied() const { return output.starts_with("denied"); }
};

/// A folder with a probe in it, folders of others beside it, and a sandbox of one kind. A test of a kind that this
/// machine does not have is skipped, with the reason.
class BoxedProbeTest : public testing::TestWithParam<SandboxKind> {
 protected:
  BoxedProbeTest();
  void SetUp() override;

  /// Makes the sandbox; to be called again after a change of `config_`.
  void make_sandbox();
  /// Lets the probe try an attack and waits for its end, at most half a minute.
  ProbeResult probe(const std::string& attack, const std::string& argument = "") const;
  bool is_box() const { return GetParam() == SandboxKind::Bubblewrap; }
  std::filesystem::path own(const std::string& name = "") const { return folder_.path() / "own" / name; }
  std::filesystem::path others(const std::string& name) const { return folder_.path() / "others" / name; }

  TemporaryFolder folder_;
  SandboxConfig config_;
  std::unique_ptr<Sandbox> sandbox_;
};

/// The name of a kind in a test's name.
std::string kind_name(const testing::TestParamInfo<SandboxKind>& kind);

}  // namespace tichu::arena
