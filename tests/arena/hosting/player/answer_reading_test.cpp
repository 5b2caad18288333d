#include "arena/hosting/player/answer_reading.h"

#include <gtest/gtest.h>

#include "engine/notation.h"

namespace tichu::arena {
namespace {

Observation at_table(const char* hand, const char* table) {
  Observation seen;
  seen.stage = Stage::Play;
  seen.hand = *parse_cards(hand);
  if (*table != '\0') seen.table = *parse_combination(table);
  return seen;
}

protocol::Answer cards(const char* text, Rank phoenix_as = Rank::None) {
  protocol::Answer answer;
  answer.cards = *parse_cards(text);
  answer.phoenix_as = phoenix_as;
  return answer;
}

TEST(ReadAnswer, NoCardsOnATurnAreAPass) {
  const auto read = read_answer(Question::Turn, {}, at_table("2j 3s", "Kj"));
  EXPECT_EQ(read->action, Action::pass());
}

TEST(ReadAnswer, NoCardsInABombWindowDecline) {
  const auto read = read_answer(Question::Bomb, {}, at_table("2j 3s", "Kj"));
  EXPECT_EQ(read->action, Action::no_bomb());
}

TEST(ReadAnswer, ThePhoenixStandsForTheHighestRankWhereNothingIsSaid) {  // RULES 4.3
  const auto read = read_answer(Question::Turn, cards("5j 6s 7p 8t Phx"), at_table("5j 6s 7p 8t Phx", ""));
  EXPECT_EQ(read->action.play.phoenix_as, Rank::Nine);
  const auto low = read_answer(Question::Turn, cards("5j 6s 7p 8t Phx", Rank::Four), at_table("5j 6s 7p 8t Phx", ""));
  EXPECT_EQ(low->action.play.phoenix_as, Rank::Four);
}

TEST(ReadAnswer, CardsThatAreNoCombinationAreIllegalAndSaySo) {  // RULES 4.1
  const auto read = read_answer(Question::Turn, cards("2j 5s"), at_table("2j 5s", ""));
  const Fault& fault = read.error();
  EXPECT_EQ(fault.kind, FaultKind::IllegalAction);
  EXPECT_EQ(fault.text, "played 2j 5s, which is no combination (RULES 4.1)");
}

TEST(ReadAnswer, ACallAndAWishGoAlongWithATurn) {
  protocol::Answer answer = cards("Mah");
  answer.call = true;
  answer.wish = Rank::Ten;
  const Answer read = read_answer(Question::Turn, answer, at_table("Mah", "")).value();
  EXPECT_TRUE(read.call);
  EXPECT_EQ(read.action.wish, Rank::Ten);
}

TEST(ReadAnswer, GrandTichuIsCalledOrNot) {
  protocol::Answer answer;
  EXPECT_EQ(read_answer(Question::GrandTichu, answer, {})->action, Action::no_grand_tichu());
  answer.call = true;
  EXPECT_EQ(read_answer(Question::GrandTichu, answer, {})->action, Action::call_grand_tichu());
}

TEST(CheckForm, EveryByteOfAPushIsAcceptedOrRefusedWithoutHarm) {
  int accepted = 0;
  for (int code = 0; code < 256; ++code) {
    tichu_answer answer{};
    answer.push[0] = static_cast<std::uint8_t>(code);
    answer.push[1] = 2;
    answer.push[2] = 3;
    if (check_form(Question::Push, answer).has_value()) ++accepted;
  }
  EXPECT_EQ(accepted, Card::Count - 2);
}

TEST(CheckForm, EveryWishAndPhoenixIsARankOrNone) {
  for (int rank = 0; rank < 256; ++rank) {
    tichu_answer answer{};
    answer.wish = static_cast<std::uint8_t>(rank);
    const bool exists = rank == 0 || (rank >= 2 && rank <= 14);
    EXPECT_EQ(check_form(Question::Turn, answer).has_value(), exists) << rank;
    answer.wish = 0;
    answer.combination.phoenix_as = static_cast<std::uint8_t>(rank);
    EXPECT_EQ(check_form(Question::Turn, answer).has_value(), exists) << rank;
  }
}

}  // namespace
}  // namespace tichu::arena
