#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/child_process.h"
#include "arena/hosting/player/fault.h"
#include "arena/hosting/sandbox/program_launcher.h"
#include "arena/hosting/sandbox/resource_usage.h"
#include "arena/hosting/sandbox/sandbox.h"

namespace tichu::arena {

/// The fault of a bot whose program could not be executed; `sandbox` is what it was to run in, null if in none. Throws
/// std::system_error if the host is short of processes, memory or files, which is its own failure.
Fault fault_of_execution(const BotSpec& spec, const ExecError& error, const Sandbox* sandbox = nullptr);

/// Whether a bot has used no more processor time than its sandbox allows.
tl::expected<void, Fault> check_processor_time(const ResourceUsage& used, const SandboxConfig& limits);

/// Why the box of an ended program could not be made, one sentence; nullopt if it was made.
std::optional<std::string> unmade_box(const ChildProcess& process);

/// The fault of a bot whose box does not stand. A folder or file that is closed to the box's user is named as the
/// cause; otherwise `why` is, which is that of `unmade_box`.
Fault fault_of_unmade_box(const BotSpec& spec, const Sandbox* sandbox, const std::string& why);

/// The fault of a bot whose program ended by itself: a crash, an exceeded limit, or a failed start, with what its last
/// words tell of the cause. `sandbox` is what it ran in; null if in none. `when` follows on how it ended, such as
/// " before it greeted". Throws std::runtime_error if the machine had no memory left, which is the host's failure.
Fault fault_of_end(const BotSpec& spec, const ChildProcess& process, const Sandbox* sandbox,
                   std::string_view when = {});

/// What the author forgot of a program that came to its good end and had not greeted, as a clause behind its fault;
/// empty if that is not known.
std::string remark_on_missing_greeting(const BotSpec& spec, const ChildProcess& process);

}  // namespace tichu::arena
