#include "arena/analysis/analysis_queue.h"

#include <sys/resource.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace tichu::arena {
namespace {

/// Sentences that are remembered; all are forgotten together, and who still wants such a board asks again.
constexpr std::size_t MostFailures = 256;

/// The queue ends.
struct Stopped {};

/// Of Linux this sets the calling thread alone. Where it is forbidden all works as well, but takes from others.
void take_what_is_left_over() {
  constexpr int Lowest = 19;
  ::setpriority(PRIO_PROCESS, 0, Lowest);
}

}  // namespace

AnalysisQueue::AnalysisQueue(Work work, std::unique_ptr<AnalysisCache> cache, QueueBounds bounds, Log log)
    : work_(std::move(work)), cache_(std::move(cache)), bounds_(bounds), log_(std::move(log)) {
  for (std::uint64_t i = 0; i < bounds_.at_once; ++i) threads_.emplace_back([this] { run(); });
}

AnalysisQueue::~AnalysisQueue() {
  {
    const std::lock_guard alone(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

tl::expected<AnalysisStatus, QueueRefusal> AnalysisQueue::ask(const std::string& key, const std::string& who) {
  const AnalysisStatus before = status(key);
  if (before.state != AnalysisState::None && before.state != AnalysisState::Failed) return before;
  const std::lock_guard alone(mutex_);
  const AnalysisStatus open = open_status(key);
  if (open.state == AnalysisState::Waiting || open.state == AnalysisState::Running) return open;
  if (waiting_.size() >= bounds_.waiting) return tl::unexpected(QueueRefusal::Full);
  if (!who.empty() && orders_of(who) >= bounds_.of_one) return tl::unexpected(QueueRefusal::Share);
  failed_.erase(key);
  waiting_.push_back({key, who});
  changed_.notify_one();
  return open_status(key);
}

AnalysisStatus AnalysisQueue::status(const std::string& key) {
  {
    const std::lock_guard alone(mutex_);
    AnalysisStatus open = open_status(key);
    if (open.state != AnalysisState::None) return open;
  }
  AnalysisStatus status;
  if (cache_->find(key)) status.state = AnalysisState::Done;
  return status;
}

AnalysisStatus AnalysisQueue::open_status(const std::string& key) const {
  AnalysisStatus status;
  if (const auto running = running_.find(key); running != running_.end()) {
    status.state = AnalysisState::Running;
    status.analysed = running->second.analysed;
    status.decisions = running->second.decisions;
    return status;
  }
  const auto waits =
      std::find_if(waiting_.begin(), waiting_.end(), [&key](const Order& order) { return order.key == key; });
  if (waits != waiting_.end()) {
    status.state = AnalysisState::Waiting;
    status.place = static_cast<std::uint64_t>(waits - waiting_.begin()) + 1;
  } else if (const auto failure = failed_.find(key); failure != failed_.end()) {
    status.state = AnalysisState::Failed;
    status.problem = failure->second;
  }
  return status;
}

std::uint64_t AnalysisQueue::orders_of(const std::string& who) const {
  const auto waiting =
      std::count_if(waiting_.begin(), waiting_.end(), [&who](const Order& order) { return order.who == who; });
  const auto running =
      std::count_if(running_.begin(), running_.end(), [&who](const auto& each) { return each.second.who == who; });
  return static_cast<std::uint64_t>(waiting + running);
}

void AnalysisQueue::count(const std::string& key, std::uint64_t analysed, std::uint64_t decisions) {
  const std::lock_guard alone(mutex_);
  if (stopping_) throw Stopped();
  Running& running = running_.at(key);
  running.analysed = analysed;
  running.decisions = decisions;
}

/// Why it failed; empty if it did not.
std::string AnalysisQueue::analyse(const std::string& key) {
  if (cache_->find(key)) return {};
  auto board = work_(key, [&](std::uint64_t analysed, std::uint64_t decisions) { count(key, analysed, decisions); });
  if (!board) return board.error();
  try {
    cache_->add(key, std::make_shared<const std::vector<RoundAnalysis>>(*std::move(board)));
  } catch (const std::exception& error) {
    if (!fails_to_keep_.exchange(true))
      log_(std::string("analyses are not kept on the disk from now on: ") + error.what());
    return {};
  }
  if (fails_to_keep_.exchange(false)) log_("analyses are kept on the disk again");
  return {};
}

/// Takes the next order, once there is one; nullopt: the queue ends.
std::optional<std::string> AnalysisQueue::take_order() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
  if (stopping_) return std::nullopt;
  std::string key = waiting_.front().key;
  running_.emplace(key, Running{waiting_.front().who});
  waiting_.pop_front();
  return key;
}

void AnalysisQueue::finish(const std::string& key, const std::string& problem) {
  const std::lock_guard alone(mutex_);
  running_.erase(key);
  if (problem.empty()) return;
  if (failed_.size() >= MostFailures) failed_.clear();
  failed_[key] = problem;
}

/// Does one order; false: the queue ends.
bool AnalysisQueue::work_once() {
  std::string problem = "the machine failed; whoever runs it finds the reason in its log";
  const std::optional<std::string> key = take_order();
  if (!key) return false;
  try {
    problem = analyse(*key);
  } catch (const Stopped&) {
    return false;
  } catch (const std::exception& error) {
    log_(std::string("an analysis failed: ") + error.what());
  }
  finish(*key, problem);
  return true;
}

void AnalysisQueue::run() {
  take_what_is_left_over();
  for (bool goes_on = true; goes_on;) {
    try {
      goes_on = work_once();
    } catch (const std::exception& error) {
      log_(std::string("an analysis could not be begun: ") + error.what());
    }
  }
}

}  // namespace tichu::arena
