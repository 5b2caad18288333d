#include "tests/arena/record/random_record.h"

#include <memory>

#include "engine/plays.h"
#include "engine/random.h"
#include "engine/record.h"
#include "engine/round.h"

namespace tichu::arena {
namespace {

/// Plays one round at random.
class RandomTable {
 public:
  RandomTable(const Deal& deal, const Rules& rules, std::uint64_t key)
      : random_(key), log_(std::make_unique<tichu::EventLog>()), round_(deal, rules, *log_) {}

  void play() {
    while (!round_.is_over()) {
      const Pending pending = round_.pending();
      for (const Seat seat : AllSeats) {
        if (round_.may_call_tichu(seat) && random_.below(150) == 0) round_.apply(seat, Action::call_tichu(), *log_);
      }
      const Seat seat = pending.seats.first();
      round_.apply(seat, answer(pending.question, seat), *log_);
    }
  }

  const tichu::EventLog& log() const { return *log_; }
  RoundResult result() const { return round_.result(); }

 private:
  Action answer(Question question, Seat seat) {
    switch (question) {
      case Question::GrandTichu:
        return random_.below(12) == 0 ? Action::call_grand_tichu() : Action::no_grand_tichu();
      case Question::Push:
        return push(seat);
      case Question::Bomb:
        return random_.below(3) == 0 ? play(seat, true) : Action::no_bomb();
      case Question::GiveDragon: {
        const Action gift = Action::give_dragon(random_.below(2) == 0 ? Side::Right : Side::Left);
        if (round_.is_legal(seat, gift)) return gift;
        return Action::give_dragon(gift.give_to == Side::Right ? Side::Left : Side::Right);
      }
      case Question::Tichu:
      case Question::Turn:
        break;
    }
    return play(seat, false);
  }

  Action push(Seat seat) {
    CardSet left = round_.hand(seat);
    PushedCards push;
    for (Card& card : push.cards) {
      int at = static_cast<int>(random_.below(static_cast<std::uint32_t>(left.size())));
      for (const Card candidate : left) {
        if (at-- == 0) card = candidate;
      }
      left.erase(card);
    }
    return Action::push_cards(push);
  }

  Action play(Seat seat, bool out_of_turn) {
    const PlayQuery situation = round_.situation(seat);
    exact_plays({situation.hand, situation.table, situation.wish, out_of_turn, situation.bomb_ignores_wish}, plays_);
    if (plays_.empty() || (plays_.may_pass() && !out_of_turn && random_.below(4) == 0)) return Action::pass();
    const Combination chosen = plays_[static_cast<int>(random_.below(static_cast<std::uint32_t>(plays_.size())))];
    const bool wishes = chosen.cards.contains(Card::mahjong()) && random_.below(3) > 0;
    return Action::play_cards(chosen, wishes ? static_cast<Rank>(2 + random_.below(13)) : Rank::None);
  }

  Random random_;
  std::unique_ptr<tichu::EventLog> log_;
  Round round_;
  PlayList plays_;
};

}  // namespace

Record random_record(std::uint64_t seed, std::uint64_t index, const Rules& rules) {
  Record record;
  record.tournament = "test";
  record.job = JobNumber(index);
  record.board = BoardNumber(index);
  record.seating = SeatingNumber(index % 2);
  record.round = RoundNumber(0);
  record.seed = seed;
  record.deal_index = index;
  record.bots = {"one", "two", "three", "four"};
  record.rules = rules;
  record.deal = deal(seed, index);
  RandomTable table(record.deal, rules, Random::mix(seed + index));
  table.play();
  record.actions = recorded_actions(table.log());
  record.result = recorded_result(table.result());
  return record;
}

}  // namespace tichu::arena
