#include "arena/bench/workload.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "engine/record.h"

namespace tichu::arena {
namespace {

template <typename Holds>
bool all(const std::vector<PlayQuery>& queries, Holds holds) {
  return std::all_of(queries.begin(), queries.end(), holds);
}

TEST(Workload, QueriesAreWhatTheyAreNamedAfter) {
  const std::vector<PlayQuery> leads = lead_queries(3, 500);
  EXPECT_GE(leads.size(), 500u);
  EXPECT_TRUE(all(leads, [](const PlayQuery& query) { return query.table.empty() && query.hand.size() == 14; }));
  const std::vector<PlayQuery> phoenix = with_phoenix(leads);
  EXPECT_EQ(4 * phoenix.size(), leads.size()) << "one hand of each deal has it";
  EXPECT_TRUE(all(phoenix, [](const PlayQuery& query) { return query.hand.contains(Card::phoenix()); }));
  const std::vector<PlayQuery> follows = follow_queries(3, 500);
  EXPECT_GE(follows.size(), 500u);
  EXPECT_TRUE(all(follows, [](const PlayQuery& query) { return !query.table.empty() && !query.out_of_turn; }));
  const std::vector<PlayQuery> wishes = wish_queries(3, 500);
  EXPECT_GE(wishes.size(), 500u);
  EXPECT_TRUE(all(wishes, [](const PlayQuery& query) { return is_natural(query.wish); }));
}

TEST(Workload, DecisionsAreLegalAndOfEveryKind) {
  const std::vector<MetDecision> met = met_decisions(3, 5000);
  EXPECT_GE(met.size(), 5000u);
  for (const Question question :
       {Question::GrandTichu, Question::Push, Question::Turn, Question::Bomb, Question::GiveDragon}) {
    EXPECT_TRUE(std::any_of(met.begin(), met.end(), [=](const MetDecision& decision) {
      return decision.round.pending().question == question;
    }));
  }
  for (const auto& [round, action] : met) EXPECT_TRUE(round.is_legal(round.pending().seats.first(), action));
}

TEST(Workload, TheRoundWithObservationsIsTheOneOfItsDeal) {
  RandomPolicy policy{Random(0)};
  const auto log = std::make_unique<EventLog>();
  for (std::uint64_t index = 0; index < 50; ++index) {
    play_with_observations(4, index, policy, *log);
    const Replay replayed = replay(deal(4, index), Rules{}, recorded_actions(*log));
    ASSERT_FALSE(replayed.fault) << replayed.fault->message;
    ASSERT_TRUE(replayed.result);
  }
}

}  // namespace
}  // namespace tichu::arena
