#pragma once

#include "arena/hosting/player/answer_legality.h"
#include "arena/hosting/player/player.h"
#include "arena/hosting/player/substitute.h"
#include "arena/seats/table/person_seat.h"

namespace tichu::arena {

/// A person's place at a table.
class PersonPlayer : public Player {
 public:
  /// `deputy` decides for who is away; null: nobody. Both must outlive this object.
  explicit PersonPlayer(PersonSeat& seat, Player* deputy = nullptr) : seat_(seat), deputy_(deputy) {}

  tl::expected<void, Fault> sit_down(const SeatSetup& setup) override {
    has_deputy_ = deputy_ != nullptr && deputy_->sit_down(setup);
    return {};
  }
  void begin_round(const Observation& seen) override {
    if (has_deputy_) deputy_->begin_round(seen);
    seat_.begin_round();
  }
  void tell(const SeenEvent& event, const Observation& seen) override {
    if (has_deputy_) deputy_->tell(event, seen);
    seat_.tell(event, seen);
  }
  tl::expected<TimedAnswer, Fault> ask(Question question, const Observation& seen,
                                       std::chrono::milliseconds limit) override {
    std::optional<Answer> answer = seat_.ask(question, seen);
    if (!answer) {
      answer = substitute_answer(question, seen);
      if (has_deputy_) {
        const auto said = deputy_->ask(question, seen, limit);
        const auto judged = said ? judge_answer(question, *said, seen) : tl::unexpected(AnswerRefusal());
        if (judged) answer = *judged;
      }
      seat_.answer_for(question, *answer);
    }
    return TimedAnswer{*answer, {}};
  }
  void end_round(Points own, Points theirs) override {
    if (has_deputy_) deputy_->end_round(own, theirs);
    seat_.end_play();
  }

 private:
  PersonSeat& seat_;
  Player* deputy_;
  bool has_deputy_ = false;
};

}  // namespace tichu::arena
