#include "arena/service/ladder/step_attempts.h"

#include <utility>

#include "arena/service/ladder/ladder_sql.h"

namespace tichu::arena {
namespace {

constexpr const char* Interrupted = "interrupted";

}  // namespace

std::optional<BuiltArtifact> StepAttempts::artifact(const std::string& source, const std::string& toolchain) {
  SQLite::Statement query(work_.sql(), "SELECT tree, log FROM artifact WHERE source = ? AND toolchain = ?");
  SQLite::bind(query, source, toolchain);
  if (!query.executeStep()) return std::nullopt;
  return BuiltArtifact{query.getColumn(0).getString(), query.getColumn(1).getString()};
}

void StepAttempts::keep_artifact(const std::string& source, const std::string& toolchain,
                                 const BuiltArtifact& artifact) {
  execute(work_.sql(), "INSERT OR REPLACE INTO artifact VALUES (?, ?, ?, ?, ?)", source, toolchain, artifact.tree,
          artifact.log, work_.now());
}

std::int64_t StepAttempts::begin(const VersionRow& version, StepKind kind) {
  const int attempt = failures(version.shown.id, kind) + 1;
  execute(work_.sql(), "INSERT INTO step (version, kind, attempt, outcome, began) VALUES (?, ?, ?, 'running', ?)",
          sql_number(version.shown.id), std::string(to_text(kind)), attempt, work_.now());
  return work_.sql().getLastInsertRowid();
}

void StepAttempts::end(const VersionRow& version, std::int64_t step, StepKind kind, const StepEnd& end) {
  execute(work_.sql(), "UPDATE step SET outcome = ?, ended = ?, code = ?, detail = ?, log = ? WHERE id = ?",
          std::string(to_text(end.outcome)), work_.now(), end.code, end.detail, end.log, step);
  LadderEvent event;
  event.kind = "version.step";
  event.bot = version.shown.bot;
  event.number = version.shown.number;
  event.state = to_text(kind);
  event.code = end.outcome == StepOutcome::Passed ? std::string("passed") : end.code;
  event.detail = end.detail;
  event.open = false;
  work_.tell(event);
}

std::vector<VersionStep> StepAttempts::of(VersionId version) {
  SQLite::Statement query(
      work_.sql(),
      "SELECT kind, attempt, outcome, began, ended, code, detail, log FROM step WHERE version = ? ORDER BY id");
  query.bind(1, sql_number(version));
  std::vector<VersionStep> all;
  while (query.executeStep()) {
    VersionStep step;
    step.kind = from_text<StepKind>(query.getColumn(0).getString()).value_or(StepKind::Received);
    step.attempt = query.getColumn(1).getInt();
    step.outcome = from_text<StepOutcome>(query.getColumn(2).getString()).value_or(StepOutcome::MachineFault);
    step.began = query.getColumn(3).getDouble();
    if (!query.getColumn(4).isNull()) step.ended = query.getColumn(4).getDouble();
    step.code = query.getColumn(5).getString();
    step.detail = query.getColumn(6).getString();
    step.has_log = !query.getColumn(7).getString().empty();
    all.push_back(std::move(step));
  }
  return all;
}

std::string StepAttempts::log_of(VersionId version, StepKind kind) {
  SQLite::Statement query(work_.sql(),
                          "SELECT log FROM step WHERE version = ? AND kind = ? AND log <> '' ORDER BY id DESC LIMIT 1");
  SQLite::bind(query, sql_number(version), std::string(to_text(kind)));
  return query.executeStep() ? query.getColumn(0).getString() : "";
}

int StepAttempts::failures(VersionId version, StepKind kind) {
  SQLite::Statement query(work_.sql(),
                          "SELECT count(*) FROM step WHERE version = ? AND kind = ? AND outcome IN ('machine_fault', "
                          "'overdue') AND code <> ?");
  SQLite::bind(query, sql_number(version), std::string(to_text(kind)), std::string(Interrupted));
  query.executeStep();
  return query.getColumn(0).getInt();
}

int StepAttempts::interrupt_running() {
  return execute(work_.sql(),
                 "UPDATE step SET outcome = 'machine_fault', code = ?, ended = ?, detail = 'the ladder was "
                 "stopped; the step is done again' WHERE outcome = 'running'",
                 std::string(Interrupted), work_.now());
}

double StepAttempts::usual_seconds(StepKind kind) {
  SQLite::Statement query(work_.sql(),
                          "SELECT avg(ended - began) FROM (SELECT began, ended FROM step WHERE kind = ? AND outcome = "
                          "'passed' ORDER BY id DESC LIMIT 20)");
  query.bind(1, std::string(to_text(kind)));
  query.executeStep();
  return query.getColumn(0).isNull() ? 0 : query.getColumn(0).getDouble();
}

}  // namespace tichu::arena
