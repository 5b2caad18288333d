#include "arena/analysis/round_luck.h"

#include <gtest/gtest.h>

#include <cmath>

#include "arena/analysis/decision_walk.h"
#include "engine/deal.h"
#include "engine/record.h"
#include "sdk/search/noisy_policy.h"
#include "tests/arena/record/random_record.h"

namespace tichu::arena {
namespace {

constexpr LuckSettings Cheap{8, 4};

double sign_of(Seat seat) { return seat.team() == Team::A ? 1 : -1; }

/// The luck of a whole record.
tl::expected<RoundLuck, std::string> read_luck(const Record& record, const LuckSettings& settings, std::uint64_t seed) {
  LuckReader reader(settings, seed);
  if (record.deal.is_complete()) reader.begin(Round(record.deal, record.rules));
  return walk_decisions(record, [&](const Decision& decision, const Observation& seen) { reader.add(decision, seen); })
      .map([&](const RoundResult& result) { return reader.finish(result); });
}

TEST(RoundLuck, SumsExactlyToTheScoreInEveryPreset) {
  for (std::uint64_t index = 0; index < 60; ++index) {
    const Record record = random_record(31, index, presets()[index % presets().size()].rules);
    std::vector<Seat> seats;
    const auto ended =
        walk_decisions(record, [&](const Decision& decision, const Observation&) { seats.push_back(decision.seat); });
    ASSERT_TRUE(ended);
    const auto luck = read_luck(record, Cheap, index);
    ASSERT_TRUE(luck);
    ASSERT_EQ(luck->decisions.size(), seats.size());
    double sum = luck->cards;
    for (std::size_t i = 0; i < seats.size(); ++i) {
      sum += sign_of(seats[i]) * (luck->decisions[i].skill + luck->decisions[i].guess);
    }
    const double margin = (ended->score[Team::A] - ended->score[Team::B]).value();
    ASSERT_EQ(sum, margin) << index;
    ASSERT_EQ(luck->margin, margin);
    ASSERT_EQ(luck->cards + luck->skill + luck->guess, margin);
  }
}

TEST(RoundLuck, IsTheSameEveryTime) {
  const Record record = random_record(32, 1);
  const auto one = read_luck(record, Cheap, 7);
  const auto same = read_luck(record, Cheap, 7);
  ASSERT_TRUE(one && same);
  EXPECT_EQ(one->cards, same->cards);
  EXPECT_EQ(one->skill, same->skill);
}

/// Turns a record by one seat: everybody's right-hand neighbour gets what they had.
Record turned(const Record& record) {
  Record other = record;
  for (const Seat seat : AllSeats) other.deal.cards[seat.next()] = record.deal.cards[seat];
  return other;
}

// The four seats play alike, so what a deal is worth changes its sign, but for chance, with the teams.
TEST(RoundLuck, OfTheCardsHasNoSide) {
  double sum = 0;
  double squares = 0;
  constexpr int Deals = 60;
  for (std::uint64_t index = 0; index < Deals; ++index) {
    const Record record = random_record(33, index);
    LuckReader reader({64, 0}, index);
    reader.begin(Round(record.deal, record.rules));
    LuckReader other({64, 0}, index);
    other.begin(Round(turned(record).deal, record.rules));
    const RoundResult nothing{};
    const double both = reader.finish(nothing).cards + other.finish(nothing).cards;
    sum += both;
    squares += both * both;
  }
  EXPECT_LT(std::abs(sum), 4 * std::sqrt(squares));
}

/// A round that the reference itself plays.
Record reference_round(std::uint64_t index, std::uint64_t key) {
  Record record;
  record.deal = deal(34, index);
  EventLog log;
  Round round(record.deal, record.rules, log);
  NoisyPolicy policy(key);
  for (Pending open = round.pending(); !open.seats.empty(); open = round.pending()) {
    const Seat seat = open.seats.first();
    round.apply(seat, policy.action(round, seat, open.question), log);
  }
  record.actions = recorded_actions(log);
  return record;
}

TEST(RoundLuck, FindsNoSkillBeyondChanceInTheReferenceItself) {
  double sum = 0;
  double squares = 0;
  for (std::uint64_t index = 0; index < 40; ++index) {
    const auto luck = read_luck(reference_round(index, index * 977 + 5), {8, 16}, index);
    ASSERT_TRUE(luck);
    sum += luck->skill;
    squares += luck->skill * luck->skill;
  }
  EXPECT_LT(std::abs(sum), 4 * std::sqrt(squares));
}

TEST(DecisionWalk, RefusesARoundThatBreaksOffOrBreaksTheRules) {
  Record record = random_record(35, 0);
  const auto ignore = [](const Decision&, const Observation&) {};
  ASSERT_TRUE(walk_decisions(record, ignore));
  Record broken = record;
  broken.actions.pop_back();
  broken.actions.pop_back();
  EXPECT_FALSE(walk_decisions(broken, ignore));
  Record failed = record;
  failed.failure = RecordFailure{Seat(1), "timeout", "too late"};
  EXPECT_FALSE(walk_decisions(failed, ignore));
}

TEST(DecisionWalk, ShowsLegalChoicesWithWhatTheSeatKnew) {
  for (std::uint64_t index = 0; index < 100; ++index) {
    const Record record = random_record(36, index, presets()[index % presets().size()].rules);
    PerSeat<int> tichu;
    const auto ended = walk_decisions(record, [&](const Decision& decision, const Observation& seen) {
      tichu[decision.seat] += decision.category == DecisionCategory::Tichu ? 1 : 0;
      ASSERT_EQ(seen.hand, decision.before.hand(decision.seat)) << index;
      if (decision.question == Question::Tichu) {
        ASSERT_TRUE(decision.before.may_call_tichu(decision.seat));
      } else {
        ASSERT_TRUE(decision.before.is_legal(decision.seat, decision.played.action)) << index;
      }
    });
    ASSERT_TRUE(ended);
    for (const Seat seat : AllSeats) ASSERT_LE(tichu[seat], 1) << index;
  }
}

TEST(DecisionWalk, ShowsEveryPushAndEveryCallOfGrandTichu) {
  int pushes = 0;
  int called = 0;
  int in_record = 0;
  for (std::uint64_t index = 0; index < 100; ++index) {
    const Record record = random_record(37, index);
    for (const RecordedAction& each : record.actions) in_record += each.action.kind == ActionKind::CallGrandTichu;
    ASSERT_TRUE(walk_decisions(record, [&](const Decision& decision, const Observation&) {
      pushes += decision.category == DecisionCategory::Push ? 1 : 0;
      called += decision.category == DecisionCategory::GrandTichu && decision.played.call ? 1 : 0;
    }));
  }
  EXPECT_EQ(pushes, 400);
  EXPECT_EQ(called, in_record);
}

}  // namespace
}  // namespace tichu::arena
