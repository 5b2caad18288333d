// How far a bot in a sandbox comes, and what it is allowed.

#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "arena/hosting/player/child_process.h"
#include "arena/hosting/player/program_end.h"
#include "arena/hosting/sandbox/control_hierarchy.h"
#include "tests/arena/hosting/sandbox/boxed_probe.h"
#include "tests/bots/tagged_processes.h"

namespace tichu::arena {
namespace {

class BoxedLimit : public BoxedProbeTest {
 protected:
  /// The number that the probe came to before it was refused more; fails where it was not refused.
  long reached(const std::string& attack, const std::string& argument = "") const {
    const ProbeResult result = probe(attack, argument);
    EXPECT_NE(result.output.find(" then "), std::string::npos) << attack << ": " << result.output << result.errors;
    return std::strtol(result.output.c_str(), nullptr, 10);
  }
  /// Memory is refused at the limit, or the bot is ended for it.
  void expect_memory_bounded(const std::string& attack) const {
    const ProbeResult result = probe(attack);
    if (result.end.memory_exceeded || result.denied()) return;
    EXPECT_NE(result.output.find(" then "), std::string::npos) << attack << ": " << result.output << result.errors;
    EXPECT_LE(std::strtol(result.output.c_str(), nullptr, 10), static_cast<long>(config_.memory_mb)) << attack;
  }
};

INSTANTIATE_TEST_SUITE_P(Each, BoxedLimit, testing::Values(SandboxKind::Bubblewrap, SandboxKind::Landlock), kind_name);

TEST_P(BoxedLimit, ItsOwnFolderAndTheSystemsCanBeRead) {
  EXPECT_EQ(probe("read_file", own("data").string()).output, "possible: own data");
  EXPECT_TRUE(probe("read_file", "/usr/bin/python3").output.starts_with("possible"));
  EXPECT_EQ(probe("stand_in").output, own("").parent_path().string());
}

TEST_P(BoxedLimit, WhatTheConfigurationNamesCanBeReadToo) {
  folder_.write("models/weights", "weights");
  EXPECT_TRUE(probe("read_file", (folder_.path() / "models/weights").string()).denied());
  config_.readable = {folder_.path() / "models"};
  make_sandbox();
  EXPECT_EQ(probe("read_file", (folder_.path() / "models/weights").string()).output, "possible: weights");
}

TEST_P(BoxedLimit, WhatTheConfigurationNamesAndNobodyMayBeShownIsTold) {
  std::filesystem::create_directory(folder_.path() / "models");
  ASSERT_EQ(::mkfifo((folder_.path() / "models/pipe").c_str(), 0666), 0);
  config_.readable = {folder_.path() / "models"};
  const auto found = Sandbox::find(config_, {});
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().find("models/pipe is a named pipe"), std::string::npos) << found.error();
  EXPECT_EQ(found.error().find("tichu-box"), std::string::npos) << found.error();
}

TEST_P(BoxedLimit, WhatTheConfigurationNamesAndIsMissingIsTold) {
  if (!is_box()) GTEST_SKIP() << "a jail shows nothing that it would have to open before";
  config_.readable = {folder_.path() / "models"};
  const auto found = Sandbox::find(config_, {});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error(),
            "bubblewrap: there is no " + config_.readable[0].string() + ", which programs in the sandbox are to see");
}

TEST_P(BoxedLimit, TheTemporaryFolderIsPrivateAndHoldsSoMuch) {
  if (!is_box()) GTEST_SKIP() << "a jail has no temporary folder, since it could not bound it";
  config_.temporary_mb = 8;
  make_sandbox();
  const bool was_there = std::filesystem::exists("/tmp/0");
  EXPECT_EQ(reached("fill_folder", "/tmp"), 8);
  EXPECT_EQ(std::filesystem::exists("/tmp/0"), was_there) << "it wrote into the folder of all";
  EXPECT_EQ(reached("fill_folder", "/tmp"), 8) << "the former run has left something";
}

TEST_P(BoxedLimit, MemoryIsBounded) {
  config_.memory_mb = 64;
  make_sandbox();
  for (const char* attack : {"take_private", "take_shared", "take_zeros", "take_memfd", "take_growing"}) {
    expect_memory_bounded(attack);
  }
  EXPECT_TRUE(probe("stack_limit").denied());
}

TEST_P(BoxedLimit, ABusyBoxIsWatchedAllTheSame) {
  if (!is_box()) GTEST_SKIP() << "a jailed bot is one process";
  config_.memory_mb = 64;
  make_sandbox();
  const ProbeResult result = probe("take_behind_orphans");
  EXPECT_TRUE(result.end.memory_exceeded) << result.output << result.errors;
}

