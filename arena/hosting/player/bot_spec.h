#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/hosting/sandbox/sandbox_config.h"
#include "arena/text/words.h"

namespace tichu::arena {

/// How a bot is run.
enum class BotKind : std::uint8_t {
  Plugin,   ///< a shared library: trusted, in the arena's process, which is fastest; else in a program of its own
  Program,  ///< a process of its own that speaks the protocol in Protobuf
  Json,     ///< a process of its own that speaks the protocol in lines of JSON
  Remote,   ///< elsewhere: it connects to a seat of this arena and speaks the protocol in JSON
  Person,   ///< nobody's program: somebody who sits at a table of the arena
};

constexpr std::array<std::string_view, 5> words_of(BotKind) {
  return {"plugin", "program", "json", "remote", "person"};
}

/// Whether the bot's file is itself executed.
constexpr bool is_program(BotKind kind) { return kind == BotKind::Program || kind == BotKind::Json; }

/// One bot of a tournament, as the configuration names it.
struct BotSpec {
  std::string name;  ///< unique in the tournament
  BotKind kind = BotKind::Plugin;
  std::filesystem::path path;                                ///< the shared library, the executable, or the seat's name
  std::vector<std::string> arguments;                        ///< only of programs
  std::vector<std::pair<std::string, std::string>> options;  ///< handed to the bot
  bool trusted = false;  ///< runs with all rights of the arena's user; true for the bots that came with the arena
  /// What its files hold (`fingerprint_of`), once a tournament has begun; empty before.
  std::string fingerprint = {};
  /// It looks at the clock, so the same seed may give other answers: on workers' machines nobody plays its boards again
  /// to compare them, and slow machines do not play them.
  bool timed = false;
  BotNeeds needs = {};        ///< of its sandbox
  bool guest_workers = true;  ///< workers of strangers may get its files
  friend bool operator==(const BotSpec&, const BotSpec&) = default;
};

/// What a bot is made of, as a short text that changes with it: SHA-1 (as a UUID of version 5) over the contents of its
/// file and of the files that its arguments name; "unreadable" for a file that cannot be read. Other files that it
/// reads are not covered. "remote" for a bot that plays elsewhere: nobody can tell what it is made of.
std::string fingerprint_of(const BotSpec& bot);

}  // namespace tichu::arena
