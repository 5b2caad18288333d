// Programs in a sandbox, of either kind: what goes wrong is named as without one.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>

#include "arena/hosting/player/make_player.h"
#include "arena/hosting/player/plugin_library.h"
#include "arena/hosting/player/program_player.h"
#include "tests/arena/hosting/player/misdeeds.h"
#include "tests/arena/hosting/player/seat_at_deal.h"
#include "tests/arena/patient_limits.h"
#include "tests/arena/temporary_folder.h"
#include "tests/bots/tagged_processes.h"
#include "tests/sanitizers.h"

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;
using tests::Misdeed;
using tests::PatientLimits;
using tests::SeatAtDeal;

/// A sandbox of the kind, or none and why.
std::pair<std::unique_ptr<Sandbox>, std::string> sandbox_of(SandboxKind kind, std::optional<std::uint64_t> memory_mb) {
  SandboxConfig config;
  config.kind = kind;
  if (tests::IsSanitized) config.memory_mb = tests::SanitizedMegabytes;
  config.memory_mb = memory_mb.value_or(config.memory_mb);
  auto found = Sandbox::find(config, {});
  if (!found) return {nullptr, found.error()};
  return {std::move(*found), ""};
}

class BoxedPlayer : public testing::Test {
 protected:
  void use(SandboxKind kind, std::optional<std::uint64_t> memory_mb = std::nullopt) {
    sandbox_.reset();  // a process has one at a time
    auto [sandbox, problem] = sandbox_of(kind, memory_mb);
    if (!sandbox) GTEST_SKIP() << problem;
    sandbox_ = std::move(sandbox);
  }
  BotSpec program(std::vector<std::string> arguments = {}) const {
    BotSpec spec = tests::scripted_program(tag_, std::move(arguments));
    spec.trusted = false;
    return spec;
  }
  void TearDown() override {
    EXPECT_TRUE(tests::all_gone(tag_)) << "a process was left behind";
    EXPECT_FALSE(tests::has_zombie_child());
  }

  const std::string tag_ = tests::new_tag();
  std::unique_ptr<Sandbox> sandbox_;
};

class BoxedKind : public BoxedPlayer, public testing::WithParamInterface<SandboxKind> {
 protected:
  void SetUp() override { use(GetParam()); }
};

/// The most memory that a process has had, bytes.
std::uint64_t peak_bytes(int process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string word; status >> word;) {
    std::uint64_t kib = 0;
    if (word == "VmHWM:" && status >> kib) return kib << 10;
  }
  return 0;
}

std::string kind_name(SandboxKind kind) { return kind == SandboxKind::Bubblewrap ? "bubblewrap" : "landlock"; }

INSTANTIATE_TEST_SUITE_P(Each, BoxedKind, testing::Values(SandboxKind::Bubblewrap, SandboxKind::Landlock),
                         [](const auto& tested) { return kind_name(tested.param); });

TEST_P(BoxedKind, AnHonestProgramAnswersAndIsKept) {
  ProgramPlayer player(program(), PatientLimits, sandbox_.get());
  for (int table = 0; table < 3; ++table) {
    ASSERT_TRUE(player.sit_down({}));
    SeatAtDeal seat(player);
    const auto said = seat.ask_turn();
    ASSERT_TRUE(said) << said.error().text;
  }
}

TEST_P(BoxedKind, TheMemoryThatIsToldIsTheBots) {
  ProgramPlayer player(program(), PatientLimits, sandbox_.get());
  ASSERT_TRUE(player.sit_down({}));
  SeatAtDeal seat(player);
  ASSERT_TRUE(seat.ask_grand_tichu());
  std::uint64_t largest = 0;
  for (const int process : tests::living_processes(tag_)) largest = std::max(largest, peak_bytes(process));
  player.end();
  EXPECT_GE(player.usage().peak_memory, largest);
  EXPECT_LE(player.usage().peak_memory, 2 * largest);
}

