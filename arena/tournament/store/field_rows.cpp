#include "arena/tournament/store/field_rows.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "arena/text/number_text.h"
#include "arena/tournament/config/config_json.h"
#include "arena/tournament/store/sqlite_statement.h"

namespace tichu::arena {
namespace {

EntrantId entrant_of(const SQLite::Column& column) {
  if (column.getInt64() < 0 || column.getInt64() > UINT16_MAX) {
    throw std::runtime_error("damaged: entrant " + std::to_string(column.getInt64()) + " in the store");
  }
  return static_cast<EntrantId>(column.getInt64());
}

template <HasWords E>
E known(const SQLite::Column& column) {
  const std::optional<E> value = from_text<E>(column.getString());
  if (!value) throw std::runtime_error("damaged: unknown word \"" + column.getString() + "\" in the store");
  return *value;
}

}  // namespace

void write_bot(SQLite::Database& database, std::int64_t id, const BotSpec& bot) {
  // Whether it is executed; which protocol it speaks stands in the configuration.
  const BotKind kind = is_program(bot.kind) ? BotKind::Program : BotKind::Plugin;
  execute(database, "INSERT INTO bot VALUES (?, ?, ?, ?, ?, ?)", id, bot.name, kind, bot.path.string(),
          nlohmann::json(bot.arguments).dump(), options_json(bot).dump());
}

void write_entrant(SQLite::Database& database, std::int64_t id, const Entrant& entrant) {
  execute(database, "INSERT INTO entrant VALUES (?, ?, ?, ?)", id, entrant.name, entrant.bots.bots[0],
          entrant.bots.bots[1]);
}

void write_change(SQLite::Database& database, const FieldChange& change, const std::optional<BotSpec>& bot) {
  execute(database, "INSERT INTO change SELECT coalesce(max(number) + 1, 0), ?, ?, ?, ?, ?, ?, ?, NULL FROM change",
          change.kind, change.entrant, change.other, change.owner, change.seconds,
          bot ? std::optional(bot_spec_json(*bot)) : std::nullopt, std::time(nullptr));
}

std::vector<StoredChange> read_changes(const SQLite::Database& database, std::uint64_t from) {
  SQLite::Statement query(
      database,
      "SELECT number, kind, entrant, other, owner, seconds, job FROM change WHERE number >= ? ORDER BY number");
  query.bind(1, signed_of(from));
  std::vector<StoredChange> changes;
  while (query.executeStep()) {
    StoredChange stored;
    stored.number = unsigned_of(query.getColumn(0));
    stored.change.kind = known<ChangeKind>(query.getColumn(1));
    stored.change.entrant = entrant_of(query.getColumn(2));
    if (!query.getColumn(3).isNull()) stored.change.other = entrant_of(query.getColumn(3));
    stored.change.owner = query.getColumn(4).getString();
    stored.change.seconds = query.getColumn(5).getDouble();
    if (!std::isfinite(stored.change.seconds)) throw std::runtime_error("damaged: seconds of a change in the store");
    stored.job = number_in<JobNumber>(query.getColumn(6));
    changes.push_back(std::move(stored));
  }
  return changes;
}

void write_effect(SQLite::Database& database, std::span<const StoredChange> changes) {
  for (const StoredChange& change : changes) {
    execute(database, "UPDATE change SET job = ? WHERE number = ?", change.job.value(), change.number);
  }
}

void add_entered(const SQLite::Database& database, TournamentConfig& config) {
  SQLite::Statement query(database, "SELECT bot, owner FROM change WHERE kind = 'enter' ORDER BY number");
  while (query.executeStep()) {
    OrInputError<BotSpec> bot = bot_spec_from_json(query.getColumn(0).getString(), "the table change");
    if (!bot) throw std::runtime_error(bot.error().text());
    if (std::string owner = query.getColumn(1).getString(); !owner.empty()) {
      config.schedule.owners[bot->name] = std::move(owner);
    }
    config.bots.push_back(std::move(bot.value()));
    ++config.entered;
  }
}

void rewrite_entered(SQLite::Database& database, const TournamentConfig& config) {
  for (std::size_t i = config.bots.size() - config.entered; i < config.bots.size(); ++i) {
    execute(database,
            "UPDATE change SET bot = ? WHERE kind = 'enter' AND entrant = (SELECT id FROM entrant WHERE name = ?)",
            bot_spec_json(config.bots[i]), config.bots[i].name);
  }
}

void write_season(SQLite::Database& database, const LadderSeason& season) {
  execute(database, "INSERT OR IGNORE INTO season VALUES (?, ?, ?, ?, ?)", season.number,
          season.seed ? std::to_string(*season.seed) : std::string(), season.first_job, season.commitment, season.salt);
}

std::vector<LadderSeason> read_seasons(const SQLite::Database& database) {
  SQLite::Statement query(database, "SELECT number, seed, first_job, commitment, salt FROM season ORDER BY number");
  std::vector<LadderSeason> seasons;
  while (query.executeStep()) {
    LadderSeason season;
    season.number = unsigned_of(query.getColumn(0));
    if (const std::string text = query.getColumn(1).getString(); !text.empty()) {
      season.seed = number_from<std::uint64_t>(text);
      if (!season.seed) {
        throw std::runtime_error("damaged: the seed of season " + std::to_string(season.number) + " is \"" + text +
                                 "\"");
      }
    }
    season.first_job = number_in<JobNumber>(query.getColumn(2));
    season.commitment = query.getColumn(3).getString();
    season.salt = query.getColumn(4).getString();
    seasons.push_back(std::move(season));
  }
  return seasons;
}

void write_season_effect(SQLite::Database& database, JobNumber job) {
  execute(database, "UPDATE season SET first_job = ? WHERE first_job IS NULL", job);
}

void add_seasons(const SQLite::Database& database, TournamentConfig& config) {
  config.seasons = read_seasons(database);
  std::erase_if(config.seasons, [](const LadderSeason& season) { return !season.first_job; });
  const bool ascends = std::is_sorted(config.seasons.begin(), config.seasons.end(),
                                      [](const auto& a, const auto& b) { return *a.first_job < *b.first_job; });
  if (!ascends) throw std::runtime_error("damaged: the seasons of the ladder do not follow one another");
}

void write_meetings(SQLite::Database& database, std::span<const LadderMeeting> meetings) {
  if (meetings.empty()) return;
  SQLite::Statement insert(database, "INSERT INTO meeting VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const LadderMeeting& meeting : meetings) {
    SQLite::bind(insert, signed_of(meeting.number), signed_of(meeting.first_job.value()), signed_of(meeting.boards),
                 static_cast<std::int64_t>(meeting.entrants[0]), static_cast<std::int64_t>(meeting.entrants[1]),
                 std::string(to_text(meeting.reason)), signed_of(meeting.results));
    insert.exec();
    insert.reset();
  }
}

std::vector<LadderMeeting> read_meetings(const SQLite::Database& database, std::uint64_t from, std::uint64_t most) {
  SQLite::Statement query(
      database,
      "SELECT number, first_job, boards, first_entrant, second_entrant, reason, results FROM meeting "
      "WHERE number >= ? ORDER BY number LIMIT ?");
  query.bind(1, signed_of(std::min<std::uint64_t>(from, INT64_MAX)));
  query.bind(2, signed_of(std::min<std::uint64_t>(most, INT64_MAX)));
  std::vector<LadderMeeting> meetings;
  while (query.executeStep()) {
    LadderMeeting meeting;
    meeting.number = unsigned_of(query.getColumn(0));
    meeting.first_job = JobNumber(unsigned_of(query.getColumn(1)));
    meeting.boards = unsigned_of(query.getColumn(2));
    meeting.entrants = {entrant_of(query.getColumn(3)), entrant_of(query.getColumn(4))};
    meeting.reason = known<MeetingReason>(query.getColumn(5));
    meeting.results = unsigned_of(query.getColumn(6));
    meetings.push_back(meeting);
  }
  return meetings;
}

}  // namespace tichu::arena
