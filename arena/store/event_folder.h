#pragma once

#include <array>
#include <filesystem>

#include "arena/config/config_error.h"
#include "arena/config/event_config.h"

namespace tichu::arena {

/// Makes the folder `results/name` for a fresh event and sets `config.name` to its last part. A folder that holds
/// something already is refused where a person gave the name, but for what an arena leaves that is killed before the
/// event's database is there; otherwise `name-2`, `name-3`, … is taken. Results that would be inside a file are refused
/// too. Throws std::runtime_error with the folder where the disk refuses.
OrConfigError<std::filesystem::path> make_event_folder(EventConfig& config);

/// The database's name in an event's folder.
constexpr const char* StoreFileName = "event.sqlite";
/// The names of the database and its journal while it is made.
constexpr std::array<const char*, 2> UnfinishedStoreFiles{"event.sqlite.new", "event.sqlite.new-journal"};
/// The log's name in an event's folder.
constexpr const char* LogFileName = "arena.log";
/// What is being played now, while an event runs (arena/store/SCHEMA.md).
constexpr const char* TablesFileName = "tables.json";
constexpr const char* TablesFormat = "tichu-tables/1";

}  // namespace tichu::arena
