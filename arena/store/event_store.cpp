#include "arena/store/event_store.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "arena/config/config_json.h"
#include "arena/schedule/entrant.h"
#include "arena/store/event_folder.h"
#include "arena/store/packed_records.h"
#include "arena/store/schema.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr int BusyMilliseconds = 5000;
/// SQLITE_BUSY: another connection is in the way.
constexpr int SqliteBusy = 5;

constexpr const char* InsertUsage = "INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

FaultKind fault_kind(const std::string& text) {
  for (const FaultKind kind : AllFaultKinds) {
    if (to_text(kind) == text) return kind;
  }
  throw std::runtime_error("unknown fault kind \"" + text + "\" in the store");
}

/// The question of a fault; nothing for the empty name.
std::optional<Question> question_of(const std::string& text) {
  const std::optional<Question> question = question_named(text);
  if (!question && !text.empty()) throw std::runtime_error("unknown question \"" + text + "\" in the store");
  return question;
}

std::int64_t signed_of(std::uint64_t value) { return static_cast<std::int64_t>(value); }
std::uint64_t unsigned_of(const SQLite::Column& column) { return static_cast<std::uint64_t>(column.getInt64()); }

/// Every fault, with these columns as its evidence.
std::string select_faults(const char* evidence) {
  return std::string("SELECT job, seating, round, seat, bot, kind, text, question, actions, ") + evidence +
         " FROM fault ORDER BY job, seating, round, seat";
}

