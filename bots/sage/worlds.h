#pragma once

#include <optional>

#include "bots/sage/net_policy.h"
#include "engine/answer.h"
#include "sdk/search/world_guesser.h"

namespace tichu::sage {

/// Guesses worlds in which a seat may be asked something: the hidden hands by WorldGuesser, and after the push what the
/// others have given each other.
class Worlds {
 public:
  /// `seen` must outlive it.
  Worlds(const Observation& seen, Question asked);

  /// The next guess, with the own seat as seat 0; nullopt if none was found that contradicts nothing.
  std::optional<World> next(Random& random);

 private:
  WorldGuesser guesser_;
  training::PublicPlay shown_;
  bool is_pushed_;
};

}  // namespace tichu::sage
