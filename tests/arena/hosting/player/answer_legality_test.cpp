#include "arena/hosting/player/answer_legality.h"

#include <gtest/gtest.h>

#include "engine/notation.h"

namespace tichu::arena {
namespace {

/// What is asked, what lies there, what a person answers, and by which clause it is refused; none: it is taken.
struct Case {
  Question question;
  const char* hand;
  const char* table;
  Rank wish;
  const char* play;  ///< empty: a pass
  const char* clause;
};

void PrintTo(const Case& given, std::ostream* out) {
  *out << given.hand << " on " << given.table << ": " << given.play;
}

class PersonsAnswer : public testing::TestWithParam<Case> {};

TEST_P(PersonsAnswer, IsTakenOrRefusedByItsClause) {
  const Case& given = GetParam();
  Observation seen;
  seen.stage = Stage::Play;
  seen.hand = *parse_cards(given.hand);
  if (*given.table != '\0') seen.table = *parse_combination(given.table);
  seen.wish = given.wish;
  Answer answer;
  answer.action = Action::play_cards({});
  answer.action.play.cards = *parse_cards(given.play);
  const auto judged = judge_answer(given.question, answer, seen);
  EXPECT_EQ(judged ? "" : judged.error().clause, given.clause) << (judged ? "" : judged.error().reason);
}

INSTANTIATE_TEST_SUITE_P(Cases, PersonsAnswer,
                         testing::Values(Case{Question::Turn, "7j 7s 9p", "5j 5s", Rank::None, "7j 7s", ""},
                                         Case{Question::Turn, "7j 7s 9p", "5j 5s", Rank::None, "", ""},
                                         Case{Question::Turn, "7j 7s 9p", "", Rank::None, "", "6.2"},
                                         Case{Question::Turn, "7j 7s 9p", "", Rank::None, "7j 9p", "4.1"},
                                         Case{Question::Turn, "7j 7s Dog", "", Rank::None, "7j Dog", "4.4"},
                                         Case{Question::Turn, "7j 9p Phx", "", Rank::None, "7j 9p Phx", "4.3"},
                                         Case{Question::Turn, "7j 7s 9p", "8j 8s", Rank::None, "7j 7s", "5.1"},
                                         Case{Question::Turn, "7j 7s 9p", "Ts", Rank::None, "9p", "5.2"},
                                         Case{Question::Turn, "7j 7s 9p", "", Rank::Seven, "9p", "7.3"},
                                         Case{Question::Turn, "7j 7s 9p", "5s", Rank::Seven, "", "7.3"},
                                         Case{Question::Turn, "7j 7s 9p", "", Rank::None, "8j", "6.2"},
                                         Case{Question::Bomb, "7j 7s 7p 7t", "Ks", Rank::None, "7j 7s 7p 7t", ""},
                                         Case{Question::Bomb, "7j 7s 7p 7t", "Ks", Rank::None, "", ""},
                                         Case{Question::Bomb, "7j 7s 7p 7t As", "Ks", Rank::None, "As", "6.4"}));

TEST(PersonsCall, IsRefusedOnceACardWasPlayed) {
  Observation seen;
  seen.stage = Stage::Play;
  Answer answer;
  answer.call = true;
  EXPECT_TRUE(judge_answer(Question::Tichu, answer, seen));
  seen.played[Side::Me] = *parse_cards("2j");
  EXPECT_EQ(judge_answer(Question::Tichu, answer, seen).error().clause, "3.3");
}

TEST(PersonsPush, NeedsCardsOfTheHand) {
  Observation seen;
  seen.hand = *parse_cards("2j 3j 4j");
  Answer answer;
  answer.action = Action::push_cards(*parse_card("2j"), *parse_card("3j"), *parse_card("4j"));
  EXPECT_TRUE(judge_answer(Question::Push, answer, seen));
  answer.action.push.to(Side::Left) = *parse_card("5j");
  EXPECT_EQ(judge_answer(Question::Push, answer, seen).error().clause, "3.4");
}

TEST(PersonsGift, GoesToAnOpponentWhoMayHaveIt) {
  Observation seen;
  Answer answer;
  answer.action = Action::give_dragon(Side::Right);
  EXPECT_TRUE(judge_answer(Question::GiveDragon, answer, seen));
  seen.rules.dragon_only_to_seat_with_cards = true;
  EXPECT_EQ(judge_answer(Question::GiveDragon, answer, seen).error().clause, "7.6");
  seen.hand_size[Side::Right] = 1;
  EXPECT_TRUE(judge_answer(Question::GiveDragon, answer, seen));
}

}  // namespace
}  // namespace tichu::arena
