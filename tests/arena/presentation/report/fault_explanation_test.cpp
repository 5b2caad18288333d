#include "arena/presentation/report/fault_explanation.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engine/deal.h"
#include "engine/notation.h"

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
  EXPECT_NE(text.find("Its answer, 2 bytes:\n  0000  00 1b "), std::string::npos) << text;
  EXPECT_NE(text.find("  | oh?[2J\n"), std::string::npos) << text;
  EXPECT_NE(text.find("The round so far, deal 3 of seed 7:\n  seat 0 steady: " + to_text(deal(7, 3).hand(Seat(0)))),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
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
