#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "arena/hosting/check/checks.h"
#include "arena/hosting/check/trial.h"

namespace tichu::arena {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

/// For what still goes on after an answer, such as the collection of garbage.
constexpr milliseconds Rest{200};
constexpr milliseconds Watched{500};
/// A tenth of a core over Watched. An idle process uses none, one that works as much as the machine lets it.
constexpr milliseconds TooMuch{50};
/// From here on it is not idle, but winds something up, or works on a machine that is busy with other things: what it
/// uses in WatchedLonger tells.
constexpr milliseconds Doubtful{10};
constexpr milliseconds WatchedLonger{2500};

struct IdleUse {
  nanoseconds processor{0};  ///< of the seat that used most
  milliseconds watched{0};
};

std::vector<nanoseconds> processor_times(TrialBots& bots) {
  std::vector<nanoseconds> times;
  for (Player* player : bots.players()) {
    if (BotProcess* process = player->process()) times.push_back(process->usage().processor);
  }
  return times;
}

IdleUse use_while_idle(TrialBots& bots, milliseconds duration) {
  const std::vector<nanoseconds> before = processor_times(bots);
  std::this_thread::sleep_for(duration);
  const std::vector<nanoseconds> after = processor_times(bots);
  nanoseconds most{0};
  for (std::size_t i = 0; i < before.size(); ++i) most = std::max(most, after[i] - before[i]);
  return {most, duration};
}

}  // namespace

CheckResult check_idle(const CheckSession& session) {
  TrialBots bots(session.plan);
  const TrialOutcome outcome = play_trial(trial_setup(session.plan.seed, 0), bots);
  if (outcome.fault) return failed_check(session.plan, "idle", *outcome.fault, PlayFirst);
  std::this_thread::sleep_for(Rest);
  IdleUse use = use_while_idle(bots, Watched);
  if (use.processor >= Doubtful && use.processor < TooMuch) use = use_while_idle(bots, WatchedLonger);
  const std::string found = fmt::format("used {} of processor time in {} in which nothing was asked",
                                        short_time_text(use.processor), short_time_text(use.watched));
  if (use.processor < TooMuch) return check_result("idle", CheckVerdict::Passed, found);
  return check_result(
      "idle", CheckVerdict::Failed, found,
      "wait for the next message in a read that blocks, and end what thinks when its answer is written");
}

}  // namespace tichu::arena
