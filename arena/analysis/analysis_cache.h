#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "arena/analysis/round_analysis.h"

namespace tichu::arena {

/// The rounds of one board that were analysed; never null where one was found.
using AnalysedBoard = std::shared_ptr<const std::vector<RoundAnalysis>>;

/// Boards that were analysed alike, each under a key; the oldest are forgotten. Any thread.
class AnalysisCache {
 public:
  /// What keeps boards: a folder, which is made when it is first needed, with a file KEY.jsonl for each (ANALYSIS.md),
  /// or the memory if `folder` is empty. Files that do not begin with `header` were made otherwise, and count as
  /// missing. At most `most` boards are kept, of which the latest sixteen are in memory too. While fewer bytes than
  /// `least_free` are free on the folder's disk, no file is written, and what comes then is in memory alone.
  AnalysisCache(std::filesystem::path folder, std::string header, std::size_t most, std::uint64_t least_free = 0);

  /// Null if it is not kept. With a folder the key must be good as the name of a file.
  AnalysedBoard find(const std::string& key);
  /// Keeps a board. Throws std::runtime_error if its file cannot be written; then it is in memory alone, and nothing
  /// of the file is left.
  void add(const std::string& key, const AnalysedBoard& board);

 private:
  std::filesystem::path file_of(const std::string& key) const { return folder_ / (key + ".jsonl"); }
  void remember(const std::string& key, AnalysedBoard board);
  void forget_oldest_files() const;
  bool has_room() const;

  std::filesystem::path folder_;
  std::string header_;
  std::size_t most_;
  std::uint64_t least_free_;
  std::mutex disk_;   ///< whoever writes files and removes them
  std::mutex mutex_;  ///< of what follows
  std::map<std::string, AnalysedBoard> known_;
  std::deque<std::string> order_;  ///< of `known_`, the oldest first
};

}  // namespace tichu::arena
