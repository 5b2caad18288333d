#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/action.h"
#include "engine/event.h"
#include "engine/observation.h"
#include "engine/observer.h"
#include "engine/question.h"

namespace tichu::training {

/// An event as Python hands it over: of a combination only the cards and what the Phoenix stands for.
struct EventInput {
  EventKind kind = EventKind::Pass;
  Side who = Side::Me;
  Side to = Side::Me;
  Rank wish = Rank::None;
  bool out_of_turn = false;
  PushedCards push;
  std::int16_t points = 0;
  CardSet cards;
  Rank phoenix_as = Rank::None;
};

/// An Observation as a value of Python, which never changes: built from the events that the seat may know, and from
/// nothing else.
class SeenValue {
 public:
  /// What `seat` may know after these events. `asked` is what it is asked, if anything.
  SeenValue(const Rules& rules, Points own_score, Points their_score, Seat seat, const EventLog& log,
            std::optional<Question> asked);
  /// The same from events that somebody tells, in sides; or what is wrong with them. They need not be those of a legal
  /// round, but no card may come twice, and nobody plays more cards than it has.
  static std::variant<std::shared_ptr<const SeenValue>, std::string> told(const Rules& rules, Points own_score,
                                                                          Points their_score,
                                                                          const std::vector<EventInput>& events,
                                                                          std::optional<Question> asked);

  const Observation& observation() const { return observer_.observation(); }
  std::optional<Question> asked() const { return asked_; }

 private:
  SeenValue(const Rules& rules, Points own_score, Points their_score)
      : observer_(Seat(0), rules, own_score, their_score) {}
  std::string tell(const EventInput& told);
  std::string fault_of_asked() const;

  Observer observer_;
  std::optional<Question> asked_;
};

}  // namespace tichu::training
