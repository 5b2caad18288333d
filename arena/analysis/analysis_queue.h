#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <tl/expected.hpp>
#include <vector>

#include "arena/analysis/analysis_cache.h"
#include "arena/analysis/board_analysis.h"
#include "engine/words.h"

namespace tichu::arena {

/// How much a queue of analyses takes.
struct QueueBounds {
  std::uint64_t at_once = 1;   ///< boards that are analysed at the same time, each by a thread
  std::uint64_t waiting = 64;  ///< boards that wait
  std::uint64_t of_one = 4;    ///< of one person, waiting or under way
};

/// What becomes of a board that somebody may want analysed.
enum class AnalysisState : std::uint8_t { None, Waiting, Running, Done, Failed };

constexpr std::array<std::string_view, 5> words_of(AnalysisState) {
  return {"none", "waiting", "running", "done", "failed"};
}

struct AnalysisStatus {
  AnalysisState state = AnalysisState::None;
  std::uint64_t place = 0;      ///< of one that waits: from 1
  std::uint64_t analysed = 0;   ///< decisions so far, of one that runs
  std::uint64_t decisions = 0;  ///< that its board has; 0 if they were not counted yet
  std::string problem;          ///< why it failed: a sentence for strangers
};

/// Why a board was not taken.
enum class QueueRefusal : std::uint8_t {
  Full,  ///< too many boards wait
  Share  ///< too many boards of this person do
};

/// Boards that people want analysed, one after another, by threads with the lowest priority: they take the time that
/// nobody else wants. Any thread may ask.
class AnalysisQueue {
 public:
  /// Analyses the board of a key, as `analyse_board` does. Whatever it throws is for whoever runs the service.
  using Work = std::function<tl::expected<std::vector<RoundAnalysis>, std::string>(const std::string& key,
                                                                                   const DecisionCount& counted)>;
  using Log = std::function<void(const std::string& line)>;

  AnalysisQueue(Work work, std::unique_ptr<AnalysisCache> cache, QueueBounds bounds, Log log);
  /// Ends analyses under way at their next decision.
  ~AnalysisQueue();
  AnalysisQueue(const AnalysisQueue&) = delete;
  AnalysisQueue& operator=(const AnalysisQueue&) = delete;

  /// Has a board analysed, unless it is waiting or done already; one that failed is tried again. `who` asks for it; the
  /// boards of an empty name are not counted.
  tl::expected<AnalysisStatus, QueueRefusal> ask(const std::string& key, const std::string& who);
  AnalysisStatus status(const std::string& key);
  /// What was found; null if it is not done, or was forgotten since.
  AnalysedBoard found(const std::string& key) { return cache_->find(key); }

 private:
  struct Order {
    std::string key;
    std::string who;
  };
  struct Running {
    std::string who;
    std::uint64_t analysed = 0;
    std::uint64_t decisions = 0;
  };

  void run();
  bool work_once();
  std::optional<std::string> take_order();
  void finish(const std::string& key, const std::string& problem);
  std::string analyse(const std::string& key);
  void count(const std::string& key, std::uint64_t analysed, std::uint64_t decisions);
  /// With the mutex held.
  AnalysisStatus open_status(const std::string& key) const;
  std::uint64_t orders_of(const std::string& who) const;

  Work work_;
  std::unique_ptr<AnalysisCache> cache_;
  QueueBounds bounds_;
  Log log_;
  std::atomic<bool> fails_to_keep_ = false;  ///< the log was told of it
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  std::deque<Order> waiting_;
  std::map<std::string, Running> running_;
  std::map<std::string, std::string> failed_;  ///< why, by key
  std::vector<std::thread> threads_;
};

}  // namespace tichu::arena
