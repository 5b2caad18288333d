#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "arena/analysis/analysis_queue.h"
#include "arena/hosting/player/bot_spec.h"
#include "arena/record/record.h"

namespace tichu::arena {

/// How boards are analysed for readers.
struct AnalysisOffer {
  BotSpec analyst;                     ///< a plug-in that is trusted
  std::uint64_t simulations = 2000;    ///< for each decision
  std::chrono::seconds processor{30};  ///< of one processor, for each board
  QueueBounds queue;
  std::uint64_t kept = 500;      ///< boards whose analyses are kept,
  std::filesystem::path folder;  ///< in this folder; in memory if it is empty
  std::uint64_t least_free = 0;  ///< free bytes of the folder's disk below which no more are written
};

/// Analyses of finished boards for readers who ask, as a site offers them. Any thread.
class BoardAnalyses {
 public:
  /// The rounds of a board. Throws std::runtime_error if they cannot be read.
  using Loader = std::function<std::vector<Record>(const std::string& key)>;

  /// `analyst` is its name and version; what the queue does must be as `offer` says.
  BoardAnalyses(AnalysisOffer offer, std::string analyst, std::unique_ptr<AnalysisQueue> queue)
      : offer_(std::move(offer)), analyst_(std::move(analyst)), queue_(std::move(queue)) {}

  /// The error is a sentence: why the analyst cannot be used. Names and remarks of bots are not looked at.
  static tl::expected<std::unique_ptr<BoardAnalyses>, std::string> make(const AnalysisOffer& offer, Loader load,
                                                                        AnalysisQueue::Log log);

  AnalysisQueue& queue() { return *queue_; }
  /// What becomes of a board, and how it is judged, as the members of a JSON object
  /// (arena/presentation/page_data/PAGE.md, "An analysis on demand"), with '{' and without '}'.
  std::string open_json(const AnalysisStatus& status) const;

 private:
  AnalysisOffer offer_;
  std::string analyst_;
  std::unique_ptr<AnalysisQueue> queue_;
};

}  // namespace tichu::arena
