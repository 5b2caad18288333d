#include "arena/service/ladder/public_dump.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "arena/hosting/player/fault_texts.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/service/ladder/open_record.h"
#include "arena/tournament/config/config_json.h"
#include "arena/tournament/store/field_rows.h"
#include "arena/tournament/store/packed_rounds.h"
#include "arena/tournament/store/sqlite_statement.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using DumpJson = nlohmann::json;

/// The configuration, with the secrets that the copy still has.
TournamentConfig config_in(SQLite::Database& sql, const std::string& file) {
  auto config = config_from_json(sql.execAndGet("SELECT configuration FROM tournament").getString(), file);
  if (!config) throw std::runtime_error(config.error().text());
  add_seasons(sql, *config);
  return std::move(*config);
}

/// The rounds without what bots wrote. The cards take the place of seeds that are not told.
void rewrite_rounds(SQLite::Database& sql, const TournamentConfig& secret, const TournamentConfig& told) {
  SQLite::Statement query(sql, "SELECT job, packed FROM rounds ORDER BY job");
  while (query.executeStep()) {
    const JobNumber job(unsigned_of(query.getColumn(0)));
    const SQLite::Column column = query.getColumn(1);
    const std::string_view bytes(static_cast<const char*>(column.getBlob()),
                                 static_cast<std::size_t>(column.getBytes()));
    std::vector<StoredRound> rounds = unpack_rounds(bytes, known_seed(secret, job));
    for (StoredRound& round : rounds) leave_out_words(round.record, [](Seat) { return false; });
    const std::string packed = pack_rounds(rounds, known_seed(told, job));
    if (packed == bytes) continue;
    execute(sql, "UPDATE rounds SET packed = ? WHERE job = ?", SqlBytes{packed}, job);
  }
}

/// The seasons as everybody may know them. One may have begun that is announced only, while the last boards of the one
/// before are played.
void rewrite_seasons(SQLite::Database& sql, const TournamentConfig& secret, const std::vector<FairDeals>& seasons) {
  constexpr int Base = 16;
  sql.exec("DELETE FROM season");
  for (const FairDeals& season : seasons) {
    LadderSeason row{season.season, std::nullopt, season.first_board, season.commitment, season.salt.value_or("")};
    for (const LadderSeason& begun : secret.seasons) {
      if (begun.number == season.season) row.first_job = begun.first_job;
    }
    if (!row.first_job) break;
    if (season.seed) row.seed = std::stoull(*season.seed, nullptr, Base);
    write_season(sql, row);
  }
}

/// A bot's JSON without what only this machine knows.
DumpJson shown_bot(DumpJson bot, const std::map<std::string, std::string>& names) {
  const auto other = names.find(bot.at("name").get<std::string>());
  if (other != names.end()) bot["name"] = other->second;
  bot["path"] = bot["name"];
  bot["arguments"] = DumpJson::array();
  return bot;
}

void rewrite_names(SQLite::Database& sql, const std::map<std::string, std::string>& names) {
  for (const auto& [name, shown] : names) {
    for (const char* table : {"bot", "entrant"}) {
      execute(sql, std::string("UPDATE ") + table + " SET name = ? WHERE name = ?", shown, name);
    }
  }
  sql.exec("UPDATE bot SET path = name, arguments = '[]'");
  sql.exec("UPDATE build SET name = (SELECT name FROM bot WHERE id = build.bot), version = ''");
  std::map<std::int64_t, std::string> entered;
  SQLite::Statement query(sql, "SELECT number, bot FROM change WHERE bot IS NOT NULL");
  while (query.executeStep()) {
    entered[query.getColumn(0).getInt64()] = shown_bot(DumpJson::parse(query.getColumn(1).getString()), names).dump();
  }
  query.reset();
  for (const auto& [number, bot] : entered) {
    execute(sql, "UPDATE change SET bot = ? WHERE number = ?", bot, number);
  }
}

void rewrite_config(SQLite::Database& sql, const std::map<std::string, std::string>& names, bool seed_told) {
  DumpJson config = DumpJson::parse(sql.execAndGet("SELECT configuration FROM tournament").getString());
  if (!seed_told) config["seed"] = nullptr;
  for (DumpJson& bot : config.at("bots")) bot = shown_bot(bot, names);
  config["file"] = "";
  config["results"] = "";
  execute(sql, "UPDATE tournament SET configuration = ?", config.dump());
  if (!seed_told) sql.exec("UPDATE tournament SET seed = ''");
}

void leave_out_output(SQLite::Database& sql) {
  sql.exec("DELETE FROM output");
  sql.exec("UPDATE fault SET stderr = x'', sent = x'', received = x''");
  for (const FaultKind kind : every<FaultKind>()) {
    const std::string sentence = open_sentence(kind, "");
    if (sentence.empty()) continue;  // the arena's own words
    execute(sql, "UPDATE fault SET text = ? WHERE kind = ?", sentence, kind);
  }
}

void make_public(const fs::path& file, const DumpPlan& plan) {
  SQLite::Database sql(file.string(), SQLite::OPEN_READWRITE, BusyMilliseconds);
  SQLite::Transaction transaction(sql);
  const TournamentConfig secret = config_in(sql, file.string());
  rewrite_seasons(sql, secret, plan.seasons);
  rewrite_config(sql, plan.names, plan.seasons.front().seed.has_value());
  const TournamentConfig told = config_in(sql, file.string());
  rewrite_rounds(sql, secret, told);
  rewrite_names(sql, plan.names);
  leave_out_output(sql);
  transaction.commit();
  sql.exec("PRAGMA journal_mode = DELETE");
  sql.exec("VACUUM");
}

}  // namespace

void write_public_dump(const DumpPlan& plan, const fs::path& file) {
  const fs::path fresh = file.string() + ".new";
  std::error_code ignored;
  fs::remove(fresh, ignored);
  try {
    {
      SQLite::Database source((plan.tournament / StoreFileName).string(), SQLite::OPEN_READONLY, BusyMilliseconds);
      execute(source, "VACUUM INTO ?", fresh.string());
    }
    make_public(fresh, plan);
    fs::rename(fresh, file);
  } catch (...) {
    fs::remove(fresh, ignored);
    throw;
  }
}

}  // namespace tichu::arena
