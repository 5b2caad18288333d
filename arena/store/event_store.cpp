#include "arena/store/event_store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "arena/config/config_json.h"
#include "arena/config/missing_path.h"
#include "arena/match/play_board.h"
#include "arena/sandbox/file_descriptor.h"
#include "arena/schedule/entrant.h"
#include "arena/store/event_folder.h"
#include "arena/store/fault_kind_named.h"
#include "arena/store/job_inserts.h"
#include "arena/store/packed_rounds.h"
#include "arena/store/schema.h"
#include "arena/store/sqlite_numbers.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr int BusyMilliseconds = 5000;
FaultKind fault_kind(const std::string& text) {
  const std::optional<FaultKind> kind = fault_kind_named(text);
  if (!kind) throw std::runtime_error("unknown fault kind \"" + text + "\" in the store");
  return *kind;
}

/// The question of a fault; nothing for the empty name.
std::optional<Question> question_of(const std::string& text) {
  const std::optional<Question> question = question_named(text);
  if (!question && !text.empty()) throw std::runtime_error("unknown question \"" + text + "\" in the store");
  return question;
}

/// How many rows `table` has.
int row_count(const SQLite::Database& database, const char* table) {
  SQLite::Statement query(database, std::string("SELECT count(*) FROM ") + table);
  query.executeStep();
  return query.getColumn(0).getInt();
}

/// The number of a bot or an entrant, of whom there are `count`. Throws std::runtime_error where it is none of theirs.
template <typename Id>
Id id_of(const SQLite::Column& column, int count) {
  const std::int64_t number = column.getInt64();
  if (number >= 0 && number < count) return static_cast<Id>(number);
  throw std::runtime_error("damaged: " + std::string(column.getName()) + " " + std::to_string(number) + " of " +
                           std::to_string(count) + " in the store");
}

/// Of a row as `faults` selects it, without its evidence.
FinishedFault fault_of(SQLite::Statement& row, int bots) {
  FinishedFault fault;
  fault.job = unsigned_of(row.getColumn(0));
  fault.seating = row.getColumn(1).getInt();
  fault.round = row.getColumn(2).getInt();
  fault.seat = Seat(row.getColumn(3).getInt());
  fault.bot = id_of<BotId>(row.getColumn(4), bots);
  fault.kind = fault_kind(row.getColumn(5).getString());
  fault.text = row.getColumn(6).getString();
  fault.question = question_of(row.getColumn(7).getString());
  fault.actions = unsigned_of(row.getColumn(8));
  return fault;
}
std::string text_of(std::string_view text) { return std::string(text); }

std::string rules_json(const Rules& rules) {
  nlohmann::ordered_json json;
  json["preset"] = preset_name(rules);
  json["partners_may_both_call_grand"] = rules.partners_may_both_call_grand;
  json["tichu_before_push"] = rules.tichu_before_push;
  json["bomb_ignores_wish"] = rules.bomb_ignores_wish;
  json["dragon_only_to_seat_with_cards"] = rules.dragon_only_to_seat_with_cards;
  json["target"] = rules.target.value();
  json["tie"] = rules.tie == TieRule::Draw ? "draw" : "play_on";
  return json.dump();
}

std::string limits_json(const TimeLimits& limits) {
  nlohmann::ordered_json json;
  json["start_ms"] = limits.start.count();
  json["handshake_ms"] = limits.handshake.count();
  json["decision_ms"] = limits.decision.count();
  json["round_ms"] = limits.round.count();
  json["shutdown_ms"] = limits.shutdown.count();
  return json.dump();
}

std::string options_json(const BotSpec& bot) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [name, value] : bot.options) json[name] = value;
  return json.dump();
}

