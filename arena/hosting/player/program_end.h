#pragma once

#include <optional>

#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/child_process.h"
#include "arena/hosting/player/player.h"
#include "arena/hosting/sandbox/sandbox_config.h"

namespace tichu::arena {

/// The fault of a bot whose program could not be executed; `error_number` is the errno. Throws std::system_error where
/// that is for want of processes, memory or files, which is the host's failure.
Fault fault_of_execution(const BotSpec& spec, int error_number);

/// The fault of a bot that used more processor time than its sandbox allows; nothing where it did not.
std::optional<Fault> fault_of_processor_time(const ResourceUsage& used, const SandboxConfig& limits);

/// The fault of a bot whose program ended by itself: a crash, an exceeded limit, or a failed start. `limits` are those
/// of its sandbox; null where it has none. Throws std::runtime_error where its box could not be made or the machine had
/// no memory left, which is the host's failure.
Fault fault_of_end(const BotSpec& spec, const ChildProcess& process, const SandboxConfig* limits);

}  // namespace tichu::arena
