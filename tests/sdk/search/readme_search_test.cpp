#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "engine/notation.h"
#include "sdk/bot.h"
#include "sdk/search/determinize.h"
#include "sdk/search/light_policy.h"

namespace {

// As sdk/README.md has it.
tichu::Play best_play(const tichu::Observation& seen, const tichu::PlayList& plays, tichu::Random& random) {
  const tichu::HiddenCards hidden = tichu::hidden_cards(seen);
  tichu::LightPolicy policy;
  std::vector<int> sums(static_cast<std::size_t>(plays.size()));
  for (int guess = 0; guess < 100; ++guess) {
    const auto hands = tichu::guess_hands(hidden, random);
    if (!hands) continue;
    const tichu::Round now = tichu::imagine_round(seen, *hands, tichu::Question::Turn);
    for (int i = 0; i < plays.size(); ++i) {
      tichu::Round round = now;
      round.apply(tichu::Seat(0), tichu::Action::play_cards(plays[i]));
      tichu::play_out(round, policy);
      const auto score = round.result().score;
      sums[static_cast<std::size_t>(i)] += (score[tichu::Team::A] - score[tichu::Team::B]).value();
    }
  }
  return plays[static_cast<int>(std::max_element(sums.begin(), sums.end()) - sums.begin())];
}

// The partner is first out. A pair is on nobody's hand: whoever leads the sixes goes out with the four next, for a
// double victory; the four meets the ace or the queen of a seat that then goes out itself.
TEST(ReadmeSearch, TheSearchOfTheReadmeFindsTheDoubleVictory) {
  tichu::Observation seen{};
  seen.stage = tichu::Stage::Play;
  seen.hand = *tichu::parse_cards("4j 6s 6t");
  seen.hand_size = {{3, 2, 0, 2}};
  seen.played[tichu::Side::Partner] = tichu::CardSet::deck() - seen.hand - *tichu::parse_cards("5s Qs 8t Aj");
  seen.out = {tichu::Side::Partner};
  seen.out_count = 1;
  tichu::PlayList plays;
  tichu::canonical_plays(tichu::PlayQuery::turn(seen), plays);
  tichu::Random random(1);
  const tichu::Play play = best_play(seen, plays, random);
  ASSERT_TRUE(play);
  EXPECT_EQ(tichu::to_text(*play), "6s 6t");
}

}  // namespace
