#include "tests/sdk/round_driver.h"

#include <array>
#include <optional>
#include <stdexcept>
#include <string>

#include "engine/notation.h"
#include "engine/observer.h"
#include "engine/question_order.h"

namespace tichu::test {
namespace {

Action action_of(Question question, const Answer& answer, const Combination& table) {
  switch (question) {
    case Question::GrandTichu:
      return answer.call ? Action::call_grand_tichu() : Action::no_grand_tichu();
    case Question::Push:
    case Question::GiveDragon:
      return answer.action;
    default:
      break;
  }
  const Combination& named = answer.action.play;
  if (named.cards.empty()) return question == Question::Turn ? Action::pass() : Action::no_bomb();
  const std::optional<Combination> play = read_combination(named.cards, table, named.phoenix_as);
  if (!play) throw std::runtime_error("no combination: " + to_text(named.cards));
  return Action::play_cards(*play, answer.action.wish);
}

class Driver {
 public:
  Driver(const Deal& deal, const Rules& rules, const PerSeat<SeatPlayer*>& players)
      : round_(deal, rules, played_.log),
        players_(players),
        observers_{Observer(Seat(0), rules, {}, {}), Observer(Seat(1), rules, {}, {}), Observer(Seat(2), rules, {}, {}),
                   Observer(Seat(3), rules, {}, {})} {}

  PlayedRound run() {
    for (SeatPlayer* player : players_.values) player->begin_round({});
    publish();
    QuestionOrder order;
    while (const std::optional<SeatQuestion> asked = order.next(round_)) {
      act(asked->seat, asked->question);
      order.note_answer(*asked, round_);
    }
    played_.result = round_.result();
    return played_;
  }

 private:
  const Observation& seen(Seat seat) const { return observers_[static_cast<std::size_t>(seat.number())].observation(); }

  Answer ask(Seat seat, Question question) {
    const Answer answer = players_[seat]->decide(question, seen(seat));
    played_.decisions.push_back({seat, question, answer});
    return answer;
  }

  void act(Seat seat, Question question) {
    const Answer answer = ask(seat, question);
    const bool may_call = question == Question::Tichu || question == Question::Turn;
    if (may_call && answer.call) apply(seat, Action::call_tichu());
    if (question != Question::Tichu) apply(seat, action_of(question, answer, round_.table()));
  }

  void apply(Seat seat, const Action& action) {
    const Legality verdict = round_.judge(seat, action);
    if (!verdict.ok()) throw std::runtime_error(to_text(action) + ": " + std::string(verdict.reason));
    round_.apply(seat, action, played_.log);
    publish();
  }

  void publish() {
    for (; published_ < played_.log.size(); ++published_) {
      for (const Seat seat : AllSeats) {
        const std::optional<Event> event = played_.log[published_].seen_by(seat);
        if (!event) continue;
        observers_[static_cast<std::size_t>(seat.number())].see(*event);
        players_[seat]->tell(seen(seat).history().back(), seen(seat));
      }
    }
  }

  PlayedRound played_;
  Round round_;
  PerSeat<SeatPlayer*> players_;
  std::array<Observer, 4> observers_;
  int published_ = 0;
};

}  // namespace

PlayedRound play_round(const Deal& deal, const Rules& rules, const PerSeat<SeatPlayer*>& players) {
  return Driver(deal, rules, players).run();
}

}  // namespace tichu::test
