#include "arena/service/ladder/season_table.h"

#include <stdexcept>

#include "arena/service/ladder/committed_seed.h"
#include "arena/service/ladder/ladder_sql.h"

namespace tichu::arena {
namespace {

std::optional<double> time_in(const SQLite::Column& column) {
  return column.isNull() ? std::nullopt : std::optional(column.getDouble());
}

}  // namespace

std::vector<SeasonRow> SeasonTable::all() {
  SQLite::Statement query(work_.sql(),
                          "SELECT number, seed, salt, commitment, committed, began, first_job, ended FROM season "
                          "ORDER BY number");
  std::vector<SeasonRow> seasons;
  while (query.executeStep()) {
    SeasonRow season;
    const CommittedSeed secret{query.getColumn(1).getString(), query.getColumn(2).getString()};
    season.seed = secret.number();
    season.salt = secret.salt;
    season.told.season = static_cast<std::uint64_t>(query.getColumn(0).getInt64());
    season.told.commitment = query.getColumn(3).getString();
    season.told.committed = query.getColumn(4).getDouble();
    season.told.began = time_in(query.getColumn(5));
    if (const auto job = number_in(query.getColumn(6))) season.told.first_board = JobNumber(*job);
    season.told.ended = time_in(query.getColumn(7));
    if (season.told.ended) {
      season.told.seed = secret.seed;
      season.told.salt = season.salt;
    }
    seasons.push_back(std::move(season));
  }
  if (seasons.empty()) throw std::runtime_error("ladder.sqlite is damaged: it has no season");
  return seasons;
}

std::vector<FairDeals> SeasonTable::told() {
  std::vector<FairDeals> told;
  for (SeasonRow& season : all()) told.push_back(std::move(season.told));
  return told;
}

FairDeals SeasonTable::announce() {
  const CommittedSeed secret = CommittedSeed::draw();
  FairDeals told;
  told.season =
      static_cast<std::uint64_t>(work_.sql().execAndGet("SELECT coalesce(max(number), 0) + 1 FROM season").getInt64());
  told.commitment = secret.commitment();
  told.committed = work_.now();
  if (told.season == 1) {
    told.began = work_.now();
    told.first_board = JobNumber(0);
  }
  SQLite::Statement insert(work_.sql(), "INSERT INTO season VALUES (?, ?, ?, ?, ?, ?, ?, NULL)");
  SQLite::bind(insert, static_cast<std::int64_t>(told.season), secret.seed, secret.salt, told.commitment,
               told.committed);
  bind_optional(insert, 6, told.began);
  bind_optional(insert, 7, told.first_board ? std::optional(sql_number(*told.first_board)) : std::nullopt);
  insert.exec();
  return told;
}

void SeasonTable::begin(std::uint64_t season, JobNumber first_job) {
  execute(work_.sql(), "UPDATE season SET ended = ? WHERE number < ? AND ended IS NULL", work_.now(),
          static_cast<std::int64_t>(season));
  execute(work_.sql(), "UPDATE season SET began = ?, first_job = ? WHERE number = ?", work_.now(),
          sql_number(first_job), static_cast<std::int64_t>(season));
}

}  // namespace tichu::arena
