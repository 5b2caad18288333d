#include "protocol/bot_conversation.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/notation.h"
#include "protocol/arena_conversation.h"
#include "protocol/tichu.pb.h"
#include "tests/protocol/conversation_tools.h"

namespace tichu::protocol {
namespace {

using namespace std::chrono_literals;

std::string greeting() {
  ArenaConversation arena("arena 2");
  return std::string(arena.greet());
}

// Whether the bytes, after a greeting, are refused.
bool is_nonsense(const std::string& bytes) {
  BotConversation bot;
  bot.receive(greeting());
  hear_all(bot);
  bot.receive(bytes);
  const std::vector<Heard> heard = hear_all(bot);
  bot.receive(framed(v1::ToBot()));
  return !heard.empty() && std::holds_alternative<Nonsense>(heard.back()) && !bot.next();
}

TEST(BotConversation, HearsTheGreetingAndGreetsBack) {
  ArenaConversation arena("arena 2");
  BotConversation bot;
  bot.receive(arena.greet());
  const std::vector<Heard> heard = hear_all(bot);
  ASSERT_EQ(heard.size(), 1u);
  EXPECT_EQ(std::get<ArenaHello>(heard[0]), (ArenaHello{1, 1, "arena 2"}));
  const BotHello hello{1, "name", "0.1", true};
  EXPECT_EQ(std::get<BotHello>(arena.receive(bot.greet(hello))), hello);
}

TEST(BotConversation, HearsEverythingInItsOrderAndAnswersLast) {
  ArenaConversation arena("arena 2");
  BotConversation bot;
  bot.receive(arena.greet());
  hear_all(bot);
  arena.receive(bot.greet({1, "mine", "1", false}));
  const NewBot setup{5, Rules{}, {{"a", "b"}}};
  arena.new_bot(setup);
  arena.begin_round({Points(10), Points(20)});
  SeenEvent event;
  event.kind = EventKind::Pass;
  event.who = Side::Partner;
  arena.tell(event);
  arena.end_round({Points(-30), Points(130)});
  const std::string bytes(arena.ask(Question::Turn, Observation{}, 70ms));
  std::vector<Heard> heard;
  for (const char byte : bytes) {
    bot.receive({&byte, 1});
    for (Heard& one : hear_all(bot)) heard.push_back(std::move(one));
  }
  ASSERT_EQ(heard.size(), 5u);
  EXPECT_EQ(std::get<NewBot>(heard[0]), setup);
  EXPECT_EQ(std::get<RoundBegins>(heard[1]).totals, (TeamScores{Points(10), Points(20)}));
  EXPECT_EQ(std::get<Event>(heard[2]).kind, EventKind::Pass);
  EXPECT_EQ(std::get<Event>(heard[2]).seat, Seat(2));
  EXPECT_EQ(std::get<RoundEnds>(heard[3]).scores, (TeamScores{Points(-30), Points(130)}));
  const auto& request = std::get<Request>(heard[4]);
  EXPECT_EQ(request.question, Question::Turn);
  EXPECT_EQ(request.limit, 70ms);

  Answer answer;
  answer.action.kind = ActionKind::Play;
  answer.action.play.cards = *parse_cards("7j 7s Phx");
  answer.action.play.phoenix_as = Rank::Seven;
  answer.call = true;
  EXPECT_EQ(std::get<Answer>(arena.receive(bot.answer(request.id, answer))), answer);
}

TEST(BotConversation, HearsTheFarewellAfterTheNotices) {
  ArenaConversation arena("arena 2");
  BotConversation bot;
  bot.receive(arena.greet());
  hear_all(bot);
  arena.receive(bot.greet({1, "mine", "1", false}));
  arena.end_round({});
  bot.receive(arena.say_goodbye());
  const std::vector<Heard> heard = hear_all(bot);
  ASSERT_EQ(heard.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<RoundEnds>(heard[0]));
  EXPECT_TRUE(std::holds_alternative<Goodbye>(heard[1]));
}

TEST(BotConversation, HearsTwoMessagesThatCameAtOnce) {
  BotConversation bot;
  v1::ToBot notice;
  notice.add_notices()->mutable_round_begins();
  bot.receive(greeting() + framed(notice) + framed(notice));
  EXPECT_EQ(hear_all(bot).size(), 3u);
}

TEST(BotConversation, RefusesAFirstMessageWithoutGreeting) {
  BotConversation bot;
  bot.receive(framed(v1::ToBot()));
  const std::vector<Heard> heard = hear_all(bot);
  ASSERT_EQ(heard.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<Nonsense>(heard[0]));
}

TEST(BotConversation, RefusesWhatMakesNoSense) {
  EXPECT_TRUE(is_nonsense(greeting()));
  EXPECT_TRUE(is_nonsense("\x02\xff\xff"));
  EXPECT_TRUE(is_nonsense("\xff\xff\xff\xff\x0f"));
  v1::ToBot empty_notice;
  empty_notice.add_notices();
  EXPECT_TRUE(is_nonsense(framed(empty_notice)));
  v1::ToBot bad_event;
  bad_event.add_notices()->mutable_event()->set_who(9);
  EXPECT_TRUE(is_nonsense(framed(bad_event)));
  v1::ToBot bad_question;
  bad_question.mutable_request()->set_question(static_cast<v1::Question>(6));
  EXPECT_TRUE(is_nonsense(framed(bad_question)));
  EXPECT_FALSE(is_nonsense(framed(v1::ToBot())));
}

}  // namespace
}  // namespace tichu::protocol
