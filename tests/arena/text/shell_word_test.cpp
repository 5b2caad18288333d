#include "arena/text/shell_word.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

namespace tichu::arena {
namespace {

/// What a shell prints.
std::string output_of(const std::string& command) {
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return "no shell";
  std::array<char, 256> text{};
  const std::size_t count = std::fread(text.data(), 1, text.size(), pipe);
  ::pclose(pipe);
  return {text.data(), count};
}

/// What a shell makes of a word.
std::string through_shell(const std::string& word) { return output_of("printf %s " + word); }

TEST(ShellWord, IsHandedOnUnchanged) {
  for (const char* text : {"", "fox", "a b", "it's", "'", "$HOME `id` \\ \"x\"", "*", "~", "#x", "a\nb",
                           "program:fox/bot.py --fast", "ä"}) {
    EXPECT_EQ(through_shell(shell_word(text)), text);
  }
}

TEST(ShellWord, IsACommandWhereItComesFirst) {
  EXPECT_EQ(output_of("a=b || printf missing"), "") << "an assignment";
  EXPECT_EQ(output_of(shell_word("a=b") + " 2>/dev/null || printf missing"), "missing");
  EXPECT_EQ(shell_word("%1"), "'%1'") << "a job";
}

TEST(ShellWord, HasQuotesOnlyWhereItNeedsThem) {
  EXPECT_EQ(shell_word("program:/opt/fox@3,x+1.py"), "program:/opt/fox@3,x+1.py");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

}  // namespace
}  // namespace tichu::arena
