#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "arena/commands/command.h"
#include "arena/commands/ladder_flags.h"
#include "arena/service/remote/ladder_client.h"
#include "arena/text/input_error.h"

namespace tichu::arena {

/// What a ladder answered.
using RemoteJson = nlohmann::json;

/// The longest time for which a command waits for a ladder that says when to ask again.
inline constexpr std::chrono::seconds LongestLadderWait{60};
/// That for one that does not say it.
inline constexpr std::chrono::seconds UsualLadderWait{15};

/// Adds --to and --token.
void add_ladder_flags(CLI::App& command, LadderFlags& flags);

/// The error: the address is wrong, the file of tokens cannot be used, or a token is needed and none is known.
OrInputError<LadderClient> client_of(const LadderFlags& flags, bool needs_token);
/// Prints what the ladder said.
ExitCode refused_by_ladder(const HttpReply& reply);
/// What an answer holds. Throws std::runtime_error if it is no JSON.
RemoteJson json_of(const HttpReply& reply, const std::string& url);
/// A text of an answer on one line; empty if there is none.
std::string word(const RemoteJson& json, const char* name);
void print_json(const RemoteJson& json);
/// `OtherLadders::act_on_version`.
ExitCode act_on_version(const LadderFlags& flags, const std::string& bot, const std::string& act,
                        const std::set<std::string>& states);
/// The answer to GET `path`; waits as long as the ladder says that it cannot answer now.
HttpReply patiently(const LadderClient& client, const std::string& path);

}  // namespace tichu::arena
