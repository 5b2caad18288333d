#include "arena/analysis/analysis_cache.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "arena/analysis/analysis_json.h"
#include "arena/analysis/analysis_store.h"
#include "arena/text/whole_file.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t MostInMemory = 16;

}  // namespace

AnalysisCache::AnalysisCache(fs::path folder, std::string header, std::size_t most, std::uint64_t least_free)
    : folder_(std::move(folder)), header_(std::move(header)), most_(most), least_free_(least_free) {}

AnalysedBoard AnalysisCache::find(const std::string& key) {
  const std::lock_guard alone(mutex_);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  std::error_code missing;
  if (folder_.empty() || !fs::is_regular_file(file_of(key), missing)) return nullptr;
  auto contents = AnalysisStore::read(file_of(key));
  if (!contents || contents->header != header_ || contents->rounds.empty()) return nullptr;
  auto board = std::make_shared<const std::vector<RoundAnalysis>>(std::move(contents->rounds));
  remember(key, board);
  return board;
}

void AnalysisCache::add(const std::string& key, const AnalysedBoard& board) {
  {
    const std::lock_guard alone(mutex_);
    remember(key, board);
  }
  if (folder_.empty()) return;
  // Who looks for a board waits for no disk.
  const std::lock_guard one_writer(disk_);
  std::string text = header_ + "\n";
  for (const RoundAnalysis& round : *board) text += write_round_json(round) + "\n";
  fs::create_directories(folder_);
  if (!has_room()) {
    // Play and uploads need what is left.
    throw std::runtime_error("fewer than " + std::to_string(least_free_) + " bytes are free at " + folder_.string());
  }
  write_whole_file(file_of(key), text);
  forget_oldest_files();
}

/// Also where the disk does not tell.
bool AnalysisCache::has_room() const {
  std::error_code unknown;
  const fs::space_info space = fs::space(folder_, unknown);
  return unknown || space.available >= least_free_;
}

void AnalysisCache::remember(const std::string& key, AnalysedBoard board) {
  if (known_.insert_or_assign(key, std::move(board)).second) order_.push_back(key);
  const std::size_t most = folder_.empty() ? most_ : std::min(most_, MostInMemory);
  while (order_.size() > most) {
    known_.erase(order_.front());
    order_.pop_front();
  }
}

void AnalysisCache::forget_oldest_files() const {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code gone;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    if (entry.path().extension() == ".jsonl") files.emplace_back(entry.last_write_time(gone), entry.path());
    // Of a process that was killed while it wrote.
    if (entry.path().extension() == ".part") fs::remove(entry.path(), gone);
  }
  if (files.size() <= most_) return;
  std::sort(files.begin(), files.end());
  for (std::size_t i = 0; i + most_ < files.size(); ++i) fs::remove(files[i].second, gone);
}

}  // namespace tichu::arena
