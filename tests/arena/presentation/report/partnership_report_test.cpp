#include "arena/presentation/report/partnership_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace tichu::arena {
namespace {

/// Teams of three bots, and a pair of two that play in no other team; the first bot's name is long.
ResultRatings ratings() {
  const std::string a = std::string(64, 'a');
  std::istringstream file("bot_a,bot_b,points\n" + a + ",b,30\nb,c,5\n" + a + "+b,c,20\nc," + a + "+b,-10\nd+e,b,4\n");
  return rate_results(read_results_csv(file).value(), {.model = RatingModel::Members}).value();
}

TEST(PartnershipReport, TablesFitANarrowTerminal) {
  for (const std::string& table : {members_table(ratings(), LeastWidth), synergies_table(ratings(), LeastWidth)}) {
    std::istringstream lines(table);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(shown_width(line), LeastWidth) << line;
  }
}

TEST(PartnershipReport, SaysOpenOfWhatBoardsDoNotTell) {
  const std::string members = members_table(ratings());
  EXPECT_NE(members.find("d                                                                      open   open       1"),
            std::string::npos)
      << members;
  EXPECT_NE(synergies_table(ratings()).find("d+e"), std::string::npos);
  EXPECT_NE(partnership_note(ratings()).find("open: who played with whom does not tell it"), std::string::npos);
  const auto json = partnerships_json(ratings());
  EXPECT_EQ(json["bots"].size(), 5u);
  EXPECT_TRUE(json["bots"][0]["strength"]["value"].is_number());
  EXPECT_EQ(json["bots"][4]["name"], "e");
  EXPECT_TRUE(json["bots"][4]["strength"]["value"].is_null());
  EXPECT_TRUE(json["bots"][4]["strength"]["error95"].is_null());
  EXPECT_NE(partnerships_csv(ratings()).find("\nstrength,e,,,,1\n"), std::string::npos) << partnerships_csv(ratings());
  EXPECT_NE(partnerships_csv(ratings()).find("\nsynergy,d,e,,,1\n"), std::string::npos);
}

TEST(PartnershipReport, SaysNothingOfOpenNumbersIfThereAreNone) {
  std::istringstream file("bot_a,bot_b,points\na,b,30\na+b,b,5\na,a+b,20\n");
  const ResultRatings told = rate_results(read_results_csv(file).value(), {.model = RatingModel::Members}).value();
  EXPECT_EQ(partnership_note(told).find("open"), std::string::npos);
  EXPECT_EQ(members_table(told).find("open"), std::string::npos);
}

}  // namespace
}  // namespace tichu::arena
