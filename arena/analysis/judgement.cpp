#include "arena/analysis/judgement.h"

#include <algorithm>
#include <array>
#include <vector>

#include "engine/random.h"
#include "sdk/search/race.h"

namespace tichu::arena {
namespace {

/// Part of the budget that goes into the race.
constexpr double RaceShare = 0.6;
/// The winner must be so many standard errors ahead of what was played; otherwise nothing better was found.
constexpr double WinAhead = 1;
constexpr double InaccuracyPoints = 5;
constexpr double MistakePoints = 15;
constexpr double BlunderPoints = 40;
constexpr double MarkErrors = 2;
constexpr double MarkShare = 0.7;

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

/// Tries the alternatives in the same worlds until the share of the budget is spent, or one of them is left besides
/// what was played, which stays to the end.
void run_race(Race& race, std::span<const Answer> alternatives, Meter& meter, std::uint64_t seed,
              const WorldMargins& margins) {
  std::uint64_t batch = 0;
  for (std::size_t wanted = Race::FirstLook; race.in().size() > 1;
       wanted = std::max(Race::FirstLook, race.guesses() / 4)) {
    const std::size_t runners = race.in().size();
    const std::size_t worlds = meter.worlds(wanted, runners, RaceShare);
    if (worlds == 0) return;
    std::vector<Answer> answers;
    for (const std::size_t place : race.in()) answers.push_back(alternatives[place]);
    std::vector<float> found(worlds * runners);
    const std::size_t filled = margins(answers, Random(seed, batch++).next(), found);
    for (std::size_t world = 0; world < filled; ++world) race.add(std::span(found).subspan(world * runners, runners));
    if (filled < worlds) return;
    meter.spend(worlds * runners);
    race.drop_losers();
  }
}

/// The margins of two alternatives in fresh worlds.
Lead meet(const Answer& best, const Answer& played, Meter& meter, std::uint64_t seed, const WorldMargins& margins,
          std::size_t& worlds) {
  std::vector<float> a;
  std::vector<float> b;
  const std::array<Answer, 2> pair{best, played};
  const std::size_t most = meter.is_timed() ? Race::FirstLook : SIZE_MAX;
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
  return lead_of(a, b);
}

}  // namespace

Judgement judge(std::span<const Answer> alternatives, const JudgementBudget& budget, std::uint64_t seed,
                const WorldMargins& margins) {
  Meter meter(budget);
  Race race({Race::Settings{}.drop, true});
  race.start(alternatives.size());
  run_race(race, alternatives, meter, seed, margins);
  Judgement found;
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    const Lead ahead = race.lead(i, 0);
    found.alternatives.push_back({alternatives[i], race.mean(i), ahead.mean, ahead.error});
  }
  const std::size_t winner = race.leader();
  const JudgedAlternative& won = found.alternatives[winner];
  if (winner == 0 || won.ahead < WinAhead * won.error) return found;
  // Other worlds than those of the race, whatever the seeds of neighbouring decisions are.
  const std::uint64_t fresh = Random::mix(~seed);
  const Lead loss = meet(alternatives[winner], alternatives.front(), meter, fresh, margins, found.worlds);
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
  const Lead difference = meet(first, second, meter, seed, margins, found.worlds);
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
