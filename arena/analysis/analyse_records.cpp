#include "arena/analysis/analyse_records.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <tl/expected.hpp>
#include <tuple>
#include <utility>
#include <vector>

namespace tichu::arena {
namespace {

/// What is done with one round; the second part is done by one thread at a time. The error says why it is left out.
using Work = std::function<tl::expected<std::function<void()>, std::string>(
    const Record& record, const SeatChoice& is_judged, PluginAnalyst& analyst)>;

/// Threads that share rounds.
class Analysers {
 public:
  Analysers(const RecordSource& next, const AnalysisPlan& plan, const AnalysisStore* known, Work work)
      : next_(next), plan_(plan), known_(known), work_(std::move(work)) {}

  bool run() {
    std::vector<std::future<void>> workers;
    // The calling thread is the one that may ask whether to stop.
    for (int i = 1; i < plan_.threads; ++i) {
      workers.push_back(std::async(std::launch::async, [this] { work(false); }));
    }
    std::exception_ptr failure;
    try {
      work(true);
    } catch (...) {
      failure = std::current_exception();
    }
    for (std::future<void>& worker : workers) {
      try {
        worker.get();
      } catch (...) {
        failure = std::current_exception();
      }
    }
    if (failure) std::rethrow_exception(failure);
    return !stopped_;
  }

 private:
  void work(bool may_ask) {
    try {
      PluginAnalyst analyst(plan_.analyst, Rules());
      while (const auto record = take(may_ask)) {
        const auto done = work_(*record, chosen(*record), analyst);
        const std::lock_guard alone(mutex_);
        if (done) {
          (*done)();
          ++progress_.analysed;
        } else {
          ++progress_.left_out;
          plan_.left_out(*record, done.error());
        }
        plan_.progressed(progress_);
      }
    } catch (...) {
      const std::lock_guard alone(mutex_);
      stopped_ = true;
      throw;
    }
  }

  std::optional<Record> take(bool may_ask) {
    const std::lock_guard alone(mutex_);
    if (may_ask && plan_.stop_requested()) stopped_ = true;
    while (!stopped_) {
      auto record = next_();
      if (!record) return std::nullopt;
      if (!concerns(*record)) continue;
      const RoundKey key{record->job.value_or(JobNumber()), record->seating.value_or(SeatingNumber()),
                         record->round.value_or(RoundNumber())};
      if (known_ == nullptr || !known_->has(key)) return record;
      ++progress_.kept;
    }
    return std::nullopt;
  }

  bool is_chosen(const Record& record, Seat seat) const {
    if (plan_.bots.empty()) return true;
    return record.bots && plan_.bots.contains((*record.bots)[static_cast<std::size_t>(seat.number())]);
  }
  bool concerns(const Record& record) const {
    return std::any_of(AllSeats.begin(), AllSeats.end(), [&](Seat seat) { return is_chosen(record, seat); });
  }
  SeatChoice chosen(const Record& record) const {
    return [this, &record](Seat seat) { return is_chosen(record, seat); };
  }

  const RecordSource& next_;
  const AnalysisPlan& plan_;
  const AnalysisStore* known_;
  Work work_;
  std::mutex mutex_;
  AnalysisProgress progress_;
  bool stopped_ = false;
};

}  // namespace

bool analyse_records(const RecordSource& next, const AnalysisPlan& plan, AnalysisStore& store) {
  const Work work = [&](const Record& record, const SeatChoice& is_judged, PluginAnalyst& analyst) {
    return analyse_round(record, plan.settings, is_judged, analyst).map([&](RoundAnalysis analysis) {
      return std::function<void()>([&store, kept = std::move(analysis)] { store.add(kept); });
    });
  };
  return Analysers(next, plan, &store, work).run();
}

std::optional<std::vector<ComparedRound>> compare_records(const RecordSource& next, const std::array<BotSpec, 2>& bots,
                                                          const AnalysisPlan& plan) {
  std::vector<ComparedRound> rounds;
  const Work work = [&](const Record& record, const SeatChoice& is_judged, PluginAnalyst& analyst) {
    return compare_round(record, bots, plan.settings, is_judged, analyst).map([&](ComparedRound compared) {
      return std::function<void()>([&rounds, kept = std::move(compared)] { rounds.push_back(kept); });
    });
  };
  if (!Analysers(next, plan, nullptr, work).run()) return std::nullopt;
  std::sort(rounds.begin(), rounds.end(), [](const ComparedRound& a, const ComparedRound& b) {
    return std::tie(a.job, a.seating, a.round) < std::tie(b.job, b.seating, b.round);
  });
  return rounds;
}

std::optional<std::string> value_records(const RecordSource& next, const PlayValuesSettings& settings,
                                         const AnalysisPlan& plan) {
  std::map<JobNumber, std::string> rounds;
  const Work work = [&](const Record& record, const SeatChoice&, PluginAnalyst& analyst) {
    return play_values(record, settings, analyst).map([&](std::string lines) {
      return std::function<void()>(
          [&rounds, job = record.job.value_or(JobNumber()), kept = std::move(lines)] { rounds[job] += kept; });
    });
  };
  if (!Analysers(next, plan, nullptr, work).run()) return std::nullopt;
  std::string all;
  for (const auto& [job, lines] : rounds) all += lines;
  return all;
}

}  // namespace tichu::arena
