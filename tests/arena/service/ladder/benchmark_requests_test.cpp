#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "arena/service/ladder/benchmark_runner.h"
#include "arena/service/ladder/ladder.h"
#include "arena/tournament/benchmark/suite.h"
#include "tests/arena/service/ladder/ladder_folder.h"

namespace tichu::arena {
namespace {

constexpr const char* Settings =
    "[play]\nreferences = [\"greedy\", \"lowest\", \"random\"]\n"
    "[quotas]\nbenchmarks = 2\nbenchmark_part = 1000\nbenchmark_days = 3650\n";

class BenchmarkRequests : public testing::Test {
 protected:
  void start() {
    ladder_.reset();
    ladder_ = folder_.open(true);
    caller_ = ladder_->accounts().authenticate(folder_.token()).value();
  }
  PlayRequest now(const PlayRequest& request) { return ladder_->requests().find(caller_, request.id).value(); }

  const tests::LadderFolder folder_{Settings};
  std::unique_ptr<Ladder> ladder_;
  Caller caller_;
};

TEST_F(BenchmarkRequests, PlaysOnSecretBoardsThatTheSeasonsEndTells) {
  start();
  PlayRequests& asked = ladder_->requests();
  tests::wait_for_boards(*ladder_, 1);
  const PlayRequest closed = asked.ask_benchmark(caller_, {"lowest", false}).value();
  ASSERT_TRUE(asked.cancel(caller_, closed.id));
  const auto request = asked.ask_benchmark(caller_, {"random"});
  ASSERT_TRUE(request) << request.error().detail;
  EXPECT_TRUE(request->open);
  EXPECT_EQ(request->part, 1000u);
  const Refusal refusal = asked.ask_benchmark(caller_, {"greedy"}).error();
  EXPECT_EQ(refusal.code, "quota_benchmarks");
  EXPECT_EQ(refusal.limit, 2u);
  EXPECT_GT(refusal.retry_after, std::chrono::seconds(0));
  EXPECT_LE(refusal.retry_after, std::chrono::hours(24 * 3650));

  tests::wait_until(*ladder_, "the benchmark runs", [&] { return now(*request).boards_played > 0; });
  EXPECT_TRUE(ladder_->requests().cards().empty());
  ladder_->stop();
  start();
  tests::wait_until(*ladder_, "there is a card", [&] {
    const PlayRequestState state = now(*request).state;
    return state != PlayRequestState::Queued && state != PlayRequestState::Running;
  });
  const PlayRequest done = now(*request);
  EXPECT_EQ(done.state, PlayRequestState::Done) << done.detail;
  EXPECT_EQ(done.boards_played, done.boards);
  const std::vector<LadderCard> cards = ladder_->requests().cards();
  ASSERT_EQ(cards.size(), 1u);
  EXPECT_EQ(cards[0].bot, "random");
  EXPECT_EQ(cards[0].season, 1u);
  EXPECT_EQ(cards[0].cards_of_author, 2u) << "the one that is not shown, too";
  EXPECT_EQ(ladder_->requests().card(closed.id).error().code, "card_unknown");
  EXPECT_TRUE(ladder_->requests().card(request->id));
  const auto card = nlohmann::json::parse(cards[0].card);
  EXPECT_EQ(card.at("boards").at("kind"), "evaluation");
  // The last boards against the best of the family are also those against what the search found, if they are the same.
  const auto& robustness = card.at("robustness");
  const bool is_same = robustness.at("fixed").at("name") == robustness.at("found").at("name");
  EXPECT_EQ(done.boards, request->boards - (is_same ? robustness.at("boards").get<std::uint64_t>() : 0));

  ASSERT_FALSE(ladder_->seasons().all().front().seed);
  ASSERT_TRUE(ladder_->seasons().end_season(caller_, "a trial"));
  tests::wait_until(*ladder_, "the seed is told", [&] { return ladder_->seasons().all().front().seed.has_value(); });
  const FairDeals season = ladder_->seasons().all().front();
  const std::uint64_t seed =
      benchmark_seed(std::stoull(*season.seed, nullptr, 16), season.salt.value(), cards[0].boards_since);
  EXPECT_EQ(card.at("boards").at("sha256"), boards_sha256(seed, 1));
}

}  // namespace
}  // namespace tichu::arena