FinishedFault fault_of(SQLite::Statement& row) {
  FinishedFault fault;
  fault.job = unsigned_of(row.getColumn(0));
  fault.seating = row.getColumn(1).getInt();
  fault.round = row.getColumn(2).getInt();
  fault.seat = Seat(row.getColumn(3).getInt());
  fault.bot = static_cast<BotId>(row.getColumn(4).getInt());
  fault.kind = fault_kind(row.getColumn(5).getString());
  fault.text = row.getColumn(6).getString();
  fault.question = question_of(row.getColumn(7).getString());
  fault.actions = unsigned_of(row.getColumn(8));
  fault.stderr_tail = row.getColumn(9).getString();
  fault.exchange = {row.getColumn(10).getString(), row.getColumn(11).getString()};
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

/// The statements that write jobs, prepared once.
struct EventStore::Inserts {
  explicit Inserts(const SQLite::Database& database)
      : job(database, "INSERT INTO job VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
        side(database, "INSERT INTO side VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        round(database, "INSERT INTO round VALUES (?, ?, ?, ?, ?, ?)"),
        fault(database, "INSERT INTO fault VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        usage(database, InsertUsage) {}

  SQLite::Statement job;
  SQLite::Statement side;
  SQLite::Statement round;
  SQLite::Statement fault;
  SQLite::Statement usage;
};

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
  std::unique_ptr<Inserts> inserts;  ///< made with the first job
};

EventStore::EventStore(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
EventStore::EventStore(EventStore&&) noexcept = default;
EventStore& EventStore::operator=(EventStore&&) noexcept = default;
EventStore::~EventStore() = default;

EventStore EventStore::create(const fs::path& folder, const EventConfig& config, const std::string& program) {
  const fs::path file = folder / StoreFileName;
  if (fs::exists(file)) throw std::runtime_error(file.string() + ": there is a database already");
  try {
    auto connection = std::make_unique<Connection>(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    SQLite::Database& database = connection->database;
    connection->prepare_writing(config.durable);
    SQLite::Transaction transaction(database);
    database.exec("PRAGMA application_id = " + std::to_string(ApplicationId));
    database.exec("PRAGMA user_version = " + std::to_string(SchemaVersion));
    database.exec(Schema);
    write_event(database, config, program);
    transaction.commit();
    return EventStore(std::move(connection));
  } catch (const SQLite::Exception& error) {
    throw std::runtime_error(file.string() + ": " + error.what());
  }
}

std::variant<EventStore, std::string> EventStore::open(const fs::path& folder, bool writable) {
  const fs::path file = folder / StoreFileName;
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) {
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
    return "\"" + file.string() + "\" cannot be read: " + error.what();
  }
}

std::variant<EventStore, std::string> EventStore::open(const fs::path& folder) { return open(folder, false); }

std::variant<EventStore, std::string> EventStore::resume(const fs::path& folder) { return open(folder, true); }

namespace {

void write_job(SQLite::Statement& insert, const FinishedJob& finished) {
  std::string lines;
  for (const FinishedRound& round : finished.rounds) lines += round.record + "\n";
  const std::string records = pack_records(lines);
  insert.bind(1, signed_of(finished.job.number));
  insert.bind(2, signed_of(finished.job.board));
  insert.bind(3, finished.result.margin);
  insert.bind(4, static_cast<int>(finished.result.verdict));
  insert.bind(5, finished.result.score);
  insert.bind(6, finished.result.tables);
  insert.bind(7, finished.result.table_spread);
  insert.bindNoCopy(8, records.data(), static_cast<int>(records.size()));
  insert.exec();
  insert.reset();
}

void write_sides(SQLite::Statement& insert, const FinishedJob& finished) {
  for (std::size_t side = 0; side < 2; ++side) {
    const PlayFigures& figures = finished.figures[side];
    const ThinkTime& time = finished.think_time[side];
    const std::array<std::int64_t, 14> values{signed_of(finished.job.number),
                                              static_cast<std::int64_t>(side),
                                              static_cast<std::int64_t>(finished.job.entrants[side]),
                                              signed_of(figures.faults),
                                              signed_of(figures.rounds),
                                              signed_of(figures.tichu_called),
                                              signed_of(figures.tichu_made),
                                              signed_of(figures.grand_called),
                                              signed_of(figures.grand_made),
                                              signed_of(figures.double_victories),
                                              signed_of(figures.bomb_hands),
                                              signed_of(time.decisions),
                                              time.total.count(),
                                              time.longest.count()};
    for (std::size_t i = 0; i < values.size(); ++i) insert.bind(static_cast<int>(i) + 1, values[i]);
    insert.exec();
    insert.reset();
  }
}

void write_rounds(SQLite::Statement& insert, const FinishedJob& finished) {
  for (const FinishedRound& round : finished.rounds) {
    insert.bind(1, signed_of(finished.job.number));
    insert.bind(2, round.seating);
    insert.bind(3, round.number);
    insert.bind(4, std::to_string(round.deal_index));
    insert.bind(5, round.score[0].value());
    insert.bind(6, round.score[1].value());
    insert.exec();
    insert.reset();
  }
}

void bind_bytes(SQLite::Statement& insert, int place, const std::string& bytes) {
  insert.bind(place, bytes.data(), static_cast<int>(bytes.size()));
}

void write_faults(SQLite::Statement& insert, const FinishedJob& finished) {
  for (const FinishedFault& fault : finished.faults) {
    insert.bind(1, signed_of(finished.job.number));
    insert.bind(2, fault.seating);
    insert.bind(3, fault.round);
    insert.bind(4, fault.seat.number());
    insert.bind(5, static_cast<std::int64_t>(fault.bot));
    insert.bind(6, text_of(to_text(fault.kind)));
    insert.bind(7, fault.text);
    bind_bytes(insert, 8, fault.stderr_tail);
    insert.bind(9, fault.question ? text_of(to_text(*fault.question)) : std::string());
    bind_bytes(insert, 10, fault.exchange.sent);
    bind_bytes(insert, 11, fault.exchange.received);
    insert.bind(12, signed_of(fault.actions));
    insert.exec();
    insert.reset();
  }
}

void write_usage(SQLite::Statement& insert, std::uint64_t job, std::span<const BotUsage> all) {
  for (const BotUsage& usage : all) {
    insert.bind(1, signed_of(job));
    insert.bind(2, static_cast<std::int64_t>(usage.bot));
    insert.bind(3, signed_of(usage.time.decisions));
    insert.bind(4, static_cast<std::int64_t>(usage.time.total.count()));
    insert.bind(5, static_cast<std::int64_t>(usage.time.longest.count()));
    insert.bind(6, usage.time.counts.text());
    insert.bind(7, signed_of(usage.resources.starts));
    insert.bind(8, static_cast<std::int64_t>(usage.resources.processor.count()));
    insert.bind(9, signed_of(usage.resources.peak_memory));
    insert.exec();
    insert.reset();
  }
}

BotUsage read_usage(SQLite::Statement& row) {
  BotUsage usage;
  usage.bot = static_cast<BotId>(row.getColumn(0).getInt());
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
    std::unique_ptr<Inserts> inserts = std::move(connection_->inserts);
    if (!inserts) inserts = std::make_unique<Inserts>(database);
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    for (const FinishedJob& finished : jobs) {
      write_job(inserts->job, finished);
      write_sides(inserts->side, finished);
      write_rounds(inserts->round, finished);
      write_faults(inserts->fault, finished);
      write_usage(inserts->usage, finished.job.number, finished.usage);
    }
    transaction.commit();
    connection_->inserts = std::move(inserts);
  });
}

void EventStore::add_usage(std::uint64_t job, std::span<const BotUsage> usage) {
  connection_->guarded([&] {
    SQLite::Transaction transaction(connection_->database, SQLite::TransactionBehavior::IMMEDIATE);
    SQLite::Statement insert(connection_->database, InsertUsage);
    write_usage(insert, job, usage);
    transaction.commit();
  });
}

void EventStore::finish() {
  connection_->inserts.reset();
  connection_->guarded([&] {
    try {
      connection_->database.exec("PRAGMA journal_mode = DELETE");
    } catch (const SQLite::Exception& error) {
      if (error.getErrorCode() != SqliteBusy) throw;
    }
  });
}

namespace {

constexpr const char* BoardColumns =
    "SELECT job.number, job.board, a.entrant, b.entrant, job.margin, job.verdict, a.faults, b.faults, "
    "job.score, job.tables, job.spread FROM job JOIN side a ON a.job = job.number AND a.side = 0 JOIN side b ON b.job "
    "= job.number AND b.side = 1";

/// The lines of a packed column.
std::vector<std::string> unpacked(const SQLite::Column& column) {
  const std::string lines =
      unpack_records({static_cast<const char*>(column.getBlob()), static_cast<std::size_t>(column.getBytes())});
  std::vector<std::string> records;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    records.push_back(lines.substr(begin, end - begin));
    begin = end + 1;
  }
  return records;
}

/// The records of a finished job, by seating and number; empty where there is no such job.
std::vector<std::string> records_of(const SQLite::Database& database, std::uint64_t job) {
  SQLite::Statement query(database, "SELECT records FROM job WHERE number = ?");
  query.bind(1, signed_of(job));
  if (!query.executeStep()) return {};
  return unpacked(query.getColumn(0));
}

/// The job in a row of BoardColumns.
Job job_of(SQLite::Statement& row) {
  return {unsigned_of(row.getColumn(0)),
          unsigned_of(row.getColumn(1)),
          {static_cast<EntrantId>(row.getColumn(2).getInt()), static_cast<EntrantId>(row.getColumn(3).getInt())}};
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
      // Not the rows of `job`, which hold the records and so are many pages.
      [&] { return unsigned_of(connection_->database.execAndGet("SELECT count(*) FROM side WHERE side = 0")); });
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
    SQLite::Statement query(connection_->database, std::string(BoardColumns) + " ORDER BY job.number");
    while (query.executeStep()) take(job_of(query), result_of(query));
  });
}

