#include "arena/presentation/report/fault_explanation.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>

#include "engine/deal.h"
#include "engine/notation.h"
#include "engine/observer.h"
#include "engine/round.h"
#include "protocol/arena_conversation.h"
#include "protocol/bot_conversation.h"

namespace tichu::arena {
namespace {

Record pushed_round() {
  Record record;
  record.seed = 7;
  record.deal_index = 3;
  record.board = BoardNumber(3);
  record.deal = deal(7, 3);
  record.bots = {"steady", "mine", "steady", "mine"};
  for (const Seat seat : AllSeats) {
    CardSet hand = record.deal.hand(seat);
    std::array<Card, 3> given;
    for (Card& card : given) {
      card = hand.first();
      hand.erase(card);
    }
    record.actions.push_back({seat, Action::push_cards(given[0], given[1], given[2])});
  }
  return record;
}

FinishedFault fault_of(Seat seat) {
  FinishedFault fault;
  fault.job = JobNumber(4);
  fault.seat = seat;
  fault.kind = FaultKind::BadMessage;
  fault.text = "no message at all";
  fault.actions = pushed_round().actions.size();
  return fault;
}

TEST(FaultExplanation, TellsTheQuestionTheHandTheBytesAndTheRound) {
  FinishedFault fault = fault_of(Seat(1));
  fault.question = Question::Turn;
  fault.exchange = {"\x02hi", std::string("\0\x1b", 2)};
  fault.stderr_tail = "oh\x1b[2J";
  const std::string text = explain(fault, pushed_round());
  EXPECT_NE(text.find("bad_message by mine at seat 1: job 4, board 3, seating 0, round 0\nno message at all\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("It was asked: turn\n  its hand:  "), std::string::npos) << text;
  EXPECT_NE(text.find("table:     empty, so it leads\n"), std::string::npos) << text;
  EXPECT_NE(text.find("The last request to it, 3 bytes:\n  0000  02 68 69 "), std::string::npos) << text;
  EXPECT_NE(text.find("What came in answer, 2 bytes:\n  0000  00 1b "), std::string::npos) << text;
  EXPECT_NE(text.find("  | oh?[2J\n"), std::string::npos) << text;
  EXPECT_NE(text.find("The round so far, deal 3 of seed 7:\n  seat 0 steady: " + to_text(deal(7, 3).hand(Seat(0)))),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(FaultExplanation, TellsWhatMessagesMean) {
  protocol::ArenaConversation arena("an arena");
  FinishedFault fault = fault_of(Seat(1));
  fault.exchange.sent = arena.greet();
  EXPECT_NE(explain(fault, pushed_round()).find("  hello of an arena, protocol versions 1 to 1\n"), std::string::npos);
  protocol::BotConversation bot;
  arena.receive(bot.greet({1, "mine", "1", true}));
  arena.new_bot({300, {}, {{"depth", "2"}}});
  arena.begin_round({Points(100), Points(-20)});
  Observer observer(Seat(1), Rules{}, Points(0), Points(0));
  EventLog log;
  const Round round(pushed_round().deal, Rules{}, log);
  ASSERT_TRUE(observer.watch(log[1]));
  arena.tell(observer.observation().history().back());
  fault.question = Question::GrandTichu;
  fault.exchange.sent = arena.ask(Question::GrandTichu, observer.observation(), std::chrono::milliseconds(250));
  Answer answer;
  answer.call = true;
  fault.exchange.received = bot.answer(1, answer);
  const std::string text = explain(fault, pushed_round());
  for (const char* line : {"\n  a new bot: seed 300, rules ", "depth = 2\n", "\n  a round begins at 100 to -20\n",
                           "\n  request 1: Grand Tichu, within 250 ms\n", "\n  answer to request 1: calls\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
  EXPECT_NE(text.find(to_text(observer.observation().first_eight)), std::string::npos) << text;
  EXPECT_EQ(text.find("\n  0000  "), std::string::npos) << text;
  EXPECT_NE(explain(fault, pushed_round(), true).find("\n  0000  "), std::string::npos);
}

TEST(FaultExplanation, NamesEveryKind) {
  std::set<std::string> first_words;
  for (const FaultKind kind : every<FaultKind>()) {
    FinishedFault fault = fault_of(Seat(3));
    fault.kind = kind;
    const std::string text = explain(fault, pushed_round());
    EXPECT_TRUE(text.starts_with(std::string(to_text(kind)) + " by mine at seat 3: job 4")) << text;
    EXPECT_NE(text.find("\nno message at all\n"), std::string::npos) << text;
    first_words.insert(text.substr(0, text.find(' ')));
  }
  EXPECT_EQ(first_words.size(), every<FaultKind>().size());
}

TEST(FaultExplanation, OfABotThatNeverSatDown) {
  const std::string text = explain(fault_of(Seat(2)), pushed_round());
  EXPECT_NE(text.find("It had not been asked anything yet"), std::string::npos) << text;
  EXPECT_EQ(text.find("request"), std::string::npos) << text;
}

}  // namespace
}  // namespace tichu::arena
