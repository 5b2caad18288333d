#include "arena/hosting/player/program_end.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>

#include "arena/hosting/player/plugin_host.h"
#include "arena/text/foreign_line.h"

namespace tichu::arena {
namespace {

constexpr std::size_t LongestLine = 512;

/// The last line of what a program wrote to its standard error, fit to be shown.
std::string last_line(const BoundedLog& log) {
  std::string text = log.tail(LongestLine);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  const std::size_t before = text.rfind('\n');
  return foreign_line(before == std::string::npos ? text : text.substr(before + 1));
}

std::string limit_text(std::uint64_t limit, const char* unit) { return std::to_string(limit) + " " + unit; }

std::string processor_text(const SandboxConfig& limits) {
  return "used more processor time than its limit of " + limit_text(limits.cpu_s, "s");
}

/// Which limit ended it, one sentence; empty if none did.
std::string exceeded_limit(const ChildProcess& process, const SandboxConfig& limits) {
  if (process.box_end() && process.box_end()->memory_exceeded) {
    return "used more memory than its limit of " + limit_text(limits.memory_mb, "MiB");
  }
  if (process.box_end() && process.box_end()->processor_exceeded) return processor_text(limits);
  if (!WIFSIGNALED(process.status())) return {};
  switch (WTERMSIG(process.status())) {
    case SIGXCPU:
      return processor_text(limits);
    case SIGKILL:
      // So ends one that does not heed SIGXCPU.
      return check_processor_time(process.last_usage(), limits) ? "" : processor_text(limits);
    case SIGXFSZ:
      return "wrote a file longer than its limit of " + limit_text(limits.temporary_mb, "MiB");
    default:
      return {};
  }
}

/// What a plug-in host says by its exit code; nullopt for any other exit code.
std::optional<FaultKind> kind_of_host_exit(int code) {
  switch (code) {
    case PluginNotLoaded:
      return FaultKind::StartFailed;
    case PluginFailed:
      return FaultKind::Crash;
    case PluginMisanswered:
      return FaultKind::BadMessage;
    default:
      return std::nullopt;
  }
}

/// Whether an execution failed because the host is short of something, whatever the program.
bool is_of_host(int error_number) {
  return error_number == EAGAIN || error_number == ENOMEM || error_number == EMFILE || error_number == ENFILE;
}

/// The interpreter that a script's first line names; empty if it names none.
std::string interpreter_of(const std::filesystem::path& program) {
  constexpr std::size_t LongestFirstLine = 256;  // the kernel's bound
  std::string line(LongestFirstLine, '\0');
  std::error_code error;
  if (!std::filesystem::is_regular_file(program, error)) return {};  // a named pipe would be waited for
  std::ifstream file(program, std::ios::binary);
  file.read(line.data(), LongestFirstLine);
  line.resize(static_cast<std::size_t>(file.gcount()));
  line.resize(std::min(line.size(), line.find('\n')));
  const std::size_t begin = line.starts_with("#!") ? line.find_first_not_of(" \t", 2) : std::string::npos;
  return begin == std::string::npos ? "" : line.substr(begin, line.find_first_of(" \t", begin) - begin);
}

/// What the system's words leave out: of a script whose interpreter is missing they say that the script is.
std::string remark_on_execution(const std::filesystem::path& program, int error_number) {
  const std::string interpreter = interpreter_of(program);
  if (interpreter.empty()) {
    const char* script = " (no program for this machine; a script needs a first line such as #!/bin/sh)";
    return error_number == ENOEXEC ? script : "";
  }
  const bool has_return = interpreter.back() == '\r';
  return " (its first line names the interpreter \"" + foreign_line(interpreter) + "\"" +
         (has_return ? " with a carriage return behind it: save it with line ends of Unix" : "") + ")";
}

/// Why a root's bot that is not trusted cannot come to its files.
constexpr const char* RunAsAnother =
    " (it is run as a user without rights: others must be able to come to its folder, and to read and execute it)";

}  // namespace

Fault fault_of_execution(const BotSpec& spec, int error_number) {
  if (is_of_host(error_number)) {
    throw std::system_error(error_number, std::generic_category(), "cannot run the bot " + spec.name);
  }
  std::string text = "cannot run " + spec.path.string() + ": " + ::strerror(error_number) +
                     remark_on_execution(spec.path, error_number);
  if (error_number == EACCES && !spec.trusted && ::geteuid() == 0) text += RunAsAnother;
  return {FaultKind::StartFailed, text, {}};
}

Fault fault_of_execution(const BotSpec& spec, const ExecError& error) {
  if (error.trouble.empty()) return fault_of_execution(spec, error.error_number);
  return {FaultKind::StartFailed, "cannot run " + spec.path.string() + ": " + error.trouble, {}};
}

tl::expected<void, Fault> check_processor_time(const ResourceUsage& used, const SandboxConfig& limits) {
  if (used.processor < std::chrono::seconds(limits.cpu_s)) return {};
  return tl::unexpected(Fault{FaultKind::LimitExceeded, processor_text(limits), {}});
}

std::optional<std::string> unmade_box(const ChildProcess& process) {
  const std::optional<BoxEnd>& box = process.box_end();
  if (!box || !box->setup_failure) return std::nullopt;
  const std::string said = last_line(process.errors());
  const bool refused = ::geteuid() == 0 && said.find("Permission denied") != std::string::npos;
  return *box->setup_failure + (said.empty() ? "" : ": " + said) + (refused ? RunAsAnother : "");
}

Fault fault_of_end(const BotSpec& spec, const ChildProcess& process, const SandboxConfig* limits) {
  if (const std::optional<std::string> why = unmade_box(process)) {
    return {FaultKind::StartFailed, "its box did not stand: " + *why, {}};
  }
  if (const std::optional<BoxEnd>& box = process.box_end()) {
    if (box->machine_short && !box->memory_exceeded) {
      throw std::runtime_error("the machine has no memory left: its kernel has killed the bot " + spec.name +
                               ", which was within its limit of " + limit_text(limits->memory_mb, "MiB"));
    }
    if (box->exec_error) return fault_of_execution(spec, *box->exec_error);
  }
  if (limits != nullptr) {
    if (const std::string text = exceeded_limit(process, *limits); !text.empty()) {
      return {FaultKind::LimitExceeded, text, {}};
    }
  }
  if (spec.kind == BotKind::Plugin && WIFEXITED(process.status())) {
    if (const std::optional<FaultKind> kind = kind_of_host_exit(WEXITSTATUS(process.status()))) {
      return {*kind, last_line(process.errors()), {}};
    }
  }
  return {FaultKind::Crash, process.ending(), {}};
}

}  // namespace tichu::arena
