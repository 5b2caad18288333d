#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace tichu::arena {

/// What the folder of a new bot is made of.
struct BotFolderPlan {
  std::string name;               ///< of the bot: one of which `wrong_bot_name` says nothing
  std::filesystem::path folder;   ///< that is made
  std::filesystem::path starter;  ///< a folder of the SDK's `starter`, whose files are the new bot's
  std::filesystem::path package;  ///< files that come besides as they are; empty: none
  std::string arena_command;      ///< what starts the arena, for the README, as a shell takes it
  std::filesystem::path cmake;    ///< the folder of the CMake package
};

/// Why a bot's files cannot be named so; nothing where they can. A name is at most 40 small letters, digits, '-' and
/// '_', begins with a letter and is not "tichu", the SDK's own.
std::optional<std::string> wrong_bot_name(std::string_view name);

/// The name as that of a class: "my-bot" is "MyBot". Without small letters it could be a macro, so "x" is "XBot".
std::string class_name_of(std::string_view name);

/// Makes the folder with all files of the starter: in their text "starter" becomes the bot's name, "Starter" its class,
/// "@tichu_arena@" the arena's command and "@tichu_cmake@" the CMake package's folder. Returns why the folder cannot be
/// made (it exists already, say), in words; nothing where it was. Throws std::system_error where a file cannot be read
/// or written; then there is no folder either.
std::optional<std::string> make_bot_folder(const BotFolderPlan& plan);

}  // namespace tichu::arena
