#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "arena/hosting/check/check_plan.h"
#include "arena/hosting/check/check_report.h"
#include "arena/hosting/check/decision_coverage.h"
#include "arena/hosting/check/trial_setup.h"
#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/player.h"
#include "arena/hosting/player/time_limits.h"

namespace tichu::arena {

/// The players of a bot that is checked, one per seat, kept from table to table as in a tournament. To be used and
/// destroyed by one thread.
class TrialBots {
 public:
  /// `plan` must outlive this object.
  explicit TrialBots(const CheckPlan& plan) : plan_(plan) {}
  ~TrialBots();
  TrialBots(const TrialBots&) = delete;
  TrialBots& operator=(const TrialBots&) = delete;

  /// The player of a seat, made if there is none yet.
  Player& at(Seat seat);
  /// The players that were made.
  std::vector<Player*> players();
  const BotSpec& spec() const { return plan_.bot; }
  const TimeLimits& limits() const { return plan_.limits; }
  /// Tells the plan's watcher where the bot is asked.
  void watch(const CheckPlace& place) const {
    if (plan_.watch) plan_.watch(place);
  }
  /// Tells the plan's watcher how long an answer took.
  void note_answer(std::chrono::nanoseconds time) const {
    if (plan_.on_answer) plan_.on_answer(time);
  }

 private:
  const CheckPlan& plan_;
  PerSeat<std::unique_ptr<Player>> players_;
};

/// A decision of the bot.
struct TrialDecision {
  CheckPlace place;
  Question question = Question::GrandTichu;
  TimedAnswer answer;
};

/// A fault of the bot, and where.
struct TrialFault {
  CheckPlace place;
  Fault fault;
};

/// What happened at a table.
struct TrialOutcome {
  int rounds = 0;  ///< played to their end
  std::vector<TrialDecision> decisions;
  DecisionCoverage coverage;
  std::optional<TrialFault> fault;
};

/// Something that comes in between: before the bot's decision of this number, from 1.
struct Interruption {
  int decision = 0;
  /// Called with the player that is about to be asked. If empty, the table is broken off instead.
  std::function<void(Player&)> act;
};

/// Plays a table to its end, to the bot's first fault, or to an interruption that breaks it off. The bot's players sit
/// down anew.
TrialOutcome play_trial(const TrialSetup& setup, TrialBots& bots, const Interruption& interruption = {});

}  // namespace tichu::arena
