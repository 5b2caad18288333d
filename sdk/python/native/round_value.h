#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/deal.h"
#include "engine/legality.h"
#include "engine/record.h"
#include "engine/round.h"
#include "sdk/python/native/seen_value.h"

namespace tichu::training {

/// Something that was done at a table since the round began.
struct Taken {
  Seat seat;
  Action action;
};

/// A round from a deal.
struct DealtRound {
  Deal deal;
};
/// The start of the play with open hands, as perft counts from it.
struct OpenRound {
  Deal deal;
};
/// A round as a record has it, up to the record's end.
struct RecordedRound {
  Deal deal;
  std::vector<RecordedAction> actions;
  bool finished = true;  ///< what records leave out after the last action (refused bombs, forced gifts) has happened
};
/// A guess of a seat: what it has seen, with hands for the others.
struct ImaginedRound {
  std::shared_ptr<const SeenValue> seen;
  PerSide<CardSet> hands;
};
/// How a round value came to be; with what was done since it can be made again.
using RoundOrigin = std::variant<DealtRound, OpenRound, RecordedRound, ImaginedRound>;

/// A Round as a value of Python: with its events and all that it takes to make it again. Copying costs about what the
/// events so far take, some kilobytes.
class RoundValue {
 public:
  /// Begins as `origin` says. A deal must be complete; a record must be legal, which `recorded` looks at.
  RoundValue(RoundOrigin origin, const Rules& rules);
  /// The round of a record, or what is wrong with it.
  static std::variant<RoundValue, std::string> recorded(RecordedRound origin, const Rules& rules);

  const Round& round() const { return round_; }
  const EventLog& log() const { return log_; }
  const RoundOrigin& origin() const { return origin_; }
  const std::vector<Taken>& taken() const { return taken_; }
  /// The deal, or nullptr for a round of guessed hands.
  const Deal* deal() const;
  /// Whether the log goes back to the deal, so that there are observations and records.
  bool has_history() const;

  /// The verdict on an action by a seat now.
  Legality judge(Seat seat, const Action& action) const;
  /// As Round::apply, if the verdict is that it is legal; else nothing changes.
  Legality apply(Seat seat, Action action);

  /// Equal are rounds of the same state and the same events.
  friend bool operator==(const RoundValue& a, const RoundValue& b);
  std::size_t hash() const;

 private:
  /// A lone Phoenix takes its value from what it is played on.
  Action on_table(Action action) const;

  RoundOrigin origin_;
  std::vector<Taken> taken_;
  EventLog log_;  ///< before the round, whose making fills it
  Round round_;
};

}  // namespace tichu::training
