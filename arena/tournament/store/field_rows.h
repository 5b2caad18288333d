#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/store/stored_changes.h"

namespace tichu::arena {

/// What a database keeps of a ladder's field and of its meetings. For sources only; each function throws
/// SQLite::Exception if SQLite fails, and those that read std::runtime_error if a row is damaged.

/// Stores a change as asked for now, within a transaction; `bot` is what enters.
void write_change(SQLite::Database& database, const FieldChange& change, const std::optional<BotSpec>& bot);
/// Those from this number on, in their order.
std::vector<StoredChange> read_changes(const SQLite::Database& database, std::uint64_t from);
/// Notes that changes have taken effect.
void write_effect(SQLite::Database& database, std::span<const StoredChange> changes);
/// Adds a bot, and an entrant, under its number.
void write_bot(SQLite::Database& database, std::int64_t id, const BotSpec& bot);
void write_entrant(SQLite::Database& database, std::int64_t id, const Entrant& entrant);
/// Adds to a configuration those who entered after it was written.
void add_entered(const SQLite::Database& database, TournamentConfig& config);
/// Takes new fingerprints of those who entered.
void rewrite_entered(SQLite::Database& database, const TournamentConfig& config);

/// Stores a season unless one of its number is there.
void write_season(SQLite::Database& database, const LadderSeason& season);
/// All of them by number.
std::vector<LadderSeason> read_seasons(const SQLite::Database& database);
/// Notes with which job the seasons begin that had not begun.
void write_season_effect(SQLite::Database& database, JobNumber job);
/// Adds to a configuration the seasons that have begun.
void add_seasons(const SQLite::Database& database, TournamentConfig& config);

void write_meetings(SQLite::Database& database, std::span<const LadderMeeting> meetings);
std::vector<LadderMeeting> read_meetings(const SQLite::Database& database, std::uint64_t from, std::uint64_t most);

}  // namespace tichu::arena
