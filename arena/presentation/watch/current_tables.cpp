#include "arena/presentation/watch/current_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "arena/record/json_record.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/play/finish_job.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {
namespace {

constexpr std::chrono::seconds Pause{1};
/// A table whose round was seen twice is shown until this many looks in a row have each seen a new round.
constexpr int SlowLooks = 4;

}  // namespace

CurrentTables::CurrentTables(const std::filesystem::path& folder) : file_(folder / TablesFileName) {
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);  // left by an arena that was killed
}

CurrentTables::~CurrentTables() {
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

void CurrentTables::started(const RunStart& start) {
  config_ = start.config;
  tables_.resize(std::min(start.threads, MostWatchedTables));
}

void CurrentTables::field_changed(const FieldNews& news) { config_ = news.config; }

TableView* CurrentTables::view(std::size_t thread) { return thread < tables_.size() ? &tables_[thread].view : nullptr; }

void CurrentTables::progressed(const Progress& progress) {
  if (tables_.empty() || progress.elapsed < last_ + Pause) return;
  last_ = progress.elapsed;
  for (Table& table : tables_) look(table);
  write();
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

void CurrentTables::write() {
  std::string text;
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    if (tables_[i].record.empty()) continue;
    text += fmt::format("{}{{\"table\":{},\"record\":{}}}", text.empty() ? "" : ",\n", i, tables_[i].record);
  }
  if (written_ == text) return;
  try {
    if (text.empty()) {
      std::error_code ignored;
      std::filesystem::remove(file_, ignored);
    } else {
      write_whole_file(file_, fmt::format("{{\"format\":\"{}\",\"tables\":[\n{}\n]}}\n", TablesFormat, text));
    }
    written_ = text;
  } catch (const std::runtime_error&) {
    written_.reset();  // a full disk, for example, which the store will report
  }
}

}  // namespace tichu::arena