void write_event(SQLite::Database& database, const EventConfig& config, const std::string& program) {
  SQLite::Statement event(database, "INSERT INTO event VALUES (0, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  event.bind(1, config.name);
  event.bind(2, std::to_string(config.seed));
  event.bind(3, config.format == BoardFormat::Games ? "games" : "deals");
  event.bind(4, text_of(to_text(config.seatings)));
  event.bind(5, signed_of(config.boards));
  event.bind(6, rules_json(config.rules));
  event.bind(7, limits_json(config.limits));
  event.bind(8, program);
  event.bind(9, config_json(config));
  event.exec();

  SQLite::Statement insert_bot(database, "INSERT INTO bot VALUES (?, ?, ?, ?, ?, ?)");
  for (std::size_t i = 0; i < config.bots.size(); ++i) {
    const BotSpec& bot = config.bots[i];
    insert_bot.bind(1, static_cast<std::int64_t>(i));
    insert_bot.bind(2, bot.name);
    insert_bot.bind(3, bot.kind == BotKind::Plugin ? "plugin" : "program");
    insert_bot.bind(4, bot.path.string());
    insert_bot.bind(5, nlohmann::json(bot.arguments).dump());
    insert_bot.bind(6, options_json(bot));
    insert_bot.exec();
    insert_bot.reset();
  }

  SQLite::Statement insert_entrant(database, "INSERT INTO entrant VALUES (?, ?, ?, ?)");
  const std::vector<Entrant> entrants = entrants_of(config);
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    insert_entrant.bind(1, static_cast<std::int64_t>(i));
    insert_entrant.bind(2, entrants[i].name);
    insert_entrant.bind(3, static_cast<std::int64_t>(entrants[i].bots.bots[0]));
    insert_entrant.bind(4, static_cast<std::int64_t>(entrants[i].bots.bots[1]));
    insert_entrant.exec();
    insert_entrant.reset();
  }
}

}  // namespace

struct EventStore::Connection {
  Connection(const fs::path& path, int flags) : file(path.string()), database(file, flags, BusyMilliseconds) {}

  /// A killed program loses no transaction; a loss of power may take the last ones where it is not durable, but never
  /// tears a job.
  void prepare_writing(bool durable) {
    database.exec("PRAGMA journal_mode = WAL");
    database.exec(durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    database.exec("PRAGMA foreign_keys = ON");
  }

  /// Runs `work` and adds the file's name to what SQLite complains about.
  template <typename Work>
  auto guarded(Work work) -> decltype(work()) {
    try {
      return work();
    } catch (const SQLite::Exception& error) {
      throw std::runtime_error(file + ": " + error.what());
    }
  }

  std::string file;
  SQLite::Database database;
  std::unique_ptr<JobInserts> inserts;  ///< made with the first job
};

EventStore::EventStore(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
EventStore::EventStore(EventStore&&) noexcept = default;
EventStore& EventStore::operator=(EventStore&&) noexcept = default;
EventStore::~EventStore() = default;

namespace {

/// So that the new name outlives a loss of power too.
void sync_folder(const fs::path& folder) {
  const FileDescriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor.is_open() || ::fsync(descriptor.number()) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot sync " + folder.string());
  }
}

void write_fresh_database(const fs::path& file, const EventConfig& config, const std::string& program) {
  SQLite::Database database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  // Rows are appended and large: fewer pages are fewer calls of the system.
  database.exec("PRAGMA page_size = 16384");
  SQLite::Transaction transaction(database);
  database.exec("PRAGMA application_id = " + std::to_string(ApplicationId));
  database.exec("PRAGMA user_version = " + std::to_string(SchemaVersion));
  database.exec(Schema);
  write_event(database, config, program);
  transaction.commit();
}

}  // namespace

EventStore EventStore::create(const fs::path& folder, const EventConfig& config, const std::string& program) {
  const fs::path file = folder / StoreFileName;
  if (fs::exists(file)) throw std::runtime_error(file.string() + ": there is a database already");
  const auto remove_unfinished = [&folder] {
    for (const char* name : UnfinishedStoreFiles) fs::remove(folder / name);
  };
  remove_unfinished();
  try {
    // Under its name it is whole, whenever the program is killed.
    const fs::path unfinished = folder / UnfinishedStoreFiles[0];
    write_fresh_database(unfinished, config, program);
    fs::rename(unfinished, file);
    if (config.durable) sync_folder(folder);
    auto connection = std::make_unique<Connection>(file, SQLite::OPEN_READWRITE);
    connection->prepare_writing(config.durable);
    return EventStore(std::move(connection));
  } catch (const SQLite::Exception& error) {
    remove_unfinished();
    throw std::runtime_error(file.string() + ": " + error.what());
  }
}

std::variant<EventStore, std::string> EventStore::open(const fs::path& folder, bool writable) {
  const fs::path file = folder / StoreFileName;
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) {
    if (const auto problem = missing_folder(folder)) return *problem;
    return "there is no event in \"" + folder.string() + "\" (no " + StoreFileName + ")";
  }
  try {
    auto connection = std::make_unique<Connection>(file, writable ? SQLite::OPEN_READWRITE : SQLite::OPEN_READONLY);
    const int application = connection->database.execAndGet("PRAGMA application_id").getInt();
    const int version = connection->database.execAndGet("PRAGMA user_version").getInt();
    if (application != ApplicationId) return "\"" + file.string() + "\" is not an event of the Tichu arena";
    if (version != SchemaVersion) {
      return "\"" + file.string() + "\" has schema version " + std::to_string(version) + ", this program reads " +
             std::to_string(SchemaVersion);
    }
    EventStore store(std::move(connection));
    if (writable) store.connection_->prepare_writing(store.config().durable);
    return store;
  } catch (const SQLite::Exception& error) {
    return "\"" + file.string() + (writable ? "\" cannot be written: " : "\" cannot be read: ") + error.what();
  }
}

