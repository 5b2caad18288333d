// Random rounds with random options, every step of which is looked at from several sides.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/game.h"
#include "engine/notation.h"
#include "engine/observer.h"
#include "engine/plays.h"
#include "engine/random.h"
#include "engine/record.h"
#include "engine/round.h"

namespace tichu {
namespace {

Rules random_rules(Random& random) {
  const auto coin = [&] { return random.below(2) == 0; };
  Rules rules;
  rules.partners_may_both_call_grand = coin();
  rules.tichu_before_push = coin();
  rules.bomb_ignores_wish = coin();
  rules.dragon_only_to_seat_with_cards = coin();
  return rules;
}

/// How often the walks met what is rare.
struct Sightings {
  int double_victories = 0;
  int bombs_out_of_turn = 0;
  int bombs_on_turn = 0;
  int wishes = 0;
  int gifts = 0;
  int dogs = 0;
  int tichus = 0;
  int grand_tichus = 0;
};

/// A random round, walked to its end.
class Walk {
 public:
  Walk(std::uint64_t seed, std::uint64_t index)
      : random_(seed, index), rules_(random_rules(random_)), deal_(deal(seed, index)), round_(deal_, rules_, log_) {
    for (const Seat seat : AllSeats) {
      observers_[static_cast<std::size_t>(seat.number())] =
          std::make_unique<Observer>(seat, rules_, Points(10 * seat.number()), Points(-5));
    }
    copy_at_ = static_cast<int>(random_.below(120));
  }

  void run() {
    tell_observers();
    while (!round_.is_over() && !testing::Test::HasFatalFailure()) {
      ASSERT_LT(++steps_, 1000) << "the round does not end";
      if (steps_ == copy_at_) start_copy();
      look_at_position();
      if (testing::Test::HasFatalFailure()) return;
      act();
    }
    if (testing::Test::HasFatalFailure()) return;
    look_at_observers();
    check_result();
    check_record();
    check_copy();
  }

  void count(Sightings& sightings) const {
    sightings.double_victories += round_.result().double_victory ? 1 : 0;
    for (const Event& event : log_) {
      const bool bomb = event.kind == EventKind::Play && event.combination.is_bomb();
      sightings.bombs_out_of_turn += bomb && event.out_of_turn ? 1 : 0;
      sightings.bombs_on_turn += bomb && !event.out_of_turn ? 1 : 0;
      sightings.wishes += event.wish != Rank::None ? 1 : 0;
      sightings.gifts += event.kind == EventKind::GiveDragon ? 1 : 0;
      sightings.dogs += event.kind == EventKind::Play && event.combination.is_dog() ? 1 : 0;
      sightings.tichus += event.kind == EventKind::Tichu ? 1 : 0;
      sightings.grand_tichus += event.kind == EventKind::GrandTichu ? 1 : 0;
    }
  }

 private:
  const Observation& seen(Seat seat) const {
    return observers_[static_cast<std::size_t>(seat.number())]->observation();
  }

  void tell_observers() {
    for (; told_ < log_.size(); ++told_) {
      for (const Seat seat : AllSeats) {
        const auto event = log_[told_].seen_by(seat);
        check_hiding(log_[told_], event, seat);
        if (event) observers_[static_cast<std::size_t>(seat.number())]->see(*event);
      }
    }
  }

  /// RULES 3.4, 3.5: who is told what.
  static void check_hiding(const Event& event, const std::optional<Event>& shown, Seat viewer) {
    if (event.kind == EventKind::Dealt) {
      ASSERT_EQ(shown.has_value(), viewer == event.seat);
    } else if (event.kind == EventKind::Push && viewer != event.seat) {
      ASSERT_TRUE(shown);
      for (const Side side : OtherSides) {
        const bool own = event.seat.at(side) == viewer;
        ASSERT_EQ(shown->push.to(side), own ? event.push.to(side) : Card::none());
      }
    } else {
      ASSERT_EQ(shown, event);
    }
  }

