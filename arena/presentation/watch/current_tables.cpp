#include "arena/presentation/watch/current_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "arena/record/json_record.h"
#include "arena/tournament/play/finish_job.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {
namespace {

/// A table whose round was seen twice is shown until this many looks in a row have each seen a new round.
constexpr int SlowLooks = 4;

}  // namespace

CurrentTables::CurrentTables(const std::filesystem::path& folder) : file_(folder / TablesFileName) {}

void CurrentTables::started(const RunStart& start) {
  config_ = start.config;
  tables_.resize(std::min(start.threads, MostWatchedTables));
}

void CurrentTables::field_changed(const FieldNews& news) { config_ = news.config; }

TableView* CurrentTables::view(std::size_t thread) { return thread < tables_.size() ? &tables_[thread].view : nullptr; }

void CurrentTables::progressed(const Progress& progress) {
  if (tables_.empty() || !file_.is_due(progress.elapsed)) return;
  for (Table& table : tables_) look(table);
  file_.write(text());
}

void CurrentTables::look(Table& table) {
  const bool is_playing = table.view.is_playing();
  const std::optional<RoundSnapshot> snapshot = table.view.look();
  if (!snapshot) {
    if (!is_playing) table.record.clear();
    return;  // otherwise its bots are thinking
  }
  table.slow = table.seen == snapshot->place ? SlowLooks : std::max(0, table.slow - 1);
  table.seen = snapshot->place;
  table.record = table.slow > 0 ? write_json_record(begun_record(config_, *snapshot)) : "";
}

std::string CurrentTables::text() const {
  std::string tables;
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    if (tables_[i].record.empty()) continue;
    tables += fmt::format("{}{{\"table\":{},\"record\":{}}}", tables.empty() ? "" : ",\n", i, tables_[i].record);
  }
  if (tables.empty()) return "";
  return fmt::format("{{\"format\":\"{}\",\"tables\":[\n{}\n]}}\n", TablesFormat, tables);
}

}  // namespace tichu::arena
