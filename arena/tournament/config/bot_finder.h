#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "arena/hosting/player/bot_spec.h"
#include "arena/text/input_error.h"

namespace tichu::arena {

/// Finds the files of bots: those that came with the arena by their bare names, others by path.
class BotFinder {
 public:
  /// `bundled` is the folder with NAME.so and NAME of each bundled bot; `relative_to` is where relative paths start.
  BotFinder(std::filesystem::path bundled, std::filesystem::path relative_to)
      : bundled_(std::move(bundled)), relative_to_(std::move(relative_to)) {}

  /// Sets `bot.path` and `bot.kind` from what a person wrote, and `bot.trusted` if the bot is bundled. Text without '/'
  /// names a bundled bot (for a program also one on the PATH), other text a file. If `kind` is not given, a bundled bot
  /// is a plug-in if it has one, a file ending in ".so" is a plug-in, and every other a program. Of a remote bot the
  /// text is the name of its seat. The error is a sentence: there is no such file, or it is not executable.
  tl::expected<void, std::string> locate(BotSpec& bot, const std::string& text, std::optional<BotKind> kind) const;

  /// An argument of a program as it is handed over: programs start in their own folder, so a relative path to a file
  /// that is there becomes absolute; all else stays as it is.
  std::string argument(const std::string& text) const;

  /// The names of the bundled bots, sorted; empty if the folder is missing.
  std::vector<std::string> bundled_names() const;

 private:
  tl::expected<void, std::string> locate_bundled(BotSpec& bot, const std::string& text,
                                                 std::optional<BotKind> kind) const;

  std::filesystem::path bundled_;
  std::filesystem::path relative_to_;
};

/// A bot from the command line: `NAME` (bundled), `NAME=FILE.so`, `NAME=BUNDLED`, `NAME=plugin:FILE`,
/// `NAME=remote:SEAT`, or `NAME=program:COMMAND ARGUMENT…` (blanks separate; quotes ' and " hold together). After the
/// '=', `trusted:` or `untrusted:` says so first; without it bundled bots are trusted and others are not. Then `timed:`
/// says that it looks at the clock.
OrInputError<BotSpec> bot_from_argument(const std::string& text, const BotFinder& finder);

/// The same for a bot of this machine: a remote one is refused.
OrInputError<BotSpec> local_bot_from_argument(const std::string& text, const BotFinder& finder);

/// What `bot_from_argument` reads as this kind, path and arguments behind the '=': `plugin:FILE`, or `program:COMMAND
/// ARGUMENT…` with quotes where they are needed. Nothing of it is quoted for a shell.
std::string place_argument(BotKind kind, const std::string& path, const std::vector<std::string>& arguments);

}  // namespace tichu::arena
