// What lies behind a fault is told: text where messages belong, what the sandbox hides, and the limit of memory.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "arena/hosting/player/make_player.h"
#include "arena/hosting/player/printed_text.h"
#include "arena/hosting/player/sandbox_diagnosis.h"
#include "engine/deal.h"
#include "protocol/bot_conversation.h"
#include "tests/arena/patient_limits.h"
#include "tests/arena/temporary_folder.h"
#include "tests/bots/tagged_processes.h"
#include "tests/sanitizers.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using tests::PatientLimits;

std::string hello(const std::string& name) {
  return std::string(protocol::BotConversation().greet({1, name, "", false}));
}

std::string answer(std::uint32_t id, CardSet cards = {}) {
  Answer said;
  said.action.play.cards = cards;
  return std::string(protocol::BotConversation().answer(id, said));
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(PrintedText, IsShownWithWhatItAnnounces) {
  const auto printed = printed_text("my turn\nand more");
  ASSERT_TRUE(printed);
  EXPECT_EQ(*printed,
            "printed what looks like text to its standard output, \"my turn\\nand more\" (as a message: 109 bytes "
            "announced, 15 came); a program must print nothing there (print to standard error instead)");
}

TEST(PrintedText, IsFoundBesideAnAnswer) {
  EXPECT_TRUE(printed_text("my turn\n" + answer(1)));
  EXPECT_TRUE(printed_text("1\n" + answer(1)));
  EXPECT_TRUE(printed_text(answer(1) + "done\n"));
  EXPECT_TRUE(
      printed_text("\xc3\x96"
                   "ffne die Datei\n"));
}

TEST(PrintedText, IsNoMessageAndNoPartOfOne) {
  for (std::size_t length = 1; length <= 200; ++length) {
    const std::string bytes = hello(std::string(length, 'n'));
    // "A\n" may be a printed line, or a length and the number of a field: nobody can tell.
    for (std::size_t size = 3; size <= bytes.size(); ++size) {
      EXPECT_FALSE(printed_text(bytes.substr(0, size))) << length << " " << size;
    }
  }
  for (std::uint32_t id = 1; id < 300; ++id) {
    EXPECT_FALSE(printed_text(answer(id, deal(1, id).hand(Seat(0)))));
  }
  EXPECT_FALSE(printed_text(""));
  EXPECT_FALSE(printed_text("\n"));
  EXPECT_FALSE(printed_text(std::string(100, '\xff')));
}

const SandboxView View{"mine", "/srv/bots/mine", {{"/srv/bots/mine", "/srv/data"}, {"/srv/bots/mine/results"}}};

TEST(SandboxDiagnosis, NamesTheFileThatIsHidden) {
  for (const std::string words :
       {"Traceback (most recent call last):\n  File \"/srv/bots/mine/bot.py\", line 3\n"
        "FileNotFoundError: [Errno 2] No such file or directory: '/home/me/weights.bin'\n",
        "cat: /home/me/weights.bin: No such file or directory\n", "mine: cannot open /home/me/weights.bin\n",
        "Error: ENOENT: no such file or directory, open '../../../home/me/weights.bin'\n"}) {
    const auto lack = diagnose_last_words(words, View);
    ASSERT_TRUE(lack) << words;
    EXPECT_EQ(lack->cause, FaultCause::HiddenBySandbox);
    EXPECT_TRUE(contains(lack->text, "names \"/home/me/weights.bin\", which the sandbox hides")) << lack->text;
    EXPECT_TRUE(contains(lack->text, "it shows \"/srv/bots/mine\", \"/srv/data\",")) << lack->text;
    EXPECT_TRUE(contains(lack->text, "readable = [\"/home/me/weights.bin\"]")) << lack->text;
    EXPECT_TRUE(contains(lack->text, "mine=trusted:")) << lack->text;
  }
}

TEST(SandboxDiagnosis, IsNotSeenInWhatIsShownOrIsNoMissingFile) {
  for (const std::string words :
       {"No such file or directory: '/srv/bots/mine/weights.bin'", "No such file or directory: 'weights.bin'",
        "cannot open /srv/data/x", "cannot open /usr/share/nothing", "cannot open /proc/self/nothing",
        "mine: /home/me/mine.cpp:12: int main(): Assertion `x' failed.", "KeyError: 'a.b'", ""}) {
    EXPECT_FALSE(diagnose_last_words(words, View)) << words;
  }
  EXPECT_TRUE(diagnose_last_words("cannot open /srv/bots/mine/results/cup/tournament.db", View));
}

TEST(SandboxDiagnosis, SaysThatABotNeedsAFolderOfItsOwn) {
  const SandboxView alone{"mine", "/home/me", {{"/home/me/bot.py"}, {}}, {"/home/me/bot.py"}};
  const auto lack = diagnose_last_words("No such file or directory: 'weights.bin'\n", alone);
  ASSERT_TRUE(lack);
  EXPECT_TRUE(contains(lack->text, "give the bot its own")) << lack->text;
}

TEST(SandboxDiagnosis, KnowsModulesLibrariesAndWrites) {
  const auto module = diagnose_last_words("ModuleNotFoundError: No module named 'numpy'\n", View);
  ASSERT_TRUE(module);
  EXPECT_TRUE(contains(module->text, "the Python module 'numpy' was not found")) << module->text;
  const auto library =
      diagnose_last_words("libtorch.so: cannot open shared object file: No such file or directory\n", View);
  ASSERT_TRUE(library);
  EXPECT_TRUE(contains(library->text, "$ORIGIN")) << library->text;
  const auto write = diagnose_last_words("OSError: [Errno 30] Read-only file system: 'log.txt'\n", View);
  ASSERT_TRUE(write);
  EXPECT_EQ(write->cause, FaultCause::ReadOnlyFiles);
  EXPECT_TRUE(contains(write->text, "write to /tmp")) << write->text;
}

TEST(SandboxDiagnosis, KnowsTheNetworkAndTheLimitOfProcesses) {
  for (const std::string words :
       {"socket.gaierror: [Errno -3] Temporary failure in name resolution\n",
        "OSError: [Errno 101] Network is unreachable\n", "Error: getaddrinfo EAI_AGAIN example.org\n",
        "curl: (6) Could not resolve host: a\n"}) {
    const auto lack = diagnose_last_words(words, View);
    ASSERT_TRUE(lack) << words;
    EXPECT_EQ(lack->cause, FaultCause::NoNetwork);
    EXPECT_TRUE(contains(lack->text, "the sandbox has no network")) << lack->text;
  }
  SandboxView view = View;
  view.processes = 64;
  for (const std::string words : {"BlockingIOError: [Errno 11] Resource temporarily unavailable\n",
                                  "RuntimeError: can't start new thread\n", "sh: 1: Cannot fork\n"}) {
    const auto lack = diagnose_last_words(words, view);
    ASSERT_TRUE(lack) << words;
    EXPECT_EQ(lack->cause, FaultCause::ProcessLimit);
    EXPECT_TRUE(contains(lack->text, "64 processes and threads at a time (the limit processes)")) << lack->text;
  }
}

/// A folder that bots may be run from, and a sandbox.
class FaultInBox : public testing::Test {
 protected:
  void SetUp() override {
    fs::permissions(folder_.path(), fs::perms(0755));
    fs::create_directories(folder_.path() / "bot");
    fs::create_directories(folder_.path() / "elsewhere" / "bin");
    use({});
  }
  void use(std::vector<fs::path> readable) {
    sandbox_.reset();  // a process has one at a time
    SandboxConfig config;
    config.memory_mb = tests::IsSanitized ? tests::SanitizedMegabytes : 64;
    config.readable = std::move(readable);
    auto found = Sandbox::find(config, {});
    if (!found) GTEST_SKIP() << found.error();
    sandbox_ = std::move(*found);
  }
  BotSpec script(const std::string& text) const {
    BotSpec spec;
    spec.name = "mine";
    spec.kind = BotKind::Program;
    spec.path = folder_.path() / "bot" / "bot";
    std::ofstream(spec.path) << text;
    fs::permissions(spec.path, fs::perms(0755));
    return spec;
  }
  Fault fault_of(const BotSpec& spec) const {
    const auto probed = probe(spec, PatientLimits, sandbox_.get());
    return probed ? Fault{FaultKind::Crash, "none", {}} : probed.error();
  }

  const TemporaryFolder folder_;
  std::unique_ptr<Sandbox> sandbox_;
};

TEST_F(FaultInBox, AHiddenFileIsNamedAndIsReadOnceItIsReadable) {
  const fs::path weights = folder_.path() / "elsewhere" / "weights.bin";
  std::ofstream(weights) << "1";
  const BotSpec bot = script("#!/bin/sh\ncat " + weights.string() + " >&2 || exit 1\nexit 7\n");
  const Fault fault = fault_of(bot);
  EXPECT_EQ(fault.cause, FaultCause::HiddenBySandbox);
  EXPECT_TRUE(contains(fault.text, "ended with exit code 1: its standard error names \"" + weights.string()))
      << fault.text;
  use({weights});
  EXPECT_EQ(fault_of(bot).text, "ended with exit code 7");
}

TEST_F(FaultInBox, AHiddenInterpreterIsNamedAndRunsOnceItIsReadable) {
  const fs::path environment = folder_.path() / "elsewhere";
  fs::copy_file("/bin/sh", environment / "bin" / "interpreter");
  const BotSpec bot = script("#!" + (environment / "bin" / "interpreter").string() + "\nexit 7\n");
  const Fault fault = fault_of(bot);
  EXPECT_EQ(fault.kind, FaultKind::StartFailed);
  EXPECT_TRUE(contains(fault.text, "names the interpreter \"" + (environment / "bin" / "interpreter").string() +
                                       "\", which the sandbox hides"))
      << fault.text;
  EXPECT_TRUE(contains(fault.text, "readable = [\"" + environment.string() + "\"]")) << fault.text;
  use({environment});
  EXPECT_EQ(fault_of(bot).text, "ended with exit code 7");
}

TEST_F(FaultInBox, ALinkToAHiddenInterpreterIsFollowed) {
  const fs::path environment = folder_.path() / "elsewhere";
  fs::copy_file("/bin/sh", environment / "bin" / "interpreter");
  fs::create_symlink(environment / "bin" / "interpreter", folder_.path() / "bot" / "interpreter");
  const Fault fault = fault_of(script("#!" + (folder_.path() / "bot" / "interpreter").string() + "\nexit 7\n"));
  EXPECT_TRUE(contains(fault.text, "which leads to \"" + (environment / "bin" / "interpreter").string())) << fault.text;
}

TEST_F(FaultInBox, AFolderThatIsClosedToARootsBotsIsNamed) {
  if (::geteuid() != 0) GTEST_SKIP() << "only a root's bots are run as another user";
  const fs::path closed = folder_.path() / "elsewhere";
  fs::copy_file("/bin/sh", closed / "bin" / "interpreter");
  fs::permissions(closed, fs::perms(0700));
  BotSpec bot = script("exit 7\n");
  bot.arguments = {bot.path.string()};
  bot.path = closed / "bin" / "interpreter";
  const Fault fault = fault_of(bot);
  EXPECT_EQ(fault.kind, FaultKind::StartFailed);
  EXPECT_TRUE(contains(fault.text, "user without rights, and " + closed.string() + " is closed to it")) << fault.text;
}

TEST_F(FaultInBox, AWriteBesideTheBotIsToldOfTmp) {
  const Fault fault = fault_of(script("#!/bin/sh\necho x > \"$(dirname \"$0\")/log\" || exit 1\n"));
  if (contains(fault.stderr_tail, "Permission denied")) GTEST_SKIP() << "this kind of sandbox speaks of permissions";
  EXPECT_EQ(fault.cause, FaultCause::ReadOnlyFiles);
  EXPECT_TRUE(contains(fault.text, "write to /tmp")) << fault.text;
}

TEST_F(FaultInBox, WhatWasWrittenAfterARefusedWriteIsToldToo) {
  const std::string refused =
      "import sys\nprint(\"OSError: [Errno 30] Read-only file system: 'log'\", file=sys.stderr)\n";
  const Fault other = fault_of(script("#!/usr/bin/python3\n" + refused + "raise KeyError('no such card')\n"));
  EXPECT_TRUE(contains(other.text, "exit code 1: KeyError: 'no such card'; before that: in the sandbox")) << other.text;
  EXPECT_TRUE(contains(other.text, "write to /tmp")) << other.text;
  EXPECT_EQ(other.cause, FaultCause::Unknown);
  const Fault memory = fault_of(script("#!/usr/bin/python3\n" + refused + "raise MemoryError('no room')\n"));
  EXPECT_TRUE(contains(memory.text, "exit code 1: MemoryError: no room: it had ")) << memory.text;
  EXPECT_EQ(memory.cause, FaultCause::MemoryLimit);
  // Some runtimes tell the cause first, and then where they were.
  const Fault stack = fault_of(script("#!/usr/bin/python3\n" + refused + "sys.exit('    at play (bot.js:3:9)')\n"));
  EXPECT_TRUE(contains(stack.text, "at play (bot.js:3:9); before that: in the sandbox")) << stack.text;
  EXPECT_EQ(stack.cause, FaultCause::ReadOnlyFiles);
}

TEST_F(FaultInBox, ABotInPythonThatIsNeverRunIsTold) {
  const Fault fault = fault_of(script("#!/usr/bin/python3\nclass Mine: pass\n"));
  EXPECT_EQ(fault.text, "ended with exit code 0; the file of a bot in Python ends with run(ITS_CLASS)");
}

TEST_F(FaultInBox, TheLimitOfProcessesIsNamed) {
  const Fault fault = fault_of(
      script("#!/usr/bin/python3\nimport os, time\nfor i in range(200):\n  if os.fork() == 0: time.sleep(600)\n"));
  if (contains(fault.text, "Operation not permitted")) GTEST_SKIP() << "this kind of sandbox allows one process";
  EXPECT_EQ(fault.cause, FaultCause::ProcessLimit);
  EXPECT_TRUE(contains(fault.text, "64 processes and threads at a time (the limit processes)")) << fault.text;
}

TEST_F(FaultInBox, TheLimitOfMemoryIsNamed) {
  const Fault fault =
      fault_of(script("#!/usr/bin/python3\nkept = []\nwhile True: kept.append(bytearray(b'x' * 1048576))\n"));
  EXPECT_EQ(fault.cause, FaultCause::MemoryLimit);
  EXPECT_TRUE(contains(fault.text, "memory_mb")) << fault.text;
}

TEST_F(FaultInBox, ABotsOwnLimitOfMemoryHoldsIfItIsLess) {
  if (tests::IsSanitized) GTEST_SKIP() << "sanitizers reserve more";
  const std::string takes = "#!/usr/bin/python3\nimport os\nkept = bytearray(32 << 20)\nos._exit(7)\n";
  BotSpec bot = script(takes);
  for (const std::uint64_t more : {0, 1 << 20}) {
    bot.needs.memory_mb = more;
    EXPECT_EQ(fault_of(bot).text, "ended with exit code 7");
  }
  bot.needs.memory_mb = 32;
  const Fault fault = fault_of(bot);
  EXPECT_EQ(fault.cause, FaultCause::MemoryLimit);
  EXPECT_TRUE(contains(fault.text, "the limit memory_mb = 32")) << fault.text;
}

}  // namespace
}  // namespace tichu::arena
