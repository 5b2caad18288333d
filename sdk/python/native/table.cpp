#include "sdk/python/native/table.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "engine/round_inl.h"

namespace tichu::training {

Table::Table(const Round& round, const EventLog& log, Seat seat, Ask ask) : round_(round), ask_(ask) {
  asked_.seat = seat;
  for (const Event& event : log) {
    const bool is_out = !round.seats_in().contains(event.seat);
    const bool plays_later = std::any_of(&event + 1, log.end(), [&](const Event& later) {
      return later.kind == EventKind::Play && later.seat == event.seat;
    });
    seen_.see(event, is_out && !plays_later ? CardSet() : CardSet::deck());
  }
}

void Table::begin(const Deal& deal, const Rules& rules, EventLog& log) {
  log.clear();
  round_ = Round(deal, rules, log);
  seen_ = {};
  chosen_ = {};
  pushing_ = {};
  events_seen_ = 0;
  order_ = {};
  tichu_answered_ = false;
  go_on();
}

Ask Table::first_ask() const {
  switch (asked_.question) {
    case Question::GrandTichu:
      return Ask::GrandTichu;
    case Question::Tichu:
      return Ask::Tichu;
    case Question::Push:
      return Ask::PushRight;
    case Question::Turn:
      return !tichu_answered_ && round_.may_call_tichu(asked_.seat) ? Ask::Tichu : Ask::Play;
    case Question::Bomb:
      return Ask::Bomb;
    case Question::GiveDragon:
      break;
  }
  return Ask::GiveDragon;
}

void Table::go_on() {
  const std::optional<SeatQuestion> asked = order_.next(round_);
  if (!asked) return;
  asked_ = *asked;
  ask_ = first_ask();
}

void Table::list_legal(IdSet& legal, PlayList& plays) const {
  legal.clear();
  switch (ask_) {
    case Ask::GrandTichu:
      legal.insert_range(ActionIds::GrandTichu, 2);
      break;
    case Ask::Tichu:
      legal.insert_range(ActionIds::Tichu, 2);
      break;
    case Ask::PushRight:
    case Ask::PushPartner:
    case Ask::PushLeft: {
      CardSet cards = round_.hand(seat());
      for (const Card card : pushing_.cards) {
        if (card.is_card()) cards.erase(card);
      }
      for (const Card card : cards) legal.insert(id_of_push(card));
      break;
    }
    case Ask::Play:
    case Ask::Bomb:
      canonical_plays(round_.situation(seat()), plays);
      for (const Combination& play : plays) legal.insert(id_of(play));
      if (plays.may_pass()) legal.insert(ask_ == Ask::Bomb ? ActionIds::NoBomb : ActionIds::Pass);
      break;
    case Ask::Wish:
      legal.insert_range(ActionIds::Wish, 14);
      break;
    case Ask::GiveDragon:
      for (const Side side : {Side::Right, Side::Left}) {
        if (round_.is_legal(seat(), Action::give_dragon(side))) {
          legal.insert(id_of_gift(side));
        }
      }
  }
}

void Table::answer(int id, EventLog& log) {
  switch (ask_) {
    case Ask::GrandTichu:
      apply(seat(), id == ActionIds::GrandTichu ? Action::no_grand_tichu() : Action::call_grand_tichu(), log);
      break;
    case Ask::Tichu:
      answer_tichu(id != ActionIds::Tichu, log);
      break;
    case Ask::PushRight:
    case Ask::PushPartner:
    case Ask::PushLeft:
      answer_push(pushed_card(id), log);
      break;
    case Ask::Play:
      if (id == ActionIds::Pass) {
        apply(seat(), Action::pass(), log);
        break;
      }
      chosen_ = play_of(id, round_.hand(seat()), round_.table());
      if (chosen_.cards.contains(Card::mahjong())) {
        ask_ = Ask::Wish;
      } else {
        apply(seat(), Action::play_cards(chosen_), log);
      }
      break;
    case Ask::Wish:
      apply(seat(), Action::play_cards(chosen_, wished_rank(id)), log);
      break;
    case Ask::Bomb:
      apply(seat(),
            id == ActionIds::NoBomb ? Action::no_bomb()
                                    : Action::play_cards(play_of(id, round_.hand(seat()), round_.table())),
            log);
      break;
    case Ask::GiveDragon:
      apply(seat(), Action::give_dragon(gift_side(id)), log);
  }
}

void Table::answer_push(Card card, EventLog& log) {
  pushing_.to(pushed_to(ask_)) = card;
  if (ask_ == Ask::PushRight) {
    ask_ = Ask::PushPartner;
  } else if (ask_ == Ask::PushPartner) {
    ask_ = Ask::PushLeft;
  } else {
    apply(seat(), Action::push_cards(pushing_), log);
  }
}

void Table::answer_tichu(bool call, EventLog& log) {
  assert(ask_ == Ask::Tichu);
  tichu_answered_ = asks_tichu_on_turn();
  order_.note_answer(asked_, round_);
  call ? apply(seat(), Action::call_tichu(), log) : go_on();
}

void Table::act(const Action& action, EventLog& log) { apply(seat(), action, log); }

void Table::apply(Seat seat, const Action& action, EventLog& log) {
  KeepEvents sink{log};
  round_.apply_to(seat, action, sink);
  for (; events_seen_ < log.size(); ++events_seen_) {
    const Event& event = log[events_seen_];
    seen_.see(event, round_.hand(event.seat));
  }
  chosen_ = {};
  pushing_ = {};
  tichu_answered_ = false;
  go_on();
}

}  // namespace tichu::training
