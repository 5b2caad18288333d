#include "arena/seats/table/own_rounds.h"

#include <algorithm>
#include <exception>
#include <map>
#include <system_error>
#include <tuple>
#include <utility>

#include "arena/analysis/analysis_store.h"
#include "arena/seats/table/house.h"
#include "arena/seats/table/sitting.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

bool has_ended(const Record& record) { return record.result && record.result->score && record.result->out; }

/// Whether the decisions of seat 0 are judged.
bool judges_person(const RoundAnalysis& analysis) {
  return std::ranges::any_of(analysis.decisions,
                             [](const AnalysedDecision& each) { return each.seat == Seat(0) && each.verdict; });
}

std::map<RoundKey, RoundAnalysis> analyses_in(const fs::path& folder) {
  std::map<RoundKey, RoundAnalysis> found;
  std::error_code missing;
  if (!fs::is_regular_file(folder / AnalysisFile, missing)) return found;
  auto contents = AnalysisStore::read(folder / AnalysisFile);
  if (!contents) return found;
  for (RoundAnalysis& each : contents->rounds) {
    const RoundKey key = key_of(each);
    if (judges_person(each)) found.emplace(key, std::move(each));
  }
  return found;
}

void read_rounds(const Tournament& tournament, OwnTable& table) {
  const auto house = read_house(tournament.folder() / HouseFileName);
  auto analyses = analyses_in(tournament.folder());
  const auto take = [&](const StoredBoard& board) {
    for (const StoredRound& stored : board.rounds) {
      const Record& record = stored.record;
      if (!has_ended(record)) continue;
      OwnRound& round = table.rounds.emplace_back(OwnRound{record, std::nullopt, std::nullopt});
      const auto same = house.find(record.deal_index.value_or(board.job.board.value()));
      if (same != house.end() && has_ended(same->second)) round.house = same->second;
      const auto found = analyses.find({board.job.number, stored.seating, stored.number});
      if (found != analyses.end()) round.analysis = std::move(found->second);
    }
    return true;
  };
  tournament.each_board(take, [](const DamagedJob&) {});
}

}  // namespace

std::optional<OwnTable> read_own_table(const fs::path& results, const std::string& name) try {
  const fs::path folder = results / name;
  if (!is_tournament_name(name) || !holds_sitting(folder) || !holds_tournament(folder)) return std::nullopt;
  const auto sitting = read_sitting(folder);
  const auto tournament = Tournament::open(folder, "mine");
  if (!sitting || !tournament || sitting->at(Seat(0)).kind != BotKind::Person) return std::nullopt;
  OwnTable table;
  table.name = name;
  for (const Seat seat : AllSeats) table.names.at(static_cast<std::size_t>(seat.number())) = sitting->at(seat).name;
  table.is_game = sitting->is_game();
  table.is_coached = sitting->coached;
  table.people = sitting->people().size();
  table.stored = tournament->last_stored();
  read_rounds(*tournament, table);
  return table;
} catch (const std::exception&) {
  return std::nullopt;
}

std::vector<OwnTable> read_own_tables(const fs::path& results) {
  std::vector<OwnTable> tables;
  std::error_code missing;
  for (const fs::directory_entry& entry : fs::directory_iterator(results, missing)) {
    if (auto table = read_own_table(results, entry.path().filename().string())) tables.push_back(*std::move(table));
  }
  std::ranges::sort(tables, [](const OwnTable& a, const OwnTable& b) {
    return std::tie(a.stored, a.name) < std::tie(b.stored, b.name);
  });
  return tables;
}

}  // namespace tichu::arena
