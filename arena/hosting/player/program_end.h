#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/child_process.h"
#include "arena/hosting/player/player.h"
#include "arena/hosting/sandbox/program_launcher.h"
#include "arena/hosting/sandbox/sandbox_config.h"

namespace tichu::arena {

/// The fault of a bot whose program could not be executed; `error_number` is the errno. Throws std::system_error if the
/// host is short of processes, memory or files, which is its own failure.
Fault fault_of_execution(const BotSpec& spec, int error_number);
Fault fault_of_execution(const BotSpec& spec, const ExecError& error);

/// Whether a bot has used no more processor time than its sandbox allows.
tl::expected<void, Fault> check_processor_time(const ResourceUsage& used, const SandboxConfig& limits);

/// Why the box of an ended program could not be made, one sentence; nullopt if it was made.
std::optional<std::string> unmade_box(const ChildProcess& process);

/// The fault of a bot whose program ended by itself: a crash, an exceeded limit, or a failed start. `limits` are those
/// of its sandbox; null if it has none. Throws std::runtime_error if the machine had no memory left, which is the
/// host's failure.
Fault fault_of_end(const BotSpec& spec, const ChildProcess& process, const SandboxConfig* limits);

}  // namespace tichu::arena
