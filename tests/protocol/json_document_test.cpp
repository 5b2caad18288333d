// JSON.md follows the one description of the messages.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "protocol/json_messages.h"
#include "protocol/json_shape.h"

namespace tichu::protocol {
namespace {

std::string text_of(const char* file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// The part of JSON.md under a heading.
std::string section(const std::string& heading) {
  const std::string document = text_of(TICHU_JSON_DOCUMENT);
  const std::size_t begin = document.find("## " + heading + "\n");
  if (begin == std::string::npos) return "";
  return document.substr(begin, document.find("\n## ", begin) - begin);
}

template <typename T>
void expect_lines(const std::string& heading, std::span<const JsonMember<T>> members) {
  const std::string text = section(heading);
  ASSERT_FALSE(text.empty()) << heading;
  for (const JsonMember<T>& member : members) {
    const std::string line = "| `" + std::string(member.name) + "` | " + std::string(member.meaning) + " |\n";
    EXPECT_NE(text.find(line), std::string::npos) << "JSON.md, " << heading << ", lacks the line: " << line;
  }
}

TEST(JsonDocument, HasALineForEveryMember) {
  expect_lines("Greetings", arena_hello_members());
  expect_lines("Greetings", bot_hello_members());
  expect_lines("Questions", question_members());
  expect_lines("Questions", new_bot_members());
  expect_lines("What is seen", seen_members());
  expect_lines("What is seen", table_members());
  expect_lines("Events", event_members());
  expect_lines("Answers", answer_members());
}

TEST(JsonDocument, TheListOfShapesIsInTheOrderOfTheirEnumeration) {
  for (std::size_t i = 0; i < shape_rows().size(); ++i) EXPECT_EQ(static_cast<std::size_t>(shape_rows()[i].shape), i);
}

}  // namespace
}  // namespace tichu::protocol
