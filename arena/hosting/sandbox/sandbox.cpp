#include "arena/hosting/sandbox/sandbox.h"

#include <linux/landlock.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "arena/hosting/sandbox/seccomp_filter.h"
#include "arena/installation.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// The first line that lies in a pipe.
std::string first_line(const FileDescriptor& pipe) {
  std::array<char, 4096> text;
  const ssize_t count = ::read(pipe.fd(), text.data(), text.size());
  const std::string line(text.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
  return line.substr(0, line.find('\n'));
}

tl::unexpected<std::string> problem(const std::string& sentence) { return tl::unexpected(sentence); }

/// What runtimes ask about the machine and what tells too what it does at the moment, as it is now.
std::vector<StandIn> make_stand_ins() {
  std::vector<StandIn> all;
  for (const char* path : {"/proc/stat", "/proc/meminfo", "/proc/loadavg"}) {
    std::ifstream now(path);
    const std::string text{std::istreambuf_iterator<char>(now), std::istreambuf_iterator<char>()};
    FileDescriptor content(::memfd_create("stand-in", MFD_CLOEXEC));
    if (!content.is_open() || ::write(content.fd(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
      throw_host_error("cannot make what a bot's box shows");
    }
    all.push_back({path, std::move(content)});
  }
  return all;
}

std::string groups_text(const ControlGroups& groups) {
  std::string bounded;
  const auto add = [&](bool is_bounded, const char* what) {
    if (is_bounded) bounded += (bounded.empty() ? "" : ", ") + std::string(what);
  };
  add(groups.bounds_memory(), "memory");
  add(groups.bounds_processes(), "processes");
  add(groups.bounds_cores(), "cores");
  return "control groups of version " + std::to_string(groups.version()) + " (" + bounded + ")";
}

/// Whether the kernel has Landlock. Without it, a box has its other protections.
bool has_landlock() { return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0; }

std::vector<std::string> protections_of(const SandboxTools& tools) {
  std::vector<std::string> list;
  if (tools.kind == SandboxKind::Bubblewrap) {
    list = {"namespaces of its own", "no network",     "own folder read-only",
            "private /tmp",          "seccomp filter", "limits of processes"};
    if (has_landlock()) list.emplace_back("Landlock rules");
    if (!tools.groups.bounds_memory()) list.emplace_back("memory watched");
    if (!tools.groups.counts_processors()) list.emplace_back("processor time watched");
  } else {
    list = {"Landlock rules", "no sockets",     "own folder read-only",
            "one process",    "seccomp filter", "limits of processes"};
  }
  if (tools.users->are_different()) list.emplace_back("a user of its own");
  if (tools.groups.version() != 0) list.push_back(groups_text(tools.groups));
  return list;
}

/// Why a trial could not be started: what the configuration names may be missing, or else the arena's own program is.
std::string why_no_trial(const SandboxTools& tools, const ExecError& error) {
  if (!error.trouble.empty()) return error.trouble;
  for (const fs::path& path : tools.config.readable) {
    std::error_code ignored;
    if (!fs::exists(path, ignored))
      return "there is no " + path.string() + ", which programs in the sandbox are to see";
  }
  return "the arena's own program " + tools.box.string() +
         " cannot be run: " + std::generic_category().message(error.error_number);
}

/// What lets a container make boxes, as an end of the sentence why it makes none; empty outside of containers.
std::string container_advice() {
  std::error_code ignored;
  if (!fs::exists("/run/.containerenv", ignored) && !fs::exists("/.dockerenv", ignored)) return {};
  return " (run this container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined "
         "--security-opt systempaths=unconfined; as root also with --cap-add SYS_ADMIN)";
}

}  // namespace

tl::expected<std::unique_ptr<Sandbox>, std::string> Sandbox::find(const SandboxConfig& config,
                                                                  std::vector<fs::path> hidden) {
  for (fs::path& path : hidden) path = fs::weakly_canonical(path);
  std::unique_ptr<Sandbox> sandbox(new Sandbox(
      {config, config.kind, std::move(hidden), libexec_program("tichu-box"), {}, {}, {}, ControlGroups::find()}));
  tl::expected<void, std::string> taken;
  std::string problems;
  if (config.kind != SandboxKind::Landlock) {
    taken = sandbox->take(SandboxKind::Bubblewrap);
    if (!taken) problems = "bubblewrap: " + taken.error();
  }
  if (config.kind == SandboxKind::Landlock || (config.kind == SandboxKind::Strongest && !taken)) {
    sandbox->report_.shortfall = problems;
    taken = sandbox->take(SandboxKind::Landlock);
    if (!taken) problems += (problems.empty() ? "Landlock: " : "; Landlock: ") + taken.error();
  }
  if (!taken) return tl::unexpected(problems);
  sandbox->report_.kind = to_text(sandbox->tools_.kind);
  sandbox->report_.protections = protections_of(sandbox->tools_);
  return sandbox;
}

VisiblePaths Sandbox::seen_by(const ProgramCommand& command) const {
  VisiblePaths paths = visible_paths(command.absolute_path(), command.arguments, tools_.hidden);
  const std::vector<fs::path>& readable = tools_.config.readable;
  paths.shown.insert(paths.shown.end(), readable.begin(), readable.end());
  return paths;
}

tl::expected<void, std::string> Sandbox::take(SandboxKind kind) {
  // A trial can be killed, or find the machine short of something for a moment, but its outcome holds for a whole run.
  constexpr int Attempts = 3;
  tools_.kind = kind;
  tl::expected<void, std::string> taken = take_once(kind);
  for (int attempt = 1; !taken && attempt < Attempts; ++attempt) taken = take_once(kind);
  return taken;
}

tl::expected<void, std::string> Sandbox::take_once(SandboxKind kind) {
  try {
    return kind == SandboxKind::Landlock ? take_landlock() : take_bubblewrap();
  } catch (const std::system_error& error) {
    return tl::unexpected(std::string(error.what()));  // such as a step that a container forbids
  }
}

tl::expected<void, std::string> Sandbox::take_bubblewrap() {
  const std::optional<fs::path> found = on_search_path("bwrap");
  if (!found) return problem("the program bwrap is not installed (apt-get install bubblewrap)");
  tools_.bwrap = *found;
  if (tools_.networks->take().entered().empty()) return problem("the kernel refuses namespaces" + container_advice());
  tools_.filter = make_seccomp_filter(tools_.config.locks ? FilterKind::Workshop : FilterKind::Box);
  tools_.stand_ins = make_stand_ins();
  return try_out();
}

tl::expected<void, std::string> Sandbox::take_landlock() {
  tools_.filter = make_seccomp_filter(FilterKind::Jail);
  return try_out();
}

tl::expected<void, std::string> Sandbox::try_out() const {
  // It ends within milliseconds unless it hangs, but a machine may be busy.
  constexpr int TrialMilliseconds = 60'000;
  tl::expected<LaunchedProgram, ExecError> program = prepare({"/bin/true", {}, {}}).start();
  if (!program) return problem(why_no_trial(tools_, program.error()));
  pollfd watched{program->pidfd.fd(), POLLIN, 0};
  const bool ended = ::poll(&watched, 1, TrialMilliseconds) == 1;
  if (!ended) program->box->kill();
  ::kill(-program->pid, SIGKILL);
  int status = 0;
  ::waitpid(program->pid, &status, 0);
  const BoxEnd end = program->box->end();
  if (!ended) return problem("a trial did not end within a minute");
  if (!end.setup_failure && !end.exec_error && end.status.value_or(status) == 0) return {};
  std::string said = first_line(program->errors);
  if (said.empty()) said = end.setup_failure.value_or("a trial failed");
  const bool is_forbidden = said.ends_with("not permitted") || said.ends_with("denied");
  return problem(said + (is_forbidden && tools_.kind == SandboxKind::Bubblewrap ? container_advice() : ""));
}

}  // namespace tichu::arena
