#include "arena/presentation/report/card_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tichu::arena {
namespace {

BenchmarkCard card_of(const std::string& bot, double points, double error) {
  BenchmarkCard card;
  card.bot = bot;
  card.suite = "1";
  card.strength.boards = 100;
  card.strength.points = {{points - 30, error}, {points, error}};
  card.strength.against = {{"pool-steady", card.strength.points}};
  card.strength.measured.rounds = 80;
  card.strength.measured.rounds_at_fault = 3;
  card.strength.measured.faults = {{FaultKind::Crash, 2}, {FaultKind::Timeout, 1}};
  card.partners.with = {{"partner-random", {{-60, 9}, {-50, 9}}, KnownValue{"partner-random", "adept", -40, 2}, {}}};
  card.partners.with[0].lost = CardValues{{20, 9}, {10, std::nullopt}};
  return card;
}

TEST(CardReport, HoldsBothValuesAndTheFaults) {
  const auto json = nlohmann::json::parse(card_json(card_of("mine", 12.34567, 4)));
  EXPECT_EQ(json.at("format"), "tichu-card/1");
  EXPECT_EQ(json.at("strength").at("without_faults").at("points"), 12.3457);
  EXPECT_EQ(json.at("strength").at("with_faults").at("points"), -17.6543);
  EXPECT_EQ(json.at("strength").at("faults"), (nlohmann::json{{"crash", 2}, {"timeout", 1}}));
  EXPECT_EQ(json.at("strength").at("place"), nullptr);
  EXPECT_EQ(json.at("partners").at("with").at(0).at("best").at("by"), "adept");
  EXPECT_EQ(json.at("partners").at("with").at(0).at("lost").at("without_faults").at("error95"), nullptr);
}

TEST(CardReport, TellsPeopleTheSame) {
  const std::string text = card_text(card_json(card_of("mine", 12.34567, 4)));
  EXPECT_NE(text.find("over the pool"), std::string::npos);
  EXPECT_NE(text.find("+12.3 ±4.0"), std::string::npos);
  EXPECT_NE(text.find("at fault: 3 of 80 rounds, crash 2, timeout 1"), std::string::npos);
  EXPECT_NE(text.find("worst with partner-random"), std::string::npos);
}

TEST(CardReport, TakesNothingElseForACard) {
  auto card = nlohmann::json::parse(card_json(card_of("mine", 12, 4)));
  EXPECT_TRUE(is_card(card.dump()));
  for (const char* part : {"/suite/version", "/strength", "/partners/lost", "/bot", "/strength/rounds_at_fault"}) {
    auto other = card;
    other[nlohmann::json::json_pointer(part)] = nlohmann::json::array();
    EXPECT_FALSE(is_card(other.dump())) << part;
  }
  EXPECT_FALSE(is_card("{"));
}

TEST(CardReport, SaysOfNeighboursWhetherTheyAreToldApart) {
  std::vector<std::string> cards;
  for (const auto& [bot, points] : {std::pair("low", -20.0), {"high", 30.0}, {"higher", 34.0}}) {
    cards.push_back(card_json(card_of(bot, points, 4)));
  }
  const std::string table = cards_markdown(cards);
  const std::size_t higher = table.find("| higher | 100 | +34.0 ±4.0 | no |");
  const std::size_t high = table.find("| high | 100 | +30.0 ±4.0 | yes |");
  const std::size_t low = table.find("| low | 100 | -20.0 ±4.0 |  |");
  EXPECT_LT(higher, high);
  EXPECT_LT(high, low);
  EXPECT_NE(low, std::string::npos);
}

}  // namespace
}  // namespace tichu::arena
