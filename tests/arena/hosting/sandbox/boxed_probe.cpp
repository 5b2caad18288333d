#include "tests/arena/hosting/sandbox/boxed_probe.h"

#include <utility>

#include "arena/hosting/player/child_process.h"

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

}  // namespace

BoxedProbeTest::BoxedProbeTest() {
  config_.kind = GetParam();
  // A root's bots run as nobody.
  fs::permissions(folder_.path(), fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec);
  folder_.write("own/data", "own data");
  folder_.write("own/results/tournament", "results");
  folder_.write("own/cup.toml", "seed = 7");
  folder_.write("others/secret", "secret");
  fs::copy_file(TICHU_TEST_BOTS "/probe", own("probe"));
}

void BoxedProbeTest::SetUp() { make_sandbox(); }

void BoxedProbeTest::make_sandbox() {
  sandbox_.reset();
  auto found = Sandbox::find(config_, {own("results"), own("cup.toml"), folder_.path() / "others"});
  if (!found) GTEST_SKIP() << found.error();
  sandbox_ = std::move(*found);
}

ProbeResult BoxedProbeTest::probe(const std::string& attack, const std::string& argument) const {
  BoxedCommand command = sandbox_->prepare({own("probe"), {attack, "=" + argument}});
  ChildProcess process(*command.start());
  ProbeResult result;
  const auto deadline = ChildProcess::Clock::now() + 120s;
  Arrival arrival = process.wait(deadline);
  for (; arrival.end == WaitEnd::Bytes; arrival = process.wait(deadline)) result.output += arrival.bytes;
  if (arrival.end != WaitEnd::Ended) ADD_FAILURE() << attack << " did not end";
  process.kill();
  while (!result.output.empty() && result.output.back() == '\n') result.output.pop_back();
  result.errors = process.errors().tail();
  result.status = process.status();
  result.used = process.last_usage();
  result.end = process.box_end().value_or(BoxEnd{});
  return result;
}

std::string kind_name(const testing::TestParamInfo<SandboxKind>& kind) {
  return kind.param == SandboxKind::Bubblewrap ? "bubblewrap" : "landlock";
}

}  // namespace tichu::arena
