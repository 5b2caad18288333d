#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bots/sampler/budget.h"
#include "bots/sampler/playout_team.h"
#include "bots/sampler/search_settings.h"
#include "engine/answer.h"
#include "engine/observation.h"
#include "engine/random.h"
#include "engine/round.h"
#include "sdk/search/race.h"

namespace tichu::sampler {

/// Finds the best of some actions by determinized Monte Carlo: guesses the hidden hands again and again, the likelier
/// the better they explain what the others have done (WorldGuesser), does each action in the round as it would then
/// stand, plays that to its end by LightPolicy, and compares the mean scores (Race).
class ActionSearch {
 public:
  /// What a search is to a decision.
  struct Part {
    int of = 1;     ///< one of so many searches, which share the decision's budget equally
    int times = 1;  ///< a budget in playouts is so many times as large for this decision
    /// Whether the first action is good enough to be given up only for what many guesses have shown; the more they are,
    /// the smaller the lead that it takes.
    bool refines = false;
  };

  ActionSearch(const Budget& budget, const SearchSettings& settings, std::uint64_t seed)
      : budget_(budget),
        settings_(settings),
        random_(seed),
        team_(budget.threads(), settings.temperature),
        race_({settings.drop, false}) {}

  /// The place of the best of `actions`, legal answers of the own seat to `asked`, which is no call. The first is the
  /// one that is done without a search: another must beat it beyond chance.
  std::size_t best(const Observation& seen, Question asked, std::span<const Action> actions, const Part& part);

  /// What the last search found of an action that was in the race to its end.
  struct Finding {
    std::size_t place = 0;  ///< among the actions
    double mean = 0;        ///< of its scores: the own team's points less the other's
    double share = 0;       ///< of the guesses in which it scored best; they sum to 1
  };
  /// Empty if the last search made no guess.
  std::vector<Finding> findings() const;
  /// How often the last search guessed the hidden hands.
  std::size_t guesses() const { return race_.guesses(); }

 private:
  /// How many standard errors another action must be ahead of the first.
  double guard(const Part& part) const;
  /// Plays the actions that are in the race out in `worlds_`.
  void play_out_all(std::span<const Action> actions);

  Budget budget_;
  SearchSettings settings_;
  Random random_;
  PlayoutTeam team_;
  Race race_;
  // Of the guesses that are played out together:
  std::vector<Round> worlds_;
  std::vector<Action> tried_;
  std::vector<float> scores_;
};

}  // namespace tichu::sampler
