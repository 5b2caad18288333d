#include "arena/hosting/sandbox/boxed_command.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t MiB = 1 << 20;

/// Processes that are not the bot's: tichu-box inside the box, and around it bubblewrap, which its control group
/// counts.
constexpr std::uint64_t ProcessesInside = 1;
constexpr std::uint64_t ProcessesOfBox = 2;

/// Signals that wait for a box's processes. In a jail of the arena's user, which counts with all that this user runs,
/// none that the kernel would have to count.
constexpr std::uint64_t WaitingSignals = 256;

struct Channel {
  FileDescriptor ours;
  FileDescriptor theirs;
};

Channel make_channel() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) throw_host_error("cannot watch a bot's box");
  Channel channel{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  if (::fcntl(channel.ours.fd(), F_SETFL, O_NONBLOCK) != 0) throw_host_error("cannot watch a bot's box");
  channel.theirs = duplicate_to_pass(channel.theirs);
  return channel;
}

/// An anonymous file anew, for another process to read from its beginning.
FileDescriptor opened_anew(const FileDescriptor& anonymous) {
  const std::string path = "/proc/self/fd/" + std::to_string(anonymous.fd());
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) throw_host_error("cannot open what a bot's box is made of");
  return duplicate_to_pass(file);
}

/// The threads of the whole system, from /proc/loadavg ("0.1 0.2 0.3 2/345 6789").
std::uint64_t threads_of_system() {
  const FileDescriptor file(::open("/proc/loadavg", O_RDONLY | O_CLOEXEC));
  std::array<char, 128> text{};
  if (!file.is_open() || ::read(file.fd(), text.data(), text.size() - 1) <= 0) return 0;
  const char* slash = std::strchr(text.data(), '/');
  return slash == nullptr ? 0 : std::strtoull(slash + 1, nullptr, 10);
}

/// A jailed bot's threads are counted together with all that its user runs. What runs now, and a reserve for what the
/// tournament still starts, comes on top, so that only a bot that starts threads without end meets the bound.
std::uint64_t processes_for_jail(std::uint64_t wanted) {
  constexpr std::uint64_t Reserve = 1024;
  return threads_of_system() + Reserve + wanted;
}

BoxOptions box_options(const SandboxConfig& config, const ProgramCommand& command) {
  BoxOptions options;
  options.memory = config.memory_mb * MiB;
  options.cpu_s = config.cpu_s;
  options.file_size = config.temporary_mb * MiB;
  options.open_files = config.open_files;
  options.working_directory = command.directory().string();
  options.command = {command.absolute_path().string()};
  options.command.insert(options.command.end(), command.arguments.begin(), command.arguments.end());
  return options;
}

/// The whole argument vector of a program with these arguments.
std::vector<std::string> argv_of(const fs::path& program, const std::vector<std::string>& arguments) {
  std::vector<std::string> argv{program.string()};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return argv;
}

}  // namespace

BoxedCommand::BoxedCommand(const SandboxTools& tools, const ProgramCommand& command)
    : tools_(tools), config_(lowered(tools.config, command.needs)) {
  if (tools.kind == SandboxKind::Landlock) {
    plan_jail(command);
  } else {
    plan_bubblewrap(command);
  }
}

void BoxedCommand::plan_bubblewrap(const ProgramCommand& command) {
  const fs::path box = "/tichu-box";
  VisiblePaths paths = visible_paths(command.absolute_path(), command.arguments, tools_.hidden);
  for (const fs::path& path : config_.readable) paths.shown.push_back(path);
  refuse_special_files(paths);
  BoxView view;
  show(view, tools_.box, box);
  for (const fs::path& path : paths.shown) show(view, path, path);
  for (std::size_t i = 0; i < tools_.stand_ins.size(); ++i) {
    view.copied.push_back({FirstFreeDescriptor + static_cast<int>(shown_.size() + i), tools_.stand_ins[i].path});
  }
  view.hidden = paths.hidden;
  view.temporary_bytes = config_.temporary_mb * MiB;

  options_ = box_options(config_, command);
  options_.task = BoxTask::FirstProcess;
  options_.processes = config_.processes + ProcessesInside;
  options_.waiting_signals = WaitingSignals;
  options_.watch_memory = !tools_.groups.bounds_memory();
  options_.watch_processors = !tools_.groups.counts_processors();
  options_.home = "/tmp";
  for (const fs::path& path : system_paths()) options_.readable.push_back(path.string());
  for (const fs::path& path : paths.shown) options_.readable.push_back(path.string());
  plan_.program = tools_.bwrap.string();
  plan_.argv = bubblewrap_command(plan_.program, view, argv_of(box, to_arguments(options_)));
  plan_.working_directory = "/";
  plan_.input = BoxInput;
  plan_.output = BoxOutput;
  plan_.dies_with_starter = false;  // see bubblewrap_command.cpp
}