TEST_P(BoxedKind, TheMemoryOfAPythonBotIsBounded) {
  constexpr std::uint64_t Limit = 64;
  use(GetParam(), Limit);
  const TemporaryFolder folder;
  // A root's bots run as nobody.
  std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
  BotSpec hog = program();
  hog.path = "/usr/bin/python3";
  const std::filesystem::path script = folder.path() / "hog.py";
  hog.arguments.insert(hog.arguments.begin(), script.string());
  // Of its own, as lists and strings are: Python is refused more. Shared: the group or the watch ends it, where that is
  // to be had at all.
  const char* own = "kept = []\nwhile True: kept.append(bytearray(b'x' * 1048576))\n";
  const char* shared = "import mmap\nkept = mmap.mmap(-1, 1 << 28)\nwhile True: kept.write(b'x' * 1048576)\n";
  for (const char* text : {own, shared}) {
    folder.write("hog.py", text);
    ProgramPlayer player(hog, PatientLimits, sandbox_.get());
    const auto seated = player.sit_down({});
    ASSERT_FALSE(seated);
    const Fault& fault = seated.error();
    const std::string seen = fault.text + ": " + fault.stderr_tail;
    const bool is_refused = fault.kind == FaultKind::Crash && seen.find("Error") != std::string::npos;
    EXPECT_TRUE(is_refused || fault.kind == FaultKind::LimitExceeded) << seen;
    EXPECT_EQ(is_refused, text == own || GetParam() == SandboxKind::Landlock) << seen;
    EXPECT_LE(player.usage().peak_memory, (Limit + 32) << 20) << seen;
  }
}

TEST_P(BoxedKind, AHaltedBotStandsStillUntilItIsAsked) {
  const bool may_fork = GetParam() == SandboxKind::Bubblewrap;
  ProgramPlayer player(program(may_fork ? std::vector<std::string>{"--fork-at", "1"} : std::vector<std::string>{}),
                       PatientLimits, sandbox_.get());
  ASSERT_TRUE(player.sit_down({}));
  SeatAtDeal seat(player);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(seat.ask_grand_tichu());
    EXPECT_TRUE(tests::are_stopped(tag_, 0));
    player.halt();
    EXPECT_TRUE(tests::are_stopped(tag_, may_fork ? 2 : 1));
  }
}

TEST_P(BoxedKind, WorkBetweenAnAnswerAndTheNextQuestionIsToldApart) {
  constexpr std::chrono::nanoseconds Work = 20ms;
  BotSpec burner = program();
  burner.path = std::filesystem::path(TICHU_TEST_BOTS) / "hostile/cpu_burner/cpu_burner";
  ProgramPlayer player(burner, {.start = 60s, .decision = 60s, .shutdown = 50ms}, sandbox_.get());
  ASSERT_TRUE(player.sit_down({}));
  SeatAtDeal seat(player);
  ASSERT_TRUE(seat.ask_grand_tichu(1h));
  const std::chrono::nanoseconds used = player.usage().processor;
  while (player.usage().processor < used + Work) {
  }
  EXPECT_EQ(player.usage().pondering, 0ns) << "the pause is not over";
  ASSERT_TRUE(seat.ask_push(1h));
  EXPECT_GE(player.usage().pondering, Work - PonderingClock::Slack);
  EXPECT_LE(player.usage().pondering, player.usage().processor);
}

TEST_P(BoxedKind, ABotThatWaitsForItsQuestionsDoesNotPonder) {
  ProgramPlayer player(program(), PatientLimits, sandbox_.get());
  for (int table = 0; table < 10; ++table) {
    ASSERT_TRUE(player.sit_down({}));
    SeatAtDeal seat(player);
    ASSERT_TRUE(seat.ask_grand_tichu());
    ASSERT_TRUE(seat.ask_push());
  }
  player.end();
  EXPECT_EQ(player.usage().pondering, 0ns);
}

