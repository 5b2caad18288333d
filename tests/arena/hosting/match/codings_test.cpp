// Both codings of the protocol say the same: whole rounds go through both at once, and each question in JSON tells all
// that its seat may know.

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "arena/hosting/match/table.h"
#include "engine/notation.h"
#include "protocol/seen_words.h"
#include "tests/arena/hosting/match/capturing_player.h"
#include "tests/arena/hosting/match/random_answers.h"

namespace tichu::tests {
namespace {

using nlohmann::json;
using protocol::Coding;
using protocol::Heard;

/// One end in each coding, told the same.
struct Ends {
  explicit Ends(Coding coding)
      : arena("tichu-arena", protocol::DefaultFrameLimit, 0, coding), bot(make_bot_coding(coding)) {}

  std::vector<Heard> hear(std::string_view bytes) {
    bot->receive(bytes);
    std::vector<Heard> all;
    while (std::optional<Heard> heard = bot->next()) all.push_back(*std::move(heard));
    return all;
  }

  protocol::ArenaConversation arena;
  std::unique_ptr<protocol::BotCoding> bot;
};

bool same(const Heard& one, const Heard& other) {
  if (one.index() != other.index()) return false;
  return std::visit(
      [&]<typename T>(const T& left) {
        const T& right = std::get<T>(other);
        if constexpr (std::is_same_v<T, protocol::RoundBegins>) return left.totals == right.totals;
        if constexpr (std::is_same_v<T, protocol::RoundEnds>) return left.scores == right.scores;
        if constexpr (std::is_same_v<T, protocol::Request>) {
          return left.id == right.id && left.question == right.question && left.limit == right.limit;
        }
        if constexpr (requires { left == right; }) return left == right;
        return std::is_same_v<T, protocol::Goodbye>;
      },
      one);
}

void expect_same(const std::vector<Heard>& one, const std::vector<Heard>& other) {
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i) ASSERT_TRUE(same(one[i], other[i])) << "the thing number " << i;
}

CardSet cards(const json& text) { return *parse_cards(text.get<std::string>()); }

Side side(const json& word) { return *from_text<Side>(word.get<std::string>()); }

PushedCards pushed(const json& by_side) {
  PushedCards push;
  for (const Side to : OtherSides) {
    if (!by_side.is_null()) push.to(to) = *parse_card(by_side.at(std::string(to_text(to))).get<std::string>());
  }
  return push;
}

void expect_sides(const json& seen, const Observation& known) {
  for (const Side each : AllSides) {
    const std::string word(to_text(each));
    EXPECT_EQ(seen["hand_size"][word], known.hand_size[each]);
    EXPECT_EQ(cards(seen["played"][word]), known.played[each]);
    EXPECT_EQ(seen["won"][word], known.won[each]);
    const json& call = seen["calls"][word];
    EXPECT_EQ(call.is_null() ? Call::None : from_text<Call>(call.get<std::string>()), known.calls[each]);
  }
}

/// That the question in JSON tells the whole observation, but for its events.
void expect_snapshot(const json& seen, const Observation& known) {
  EXPECT_EQ(cards(seen["hand"]), known.hand);
  EXPECT_EQ(cards(seen["first_eight"]), known.first_eight);
  EXPECT_EQ(cards(seen["trick"]), known.trick_cards);
  EXPECT_EQ(seen["table"].is_null(), known.table.empty());
  if (!known.table.empty()) {
    EXPECT_EQ(parse_combination(seen["table"]["play"].get<std::string>()), known.table);
    EXPECT_EQ(seen["table"]["kind"], to_text(known.table.kind));
    EXPECT_EQ(seen["table"]["rank"], to_text(known.table.rank));
    EXPECT_EQ(side(seen["table"]["by"]), known.table_owner);
  }
  EXPECT_EQ(pushed(seen["given"]), known.given);
  EXPECT_EQ(pushed(seen["received"]), known.received);
  EXPECT_EQ(seen["trick_points"], known.trick_points);
  EXPECT_EQ(side(seen["to_act"]), known.to_act);
  EXPECT_EQ(seen["wish"], known.wish == Rank::None ? json() : json(to_text(known.wish)));
  EXPECT_EQ(from_text<Stage>(seen["stage"].get<std::string>()), known.stage);
  EXPECT_EQ(seen["passes"], known.passes);
  ASSERT_EQ(seen["out"].size(), known.out_count);
  for (std::size_t i = 0; i < known.out_count; ++i) EXPECT_EQ(side(seen["out"][i]), known.out[i]);
  EXPECT_EQ(seen["scores"]["own"], known.own_score);
  EXPECT_EQ(seen["scores"]["theirs"], known.their_score);
  EXPECT_EQ(seen["events"].size(), known.event_count);
  expect_sides(seen, known);
}

/// A player that tells two bots, one in each coding, and lets both give the same answer.
class TwiceTold : public arena::Player {
 public:
  explicit TwiceTold(std::uint64_t seed) : answers_(seed) {
    protocol::BotHello hello{1, "both \"names\"", "1.0", true};
    for (Ends* ends : {&protobuf_, &json_}) {
      greetings_.push_back(ends->hear(ends->arena.greet()));
      EXPECT_EQ(std::get<protocol::BotHello>(ends->arena.receive(ends->bot->greet(hello))), hello);
    }
    expect_same(greetings_[0], greetings_[1]);
  }

