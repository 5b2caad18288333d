#include "arena/analysis/judgement.h"

#include <algorithm>
#include <cmath>

#include "engine/random.h"

namespace tichu::arena {
namespace {

/// Part of the budget that goes into the race.
constexpr double RaceShare = 0.6;
/// Worlds before the first look.
constexpr std::size_t FirstBatch = 16;
/// An alternative is dropped once it is so many standard errors behind the best.
constexpr double DropBehind = 2.5;
/// The winner must be so many standard errors ahead of what was played; otherwise nothing better was found.
constexpr double WinAhead = 1;
/// Added to sums of squared differences, so that a few equal margins do not pass for certainty: as if one world had
/// shown a hundred points.
constexpr double DoubtSquared = 100.0 * 100.0;

constexpr double InaccuracyPoints = 5;
constexpr double MistakePoints = 15;
constexpr double BlunderPoints = 40;
constexpr double MarkErrors = 2;
constexpr double MarkShare = 0.7;

/// By how much one list of margins is above another, world by world.
struct Difference {
  double mean = 0;
  double error = 0;
  double better = 0;
};

Difference difference_of(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  double squares = DoubtSquared;
  double above = 0;
  double below = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    sum += difference;
    squares += difference * difference;
    above += difference > 0 ? 1 : 0;
    below += difference < 0 ? 1 : 0;
  }
  if (a.empty()) return {};
  const auto count = static_cast<double>(a.size());
  const double mean = sum / count;
  const double error = std::sqrt(std::max(0.0, squares / count - mean * mean) / count);
  return {mean, error, above + below > 0 ? above / (above + below) : 0.5};
}

/// An alternative and its margins so far.
struct Runner {
  std::size_t place = 0;
  double sum = 0;
  std::vector<float> margins = {};
  bool races = true;
};

/// Counts what a judgement costs.
class Meter {
 public:
  explicit Meter(const JudgementBudget& budget) : budget_(budget), begun_(std::chrono::steady_clock::now()) {}

  void spend(std::size_t playouts) { spent_ += static_cast<std::int64_t>(playouts); }
  bool is_timed() const { return budget_.time.count() > 0; }
  /// How many worlds of `runners` fit, at most `wanted`, before `share` of the budget is spent.
  std::size_t worlds(std::size_t wanted, std::size_t runners, double share) const {
    if (is_timed()) {
      const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - begun_;
      return gone < share * std::chrono::duration<double>(budget_.time) ? wanted : 0;
    }
    const double left = share * static_cast<double>(budget_.simulations) - static_cast<double>(spent_);
    return left <= 0 ? 0 : std::min(wanted, static_cast<std::size_t>(left) / runners);
  }

 private:
  JudgementBudget budget_;
  std::chrono::steady_clock::time_point begun_;
  std::int64_t spent_ = 0;
};

/// The alternatives of one decision in their race.
class Race {
 public:
  Race(std::span<const Answer> alternatives, std::uint64_t seed, const WorldMargins& margins)
      : alternatives_(alternatives), seed_(seed), margins_(margins) {
    for (std::size_t i = 0; i < alternatives.size(); ++i) runners_.push_back({i});
  }

  void run(Meter& meter, double share) {
    for (std::size_t wanted = FirstBatch; racing().size() > 1; wanted = std::max(FirstBatch, done_ / 4)) {
      const std::vector<std::size_t> places = racing();
      const std::size_t worlds = meter.worlds(wanted, places.size(), share);
      if (worlds == 0 || !add(places, worlds)) return;
      meter.spend(worlds * places.size());
      drop();
    }
  }

  /// Meets the two in `worlds` fresh worlds; false if none were found.
  bool add(const std::vector<std::size_t>& places, std::size_t worlds) {
    std::vector<Answer> answers;
    for (const std::size_t place : places) answers.push_back(alternatives_[place]);
    std::vector<float> margins(worlds * places.size());
    const std::size_t filled = margins_(answers, Random(seed_, batch_++).next(), margins);
    for (std::size_t world = 0; world < filled; ++world) {
      for (std::size_t i = 0; i < places.size(); ++i) {
        const float margin = margins[world * places.size() + i];
        runners_[places[i]].margins.push_back(margin);
        runners_[places[i]].sum += static_cast<double>(margin);
      }
    }
    done_ += filled;
    return filled == worlds;
  }

