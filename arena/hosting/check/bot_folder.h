#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace tichu::arena {

/// What the folder of a new bot is made of.
struct BotFolderPlan {
  std::string name;               ///< of the bot; check_bot_name accepts it
  std::filesystem::path folder;   ///< the folder to make
  std::filesystem::path starter;  ///< a folder of the SDK's `starter`, whose files are the new bot's
  std::filesystem::path package;  ///< a folder whose files are copied as they are; empty: none
  std::string arena_command;      ///< what starts the arena, for the README, quoted for a shell
  std::filesystem::path cmake;    ///< the folder of the CMake package
};

/// Fails with a sentence if a bot's files cannot have this name. A name is at most 40 small letters, digits, '-' and
/// '_', begins with a letter and is not "tichu", the SDK's own.
tl::expected<void, std::string> check_bot_name(std::string_view name);

/// The name as that of a class: "my-bot" is "MyBot". Without small letters it could be a macro, so "x" is "XBot".
std::string class_name_of(std::string_view name);

/// The plan for a bot in the folder `into`, from what came with this arena. `starter` is one of the
/// folders of `sdk/starter`.
BotFolderPlan bot_folder_plan(const std::string& name, const std::string& starter, const std::filesystem::path& into);

/// Makes the folder with all files of the starter, and AGENTS.md: in their text "starter" becomes the bot's name,
/// "Starter" its class,
/// "@tichu_ladder_name@" the name with '-' for '_', "@tichu_arena@" the arena's command and "@tichu_cmake@" the CMake
/// package's folder. Fails with a sentence if the folder cannot be made, because it exists already, for example. Throws
/// std::system_error if a file cannot be read or written. In both cases nothing is left behind.
tl::expected<void, std::string> make_bot_folder(const BotFolderPlan& plan);

}  // namespace tichu::arena
