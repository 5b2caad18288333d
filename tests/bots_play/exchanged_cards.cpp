#include "tests/bots_play/exchanged_cards.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <vector>

#include "engine/record.h"
#include "tests/bots_play/bot_makers.h"

namespace tichu::testing {
namespace {

/// Does again what its seat did in a round without a call, whatever it holds now. The arena asks nobody who can only
/// pass, so what was done is followed by what is seen.
class Repeating : public Bot {
 public:
  Repeating(const EventLog& log, Seat seat) {
    for (const RecordedAction& done : recorded_actions(log)) {
      if (done.seat == seat) todo_.push_back(done);
    }
  }
  PushedCards push(const Observation&) override { return todo_.front().action.push; }
  Play play(const Observation&) override {
    const Action& next = todo_.front().action;
    return next.kind == ActionKind::Play ? Play(next.play) : std::nullopt;
  }
  Rank wish(const Observation&, const Combination&) override { return todo_.front().action.wish; }
  Play bomb(const Observation&) override {
    return !todo_.empty() && todo_.front().out_of_turn ? Play(todo_.front().action.play) : std::nullopt;
  }
  Side give_dragon(const Observation&) override { return todo_.front().action.give_to; }
  void observe(const Observation&, const SeenEvent& event) override {
    constexpr EventKind Done[] = {EventKind::Push, EventKind::Play, EventKind::Pass, EventKind::GiveDragon};
    const bool is_done = std::find(std::begin(Done), std::end(Done), event.kind) != std::end(Done);
    if (is_done && event.who == Side::Me) todo_.pop_front();
  }

 private:
  std::deque<RecordedAction> todo_;
};

/// Which cards dealt to a seat nobody else has seen when the round is over: they were neither pushed nor played.
CardSet never_shown(const Deal& cards, const EventLog& log, Seat seat) {
  CardSet rest = cards.hand(seat);
  for (const RecordedAction& done : recorded_actions(log)) {
    if (done.seat != seat) continue;
    if (done.action.kind == ActionKind::Play) rest = rest - done.action.play.cards;
    if (done.action.kind == ActionKind::Push) {
      for (const Card card : done.action.push.cards) rest.erase(card);
    }
  }
  return rest;
}

/// The deal with two cards of two seats exchanged.
Deal exchanged(Deal cards, Seat one, Card mine, Seat other, Card theirs) {
  std::replace(cards.cards[one].begin(), cards.cards[one].end(), mine, theirs);
  std::replace(cards.cards[other].begin(), cards.cards[other].end(), theirs, mine);
  return cards;
}

std::vector<Event> seen_by(const EventLog& log, Seat seat) {
  std::vector<Event> seen;
  for (int i = 0; i < log.size(); ++i) {
    if (const auto event = log[i].seen_by(seat)) seen.push_back(*event);
  }
  return seen;
}

}  // namespace

void expect_blind_to_hidden_cards(const BotMaker& bot, int rounds) {
  int compared = 0;
  for (std::uint64_t index = 0; compared < rounds; ++index) {
    ASSERT_LT(index, 500u) << "too few rounds end with two seats that hold cards";
    const Deal cards = deal(26, index);
    const PlayedRound played = play_round(cards, Rules{}, {bot, make_lowest, make_steady, make_lowest}, index);
    const CardSet right = never_shown(cards, played.log, Seat(1));
    const CardSet left = never_shown(cards, played.log, Seat(3));
    if (right.empty() || left.empty()) continue;
    const Deal other = exchanged(cards, Seat(1), *right.begin(), Seat(3), *left.begin());
    const auto repeating = [&](Seat seat) -> BotMaker {
      return [&played, seat](const BotSetup&) { return std::make_unique<Repeating>(played.log, seat); };
    };
    const std::array<BotMaker, 4> makers{bot, repeating(Seat(1)), make_steady, repeating(Seat(3))};
    const PlayedRound again = play_round(other, Rules{}, makers, index);
    if (again.illegal.starts_with("seat 1") || again.illegal.starts_with("seat 3"))
      continue;  // a wish binds another now
    ASSERT_EQ(again.illegal, "");
    ASSERT_EQ(seen_by(again.log, Seat(0)), seen_by(played.log, Seat(0))) << "deal 26, " << index;
    ++compared;
  }
}

}  // namespace tichu::testing
