#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/playout.h"
#include "engine/plays.h"
#include "engine/random.h"
#include "engine/round.h"
#include "sdk/search/hand_split.h"
#include "sdk/search/light_judgement.h"
#include "sdk/search/light_weights.h"

namespace tichu {

/// What LightPolicy wishes for, by the hand that holds the Mahjong and the cards of the other three: the highest rank
/// that others hold and the own hand does not; None if there is no such rank.
Rank light_wish(CardSet hand, CardSet unseen);

/// What LightPolicy gives away from a hand of 14 cards: the highest card that no combination needs to the partner, the
/// lowest such to the opponents.
PushedCards light_push(CardSet hand);

/// A player for playouts: some hundred nanoseconds a decision, and a match for bots that take a hundred times as long.
/// Each seat decides by what it may know alone, never by the others' cards. It cuts the hand into combinations once
/// (HandSplit), plays it part by part and weighs each part that fits, and the pass, by LightJudgement; only if no
/// part fits, or a wish binds, it looks at plays that tear parts. It never calls. What it remembers between decisions
/// only saves time: without a temperature it draws no random numbers, and the same round gives the same action.
class LightPolicy {
 public:
  /// With a `temperature` above 0, in tempi, it varies its plays: it takes one that it rates r with a chance that is
  /// proportional to exp(r / temperature). It draws that by adding noise of Gumbel's distribution to each rating
  /// (Maddison, Tarlow, Minka 2014).
  explicit LightPolicy(const LightWeights& weights = {}, float temperature = 0)
      : weights_(weights), temperature_(temperature) {}

  /// Names the chance that the next decisions draw from.
  void restart(std::uint64_t key) { chance_ = Random(key); }
  /// A legal action for an open decision of `seat`.
  Action action(const Round& round, Seat seat, Question question);

 private:
  /// The best choice so far; no play is the pass.
  struct Choice {
    std::optional<Combination> play;
    float score = 0;
    void consider(const Combination& candidate, float rating);
  };

  /// The split of a hand; the reference is good until the next call.
  const HandSplit& split(CardSet hand);
  /// A rating with its noise.
  float varied(float rating);
  /// Says whether any part but a bomb fits.
  bool weigh_parts(const Round& round, const HandSplit& split, const LightJudgement& judgement, Choice& choice);
  void weigh_tearing(const Round& round, Seat seat, const LightJudgement& judgement, Choice& choice);
  Action turn(const Round& round, Seat seat);
  Action bomb(const Round& round, Seat seat);

  static constexpr std::size_t KnownSplits = 256;

  LightWeights weights_;
  float temperature_;
  Random chance_{0};
  std::array<HandSplit, KnownSplits> known_;  ///< of hands that were cut before, by a hash
  PlayList plays_;
};

}  // namespace tichu
