#include "arena/tournament/store/field_store.h"

#include "arena/tournament/store/field_rows.h"
#include "arena/tournament/store/store_connection.h"

namespace tichu::arena {

OrInputError<EntrantId> FieldStore::enter(const BotSpec& bot, const std::string& owner,
                                          std::optional<EntrantId> predecessor, double seconds) {
  return connection_.guarded([&]() -> OrInputError<EntrantId> {
    SQLite::Database& database = connection_.database;
    database.exec("PRAGMA foreign_keys = ON");
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    const TournamentConfig& config = connection_.tournament();
    if (const auto checked = check_entry(config, bot, owner, connection_.file); !checked) {
      return tl::unexpected(checked.error());
    }
    const auto id = static_cast<EntrantId>(connection_.entrant_count());
    const auto bot_id = static_cast<std::int64_t>(config.bots.size());
    write_bot(database, bot_id, bot);
    write_entrant(database, static_cast<std::int64_t>(id), {bot.name, {{BotId(bot_id), BotId(bot_id)}}});
    write_change(database, {ChangeKind::Enter, id, predecessor, owner, seconds}, bot);
    transaction.commit();
    return id;
  });
}

void FieldStore::ask(const FieldChange& change) {
  connection_.in_transaction([&] { write_change(connection_.database, change, std::nullopt); });
}

std::vector<StoredChange> FieldStore::changes(std::uint64_t from) const {
  return connection_.guarded([&] { return read_changes(connection_.database, from); });
}

void FieldStore::add_season(const LadderSeason& season) {
  connection_.in_transaction([&] { write_season(connection_.database, season); });
}

std::vector<LadderSeason> FieldStore::seasons() const {
  return connection_.guarded([&] { return read_seasons(connection_.database); });
}

void FieldStore::begin_seasons(JobNumber job) {
  connection_.in_transaction([&] { write_season_effect(connection_.database, job); });
  connection_.config.reset();
}

void FieldStore::note_effect(std::span<const StoredChange> changes) {
  connection_.in_transaction([&] { write_effect(connection_.database, changes); });
}

std::vector<LadderMeeting> FieldStore::meetings(std::uint64_t from, std::uint64_t most) const {
  return connection_.guarded([&] { return read_meetings(connection_.database, from, most); });
}

}  // namespace tichu::arena
