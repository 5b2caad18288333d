#include "arena/tournament/store/run_reader.h"

#include <SQLiteCpp/Statement.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "arena/tournament/store/sqlite_statement.h"

namespace tichu::arena {
namespace {

using RunId = std::int64_t;

/// What boards have in common: how many there are, and the first of their jobs.
struct Tally {
  std::uint64_t boards = 0;
  std::optional<JobNumber> first_job = std::nullopt;

  void add(std::uint64_t count, JobNumber first) {
    boards += count;
    first_job = first_job ? std::min(*first_job, first) : first;
  }
};

/// The boards of each run, in all and by bot.
struct Tallies {
  std::map<RunId, Tally> all;
  std::map<std::pair<RunId, std::size_t>, Tally> of_bot;
};

Tallies tallies_of(const SQLite::Database& database, const std::vector<Entrant>& entrants) {
  Tallies tallies;
  SQLite::Statement query(database,
                          "SELECT run, first_entrant, second_entrant, count(*), min(number) FROM job "
                          "WHERE run IS NOT NULL GROUP BY run, first_entrant, second_entrant");
  while (query.executeStep()) {
    const RunId run = query.getColumn(0).getInt64();
    const std::uint64_t boards = unsigned_of(query.getColumn(3));
    const JobNumber first(unsigned_of(query.getColumn(4)));
    std::set<std::size_t> bots;
    for (const int side : {1, 2}) {
      const std::uint64_t entrant = unsigned_of(query.getColumn(side));
      if (entrant >= entrants.size()) continue;  // which the job's own reader tells
      for (const BotId bot : entrants[entrant].bots.bots) bots.insert(static_cast<std::size_t>(bot));
    }
    tallies.all[run].add(boards, first);
    for (const std::size_t bot : bots) tallies.of_bot[{run, bot}].add(boards, first);
  }
  return tallies;
}

/// Adds what a run played with.
template <typename T>
void append(std::vector<Played<T>>& list, T what, const Tally& tally) {
  // What no board was played with stands only as long as nothing else is known.
  if (!list.empty() && tally.boards == 0) return;
  if (!list.empty() && list.back().boards == 0) list.pop_back();
  if (list.empty() || list.back().what != what) list.push_back({std::move(what)});
  Tally sum{list.back().boards, list.back().first_job};
  if (tally.first_job) sum.add(tally.boards, *tally.first_job);
  list.back().boards = sum.boards;
  list.back().first_job = sum.first_job;
}

/// The texts of an array; none if it is damaged.
std::vector<std::string> texts_of(const std::string& json) {
  try {
    return nlohmann::json::parse(json).get<std::vector<std::string>>();
  } catch (const nlohmann::json::exception&) {
    return {};
  }
}

}  // namespace

StoredRuns read_runs(const SQLite::Database& database, const std::vector<Entrant>& entrants) {
  StoredRuns runs;
  std::size_t bots = 0;
  for (const Entrant& entrant : entrants) {
    for (const BotId bot : entrant.bots.bots) bots = std::max(bots, static_cast<std::size_t>(bot) + 1);
  }
  runs.bots.resize(bots);
  Tallies tallies = tallies_of(database, entrants);
  SQLite::Statement run(database, "SELECT id, sandbox, protections FROM run ORDER BY id");
  while (run.executeStep()) {
    append(runs.sandboxes, UsedSandbox{run.getColumn(1).getString(), texts_of(run.getColumn(2).getString())},
           tallies.all[run.getColumn(0).getInt64()]);
  }
  SQLite::Statement build(database, "SELECT run, bot, name, version, fingerprint FROM build ORDER BY run, bot");
  while (build.executeStep()) {
    const std::uint64_t bot = unsigned_of(build.getColumn(1));
    if (bot >= bots) continue;
    append(runs.bots[bot],
           BotBuild{{build.getColumn(2).getString(), build.getColumn(3).getString()}, build.getColumn(4).getString()},
           tallies.of_bot[{build.getColumn(0).getInt64(), bot}]);
  }
  return runs;
}

}  // namespace tichu::arena
