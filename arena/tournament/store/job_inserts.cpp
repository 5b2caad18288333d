#include "arena/tournament/store/job_inserts.h"

#include <SQLiteCpp/VariadicBind.h>

#include <cstddef>
#include <ctime>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "arena/tournament/store/packed_rounds.h"
#include "arena/tournament/store/sqlite_statement.h"

namespace tichu::arena {
namespace {

/// "INSERT INTO table VALUES (?, ?, …)".
std::string insert_into(const std::string& table, int columns) {
  std::string text = "INSERT INTO " + table + " VALUES (?";
  for (int i = 1; i < columns; ++i) text += ", ?";
  return text + ")";
}

void bind_bytes(SQLite::Statement& insert, int place, const std::string& bytes) {
  insert.bind(place, bytes.data(), static_cast<int>(bytes.size()));
}

void execute(SQLite::Statement& insert) {
  insert.exec();
  insert.reset();
}

}  // namespace

JobInserts::JobInserts(const SQLite::Database& database)
    : run_(database, insert_into("run", 4)),
      build_(database, insert_into("build", 5)),
      job_(database, insert_into("job", 33)),
      rounds_(database, insert_into("rounds", 2)),
      fault_(database, insert_into("fault", 12)),
      output_(database, insert_into("output", 5)),
      old_output_(database,
                  "DELETE FROM output WHERE bot = ?1 AND job < (SELECT job FROM output WHERE bot = ?1 ORDER BY job "
                  "DESC LIMIT 1 OFFSET 255)"),
      usage_(database, insert_into("usage", 11)) {}

void JobInserts::write_run(std::int64_t run, const RunRecord& record) {
  SQLite::bind(run_, run, record.program, record.sandbox.kind, nlohmann::json(record.sandbox.protections).dump());
  execute(run_);
  for (std::size_t i = 0; i < record.bots.size(); ++i) write_build(run, static_cast<BotId>(i), record.bots[i]);
}

void JobInserts::write_build(std::int64_t run, BotId bot, const BotBuild& build) {
  SQLite::bind(build_, run, static_cast<std::int64_t>(bot), build.identity.name, build.identity.version,
               build.fingerprint);
  execute(build_);
}

void JobInserts::write(std::span<const FinishedJob> jobs, const TournamentConfig& config,
                       std::optional<std::int64_t> run) {
  std::optional<std::int64_t> stored;
  if (!config.origin.imported) stored = std::time(nullptr);
  std::vector<BotUsage> used;
  for (const FinishedJob& finished : jobs) {
    write_job(finished, run, stored);
    write_rounds(finished, known_seed(config, finished.job.number));
    write_faults(finished);
    write_output(finished);
    for (const BotUsage& usage : finished.usage) add_usage(used, usage);
  }
  if (!used.empty()) write_usage(jobs.back().job.number, used);
}

void JobInserts::write_job(const FinishedJob& finished, std::optional<std::int64_t> run,
                           std::optional<std::int64_t> stored) {
  int place = 0;
  const auto bind = [&](std::int64_t value) { job_.bind(++place, value); };
  const BoardResult& result = finished.result;
  bind(signed_of(finished.job.number.value()));
  bind(signed_of(finished.job.board.value()));
  for (const EntrantId entrant : finished.job.entrants) bind(static_cast<std::int64_t>(entrant));
  job_.bind(++place, result.margin);
  bind(static_cast<std::int64_t>(result.verdict));
  job_.bind(++place, result.score);
  bind(result.tables);
  job_.bind(++place, result.table_spread);
  for (std::size_t side = 0; side < 2; ++side) {
    const PlayFigures& figures = finished.figures[side];
    const TimeSums& time = finished.think_time[side];
    for (const std::uint64_t value :
         {figures.faults, figures.rounds, figures.tichu_called, figures.tichu_made, figures.grand_called,
          figures.grand_made, figures.double_victories, figures.bomb_hands, time.decisions}) {
      bind(signed_of(value));
    }
    bind(time.total.count());
    bind(time.longest.count());
  }
  for (const std::optional<std::int64_t>& value : {run, stored}) {
    ++place;
    if (value) {
      job_.bind(place, *value);
    } else {
      job_.bind(place);
    }
  }
  execute(job_);
}

void JobInserts::write_rounds(const FinishedJob& finished, std::optional<std::uint64_t> seed) {
  const std::string packed = pack_rounds(finished.rounds, seed);
  rounds_.bind(1, signed_of(finished.job.number.value()));
  rounds_.bindNoCopy(2, packed.data(), static_cast<int>(packed.size()));
  execute(rounds_);
}

void JobInserts::write_faults(const FinishedJob& finished) {
  for (const FinishedFault& fault : finished.faults) {
    SQLite::bind(fault_, signed_of(finished.job.number.value()), signed_of(fault.seating.value()),
                 signed_of(fault.round.value()), fault.seat.number(), static_cast<std::int64_t>(fault.bot),
                 std::string(to_text(fault.kind)), fault.text);
    bind_bytes(fault_, 8, fault.stderr_tail);
    fault_.bind(9, fault.question ? std::string(to_text(*fault.question)) : std::string());
    bind_bytes(fault_, 10, fault.exchange.sent);
    bind_bytes(fault_, 11, fault.exchange.received);
    fault_.bind(12, signed_of(fault.actions));
    execute(fault_);
  }
}

void JobInserts::write_output(const FinishedJob& finished) {
  for (const SeatOutput& output : finished.output) {
    SQLite::bind(output_, static_cast<std::int64_t>(output.bot), signed_of(finished.job.number.value()),
                 signed_of(output.seating.value()), output.seat.number());
    bind_bytes(output_, 5, output.text);
    execute(output_);
    old_output_.bind(1, static_cast<std::int64_t>(output.bot));
    execute(old_output_);
  }
}

void JobInserts::write_usage(JobNumber job, std::span<const BotUsage> all) {
  for (const BotUsage& usage : all) {
    SQLite::bind(usage_, signed_of(job.value()), static_cast<std::int64_t>(usage.bot), signed_of(usage.time.decisions),
                 static_cast<std::int64_t>(usage.time.total.count()),
                 static_cast<std::int64_t>(usage.time.longest.count()), usage.time.counts.text(),
                 signed_of(usage.time.retries), signed_of(usage.resources.starts),
                 static_cast<std::int64_t>(usage.resources.processor.count()), signed_of(usage.resources.peak_memory),
                 static_cast<std::int64_t>(usage.resources.pondering.count()));
    execute(usage_);
  }
}

}  // namespace tichu::arena