  /// The invariants of a position and of what each seat knows of it.
  void look_at_position() {
    const Pending pending = round_.pending();
    ASSERT_FALSE(pending.seats.empty());
    CardSet held;
    int cards = 0;
    for (const Seat seat : AllSeats) {
      held |= round_.hand(seat);
      cards += round_.hand(seat).size();
    }
    CardSet played;
    for (const Event& event : log_) {
      if (event.kind == EventKind::Play) played |= event.combination.cards;
    }
    if (pending.question != Question::GrandTichu) {
      ASSERT_EQ(held | played, CardSet::deck());
      ASSERT_EQ(cards + played.size(), Card::Count) << "56 cards, none twice";
    }
    for (const Seat seat : AllSeats) {
      ASSERT_EQ(round_.is_legal(seat, Action::call_tichu()), round_.may_call_tichu(seat));
      ASSERT_EQ(round_.may_call_tichu(seat), seen(seat).may_call_tichu());
      if (!pending.seats.contains(seat)) check_not_asked(seat, pending.question);
    }
    look_at_observers();
  }

  void check_not_asked(Seat seat, Question question) {
    ASSERT_FALSE(round_.is_legal(seat, Action::pass()));
    ASSERT_FALSE(round_.is_legal(seat, Action::call_grand_tichu()));
    ASSERT_FALSE(round_.is_legal(seat, Action::no_grand_tichu()));
    ASSERT_FALSE(round_.is_legal(seat, Action::give_dragon(Side::Right)));
    ASSERT_FALSE(round_.is_legal(seat, Action::push_cards(Card::dog(), Card::phoenix(), Card::dragon())));
    if (question == Question::Bomb || round_.hand(seat).empty()) return;
    const Card card = round_.hand(seat).first();
    ASSERT_FALSE(round_.is_legal(seat, Action::play_cards(*read_combination(card, round_.table()))));
  }

  void look_at_observers() {
    for (const Seat seat : AllSeats) {
      check_cards(seat);
      check_table(seat);
      if (testing::Test::HasFatalFailure()) return;
    }
  }

  void check_cards(Seat seat) {
    const Observation& view = seen(seat);
    ASSERT_EQ(view.hand, round_.hand(seat));
    ASSERT_EQ(view.first_eight, deal_.first_eight(seat));
    CardSet others;
    CardSet played;
    for (const Seat other : AllSeats) {
      if (other != seat) others |= round_.hand(other);
      ASSERT_EQ(view.hand_size[other.seen_from(seat)], round_.hand(other).size());
      ASSERT_EQ(view.calls[other.seen_from(seat)], round_.call(other));
      played |= view.played[other.seen_from(seat)];
    }
    if (view.stage == Stage::Play) {
      ASSERT_EQ(view.unseen(), others) << "each unseen card is in a hidden hand";
    } else {
      ASSERT_TRUE(view.stage == Stage::Over || played.empty());
    }
  }

  void check_table(Seat seat) {
    const Observation& view = seen(seat);
    const Pending pending = round_.pending();
    ASSERT_EQ(view.wish, round_.wish());
    ASSERT_EQ(view.stage == Stage::Over, round_.is_over() || is_last_gift());
    if (round_.is_over()) return;
    ASSERT_EQ(view.table, round_.table());
    ASSERT_TRUE(round_.table().empty() || seat.at(view.table_owner) == round_.table_owner());
    ASSERT_EQ(view.trick_cards.points().value(), view.trick_points);
    // before the first lead only its player knows whose it is: the Mahjong's holder
    const bool knows_turn = has_led_ || pending.seats.contains(seat);
    ASSERT_TRUE(pending.question != Question::Turn || !knows_turn || SeatSet(seat.at(view.to_act)) == pending.seats);
    const bool before_push = view.stage == Stage::FirstEight || view.stage == Stage::BeforePush;
    ASSERT_EQ(before_push, pending.question == Question::GrandTichu || pending.question == Question::Push);
  }

  /// The last trick of a round is the Dragon's, and its winner has still to give it away.
  bool is_last_gift() const {
    return round_.pending().question == Question::GiveDragon && round_.seats_in().size() == 1;
  }

  Seat random_seat(SeatSet seats) {
    while (true) {
      const Seat seat(static_cast<int>(random_.below(4)));
      if (seats.contains(seat)) return seat;
    }
  }

  void act() {
    const Pending pending = round_.pending();
    const Seat caller(static_cast<int>(random_.below(4)));
    if (random_.below(50) == 0 && round_.may_call_tichu(caller)) {
      apply(caller, Action::call_tichu());
      return;
    }
    const Seat seat = random_seat(pending.seats);
    const int before = log_.size();
    switch (pending.question) {
      case Question::GrandTichu:
        apply(seat, random_.below(6) == 0 ? Action::call_grand_tichu() : Action::no_grand_tichu());
        break;
      case Question::Push:
        push(seat);
        break;
      case Question::Turn:
      case Question::Bomb:
        play(seat, pending.question == Question::Bomb);
        break;
      case Question::GiveDragon:
        give_dragon(seat);
        break;
      case Question::Tichu:
        FAIL() << "no seat has to answer it";
    }
    const bool simultaneous = pending.question == Question::Push ||
                              (pending.question == Question::GrandTichu && rules_.partners_may_both_call_grand);
    if (simultaneous && pending.seats.size() > 1) {
      ASSERT_EQ(log_.size(), before) << "hidden answers stay hidden";
      ASSERT_EQ(round_.pending().seats, pending.seats - seat);
      ASSERT_EQ(round_.pending().question, pending.question);
    }
  }