TEST_P(BoxedKind, AHaltedBotEndsInGoodOrder) {
  ProgramPlayer player(program(), {.start = 60s, .decision = 60s, .shutdown = 10s}, sandbox_.get());
  ASSERT_TRUE(player.sit_down({}));
  player.halt();
  EXPECT_TRUE(tests::are_stopped(tag_, 1));
}

TEST_P(BoxedKind, AnAnswerBeforeItsQuestionIsABadMessage) {
  BotSpec early = program();
  early.path = TICHU_TEST_BOTS "/hostile/early_answer/early_answer";
  ProgramPlayer player(early, PatientLimits, sandbox_.get());
  ASSERT_TRUE(player.sit_down({}));
  SeatAtDeal seat(player);
  // Its second answer may come together with its first, which is a fault of the first question then.
  auto said = seat.ask_grand_tichu();
  if (said) said = seat.ask_grand_tichu();
  ASSERT_FALSE(said);
  EXPECT_EQ(to_text(said.error().kind), to_text(FaultKind::BadMessage)) << said.error().text;
}

TEST_P(BoxedKind, ABotThatWantsToBeWokenStaysHalted) {
  BotSpec dodger = program();
  dodger.path = TICHU_TEST_BOTS "/hostile/halt_dodger/halt_dodger";
  ProgramPlayer player(dodger, PatientLimits, sandbox_.get());
  ASSERT_TRUE(player.sit_down({}));
  SeatAtDeal seat(player);
  ASSERT_TRUE(seat.ask_grand_tichu());
  player.halt();
  ASSERT_TRUE(tests::are_stopped(tag_, 1));
  const auto before = tests::processor_time_of_stopped(tag_);
  for (int i = 0; i < 5; ++i) {
    BotSpec other = tests::scripted_program(tests::new_tag());
    other.trusted = false;
    EXPECT_TRUE(probe(other, PatientLimits, sandbox_.get()));
  }
  EXPECT_EQ(tests::processor_time_of_stopped(tag_), before) << "it works while others play";
  EXPECT_TRUE(seat.ask_grand_tichu()) << "it may go on when it is asked";
}

TEST_F(BoxedPlayer, WhatWakesAHaltedBotInItsBoxIsUndone) {
  use(SandboxKind::Bubblewrap);
  if (!sandbox_) return;
  ProgramPlayer player(program(), PatientLimits, sandbox_.get());
  ASSERT_TRUE(player.sit_down({}));
  ASSERT_TRUE(SeatAtDeal(player).ask_grand_tichu());
  player.halt();
  ASSERT_TRUE(tests::are_stopped(tag_, 1));
  for (int i = 0; i < 3; ++i) {
    for (const int process : tests::living_processes(tag_)) ASSERT_EQ(::kill(process, SIGCONT), 0);
    EXPECT_TRUE(tests::are_stopped(tag_, 1));
  }
}

TEST_P(BoxedKind, ASlowAnswerIsToldAndAQuickOneIsNot) {
  ProgramPlayer player(program({"--hang-at", "2"}), PatientLimits, sandbox_.get());
  int slow = 0;
  player.set_when_slow([&slow] { ++slow; });
  ASSERT_TRUE(player.sit_down({}));
  EXPECT_EQ(slow, 1) << "its start is slow";
  SeatAtDeal seat(player);
  EXPECT_TRUE(seat.ask_grand_tichu(1h));
  slow = 0;
  EXPECT_FALSE(seat.ask_push(200ms));
  EXPECT_EQ(slow, 1);
}

TEST_P(BoxedKind, AFaultyProgramIsStartedAnewInANewBox) {
  ProgramPlayer player(program({"--crash-at", "2"}), PatientLimits, sandbox_.get());
  for (int table = 0; table < 3; ++table) {
    ASSERT_TRUE(player.sit_down({}));
    SeatAtDeal seat(player);
    EXPECT_TRUE(seat.ask_grand_tichu());
    EXPECT_FALSE(seat.ask_push());
  }
}

