#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/action.h"
#include "engine/event.h"
#include "engine/observation.h"
#include "engine/plays.h"
#include "engine/random.h"
#include "engine/remark.h"

namespace tichu {

/// What a bot is told when it sits down. One bot instance plays one round, or one game, in one seat.
struct BotSetup {
  /// Key for the bot's own random numbers. A bot that draws only from `Random(seed)` plays reproducibly.
  std::uint64_t seed = 0;
  Rules rules;
  /// Settings from the tournament file, name and value, in the order given there.
  std::vector<std::pair<std::string, std::string>> options;
  /// Whether what the bot says of its decisions (`Bot::remark`) is kept; else it can save its time.
  bool remarks = false;

  /// The value of an option, or nothing. Options are asked for in the bot's constructor: `refuse_unknown_options`.
  std::optional<std::string> option(std::string_view name) const;
  /// Throws std::invalid_argument that names an option which nobody has asked for, from this setup or a copy of it, and
  /// those that were asked for. Called when a bot is made.
  void refuse_unknown_options() const;

 private:
  std::shared_ptr<std::set<std::string>> asked_ = std::make_shared<std::set<std::string>>();
};

/// What a seat does on its turn: a combination from its hand, or nothing for a pass.
using Play = std::optional<Combination>;

/// A Tichu player. `play` alone makes a complete bot; each other decision has a playable default. Every function is
/// called from one thread and must answer before the arena's deadline. An illegal answer forfeits the board.
class Bot {
 public:
  virtual ~Bot() = default;

  /// The own turn: a legal play (`canonical_plays(PlayQuery::turn(seen), list)` lists them), or nothing to pass.
  virtual Play play(const Observation& seen) = 0;

  /// The rank to wish for when `play`, which holds the Mahjong, is about to be played; None for no wish (RULES 7.1).
  virtual Rank wish(const Observation& seen, const Combination& play);
  /// Whether to call Grand Tichu on the first eight cards (RULES 3.1). Default: no.
  virtual bool call_grand_tichu(const Observation& seen);
  /// True to call Tichu (RULES 3.3): asked before the push if the rules allow it, after the push, and with each
  /// own turn before the first card. Default: no.
  virtual bool call_tichu(const Observation& seen);
  /// The three cards to give away (RULES 3.4). Default: the two lowest to the opponents, the third lowest to the
  /// partner.
  virtual PushedCards push(const Observation& seen);
  /// A bomb to play out of turn, or nothing (RULES 6.4); asked only of a seat that holds one. Default: nothing.
  virtual Play bomb(const Observation& seen);
  /// The opponent who gets the Dragon's trick: Right or Left (RULES 7.6). Default: the one with more cards left.
  virtual Side give_dragon(const Observation& seen);
  /// Called after each event that the seat may know. `seen` includes it already. Default: nothing.
  virtual void observe(const Observation& seen, const SeenEvent& event);

  /// What this bot says of its decision, for people who look at it later: empty at first, to be filled in by any of the
  /// functions above; it goes with the next answer. Nothing depends on it, nobody at the table sees it, and what is
  /// beyond the bounds that `Remark` names is left out.
  Remark& remark();
  /// Takes what was said since the last time.
  std::optional<Remark> take_remark();

 private:
  std::optional<Remark> remark_;
};

}  // namespace tichu