  void push(Seat seat) {
    std::vector<Card> hand;
    for (const Card card : round_.hand(seat)) hand.push_back(card);
    for (std::size_t i = 0; i < 3; ++i) {
      std::swap(hand[i], hand[i + random_.below(static_cast<std::uint32_t>(hand.size() - i))]);
    }
    const Card foreign = round_.hand(seat.next()).first();
    ASSERT_FALSE(round_.is_legal(seat, Action::push_cards(hand[0], hand[0], hand[1])));
    ASSERT_FALSE(round_.is_legal(seat, Action::push_cards(hand[0], foreign, hand[1])));
    apply(seat, Action::push_cards(hand[0], hand[1], hand[2]));
  }

  void give_dragon(Seat seat) {
    ASSERT_FALSE(round_.is_legal(seat, Action::give_dragon(Side::Me)));
    ASSERT_FALSE(round_.is_legal(seat, Action::give_dragon(Side::Partner)));
    Side to = random_.below(2) == 0 ? Side::Right : Side::Left;
    if (!round_.is_legal(seat, Action::give_dragon(to))) to = to == Side::Right ? Side::Left : Side::Right;
    apply(seat, Action::give_dragon(to));
  }

  PlayQuery query(Seat seat, bool window) const {
    return {round_.hand(seat), round_.table(), round_.wish(), window, rules_.bomb_ignores_wish};
  }

  void play(Seat seat, bool window) {
    exact_plays(query(seat, window), exact_);
    check_plays(seat);
    check_canonical(seat, window);
    check_neighbours(seat);
    const Action refusal = window ? Action::no_bomb() : Action::pass();
    ASSERT_EQ(round_.is_legal(seat, refusal), exact_.may_pass());
    ASSERT_FALSE(round_.is_legal(seat, window ? Action::pass() : Action::no_bomb()));
    ASSERT_FALSE(window && exact_.empty()) << "only holders of a bomb that beats the table are asked";
    check_wish(seat, window);
    if (testing::Test::HasFatalFailure()) return;
    const std::uint32_t refuse_one_in = window ? 2 : 4;
    if (exact_.empty() || (exact_.may_pass() && random_.below(refuse_one_in) == 0)) {
      apply(seat, refusal);
      return;
    }
    const Combination& chosen = choose();
    const bool mahjong = chosen.cards.contains(Card::mahjong());
    const Rank wish = mahjong && random_.below(4) != 0 ? static_cast<Rank>(2 + random_.below(13)) : Rank::None;
    apply(seat, Action::play_cards(chosen, wish));
  }

  /// Longer plays more often than their number would have it, so that rounds reach all kinds of ends.
  const Combination& choose() {
    const auto any = [&]() -> const Combination& {
      return exact_[static_cast<int>(random_.below(static_cast<std::uint32_t>(exact_.size())))];
    };
    const Combination& one = any();
    const Combination& other = any();
    return one.length >= other.length ? one : other;
  }

  void check_plays(Seat seat) {
    for (const Combination& play : exact_) {
      ASSERT_TRUE(round_.is_legal(seat, Action::play_cards(play))) << to_text(play);
      if (play.cards.contains(Card::mahjong())) continue;
      ASSERT_FALSE(round_.is_legal(seat, Action::play_cards(play, Rank::Five))) << "a wish without the Mahjong";
    }
  }

  bool is_listed(const Combination& play) const {
    return std::find(exact_.begin(), exact_.end(), play) != exact_.end();
  }

  void check_canonical(Seat seat, bool window) {
    canonical_plays(query(seat, window), canonical_);
    ASSERT_EQ(canonical_.may_pass(), exact_.may_pass());
    ASSERT_EQ(canonical_.empty(), exact_.empty());
    ASSERT_LE(canonical_.size(), exact_.size());
    for (const Combination& play : canonical_) ASSERT_TRUE(is_listed(play)) << to_text(play);
  }

