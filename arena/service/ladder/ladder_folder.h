#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arena/hosting/player/bot_spec.h"
#include "arena/service/ladder/account.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/text/digest.h"
#include "arena/text/input_error.h"

namespace tichu::arena {

/// The file in a ladder's folder without which tokens cannot be checked.
constexpr const char* ServerKeyName = "server.key";
/// The file that a complete backup of a ladder has.
constexpr const char* BackupMark = "backup.complete";

/// An error that names a ladder's folder.
InputError folder_error(const std::filesystem::path& folder, std::string problem);

/// A ladder's folder that was made.
struct MadeLadder {
  std::filesystem::path folder;
  NewAccount admin;
};

/// Makes a ladder in a folder that is missing or empty, with one account that may do all. Nothing is left if it fails.
OrInputError<MadeLadder> make_ladder(const std::filesystem::path& folder, const std::string& admin);

/// Makes a ladder's folder from a backup, after it has verified hashes, databases and standings.
OrInputError<void> restore_ladder(const std::filesystem::path& backup, const std::filesystem::path& to);

/// What it did or, on trial, would do to bring a ladder up to date: one line each; empty if there is nothing to do.
OrInputError<std::vector<std::string>> migrate_ladder(const std::filesystem::path& folder, bool on_trial);

/// The settings that a service of this folder would start with now.
OrInputError<LadderSettings> settings_of_ladder(const std::filesystem::path& folder);
/// The bot that the settings name as validator.
OrInputError<BotSpec> find_validator(const std::filesystem::path& folder, const LadderSettings& settings);
/// Throws std::runtime_error if the file is missing or damaged.
ServerKey read_server_key(const std::filesystem::path& folder);
/// A consistent copy of a database that others may be writing.
void copy_database(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace tichu::arena
