#include "arena/service/ladder/season_table.h"

#include <stdexcept>

#include "arena/service/ladder/committed_seed.h"
#include "arena/service/ladder/ladder_sql.h"

namespace tichu::arena {

std::vector<SeasonRow> SeasonTable::all() {
  constexpr const char* Rows =
      "SELECT number, seed, salt, commitment, committed, began, first_job, ended FROM season ORDER BY number";
  std::vector<SeasonRow> seasons = rows_of(bound(work_.sql(), Rows), [](SQLite::Statement& query) {
    SeasonRow season;
    const CommittedSeed secret{query.getColumn(1).getString(), query.getColumn(2).getString()};
    season.seed = secret.number();
    season.salt = secret.salt;
    season.told.season = unsigned_of(query.getColumn(0));
    season.told.commitment = query.getColumn(3).getString();
    season.told.committed = query.getColumn(4).getDouble();
    season.told.began = number_in<double>(query.getColumn(5));
    season.told.first_board = number_in<JobNumber>(query.getColumn(6));
    season.told.ended = number_in<double>(query.getColumn(7));
    if (season.told.ended) {
      season.told.seed = secret.seed;
      season.told.salt = season.salt;
    }
    return season;
  });
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
  told.season = unsigned_of(work_.sql().execAndGet("SELECT coalesce(max(number), 0) + 1 FROM season"));
  told.commitment = secret.commitment();
  told.committed = work_.now();
  if (told.season == 1) {
    told.began = work_.now();
    told.first_board = JobNumber(0);
  }
  execute(work_.sql(), "INSERT INTO season VALUES (?, ?, ?, ?, ?, ?, ?, NULL)", told.season, secret.seed, secret.salt,
          told.commitment, told.committed, told.began, told.first_board);
  return told;
}

void SeasonTable::begin(std::uint64_t season, JobNumber first_job) {
  execute(work_.sql(), "UPDATE season SET ended = ? WHERE number < ? AND ended IS NULL", work_.now(), season);
  execute(work_.sql(), "UPDATE season SET began = ?, first_job = ? WHERE number = ?", work_.now(), first_job, season);
}

}  // namespace tichu::arena
