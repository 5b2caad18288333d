#pragma once

#include <cstdint>
#include <vector>

#include "engine/event.h"
#include "engine/play_query.h"
#include "engine/random.h"
#include "engine/random_policy.h"
#include "engine/round.h"

namespace tichu::arena {

/// The work that the bench command measures: a function of its arguments, so that every run does the same. "Random" is
/// RandomPolicy's play by the standard rules.

/// Keeps a value from being optimised away.
template <typename T>
void keep(const T& value) {
  asm volatile("" : : "r,m"(value) : "memory");
}

/// The random numbers of a benchmark round, independent of the deal's.
Random round_random(std::uint64_t seed, std::uint64_t index);

/// Plays random round `index` to its end without a history: what a search does. `policy` is started anew.
void play_without_history(std::uint64_t seed, std::uint64_t index, RandomPolicy& policy);

/// Plays the same round with every event in `log` (which is emptied first) and four observations kept up: what the
/// arena does.
void play_with_observations(std::uint64_t seed, std::uint64_t index, RandomPolicy& policy, EventLog& log);

/// The work that no round can do without: the deal, and a draw and a bit for each of about 110 decisions and forced
/// passes. The other figures are stated as ratios to it, because machines differ.
void reference_round(std::uint64_t seed, std::uint64_t index);

/// Leads of at least `count` dealt hands of 14 cards.
std::vector<PlayQuery> lead_queries(std::uint64_t seed, int count);
/// Those of the queries whose hand has the Phoenix.
std::vector<PlayQuery> with_phoenix(const std::vector<PlayQuery>& queries);
/// At least `count` turns on a table that random rounds come to.
std::vector<PlayQuery> follow_queries(std::uint64_t seed, int count);
/// At least `count` turns under an open wish that random rounds come to.
std::vector<PlayQuery> wish_queries(std::uint64_t seed, int count);

/// A round at a decision, and what is done there.
struct MetDecision {
  Round round;
  Action action;
};
/// At least `count` decisions of every kind that random rounds come to.
std::vector<MetDecision> met_decisions(std::uint64_t seed, int count);

}  // namespace tichu::arena