std::variant<EventStore, std::string> EventStore::open(const fs::path& folder) { return open(folder, false); }

std::variant<EventStore, std::string> EventStore::resume(const fs::path& folder) { return open(folder, true); }

namespace {

std::uint64_t seed_of(const SQLite::Database& database) {
  SQLite::Statement query(database, "SELECT seed FROM event");
  query.executeStep();
  return std::stoull(query.getColumn(0).getString());
}

BotUsage read_usage(SQLite::Statement& row, int bots) {
  BotUsage usage;
  usage.bot = id_of<BotId>(row.getColumn(0), bots);
  usage.time.decisions = unsigned_of(row.getColumn(1));
  usage.time.total = std::chrono::nanoseconds(row.getColumn(2).getInt64());
  usage.time.longest = std::chrono::nanoseconds(row.getColumn(3).getInt64());
  const std::string times = row.getColumn(4).getString();
  const std::optional<TimeCounts> counts = TimeCounts::from(times);
  if (!counts) throw std::runtime_error("unknown times \"" + times + "\" in the store");
  usage.time.counts = *counts;
  usage.resources.starts = unsigned_of(row.getColumn(5));
  usage.resources.processor = std::chrono::nanoseconds(row.getColumn(6).getInt64());
  usage.resources.peak_memory = unsigned_of(row.getColumn(7));
  return usage;
}

}  // namespace

void EventStore::add(std::span<const FinishedJob> jobs) {
  connection_->guarded([&] {
    SQLite::Database& database = connection_->database;
    // Where anything fails the statements are made anew.
    std::unique_ptr<JobInserts> inserts = std::move(connection_->inserts);
    if (!inserts) inserts = std::make_unique<JobInserts>(database, seed_of(database));
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    inserts->write(jobs);
    transaction.commit();
    connection_->inserts = std::move(inserts);
  });
}

void EventStore::add_usage(std::uint64_t job, std::span<const BotUsage> usage) {
  connection_->guarded([&] {
    SQLite::Transaction transaction(connection_->database, SQLite::TransactionBehavior::IMMEDIATE);
    JobInserts(connection_->database, 0).write_usage(job, usage);
    transaction.commit();
  });
}

void EventStore::finish() {
  connection_->inserts.reset();
  connection_->guarded([&] {
    try {
      connection_->database.exec("PRAGMA journal_mode = DELETE");
    } catch (const SQLite::Exception& error) {
      if (error.getErrorCode() != SQLITE_BUSY) throw;
    }
  });
}

namespace {

constexpr const char* BoardColumns =
    "SELECT number, board, first_entrant, second_entrant, margin, verdict, first_faults, second_faults, score, tables, "
    "spread FROM job";
constexpr const char* BoardAndRoundColumns =
    "SELECT number, board, first_entrant, second_entrant, margin, verdict, first_faults, second_faults, score, tables, "
    "spread, packed FROM job LEFT JOIN rounds ON rounds.job = job.number";
constexpr int PackedColumn = 11;

/// The job in a row of BoardColumns, of an event with so many entrants.
Job job_of(SQLite::Statement& row, int entrants) {
  return {unsigned_of(row.getColumn(0)),
          unsigned_of(row.getColumn(1)),
          {id_of<EntrantId>(row.getColumn(2), entrants), id_of<EntrantId>(row.getColumn(3), entrants)}};
}

BoardResult result_of(SQLite::Statement& row) {
  BoardResult result;
  result.margin = row.getColumn(4).getDouble();
  result.verdict = static_cast<BoardVerdict>(row.getColumn(5).getInt());
  result.faults = {row.getColumn(6).getInt(), row.getColumn(7).getInt()};
  result.score = row.getColumn(8).getDouble();
  result.tables = row.getColumn(9).getInt();
  result.table_spread = row.getColumn(10).getDouble();
  return result;
}

/// Makes records of what is stored of rounds and what is the same for the whole event.
class RecordMaker {
 public:
  explicit RecordMaker(EventConfig config) : config_(std::move(config)), entrants_(entrants_of(config_)) {}