TEST_P(BoxedKind, AProgramThatCannotRunIsAFailedStart) {
  BotSpec spec = program();
  spec.path = TICHU_TEST_BOTS "/nowhere";
  const auto probed = probe(spec, PatientLimits, sandbox_.get());
  ASSERT_FALSE(probed);
  EXPECT_EQ(probed.error().kind, FaultKind::StartFailed);
  EXPECT_EQ(probed.error().text, "cannot run " TICHU_TEST_BOTS "/nowhere: No such file or directory");
}

TEST_P(BoxedKind, AFolderThatIsNotThereIsAFailedStart) {
  BotSpec spec = program();
  spec.path = "/nowhere/at/all";
  const auto probed = probe(spec, PatientLimits, sandbox_.get());
  ASSERT_FALSE(probed);
  EXPECT_EQ(probed.error().text, "cannot run /nowhere/at/all: No such file or directory");
}

TEST_P(BoxedKind, APluginIsHeldInTheBox) {
  BotSpec spec = tests::scripted_plugin("throw");
  spec.trusted = false;
  ProgramPlayer player(spec, PatientLimits, sandbox_.get());
  ASSERT_TRUE(player.sit_down({1, {}, spec.options}));
  SeatAtDeal seat(player);
  const auto said = seat.ask_grand_tichu();
  ASSERT_FALSE(said);
  EXPECT_EQ(said.error().text, "threw an exception across the plug-in interface");
}

TEST_P(BoxedKind, ATrustedProgramRunsOutside) {
  BotSpec spec = program();
  spec.trusted = true;
  ProgramPlayer player(spec, PatientLimits, sandbox_.get());
  ASSERT_TRUE(player.sit_down({}));
  EXPECT_EQ(tests::living_processes(tag_), std::vector<int>{*player.process_id()});
}

using KindAndMisdeed = std::tuple<SandboxKind, Misdeed>;

class BoxedMisdeed : public BoxedPlayer, public testing::WithParamInterface<KindAndMisdeed> {
 protected:
  void SetUp() override { use(std::get<0>(GetParam())); }
};

TEST_P(BoxedMisdeed, IsNamedAndTheBoxEnds) {
  const Misdeed& misdeed = std::get<1>(GetParam());
  ProgramPlayer player(program(misdeed.arguments), PatientLimits, sandbox_.get());
  const Fault fault = tests::fault_of(misdeed, player);
  EXPECT_EQ(to_text(fault.kind), to_text(misdeed.kind)) << fault.text;
  EXPECT_NE(fault.text.find(misdeed.text), std::string::npos) << fault.text;
}

INSTANTIATE_TEST_SUITE_P(Each, BoxedMisdeed,
                         testing::Combine(testing::Values(SandboxKind::Bubblewrap, SandboxKind::Landlock),
                                          testing::ValuesIn(tests::misdeeds())),
                         [](const auto& tested) {
                           return kind_name(std::get<0>(tested.param)) + "_" + std::get<1>(tested.param).name;
                         });

/// A program named bwrap that works, but for as many times as it is told not to.
class BrokenBubblewrap {
 public:
  BrokenBubblewrap() {
    const std::string path = "PATH=" + path_ + "\n";
    folder_.write("bwrap",
                  "#!/bin/sh\n" + path + "for one in " + failures().string() +
                      "/*; do if [ -e $one ]; then rm $one; echo no luck >&2; exit 1; fi; done\nexec bwrap \"$@\"\n",
                  true);
    std::filesystem::create_directory(failures());
    for (const std::filesystem::path& path_of : {folder_.path(), folder_.path() / "bwrap", failures()}) {
      std::filesystem::permissions(path_of, std::filesystem::perms::all);
    }
    ::setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
  }
  ~BrokenBubblewrap() { ::setenv("PATH", path_.c_str(), 1); }
  void fail(int times) const {
    for (int i = 0; i < times; ++i) folder_.write("failures/" + std::to_string(i), "");
  }