std::vector<RatedBoard> EventStore::rated_boards() const {
  std::vector<RatedBoard> boards;
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
    SQLite::Database& database = connection_->database;
    SQLite::Statement query(database, std::string(BoardColumns) + " WHERE job.number = ?");
    query.bind(1, signed_of(job));
    if (!query.executeStep()) return std::nullopt;
    StoredBoard board;
    board.job = job_of(query);
    board.result = result_of(query);
    SQLite::Statement rounds(database,
                             "SELECT seating, number, deal_index, first_score, second_score FROM round "
                             "WHERE job = ? ORDER BY seating, number");
    rounds.bind(1, signed_of(job));
    const std::vector<std::string> records = records_of(database, job);
    while (rounds.executeStep()) {
      FinishedRound& round = board.rounds.emplace_back();
      round.seating = rounds.getColumn(0).getInt();
      round.number = rounds.getColumn(1).getInt();
      round.deal_index = std::stoull(rounds.getColumn(2).getString());
      round.score = {Points(rounds.getColumn(3).getInt()), Points(rounds.getColumn(4).getInt())};
      round.record = records.at(board.rounds.size() - 1);
    }
    return board;
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
    SQLite::Statement query(connection_->database, select_faults("'', '', ''"));
    std::vector<FinishedFault> faults;
    while (query.executeStep()) faults.push_back(fault_of(query));
    return faults;
  });
}

void EventStore::each_fault(const std::function<bool(FinishedFault fault)>& take) const {
  connection_->guarded([&] {
    SQLite::Statement query(connection_->database, select_faults("stderr, sent, received"));
    while (query.executeStep() && take(fault_of(query))) {
    }
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
    while (rows.executeStep()) tichu::arena::add_usage(all, read_usage(rows));
    return all;
  });
}

std::optional<std::string> EventStore::record(std::uint64_t job, int seating, int round) const {
  return connection_->guarded([&]() -> std::optional<std::string> {
    SQLite::Statement before(connection_->database,
                             "SELECT count(*) FILTER (WHERE (seating, number) < (?2, ?3)), "
                             "count(*) FILTER (WHERE (seating, number) = (?2, ?3)) FROM round WHERE job = ?1");
    before.bind(1, signed_of(job));
    before.bind(2, seating);
    before.bind(3, round);
    if (!before.executeStep() || before.getColumn(1).getInt() == 0) return std::nullopt;
    return records_of(connection_->database, job).at(static_cast<std::size_t>(before.getColumn(0).getInt()));
  });
}

void EventStore::each_record(const std::function<bool(std::string_view record)>& take) const {
  connection_->guarded([&] {
    SQLite::Statement query(connection_->database, "SELECT records FROM job ORDER BY number");
    while (query.executeStep()) {
      for (const std::string& record : unpacked(query.getColumn(0))) {
        if (!take(record)) return;
      }
    }
  });
}

}  // namespace tichu::arena
