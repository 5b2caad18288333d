#pragma once

#include <CLI/App.hpp>
#include <chrono>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "arena/commands/command.h"
#include "arena/service/remote/ladder_client.h"
#include "arena/text/input_error.h"

namespace tichu::arena {

/// What a ladder answered.
using RemoteJson = nlohmann::json;

/// Which ladder a command asks, and as whom.
struct LadderFlags {
  std::string ladder;
  std::string token;
};

/// The longest time for which a command waits for a ladder that says when to ask again.
inline constexpr std::chrono::seconds LongestLadderWait{60};
/// The variable of the environment that names a ladder where --to does not.
inline constexpr const char* LadderVariable = "TICHU_LADDER";

void add_ladder_flags(CLI::App& command, LadderFlags& flags);
/// Adds --token alone.
void add_token_flag(CLI::App& command, LadderFlags& flags);

/// The error: the address is wrong, the file of tokens cannot be used, or a token is needed and none is known.
OrInputError<LadderClient> client_of(const LadderFlags& flags, bool needs_token);
/// Prints what the ladder said.
ExitCode refused_by_ladder(const LadderReply& reply);
/// What an answer holds. Throws std::runtime_error if it is no JSON.
RemoteJson json_of(const LadderReply& reply, const std::string& url);
/// A text of an answer on one line; empty if there is none.
std::string word(const RemoteJson& json, const char* name);
void print_json(const RemoteJson& json);
/// Has the ladder do something to a version of the caller's, "fox@3", or of "fox" to the newest that is in one of these
/// states. `act` is a word of the API, such as "pause". Prints what state it is in then.
ExitCode act_on_version(const LadderFlags& flags, const std::string& bot, const std::string& act,
                        const std::set<std::string>& states);
/// An idempotency key that nobody has used.
std::string random_key();

}  // namespace tichu::arena