  tl::expected<void, arena::Fault> sit_down(const arena::SeatSetup& setup) override {
    for (Ends* ends : {&protobuf_, &json_}) {
      ends->arena.new_bot({setup.seed, setup.rules, {{"a", "with \"quotes\""}, {"b", ""}}, true});
    }
    return {};
  }
  void begin_round(const Observation& seen) override {
    for (Ends* ends : {&protobuf_, &json_}) {
      ends->arena.begin_round({Points(seen.own_score), Points(seen.their_score)});
    }
  }
  void tell(const SeenEvent& event, const Observation&) override {
    for (Ends* ends : {&protobuf_, &json_}) ends->arena.tell(event);
  }
  void end_round(Points own, Points theirs) override {
    for (Ends* ends : {&protobuf_, &json_}) ends->arena.end_round({own, theirs});
  }
  tl::expected<arena::TimedAnswer, arena::Fault> ask(Question question, const Observation& seen,
                                                     std::chrono::milliseconds limit) override {
    const std::vector<Heard> heard = protobuf_.hear(protobuf_.arena.ask(question, seen, limit));
    const std::string line(json_.arena.ask(question, seen, limit));
    expect_same(heard, json_.hear(line));
    const json asked = json::parse(line);
    EXPECT_EQ(asked["ask"], to_text(question));
    expect_snapshot(asked["seen"], seen);
    const arena::TimedAnswer said = answers_.answer(question, seen);
    const std::uint32_t id = std::get<protocol::Request>(heard.back()).id;
    Answer remarked = said;
    remarked.remark = Remark{"a \"note\"\n\xc3\xa4", -12.5, {{"7j 7s", 0.25}, {"pass", 0.75}}};
    const protocol::Received one = protobuf_.arena.receive(protobuf_.bot->answer(id, remarked));
    const protocol::Received other = json_.arena.receive(json_.bot->answer(id, remarked));
    EXPECT_EQ(std::get<Answer>(one), std::get<Answer>(other));
    EXPECT_EQ(std::get<Answer>(other).remark, remarked.remark);
    ++asked_[static_cast<std::size_t>(question)];
    return said;
  }
  void say_goodbye() {
    expect_same(protobuf_.hear(protobuf_.arena.say_goodbye()), json_.hear(json_.arena.say_goodbye()));
  }

  const std::array<int, 6>& asked() const { return asked_; }

 private:
  RandomAnswers answers_;
  Ends protobuf_{Coding::Protobuf};
  Ends json_{Coding::Json};
  std::vector<std::vector<Heard>> greetings_;
  std::array<int, 6> asked_{};
};

TEST(Codings, EveryMessageOfManyRoundsSaysTheSameInBoth) {
  constexpr std::uint64_t Rounds = 60;
  std::array<int, 6> asked{};
  PerSeat<std::unique_ptr<TwiceTold>> players;
  PerSeat<arena::Player*> at_table;
  for (const Seat seat : AllSeats) {
    players[seat] = std::make_unique<TwiceTold>(static_cast<std::uint64_t>(seat.number()));
    at_table[seat] = players[seat].get();
  }
  for (std::uint64_t number = 0; number < Rounds && !testing::Test::HasFailure(); ++number) {
    const Rules rules = presets()[number / 12 % presets().size()].rules;
    if (number % 12 == 0) {
      for (const Seat seat : AllSeats) players[seat]->sit_down({~number, rules, {}});
    }
    const PerTeam<Points> totals{{Points(static_cast<int>(number)), Points(-100)}};
    arena::play_round({deal(7, number), number, rules, totals, at_table, std::chrono::seconds(1)});
  }
  for (const Seat seat : AllSeats) {
    players[seat]->say_goodbye();
    for (std::size_t i = 0; i < asked.size(); ++i) asked[i] += players[seat]->asked()[i];
  }
  for (const int count : asked) EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace tichu::tests
