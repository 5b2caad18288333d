#include "arena/record/tch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "arena/record/json_record.h"
#include "arena/record/tch_card.h"
#include "arena/record/tch_judge.h"
#include "arena/record/verdict.h"
#include "engine/random.h"
#include "tests/arena/record/random_record.h"

namespace tichu::arena {
namespace {

std::string sample(const std::string& name) {
  std::ifstream file(std::string(TICHU_SOURCE_DIR) + "/tests/arena/record/samples/" + name + ".tch", std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string replaced_everywhere(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// The first error as `line: message`.
std::string first_error(const std::string& text) {
  const TchLog log = read_tch(text);
  return log.errors.empty() ? "" : std::to_string(log.errors[0].line) + ": " + log.errors[0].message;
}

std::string line_without_order(Record record) {
  for (auto& hand : record.deal.cards.values) {
    std::sort(hand.begin(), hand.begin() + Deal::FirstCards);
    std::sort(hand.begin() + Deal::FirstCards, hand.end());
  }
  return write_json_record(record);
}

TEST(Tch, EverySampleImportsLegallyWithTheScoreOfTheLog) {
  int rounds = 0;
  for (const char* name : {"one_round_grand_tichu", "one_round_no_tichu", "one_round_tichu_after",
                           "one_round_tichu_before", "two_rounds_grand_tichus_diff_seats", "whole_game"}) {
    const TchLog log = read_tch(sample(name));
    EXPECT_TRUE(log.errors.empty()) << name << " " << log.errors[0].line << ": " << log.errors[0].message;
    for (const TchRound& round : log.rounds) {
      const JudgedTchRound judged = judge_tch_round(round);
      EXPECT_TRUE(judged.remarks.empty()) << name << ", line " << round.line << ": " << judged.remarks[0].text;
      EXPECT_EQ(*round.record.result->score, *judged.record.result->score);
      EXPECT_EQ(to_text(judge_json_record(write_json_record(judged.record))), "ok");
      ++rounds;
    }
  }
  EXPECT_EQ(rounds, 14);
}

TEST(Tch, ARoundIsReadWithItsNamesCallsAndWishes) {
  const TchLog log = read_tch(sample("one_round_tichu_after"));
  const Record& record = log.rounds.at(0).record;
  EXPECT_EQ((*record.bots)[2], "player2");
  EXPECT_EQ(record.deal.cards[Seat(0)][0], Card::dragon());
  EXPECT_EQ(record.actions[4].action.wish, Rank::Two);
  EXPECT_EQ(record.actions[7].action, Action::call_tichu());
  EXPECT_EQ(record.actions[7].seat, Seat(3));
  EXPECT_EQ(*record.result->score, (PerTeam<Points>{{Points(0), Points(300)}}));
  EXPECT_TRUE(std::any_of(record.actions.begin(), record.actions.end(), [](const auto& a) { return a.out_of_turn; }));
}

TEST(Tch, TakesCarriageReturnsAByteOrderMarkAndLatin1) {
  std::string text = sample("one_round_no_tichu");
  const std::string plain = write_json_record(read_tch(text).rounds.at(0).record);
  EXPECT_EQ(write_json_record(read_tch("\xef\xbb\xbf" + replaced_everywhere(text, "\n", "\r\n")).rounds.at(0).record),
            plain);
  const Record latin = read_tch(replaced_everywhere(text, "player1", "J\xfcrgen K.")).rounds.at(0).record;
  EXPECT_EQ((*latin.bots)[1], "J\xc3\xbcrgen K.");
  EXPECT_EQ(latin.actions.size(), read_tch(text).rounds.at(0).record.actions.size());
}

TEST(Tch, WhatIsWrittenReadsBackAsTheSameRecord) {
  for (std::uint64_t index = 0; index < 400; ++index) {
    Record record = random_record(21, index);
    const TchLog log = read_tch(write_tch(record));
    ASSERT_TRUE(log.errors.empty()) << log.errors[0].line << ": " << log.errors[0].message << "\n" << write_tch(record);
    ASSERT_EQ(log.rounds.size(), 1u);
    JudgedTchRound judged = judge_tch_round(log.rounds[0]);
    ASSERT_TRUE(judged.remarks.empty()) << judged.remarks[0].text << "\n" << write_tch(record);
    Record& back = judged.record;
    back.tournament = record.tournament;
    back.job = record.job;
    back.board = record.board;
    back.seating = record.seating;
    back.round = record.round;
    back.seed = record.seed;
    back.deal_index = record.deal_index;
    ASSERT_EQ(line_without_order(back), line_without_order(record)) << write_tch(record);
  }
}

TEST(Tch, NamesMayHoldWhatElseStandsInTheLines) {
  Record record = random_record(21, 0);
  record.bots = {"a: S2", "gibt: - x: S3 -", "(3) passt.", ""};
  const TchLog log = read_tch(write_tch(record));
  ASSERT_TRUE(log.errors.empty()) << log.errors[0].line << ": " << log.errors[0].message << "\n" << write_tch(record);
  EXPECT_EQ(log.rounds.at(0).record.bots, record.bots);
  EXPECT_EQ(log.rounds.at(0).record.actions, record.actions);
  record.bots = {std::string("\0a\n b\x1f", 6), "\t", " c ", "d"};
  EXPECT_EQ(read_tch(write_tch(record)).rounds.at(0).record.bots, (std::array<std::string, 4>{"a  b", "", "c", "d"}));
}

TEST(Tch, OtherNamesInThePushesThanInTheHandsAreTaken) {
  const std::string text = sample("one_round_no_tichu");
  const TchLog log = read_tch(replaced(text, "gibt: player1: G6 - player2: ", "gibt: Anna B.: G6 - Bea: "));
  ASSERT_TRUE(log.errors.empty()) << log.errors[0].message;
  EXPECT_EQ(log.rounds.at(0).record.actions, read_tch(text).rounds.at(0).record.actions);
}

TEST(Tch, ASampleThatIsWrittenAgainHasTheSameLines) {
  const std::string text = sample("one_round_tichu_before");
  const std::string again = write_tch(read_tch(text).rounds.at(0).record);
  const auto count = [](const std::string& log, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = log.find(what); at != std::string::npos; at = log.find(what, at + 1)) ++found;
    return found;
  };
  for (const char* what :
       {"\n", "passt.", "Wunsch:2", "Drache an: (0)player0", "Tichu: (2)player2", "Ergebnis: 165 - 35"}) {
    EXPECT_EQ(count(again, what), count(text, what)) << what;
  }
}

TEST(Tch, ThePlaceOfThePhoenixSaysWhatItStandsFor) {  // RULES 4.3
  const auto as = [](const std::string& cards) {
    std::string text = sample("one_round_no_tichu");
    const TchLog log = read_tch(replaced(text, "(0)player0: Ma \nWunsch:2\n", "(0)player0: " + cards + "\n"));
    return log.rounds.at(0).record.actions[4].action.play.phoenix_as;
  };
  EXPECT_EQ(as("Ph S8 G7 B6 R5"), Rank::Nine);
  EXPECT_EQ(as("S8 G7 B6 R5 Ph"), Rank::Four);
  EXPECT_EQ(as("S8 Ph B6 R5 G4"), Rank::Seven);
  EXPECT_EQ(as("Ph SK BK S10 B10"), Rank::King);
  EXPECT_EQ(as("SK BK Ph S10 B10"), Rank::Ten);
  EXPECT_EQ(as("SK BK S10 B10 Ph"), Rank::Ten);
  EXPECT_EQ(as("SK SD SB S10 Ph"), Rank::Nine);
}

TEST(Tch, ADamagedFileGivesTheLineAndWhatWasExpected) {
  const std::string text = sample("one_round_no_tichu");
  const auto expect = [](const std::string& damaged, const std::string& beginning) {
    EXPECT_EQ(first_error(damaged).substr(0, beginning.size()), beginning);
  };
  expect("hello\n", "1: expected the heading \"Gr.Tichukarten\" of a round, found \"hello\"");
  expect(replaced(text, "BK RD", "BK XX"), "2: expected \"(0)\", a name and 8 cards, found \"(0)player0 BK XX");
  expect(replaced(text, "(1)player1 GK", "(2)player1 GK"), "3: expected \"(1)\", a name and 8 cards");
  expect(replaced(text, "Ph GA", "Ph Ph"),
         "7: expected fourteen different cards with the seat's first eight among them");
  expect(replaced(text, "Schupfen", "Schub"), "11: expected a call or \"Schupfen:\", found \"Schub:\"");
  expect(replaced(text, "player2: Ph - ", ""), "12: expected \"(0)\", a name, \"gibt:\" and three cards");
  expect(replaced(text, "Wunsch:2", "Wunsch:1"), "18: expected \"Wunsch:\" and a rank");
  expect(replaced(text, "Wunsch:2", "Wunsch:2\nWunsch:2"),
         "19: expected one wish after a play, not two, found \"Wunsch:2\"");
  expect(replaced(text, "(2)player2: G2", "(2)player2: "), "20: expected one to fourteen different cards");
  expect(replaced(text, "(2)player2: G2", "what?"),
         "20: expected a play, a pass, \"Wunsch:\", \"Tichu:\", \"Drache an:\" or \"Ergebnis:\", found \"what?\"");
  expect(replaced(text, "65 - 35", "65 zu 35"), "90: expected \"Ergebnis:\" with two scores");
  expect(replaced(text, "65 - 35", "1000001 - 35"), "90: expected \"Ergebnis:\" with two scores");
  expect(text.substr(0, text.find("(1)player1")), "3: expected \"(1)\", a name and 8 cards, but the file ends");
}

TEST(Tch, ADamagedRoundLeavesTheOthers) {
  const TchLog log = read_tch(replaced(sample("whole_game"), "Ergebnis: 0 - 300", "Ergebnis: 0 zu 300"));
  EXPECT_EQ(log.errors.size(), 1u);
  EXPECT_EQ(log.rounds.size(), read_tch(sample("whole_game")).rounds.size() - 1);
}

TEST(Tch, ALogThatBreaksOffGivesARecordWithAFailure) {
  const std::string text = sample("one_round_no_tichu");
  for (const auto& [end, line] :
       {std::pair{"Schupfen:", 11}, {"(2)player2 gibt:", 14}, {"(2)player2: G2", 20}, {"(3)player3: S7 G7", 89}}) {
    const TchLog log = read_tch(text.substr(0, text.find(end)));
    ASSERT_TRUE(log.errors.empty()) << end << log.errors[0].message;
    const JudgedTchRound judged = judge_tch_round(log.rounds.at(0));
    EXPECT_TRUE(judged.legal && !judged.has_end);
    ASSERT_EQ(judged.remarks.size(), 1u) << end;
    EXPECT_EQ(judged.remarks[0].line, line);
    EXPECT_EQ(judged.remarks[0].text, "the log breaks off before the round's end");
    ASSERT_TRUE(judged.record.failure) << end;
    EXPECT_EQ(judged.record.failure->kind, "broken_off");
    EXPECT_EQ(to_text(judge_json_record(write_json_record(judged.record))), "ok");
    EXPECT_EQ(read_tch(write_tch(judged.record)).rounds.at(0).record.actions.size(), judged.record.actions.size());
  }
}

TEST(Tch, AWholeRoundWithoutItsScoreIsScoredAndReported) {
  const std::string text = sample("one_round_no_tichu");
  const JudgedTchRound judged = judge_tch_round(read_tch(text.substr(0, text.find("Ergebnis:"))).rounds.at(0));
  EXPECT_EQ(judged.remarks.at(0).line, 90);
  EXPECT_EQ(judged.remarks.at(0).text, "the log breaks off before \"Ergebnis:\"");
  EXPECT_FALSE(judged.record.failure);
  EXPECT_EQ(judged.record.result->score, (PerTeam<Points>{{Points(65), Points(35)}}));
}

TEST(Tch, AnotherScoreIsReported) {  // RULES 8.3
  const JudgedTchRound judged =
      judge_tch_round(read_tch(replaced(sample("one_round_no_tichu"), "65 - 35", "60 - 40")).rounds.at(0));
  EXPECT_TRUE(judged.legal);
  EXPECT_FALSE(judged.same_score);
  EXPECT_EQ(judged.remarks.at(0).line, 90);
  EXPECT_EQ(judged.remarks.at(0).text, "the log's score is 60 - 40, by RULES 8.3 it is 65 - 35");
}

TEST(Tch, TheUnchargedCallOfThePartnerIsNamedAsTheCauseOfAnotherScore) {  // RULES 8.3
  const std::string text = sample("one_round_tichu_before");
  const JudgedTchRound judged = judge_tch_round(
      read_tch(replaced(text, "Tichu: (2)player2", "Tichu: (0)player0\nTichu: (2)player2")).rounds.at(0));
  EXPECT_NE(judged.remarks.at(0).text.find("165 - 35, by RULES 8.3 it is 65 - 35; both partners had called"),
            std::string::npos)
      << judged.remarks.at(0).text;
}

TEST(Tch, ARoundThatBreaksTheRulesIsKeptAndReportedWithEventAndClause) {
  const JudgedTchRound judged = judge_tch_round(
      read_tch(replaced(sample("one_round_no_tichu"), "(2)player2: G2 \n", "(2)player2: S3 \n")).rounds.at(0));
  EXPECT_FALSE(judged.legal);
  EXPECT_EQ(judged.remarks.at(0).line, 20);
  EXPECT_EQ(judged.remarks.at(0).text.substr(0, 19), "event 6: RULES 7.3:");
  EXPECT_EQ(judged.record.result->score, (PerTeam<Points>{{Points(65), Points(35)}}));
}

TEST(Tch, LinesThatAreLostDoubledOrSwappedAreReportedWhereTheRulesFailFirst) {
  const std::string text = sample("one_round_no_tichu");
  const auto remark = [](const std::string& log) {
    const TchLog read = read_tch(log);
    EXPECT_TRUE(read.errors.empty());
    const TchRemark first = judge_tch_round(read.rounds.at(0)).remarks.at(0);
    return std::to_string(first.line) + ": " + first.text;
  };
  const std::string not_its_turn = "RULES 6.4: it is not the seat's turn, and it may not bomb now";
  EXPECT_EQ(remark(replaced(text, "(1)player1 passt.\n", "")), "19: event 5: " + not_its_turn);
  EXPECT_EQ(remark(replaced(text, "(2)player2: G2 \n", "(2)player2: G2 \n(2)player2: B2 \n")),
            "21: event 7: " + not_its_turn);
  EXPECT_EQ(remark(replaced(text, "(2)player2: G2 \n(3)player3: GK \n", "(3)player3: GK \n(2)player2: G2 \n")),
            "20: event 6: " + not_its_turn);
  EXPECT_EQ(remark(replaced(text, "(0)player0 passt.\n", "(0)player0 passt.\n(0)player0 passt.\n")),
            "27: event 12: RULES 6.2: the leader must play");
}

TEST(Tch, CardsReadBack) {
  std::set<std::string> texts;
  for (int index = 0; index < Card::Count; ++index) {
    const Card card = Card::from_index(index);
    EXPECT_EQ(parse_tch_card(to_tch(card)), card);
    texts.insert(to_tch(card));
  }
  EXPECT_EQ(texts.size(), 56u);
  EXPECT_EQ(to_tch(Card(Rank::Jack, Suit::Pagoda)), "BB");
  EXPECT_EQ(to_tch(Card(Rank::Ten, Suit::Star)), "R10");
  for (const char* wrong : {"", "B", "S1", "S11", "X5", "Mah", "s5"}) EXPECT_FALSE(parse_tch_card(wrong)) << wrong;
}

TEST(Tch, ChangedLogsNeverCrash) {
  Random random(7);
  const std::string text = sample("two_rounds_grand_tichus_diff_seats");
  const auto below = [&](std::size_t bound) { return random.below(static_cast<std::uint32_t>(bound)); };
  std::size_t errors = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    std::string changed = text;
    for (std::uint32_t change = 0; change <= random.below(3); ++change) {
      const std::size_t at = below(changed.size());
      switch (random.below(3)) {
        case 0:
          changed[at] = static_cast<char>(random.below(256));
          break;
        case 1:
          changed.erase(at, below(40));
          break;
        default:
          changed.insert(at, changed.substr(below(changed.size()), below(40)));
          break;
      }
    }
    const TchLog log = read_tch(changed);
    errors += log.errors.size();
    for (const TchRound& round : log.rounds) EXPECT_LE(judge_tch_round(round).remarks.size(), 3u);
  }
  EXPECT_GT(errors, 1000u);
}

}  // namespace
}  // namespace tichu::arena
