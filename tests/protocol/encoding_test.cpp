#include "protocol/encoding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>

#include "engine/deal.h"
#include "engine/notation.h"
#include "engine/observer.h"
#include "engine/plays.h"
#include "engine/random.h"
#include "engine/round.h"

namespace tichu::protocol {
namespace {

using ::testing::HasSubstr;

template <typename Message>
Message over_the_wire(const Message& message) {
  Message copy;
  EXPECT_TRUE(copy.ParseFromString(message.SerializeAsString()));
  return copy;
}

// Plays a round by chance; every seat's view of every event.
std::vector<SeenEvent> events_of_a_random_round(std::uint64_t seed, const Rules& rules) {
  EventLog log;
  Round round(deal(3, seed), rules, log);
  Random random(seed);
  PlayList plays;
  while (!round.is_over()) {
    const Pending pending = round.pending();
    const Seat seat = pending.seats.first();
    if (pending.question == Question::GrandTichu) {
      round.apply(seat, random.below(3) == 0 ? Action::call_grand_tichu() : Action::no_grand_tichu(), log);
    } else if (pending.question == Question::Push) {
      auto card = round.hand(seat).begin();
      const Card first = *card;
      const Card second = *++card;
      round.apply(seat, Action::push_cards(first, second, *++card), log);
    } else if (pending.question == Question::GiveDragon) {
      const Action right = Action::give_dragon(Side::Right);
      round.apply(seat, round.is_legal(seat, right) ? right : Action::give_dragon(Side::Left), log);
    } else {
      const PlayQuery at = round.situation(seat);
      canonical_plays({at.hand, at.table, at.wish, at.out_of_turn, at.bomb_ignores_wish}, plays);
      const auto choice = static_cast<int>(random.below(static_cast<std::uint32_t>(plays.size() + 1)));
      if (choice == plays.size() && plays.may_pass()) {
        round.apply(seat, pending.question == Question::Turn ? Action::pass() : Action::no_bomb(), log);
      } else {
        const Combination& play = plays[choice % plays.size()];
        const bool mahjong = play.cards.contains(Card::mahjong());
        round.apply(seat, Action::play_cards(play, mahjong ? Rank::Queen : Rank::None), log);
      }
    }
  }
  std::vector<SeenEvent> events;
  for (const Seat seat : AllSeats) {
    Observer observer(seat, rules, {}, {});
    for (const Event& event : log) {
      if (const auto seen = event.seen_by(seat)) observer.see(*seen);
    }
    events.insert(events.end(), observer.observation().history().begin(), observer.observation().history().end());
  }
  return events;
}

Event in_seats(const SeenEvent& event) {
  return {event.kind,
          Seat(static_cast<int>(event.who)),
          Seat(static_cast<int>(event.to)),
          event.wish,
          event.out_of_turn,
          event.push,
          event.combination,
          event.points};
}

TEST(Encoding, EveryEventOfRandomRoundsComesBackAsItWas) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (const SeenEvent& event : events_of_a_random_round(seed, Rules{})) {
      v1::Event message;
      encode(event, message);
      const Decoded<Event> back = decode(over_the_wire(message));
      ASSERT_TRUE(back) << back.error();
      ASSERT_EQ(*back, in_seats(event)) << to_text(in_seats(event));
    }
  }
}

TEST(Encoding, RulesComeBackAsTheyWere) {
  for (const Preset& preset : presets()) {
    v1::Rules message;
    encode(preset.rules, message);
    EXPECT_EQ(decode(over_the_wire(message)), preset.rules) << preset.name;
  }
}

TEST(Encoding, ASetupComesBackAsItWas) {
  NewBot setup;
  setup.seed = 0xfedc'ba98'7654'3210;
  setup.rules.target = Points(-5);
  setup.options = {{"a", "1"}, {"a", ""}, {"", "x"}};
  setup.remarks = true;
  v1::NewBot message;
  encode(setup, message);
  EXPECT_EQ(decode(over_the_wire(message)), setup);
}

TEST(Encoding, AnAnswerComesBackWithWhatItsQuestionAsksFor) {
  Answer given;
  given.call = true;
  given.action.play.cards = *parse_cards("Mah 2j 3s Phx 5t");
  given.action.play.phoenix_as = Rank::Four;
  given.action.wish = Rank::Ace;
  given.action.give_to = Side::Left;
  given.action.push.cards = {Card::dog(), Card::dragon(), Card(Rank::Nine, Suit::Star)};
  v1::Answer message;
  encode(given, message);
  message = over_the_wire(message);

  Answer turn = given;
  turn.action.kind = ActionKind::Play;
  turn.action.give_to = Side::Me;
  turn.action.push = {};
  EXPECT_EQ(decode(Question::Turn, message).value(), turn);
  Answer push;
  push.action.kind = ActionKind::Push;
  push.action.push = given.action.push;
  EXPECT_EQ(decode(Question::Push, message).value(), push);
  Answer dragon;
  dragon.action = Action::give_dragon(Side::Left);
  EXPECT_EQ(decode(Question::GiveDragon, message).value(), dragon);
  Answer call;
  call.call = true;
  call.action = Action::call_tichu();
  EXPECT_EQ(decode(Question::Tichu, message).value(), call);
  call.action = Action::call_grand_tichu();
  EXPECT_EQ(decode(Question::GrandTichu, message).value(), call);
}

TEST(Encoding, ARemarkComesWithTheAnswerToAnyQuestion) {
  Answer given;
  given.action.push.cards = {Card::dog(), Card::dragon(), Card::mahjong()};
  given.action.give_to = Side::Left;
  given.remark = Remark{"bold", -12.5, {{"7j 7s", 0.75}, {"pass", 0.25}}};
  v1::Answer message;
  encode(given, message);
  message = over_the_wire(message);
  for (int number = 0; number < 6; ++number) {
    EXPECT_EQ(decode(static_cast<Question>(number), message).value().remark, given.remark);
  }
}

