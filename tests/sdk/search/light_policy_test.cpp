#include "sdk/search/light_policy.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "engine/notation.h"
#include "engine/position.h"
#include "engine/random_policy.h"
#include "tests/engine/arranged_round.h"

namespace tichu {
namespace {

using test::cards;

/// The middle of a round with seat 0 to act.
Position position_of(const std::array<std::string, 4>& hands) {
  Position position;
  for (const Seat seat : AllSeats) {
    position.hands[seat] = cards(hands[static_cast<std::size_t>(seat.number())]);
    position.has_played.insert(seat);
  }
  return position;
}

void lay(Position& position, const std::string& table, Seat owner) {
  position.table = *parse_combination(table);
  position.owner = owner;
  position.last_actor = owner;
  position.trick_points = position.table.cards.points().value();
}

std::string choice(const Position& position) {
  const Round round(position);
  LightPolicy policy;
  const Action action = policy.action(round, Seat(0), Question::Turn);
  return action.kind == ActionKind::Pass ? "pass" : to_text(action.play);
}

constexpr float Temperature = 0.5;

/// Calls `check(action, round, seat, question)` at each decision of rounds that the policy plays itself.
template <typename Check>
void play_rounds(int rounds, Check check, LightPolicy policy = LightPolicy()) {
  for (int index = 0; index < rounds; ++index) {
    const Rules rules = presets()[static_cast<std::size_t>(index) % presets().size()].rules;
    Round round(deal(61, static_cast<std::uint64_t>(index)), rules);
    for (Pending open = round.pending(); !open.seats.empty(); open = round.pending()) {
      const Seat seat = open.seats.first();
      const Action action = policy.action(round, seat, open.question);
      check(action, round, seat, open.question);
      if (::testing::Test::HasFatalFailure()) return;
      round.apply(seat, action);
    }
  }
}

void assert_legal(const Action& action, const Round& round, Seat seat, Question /*question*/) {
  const Legality verdict = round.judge(seat, action);
  ASSERT_TRUE(verdict.ok()) << to_text(action) << ": " << verdict.clause << " " << verdict.reason;
}

TEST(LightPolicy, ActsLegallyInEveryPreset) { play_rounds(4000, assert_legal); }

TEST(LightPolicy, RemembersNothingThatChangesADecision) {
  play_rounds(100, [](const Action& action, const Round& round, Seat seat, Question question) {
    LightPolicy fresh;
    ASSERT_EQ(fresh.action(round, seat, question), action);
  });
}

/// The same position with the cards of the other three dealt anew among them.
Round with_other_hands(const Round& round, Seat me, Random& random) {
  Position position;
  position.rules = round.rules();
  std::array<Card, Card::Count> deck;
  std::uint32_t size = 0;
  for (const Side side : OtherSides) {
    for (const Card card : round.hand(me.at(side))) deck[size++] = card;
  }
  for (std::uint32_t i = size; i > 1; --i) std::swap(deck[i - 1], deck[random.below(i)]);
  for (const Seat seat : AllSeats) {
    position.calls[seat] = round.call(seat);
    position.has_played.insert(seat);
    position.hands[seat] = round.hand(seat);
    if (seat == me) continue;
    position.hands[seat] = CardSet();
    for (int i = round.hand(seat).size(); i > 0; --i) position.hands[seat].insert(deck[--size]);
  }
  position.out_count = 4 - round.seats_in().size();
  position.wish = round.wish();
  position.table = round.table();
  position.owner = round.table_owner();
  position.trick_points = round.trick_points();
  position.passes = round.passes();
  position.to_act = me;
  return Round(position);
}

TEST(LightPolicy, DecidesByWhatItsSeatKnows) {
  Random random(5);
  play_rounds(200, [&](const Action& action, const Round& round, Seat seat, Question question) {
    if (question != Question::Turn) return;
    LightPolicy policy;
    ASSERT_EQ(policy.action(with_other_hands(round, seat, random), seat, question), action);
  });
}

TEST(LightPolicy, ActsLegallyIfItVariesItsPlays) {
  for (const float temperature : {Temperature, 50.0f}) {
    play_rounds(1000, assert_legal, LightPolicy(LightWeights{}, temperature));
  }
}

TEST(LightPolicy, VariesItsPlaysByItsKeyAndWhatItsSeatKnows) {
  Random random(7);
  int varied = 0;
  play_rounds(100, [&](const Action& action, const Round& round, Seat seat, Question question) {
    if (question != Question::Turn) return;
    const std::uint64_t key = random.next();
    LightPolicy one(LightWeights{}, Temperature);
    one.restart(key);
    LightPolicy other(LightWeights{}, Temperature);
    other.restart(key);
    const Action chosen = one.action(round, seat, question);
    ASSERT_EQ(other.action(with_other_hands(round, seat, random), seat, question), chosen);
    varied += chosen == action ? 0 : 1;
  });
  EXPECT_GT(varied, 100);
}

TEST(LightPolicy, TakesAPlayByTheExponentialOfItsRating) {
  const Round round(position_of({"3j 6s 6t 9j Ks", "Kj 4t 4s 8s 8t", "2j 2s 2t", "Jj Qj At"}));
  const LightWeights weights;
  const LightJudgement judgement(round, Seat(0), weights);
  const HandSplit split(round.hand(Seat(0)));
  std::map<std::string, double> expected;
  double sum = 0;
  for (const Combination& part : split.parts()) {
    sum += expected[to_text(part)] =
        std::exp(static_cast<double>(judgement.rate(part, judgement.cost(part), split) / Temperature));
  }
  constexpr int Drawn = 20000;
  std::map<std::string, int> counts;
  LightPolicy policy(weights, Temperature);
  for (int i = 0; i < Drawn; ++i) {
    policy.restart(static_cast<std::uint64_t>(i));
    ++counts[to_text(policy.action(round, Seat(0), Question::Turn).play)];
  }
  for (const auto& [play, weight] : expected) {
    const double share = weight / sum;
    const double error = std::sqrt(share * (1 - share) / Drawn);
    EXPECT_NEAR(counts[play] / static_cast<double>(Drawn), share, 5 * error + 0.001) << play;
  }
}

TEST(LightPolicy, LeavesThePartnersAceAlone) {
  Position position = position_of({"3j 5s 8t 9t Drg", "4j 4s 7t", "2j 2s 2t", "Jj Qj Ks"});
  lay(position, "As", Seat(2));
  EXPECT_EQ(choice(position), "pass");
}

TEST(LightPolicy, GoesOutWhenItCan) {
  Position position = position_of({"6s 6t", "4j 4s 7t", "2j 2s 2t", "Jj Qj Ks"});
  lay(position, "5j 5s", Seat(2));
  EXPECT_EQ(choice(position), "6s 6t");
}

TEST(LightPolicy, LeadsItsWinnersBeforeItsOneLoser) {
  EXPECT_NE(choice(position_of({"Drg As 4j", "4s 7t Kj", "2j 2s 2t", "Jj Qj Ks"})), "4j");
}

TEST(LightPolicy, LeadsNoLowSingleToAnOpponentWithOneCard) {
  EXPECT_EQ(choice(position_of({"3j 6s 6t 9j", "Kj", "2j 2s 2t", "Jj Qj Ks"})), "6s 6t");
}

TEST(LightPolicy, BombsTheOpponentWhoWouldGoOut) {
  Position position = position_of({"3j 6s 6t 9j 8j 8s 8p 8t", "Kj 4t 4s", "2j 2s 2t", "Jj"});
  lay(position, "As", Seat(3));
  EXPECT_EQ(choice(position), "8j 8s 8p 8t");
}

TEST(LightPolicy, FulfilsAWishThatBinds) {
  Position position = position_of({"3j 6s 9j Ks As", "Kj 4t 4s", "2j 2s 2t", "Jj Qj Qs"});
  lay(position, "5s", Seat(3));
  position.wish = Rank::King;
  EXPECT_EQ(choice(position), "Ks");
}

/// The mean margin a round over RandomPolicy; each deal is played twice, the teams exchanged.
double margin_over_random(int deals) {
  LightPolicy light;
  RandomPolicy random{Random(6)};
  double sum = 0;
  for (int index = 0; index < deals; ++index) {
    for (const Team team : {Team::A, Team::B}) {
      Round round(deal(62, static_cast<std::uint64_t>(index)), Rules{});
      for (Pending open = round.pending(); !open.seats.empty(); open = round.pending()) {
        const Seat seat = open.seats.first();
        const bool is_light = seat.team() == team;
        round.apply(seat,
                    is_light ? light.action(round, seat, open.question) : random.action(round, seat, open.question));
      }
      const PerTeam<Points> score = round.result().score;
      sum += (score[team] - score[opponent(team)]).value();
    }
  }
  return sum / (2 * deals);
}

TEST(LightPolicy, BeatsRandomPlayByMoreThanAHundredPointsARound) { EXPECT_GT(margin_over_random(500), 100); }

TEST(LightPush, GivesTheHighestSpareCardToThePartnerAndTheLowestToTheOpponents) {
  const PushedCards push = light_push(cards("2j 3s 5j 5s 6j 6s 7j 7s 9p Tp Ts Kp Phx Drg"));
  EXPECT_EQ(push.to(Side::Partner), *parse_card("Kp"));
  EXPECT_EQ(push.to(Side::Right), *parse_card("2j"));
  EXPECT_EQ(push.to(Side::Left), *parse_card("3s"));
}

TEST(LightPush, KeepsABombWhole) {
  const PushedCards push = light_push(cards("2j 2s 2p 2t 3s 5s 8j 9s Jp Qp Kp Kt Ap Drg"));
  for (const Card card : push.cards) EXPECT_NE(card.is_special() ? Rank::None : card.rank(), Rank::Two);
}

}  // namespace
}  // namespace tichu