TEST_P(BoxedLimit, MemoryOfAllProcessesTogetherIsBounded) {
  if (!is_box()) GTEST_SKIP() << "a jailed bot is one process";
  config_.memory_mb = 64;
  make_sandbox();
  const ProbeResult result = probe("take_in_children");
  EXPECT_TRUE(result.end.memory_exceeded) << result.output << result.errors;
}

TEST_P(BoxedLimit, WhatSocketsHoldCostsMemoryToo) {
  if (!is_box()) GTEST_SKIP() << "a jailed bot is one process, whose descriptors bound its sockets";
  config_.memory_mb = 64;
  make_sandbox();
  const ProbeResult result = probe("take_in_sockets");
  EXPECT_TRUE(result.end.memory_exceeded) << result.output << result.errors;
}

TEST_P(BoxedLimit, FilesWithoutContentCostMemoryToo) {
  if (!is_box()) GTEST_SKIP() << "a jail has no temporary folder";
  config_.memory_mb = 64;
  make_sandbox();
  const ProbeResult result = probe("make_files", "/tmp");
  EXPECT_TRUE(result.end.memory_exceeded || result.output.find(" then ") != std::string::npos) << result.output;
}

TEST_P(BoxedLimit, ProcessesAreBounded) {
  config_.processes = 20;
  make_sandbox();
  const long processes = reached("fork_often");
  if (is_box()) {
    EXPECT_EQ(processes, 19) << "the first is the probe itself";
  } else {
    EXPECT_EQ(processes, 0);
  }
}

TEST_P(BoxedLimit, ThreadsAreAllowedAndBounded) {
  EXPECT_EQ(probe("start_threads", "10").output, "possible: 10");
  config_.processes = 20;
  make_sandbox();
  if (is_box()) {
    EXPECT_EQ(reached("start_threads", "100"), 19);
  }
}

TEST_P(BoxedLimit, OpenFilesAreBounded) {
  config_.open_files = 32;
  make_sandbox();
  EXPECT_EQ(reached("open_files"), 32 - 3);
}

TEST_P(BoxedLimit, ProcessorTimeIsBounded) {
  config_.cpu_s = 1;
  make_sandbox();
  const ProbeResult result = probe("burn");
  ASSERT_TRUE(WIFSIGNALED(result.status)) << result.output;
  EXPECT_EQ(WTERMSIG(result.status), SIGXCPU);
}

TEST_P(BoxedLimit, ABotThatHeedsNoWarningIsFoundToHaveUsedUpItsProcessorTime) {
  config_.cpu_s = 1;
  make_sandbox();
  const ProbeResult result = probe("burn_on");
  ASSERT_TRUE(WIFSIGNALED(result.status)) << result.output;
  EXPECT_EQ(WTERMSIG(result.status), SIGKILL);
  const auto checked = check_processor_time(result.used, config_);
  ASSERT_FALSE(checked) << result.used.processor.count();
  EXPECT_EQ(checked.error().text, "used more processor time than its limit of 1 s (the limit cpu_s)");
}

TEST_P(BoxedLimit, ProcessorTimeOfManyProcessesIsBoundedWhereNoGroupCountsIt) {
  config_.cpu_s = 1;
  make_sandbox();
  const std::vector<std::string>& protections = sandbox_->report().protections;
  if (std::find(protections.begin(), protections.end(), "processor time watched") == protections.end()) {
    GTEST_SKIP() << "a control group counts it, or there is one process alone";
  }
  const ProbeResult result = probe("burn_in_turns");
  EXPECT_TRUE(result.end.processor_exceeded) << result.output << result.errors;
}

TEST_P(BoxedLimit, TheTrueEndIsTold) {
  for (const int signal : {SIGSEGV, SIGABRT, SIGKILL, SIGTERM}) {
    const ProbeResult result = probe("signal_itself", std::to_string(signal));
    EXPECT_TRUE(WIFSIGNALED(result.status) && WTERMSIG(result.status) == signal) << signal << ": " << result.status;
  }
  for (const int code : {0, 1, 127, 139}) {
    const ProbeResult result = probe("exit_with", std::to_string(code));
    EXPECT_TRUE(WIFEXITED(result.status) && WEXITSTATUS(result.status) == code) << code << ": " << result.status;
    EXPECT_FALSE(result.end.setup_failure);
  }
}

TEST_P(BoxedLimit, AProgramThatCannotBeExecutedIsTold) {
  for (const auto& [name, error] : {std::pair("nowhere", ENOENT), std::pair("data", EACCES)}) {
    BoxedCommand command = sandbox_->prepare({own(name), {}});
    ChildProcess process(*command.start());
    EXPECT_EQ(process.wait(ChildProcess::Clock::now() + std::chrono::seconds(30)).end, WaitEnd::Ended);
    ASSERT_TRUE(process.box_end());
    EXPECT_EQ(process.box_end()->exec_error, error) << name;
    EXPECT_FALSE(process.box_end()->setup_failure);
  }
}