  /// The board in a row of BoardAndRoundColumns.
  StoredBoard board(SQLite::Statement& row) const {
    StoredBoard board;
    board.job = job_of(row, static_cast<int>(entrants_.size()));
    board.result = result_of(row);
    const SQLite::Column packed = row.getColumn(PackedColumn);
    const std::string_view bytes(static_cast<const char*>(packed.getBlob()),
                                 static_cast<std::size_t>(packed.getBytes()));
    for (FinishedRound& round : unpack(bytes, board.job)) {
      StoredRound& stored = board.rounds.emplace_back();
      stored.seating = round.seating;
      stored.number = round.number;
      stored.score = round.score;
      stored.record = record(board.job, std::move(round));
    }
    return board;
  }

 private:
  std::vector<FinishedRound> unpack(std::string_view bytes, const Job& job) const {
    try {
      return unpack_rounds(bytes, config_.seed);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error("job " + std::to_string(job.number) + ": " + error.what());
    }
  }

  Record record(const Job& job, FinishedRound&& round) const {
    Record record;
    record.event = config_.name;
    record.job = job.number;
    record.board = job.board;
    record.seating = static_cast<std::uint64_t>(round.seating);
    record.round = static_cast<std::uint64_t>(round.number);
    record.seed = config_.seed;
    record.deal_index = round.deal_index;
    const PerSeat<BotId> bots =
        seating_of({team_of_entrant(job.entrants[0]), team_of_entrant(job.entrants[1])}, round.seating);
    record.bots.emplace();
    for (const Seat seat : AllSeats) {
      (*record.bots)[static_cast<std::size_t>(seat.number())] =
          config_.bots.at(static_cast<std::size_t>(bots[seat])).name;
    }
    record.rules = config_.rules;
    record.deal = round.deal;
    record.actions = std::move(round.actions);
    record.remarks = std::move(round.remarks);
    record.result = std::move(round.result);
    record.failure = std::move(round.failure);
    return record;
  }

  const Partnership& team_of_entrant(EntrantId entrant) const {
    return entrants_.at(static_cast<std::size_t>(entrant)).bots;
  }

  EventConfig config_;
  std::vector<Entrant> entrants_;
};

}  // namespace

EventConfig EventStore::config() const {
  return connection_->guarded([&] {
    const std::string text = connection_->database.execAndGet("SELECT configuration FROM event").getString();
    OrConfigError<EventConfig> config = config_from_json(text, connection_->file);
    if (!config.ok()) throw std::runtime_error(config.error().text());
    return config.value();
  });
}

void EventStore::replace_config(const EventConfig& config) {
  connection_->guarded([&] {
    SQLite::Statement update(connection_->database, "UPDATE event SET configuration = ?");
    update.bind(1, config_json(config));
    update.exec();
  });
}

std::string EventStore::program() const {
  return connection_->guarded(
      [&] { return connection_->database.execAndGet("SELECT program FROM event").getString(); });
}

std::uint64_t EventStore::job_count() const {
  return connection_->guarded(
      [&] { return unsigned_of(connection_->database.execAndGet("SELECT count(*) FROM job")); });
}

std::optional<std::uint64_t> EventStore::latest_job() const {
  return connection_->guarded([&]() -> std::optional<std::uint64_t> {
    SQLite::Statement query(connection_->database, "SELECT number FROM job ORDER BY number DESC LIMIT 1");
    if (!query.executeStep()) return std::nullopt;
    return unsigned_of(query.getColumn(0));
  });
}

