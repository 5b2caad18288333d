#include "arena/service/ladder/step_attempts.h"

#include "arena/service/ladder/ladder_sql.h"

namespace tichu::arena {
namespace {

constexpr const char* Interrupted = "interrupted";

}  // namespace

std::optional<BuiltArtifact> StepAttempts::artifact(const std::string& source, const std::string& toolchain) {
  constexpr const char* Made = "SELECT tree, log FROM artifact WHERE source = ? AND toolchain = ?";
  return row_of(bound(work_.sql(), Made, source, toolchain), [](SQLite::Statement& row) {
    return BuiltArtifact{row.getColumn(0).getString(), row.getColumn(1).getString()};
  });
}

void StepAttempts::keep_artifact(const std::string& source, const std::string& toolchain,
                                 const BuiltArtifact& artifact) {
  execute(work_.sql(), "INSERT OR REPLACE INTO artifact VALUES (?, ?, ?, ?, ?)", source, toolchain, artifact.tree,
          artifact.log, work_.now());
}

std::int64_t StepAttempts::begin(const VersionRow& version, StepKind kind) {
  const int attempt = failures(version.shown.id, kind) + 1;
  execute(work_.sql(), "INSERT INTO step (version, kind, attempt, outcome, began) VALUES (?, ?, ?, 'running', ?)",
          version.shown.id, kind, attempt, work_.now());
  return work_.sql().getLastInsertRowid();
}

void StepAttempts::end(const VersionRow& version, std::int64_t step, StepKind kind, const StepEnd& end) {
  execute(work_.sql(), "UPDATE step SET outcome = ?, ended = ?, code = ?, detail = ?, log = ? WHERE id = ?",
          end.outcome, work_.now(), end.code, end.detail, end.log, step);
  work_.tell({.kind = "version.step",
              .bot = version.shown.bot,
              .number = version.shown.number,
              .state = std::string(to_text(kind)),
              .code = end.outcome == StepOutcome::Passed ? std::string("passed") : end.code,
              .detail = end.detail,
              .open = false});
}

std::vector<VersionStep> StepAttempts::of(VersionId version) {
  constexpr const char* Steps =
      "SELECT kind, attempt, outcome, began, ended, code, detail, log FROM step WHERE version = ? ORDER BY id";
  return rows_of(bound(work_.sql(), Steps, version), [](SQLite::Statement& query) {
    VersionStep step;
    step.kind = from_text<StepKind>(query.getColumn(0).getString()).value_or(StepKind::Received);
    step.attempt = query.getColumn(1).getInt();
    step.outcome = from_text<StepOutcome>(query.getColumn(2).getString()).value_or(StepOutcome::MachineFault);
    step.began = query.getColumn(3).getDouble();
    step.ended = number_in<double>(query.getColumn(4));
    step.code = query.getColumn(5).getString();
    step.detail = query.getColumn(6).getString();
    step.has_log = !query.getColumn(7).getString().empty();
    return step;
  });
}

std::string StepAttempts::log_of(VersionId version, StepKind kind) {
  SQLite::Statement query =
      bound(work_.sql(), "SELECT log FROM step WHERE version = ? AND kind = ? AND log <> '' ORDER BY id DESC LIMIT 1",
            version, kind);
  return query.executeStep() ? query.getColumn(0).getString() : "";
}

int StepAttempts::failures(VersionId version, StepKind kind) {
  return static_cast<int>(count_of(bound(work_.sql(),
                                         "SELECT count(*) FROM step WHERE version = ? AND kind = ? AND outcome IN "
                                         "('machine_fault', 'overdue') AND code <> ?",
                                         version, kind, Interrupted)));
}

int StepAttempts::interrupt_running() {
  return execute(work_.sql(),
                 "UPDATE step SET outcome = 'machine_fault', code = ?, ended = ?, detail = 'the ladder was "
                 "stopped; the step is done again' WHERE outcome = 'running'",
                 Interrupted, work_.now());
}

double StepAttempts::usual_seconds(StepKind kind) {
  constexpr const char* Average =
      "SELECT coalesce(avg(ended - began), 0.0) FROM (SELECT began, ended FROM step WHERE kind = ? AND outcome = "
      "'passed' ORDER BY id DESC LIMIT 20)";
  const auto seconds = [](SQLite::Statement& row) { return row.getColumn(0).getDouble(); };
  return row_of(bound(work_.sql(), Average, kind), seconds).value();
}

}  // namespace tichu::arena