TEST_P(BoxedLimit, NothingOfABoxOutlivesIt) {
  const std::string tag = tests::new_tag();
  const ProbeResult result = probe("leave_daemon", tag);
  EXPECT_TRUE(tests::living_processes(tag).empty());
  EXPECT_EQ(result.output, "left") << result.errors;
}

TEST_P(BoxedLimit, PartnersOfTheSameProgramShareNothing) {
  BoxedCommand command = sandbox_->prepare({own("probe"), {"leave_word", "partner"}});
  ChildProcess partner(*command.start());
  ASSERT_EQ(partner.wait(ChildProcess::Clock::now() + std::chrono::seconds(30)).bytes, "left\n");
  EXPECT_TRUE(probe("read_file", "/tmp/partner").denied());
  EXPECT_TRUE(probe("read_file", "/dev/shm/partner").denied());
  EXPECT_TRUE(probe("connect_unix", "@partner").denied());
  EXPECT_TRUE(probe("signal_process", std::to_string(partner.id())).denied());
}

/// A process with a sandbox of its own, which starts two boxed programs with the tag and waits; its number.
pid_t start_another_arena(const SandboxConfig& config, const std::filesystem::path& program, const std::string& tag) {
  const pid_t arena = ::fork();
  if (arena != 0) return arena;
  const auto found = Sandbox::find(config, {});
  if (!found) ::_exit(1);
  BoxedCommand command = (*found)->prepare({program, {"wait_forever", tag}});
  const auto first = command.start();
  const auto second = command.start();
  while (true) ::pause();
}

/// Whether a control group of that arena is left.
bool has_group(pid_t arena) {
  const auto is_its = [part = "-" + std::to_string(arena) + "-"](const std::filesystem::directory_entry& entry) {
    const std::string name = entry.path().filename().string();
    return name.starts_with("tichu-arena-") && name.find(part) != std::string::npos;
  };
  for (const char* type : {"cgroup", "cgroup2"}) {
    for (const ControlHierarchy& hierarchy : control_hierarchies(type)) {
      const std::string controller = hierarchy.controllers.empty() ? "" : hierarchy.controllers.back();
      const auto own = folder_of_own_group(hierarchy, controller);
      for (std::filesystem::path group = own.value_or("/"); group != "/"; group = group.parent_path()) {
        std::error_code none;
        const std::filesystem::directory_iterator entries(group, none);
        if (std::any_of(begin(entries), end(entries), is_its)) return true;
      }
    }
  }
  return false;
}

TEST_P(BoxedLimit, BoxesDieWithTheArenaAndTheNextRemovesItsGroups) {
  const std::string tag = tests::new_tag();
  const pid_t arena = start_another_arena(config_, own("probe"), tag);
  const bool makes_groups = sandbox_->report().protections.back().starts_with("control groups");
  // Of a box bubblewrap, tichu-box and the program have the tag on their command lines, of a jail the program.
  const std::size_t expected = is_box() ? 6 : 2;
  while (tests::living_processes(tag).size() != expected) {
    ASSERT_EQ(::waitpid(arena, nullptr, WNOHANG), 0) << "the other arena could not start its boxes";
    ::sched_yield();
  }
  EXPECT_EQ(has_group(arena), makes_groups);
  ::kill(arena, SIGKILL);
  ::waitpid(arena, nullptr, 0);
  EXPECT_TRUE(tests::all_gone(tag));
  // A process that is as good as dead may hold its group for a moment more.
  const auto patience_ends = std::chrono::steady_clock::now() + std::chrono::seconds(120);
  do {
    make_sandbox();
  } while (has_group(arena) && std::chrono::steady_clock::now() < patience_ends);
  EXPECT_FALSE(has_group(arena));
}

TEST_P(BoxedLimit, ManyThreadsMakeBoxesAtOnce) {
  std::vector<std::thread> threads;
  threads.reserve(8);
  std::atomic<int> stood = 0;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([this, &stood] {
      BoxedCommand command = sandbox_->prepare({own("probe"), {"exit_with", "7"}});
      for (int i = 0; i < 5; ++i) {
        ChildProcess process(*command.start());
        process.wait(ChildProcess::Clock::now() + std::chrono::seconds(120));
        process.kill();
        stood += WIFEXITED(process.status()) && WEXITSTATUS(process.status()) == 7 ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(stood, 8 * 5);
}

TEST_P(BoxedLimit, AKilledBoxLeavesNothing) {
  const std::string tag = tests::new_tag();
  BoxedCommand command = sandbox_->prepare({own("probe"), {"wait_forever", tag}});
  for (int i = 0; i < 20; ++i) {
    ChildProcess process(*command.start());
    process.wait(ChildProcess::Clock::now() + std::chrono::milliseconds(i));
    process.kill();
  }
  EXPECT_TRUE(tests::all_gone(tag));
  EXPECT_FALSE(tests::has_zombie_child());
}

}  // namespace
}  // namespace tichu::arena
