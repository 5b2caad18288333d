#include "sdk/search/world_guesser.h"

#include <gtest/gtest.h>

#include "engine/deal.h"
#include "sdk/search/determinize.h"
#include "tests/engine/watched_rounds.h"

namespace tichu {
namespace {

TEST(WorldGuesser, GuessesARoundAtTheSameDecisionWithTheOwnHand) {
  tests::watch_rounds(6, 78, 200, [](const Observation& seen, Question asked, const Round& round, Seat seat) {
    Random random(3, seen.event_count);
    const auto guessed = WorldGuesser(seen, asked).guess(random);
    ASSERT_TRUE(guessed);
    ASSERT_EQ(guessed->hand(Seat(0)), round.hand(seat));
    ASSERT_EQ(guessed->pending().question, asked);
    ASSERT_TRUE(guessed->pending().seats.contains(Seat(0)));
    ASSERT_EQ(guessed->table(), round.table());
    CardSet others;
    for (const Side side : OtherSides) {
      ASSERT_EQ(guessed->hand(Seat(0).at(side)).size(), round.hand(seat.at(side)).size());
      others |= guessed->hand(Seat(0).at(side));
    }
    ASSERT_TRUE(seen.unseen().contains_all(others));
  });
}

TEST(WorldGuesser, KnowsThatTheLastGiftOfADragonComesAfterThePlay) {
  int gifts = 0;
  tests::watch_rounds(6, 78, 20000, [&](const Observation& seen, Question asked, const Round& round, Seat seat) {
    if (asked != Question::GiveDragon || seen.stage != Stage::Over) return;
    ++gifts;
    Random random(6, seen.event_count);
    const auto guessed = WorldGuesser(seen, asked).guess(random);
    ASSERT_TRUE(guessed);
    ASSERT_EQ(guessed->pending().question, Question::GiveDragon);
    for (const Side side : AllSides) {
      ASSERT_EQ(guessed->hand(Seat(0).at(side)).size(), round.hand(seat.at(side)).size());
    }
  });
  EXPECT_GT(gifts, 0);
}

TEST(WorldGuesser, DoesNotDependOnCardsThatTheSeatCannotKnow) {
  // The guess is a function of observation and chance alone; here the pushes of the others are known to nobody.
  tests::watch_rounds(6, 78, 30, [](const Observation& seen, Question asked, const Round&, Seat) {
    const Observation copy = seen;
    Random one(4, seen.event_count);
    Random other(4, seen.event_count);
    ASSERT_EQ(WorldGuesser(seen, asked).guess(one), WorldGuesser(copy, asked).guess(other));
  });
}

TEST(WorldGuesser, GuessesInThePlayWhatExplainsWhatSeatsDid) {
  const auto explained = [](const Belief& belief, const PerSide<CardSet>& hands) {
    double sum = 0;
    for (const Side side : OtherSides) sum += static_cast<double>(belief.log_likelihood(side, hands[side]));
    return sum;
  };
  double guessed = 0;
  double dealt_evenly = 0;
  int guesses = 0;
  tests::watch_rounds(6, 78, 60, [&](const Observation& seen, Question asked, const Round&, Seat) {
    if (seen.stage != Stage::Play) return;
    Random random(9, seen.event_count);
    const auto round = WorldGuesser(seen, asked).guess(random);
    const auto even = guess_hands(hidden_cards(seen), random);
    ASSERT_TRUE(round && even);
    PerSide<CardSet> hands;
    for (const Side side : OtherSides) hands[side] = round->hand(Seat(0).at(side));
    const Belief belief(seen);
    guessed += explained(belief, hands);
    dealt_evenly += explained(belief, *even);
    ++guesses;
  });
  EXPECT_GT(guesses, 500);
  EXPECT_GT(guessed, dealt_evenly + guesses);  // of each, more than e times as likely
}

TEST(WorldGuesser, TakesCallersToHoldBetterCards) {
  Observation seen{};
  seen.stage = Stage::BeforePush;
  for (int i = 0; i < Deal::HandCards; ++i) seen.hand.insert(Card::from_index(3 * i));
  for (const Card card : seen.hand) {
    if (seen.first_eight.size() < Deal::FirstCards) seen.first_eight.insert(card);
  }
  const auto high_cards = [&](Call call) {
    seen.calls[Side::Partner] = call;
    int count = 0;
    for (std::uint64_t i = 0; i < 500; ++i) {
      Random random(8, i);
      const CardSet hand = WorldGuesser(seen, Question::Push).guess(random)->hand(Seat(2));
      count +=
          hand.count(Rank::Ace) + (hand.contains(Card::dragon()) ? 1 : 0) + (hand.contains(Card::phoenix()) ? 1 : 0);
    }
    return count;
  };
  EXPECT_GT(high_cards(Call::GrandTichu), high_cards(Call::None) * 5 / 4);
}

TEST(DoAnswer, LeavesTheRoundAsItIsIfACallIsRefused) {
  tests::watch_rounds(6, 78, 20, [](const Observation& seen, Question asked, const Round&, Seat) {
    if (asked != Question::Turn || !seen.may_call_tichu()) return;
    Random random(5, seen.event_count);
    const auto guessed = WorldGuesser(seen, Question::Tichu).guess(random);
    ASSERT_TRUE(guessed);
    Round refused = *guessed;
    do_answer(refused, Question::Tichu, Answer{});
    ASSERT_EQ(refused, *guessed);
    Answer calls;
    calls.call = true;
    do_answer(refused, Question::Tichu, calls);
    ASSERT_EQ(refused.call(Seat(0)), Call::Tichu);
  });
}

}  // namespace
}  // namespace tichu
