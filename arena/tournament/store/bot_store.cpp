#include "arena/tournament/store/bot_store.h"

#include <SQLiteCpp/VariadicBind.h>

#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "arena/tournament/store/job_inserts.h"
#include "arena/tournament/store/store_connection.h"
#include "arena/tournament/store/stored_rows.h"

namespace tichu::arena {

std::vector<PlayFigures> BotStore::figures(std::span<const DamagedJob> damaged) const {
  return connection_.guarded([&] {
    SQLite::Statement query(connection_.database,
                            "SELECT total(faults), total(rounds), total(tichu_called), total(tichu_made), "
                            "total(grand_called), total(grand_made), total(double_victories), total(bomb_hands) "
                            "FROM entrant LEFT JOIN side ON side.entrant = entrant.id AND "
                            "side.job NOT IN (SELECT value FROM json_each(?)) WHERE entrant.id < ? "
                            "GROUP BY entrant.id ORDER BY entrant.id");
    nlohmann::json numbers = nlohmann::json::array();
    for (const DamagedJob& job : damaged) numbers.push_back(signed_of(job.job.value()));
    query.bind(1, numbers.dump());
    query.bind(2, signed_of(connection_.tournament_entrants().size()));
    std::vector<PlayFigures> all;
    while (query.executeStep()) {
      PlayFigures figures;
      const std::array<std::uint64_t*, 8> members{
          &figures.faults,       &figures.rounds,     &figures.tichu_called,     &figures.tichu_made,
          &figures.grand_called, &figures.grand_made, &figures.double_victories, &figures.bomb_hands};
      for (std::size_t i = 0; i < members.size(); ++i) *members[i] = unsigned_of(query.getColumn(static_cast<int>(i)));
      all.push_back(figures);
    }
    return all;
  });
}

std::vector<FinishedFault> BotStore::faults(const OnDamage& lose) const {
  return connection_.guarded([&] {
    SQLite::Statement query(connection_.database, std::string("SELECT ") + FaultColumns + " FROM fault WHERE " +
                                                      connection_.has_known_bot() +
                                                      " ORDER BY job, seating, round, seat");
    std::vector<FinishedFault> faults;
    const std::size_t bots = connection_.tournament().bots.size();
    while (query.executeStep()) {
      auto fault = unless_damaged(
          query, [&] { return fault_of(query, bots); }, lose);
      if (fault) faults.push_back(std::move(*fault));
    }
    return faults;
  });
}

FinishedFault BotStore::with_evidence(FinishedFault fault) const {
  return connection_.guarded([&] {
    SQLite::Statement query(
        connection_.database,
        "SELECT stderr, sent, received FROM fault WHERE job = ? AND seating = ? AND round = ? AND seat = ?");
    SQLite::bind(query, signed_of(fault.job.value()), signed_of(fault.seating.value()), signed_of(fault.round.value()),
                 fault.seat.number());
    if (!query.executeStep()) throw std::runtime_error("the fault is not in the database");
    fault.stderr_tail = query.getColumn(0).getString();
    fault.exchange = {query.getColumn(1).getString(), query.getColumn(2).getString()};
    return std::move(fault);
  });
}

std::uint64_t BotStore::usage_count() const {
  return connection_.guarded(
      [&] { return unsigned_of(connection_.database.execAndGet("SELECT count(*) FROM usage")); });
}

std::vector<BotUsage> BotStore::usage(const OnDamage& lose) const {
  return connection_.guarded([&] {
    std::vector<BotUsage> all(connection_.tournament().bots.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i].bot = static_cast<BotId>(i);
    SQLite::Statement query(connection_.database,
                            std::string("SELECT ") + UsageColumns + " FROM usage WHERE " + connection_.has_known_bot());
    while (query.executeStep()) {
      const auto used = unless_damaged(
          query, [&] { return usage_of(query, all.size()); }, lose);
      if (used) tichu::arena::add_usage(all, *used);
    }
    return all;
  });
}

void BotStore::add_usage(JobNumber job, std::span<const BotUsage> usage) {
  connection_.in_transaction([&] { JobInserts(connection_.database).write_usage(job, usage); });
}

}  // namespace tichu::arena
