#include "tests/bots_play/table.h"

#include <optional>

#include "engine/notation.h"
#include "engine/question_order.h"
#include "engine/random.h"

namespace tichu::testing {
namespace {

class Table {
 public:
  Table(const Deal& deal, const Rules& rules, const std::array<BotMaker, 4>& makers, std::uint64_t seed)
      : round_(deal, rules, played_.log) {
    for (const Seat seat : AllSeats) {
      BotSetup setup;
      setup.seed = Random(seed, static_cast<std::uint64_t>(seat.number())).next();
      setup.rules = rules;
      bot(seat) = makers[static_cast<std::size_t>(seat.number())](setup);
      observer(seat).emplace(seat, rules, Points(0), Points(0));
    }
    tell();
  }

  PlayedRound play() {
    QuestionOrder order;
    for (auto asked = order.next(round_); asked && played_.illegal.empty(); asked = order.next(round_)) {
      answer(asked->seat, asked->question);
      order.note_answer(*asked, round_);
    }
    if (played_.illegal.empty()) played_.result = round_.result();
    for (const Seat seat : AllSeats) played_.calls[seat] = round_.call(seat);
    return played_;
  }

 private:
  std::unique_ptr<Bot>& bot(Seat seat) { return bots_[static_cast<std::size_t>(seat.number())]; }
  std::optional<Observer>& observer(Seat seat) { return observers_[static_cast<std::size_t>(seat.number())]; }
  const Observation& seen(Seat seat) { return observer(seat)->observation(); }

  void tell() {
    for (; told_ < played_.log.size(); ++told_) {
      for (const Seat seat : AllSeats) {
        const auto event = played_.log[told_].seen_by(seat);
        if (!event) continue;
        observer(seat)->see(*event);
        bot(seat)->observe(seen(seat), seen(seat).history().back());
      }
    }
  }

  void apply(Seat seat, const Action& action) {
    const Legality verdict = round_.judge(seat, action);
    if (!verdict.ok()) {
      played_.illegal = "seat " + std::to_string(seat.number()) + ": " + to_text(action) + ": RULES " +
                        std::string(verdict.clause) + ", " + std::string(verdict.reason);
      return;
    }
    round_.apply(seat, action, played_.log);
    tell();
  }

  void ask_tichu(Seat seat) {
    if (round_.may_call_tichu(seat) && bot(seat)->call_tichu(seen(seat))) apply(seat, Action::call_tichu());
  }

  void answer(Seat seat, Question question) {
    if (question == Question::Tichu || question == Question::Turn) ask_tichu(seat);
    if (question != Question::Tichu) apply(seat, decide(question, seat));
  }

  Action decide(Question question, Seat seat) {
    Bot& player = *bot(seat);
    switch (question) {
      case Question::GrandTichu:
        return player.call_grand_tichu(seen(seat)) ? Action::call_grand_tichu() : Action::no_grand_tichu();
      case Question::Push:
        return Action::push_cards(player.push(seen(seat)));
      case Question::Bomb: {
        const Play bomb = player.bomb(seen(seat));
        return bomb ? Action::play_cards(*bomb) : Action::no_bomb();
      }
      case Question::GiveDragon:
        return Action::give_dragon(player.give_dragon(seen(seat)));
      case Question::Tichu:
      case Question::Turn:
        break;
    }
    const Play play = player.play(seen(seat));
    if (!play) return Action::pass();
    const bool may_wish = play->cards.contains(Card::mahjong());
    return Action::play_cards(*play, may_wish ? player.wish(seen(seat), *play) : Rank::None);
  }

  PlayedRound played_;
  Round round_;
  std::array<std::unique_ptr<Bot>, 4> bots_;
  std::array<std::optional<Observer>, 4> observers_;
  int told_ = 0;
};

}  // namespace

int margin(const RoundResult& result, Team team) { return (result.score[team] - result.score[opponent(team)]).value(); }

PlayedRound play_round(const Deal& deal, const Rules& rules, const std::array<BotMaker, 4>& makers,
                       std::uint64_t seed) {
  return Table(deal, rules, makers, seed).play();
}

}  // namespace tichu::testing
