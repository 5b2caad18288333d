#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "arena/hosting/player/bot_spec.h"

namespace tichu::tests {

/// A word for `--tag`, different in every test program and call, by which a test's own processes are told from others.
std::string new_tag();

/// The bot `scripted_bot` with these arguments and the tag among them; trusted.
arena::BotSpec scripted_program(const std::string& tag, std::vector<std::string> arguments = {});

/// The plug-in `scripted` with its option `fault`, none where it is empty; trusted.
arena::BotSpec scripted_plugin(const std::string& fault = {});

/// The processes that have the tag on their command line and are not zombies.
std::vector<int> living_processes(const std::string& tag);

/// Waits until no process with the tag lives; false where some still do after ten seconds.
bool all_gone(const std::string& tag);

/// Waits until as many processes with the tag are stopped, with all their threads, as `count` says; false where they
/// are not after ten seconds.
bool are_stopped(const std::string& tag, std::size_t count);

/// The processor time that those processes with the tag have used that are stopped.
std::chrono::nanoseconds processor_time_of_stopped(const std::string& tag);

/// Whether this process has a child that ended and was not waited for.
bool has_zombie_child();

}  // namespace tichu::tests
