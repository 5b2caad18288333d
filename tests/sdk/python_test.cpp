#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>

#include "engine/notation.h"
#include "tests/sdk/program_player.h"
#include "tests/sdk/test_bots.h"

namespace tichu::test {
namespace {

// What bots/echo.py writes before a decision, from the observation that the arena holds.
std::string describe(const Observation& seen) {
  std::ostringstream text;
  const auto put = [&text](auto value) { text << ' ' << +value; };
  text << "seen";
  put(seen.hand.bits());
  put(seen.first_eight.bits());
  for (const CardSet cards : seen.played.values) put(cards.bits());
  put(seen.trick_cards.bits());
  put(seen.table.cards.bits());
  put(static_cast<int>(seen.table.kind));
  put(number(seen.table.rank));
  put(number(seen.table.phoenix_as));
  for (const Card card : seen.given.cards) put(card.code());
  for (const Card card : seen.received.cards) put(card.code());
  for (const Call call : seen.calls.values) put(static_cast<int>(call));
  for (const std::uint8_t size : seen.hand_size.values) put(size);
  for (const std::int16_t points : seen.won.values) put(points);
  put(seen.trick_points);
  put(seen.table.empty() ? 0 : static_cast<int>(seen.table_owner));
  put(static_cast<int>(seen.to_act));
  put(number(seen.wish));
  put(static_cast<int>(seen.stage));
  put(seen.passes);
  for (std::size_t i = 0; i < seen.out_count; ++i) put(static_cast<int>(seen.out[i]));
  put(seen.own_score);
  put(seen.their_score);
  put(seen.event_count);
  put(seen.may_call_tichu() ? 1 : 0);
  put(seen.unseen().bits());
  text << '\n';
  return text.str();
}

// A program whose log must tell what the arena knows that the bot may know.
class EchoPlayer : public ProgramPlayer {
 public:
  EchoPlayer() : ProgramPlayer({bot_file("echo_python")}) {}

  Answer decide(Question question, const Observation& seen) override {
    Answer answer = ProgramPlayer::decide(question, seen);
    if (question == Question::Tichu) return answer;
    Observation expected = seen;
    if (answer.call && question == Question::Turn) expected.calls[Side::Me] = Call::Tichu;
    expected_ += describe(expected);
    return answer;
  }
  const std::string& expected() const { return expected_; }

 private:
  std::string expected_;
};

TEST(Python, ABotPlaysCompleteLegalRounds) {
  FourPlayers players;
  for (auto& player : players) player = std::make_unique<EchoPlayer>();
  const std::vector<PlayedRound> rounds = play_rounds(players, 60);
  for (const PlayedRound& round : rounds) EXPECT_GE(round.result.out_count, 2);
  for (const auto& player : players) EXPECT_EQ(static_cast<EchoPlayer&>(*player).leave(), 0);
}

TEST(Python, ABotKnowsWhatABotInCppKnows) {
  FourPlayers players;
  for (auto& player : players) player = std::make_unique<EchoPlayer>();
  play_rounds(players, 30);
  for (const auto& player : players) {
    auto& echo = static_cast<EchoPlayer&>(*player);
    EXPECT_EQ(echo.leave(), 0);
    EXPECT_EQ(echo.log(), echo.expected());
  }
}

TEST(Python, TheSameSeedPlaysTheSame) {
  std::vector<std::vector<PlayedRound>> runs;
  for (int run = 0; run < 2; ++run) {
    FourPlayers players;
    for (auto& player : players) player = std::make_unique<EchoPlayer>();
    runs.push_back(play_rounds(players, 5));
  }
  for (std::size_t i = 0; i < runs[0].size(); ++i) EXPECT_EQ(runs[0][i].decisions, runs[1][i].decisions);
}

TEST(Python, WhatABotSaysGoesWithItsAnswerWhereItIsKept) {
  for (const bool kept : {true, false}) {
    EchoPlayer echo;
    echo.sit_down({1, Rules{}, {}, kept});
    const Answer answer = ask_for_a_turn(echo);
    EXPECT_EQ(answer.remark.has_value(), kept);
    if (!kept) continue;
    EXPECT_EQ(answer.remark->note, "a surrogate ?");
    EXPECT_EQ(answer.remark->value, 12.5);
    ASSERT_FALSE(answer.remark->probabilities.empty());
    EXPECT_TRUE(parse_cards(answer.remark->probabilities[0].move)) << answer.remark->probabilities[0].move;
    EXPECT_EQ(answer.remark->probabilities[0].probability, 0.25);
    EXPECT_FALSE(echo.decide(Question::GrandTichu, Observation{}).remark) << "it is said once";
  }
}

TEST(Python, ABotGreetsWithItsClassName) {
  const EchoPlayer echo;
  EXPECT_EQ(echo.bot(), (protocol::BotHello{1, "Echo", "2.0", true}));
}

TEST(Python, AQuestionBeforeABotIsMadeEndsItWithATraceback) {
  EchoPlayer echo;
  EXPECT_THROW(echo.decide(Question::Push, Observation{}), std::runtime_error);
  EXPECT_EQ(echo.hang_up(), 1);
  EXPECT_NE(echo.log().find("Traceback"), std::string::npos) << echo.log();
}

}  // namespace
}  // namespace tichu::test
