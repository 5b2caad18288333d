#include "engine/legality.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/engine/arranged_round.h"

namespace tichu {
namespace {

using test::cards;
using test::combination;

std::string clause(const PlayQuery& situation, const Combination& play, Rank wish = Rank::None) {
  return std::string(judge_play(situation, play, wish).clause);
}

// RULES 4.1, 4.3, 4.4, 5.1, 5.2, 5.3, 6.2, 6.4, 7.1, 7.3, 7.5: each verdict names the clause that is broken.
TEST(Legality, ARefusedPlayNamesTheClauseThatItBreaks) {
  const CardSet hand = cards("3j 3s 4j 5j 6j 7j 8s Kj Ks Phx Drg Dog Mah Ap");
  const PlayQuery lead{.hand = hand, .table = {}};
  PlayQuery on = lead;
  on.table = combination("9j 9s");
  Combination wrong = combination("3j 3s");
  wrong.cards = cards("3j 4j");
  EXPECT_EQ(clause(lead, wrong), "4.1");
  wrong.cards = cards("3j 8s Phx");
  EXPECT_EQ(clause(lead, wrong), "4.3");
  wrong.cards = cards("3j Drg");
  EXPECT_EQ(clause(lead, wrong), "4.4");
  EXPECT_EQ(clause(on, combination("3j 3s")), "5.1");
  EXPECT_EQ(clause(on, combination("Kj")), "5.1");
  EXPECT_EQ(clause(on, combination("Dog")), "7.5");
  EXPECT_EQ(clause(on, combination("2j 2s")), "6.2");
  EXPECT_EQ(clause(on, combination("Kj Ks")), "");
  on.table = combination("As");
  EXPECT_EQ(clause(on, combination("Kj")), "5.2");
  on.table = combination("2j 2s 2p 2t");
  EXPECT_EQ(clause(on, combination("Kj Ks")), "5.3");
  EXPECT_EQ(clause(lead, combination("Kj"), Rank::Two), "7.1");
  on.table = combination("2s");
  on.wish = Rank::King;
  EXPECT_EQ(clause(on, combination("Ap")), "7.3");
  on.out_of_turn = true;
  EXPECT_EQ(clause(on, combination("Ap")), "6.4");
  EXPECT_EQ(clause(on, combination("3j 4j 5j 6j 7j")), "");
}

// RULES 5.3
TEST(Legality, ABombThatDoesNotBeatTheBombOnTheTableIsRefused) {
  const PlayQuery situation{.hand = cards("3j 3s 3p 3t"), .table = combination("4j 4s 4p 4t")};
  EXPECT_EQ(clause(situation, combination("3j 3s 3p 3t")), "5.3");
}

// RULES 6.2, 7.3
TEST(Legality, PassingIsRefusedOnALeadAndWhereAWishBinds) {
  EXPECT_EQ(judge_pass({.hand = cards("3j"), .table = {}}).clause, "6.2");
  PlayQuery situation{.hand = cards("9j"), .table = combination("3s"), .wish = Rank::Nine};
  EXPECT_EQ(judge_pass(situation).clause, "7.3");
  situation.table = combination("Ts");
  EXPECT_TRUE(judge_pass(situation).ok());
}

// RULES 7.3: what is asked is one legal play with the rank, whatever it takes.
TEST(Legality, AWishBindsThroughEveryTypeOfCombination) {
  EXPECT_TRUE(wish_binds(cards("9j"), {}, Rank::Nine));
  EXPECT_TRUE(wish_binds(cards("9j Phx"), combination("8j 8s"), Rank::Nine));
  EXPECT_FALSE(wish_binds(cards("9j Tj"), combination("8j 8s"), Rank::Nine));
  EXPECT_TRUE(wish_binds(cards("9j 9p Phx"), combination("8j 8s 8p"), Rank::Nine));
  EXPECT_TRUE(wish_binds(cards("9j Tj Ts Tp Phx"), combination("8j 8s 8p 2j 2s"), Rank::Nine));
  EXPECT_FALSE(wish_binds(cards("9j Tj Ts Phx"), combination("8j 8s 8p 2j 2s"), Rank::Nine));
  EXPECT_TRUE(wish_binds(cards("9j 9s Tj Phx"), combination("8j 8s 9p 9t"), Rank::Nine));
  EXPECT_FALSE(wish_binds(cards("9j 9s 8j Phx"), combination("8t 8s 9p 9t"), Rank::Nine));
  EXPECT_TRUE(wish_binds(cards("9j 9s 9p 9t"), combination("Drg"), Rank::Nine));
  EXPECT_TRUE(wish_binds(cards("5j 6j 7j 8j 9j"), combination("As Ap"), Rank::Seven));
  EXPECT_FALSE(wish_binds(cards("5j 6j 7j 8j 9j"), combination("4s 5s 6s 7s 8s 9s"), Rank::Seven));
}

}  // namespace
}  // namespace tichu
