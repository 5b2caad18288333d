// What PLUGIN_ABI.md and plugin_abi.h say of the interface, held against the interface.

#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <map>
#include <regex>
#include <string>

#include "sdk/analyst_abi.h"
#include "sdk/plugin_abi.h"

namespace tichu::test {
namespace {

std::string text_of(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(PluginAbiDocument, TheHeaderStatesTheSizesOfItsStructs) {
  const std::string header = text_of(TICHU_SOURCE_DIR "/sdk/plugin_abi.h");
  const std::regex stated(R"((\d+) bytes[.;][^/]*\*/\ntypedef struct (\w+))");
  std::map<std::string, std::size_t> sizes;
  for (std::sregex_iterator found(header.begin(), header.end(), stated); found != std::sregex_iterator(); ++found) {
    sizes[(*found)[2]] = std::stoul((*found)[1]);
  }
  EXPECT_EQ(sizes, (std::map<std::string, std::size_t>{{"tichu_combination", sizeof(tichu_combination)},
                                                       {"tichu_event", sizeof(tichu_event)},
                                                       {"tichu_rules", sizeof(tichu_rules)},
                                                       {"tichu_observation", sizeof(tichu_observation)},
                                                       {"tichu_option", sizeof(tichu_option)},
                                                       {"tichu_setup", sizeof(tichu_setup)},
                                                       {"tichu_move_probability", sizeof(tichu_move_probability)},
                                                       {"tichu_remark", sizeof(tichu_remark)},
                                                       {"tichu_answer", sizeof(tichu_answer)},
                                                       {"tichu_bot_table", sizeof(tichu_bot_table)}}));
}

TEST(PluginAbiDocument, SaysThatTheTableOfAnAnalystIsLaidOutAsThatOfABot) {
  EXPECT_EQ(sizeof(tichu_analyst_table), sizeof(tichu_bot_table));
  EXPECT_EQ(offsetof(tichu_analyst_table, create), offsetof(tichu_bot_table, create));
  EXPECT_EQ(offsetof(tichu_analyst_table, propose), offsetof(tichu_bot_table, observe));
  EXPECT_EQ(offsetof(tichu_analyst_table, judge), offsetof(tichu_bot_table, decide));
}

TEST(PluginAbiDocument, NamesTheVersionThatTheHeaderHas) {
  EXPECT_NE(text_of(TICHU_ABI_DOCUMENT).find("\nVersion " + std::to_string(TICHU_ABI_VERSION) + ". "),
            std::string::npos);
}

}  // namespace
}  // namespace tichu::test
