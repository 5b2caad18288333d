#include "arena/hosting/player/program_end.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "arena/hosting/player/bot_launcher.h"
#include "arena/hosting/player/plugin_host.h"
#include "arena/hosting/player/printed_text.h"
#include "arena/hosting/player/sandbox_diagnosis.h"
#include "arena/text/sanitized_line.h"

namespace tichu::arena {
namespace {

constexpr std::size_t LongestLine = 512;

/// How much of the end of a program's standard error is searched for the cause of its end.
constexpr std::size_t LastWords = 4096;

/// The last line of what a program wrote to its standard error, fit to be shown.
std::string last_line(const BoundedLog& log) {
  std::string text = log.tail(LongestLine);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  const std::size_t before = text.rfind('\n');
  return sanitized_line(before == std::string::npos ? text : text.substr(before + 1));
}

std::string limit_text(std::uint64_t limit, const char* unit) { return std::to_string(limit) + " " + unit; }

std::string processor_text(const SandboxConfig& limits) {
  return "used more processor time than its limit of " + limit_text(limits.cpu_s, "s") + " (the limit cpu_s)";
}

/// Which limit ended it, one sentence; empty if none did.
std::string exceeded_limit(const ChildProcess& process, const SandboxConfig& limits) {
  if (process.box_end() && process.box_end()->memory_exceeded) {
    return "used more memory than its limit of " + limit_text(limits.memory_mb, "MiB") + " (the limit memory_mb)";
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
      return "wrote a file longer than its limit of " + limit_text(limits.temporary_mb, "MiB") +
             " (the limit temporary_mb)";
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

/// Whether Python runs the bot, by the name of its interpreter.
bool is_python(const BotSpec& spec) {
  const std::string interpreter = interpreter_of(spec.path);
  return (interpreter.empty() ? spec.path.filename().string() : interpreter).find("python") != std::string::npos;
}

/// What the system's words leave out: of a script whose interpreter is missing they say that the script is.
std::string remark_on_execution(const std::filesystem::path& program, int error_number) {
  const std::string interpreter = interpreter_of(program);
  if (interpreter.empty()) {
    const char* script = " (no program for this machine; a script needs a first line such as #!/bin/sh)";
    return error_number == ENOEXEC ? script : "";
  }
  const bool has_return = interpreter.back() == '\r';
  return " (its first line names the interpreter \"" + sanitized_line(interpreter) + "\"" +
         (has_return ? " with a carriage return behind it: save it with line ends of Unix" : "") + ")";
}

/// Why a root's bot that is not trusted cannot come to its files.
constexpr const char* RunAsAnother =
    " (it is run as a user without rights: others must be able to come to its folder, and to read and execute it)";

/// What the sandbox shows to a bot.
SandboxView view_of(const BotSpec& spec, const Sandbox& sandbox) {
  const ProgramCommand command = program_of(spec);
  SandboxView view{
      spec.name, command.directory(), sandbox.seen_by(command), {command.absolute_path()}, sandbox.config().processes};
  for (const std::string& argument : command.arguments) {
    if (argument.starts_with('/')) view.files.emplace_back(argument);
  }
  if (spec.kind == BotKind::Plugin) std::erase(view.seen.shown, command.absolute_path().parent_path());
  return view;
}

/// The first of the files that a root's box has to show which its user cannot come to, as a fault.
std::optional<Fault> fault_of_closed_files(const BotSpec& spec, const Sandbox& sandbox) {
  std::vector<std::filesystem::path> needed = sandbox.seen_by(program_of(spec)).shown;
  needed.push_back(program_of(spec).absolute_path());
  for (const std::filesystem::path& path : needed) {
    const std::optional<std::filesystem::path> closed = closed_to_others(path);
    if (!closed) continue;
    return Fault{FaultKind::StartFailed,
                 "its box cannot show " + path.string() +
                     ": an untrusted bot of root is run as a user without rights, and " + closed->string() +
                     " is closed to it: keep bot and interpreter where all may enter and read",
                 {},
                 FaultCause::HiddenBySandbox};
  }
  return std::nullopt;
}

/// How Python begins to tell of an exception; its last line says which.
constexpr const char* PythonsTraceback = "Traceback (most recent call last)";

/// Whether a program was killed, and by none of its limits, which are looked at first.
bool was_killed(const ChildProcess& process) {
  return WIFSIGNALED(process.status()) && WTERMSIG(process.status()) == SIGKILL;
}

/// Whether a program says that it was refused memory.
bool speaks_of_memory(std::string_view words) {
  constexpr std::string_view Phrases[] = {"MemoryError", "bad_alloc", "Cannot allocate memory", "out of memory",
                                          "OutOfMemory"};
  return std::any_of(std::begin(Phrases), std::end(Phrases),
                     [words](std::string_view phrase) { return words.find(phrase) != std::string_view::npos; });
}

/// That the bot came to its limit of memory, as a clause; nullopt if nothing speaks for it.
std::optional<SandboxDiagnosis> lack_of_memory(const ChildProcess& process, const SandboxConfig& limits) {
  constexpr std::uint64_t MiB = 1 << 20;
  const std::uint64_t used = process.last_usage().peak_memory / MiB;
  const bool was_refused = speaks_of_memory(process.errors().tail(LastWords));
  if (!was_refused && used * 10 < limits.memory_mb * 9) return std::nullopt;
  std::string text =
      "it had " + limit_text(used, "MiB") + " of the limit memory_mb = " + std::to_string(limits.memory_mb) + " in use";
  if (was_refused) text += " when it was looked at last, and was refused more";
  return SandboxDiagnosis{FaultCause::MemoryLimit, std::move(text)};
}

/// What the sandbox lacked or refused, as far as the bot's last words tell it, for a crash that ended as `how` says.
/// What was written later is told too: the bot may have gone on, and ended for something else.
std::optional<SandboxDiagnosis> lack_behind(const BotSpec& spec, const ChildProcess& process, const Sandbox& sandbox,
                                            const std::string& how) {
  const SandboxConfig limits = lowered(sandbox.config(), spec.needs);
  std::optional<SandboxDiagnosis> lack = diagnose_last_words(process.errors().tail(LastWords), view_of(spec, sandbox));
  if (!lack) return lack_of_memory(process, limits);
  if (lack->then.empty()) return lack;
  const std::string last = last_line(process.errors());
  const bool is_told = how.starts_with(last);
  std::optional<SandboxDiagnosis> of_memory;
  if (speaks_of_memory(last)) of_memory = lack_of_memory(process, limits);
  if (of_memory) {
    of_memory->text = (is_told ? "" : last + ": ") + of_memory->text;
    return of_memory;
  }
  lack->text = (is_told ? "" : last + "; ") + "before that: " + lack->text;
  // An exception that was raised later has a cause of its own.
  if (lack->then.find(PythonsTraceback) != std::string::npos) lack->cause = FaultCause::Unknown;
  return lack;
}

/// A crash, with what is known of its cause.
Fault crash(const BotSpec& spec, const ChildProcess& process, const Sandbox* sandbox, const std::string& how) {
  Fault fault{FaultKind::Crash, how, {}, was_killed(process) ? FaultCause::Killed : FaultCause::Unknown};
  std::optional<SandboxDiagnosis> lack;
  if (sandbox != nullptr) lack = lack_behind(spec, process, *sandbox, how);
  if (lack) {
    fault.text += ": " + lack->text;
    fault.cause = lack->cause;
  } else if (process.errors().tail(LastWords).find(PythonsTraceback) != std::string::npos) {
    fault.text += ": " + last_line(process.errors());
  } else if (const auto printed = printed_text(process.last_exchange().received)) {
    fault.text += "; before that it " + *printed;
    fault.cause = FaultCause::PrintedText;
  }
  return fault;
}

}  // namespace

Fault fault_of_execution(const BotSpec& spec, const ExecError& error, const Sandbox* sandbox) {
  const int error_number = error.error_number;
  if (is_of_host(error_number)) {
    throw std::system_error(error_number, std::generic_category(), "cannot run the bot " + spec.name);
  }
  const std::string cannot = "cannot run " + spec.path.string() + ": ";
  if (!error.trouble.empty()) return {FaultKind::StartFailed, cannot + error.trouble, {}};
  if (sandbox != nullptr && error_number == ENOENT) {
    const std::string interpreter = interpreter_of(spec.path);
    if (const auto lack = diagnose_interpreter(interpreter, view_of(spec, *sandbox))) {
      return {FaultKind::StartFailed, cannot + lack->text, {}, lack->cause};
    }
  }
  if (sandbox != nullptr && error_number == EACCES && ::geteuid() == 0) {
    if (std::optional<Fault> fault = fault_of_closed_files(spec, *sandbox)) return std::move(*fault);
  }
  std::string text = cannot + ::strerror(error_number) + remark_on_execution(spec.path, error_number);
  if (error_number == EACCES && !spec.trusted && ::geteuid() == 0) text += RunAsAnother;
  return {FaultKind::StartFailed, text, {}};
}

tl::expected<void, Fault> check_processor_time(const ResourceUsage& used, const SandboxConfig& limits) {
  if (used.processor < std::chrono::seconds(limits.cpu_s)) return {};
  return tl::unexpected(Fault{FaultKind::LimitExceeded, processor_text(limits), {}});
}

std::optional<std::string> unmade_box(const ChildProcess& process) {
  const std::optional<BoxEnd>& box = process.box_end();
  if (!box || !box->setup_failure) return std::nullopt;
  const std::string said = last_line(process.errors());
  return *box->setup_failure + (said.empty() ? "" : ": " + said);
}

Fault fault_of_unmade_box(const BotSpec& spec, const Sandbox* sandbox, const std::string& why) {
  // What is closed can be seen here; the words of the programs that make a box may be any.
  if (sandbox != nullptr && ::geteuid() == 0) {
    if (std::optional<Fault> fault = fault_of_closed_files(spec, *sandbox)) return std::move(*fault);
  }
  return {FaultKind::StartFailed, "its box did not stand: " + why, {}};
}

Fault fault_of_end(const BotSpec& spec, const ChildProcess& process, const Sandbox* sandbox, std::string_view when) {
  if (const auto why = unmade_box(process)) return fault_of_unmade_box(spec, sandbox, *why);
  if (const std::optional<BoxEnd>& box = process.box_end()) {
    if (box->machine_short && !box->memory_exceeded) {
      throw std::runtime_error("the machine has no memory left: its kernel has killed the bot " + spec.name +
                               ", which was within its limit of " +
                               limit_text(lowered(sandbox->config(), spec.needs).memory_mb, "MiB"));
    }
    if (box->exec_error) return fault_of_execution(spec, {*box->exec_error}, sandbox);
  }
  if (sandbox != nullptr) {
    const SandboxConfig limits = lowered(sandbox->config(), spec.needs);
    if (const std::string text = exceeded_limit(process, limits); !text.empty()) {
      const bool of_memory = process.box_end() && process.box_end()->memory_exceeded;
      return {FaultKind::LimitExceeded, text, {}, of_memory ? FaultCause::MemoryLimit : FaultCause::Unknown};
    }
  }
  if (spec.kind == BotKind::Plugin && WIFEXITED(process.status())) {
    if (const std::optional<FaultKind> kind = kind_of_host_exit(WEXITSTATUS(process.status()))) {
      const std::string_view then = *kind == FaultKind::StartFailed ? std::string_view() : when;
      Fault fault = crash(spec, process, sandbox, last_line(process.errors()) + std::string(then));
      fault.kind = *kind;
      return fault;
    }
  }
  return crash(spec, process, sandbox, process.ending() + std::string(when));
}

std::string remark_on_missing_greeting(const BotSpec& spec, const ChildProcess& process) {
  const bool is_at_its_end = WIFEXITED(process.status()) && WEXITSTATUS(process.status()) == 0;
  return is_at_its_end && is_python(spec) ? "; the file of a bot in Python ends with run(ITS_CLASS)" : "";
}

}  // namespace tichu::arena
