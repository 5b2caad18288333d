#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "engine/rules.h"
#include "protocol/encoding.h"
#include "sdk/abi_mirror.h"

namespace tichu {
namespace {

std::string text_of(const std::string& file) {
  std::ifstream in(std::string(TICHU_SOURCE_DIR) + "/" + file);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The part of a text from `begin` up to the next `end`.
std::string part_of(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  return from == std::string::npos ? "" : text.substr(from, text.find(end, from) - from);
}

/// The name of an option where truth values alone are at hand.
std::string foreign_name(const RulesOption& option) {
  return option.name == "tie" ? "draw_on_tie" : std::string(option.name);
}

TEST(RulesOptions, EachIsListedWhereALanguageEnds) {
  const std::string message = part_of(text_of("protocol/tichu.proto"), "message Rules {", "}");
  const std::string in_c = part_of(text_of("sdk/plugin_abi.h"), "typedef struct tichu_rules {", "}");
  const std::string in_python = part_of(text_of("sdk/python/tichu/observation.py"), "class Rules", "\n\n\n");
  const std::string from_message = text_of("sdk/python/tichu/program.py");
  const std::string compiled = part_of(text_of("sdk/python/native/add_values.cpp"), "void add_rules", "\n}\n");
  const std::string stub = part_of(text_of("sdk/python/tichu/_core.pyi"), "class Rules", "\nclass ");
  for (const RulesOption& option : RulesOptions) {
    const std::string name = foreign_name(option);
    EXPECT_NE(message.find(" " + name + " = "), std::string::npos) << name;
    EXPECT_NE(in_c.find(" " + name), std::string::npos) << name;
    EXPECT_NE(in_python.find("    " + name + ": "), std::string::npos) << name;
    EXPECT_NE(from_message.find("rules." + name), std::string::npos) << name;
    EXPECT_NE(compiled.find('"' + name + '"'), std::string::npos) << name;
    EXPECT_NE(stub.find("def " + name + "(self)"), std::string::npos) << name;
  }
}

TEST(RulesOptions, EachAloneGoesThroughTextMessageAndCStruct) {
  for (const RulesOption& option : RulesOptions) {
    for (const char* text : {"true", "false", "play_on", "draw", "1", "1000000"}) {
      Rules rules;
      if (!set_option(rules, option, text)) continue;
      EXPECT_EQ(option_text(rules, option), text) << option.name;
      EXPECT_EQ(from_c(to_c(rules)), rules) << option.name;
      v1::Rules message;
      protocol::encode(rules, message);
      EXPECT_EQ(protocol::decode(message), rules) << option.name;
    }
  }
}

TEST(RulesOptions, AnotherValueChangesNothing) {
  for (const RulesOption& option : RulesOptions) {
    Rules rules = *preset("gravon");
    for (const char* text : {"", "yes", "0", "1000001", "1 ", "Draw"}) EXPECT_FALSE(set_option(rules, option, text));
    EXPECT_EQ(rules, *preset("gravon"));
  }
  EXPECT_EQ(rules_option("preset"), nullptr);
}

}  // namespace
}  // namespace tichu
