#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bots/adept/input.h"
#include "bots/adept/net.h"
#include "engine/plays.h"
#include "engine/round.h"

namespace tichu::sage {

/// A round of a search's imagination: how it stands, and what its events have shown.
struct World {
  Round round;
  training::PublicPlay shown;
};

/// Plays imagined rounds to their ends. Each seat does what adept's net would by what that seat may know: calls,
/// pushes, plays, wishes, bombs and gifts. The same world, action and key give the same score.
class NetPolicy {
 public:
  /// With a `temperature` above 0 it gives an answer with a chance that is proportional to exp(logit / temperature),
  /// drawn by adding noise of Gumbel's distribution; else the likeliest.
  explicit NetPolicy(double temperature);

  /// Does `action` of seat 0 and plays on: what seat 0's team scores more than the other, in points. `key` names the
  /// chance: a seat that is asked the same with the same hand draws the same.
  int play_out(World world, const Action& action, std::uint64_t key);
  /// As play_out, where seat 0 has just decided not to call Tichu: it does not call later either.
  int play_out_uncalled(World world, std::uint64_t key);

 private:
  /// Plays on to the end; seat 0 may call Tichu or not.
  int finish(World& world, bool may_own_call);
  void apply(World& world, Seat seat, const Action& action);
  Action action(const World& world, Seat seat, Question question);
  Action turn(const World& world, Seat seat);
  Action bomb(const World& world, Seat seat);
  Action push(const World& world, Seat seat);
  Action give_dragon(const World& world, Seat seat);
  /// The answer to a question of yes and no, whose ids are `no` and the next.
  bool says_yes(const World& world, Seat seat, training::Ask ask, int no);
  /// The answer among `ids_`; of equals the first.
  int best(const World& world, Seat seat, const adept::Asked& asked);

  static constexpr std::size_t NoiseValues = 1024;

  std::array<std::int32_t, NoiseValues> noise_{};  ///< equally likely, in logits
  std::uint64_t key_ = 0;
  std::array<adept::FirstLayer<adept::Width>, 4> first_;  ///< by seat
  EventLog log_;                                          ///< of the last action
  PlayList plays_;
  std::vector<int> ids_;  ///< what may be answered
};

}  // namespace tichu::sage