  std::vector<std::size_t> racing() const {
    std::vector<std::size_t> places;
    for (const Runner& runner : runners_) {
      if (runner.races) places.push_back(runner.place);
    }
    return places;
  }

  std::size_t leader() const {
    std::size_t best = 0;
    for (const Runner& runner : runners_) {
      if (runner.races && runner.sum > runners_[best].sum) best = runner.place;
    }
    return best;
  }

  /// How far an alternative was ahead of what was played, over the worlds that both met.
  Difference ahead(std::size_t place) const {
    const std::vector<float>& own = runners_[place].margins;
    return difference_of(own, std::span(runners_.front().margins).first(own.size()));
  }
  double value(std::size_t place) const {
    const Runner& runner = runners_[place];
    return runner.margins.empty() ? 0 : runner.sum / static_cast<double>(runner.margins.size());
  }

 private:
  /// What was played stays in the race to its end, so that everybody can be compared with it.
  void drop() {
    const std::vector<float>& best = runners_[leader()].margins;
    for (Runner& runner : runners_) {
      if (!runner.races || runner.place == 0 || &runner.margins == &best) continue;
      const Difference behind = difference_of(best, runner.margins);
      if (behind.mean > DropBehind * behind.error) runner.races = false;
    }
  }

  std::span<const Answer> alternatives_;
  std::uint64_t seed_;
  const WorldMargins& margins_;
  std::vector<Runner> runners_;
  std::uint64_t batch_ = 0;
  std::size_t done_ = 0;
};

/// The margins of two alternatives in fresh worlds.
Difference meet(const Answer& best, const Answer& played, Meter& meter, std::uint64_t seed, const WorldMargins& margins,
                std::size_t& worlds) {
  std::vector<float> a;
  std::vector<float> b;
  const std::array<Answer, 2> pair{best, played};
  const std::size_t most = meter.is_timed() ? FirstBatch : SIZE_MAX;
  for (std::uint64_t batch = 0;; ++batch) {
    const std::size_t wanted = meter.worlds(most, pair.size(), 1);
    if (wanted == 0) break;
    std::vector<float> found(wanted * pair.size());
    const std::size_t filled = margins(pair, Random(seed, batch).next(), found);
    for (std::size_t world = 0; world < filled; ++world) {
      a.push_back(found[2 * world]);
      b.push_back(found[2 * world + 1]);
    }
    meter.spend(wanted * pair.size());
    if (filled < wanted) break;
  }
  worlds = a.size();
  return difference_of(a, b);
}

}  // namespace

Judgement judge(std::span<const Answer> alternatives, const JudgementBudget& budget, std::uint64_t seed,
                const WorldMargins& margins) {
  Meter meter(budget);
  Race race(alternatives, seed, margins);
  race.run(meter, RaceShare);
  Judgement found;
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    const Difference ahead = race.ahead(i);
    found.alternatives.push_back({alternatives[i], race.value(i), ahead.mean, ahead.error});
  }
  const std::size_t winner = race.leader();
  const JudgedAlternative& won = found.alternatives[winner];
  if (winner == 0 || won.ahead < WinAhead * won.error) return found;
  // Other worlds than those of the race, whatever the seeds of neighbouring decisions are.
  const std::uint64_t fresh = Random::mix(~seed);
  const Difference loss = meet(alternatives[winner], alternatives.front(), meter, fresh, margins, found.worlds);
  if (found.worlds == 0) return found;
  found.best = winner;
  found.loss = loss.mean;
  found.error = loss.error;
  found.better = loss.better;
  return found;
}

Comparison compare(const Answer& first, const Answer& second, const JudgementBudget& budget, std::uint64_t seed,
                   const WorldMargins& margins) {
  Meter meter(budget);
  Comparison found;
  const Difference difference = meet(first, second, meter, seed, margins, found.worlds);
  if (found.worlds == 0) return found;
  found.ahead = difference.mean;
  found.error = difference.error;
  found.better = difference.better;
  return found;
}

Mark mark_of(double loss, double error, double better) {
  if (loss <= MarkErrors * error || better < MarkShare || loss < InaccuracyPoints) return Mark::None;
  if (loss < MistakePoints) return Mark::Inaccuracy;
  return loss < BlunderPoints ? Mark::Mistake : Mark::Blunder;
}

}  // namespace tichu::arena
