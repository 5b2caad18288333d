// What a bot writes in JSON, sound and hostile: answers, and faults that say what was wrong and what would be right.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/notation.h"
#include "protocol/arena_conversation.h"

namespace tichu::protocol {
namespace {

using testing::HasSubstr;

ArenaConversation greeted(std::size_t limit = DefaultFrameLimit) {
  ArenaConversation arena("arena 1", limit, 0, Coding::Json);
  arena.greet();
  EXPECT_TRUE(std::holds_alternative<BotHello>(arena.receive("{\"hello\": {\"name\": \"x\"}}\n")));
  return arena;
}

/// What comes of a line in answer to the first question.
Received heard(Question question, const std::string& line, std::size_t limit = DefaultFrameLimit) {
  ArenaConversation arena = greeted(limit);
  arena.ask(question, Observation{}, std::chrono::milliseconds(1000));
  return arena.receive(line);
}

Answer answer(Question question, const std::string& members) {
  const Received received = heard(question, R"({"id": 1, )" + members + "}\n");
  if (const auto* violation = std::get_if<Violation>(&received)) ADD_FAILURE() << members << ": " << violation->text;
  const auto* said = std::get_if<Answer>(&received);
  return said != nullptr ? *said : Answer{};
}

/// The sentence about a line that breaks the protocol.
std::string problem(Question question, const std::string& line) {
  const Received received = heard(question, line + "\n");
  const auto* violation = std::get_if<Violation>(&received);
  return violation != nullptr ? violation->text : "no violation";
}

std::string greeting_problem(const std::string& line) {
  ArenaConversation arena("arena 1", DefaultFrameLimit, 0, Coding::Json);
  arena.greet();
  const Received received = arena.receive(line + "\n");
  const auto* violation = std::get_if<Violation>(&received);
  return violation != nullptr ? violation->text : "no violation";
}

TEST(JsonAnswer, ShortAnswersAreUnderstood) {
  EXPECT_TRUE(answer(Question::GrandTichu, R"("call": true)").call);
  EXPECT_EQ(answer(Question::Push, R"("push": ["2j", "As", "3p"])").action,
            Action::push_cards(*parse_card("2j"), *parse_card("As"), *parse_card("3p")));
  const Answer play = answer(Question::Turn, R"("play": "7j 7s")");
  EXPECT_EQ(play.action.play.cards, *parse_cards("7j 7s"));
  EXPECT_FALSE(play.call);
  EXPECT_EQ(answer(Question::Turn, R"("pass": true)").action, Action::pass());
  EXPECT_EQ(answer(Question::Bomb, R"("pass": true)").action, Action::no_bomb());
  EXPECT_EQ(answer(Question::GiveDragon, R"("give_to": "left")").action, Action::give_dragon(Side::Left));
}

TEST(JsonAnswer, AfterAWrongOneItsQuestionMayBePutAgain) {
  for (const std::string wrong : {R"({"id": 1})", R"({"id": 1, "call")", R"({"id": 1, "call": true})"}) {
    ArenaConversation arena = greeted();
    const Observation seen;
    std::string first(arena.ask(Question::Tichu, seen, std::chrono::milliseconds(1000)));
    arena.receive(wrong + "\n");
    const std::string again(arena.ask_again(seen, std::chrono::milliseconds(700), "said \"no\" (RULES 3.3)"));
    first.replace(first.find(R"("id":1)"), 6, R"("id":2)");
    first.replace(first.find(R"("deadline_ms":1000)"), 18,
                  R"x("deadline_ms":700,"fault":{"id":1,"text":"said \"no\" (RULES 3.3)","again":true})x");
    EXPECT_EQ(again, first);
    EXPECT_TRUE(std::holds_alternative<Answer>(arena.receive("{\"id\": 2, \"call\": true}\n")));
  }
}

TEST(JsonAnswer, AfterOneThatIsNotTheOnlyLineNothingMayBeAsked) {
  ArenaConversation arena = greeted();
  arena.ask(Question::Tichu, Observation{}, std::chrono::milliseconds(1000));
  EXPECT_TRUE(std::holds_alternative<Violation>(arena.receive("Hm.\n{\"id\": 1, \"call\": true}\n")));
  EXPECT_EQ(arena.state(), ArenaConversation::State::Closed);
}

TEST(JsonAnswer, APlayMaySayWhatThePhoenixStandsFor) {
  const Answer named = answer(Question::Turn, R"("play": "5j 6s 7s 8t Phx=4")");
  EXPECT_EQ(named.action.play.cards, *parse_cards("5j 6s 7s 8t Phx"));
  EXPECT_EQ(named.action.play.phoenix_as, Rank::Four);
  EXPECT_EQ(answer(Question::Turn, R"("play": "Phx>7")").action.play.cards, *parse_cards("Phx"));
  EXPECT_EQ(answer(Question::Turn, R"("play": "Phx", "wish": null)").action.play.phoenix_as, Rank::None);
}

TEST(JsonAnswer, AWishAndACallComeWithAPlay) {
  const Answer said = answer(Question::Turn, R"("play": "Mah", "wish": "9", "call": true)");
  EXPECT_EQ(said.action.wish, Rank::Nine);
  EXPECT_TRUE(said.call);
}

TEST(JsonAnswer, MembersThatDoNotCountAreNotLookedAt) {
  EXPECT_EQ(answer(Question::Bomb, R"("pass": true, "push": 7, "wish": "x")").action, Action::no_bomb());
}

TEST(JsonAnswer, AWrongRemarkIsNoFault) {
  EXPECT_FALSE(answer(Question::Turn, R"("pass": true, "remark": 7)").remark);
  const Answer said = answer(
      Question::Turn,
      R"("pass": true, "remark": {"note": 1, "value": "x", "probabilities": [["a", 0.5], ["b"], 3], "more": []})");
  ASSERT_TRUE(said.remark);
  EXPECT_EQ(*said.remark, (Remark{"", std::nullopt, {{"a", 0.5}}}));
}

TEST(JsonAnswer, AFaultNamesTheMemberAndWhatWouldBeRight) {
  const std::vector<std::tuple<Question, std::string, std::string>> cases{
      {Question::Tichu, R"({"call": true})", R"("id" is missing: a whole number)"},
      {Question::Tichu, R"({"id": "1", "call": true})", R"("id" is "1"; it must be a whole number)"},
      {Question::Tichu, R"({"id": 4294967297, "call": true})", "from 0 to 4294967295"},
      {Question::Tichu, R"({"id": -1, "call": true})", "from 0 to 4294967295"},
      {Question::Tichu, R"({"id": 1.5, "call": true})", "from 0 to 4294967295"},
      {Question::Tichu, R"({"id": 2, "call": true})", "answers request 2 instead of 1"},
      {Question::Tichu, R"({"id": 1})", R"("call" is missing: true or false)"},
      {Question::Tichu, R"({"id": 1, "call": "yes"})", R"("call" is "yes"; it must be true or false)"},
      {Question::Push, R"({"id": 1, "push": ["2j", "As"]})", "three cards: to the right, the partner and the left"},
      {Question::Push, R"({"id": 1, "push": ["2j", "As", "2j"]})", R"("push": 2j stands there twice)"},
      {Question::Push, R"({"id": 1, "push": ["2j", "As", null]})", R"(it must be three cards)"},
      {Question::Push, R"({"id": 1, "push": ["2j", "As", "10j"]})", "ten is written T"},
      {Question::Turn, R"({"id": 1})", R"("play" is missing: cards in one text, such as "7j 7s Phx"; to pass, write)"},
      {Question::Turn, R"({"id": 1, "pass": false})", R"("play" is missing)"},
      {Question::Turn, R"({"id": 1, "play": ["7j"]})", R"("play" is ["7j"]; it must be cards in one text)"},
      {Question::Turn, R"({"id": 1, "play": ""})", R"(to pass, write "pass": true)"},
      {Question::Turn, R"({"id": 1, "play": "7j 7j"})", "7j is here a second time"},
      {Question::Turn, R"({"id": 1, "play": "7j Phx=Q9"})", "must be a rank from 2 to A, as in Phx=7"},
      {Question::Turn, R"({"id": 1, "play": "7j", "pass": true})", R"(both "play" and "pass")"},
      {Question::Turn, R"({"id": 1, "play": "Mah", "wish": "D"})", R"(a rank from "2" to "A", or null)"},
      {Question::Turn, R"({"id": 1, "play": "Mah", "whish": "9"})",
       R"(has a member "whish"; its members are id, call)"},
      {Question::GiveDragon, R"({"id": 1, "give_to": "partner"})", R"(it must be "right" or "left")"},
  };
  for (const auto& [question, line, sentence] : cases)
    EXPECT_THAT(problem(question, line), HasSubstr(sentence)) << line;
}

TEST(JsonAnswer, AFaultNamesTheColumnOfALineThatIsNotJson) {
  EXPECT_THAT(problem(Question::Turn, R"({"id": 1, "play": })"),
              HasSubstr(R"(wrote a line that is not JSON (parse error at line 1, column 19)"));
  EXPECT_THAT(problem(Question::Turn, "my turn"), HasSubstr(R"(it began with "my turn)"));
  EXPECT_THAT(problem(Question::Turn, ""), HasSubstr("unexpected end of input"));
  EXPECT_THAT(problem(Question::Turn, "[7]"), HasSubstr("not a JSON object"));
}

TEST(JsonAnswer, AGreetingIsReadLikewise) {
  EXPECT_THAT(greeting_problem(R"({"name": "x"})"), HasSubstr(R"(is not a greeting, such as {"hello")"));
  EXPECT_THAT(greeting_problem(R"({"hello": {"name": 7}})"), HasSubstr(R"("name" is 7; it must be a text)"));
  EXPECT_THAT(greeting_problem(R"({"hello": {"nam": "x"}})"), HasSubstr(R"(has a member "nam"; its members are name)"));
  EXPECT_THAT(greeting_problem(R"({"hello": {"name": ""}})"), HasSubstr("greets without a name"));
  EXPECT_THAT(greeting_problem(R"({"hello": {"name": "x", "version": 2}})"), HasSubstr("version 2"));
}

TEST(JsonAnswer, HostileLinesAreRefusedWithTheirCause) {
  using std::string_literals::operator""s;
  const std::string deep(100'000, '[');
  std::string many = R"({"id": 1, "play": [)";
  for (int i = 0; i < 100'000; ++i) many += "[],";
  const std::vector<std::pair<std::string, std::string>> cases{
      {R"({"id": 1, "play": )" + deep, "is nested more than 8 deep"},
      {many + "1]}", "has more than 65536 values"},
      {"{\"id\": 1, \"play\": \"\xff\"}", "ill-formed UTF-8"},
      {"{\"id\": 1, \"play\": \"\xed\xa0\x80\"}", "ill-formed UTF-8"},
      {R"({"id": 1, "play": "\ud800"})", "surrogate"},
      {"{\"id\": 1, \"pass\": true}\0"s, "column 24: a NUL byte"},
      {"{\"id\": 1, \"play\": \"7j\0\"}"s, "a NUL byte"},
      {"{\"id\": 1, \"play\": \"7j\t7s\"}", "control character"},
      {R"({"id": 1e999, "pass": true})", "number overflow"},
      {R"({"id": NaN, "pass": true})", "not JSON"},
      {R"({"id": 1, "id": 1, "pass": true})", R"(has the member "id" twice)"},
      {R"({"id": 1, "pass": true} {"id": 1})", "not JSON"},
      {R"({'id': 1, 'pass': True})", "not JSON"},
  };
  for (const auto& [line, sentence] : cases) {
    const std::string text = problem(Question::Turn, line);
    EXPECT_THAT(text, HasSubstr(sentence)) << line.substr(0, 80);
    EXPECT_LT(text.size(), 400u) << line.substr(0, 80);
  }
}

TEST(JsonAnswer, ALineMayComeInPiecesButNotBeAboveTheLimit) {
  ArenaConversation arena = greeted(100);
  arena.ask(Question::Turn, Observation{}, std::chrono::milliseconds(1000));
  const std::string line = R"({"id": 1, "pass": true})";
  for (const char byte : line) EXPECT_TRUE(std::holds_alternative<Incomplete>(arena.receive({&byte, 1})));
  EXPECT_TRUE(std::holds_alternative<Answer>(arena.receive("\n")));

  const Received endless = heard(Question::Turn, std::string(101, ' '), 100);
  EXPECT_EQ(std::get<Violation>(endless).kind, ViolationKind::Oversized);
  EXPECT_THAT(std::get<Violation>(endless).text, HasSubstr("wrote a line of more than 100 bytes"));
  const Received ended = heard(Question::Turn, std::string(101, ' ') + "\n", 100);
  EXPECT_EQ(std::get<Violation>(ended).kind, ViolationKind::Oversized);
}

TEST(JsonAnswer, NothingMayFollowAnAnswer) {
  const Received received = heard(Question::Turn, "{\"id\": 1, \"pass\": true}\n\n");
  EXPECT_EQ(std::get<Violation>(received).kind, ViolationKind::Unexpected);
}

}  // namespace
}  // namespace tichu::protocol