void BoxedCommand::plan_jail(const ProgramCommand& command) {
  options_ = box_options(config_, command);
  options_.task = BoxTask::Jail;
  const bool counts_alone = tools_.users->are_different();
  options_.processes = counts_alone ? config_.processes : processes_for_jail(config_.processes);
  options_.waiting_signals = counts_alone ? WaitingSignals : 0;
  options_.home = "/";
  options_.parent = ::getpid();
  VisiblePaths paths = visible_paths(command.absolute_path(), command.arguments, tools_.hidden);
  for (const fs::path& path : config_.readable) paths.shown.push_back(path);
  refuse_special_files(paths);
  for (const fs::path& path : system_paths()) options_.readable.push_back(path.string());
  for (const fs::path& path : without_hidden(paths)) options_.readable.push_back(path.string());
  plan_.program = tools_.box.string();
  plan_.working_directory = "/";
}

void BoxedCommand::refuse_special_files(const VisiblePaths& paths) {
  for (const fs::path& path : paths.shown) {
    if (const auto trouble = tools_.special_files->found_in(path, paths.hidden)) error_ = ExecError{EACCES, *trouble};
  }
}

LeasesOfBox BoxedCommand::make_apart() {
  LeasesOfBox leases{tools_.users->take(), {}};
  if (tools_.kind == SandboxKind::Landlock) {
    options_.user = leases.user.user();
    plan_.argv = argv_of(plan_.program, to_arguments(options_));
    return leases;
  }
  plan_.user = leases.user.user();
  leases.network = tools_.networks->take();
  if (leases.network.entered().empty()) throw std::runtime_error("the kernel refuses a bot's box a network of its own");
  plan_.namespaces.clear();
  for (const FileDescriptor& entered : leases.network.entered()) plan_.namespaces.push_back(entered.fd());
  return leases;
}

void BoxedCommand::show(BoxView& view, const fs::path& path, const fs::path& place) {
  const FileDescriptor opened(::open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!opened.is_open()) {
    if (!error_) error_ = ExecError{errno};
    return;
  }
  view.shown.push_back({FirstFreeDescriptor + static_cast<int>(shown_.size()), place});
  shown_.push_back(duplicate_to_pass(opened));
}

tl::expected<LaunchedProgram, ExecError> BoxedCommand::start() {
  if (error_) return tl::unexpected(*error_);
  LeasesOfBox leases = make_apart();
  Channel channel = make_channel();
  const FileDescriptor filter = opened_anew(tools_.filter);
  plan_.passed = {{channel.theirs.fd(), BoxChannel}, {filter.fd(), BoxFilter}};
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    plan_.passed.push_back({shown_[i].fd(), FirstFreeDescriptor + static_cast<int>(i)});
  }
  std::vector<FileDescriptor> copied;
  for (const StandIn& stand_in : tools_.stand_ins) {
    copied.push_back(opened_anew(stand_in.content));
    const auto number = FirstFreeDescriptor + static_cast<int>(shown_.size() + copied.size()) - 1;
    plan_.passed.push_back({copied.back().fd(), number});
  }
  ControlGroup group = tools_.groups.make({options_.memory, config_.processes + ProcessesOfBox, config_.cores});
  plan_.cgroup_procs.clear();
  for (const FileDescriptor& procs : group.procs()) plan_.cgroup_procs.push_back(procs.fd());
  tl::expected<LaunchedProgram, ExecError> launched = launch(plan_);
  if (!launched) {
    // The program that makes the box is the host's, so the bot is not to blame.
    throw std::system_error(launched.error().error_number, std::generic_category(), "cannot run " + plan_.program);
  }
  group.close_procs();
  launched->box.emplace(std::move(channel.ours), std::move(group), std::move(leases), launched->pidfd.fd());
  return launched;
}

}  // namespace tichu::arena