TEST(Encoding, ARemarkIsReadAsItCame) {
  v1::Answer message;
  message.mutable_remark()->set_note(std::string("\xff\0<b>", 5) + std::string(10'000, 'x'));
  message.mutable_remark()->set_value(std::numeric_limits<double>::infinity());
  for (int i = 0; i < 1000; ++i) message.mutable_remark()->add_probabilities()->set_probability(-1 - i);
  const std::optional<Remark> remark = decode(Question::Tichu, over_the_wire(message)).value().remark;
  ASSERT_TRUE(remark);
  EXPECT_EQ(remark->note, message.remark().note());
  EXPECT_EQ(remark->value, std::numeric_limits<double>::infinity());
  ASSERT_EQ(remark->probabilities.size(), 1000u);
  EXPECT_EQ(remark->probabilities.back(), (MoveProbability{"", -1000}));
}

TEST(Encoding, AnAnswerWithoutARemarkHasNone) { EXPECT_FALSE(decode(Question::Tichu, v1::Answer()).value().remark); }

TEST(Encoding, ALegalPlayStatesCardsTypeRankAndPhoenix) {
  v1::LegalPlay message;
  encode(*parse_combination("5j 6s Phx=7 8t 9j"), message);
  EXPECT_EQ(message.cards(), std::string("\x05\x09\x16\x38\x3f", 5));
  EXPECT_EQ(message.type(), v1::STRAIGHT);
  EXPECT_EQ(message.rank(), 9u);
  EXPECT_EQ(message.phoenix_as(), 7u);
}

// The sentence that refuses an answer; empty where it is taken.
std::string refusal(Question question, const v1::Answer& message) {
  const Decoded<Answer> decoded = decode(question, message);
  return decoded ? "" : decoded.error();
}

TEST(Encoding, AnAnswerWithANumberThatNoCardHasIsRefused) {
  for (const int number : {16, 31, 32, 47, 48, 64, 200, 255}) {
    v1::Answer message;
    message.set_cards(std::string(1, static_cast<char>(number)));
    EXPECT_THAT(refusal(Question::Turn, message), HasSubstr(std::to_string(number)));
    EXPECT_THAT(refusal(Question::Bomb, message), HasSubstr(std::to_string(number)));
    message.set_push(std::string("\x02\x03") + static_cast<char>(number));
    EXPECT_THAT(refusal(Question::Push, message), HasSubstr(std::to_string(number)));
  }
}

TEST(Encoding, AnAnswerWithACardTwiceIsRefused) {
  v1::Answer message;
  message.set_cards("\x02\x02");
  EXPECT_THAT(refusal(Question::Turn, message), HasSubstr("twice"));
  for (const char* push : {"\x02\x02\x03", "\x02\x03\x02", "\x03\x02\x02"}) {
    message.set_push(push);
    EXPECT_THAT(refusal(Question::Push, message), HasSubstr("twice"));
  }
}

TEST(Encoding, APushOfOtherThanThreeCardsIsRefused) {
  v1::Answer message;
  for (const char* push : {"", "\x02\x03", "\x02\x03\x04\x05"}) {
    message.set_push(push);
    EXPECT_THAT(refusal(Question::Push, message), HasSubstr("three cards"));
  }
}

TEST(Encoding, RanksAndSidesOutOfRangeAreRefused) {
  for (const std::uint32_t rank : {1u, 15u, 16u, 258u, 4'000'000'000u}) {
    v1::Answer message;
    message.set_wish(rank);
    EXPECT_THAT(refusal(Question::Turn, message), HasSubstr("wish"));
    EXPECT_EQ(refusal(Question::Bomb, message), "");
    message.Clear();
    message.set_phoenix_as(rank);
    EXPECT_THAT(refusal(Question::Turn, message), HasSubstr("phoenix_as"));
  }
  v1::Answer message;
  message.set_give_to(4);
  EXPECT_THAT(refusal(Question::GiveDragon, message), HasSubstr("give_to"));
}

TEST(Encoding, AnEventWithAValueOutOfRangeIsRefused) {
  const auto refused = [](auto change) {
    v1::Event message;
    message.set_kind(v1::PLAY);
    message.set_cards("\x02");
    message.set_type(v1::SINGLE);
    change(message);
    return !decode(message).has_value();
  };
  EXPECT_FALSE(refused([](v1::Event&) {}));
  EXPECT_TRUE(refused([](v1::Event& event) { event.set_kind(static_cast<v1::EventKind>(8)); }));
  EXPECT_TRUE(refused([](v1::Event& event) { event.set_type(static_cast<v1::CombinationType>(9)); }));
  EXPECT_TRUE(refused([](v1::Event& event) { event.set_who(4); }));
  EXPECT_TRUE(refused([](v1::Event& event) { event.set_to(4); }));
  EXPECT_TRUE(refused([](v1::Event& event) { event.set_rank(16); }));
  EXPECT_TRUE(refused([](v1::Event& event) { event.set_wish(15); }));
  EXPECT_TRUE(refused([](v1::Event& event) { event.set_phoenix_as(1); }));
  EXPECT_TRUE(refused([](v1::Event& event) { event.set_points(40000); }));
  EXPECT_TRUE(refused([](v1::Event& event) { event.set_cards("\x10"); }));
  EXPECT_TRUE(refused([](v1::Event& event) { event.set_kind(v1::PUSH); }));
}

}  // namespace
}  // namespace tichu::protocol
