// What a bot in a sandbox cannot do, of either kind.

#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "tests/arena/hosting/sandbox/boxed_probe.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

class BoxedAttack : public BoxedProbeTest {
 protected:
  void expect_denied(const std::string& attack, const std::string& argument = "") const {
    const ProbeResult result = probe(attack, argument);
    EXPECT_TRUE(result.denied()) << attack << " " << argument << ": " << result.output << result.errors;
  }
  static std::string this_process() { return std::to_string(::getpid()); }
};

INSTANTIATE_TEST_SUITE_P(Each, BoxedAttack, testing::Values(SandboxKind::Bubblewrap, SandboxKind::Landlock), kind_name);

/// A socket of this process that listens; closed with the object.
class Listener {
 public:
  Listener(int family, int type, const sockaddr* address, socklen_t size) : socket_(::socket(family, type, 0)) {
    if (::bind(socket_.fd(), address, size) != 0) ADD_FAILURE() << std::strerror(errno);
    if (type == SOCK_STREAM) ::listen(socket_.fd(), 5);
  }
  std::string port() const {
    sockaddr_in bound{};
    socklen_t size = sizeof(bound);
    ::getsockname(socket_.fd(), reinterpret_cast<sockaddr*>(&bound), &size);
    return std::to_string(ntohs(bound.sin_port));
  }
  bool heard_something() const {
    char byte = 0;
    return ::recv(socket_.fd(), &byte, 1, MSG_DONTWAIT) >= 0;
  }

 private:
  FileDescriptor socket_;
};

Listener on_loopback(int type) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return Listener(AF_INET, type, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
}

/// A name that begins with '@' is an abstract one.
Listener on_unix_socket(const std::string& name, int type = SOCK_STREAM) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, name.data(), name.size());
  if (name[0] == '@') address.sun_path[0] = 0;
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + (name[0] == '@' ? 0 : 1));
  return Listener(AF_UNIX, type, reinterpret_cast<const sockaddr*>(&address), size);
}

TEST_P(BoxedAttack, TheNetworkIsOutOfReachLoopbackIncluded) {
  const Listener tcp = on_loopback(SOCK_STREAM);
  const Listener udp = on_loopback(SOCK_DGRAM);
  expect_denied("connect_tcp", tcp.port());
  expect_denied("send_udp", udp.port());
  EXPECT_FALSE(udp.heard_something());
}

TEST_P(BoxedAttack, ABoxIsInANetworkOfItsOwnWithoutMachines) {
  if (!is_box()) GTEST_SKIP() << "a jailed bot is in the machine's network, but without sockets";
  const ProbeResult result = probe("read_file", "/proc/net/dev");
  const std::string& devices = result.output;
  EXPECT_TRUE(result.denied() || std::count(devices.begin(), devices.end(), ':') == 2)
      << "more than \"possible:\" and the loopback: " << devices;
}

TEST_P(BoxedAttack, SocketsOfTheMachineAreOutOfReach) {
  const std::string name = "@tichu-test-" + this_process();
  const Listener abstract = on_unix_socket(name);
  expect_denied("connect_unix", name);
  const Listener named = on_unix_socket(others("socket").string());
  fs::permissions(others("socket"), fs::perms::all);
  expect_denied("connect_unix", others("socket").string());
}

TEST_P(BoxedAttack, NothingIsSentToASocketOfTheMachine) {
  const fs::path path = others("socket");
  const Listener listener = on_unix_socket(path.string(), SOCK_DGRAM);
  fs::permissions(path, fs::perms::all);
  expect_denied("send_loose", path.string());
  EXPECT_FALSE(listener.heard_something());
}

TEST_P(BoxedAttack, SocketsCarryNoDescriptorsAndTakeNoRoom) {
  expect_denied("pass_descriptor");
  expect_denied("widen_socket");
}

TEST_P(BoxedAttack, FilesOfTheMachineAreOutOfSight) {
  for (const char* path : {"/etc/passwd", "/etc/hostname", "/proc/1/environ", "/proc/kcore", "/dev/mem", "/dev/vda"}) {
    expect_denied("read_file", path);
  }
  for (const char* path : {"/", "/etc", "/var", "/var/log"}) {
    const ProbeResult result = probe("list_folder", path);
    for (const char* name : {" home", " root", " var", " passwd", " hostname", " log", " dpkg.log"}) {
      EXPECT_EQ((result.output + " ").find(name + std::string(" ")), std::string::npos) << path << result.output;
    }
  }
}

TEST_P(BoxedAttack, FilesOfOthersAreOutOfSightAlsoInItsOwnFolder) {
  expect_denied("read_file", others("secret").string());
  expect_denied("read_file", own("results/tournament").string());
  expect_denied("read_file", own("cup.toml").string());
  expect_denied("write_file", own("results/tournament").string());
}

TEST_P(BoxedAttack, NothingCanBeWrittenButTheTemporaryFolder) {
  for (const std::string& path :
       {own("new").string(), own("data").string(), own("probe").string(), others("secret").string(),
        std::string("/usr/new"), std::string("/usr/bin/true"), std::string("/etc/new"), std::string("/new"),
        std::string("/dev/new"), std::string("/dev/shm/new"), std::string("/var/tmp/new"),
        std::string("/proc/sys/kernel/core_pattern")}) {
    expect_denied("write_file", path);
  }
  expect_denied("remove_file", own("data").string());
  EXPECT_EQ(bytes_of(own("data")), "own data");
  EXPECT_FALSE(fs::exists(own("new")));
}