void EventStore::each_result(const std::function<void(const Job& job, const BoardResult& result)>& take) const {
  connection_->guarded([&] {
    SQLite::Statement query(connection_->database, std::string(BoardColumns) + " ORDER BY number");
    const int entrants = row_count(connection_->database, "entrant");
    while (query.executeStep()) take(job_of(query, entrants), result_of(query));
  });
}

std::vector<RatedBoard> EventStore::rated_boards() const {
  std::vector<RatedBoard> boards;
  boards.reserve(job_count());
  each_result([&](const Job& job, const BoardResult& result) { boards.push_back({job.board, job.entrants, result}); });
  return boards;
}

std::vector<Job> EventStore::jobs() const {
  std::vector<Job> jobs;
  each_result([&](const Job& job, const BoardResult&) { jobs.push_back(job); });
  return jobs;
}

std::optional<StoredBoard> EventStore::board(std::uint64_t job) const {
  return connection_->guarded([&]() -> std::optional<StoredBoard> {
    SQLite::Statement query(connection_->database, std::string(BoardAndRoundColumns) + " WHERE number = ?");
    query.bind(1, signed_of(job));
    if (!query.executeStep()) return std::nullopt;
    return RecordMaker(config()).board(query);
  });
}

void EventStore::each_board(const std::function<bool(const StoredBoard& board)>& take) const {
  connection_->guarded([&] {
    const RecordMaker maker(config());
    SQLite::Statement query(connection_->database, std::string(BoardAndRoundColumns) + " ORDER BY number");
    while (query.executeStep()) {
      if (!take(maker.board(query))) return;
    }
  });
}

std::vector<PlayFigures> EventStore::figures() const {
  return connection_->guarded([&] {
    SQLite::Statement query(connection_->database,
                            "SELECT total(faults), total(rounds), total(tichu_called), total(tichu_made), "
                            "total(grand_called), total(grand_made), total(double_victories), total(bomb_hands) "
                            "FROM entrant LEFT JOIN side ON side.entrant = entrant.id GROUP BY entrant.id "
                            "ORDER BY entrant.id");
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

std::vector<FinishedFault> EventStore::faults() const {
  return connection_->guarded([&] {
    SQLite::Statement query(connection_->database,
                            "SELECT job, seating, round, seat, bot, kind, text, question, actions FROM fault "
                            "ORDER BY job, seating, round, seat");
    std::vector<FinishedFault> faults;
    const int bots = row_count(connection_->database, "bot");
    while (query.executeStep()) faults.push_back(fault_of(query, bots));
    return faults;
  });
}

FinishedFault EventStore::with_evidence(FinishedFault fault) const {
  return connection_->guarded([&] {
    SQLite::Statement query(
        connection_->database,
        "SELECT stderr, sent, received FROM fault WHERE job = ? AND seating = ? AND round = ? AND seat = ?");
    query.bind(1, signed_of(fault.job));
    query.bind(2, fault.seating);
    query.bind(3, fault.round);
    query.bind(4, fault.seat.number());
    if (!query.executeStep()) throw std::runtime_error("the fault is not in the database");
    fault.stderr_tail = query.getColumn(0).getString();
    fault.exchange = {query.getColumn(1).getString(), query.getColumn(2).getString()};
    return std::move(fault);
  });
}

std::vector<BotUsage> EventStore::usage() const {
  return connection_->guarded([&] {
    std::vector<BotUsage> all;
    SQLite::Statement bots(connection_->database, "SELECT id FROM bot ORDER BY id");
    while (bots.executeStep()) all.push_back({static_cast<BotId>(bots.getColumn(0).getInt()), {}, {}});
    SQLite::Statement rows(connection_->database,
                           "SELECT bot, decisions, think_ns, longest_ns, times, starts, processor_ns, peak_memory "
                           "FROM usage");
    while (rows.executeStep()) tichu::arena::add_usage(all, read_usage(rows, static_cast<int>(all.size())));
    return all;
  });
}

std::optional<Record> EventStore::record(std::uint64_t job, int seating, int round) const {
  std::optional<StoredBoard> found = board(job);
  if (!found) return std::nullopt;
  for (StoredRound& stored : found->rounds) {
    if (stored.seating == seating && stored.number == round) return std::move(stored.record);
  }
  return std::nullopt;
}

}  // namespace tichu::arena
