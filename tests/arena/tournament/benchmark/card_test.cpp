#include "arena/tournament/benchmark/card.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace tichu::arena {
namespace {

BotSpec bot_named(const std::string& name) {
  BotSpec bot;
  bot.name = name;
  return bot;
}

/// Two opponents and two partners.
BenchmarkSuite small_suite() {
  BenchmarkSuite suite;
  suite.version = "1";
  suite.strength.boards = suite.partners.boards = 60;
  suite.strength.bots = {bot_named("weak"), bot_named("strong")};
  suite.partners.bots = {bot_named("weak"), bot_named("strong"), bot_named("giver"), bot_named("loner")};
  suite.partners.schedule.opponents = {"weak", "strong"};
  suite.pool = {{"weak", "", -30, 1}, {"strong", "", 30, 1}};
  suite.beside = {{"giver", "adept", 50, 3}, {"loner", "adept", 20, 4}};
  return suite;
}

/// Every entrant's margin against each opponent on each board.
template <typename Margin>
MeasuredBoards boards_of(const TournamentConfig& config, const std::vector<EntrantId>& entrants, const Margin& margin) {
  MeasuredBoards measured;
  for (std::uint64_t board = 0; board < config.boards; ++board) {
    for (const EntrantId entrant : entrants) {
      for (std::uint16_t opponent = 0; opponent < 2; ++opponent) {
        const double points = margin(board, static_cast<int>(entrant), opponent);
        measured.boards.push_back({BoardNumber(board), entrant, EntrantId{opponent}, points, points});
      }
    }
  }
  return measured;
}

/// A card of boards with these margins: the bot of strength is entrant 2, the pairs are 5 and 6.
template <typename Margin>
BenchmarkCard card_of(const BenchmarkSuite& suite, const Margin& margin) {
  const BotSpec bot = bot_named("mine");
  const TournamentConfig strength = strength_tournament(suite, bot, {});
  const TournamentConfig partners = partners_tournament(suite, bot, {});
  return make_card(suite, 1, "", strength, boards_of(strength, {EntrantId{2}}, margin), partners,
                   boards_of(partners, {EntrantId{5}, EntrantId{6}}, margin));
}

TEST(BenchmarkCard, CountsEachOpponentAndEachPartnerOnce) {
  const BenchmarkCard card = card_of(small_suite(), [](std::uint64_t board, int entrant, int opponent) {
    const double luck = board % 2 == 0 ? 10 : -10;
    return luck + (opponent == 0 ? 60 : 20) - (entrant == 6 ? 70 : 0);
  });
  EXPECT_DOUBLE_EQ(card.strength.points.without_faults.points, 40);
  EXPECT_DOUBLE_EQ(card.strength.against[0].points.without_faults.points, 60);
  EXPECT_DOUBLE_EQ(card.strength.against[1].points.without_faults.points, 20);
  ASSERT_EQ(card.partners.with.size(), 2u);
  EXPECT_DOUBLE_EQ(card.partners.with[0].lost->without_faults.points, 10);
  EXPECT_DOUBLE_EQ(card.partners.with[1].lost->without_faults.points, 50);
  EXPECT_DOUBLE_EQ(card.partners.lost->without_faults.points, 30);
  EXPECT_EQ(card.partners.worst().name, "loner");
  EXPECT_NEAR(card.partners.spread, 28, 1) << "of 10 and 50";
  EXPECT_EQ(card.strength.place->place, 1u);
  EXPECT_EQ(card.strength.place->lowest, 1u);
  EXPECT_EQ(card.strength.place->of, 3u);
}

TEST(BenchmarkCard, SaysWhichPlacesTheErrorsLeaveOpen) {
  const BenchmarkCard card =
      card_of(small_suite(), [](std::uint64_t board, int, int) { return 31.0 + (board % 2 == 0 ? 40 : -40); });
  EXPECT_EQ(card.strength.place->place, 1u);
  EXPECT_EQ(card.strength.place->highest, 1u);
  EXPECT_EQ(card.strength.place->lowest, 2u);
}

TEST(BenchmarkCard, KnowsNoPlaceAndNoLossWithoutBaselines) {
  BenchmarkSuite suite = small_suite();
  suite.pool.clear();
  suite.beside.pop_back();
  const BenchmarkCard card = card_of(suite, [](std::uint64_t board, int, int) { return double(board % 3); });
  EXPECT_FALSE(card.strength.place);
  EXPECT_FALSE(card.partners.lost);
  EXPECT_TRUE(card.partners.with[0].lost);
}

/// Bots of known strength, on boards whose luck all entrants and opponents share in part.
class KnownStrengths {
 public:
  static constexpr double Points = 25;
  static constexpr double Lost = 12;
  static constexpr std::array<double, 2> Opponents{-40, 30};

  explicit KnownStrengths(std::uint64_t seed) : random_(seed) {}

  BenchmarkCard card() {
    BenchmarkSuite suite = small_suite();
    for (KnownValue& best : suite.beside) best.points = Points + Lost + best.error95 / 1.96 * normal_(random_);
    std::vector<double> luck;
    for (std::uint64_t i = 0; i < suite.strength.boards; ++i) luck.push_back(40 * normal_(random_));
    return card_of(suite, [&](std::uint64_t board, int, int opponent) {
      const double rounded = std::round((luck[board] + 50 * normal_(random_)) / 5) * 5;
      return Points + Opponents[static_cast<std::size_t>(opponent)] + 5 + rounded;
    });
  }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
};

TEST(BenchmarkCard, HasIntervalsThatHoldTheTruth) {
  constexpr int Cards = 1000;
  KnownStrengths known(44);
  int strength = 0;
  int partner = 0;
  int lost = 0;
  const auto holds = [](const CardValue& value, double truth) {
    return std::abs(value.points - truth) <= *value.error95 ? 1 : 0;
  };
  for (int i = 0; i < Cards; ++i) {
    const BenchmarkCard card = known.card();
    strength += holds(card.strength.points.without_faults, KnownStrengths::Points);
    partner += holds(card.partners.with[0].points.with_faults, KnownStrengths::Points);
    lost += holds(card.partners.lost->without_faults, KnownStrengths::Lost);
  }
  for (const int held : {strength, partner, lost}) {
    EXPECT_GE(100.0 * held / Cards, 93);
    EXPECT_LE(100.0 * held / Cards, 97);
  }
}

}  // namespace
}  // namespace tichu::arena
