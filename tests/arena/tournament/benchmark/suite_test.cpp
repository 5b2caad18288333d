#include "arena/tournament/benchmark/suite.h"

#include <gtest/gtest.h>

#include "arena/tournament/schedule/make_schedule.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

BotSpec mine() {
  BotSpec bot;
  bot.name = "mine";
  return bot;
}

class BenchmarkSuiteTest : public testing::Test {
 protected:
  BenchmarkSuiteTest() {
    write("strength.toml", "seed = 5\ndeals = 40\n[[bot]]\nname = \"a\"\npath = \"greedy\"\n");
    write(
        "partners.toml",
        "seed = 5\ndeals = 20\nschedule = \"gauntlet\"\nopponents = [\"a\"]\n[[bot]]\nname = \"a\"\npath = \"greedy\"\n"
        "[[bot]]\nname = \"p\"\npath = \"steady\"\n[[bot]]\nname = \"q\"\npath = \"lowest\"\n");
  }
  void write(const std::string& name, const std::string& text) { folder_.write(name, text); }
  OrInputError<BenchmarkSuite> suite() const { return read_suite(folder_.path(), TICHU_BOTS); }
  std::string problem() const {
    const auto read = suite();
    return read ? std::string() : read.error().problem;
  }

  TemporaryFolder folder_;
};

TEST_F(BenchmarkSuiteTest, LetsTheBotMeetThePoolAndItsPairsTheOpponents) {
  const auto read = suite();
  ASSERT_TRUE(read) << read.error().text();
  const TournamentConfig strength = strength_tournament(*read, mine(), {});
  EXPECT_TRUE(check(strength, ""));
  EXPECT_EQ(make_schedule(strength)->total(), 40u);
  const TournamentConfig partners = partners_tournament(*read, mine(), {});
  EXPECT_TRUE(check(partners, ""));
  EXPECT_EQ(make_schedule(partners)->total(), 2 * 20u);
  EXPECT_EQ(partners.schedule.candidates, (std::vector<std::string>{"mine+p", "mine+q"}));
  EXPECT_EQ(partners.faults, FaultPolicy::Substitute);
}

TEST_F(BenchmarkSuiteTest, PlaysATenthInHasteAndOtherCardsInSecret) {
  const auto read = suite();
  const TournamentConfig quick = strength_tournament(*read, mine(), {.part = 10});
  EXPECT_EQ(quick.boards, 4u);
  EXPECT_EQ(quick.seed, 5u);
  const TournamentConfig secret = partners_tournament(*read, mine(), {.part = 1, .secret_seed = LeastSecretSeed});
  EXPECT_EQ(secret.seed, LeastSecretSeed);
  EXPECT_NE(boards_sha256(secret.seed, 4), boards_sha256(quick.seed, 4));
  EXPECT_NE(boards_sha256(quick.seed, 5), boards_sha256(quick.seed, 4));
}

TEST_F(BenchmarkSuiteTest, ReadsBaselinesAndSaysWhatIsWrongWithThem) {
  const std::string without = suite()->sha256;
  write("baselines.csv", "track,name,by,points,error95\nstrength,a,,-3.5,1\npartners,p,steady,4,2\n");
  ASSERT_TRUE(suite());
  EXPECT_EQ(suite()->pool, (std::vector<KnownValue>{{"a", "", -3.5, 1}}));
  EXPECT_EQ(suite()->beside, (std::vector<KnownValue>{{"p", "steady", 4, 2}}));
  EXPECT_EQ(suite()->sha256, without);
  EXPECT_EQ(suite()->baselines_sha256.size(), 64u);
  write("baselines.csv", "track,name,by,points,error95\nstrength,a,,high,1\n");
  EXPECT_EQ(problem(), "must be \"strength\" or \"partners\", two names and two numbers, between commas");
  write("baselines.csv", "name\n");
  EXPECT_EQ(problem(), "must be \"track,name,by,points,error95\"");
}

TEST_F(BenchmarkSuiteTest, LetsEachOfItsBotsMeetAllOthersOnce) {
  const TournamentConfig pool = pool_tournament(*suite());
  EXPECT_TRUE(check(pool, ""));
  EXPECT_EQ(make_schedule(pool)->total(), 3u);
  write("pool.sha256", "abc\n");
  EXPECT_EQ(problem(), "must be a line of 64 hexadecimal digits");
  write("pool.sha256", std::string(64, 'a') + "\n");
  EXPECT_EQ(suite()->pool_sha256, std::string(64, 'a'));
}

TEST_F(BenchmarkSuiteTest, RefusesPairsWithoutOpponents) {
  write("partners.toml", "[[bot]]\nname = \"p\"\npath = \"steady\"\n");
  EXPECT_EQ(problem(), "names nobody; say whom pairs meet");
}

TEST(BundledBenchmarkSuite, HasAPoolAndEightPartnersWithoutAClock) {
  const auto suite = read_suite(TICHU_SUITE, TICHU_BOTS);
  ASSERT_TRUE(suite) << suite.error().text();
  EXPECT_EQ(suite->version, "1");
  EXPECT_EQ(suite->strength.boards, 1000u);
  EXPECT_EQ(partners_tournament(*suite, mine(), {}).pairs.size(), 8u);
  EXPECT_FALSE(suite->pool_sha256.empty());
  EXPECT_EQ(suite->pool.size(), suite->strength.bots.size());
  EXPECT_EQ(suite->beside.size(), 8u);
  for (const BotSpec& bot : suite->strength.bots) {
    const bool searches = bot.path.stem() == "sampler" || bot.path.stem() == "sage";
    EXPECT_EQ(searches, !bot.options.empty()) << bot.name << ": its time must be told in playouts";
    for (const auto& [name, value] : bot.options) EXPECT_EQ(name, "simulations");
  }
}

}  // namespace
}  // namespace tichu::arena
