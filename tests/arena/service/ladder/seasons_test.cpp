#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "arena/service/ladder/ladder.h"
#include "arena/service/ladder/ladder_folder.h"
#include "arena/text/digest.h"
#include "arena/tournament/league.h"
#include "arena/tournament/play/verify_stored_board.h"
#include "arena/tournament/store/tournament_folder.h"
#include "arena/tournament/tournament.h"
#include "engine/deal.h"
#include "tests/arena/service/ladder/ladder_folder.h"
#include "tests/arena/service/ladder/ladder_process.h"

namespace tichu::arena {
namespace {

std::uint64_t number_of(const std::string& hexadecimal) { return std::stoull(hexadecimal, nullptr, 16); }

/// The boards of an event from one job to before another, as they are read without what the ladder knows.
std::vector<StoredBoard> boards_of(const std::filesystem::path& event, JobNumber from, JobNumber to) {
  const auto tournament = Tournament::open(event, "the test");
  if (!tournament) throw std::runtime_error(tournament.error().text());
  std::vector<StoredBoard> boards;
  tournament->each_board(
      [&](const StoredBoard& board) {
        if (board.job.number >= from && board.job.number < to) boards.push_back(board);
        return true;
      },
      refuse_damage);
  return boards;
}

template <typename Condition>
void wait_until(Ladder& ladder, Condition condition) {
  tests::wait_until(ladder, "what the test waits for", [&] {
    const std::string trouble = ladder.status().trouble;
    if (!trouble.empty()) throw std::runtime_error(trouble);
    return condition();
  });
}

/// Waits until so many boards are stored.
void wait_for_boards(Ladder& ladder, std::uint64_t boards) {
  wait_until(ladder, [&] {
    const std::filesystem::path folder = ladder.tournament_folder();
    return holds_tournament(folder) && Tournament::open(folder, "the test")->board_count() >= boards;
  });
}

void expect_seed_fits(const FairDeals& season) {
  ASSERT_TRUE(season.seed && season.salt);
  EXPECT_EQ(sha256_of(*season.seed + *season.salt), season.commitment);
}

TEST(Seasons, EndAndLetEverybodyComputeTheirDealsAgainFromTheDumpAlone) {
  const tests::LadderFolder folder;
  const auto ladder = folder.open(true);
  wait_for_boards(*ladder, 12);
  const auto before = ladder->dump().folder();
  ASSERT_TRUE(before);
  const std::vector<StoredBoard> seen = boards_of(*before, JobNumber(0), JobNumber(12));
  const std::string hash = ladder->seasons().current().commitment;
  ASSERT_TRUE(ladder->seasons().end_season(ladder->accounts().operator_caller(), "a trial"));
  EXPECT_EQ(ladder->seasons().all().at(1).seed, std::nullopt);
  wait_until(*ladder, [&] { return ladder->seasons().all().at(1).began.has_value(); });
  const std::vector<FairDeals> seasons = ladder->seasons().all();
  expect_seed_fits(seasons[0]);
  EXPECT_EQ(seasons[0].commitment, hash) << "the hash that was published before the first board";
  EXPECT_EQ(seasons[1].seed, std::nullopt) << "while it goes on";
  EXPECT_EQ(ladder->seasons().current().season, 2U);
  const JobNumber border = seasons[1].first_board.value();
  wait_for_boards(*ladder, border.value() + 8);

  const auto dump = ladder->dump().folder();
  ASSERT_TRUE(dump);
  const std::vector<StoredBoard> boards = boards_of(*dump, JobNumber(0), border);
  EXPECT_EQ(boards.size(), border.value()) << "a season that has ended is whole";
  const std::uint64_t seed = number_of(*seasons[0].seed);
  for (const StoredBoard& board : boards) {
    for (const StoredRound& round : board.rounds) EXPECT_EQ(round.record.deal, deal(seed, board.job.board.value()));
    EXPECT_THAT(verify_stored_board(board, false), testing::IsEmpty());
  }
  // What everybody could have before the season's end held the cards themselves.
  ASSERT_FALSE(seen.empty());
  for (const StoredBoard& board : seen) EXPECT_THAT(verify_deals(board, seed, false), testing::IsEmpty());
  const std::vector<StoredBoard> later = boards_of(*dump, border, JobNumber(UINT64_MAX));
  ASSERT_FALSE(later.empty());
  for (const StoredBoard& board : later) {
    EXPECT_THAT(verify_stored_board(board, false), testing::IsEmpty());
    EXPECT_THAT(verify_deals(board, seed, false), testing::Not(testing::IsEmpty())) << "they are of another seed";
  }
  const auto opened = Tournament::open(*dump, "the test");
  EXPECT_THAT(opened->database_flaws(), testing::IsEmpty());
  EXPECT_THAT(League::open(opened->folder(), "the test")->schedule_flaws(), testing::IsEmpty());
  EXPECT_THAT(League::open(opened->folder(), "the test")->season_flaws(), testing::IsEmpty());
}

TEST(Seasons, NeverTellASeedOfABoardThatCanStillBePlayed) {
  const tests::LadderFolder folder;
  {
    const auto ladder = folder.open(true);
    wait_for_boards(*ladder, 8);
    ladder->stop();
    const std::string secret =
        std::to_string(known_seed(Tournament::open(ladder->tournament_folder(), "the test")->config()).value());
    const auto dump = ladder->dump().folder();
    ASSERT_TRUE(dump);
    std::ifstream file(*dump / "tournament.sqlite", std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    ASSERT_FALSE(bytes.empty());
    EXPECT_EQ(bytes.find(secret), std::string::npos);
    EXPECT_EQ(bytes.find(folder.path().string()), std::string::npos) << "paths of this machine are nobody's business";
  }
  std::mt19937 random(11);
  constexpr int Kills = 8;
  for (int kill = 0; kill < Kills; ++kill) {
    tests::LadderProcess process(folder.path());
    std::this_thread::sleep_for(std::chrono::milliseconds(500 + random() % 1500));
    const auto beside = folder.open(false);
    ASSERT_TRUE(beside->seasons().end_season(beside->accounts().operator_caller(), "a trial"));
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 700));
    EXPECT_FALSE(process.end(SIGKILL)) << "the ladder ended by itself";
    const std::vector<FairDeals> seasons = beside->seasons().all();
    if (!holds_tournament(beside->tournament_folder())) continue;
    const auto stored = Tournament::open(beside->tournament_folder(), "the test");
    ASSERT_TRUE(stored);
    for (std::size_t i = 0; i + 1 < seasons.size(); ++i) {
      if (!seasons[i].seed) continue;
      ASSERT_TRUE(seasons[i + 1].first_board);
      EXPECT_TRUE(League::open(beside->tournament_folder(), "the test")->has_all_before(*seasons[i + 1].first_board))
          << "season " << i + 1;
    }
  }
  const auto ladder = folder.open(true);
  wait_until(*ladder, [&] { return ladder->seasons().all().back().began.has_value(); });
  const std::vector<FairDeals> seasons = ladder->seasons().all();
  ASSERT_EQ(seasons.size(), std::size_t{Kills} + 1);
  const std::uint64_t first_of_last = seasons.back().first_board->value();
  wait_for_boards(*ladder, first_of_last + 4);
  ladder->stop();
  for (std::size_t i = 0; i + 1 < seasons.size(); ++i) {
    expect_seed_fits(seasons[i]);
    const auto boards = boards_of(ladder->tournament_folder(), *seasons[i].first_board, *seasons[i + 1].first_board);
    EXPECT_EQ(boards.size(), seasons[i + 1].first_board->value() - seasons[i].first_board->value());
    for (const StoredBoard& board : boards) {
      EXPECT_THAT(verify_deals(board, number_of(*seasons[i].seed), false), testing::IsEmpty());
    }
  }
}

TEST(Seasons, EndByThemselvesAfterTheirDays) {
  const tests::LadderFolder folder(std::string(tests::QuickField) + "season_days = 0.00001\n");
  const auto ladder = folder.open(true);
  wait_until(*ladder, [&] { return ladder->seasons().all().size() > 1 && ladder->seasons().all().front().ended; });
  expect_seed_fits(ladder->seasons().all().front());
}

TEST(Seasons, EndWithARestoreSinceTheCardsMayHaveBeenSeen) {
  const tests::LadderFolder folder;
  const TemporaryFolder elsewhere;
  std::filesystem::permissions(elsewhere.path(), std::filesystem::perms::others_exec,
                               std::filesystem::perm_options::add);
  {
    const auto ladder = folder.open(true);
    wait_for_boards(*ladder, 8);
    ASSERT_TRUE(ladder->backup(elsewhere.path() / "backup"));
  }
  const auto restored = restore_ladder(elsewhere.path() / "backup", elsewhere.path() / "ladder");
  ASSERT_TRUE(restored) << restored.error().text();
  LadderOptions options;
  options.program = "test";
  const auto again = Ladder::open(elsewhere.path() / "ladder", options).value();
  EXPECT_EQ(again->seasons().all().size(), 2U);
  ASSERT_TRUE(again->start());
  wait_until(*again, [&] { return again->seasons().all().back().began.has_value(); });
  expect_seed_fits(again->seasons().all().front());
}

TEST(Seasons, NeedAnAdmin) {
  const tests::LadderFolder folder;
  const auto ladder = folder.open(false);
  const auto account =
      ladder->accounts().add_account(ladder->accounts().operator_caller(), "mona", Role::Moderator).value();
  const Caller moderator = ladder->accounts().authenticate(account.token.text).value();
  EXPECT_EQ(ladder->seasons().end_season(moderator, "why not").error().code, "role_missing");
  EXPECT_EQ(ladder->seasons().all().size(), 1U);
}

}  // namespace
}  // namespace tichu::arena
