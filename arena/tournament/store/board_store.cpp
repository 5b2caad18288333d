#include "arena/tournament/store/board_store.h"

#include <stdexcept>
#include <utility>

#include "arena/tournament/store/board_reader.h"
#include "arena/tournament/store/packed_rounds.h"
#include "arena/tournament/store/store_connection.h"

namespace tichu::arena {

std::uint64_t BoardStore::job_count() const {
  return connection_.guarded([&] { return unsigned_of(connection_.database.execAndGet("SELECT count(*) FROM job")); });
}

bool BoardStore::has_job(JobNumber job) const {
  return connection_.guarded([&] {
    SQLite::Statement query(connection_.database, "SELECT 1 FROM job WHERE number = ?");
    query.bind(1, signed_of(job.value()));
    return query.executeStep();
  });
}

std::optional<JobNumber> BoardStore::latest_job() const {
  return connection_.guarded([&]() -> std::optional<JobNumber> {
    SQLite::Statement query(connection_.database, "SELECT number FROM job ORDER BY number DESC LIMIT 1");
    if (!query.executeStep()) return std::nullopt;
    return JobNumber(unsigned_of(query.getColumn(0)));
  });
}

std::uint64_t BoardStore::jobs_before(JobNumber job) const {
  return connection_.guarded([&] {
    SQLite::Statement query(connection_.database, "SELECT count(*) FROM job WHERE number < ?");
    query.bind(1, signed_of(job.value()));
    query.executeStep();
    return unsigned_of(query.getColumn(0));
  });
}

std::optional<StoredBoard> BoardStore::board(JobNumber job) const {
  return connection_.guarded([&]() -> std::optional<StoredBoard> {
    auto found = connection_.reader().read(job);
    if (!found) return std::nullopt;
    if (!*found) throw std::runtime_error(connection_.file + ": " + to_text(found->error()));
    return std::move(found->value());
  });
}

std::optional<std::uint64_t> BoardStore::board_bytes(JobNumber job) const {
  return connection_.guarded([&]() -> std::optional<std::uint64_t> {
    SQLite::Statement query(connection_.database,
                            "SELECT packed FROM job LEFT JOIN rounds ON rounds.job = job.number WHERE number = ?");
    query.bind(1, signed_of(job.value()));
    try {
      if (!query.executeStep()) return std::nullopt;
      const SQLite::Column packed = query.getColumn(0);
      return unpacked_size({static_cast<const char*>(packed.getBlob()), static_cast<std::size_t>(packed.getBytes())});
    } catch (const std::runtime_error&) {
      return 0;
    }
  });
}

std::optional<Record> BoardStore::record(JobNumber job, SeatingNumber seating, RoundNumber round) const {
  std::optional<StoredBoard> found = board(job);
  if (!found) return std::nullopt;
  for (StoredRound& stored : found->rounds) {
    if (stored.seating == seating && stored.number == round) return std::move(stored.record);
  }
  return std::nullopt;
}

void BoardStore::each_board(const std::function<bool(const StoredBoard& board)>& take, const OnDamage& lose) const {
  connection_.guarded([&] {
    // One by one, since the first damaged page would end a query for all of them.
    std::vector<JobNumber> numbers;
    SQLite::Statement query(connection_.database,
                            "SELECT number FROM job WHERE " + connection_.has_known_entrants() + " ORDER BY number");
    while (query.executeStep()) numbers.emplace_back(unsigned_of(query.getColumn(0)));
    query.reset();
    BoardReader reader = connection_.reader();
    for (const JobNumber number : numbers) {
      const auto found = reader.read(number);
      if (!found) continue;
      if (!*found) {
        lose(found->error());
      } else if (!take(found->value())) {
        return;
      }
    }
  });
}

std::vector<DamagedJob> BoardStore::jobs_without_rounds() const {
  return connection_.guarded([&] {
    SQLite::Statement query(connection_.database,
                            "SELECT number, board FROM job WHERE NOT EXISTS (SELECT 1 FROM rounds WHERE job = number) "
                            "ORDER BY number");
    std::vector<DamagedJob> found;
    while (query.executeStep()) {
      found.push_back({JobNumber(unsigned_of(query.getColumn(0))), BoardNumber(unsigned_of(query.getColumn(1))),
                       std::string(MissingRounds)});
    }
    return found;
  });
}

}  // namespace tichu::arena
