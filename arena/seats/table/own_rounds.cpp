#include "arena/seats/table/own_rounds.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <system_error>
#include <tuple>

#include "arena/hosting/sandbox/posix.h"
#include "arena/seats/table/answer_journal.h"
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

/// A table that is open for reading.
struct StoredTable {
  Sitting sitting;
  Tournament tournament;
};

std::optional<StoredTable> open_table(const fs::path& results, const std::string& name) {
  const fs::path folder = results / name;
  if (!is_tournament_name(name) || !holds_sitting(folder) || !holds_tournament(folder)) return std::nullopt;
  auto sitting = read_sitting(folder);
  auto tournament = Tournament::open(folder, "mine");
  if (!sitting || !tournament || sitting->at(Seat(0)).kind != BotKind::Person) return std::nullopt;
  return StoredTable{*std::move(sitting), *std::move(tournament)};
}

/// When the last answer was written; nullopt without a journal.
std::optional<std::int64_t> last_answered(const fs::path& folder) {
  struct stat file {};
  if (::stat((folder / JournalFileName).c_str(), &file) != 0) return std::nullopt;
  return file.st_mtim.tv_sec;
}

void read_rounds(const Tournament& tournament, OwnTable& table) {
  const auto house = read_house(tournament.folder() / HouseFileName);
  auto analyses = read_own_analyses(tournament.folder());
  const auto take = [&](const StoredBoard& board) {
    for (const StoredRound& stored : board.rounds) {
      if (!has_ended(stored.record)) continue;
      OwnRound& round = table.rounds.emplace_back(OwnRound{stored.record, std::nullopt, std::nullopt});
      if (const Record* same = house_of(house, stored.record)) round.house = *same;
      const auto found = analyses.find({board.job.number, stored.seating, stored.number});
      if (found != analyses.end()) round.analysis = std::move(found->second);
    }
    return true;
  };
  tournament.each_board(take, [](const DamagedJob&) {});
}

}  // namespace

std::optional<OwnTable> read_own_table(const fs::path& results, const std::string& name) try {
  const auto stored = open_table(results, name);
  if (!stored) return std::nullopt;
  const Sitting& sitting = stored->sitting;
  OwnTable table;
  table.name = name;
  for (const Seat seat : AllSeats) table.names.at(static_cast<std::size_t>(seat.number())) = sitting.at(seat).name;
  table.is_game = sitting.is_game();
  table.is_coached = sitting.coached;
  table.people = sitting.people().size();
  table.played = last_answered(results / name).value_or(stored->tournament.last_stored());
  read_rounds(stored->tournament, table);
  return table;
} catch (const std::exception&) {
  return std::nullopt;
}

void sort_by_age(std::vector<OwnTable>& tables) {
  std::ranges::sort(tables, [](const OwnTable& a, const OwnTable& b) {
    return std::tie(a.played, a.name) < std::tie(b.played, b.name);
  });
}

OwnTables::Stamps OwnTables::stamps_of(const fs::path& folder) {
  const std::string store = StoreFileName;
  Stamps stamps;
  for (const std::string& name :
       {store, store + "-wal", std::string(HouseFileName), std::string(AnalysisFile), std::string(OwnAnalysisFile)}) {
    std::error_code missing;
    const std::uintmax_t bytes = fs::file_size(folder / name, missing);
    // A reader makes an empty log for the time in which it reads.
    const bool is_there = !missing && bytes > 0;
    const auto written = is_there ? fs::last_write_time(folder / name, missing) : fs::file_time_type();
    stamps.emplace_back(written, is_there ? bytes : 0);
  }
  return stamps;
}

const std::vector<OwnTable>& OwnTables::read() {
  std::vector<OwnTable> tables;
  std::map<std::string, Stamps> stamps;
  std::error_code missing;
  for (const fs::directory_entry& entry : fs::directory_iterator(results_, missing)) {
    const std::string name = entry.path().filename().string();
    Stamps now = stamps_of(entry.path());
    const auto known = std::ranges::find(tables_, name, &OwnTable::name);
    if (known != tables_.end() && stamps_[name] == now) {
      tables.push_back(std::move(*known));
      known->name.clear();
    } else if (auto table = read_own_table(results_, name)) {
      tables.push_back(*std::move(table));
    } else {
      continue;
    }
    OwnTable& table = tables.back();
    table.played = last_answered(entry.path()).value_or(table.played);
    stamps[name] = std::move(now);
  }
  sort_by_age(tables);
  tables_ = std::move(tables);
  stamps_ = std::move(stamps);
  return tables_;
}

bool is_own_table(const fs::path& results, const std::string& name) try {
  return open_table(results, name).has_value();
} catch (const std::exception&) {
  return false;
}

std::optional<Record> read_own_record(const fs::path& results, const std::string& table, JobNumber job,
                                      RoundNumber round) try {
  const auto stored = open_table(results, table);
  const auto board = stored ? stored->tournament.board(job) : std::nullopt;
  if (!board) return std::nullopt;
  const auto found = std::ranges::find(board->rounds, round, &StoredRound::number);
  return found == board->rounds.end() || !has_ended(found->record) ? std::nullopt : std::optional(found->record);
} catch (const std::exception&) {
  return std::nullopt;
}

std::map<RoundKey, RoundAnalysis> read_own_analyses(const fs::path& folder) {
  std::map<RoundKey, RoundAnalysis> found;
  for (const char* name : {AnalysisFile, OwnAnalysisFile}) {
    std::error_code missing;
    if (!fs::is_regular_file(folder / name, missing)) continue;
    auto contents = AnalysisStore::read(folder / name);
    if (!contents) continue;
    for (RoundAnalysis& each : contents->rounds) {
      const RoundKey key = key_of(each);
      // `analyse` may have judged others alone.
      if (name == OwnAnalysisFile || judges_person(each)) found.emplace(key, std::move(each));
    }
  }
  return found;
}

tl::expected<void, std::string> keep_own_analysis(const fs::path& folder, const std::string& header,
                                                  const RoundAnalysis& analysis) {
  // Each opening replaces the file itself, so another one is locked.
  const fs::path place = folder / SittingFileName;
  const FileDescriptor lock(::open(place.c_str(), O_RDONLY | O_CLOEXEC));
  if (!lock.is_open() || ::flock(lock.fd(), LOCK_EX) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot lock " + place.string());
  }
  return AnalysisStore::open(folder / OwnAnalysisFile, header).map([&](AnalysisStore store) { store.add(analysis); });
}

}  // namespace tichu::arena
