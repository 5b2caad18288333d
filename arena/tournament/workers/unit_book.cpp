#include "arena/tournament/workers/unit_book.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <stdexcept>

#include "arena/text/digest.h"

namespace tichu::arena {
namespace {

constexpr const char* Tables = R"sql(
CREATE TABLE IF NOT EXISTS book (id INTEGER PRIMARY KEY CHECK (id = 0), tournament TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS unit (
  number   INTEGER PRIMARY KEY,
  attempt  INTEGER NOT NULL,
  jobs     TEXT NOT NULL,
  given_up TEXT NOT NULL,
  state    TEXT NOT NULL CHECK (state IN ('open', 'stored', 'dropped', 'aside')),
  worker   TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS unit_state ON unit (state) WHERE state = 'open';
)sql";

/// Numbers that a blank or comma ends.
std::vector<std::uint64_t> numbers_in(std::string_view text) {
  std::vector<std::uint64_t> numbers;
  for (std::size_t i = 0; i < text.size();) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), number);
    if (error != std::errc()) throw std::runtime_error("the book of units is damaged; remove units.sqlite");
    numbers.push_back(number);
    i = static_cast<std::size_t>(end - text.data()) + 1;
  }
  return numbers;
}

/// "3:1+2 5:1": the bots of the jobs at these places of the unit.
std::string text_of(const std::vector<std::vector<BotId>>& given_up) {
  std::string text;
  for (std::size_t i = 0; i < given_up.size(); ++i) {
    if (given_up[i].empty()) continue;
    std::vector<unsigned> bots;
    for (const BotId bot : given_up[i]) bots.push_back(static_cast<unsigned>(bot));
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", i, fmt::join(bots, "+"));
  }
  return text;
}

std::vector<std::vector<BotId>> given_up_in(const std::string& text, std::size_t jobs) {
  std::vector<std::vector<BotId>> given_up(jobs);
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find(' ', i), text.size());
    const std::vector<std::uint64_t> numbers = numbers_in(std::string_view(text).substr(i, end - i));
    for (std::size_t bot = 1; bot < numbers.size(); ++bot) {
      given_up.at(numbers[0]).push_back(static_cast<BotId>(numbers[bot]));
    }
    i = end + 1;
  }
  return given_up;
}

const char* word_of(UnitBook::End end) {
  switch (end) {
    case UnitBook::End::Stored:
      return "stored";
    case UnitBook::End::Dropped:
      return "dropped";
    case UnitBook::End::Aside:
      break;
  }
  return "aside";
}

}  // namespace

struct UnitBook::State {
  explicit State(const std::filesystem::path& file)
      : database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 5000) {
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = NORMAL");
    database.exec(Tables);
    SQLite::Statement insert(database, "INSERT INTO book (id, tournament) VALUES (0, ?) ON CONFLICT DO NOTHING");
    insert.bind(1, random_hexadecimal(TournamentKeyDigits));
    insert.exec();
    tournament = database.execAndGet("SELECT tournament FROM book").getString();
    next = static_cast<std::uint64_t>(database.execAndGet("SELECT coalesce(max(number), -1) + 1 FROM unit").getInt64());
  }

  SQLite::Database database;
  std::string tournament;
  std::uint64_t next = 0;
};

UnitBook::UnitBook(const std::filesystem::path& folder) : state_(std::make_unique<State>(folder / UnitBookName)) {}
UnitBook::~UnitBook() = default;

const std::string& UnitBook::tournament() const { return state_->tournament; }

std::vector<BookedUnit> UnitBook::open_units() const {
  std::vector<BookedUnit> units;
  SQLite::Statement select(state_->database,
                           "SELECT number, attempt, jobs, given_up FROM unit WHERE state = 'open' ORDER BY number");
  while (select.executeStep()) {
    BookedUnit unit;
    unit.id = {state_->tournament, UnitNumber(select.getColumn(0).getInt64()),
               static_cast<std::uint32_t>(select.getColumn(1).getUInt())};
    for (const std::uint64_t job : numbers_in(select.getColumn(2).getString())) unit.jobs.emplace_back(job);
    unit.given_up = given_up_in(select.getColumn(3).getString(), unit.jobs.size());
    units.push_back(std::move(unit));
  }
  return units;
}

BookedUnit UnitBook::add(std::vector<JobNumber> jobs, std::vector<std::vector<BotId>> given_up) {
  BookedUnit unit{{state_->tournament, UnitNumber(state_->next++), 1}, std::move(jobs), std::move(given_up)};
  std::vector<std::uint64_t> numbers;
  for (const JobNumber job : unit.jobs) numbers.push_back(job.value());
  SQLite::Statement insert(
      state_->database,
      "INSERT INTO unit (number, attempt, jobs, given_up, state, worker) VALUES (?, 1, ?, ?, 'open', '')");
  insert.bind(1, static_cast<std::int64_t>(unit.id.number.value()));
  insert.bind(2, fmt::format("{}", fmt::join(numbers, ",")));
  insert.bind(3, text_of(unit.given_up));
  insert.exec();
  return unit;
}

void UnitBook::note_attempt(const UnitId& id) {
  SQLite::Statement update(state_->database, "UPDATE unit SET attempt = ? WHERE number = ?");
  update.bind(1, static_cast<std::int64_t>(id.attempt));
  update.bind(2, static_cast<std::int64_t>(id.number.value()));
  update.exec();
}

void UnitBook::close(UnitNumber unit, End end, std::string_view worker) {
  SQLite::Statement update(state_->database, "UPDATE unit SET state = ?, worker = ? WHERE number = ?");
  update.bind(1, word_of(end));
  update.bind(2, std::string(worker));
  update.bind(3, static_cast<std::int64_t>(unit.value()));
  update.exec();
}

}  // namespace tichu::arena
