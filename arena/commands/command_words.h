#pragma once

#include <span>
#include <string_view>

namespace tichu::arena {

// The programs. The first is the one that people call, which finds the others beside itself.
inline constexpr std::string_view PlayingProgram = "tichu-arena";
inline constexpr std::string_view ToolsProgram = "tichu-arena-tools";
inline constexpr std::string_view WorkersProgram = "tichu-arena-workers";
inline constexpr std::string_view LadderProgram = "tichu-arena-ladder";

/// The first word of a command line.
struct CommandWord {
  std::string_view word;
  std::string_view about;    ///< what the command does, as --help lists it
  std::string_view group;    ///< those that --help lists together
  std::string_view program;  ///< that has the command
};

/// All commands, in the order of --help.
std::span<const CommandWord> command_words();

/// The program that does what a command line asks for, given its words after the program's name: that of the command,
/// or for one that plays WorkersProgram with --nats and ToolsProgram with --seats. PlayingProgram if the words name no
/// command.
std::string_view program_for(std::span<const std::string_view> words);

}  // namespace tichu::arena
