#include "arena/tournament/store/board_index.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "arena/tournament/store/schema.h"
#include "arena/tournament/store/sqlite_statement.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {
namespace {

constexpr std::uint64_t LatestJobs = 10'000;
constexpr const char* Boards =
    "SELECT number, board, first_entrant, second_entrant, margin, verdict, first_tichu_called, first_tichu_made, "
    "first_grand_called, first_grand_made, first_bomb_hands, first_double_victories, second_tichu_called, "
    "second_tichu_made, second_grand_called, second_grand_made, second_bomb_hands, second_double_victories, stored "
    "FROM job WHERE ";
constexpr const char* NewFaults = "SELECT job, seating, seat, kind FROM fault WHERE job BETWEEN ? AND ? ORDER BY job";
constexpr int FirstDeed = 6;
constexpr int Deeds = 6;
constexpr int Stored = FirstDeed + 2 * Deeds;

BoardRow row_of(SQLite::Statement& row) {
  BoardRow board;
  board.job = JobNumber(unsigned_of(row.getColumn(0)));
  board.board = static_cast<std::uint32_t>(row.getColumn(1).getInt64());
  board.entrants = {static_cast<EntrantId>(row.getColumn(2).getInt()),
                    static_cast<EntrantId>(row.getColumn(3).getInt())};
  board.margin = static_cast<float>(row.getColumn(4).getDouble());
  board.verdict = static_cast<std::uint8_t>(row.getColumn(5).getInt());
  board.stored = static_cast<std::uint32_t>(row.getColumn(Stored).getInt64());
  for (int side = 0; side < 2; ++side) {
    for (int deed = 0; deed < Deeds; ++deed) {
      if (row.getColumn(FirstDeed + side * Deeds + deed).getInt64() == 0) continue;
      board.deeds[static_cast<std::size_t>(side)] |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(deed));
    }
  }
  return board;
}

}  // namespace

struct BoardIndex::Connection {
  explicit Connection(const std::filesystem::path& file)
      : database(file.string(), SQLite::OPEN_READONLY, BusyMilliseconds),
        boards(database, std::string(Boards) + "number >= ? ORDER BY number"),
        last_boards(database, std::string(Boards) + "number < ? ORDER BY number DESC LIMIT ?"),
        faults(database, NewFaults) {}

  SQLite::Database database;
  SQLite::Statement boards;
  SQLite::Statement last_boards;
  SQLite::Statement faults;
};

BoardIndex::BoardIndex(std::filesystem::path folder) : folder_(std::move(folder)) {}
BoardIndex::BoardIndex(BoardIndex&&) noexcept = default;
BoardIndex::~BoardIndex() = default;

bool BoardIndex::connect() {
  const std::filesystem::path file = folder_ / StoreFileName;
  std::error_code ignored;
  if (connection_ == nullptr && std::filesystem::is_regular_file(file, ignored)) {
    connection_ = std::make_unique<Connection>(file);
    if (connection_->database.execAndGet("PRAGMA user_version").getInt() != SchemaVersion) {
      connection_.reset();
      throw std::runtime_error("\"" + file.string() + "\" has another schema version than this program reads");
    }
  }
  return connection_ != nullptr;
}

std::uint64_t BoardIndex::first_missing() const {
  if (rows_.empty()) return 0;
  const std::uint64_t top = rows_.back().job.value();
  const std::uint64_t least = top > LatestJobs ? top - LatestJobs : 0;
  const auto before = [](const BoardRow& row, std::uint64_t job) { return row.job.value() < job; };
  auto row = std::lower_bound(rows_.begin(), rows_.end(), least, before);
  std::uint64_t job = least;
  while (row != rows_.end() && row->job.value() == job) ++row, ++job;
  return job;
}

void BoardIndex::refresh() try {
  if (!connect()) return;
  const std::uint64_t first = first_missing();
  rows_.erase(std::lower_bound(rows_.begin(), rows_.end(), first,
                               [](const BoardRow& row, std::uint64_t job) { return row.job.value() < job; }),
              rows_.end());
  const std::size_t known = rows_.size();
  connection_->boards.bind(1, signed_of(first));
  read_boards(connection_->boards);
  read_faults(known);
} catch (const SQLite::Exception& error) {
  give_up(error);
}

void BoardIndex::read_last(std::uint64_t before, std::size_t most) try {
  rows_.clear();
  if (!connect()) return;
  connection_->last_boards.bind(1, signed_of(before));
  connection_->last_boards.bind(2, signed_of(most));
  read_boards(connection_->last_boards);
  std::reverse(rows_.begin(), rows_.end());
  read_faults(0);
} catch (const SQLite::Exception& error) {
  give_up(error);
}

void BoardIndex::read_boards(SQLite::Statement& statement) {
  while (statement.executeStep()) rows_.push_back(row_of(statement));
  statement.reset();
}

void BoardIndex::read_faults(std::size_t known) {
  if (known == rows_.size()) return;
  SQLite::Statement& faults = connection_->faults;
  faults.bind(1, signed_of(rows_[known].job.value()));
  faults.bind(2, signed_of(rows_.back().job.value()));
  auto row = rows_.begin() + static_cast<std::ptrdiff_t>(known);
  while (faults.executeStep()) {
    const std::uint64_t job = unsigned_of(faults.getColumn(0));
    while (row != rows_.end() && row->job.value() < job) ++row;
    const auto kind = from_text<FaultKind>(faults.getColumn(3).getString());
    if (row == rows_.end()) break;
    if (row->job.value() != job || !kind) continue;
    // Side 0 sits at the seats 0 and 2 in even seatings, at 1 and 3 in odd ones.
    const auto side = static_cast<std::size_t>((faults.getColumn(1).getInt() + faults.getColumn(2).getInt()) % 2);
    row->faults[side] |= static_cast<std::uint16_t>(1U << static_cast<unsigned>(*kind));
  }
  faults.reset();
}

void BoardIndex::give_up(const SQLite::Exception& error) {
  connection_.reset();
  throw std::runtime_error("\"" + (folder_ / StoreFileName).string() + "\" cannot be read: " + error.what());
}

}  // namespace tichu::arena
