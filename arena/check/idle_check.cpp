#include "arena/check/idle_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "arena/check/trial.h"

namespace tichu::arena {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

/// For what still goes on after an answer, such as the collection of garbage.
constexpr milliseconds Rest{200};
constexpr milliseconds Watched{500};
/// Of the watched time: a tenth of a core. An idle process uses none, one that works as much as the machine lets it.
constexpr nanoseconds TooMuch = Watched / 10;

std::vector<nanoseconds> processor_times(TrialBots& bots) {
  std::vector<nanoseconds> times;
  for (Player* player : bots.players()) times.push_back(player->usage().processor);
  return times;
}

/// The most that one seat's processes use of the processor while nothing is asked.
nanoseconds use_while_idle(TrialBots& bots) {
  std::this_thread::sleep_for(Rest);
  const std::vector<nanoseconds> before = processor_times(bots);
  std::this_thread::sleep_for(Watched);
  const std::vector<nanoseconds> after = processor_times(bots);
  nanoseconds most{0};
  for (std::size_t i = 0; i < before.size(); ++i) most = std::max(most, after[i] - before[i]);
  return most;
}

}  // namespace

CheckResult check_idle(const CheckSession& session) {
  TrialBots bots(session.plan);
  const TrialOutcome outcome = play_trial(trial_setup(session.plan.seed, 0), bots);
  if (outcome.fault) return failed_check("idle", *outcome.fault, PlayFirst);
  const nanoseconds most = use_while_idle(bots);
  const std::string found = fmt::format("used {} of processor time in {} in which nothing was asked",
                                        short_time_text(most), short_time_text(Watched));
  if (most < TooMuch) return check_result("idle", CheckVerdict::Passed, found);
  return check_result(
      "idle", CheckVerdict::Failed, found,
      "wait for the next message in a read that blocks, and end what thinks when its answer is written");
}

}  // namespace tichu::arena
