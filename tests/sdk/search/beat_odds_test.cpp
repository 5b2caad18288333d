#include "sdk/search/beat_odds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "engine/follow.h"
#include "engine/notation.h"
#include "engine/random.h"
#include "tests/engine/arranged_round.h"

namespace tichu {
namespace {

using test::cards;

float odds(CardSet unseen, const Combination& play, int count) {
  const UnseenCards cards(unseen);
  return BeatOdds(cards, count).beats(play);
}

float odds(const std::string& unseen, const std::string& play, int count) {
  return odds(cards(unseen), *parse_combination(play), count);
}

TEST(BeatOdds, AreZeroForWhatNoUnseenCardsBeat) {
  EXPECT_EQ(odds("2j 3j 9s Ks", "As", 2), 0);
  EXPECT_EQ(odds("2j 2s 3j 9s Ks Kj", "As At", 4), 0);
  EXPECT_EQ(odds("Aj As Phx", "Drg", 2), 0);
  EXPECT_EQ(odds("Aj As Ap At", "3j 3s 3p 3t", 4), 0);
  EXPECT_EQ(odds("8j 9j Tj Jj Qj", "2j 3j 4j 5s 6t", 4), 0);  // too few cards in the hand
}

TEST(BeatOdds, ASingleIsBeatenWithTheChanceOfAHigherCard) {
  // One of four unseen cards is higher, and the seat holds two of the four.
  EXPECT_FLOAT_EQ(odds("2j 3j 4j As", "Ks", 2), 0.5f);
  EXPECT_FLOAT_EQ(odds("2j 3j As At", "Ks", 2), 0.75f);
}

TEST(BeatOdds, GiveTheSameAnswerAgain) {
  const CardSet cards_left = cards("2j 3j 4j As Qs Qj Kt Kp Phx");
  const UnseenCards unseen(cards_left);
  BeatOdds again(unseen, 5);
  for (int time = 0; time < 2; ++time) {
    for (const char* play : {"Phx", "Mah", "2j", "Kj", "2s 2t", "Jj Js", "Jj Js Jt"}) {
      EXPECT_EQ(again.beats(*parse_combination(play)), odds(cards_left, *parse_combination(play), 5)) << play;
    }
  }
}

/// A seat's cards, drawn from the unseen ones.
CardSet draw(CardSet unseen, int count, Random& random) {
  CardSet hand;
  for (; count > 0; --count) {
    std::uint64_t rest = unseen.bits();
    for (auto skip = random.below(static_cast<std::uint32_t>(unseen.size())); skip > 0; --skip) rest &= rest - 1;
    const Card card = CardSet(rest).first();
    hand.insert(card);
    unseen.erase(card);
  }
  return hand;
}

/// The estimate against the share of drawn hands that beat the play.
void expect_close(const std::string& play_text, double tolerance) {
  const Combination play = *parse_combination(play_text);
  const CardSet unseen = CardSet::deck() - play.cards - cards("2j 4s 7t 9p Qs Kt Aj");
  Random random(21);
  constexpr int Draws = 20000;
  int beaten = 0;
  for (int i = 0; i < Draws; ++i) beaten += can_follow(draw(unseen, 14, random), play) ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(odds(unseen, play, 14)), static_cast<double>(beaten) / Draws, tolerance) << play_text;
}

TEST(BeatOdds, AreCloseToTheShareOfHandsThatBeatThePlay) {
  for (const char* play : {"3j", "9j", "Qt", "Ks", "As"}) expect_close(play, 0.05);
  for (const char* play : {"3j 3s", "9j 9s", "Kj Ks"}) expect_close(play, 0.08);
  for (const char* play : {"3j 3s 3p", "Tj Ts Tp"}) expect_close(play, 0.1);
  for (const char* play : {"5j 5s 5p 3j 3s", "Tj Ts Tp 3j 3s"}) expect_close(play, 0.15);
  for (const char* play : {"3j 4j 5s 6p 7j", "6j 7j 8s 9j Tj", "3j 3s 4j 4p"}) expect_close(play, 0.25);
}

}  // namespace
}  // namespace tichu
