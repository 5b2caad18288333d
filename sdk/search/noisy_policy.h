#pragma once

#include <cstdint>

#include "engine/action.h"
#include "engine/plays.h"
#include "engine/round.h"
#include "sdk/search/light_policy.h"

namespace tichu {

/// LightPolicy as a reference for analyses: now and then it does something else on its turn, whatever the rules allow,
/// so that one position has many continuations.
///
/// Chance is a function of the key, the seat's hand and the table, not of what happened before. So with the same key
/// two rounds that come to the same position go on alike, and differences between alternatives are not drowned by
/// noise.
class NoisyPolicy {
 public:
  /// How often it does something else: one turn in so many.
  static constexpr std::uint32_t OneIn = 20;

  /// `key` names the chance; `restart` changes it.
  explicit NoisyPolicy(std::uint64_t key = 0) : key_(key) {}
  void restart(std::uint64_t key) { key_ = key; }

  /// A legal action for an open decision of `seat`.
  Action action(const Round& round, Seat seat, Question question);

 private:
  std::uint64_t key_;
  LightPolicy light_;
  PlayList plays_;
};

}  // namespace tichu