  /// Plays that differ in one thing from a legal one, or are made of random cards.
  void check_neighbours(Seat seat) {
    for (int i = 0; i < 6; ++i) {
      Combination play;
      if (!exact_.empty() && random_.below(2) == 0) {
        play = choose();
      } else {
        for (const Card card : round_.hand(seat)) {
          if (random_.below(3) == 0) play.cards.insert(card);
        }
        if (const auto read = read_combination(play.cards, round_.table())) play = *read;
      }
      change(play);
      ASSERT_EQ(round_.is_legal(seat, Action::play_cards(play)), is_listed(play))
          << to_text(play) << " from " << to_text(round_.hand(seat)) << " on " << to_text(round_.table());
    }
  }

  void change(Combination& play) {
    switch (random_.below(6)) {
      case 0:
        play.rank = static_cast<Rank>(random_.below(16));
        break;
      case 1:
        play.phoenix_as = static_cast<Rank>(random_.below(16));
        break;
      case 2:
        play.kind = static_cast<CombinationKind>(random_.below(9));
        break;
      case 3:
        play.length = static_cast<std::uint8_t>(random_.below(15));
        break;
      case 4:
        play.cards.insert(Card::from_index(static_cast<int>(random_.below(Card::Count))));
        break;
      default:
        break;
    }
  }

  /// RULES 7.3, 7.4: an open wish that can be fulfilled leaves only plays with the rank, and bombs where allowed.
  void check_wish(Seat seat, bool window) {
    const bool binds = !window && wish_binds(round_.hand(seat), round_.table(), round_.wish());
    bool fulfils = false;
    for (const Combination& play : exact_) {
      fulfils = fulfils || play.fulfils(round_.wish());
      ASSERT_TRUE(!binds || play.fulfils(round_.wish()) || (rules_.bomb_ignores_wish && play.is_bomb()));
    }
    ASSERT_TRUE(window || binds == fulfils);
    ASSERT_FALSE(binds && exact_.may_pass());
  }

  void apply(Seat seat, const Action& action) {
    ASSERT_TRUE(round_.is_legal(seat, action)) << to_text(action);
    if (copy_) later_.push_back({seat, action});
    round_.apply(seat, action, log_);
    has_led_ = has_led_ || action.kind == ActionKind::Play;
    tell_observers();
  }

  void start_copy() {
    copy_ = std::make_unique<Round>(round_);
    copied_events_ = log_.size();
    const Question question = round_.pending().question;
    const bool in_play = question != Question::GrandTichu && question != Question::Push;
    if (in_play) rebuilt_ = std::make_unique<Round>(position());
  }

  /// Where the round stands, put together from its events.
  Position position() const {
    const Pending pending = round_.pending();
    Position position;
    position.rules = rules_;
    position.asked = pending.question;
    position.to_act = pending.seats.first();
    position.table = round_.table();
    position.owner = round_.table_owner();
    position.wish = round_.wish();
    for (const Seat seat : AllSeats) {
      position.hands[seat] = round_.hand(seat);
      position.calls[seat] = round_.call(seat);
    }
    for (const Event& event : log_) add_to(position, event);
    return position;
  }

  static void add_to(Position& position, const Event& event) {
    if (event.kind == EventKind::Play) {
      position.has_played.insert(event.seat);
      position.trick_points += event.combination.cards.points().value();
      position.passes = 0;
      position.last_actor = event.seat;
      // nobody gets cards after the push: who has none now went out with its last play
      const bool out = position.hands[event.seat].empty();
      auto* const end = position.out.begin() + position.out_count;
      auto* const before = std::remove(position.out.begin(), end, event.seat);
      position.out_count = static_cast<int>(before - position.out.begin());
      if (out) position.out[static_cast<std::size_t>(position.out_count++)] = event.seat;
    } else if (event.kind == EventKind::Pass) {
      ++position.passes;
      position.last_actor = event.seat;
    } else if (event.kind == EventKind::TrickTaken) {
      position.won[event.to] = static_cast<std::int16_t>(position.won[event.to] + event.points);
      position.trick_points = 0;
      position.passes = 0;
    }
  }

  /// A copy plays on as its original did, with the same events and the same end, and so does a round that was set up
  /// from the position.
  void check_copy() {
    for (Round* copy : {copy_.get(), rebuilt_.get()}) {
      if (copy == nullptr) continue;
      EventLog log;
      for (const auto& [seat, action] : later_) {
        ASSERT_TRUE(copy->is_legal(seat, action)) << to_text(action);
        copy->apply(seat, action, log);
      }
      ASSERT_TRUE(copy->is_over());
      ASSERT_EQ(copy->result(), round_.result());
      ASSERT_EQ(log.size(), log_.size() - copied_events_);
      for (int i = 0; i < log.size(); ++i) ASSERT_EQ(log[i], log_[copied_events_ + i]);
    }
  }