TEST_P(BoxedAttack, AttributesOfFilesCannotBeChanged) {
  const auto before = fs::status(own("data")).permissions();
  expect_denied("change_mode", own("data").string());
  expect_denied("change_times", own("data").string());
  expect_denied("change_mode", others("secret").string());
  EXPECT_EQ(fs::status(own("data")).permissions(), before);
}

TEST_P(BoxedAttack, TimesCanBeSetInTheTemporaryFolderOfABoxAlone) {
  for (const bool builds : {false, true}) {
    config_.locks = builds;
    make_sandbox();
    for (const char* device : {"/dev/null", "/dev/random", "/dev/urandom"}) expect_denied("change_times", device);
    EXPECT_EQ(probe("change_times", "/tmp").denied(), !is_box());
  }
}

TEST_P(BoxedAttack, WhatTheKernelCountsForAllIsNotTold) {
  for (const bool builds : {false, true}) {
    config_.locks = builds;
    make_sandbox();
    expect_denied("counts_of_machine");
    expect_denied("clock_of_process", this_process());
    expect_denied("clock_of_process", std::to_string(::getppid()));
    expect_denied("take_huge");
    for (const char* path : {"/proc/self/cgroup", "/proc/self/mountinfo", "/proc/self/mounts"})
      expect_denied("read_file", path);
    EXPECT_EQ(probe("what_runtimes_ask").output, "possible");
  }
}

TEST_P(BoxedAttack, OtherProcessesAreOutOfReach) {
  for (const char* attack : {"signal_process", "signal_by_owner", "limit_process", "trace_process", "read_memory"}) {
    expect_denied(attack, this_process());
  }
  expect_denied("read_file", "/proc/" + this_process() + "/cmdline");
  expect_denied("read_file", "/proc/" + this_process() + "/environ");
}

TEST_P(BoxedAttack, FilesThatOthersSeeTooCarryNoWord) {
  expect_denied("signs_on_file", "/usr/bin/python3");
  expect_denied("signs_on_file", own("data").string());
}

TEST_P(BoxedAttack, WhatTheWholeMachineDoesIsOutOfSight) {
  for (const char* path :
       {"/proc/locks", "/proc/vmstat", "/proc/diskstats", "/proc/sys/fs/file-nr", "/proc/sys/fs/inode-nr",
        "/proc/self/net/unix", "/proc/self/net/sockstat", "/proc/self/smaps", "/proc/self/smaps_rollup",
        "/proc/self/pagemap", "/proc/self/numa_maps"}) {
    expect_denied("read_file", path);
  }
  for (const char* path : {"/proc/stat", "/proc/meminfo", "/proc/loadavg"}) {
    const ProbeResult result = probe("read_file", path);
    EXPECT_TRUE(result.denied() || (is_box() && result.output == probe("read_file", path).output)) << path;
  }
  for (const char* path : {"/proc/self/maps", "/proc/self/status", "/proc/cpuinfo"}) {
    EXPECT_TRUE(probe("read_file", path).output.starts_with("possible")) << path;
  }
}

TEST_P(BoxedAttack, TheArenasOwnMinderOfTheBoxIsOutOfReach) {
  if (!is_box()) GTEST_SKIP() << "a jailed bot has none";
  for (const char* attack : {"limit_process", "trace_process", "read_memory", "slow_process"}) {
    expect_denied(attack, "1");
  }
  expect_denied("read_file", "/proc/1/environ");
  expect_denied("read_file", "/proc/1/mem");
}

TEST_P(BoxedAttack, NothingThatItPreparesWouldWakeAHaltedBot) { expect_denied("wake_itself"); }

TEST_P(BoxedAttack, PrivilegesCannotBeHad) {
  for (const char* attack : {"become_root", "capabilities", "no_new_privileges", "new_user_namespace",
                             "clone_user_namespace", "kernel_doors", "other_cores"}) {
    expect_denied(attack);
  }
  for (const char* attack : {"mount_folder", "change_root", "make_device"}) expect_denied(attack, "/tmp");
  EXPECT_NE(probe("user").output, "0");
}

TEST_P(BoxedAttack, NothingOfTheArenasEnvironmentIsHandedOver) {
  ::setenv("TICHU_SECRET", "secret", 1);
  const FileDescriptor open_file(::open("/etc/passwd", O_RDONLY));
  expect_denied("environment", "TICHU_SECRET");
  expect_denied("inherited_files");
  ::unsetenv("TICHU_SECRET");
}

TEST_P(BoxedAttack, AJailedBotCannotOutliveTheArena) {
  if (is_box()) GTEST_SKIP() << "in a box it may ask for that: the box ends all the same";
  expect_denied("outlive_parent");
}

TEST_P(BoxedAttack, OnlyItsOwnProcessesAreInSight) {
  const ProbeResult result = probe("list_folder", "/proc");
  EXPECT_EQ(result.output.find(" " + this_process() + " "), std::string::npos) << result.output;
  if (is_box()) expect_denied("see_processes");
}

}  // namespace
}  // namespace tichu::arena
