// The worked example of PROTOCOL.md, spoken by both ends.

#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "engine/notation.h"
#include "protocol/arena_conversation.h"
#include "protocol/bot_conversation.h"
#include "tests/protocol/conversation_tools.h"

namespace tichu::protocol {
namespace {

using namespace std::chrono_literals;

// The bytes of a line of hexadecimal pairs; empty where it is anything else.
std::string from_hexadecimal(const std::string& line) {
  std::istringstream words(line);
  std::string bytes;
  for (std::string word; words >> word;) {
    if (word.size() != 2 || !std::isxdigit(static_cast<unsigned char>(word[0])) ||
        !std::isxdigit(static_cast<unsigned char>(word[1]))) {
      return {};
    }
    bytes += static_cast<char>(std::stoi(word, nullptr, 16));
  }
  return bytes;
}

std::vector<std::string> frames_of_the_document() {
  std::ifstream document(TICHU_PROTOCOL_DOCUMENT);
  std::vector<std::string> frames;
  for (std::string line; std::getline(document, line);) {
    if (!line.starts_with("    ")) continue;
    if (std::string bytes = from_hexadecimal(line); !bytes.empty()) frames.push_back(std::move(bytes));
  }
  return frames;
}

class Document : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(frames_.size(), 7u); }
  const std::vector<std::string> frames_ = frames_of_the_document();
};

TEST_F(Document, ABotHearsWhatTheTextSays) {
  BotConversation bot;
  bot.receive(frames_[0]);
  EXPECT_EQ(std::get<ArenaHello>(*bot.next()), (ArenaHello{1, 1, "tichu-arena"}));
  bot.receive(frames_[2]);
  std::vector<Heard> heard = hear_all(bot);
  ASSERT_EQ(heard.size(), 4u);
  EXPECT_EQ(std::get<NewBot>(heard[0]), (NewBot{300, Rules{}, {}}));
  EXPECT_TRUE(std::holds_alternative<RoundBegins>(heard[1]));
  EXPECT_EQ(std::get<Event>(heard[2]).combination.cards, *parse_cards("2j 3s 4p 5t Tj Ks Mah Phx"));
  EXPECT_EQ(std::get<Request>(heard[3]).id, 1u);
  EXPECT_EQ(std::get<Request>(heard[3]).question, Question::GrandTichu);
  EXPECT_EQ(std::get<Request>(heard[3]).limit, 1000ms);
  bot.receive(frames_[4]);
  heard = hear_all(bot);
  ASSERT_EQ(heard.size(), 2u);
  EXPECT_EQ(std::get<Event>(heard[0]).seat, Seat(3));
  EXPECT_EQ(std::get<Event>(heard[0]).combination, *parse_combination("7j 7s Phx=7"));
  EXPECT_EQ(std::get<Request>(heard[1]).question, Question::Turn);
  bot.receive(frames_[6]);
  EXPECT_TRUE(std::holds_alternative<Goodbye>(*bot.next()));
}

TEST_F(Document, TheArenaHearsWhatTheTextSays) {
  ArenaConversation arena("tichu-arena");
  arena.greet();
  EXPECT_EQ(std::get<BotHello>(arena.receive(frames_[1])), (BotHello{1, "mine", "1", false}));
  arena.ask(Question::GrandTichu, {}, 1000ms);
  EXPECT_FALSE(std::get<Answer>(arena.receive(frames_[3])).call);
  arena.ask(Question::Turn, {}, 1000ms);
  EXPECT_EQ(std::get<Answer>(arena.receive(frames_[5])).action.play.cards, *parse_cards("8j 8s 8p"));
}

}  // namespace
}  // namespace tichu::protocol
