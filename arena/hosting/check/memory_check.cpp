#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "arena/hosting/check/checks.h"
#include "arena/hosting/check/player_process.h"
#include "arena/hosting/check/trial.h"
#include "arena/text/counted.h"

namespace tichu::arena {
namespace {

/// Rounds between two looks, and number of looks: the first time and, if memory grew, once more with more rounds
/// between.
constexpr int RoundsBetween = 60;
constexpr int MoreRoundsBetween = 240;
constexpr std::size_t Looks = 4;

/// What a round may add to the memory of a process. A tournament keeps a process for up to some 100,000 rounds, so that
/// 4 KiB a round come to 400 MiB. A sound bot in Python grows by 2 KiB a round in its first thousand rounds.
constexpr double TooMuchARound = 4096;

/// The memory of the largest of the bot's processes, or of the arena's process if the bot runs in it.
std::uint64_t largest_memory(TrialBots& bots) {
  std::optional<std::uint64_t> largest;
  for (const Player* player : bots.players()) {
    const auto process = process_of(*player);
    if (process) largest = std::max(largest.value_or(0), resident_memory(*process));
  }
  return largest ? *largest : resident_memory(::getpid());
}

std::string in_mebibytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / 1048576);
}

/// Plays on and on, and looks at the memory.
class MemoryWatch {
 public:
  explicit MemoryWatch(const CheckSession& session)
      : session_(session), deadline_(session.deadline()), bots_(session.plan) {}

  /// Looks `Looks` times, with so many rounds before each; fewer times if the timeout or the bot's play ends.
  std::vector<std::uint64_t> look(int rounds_between) {
    std::vector<std::uint64_t> samples;
    while (samples.size() < Looks && play(rounds_between)) samples.push_back(largest_memory(bots_));
    return samples;
  }

  int rounds() const { return rounds_; }
  const std::optional<TrialFault>& fault() const { return fault_; }

 private:
  bool play(int rounds) {
    for (const int enough = rounds_ + rounds; rounds_ < enough; ++turn_) {
      if (session_.now() >= deadline_) return false;
      // The first five of each fifteen tables have the bot at all four seats.
      TrialOutcome outcome = play_trial(trial_setup(session_.plan.seed, 15 * (turn_ / 5) + turn_ % 5), bots_);
      fault_ = std::move(outcome.fault);
      if (fault_) return false;
      rounds_ += outcome.rounds;
    }
    return true;
  }

  const CheckSession& session_;
  std::chrono::steady_clock::time_point deadline_;
  TrialBots bots_;
  std::uint64_t turn_ = 0;
  int rounds_ = 0;
  std::optional<TrialFault> fault_;
};

std::string in_kibibytes(double bytes) { return fmt::format("{:.1f} KiB", bytes / 1024); }

/// To be called if memory grew: plays more rounds, and fails if it continues to grow. If time ends first it
/// only advises: a bot in a language with a garbage collector grows at first.
CheckResult judge_growth(MemoryWatch& watch, const std::vector<std::uint64_t>& samples, double growth) {
  const std::vector<std::uint64_t> later = watch.look(MoreRoundsBetween);
  const bool is_known = later.size() >= 3;
  const double later_growth = is_known ? steady_growth(later, MoreRoundsBetween) : 0;
  const std::string found =
      fmt::format("from {} to {} in {}, first by {} with each round, then by {}", in_mebibytes(samples.front()),
                  in_mebibytes(is_known ? later.back() : samples.back()), counted(watch.rounds(), "round"),
                  in_kibibytes(growth), is_known ? in_kibibytes(later_growth) : "an unknown amount");
  if (later_growth >= TooMuchARound) {
    return check_result("memory", CheckVerdict::Failed, "grows " + found,
                        "something of each round is kept; in C and C++ valgrind or -fsanitize=leak shows what");
  }
  return check_result("memory", CheckVerdict::Advised, "grew " + found,
                      "see that it stops growing: in long tournaments a process plays 100,000 rounds");
}

}  // namespace

double steady_growth(const std::vector<std::uint64_t>& samples, double rounds_between) {
  if (samples.size() < 3) return 0;
  double least = static_cast<double>(samples[1]) - static_cast<double>(samples[0]);
  for (std::size_t i = 2; i < samples.size(); ++i) {
    least = std::min(least, static_cast<double>(samples[i]) - static_cast<double>(samples[i - 1]));
  }
  return std::max(least, 0.0) / rounds_between;
}

CheckResult check_memory(const CheckSession& session) {
  MemoryWatch watch(session);
  const std::vector<std::uint64_t> samples = watch.look(RoundsBetween);
  if (watch.fault()) return failed_check(session.plan, "memory", *watch.fault(), PlayFirst);
  if (samples.size() < 3) {
    return check_result(
        "memory", CheckVerdict::Skipped,
        fmt::format("{} in {} s are too few to tell", counted(watch.rounds(), "round"), session.plan.timeout.count()),
        "--seconds gives more time");
  }
  const double growth = steady_growth(samples, RoundsBetween);
  if (growth >= TooMuchARound) return judge_growth(watch, samples, growth);
  return check_result(
      "memory", CheckVerdict::Passed,
      fmt::format("{} after {}, {} after {}", in_mebibytes(samples.front()), counted(RoundsBetween, "round"),
                  in_mebibytes(samples.back()), counted(watch.rounds(), "round")));
}

}  // namespace tichu::arena