 private:
  std::filesystem::path failures() const { return folder_.path() / "failures"; }

  const std::string path_ = std::getenv("PATH");
  TemporaryFolder folder_;
};

TEST_F(BoxedPlayer, ABoxThatDoesNotStandIsMadeAgain) {
  const BrokenBubblewrap bubblewrap;
  use(SandboxKind::Bubblewrap);
  if (!sandbox_) return;
  ProgramPlayer player(program(), PatientLimits, sandbox_.get());
  bubblewrap.fail(2);
  const auto seated = player.sit_down({});
  EXPECT_TRUE(seated) << seated.error().text;
}

TEST_F(BoxedPlayer, ABoxThatNeverStandsWhileOthersDoIsItsBotsFault) {
  const BrokenBubblewrap bubblewrap;
  use(SandboxKind::Bubblewrap);
  if (!sandbox_) return;
  ProgramPlayer player(program(), PatientLimits, sandbox_.get());
  bubblewrap.fail(3);
  const auto seated = player.sit_down({});
  ASSERT_FALSE(seated);
  EXPECT_EQ(seated.error().kind, FaultKind::StartFailed);
  EXPECT_EQ(seated.error().text, "its box did not stand: it ended before it stood: no luck (3 times)");
}

TEST_F(BoxedPlayer, AClosedFolderIsNamedWhateverWhoMakesTheBoxSays) {
  if (::geteuid() != 0) GTEST_SKIP() << "only a root's bots are run as another user";
  const BrokenBubblewrap bubblewrap;
  use(SandboxKind::Bubblewrap);
  if (!sandbox_) return;
  const TemporaryFolder closed;
  BotSpec bot = program();
  std::filesystem::copy_file(bot.path, closed.path() / "bot");
  std::filesystem::permissions(closed.path(), std::filesystem::perms::owner_all);
  bot.path = closed.path() / "bot";
  ProgramPlayer player(bot, PatientLimits, sandbox_.get());
  bubblewrap.fail(3);
  const auto seated = player.sit_down({});
  ASSERT_FALSE(seated);
  EXPECT_NE(seated.error().text.find(closed.path().string() + " is closed to it"), std::string::npos)
      << seated.error().text;
}

TEST_F(BoxedPlayer, IfNoBoxCanBeMadeTheHostHasFailedAndNoBotIsNamed) {
  const BrokenBubblewrap bubblewrap;
  use(SandboxKind::Bubblewrap);
  if (!sandbox_) return;
  ProgramPlayer player(program(), PatientLimits, sandbox_.get());
  bubblewrap.fail(100);
  try {
    const auto seated = player.sit_down({});
    ADD_FAILURE() << (seated ? "it sat down" : seated.error().text);
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "this machine makes no boxes for bots any more: no luck");
  }
}

TEST_P(BoxedKind, ANamedPipeInPlaceOfAPluginOrAProgramIsRefused) {
  const TemporaryFolder folder;
  const std::filesystem::path pipe = folder.path() / "bot.so";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0777), 0);
  std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
  for (const BotKind kind : {BotKind::Plugin, BotKind::Program}) {
    BotSpec spec = program();
    spec.kind = kind;
    spec.path = pipe;
    const auto probed = probe(spec, PatientLimits, sandbox_.get());
    ASSERT_FALSE(probed);
    EXPECT_EQ(probed.error().kind, FaultKind::StartFailed);
    EXPECT_NE(probed.error().text.find(pipe.string() + " is a named pipe"), std::string::npos) << probed.error().text;
    EXPECT_EQ(fingerprint_of(spec), "unreadable");
    EXPECT_FALSE(PluginLibrary::load(pipe));
  }
}

}  // namespace
}  // namespace tichu::arena
