#include "engine/combination.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/notation.h"
#include "tests/engine/arranged_round.h"
#include "tests/engine/reference_classifier.h"

namespace tichu {
namespace {

using test::cards;
using test::combination;

/// "straight 9 Phx=9, straight 8 Phx=4": all readings, or "nothing".
std::string read_as(std::string_view text) {
  const Readings found = readings(cards(text));
  std::string result;
  for (int i = 0; i < found.count; ++i) {
    const Combination& reading = found.options[static_cast<std::size_t>(i)];
    result += result.empty() ? "" : ", ";
    result += std::string(to_text(reading.kind)) + ' ' + to_text(reading.rank);
    if (reading.phoenix_as != Rank::None) result += " Phx=" + to_text(reading.phoenix_as);
  }
  return result.empty() ? "nothing" : result;
}

// RULES 4.1
TEST(Combination, EachTypeIsToldByItsCards) {
  EXPECT_EQ(read_as("4j"), "single 4");
  EXPECT_EQ(read_as("Mah"), "single 1");
  EXPECT_EQ(read_as("Kj Ks"), "pair K");
  EXPECT_EQ(read_as("4j 4s 4t"), "triple 4");
  EXPECT_EQ(read_as("Jj Js Qj Qs Kj Ks"), "stairs K");
  EXPECT_EQ(read_as("2j 2s 3j 3s 4j 4s 5j 5s 6j 6s 7j 7s 8j 8s"), "stairs 8");
  EXPECT_EQ(read_as("2j 2s 2p Jj Js"), "full_house 2");
  EXPECT_EQ(read_as("2j 3j 4j 5j 6s"), "straight 6");
  EXPECT_EQ(read_as("Mah 2j 3j 4j 5j 6j 7j 8j 9j Tj Jj Qj Kj Aj"), "straight A");
}

// RULES 4.1
TEST(Combination, NearMissesAreNothing) {
  for (const char* text :
       {"4j 5j", "2j 2s 3j", "2j 3j 4j 5s", "2j 3j 4j 5j 7s", "Aj 2j 3j 4j 5s", "2j 2s 4j 4s", "2j 2s 2p 3j 3s 3p",
        "2j 2s 3j 3s 3p 4j", "2j 2s 3j 3s 4j", "Mah 2j", "2j 2s 2p 2t 3j", "Mah 2j 2s", "2j 3j 4j 5s 5p 6j"}) {
    EXPECT_EQ(read_as(text), "nothing") << text;
  }
}

// RULES 4.2
TEST(Combination, QuadsAndSuitedStraightsAreBombsAndNothingElseIs) {
  EXPECT_EQ(read_as("8j 8s 8p 8t"), "quad 8");
  EXPECT_EQ(read_as("2j 3j 4j 5j 6j"), "straight_flush 6");
  EXPECT_EQ(read_as("2j 3j 4j 5j 6j 7j 8j 9j Tj Jj Qj Kj Aj"), "straight_flush A");
  EXPECT_TRUE(combination("8j 8s 8p 8t").is_bomb());
  EXPECT_TRUE(combination("2j 3j 4j 5j 6j").is_bomb());
  EXPECT_FALSE(combination("2j 3j 4j 5j 6s").is_bomb());
}

// RULES 4.2
TEST(Combination, AStraightWithTheMahjongOrThePhoenixIsNoBomb) {
  EXPECT_EQ(read_as("Mah 2j 3j 4j 5j"), "straight 5");
  EXPECT_EQ(read_as("4j 5j 6j Phx 8j"), "straight 8 Phx=7");
}

// RULES 4.3
TEST(Combination, ThePhoenixStandsForAMissingRank) {
  EXPECT_EQ(read_as("5j Phx"), "pair 5 Phx=5");
  EXPECT_EQ(read_as("5j 5s Phx"), "triple 5 Phx=5");
  EXPECT_EQ(read_as("8j 8s 9j Phx"), "stairs 9 Phx=9");
  EXPECT_EQ(read_as("8j 8s 8p 9j Phx"), "full_house 8 Phx=9");
  EXPECT_EQ(read_as("3j 4j Phx 6j 7s"), "straight 7 Phx=5");
}

// RULES 4.3
TEST(Combination, ThePhoenixHasTwoReadingsWhereTwoRanksWouldDoTheHighestFirst) {
  EXPECT_EQ(read_as("5j 6j 7j 8j Phx"), "straight 9 Phx=9, straight 8 Phx=4");
  EXPECT_EQ(read_as("Kj Ks Tj Ts Phx"), "full_house K Phx=K, full_house T Phx=T");
  EXPECT_EQ(read_as("Tj Jj Qj Kj Phx"), "straight A Phx=A, straight K Phx=9");
}

// RULES 4.3
TEST(Combination, AtTheEndsOfTheRanksThePhoenixHasOneReading) {
  EXPECT_EQ(read_as("Jj Qj Kj Aj Phx"), "straight A Phx=T");
  EXPECT_EQ(read_as("2j 3j 4j 5j Phx"), "straight 6 Phx=6");
  EXPECT_EQ(read_as("Mah 2j 3j 4j Phx"), "straight 5 Phx=5");
  EXPECT_EQ(read_as("Mah Phx 3j 4j 5j"), "straight 5 Phx=2");
}

// RULES 4.3
TEST(Combination, ThePhoenixIsNoSpecialCardNoBombAndNoFifthOfARank) {
  for (const char* text : {"8j 8s 8p Phx", "8j 8s 8p 8t Phx", "Mah Phx", "Drg Phx", "Dog Phx", "2j 3j 4j Phx",
                           "Phx 3j 4j 5j", "2j 3j 4j 5j Phx 8j"}) {
    EXPECT_EQ(read_as(text), "nothing") << text;
  }
}

// RULES 4.3
TEST(Combination, ANamedRankIsTakenAndAnImpossibleOneRefused) {
  const CardSet open = cards("5j 6j 7j 8j Phx");
  EXPECT_EQ(read_combination(open, {}, Rank::Four)->rank, Rank::Eight);
  EXPECT_EQ(read_combination(open, {}, Rank::Nine)->rank, Rank::Nine);
  EXPECT_EQ(read_combination(open, {})->rank, Rank::Nine);
  EXPECT_FALSE(read_combination(open, {}, Rank::Five));
  EXPECT_FALSE(read_combination(cards("5j 5s"), {}, Rank::Five));
}

// RULES 4.4
TEST(Combination, DragonAndDogAreSinglesOnly) {
  EXPECT_EQ(read_as("Drg"), "single D");
  EXPECT_EQ(read_as("Dog"), "single -");
  for (const char* text : {"Drg Phx", "Dog Phx", "Drg Dog", "Dog Mah", "Drg Kj", "Tj Jj Qs Kj Aj Drg"}) {
    EXPECT_EQ(read_as(text), "nothing") << text;
  }
}

bool beats_text(std::string_view play, std::string_view table) {
  const Combination below = combination(table);
  return beats(combination(play, below), below);
}

// RULES 5.1
TEST(Combination, OnlyTheSameTypeAndLengthWithAHigherRankBeats) {
  EXPECT_TRUE(beats_text("7j 7s", "6j 6s"));
  EXPECT_FALSE(beats_text("6p 6t", "6j 6s"));
  EXPECT_FALSE(beats_text("2j 2s 2p", "Aj As"));
  EXPECT_TRUE(beats_text("5j 6s 7j 8j 9j", "3j 4s 5s 6j 7j"));
  EXPECT_FALSE(beats_text("5j 6s 7j 8j 9j Tj", "3j 4s 5s 6j 7j"));
  EXPECT_TRUE(beats_text("8j 8s 9j 9s", "4j 4s 5j 5s"));
  EXPECT_FALSE(beats_text("8j 8s 9j 9s Tj Ts", "4j 4s 5j 5s"));
  EXPECT_TRUE(beats_text("3j 3s 3p 2j 2s", "2p 2t 2j Aj As"));
}

// RULES 5.2
TEST(Combination, ALonePhoenixIsHalfAPointAboveTheSingleUnderIt) {
  const Combination ace = combination("Aj");
  const Combination on_ace = combination("Phx", ace);
  EXPECT_EQ(on_ace.half_points(), 29);
  EXPECT_TRUE(beats(on_ace, ace));
  EXPECT_FALSE(beats(ace, on_ace));
  EXPECT_TRUE(beats(combination("Drg"), on_ace));
  const Combination led = combination("Phx");
  EXPECT_EQ(led.half_points(), 3);
  EXPECT_TRUE(beats(combination("2j"), led));
  EXPECT_FALSE(beats(combination("Mah"), led));
  EXPECT_EQ(combination("Phx", combination("Mah")).half_points(), 3);
  const Combination on_seven = combination("Phx", combination("7j"));
  EXPECT_FALSE(beats(combination("7s"), on_seven));
  EXPECT_TRUE(beats(combination("8s"), on_seven));
}

// RULES 5.2
TEST(Combination, TheDragonIsTheHighestSingleAlsoForThePhoenix) {
  const Combination dragon = combination("Drg");
  EXPECT_TRUE(beats(dragon, combination("Aj")));
  EXPECT_FALSE(beats(combination("Phx", dragon), dragon));
  EXPECT_FALSE(beats_text("Mah", "2j"));
}

// RULES 5.3
TEST(Combination, BombsBeatAllElseAndEachOtherByLengthThenRank) {
  for (const char* table : {"Drg", "Aj As", "Aj As Ap Kj Ks", "9j Ts Jj Qj Kj Aj"}) {
    EXPECT_TRUE(beats_text("2j 2s 2p 2t", table)) << table;
  }
  EXPECT_TRUE(beats_text("3j 3s 3p 3t", "2j 2s 2p 2t"));
  EXPECT_FALSE(beats_text("2j 2s 2p 2t", "3j 3s 3p 3t"));
  EXPECT_TRUE(beats_text("2j 3j 4j 5j 6j", "Aj As Ap At"));
  EXPECT_FALSE(beats_text("Aj As Ap At", "2j 3j 4j 5j 6j"));
  EXPECT_TRUE(beats_text("2j 3j 4j 5j 6j 7j", "Ts Js Qs Ks As"));
  EXPECT_FALSE(beats_text("4j 5j 6j 7j 8j", "4s 5s 6s 7s 8s"));
  EXPECT_FALSE(beats_text("Aj As", "2j 2s 2p 2t"));
}

// RULES 5.1, 5.2, 5.3
TEST(Combination, BeatsAgreesWithTheSlowReferenceOnAllPairsOfPlays) {
  std::vector<Combination> plays;
  for (const char* hand :
       {"Mah Dog Phx Drg 2j 3j 4j 5j 6j 7j", "2j 2s 2p 2t 3j 3s 3p 3t Phx", "Tj Js Qj Kj Aj As Phx 9t"}) {
    for (const Combination& play : reference::all_plays(cards(hand))) plays.push_back(play);
  }
  for (const Combination& table : plays) {
    if (table.is_dog()) continue;
    for (const Combination& play : plays) {
      if (play.cards.intersects(table.cards)) continue;
      const std::optional<Combination> on_table = read_combination(play.cards, table, play.phoenix_as);
      ASSERT_TRUE(on_table);
      ASSERT_EQ(beats(*on_table, table), reference::beats(*on_table, table))
          << to_text(*on_table) << " on " << to_text(table);
    }
  }
}

// RULES 7.2: the Phoenix fulfils nothing.
TEST(Combination, OnlyANaturalCardOfTheRankFulfilsAWish) {
  EXPECT_TRUE(combination("5j Phx").fulfils(Rank::Five));
  EXPECT_FALSE(combination("4j 6s 7j 8j Phx").fulfils(Rank::Five));
  EXPECT_FALSE(combination("Mah").fulfils(Rank::One));
  EXPECT_FALSE(combination("Phx").fulfils(Rank::None));
}

}  // namespace
}  // namespace tichu
