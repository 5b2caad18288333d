#include "engine/rules.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "engine/notation.h"
#include "engine/round.h"
#include "tests/engine/document.h"

namespace tichu {
namespace {

/// The cells of each line of the table in section 10 of the rule book.
std::vector<std::vector<std::string>> preset_table() {
  std::ifstream file(std::string(TICHU_SOURCE_DIR) + "/engine/RULES.md");
  std::vector<std::vector<std::string>> table;
  bool is_there = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) is_there = line.starts_with("## 10 ");
    if (!is_there || !line.starts_with("| ")) continue;
    std::vector<std::string> cells;
    std::istringstream stream(line.substr(1));
    for (std::string cell; std::getline(stream, cell, '|');) cells.push_back(test::trimmed(cell));
    table.push_back(cells);
  }
  return table;
}

// RULES 10
TEST(Rules, ThePresetsAreThoseOfTheRuleBook) {
  const auto table = preset_table();
  ASSERT_EQ(table.size(), 7u);
  for (std::size_t column = 1; column <= presets().size(); ++column) {
    const Preset& known = presets()[column - 1];
    EXPECT_EQ(table[0][column], '`' + std::string(known.name) + '`');
    std::string options;
    for (std::size_t line = 1; line < table.size(); ++line) options += table[line][0] + '=' + table[line][column] + ' ';
    const auto rules = parse_rules(options);
    ASSERT_TRUE(rules) << rules.error().message;
    EXPECT_EQ(*rules, known.rules) << known.name;
    EXPECT_EQ(preset(known.name), known.rules);
  }
}

TEST(Rules, ValuesOfNoPresetAreCustomAndUnknownNamesAreNothing) {
  Rules rules;
  EXPECT_EQ(preset_name(rules), "standard");
  rules.target = Points(500);
  EXPECT_EQ(preset_name(rules), "custom");
  EXPECT_EQ(preset_name(*preset("gravon")), "gravon");
  EXPECT_FALSE(preset("nobody"));
}

/// What a round does differently by the options, seen from outside.
struct Behaviour {
  bool simultaneous_grand;
  bool tichu_before_push;
};

Behaviour behaviour(const Rules& rules) {
  Round round(deal(4, 0), rules);
  const bool simultaneous = round.pending().seats.size() == 4;
  for (const Seat seat : AllSeats) round.apply(seat, Action::no_grand_tichu());
  return {simultaneous, round.may_call_tichu(Seat(0))};
}

// RULES 3.2, 3.3: the other options are exercised by the tests of wishes, gifts and games, each with preset("gravon").
TEST(Rules, EachPresetPlaysByItsOptions) {
  for (const Preset& known : presets()) {
    const Behaviour seen = behaviour(known.rules);
    EXPECT_EQ(seen.simultaneous_grand, known.rules.partners_may_both_call_grand) << known.name;
    EXPECT_EQ(seen.tichu_before_push, known.rules.tichu_before_push) << known.name;
  }
}

}  // namespace
}  // namespace tichu
