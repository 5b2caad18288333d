#pragma once

#include <optional>
#include <utility>

#include "arena/hosting/player/player.h"
#include "arena/seats/table/answer_journal.h"

namespace tichu::arena {

/// A bot whose answers are recorded, and taken from the record where there are some: then it is only told what happens.
class JournaledPlayer : public Player {
 public:
  /// Both must outlive this object.
  JournaledPlayer(Player& player, AnswerJournal& journal, Seat seat)
      : player_(player), journal_(journal), seat_(seat) {}

  /// Never fails: a bot that cannot sit down is at fault with its first question, which is recorded.
  tl::expected<void, Fault> sit_down(const SeatSetup& setup) override {
    absence_.reset();
    if (auto seated = player_.sit_down(setup); !seated) absence_ = std::move(seated.error());
    return {};
  }
  void begin_round(const Observation& seen) override {
    if (!absence_) player_.begin_round(seen);
  }
  void tell(const SeenEvent& event, const Observation& seen) override {
    if (!absence_) player_.tell(event, seen);
  }
  void end_round(Points own, Points theirs) override {
    if (!absence_) player_.end_round(own, theirs);
  }
  tl::expected<TimedAnswer, Fault> ask(Question question, const Observation& seen,
                                       std::chrono::milliseconds limit) override {
    if (std::optional<JournalEntry> entry = journal_.take(seat_, question, seen)) {
      return entry->answer.map([](const Answer& answer) { return TimedAnswer{answer, {}}; });
    }
    tl::expected<TimedAnswer, Fault> answer =
        absence_ ? tl::expected<TimedAnswer, Fault>(tl::unexpected(*absence_)) : player_.ask(question, seen, limit);
    journal_.add({seat_, question, answer.map([](const TimedAnswer& timed) { return Answer(timed); })});
    return answer;
  }
  BotIdentity identity() const override { return player_.identity(); }
  BotProcess* process() override { return player_.process(); }

 private:
  Player& player_;
  AnswerJournal& journal_;
  Seat seat_;
  std::optional<Fault> absence_;
};

}  // namespace tichu::arena