  /// RULES 8, counted anew from the events.
  void check_result() {
    const RoundResult result = round_.result();
    PerTeam<Points> cards;
    const Seat first = result.out[0];
    PerSeat<bool> out{};
    for (int i = 0; i < result.out_count; ++i) out[result.out[static_cast<std::size_t>(i)]] = true;
    for (const Event& event : log_) {
      if (event.kind != EventKind::TrickTaken) continue;
      cards[out[event.to] ? event.to.team() : first.team()] += Points(event.points);
    }
    for (const Seat seat : AllSeats) {
      ASSERT_EQ(out[seat], round_.hand(seat).empty());
      cards[opponent(seat.team())] += round_.hand(seat).points();
    }
    const bool both_first = result.out_count == 2;
    ASSERT_EQ(result.double_victory, both_first);
    if (both_first) {
      ASSERT_EQ(first.team(), result.out[1].team());
      cards = {};
    } else {
      ASSERT_EQ(result.out_count, 3);
      ASSERT_EQ(cards[Team::A] + cards[Team::B], Points(100));
    }
    ASSERT_EQ(result.cards, cards);
    check_score(result);
  }

  void check_score(const RoundResult& result) {
    PerTeam<Points> score = result.cards;
    if (result.double_victory) score[result.out[0].team()] += Points(200);
    for (const Seat seat : AllSeats) {
      const int value = round_.call(seat) == Call::GrandTichu ? 200 : round_.call(seat) == Call::Tichu ? 100 : 0;
      score[seat.team()] += Points(seat == result.out[0] ? value : -value);
    }
    ASSERT_EQ(result.score, score);
    for (const Team team : {Team::A, Team::B}) {
      ASSERT_GE(result.score[team], Points(-425));
      ASSERT_LE(result.score[team], Points(400));
    }
  }

  void check_record() {
    const Replay replayed = replay(deal_, rules_, recorded_actions(log_));
    ASSERT_FALSE(replayed.fault) << replayed.fault->event << ": " << replayed.fault->message;
    ASSERT_TRUE(replayed.result);
    ASSERT_EQ(*replayed.result, round_.result());
    ASSERT_EQ(replayed.log.size(), log_.size());
    for (int i = 0; i < log_.size(); ++i) ASSERT_EQ(replayed.log[i], log_[i]) << to_text(log_[i]);
  }

  Random random_;
  Rules rules_;
  Deal deal_;
  EventLog log_;
  Round round_;
  std::array<std::unique_ptr<Observer>, 4> observers_;
  PlayList exact_;
  PlayList canonical_;
  int told_ = 0;
  int steps_ = 0;
  int copy_at_ = 0;
  bool has_led_ = false;
  std::unique_ptr<Round> copy_;
  std::unique_ptr<Round> rebuilt_;
  int copied_events_ = 0;
  std::vector<std::pair<Seat, Action>> later_;
};

class PropertyWalk : public testing::TestWithParam<int> {};

// RULES 2.2, 3.2, 3.3, 3.4, 6.2, 6.4, 7.3, 7.6, 8.1, 8.2, 8.3, 8.4
TEST_P(PropertyWalk, RandomRoundsWithRandomOptionsKeepEveryInvariant) {
  constexpr std::uint64_t RoundsAPart = 10'000;
  Sightings sightings;
  const std::uint64_t begin = RoundsAPart * static_cast<std::uint64_t>(GetParam());
  for (std::uint64_t index = begin; index < begin + RoundsAPart; ++index) {
    auto walk = std::make_unique<Walk>(20'000, index);
    walk->run();
    ASSERT_FALSE(HasFatalFailure()) << "deal " << index << " of seed 20000";
    walk->count(sightings);
  }
  for (const int seen : {sightings.double_victories, sightings.bombs_out_of_turn, sightings.bombs_on_turn,
                         sightings.wishes, sightings.gifts, sightings.dogs, sightings.tichus, sightings.grand_tichus}) {
    EXPECT_GT(seen, 100) << "the walk must reach every corner of the rules";
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, PropertyWalk, testing::Range(0, 4));

}  // namespace
}  // namespace tichu
