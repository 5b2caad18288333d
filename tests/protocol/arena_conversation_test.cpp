#include "protocol/arena_conversation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engine/deal.h"
#include "engine/notation.h"
#include "engine/plays.h"
#include "engine/random.h"
#include "protocol/encoding.h"
#include "protocol/tichu.pb.h"
#include "tests/protocol/conversation_tools.h"

namespace tichu::protocol {
namespace {

using ::testing::HasSubstr;
using State = ArenaConversation::State;
using namespace std::string_literals;
using namespace std::chrono_literals;

std::string hello(std::uint32_t version = 1, bool wants_legal_plays = false) {
  v1::FromBot message;
  message.mutable_hello()->set_version(version);
  message.mutable_hello()->set_name("bot");
  message.mutable_hello()->set_bot_version("3");
  message.mutable_hello()->set_wants_legal_plays(wants_legal_plays);
  return framed(message);
}

v1::FromBot answer_to(std::uint32_t id) {
  v1::FromBot message;
  message.mutable_answer()->set_id(id);
  return message;
}

// The message in one frame that is all of `bytes`.
v1::ToBot sent(std::string_view bytes) {
  FrameReader reader;
  reader.feed(bytes);
  const Frame frame = reader.next();
  EXPECT_EQ(frame.status, FrameStatus::Complete);
  EXPECT_EQ(reader.pending(), 0u);
  v1::ToBot message;
  EXPECT_TRUE(message.ParseFromString(std::string(frame.payload)));
  return message;
}

class ArenaConversationTest : public ::testing::Test {
 protected:
  void greet(bool wants_legal_plays = false) {
    arena_.greet();
    ASSERT_TRUE(std::holds_alternative<BotHello>(arena_.receive(hello(1, wants_legal_plays))));
  }
  v1::ToBot ask(Question question) { return sent(arena_.ask(question, seen_, 250ms)); }
  void expect_violation(const std::string& bytes, ViolationKind kind, const char* text) {
    const Received received = arena_.receive(bytes);
    ASSERT_TRUE(std::holds_alternative<Violation>(received));
    EXPECT_EQ(std::get<Violation>(received).kind, kind);
    EXPECT_THAT(std::get<Violation>(received).text, HasSubstr(text));
    EXPECT_GE(arena_.state(), State::Misread);
  }

  ArenaConversation arena_{"arena 1"};
  Observation seen_;
};

TEST_F(ArenaConversationTest, GreetsWithTheVersionsThatItSpeaks) {
  EXPECT_EQ(arena_.state(), State::New);
  const v1::ToBot message = sent(arena_.greet());
  EXPECT_EQ(arena_.state(), State::AwaitingHello);
  EXPECT_EQ(message.hello().min_version(), 1u);
  EXPECT_EQ(message.hello().max_version(), 1u);
  EXPECT_EQ(message.hello().arena(), "arena 1");
  EXPECT_FALSE(message.has_request());
}

TEST_F(ArenaConversationTest, KnowsTheBotByItsGreeting) {
  arena_.greet();
  const Received received = arena_.receive(hello(1, true));
  const BotHello expected{1, "bot", "3", true};
  ASSERT_TRUE(std::holds_alternative<BotHello>(received));
  EXPECT_EQ(std::get<BotHello>(received), expected);
  EXPECT_EQ(arena_.bot(), expected);
  EXPECT_EQ(arena_.state(), State::Idle);
}

TEST_F(ArenaConversationTest, SendsNoticesInOrderWithTheNextRequest) {
  greet();
  arena_.new_bot({9, Rules{}, {{"depth", "2"}}});
  arena_.begin_round({Points(100), Points(-20)});
  SeenEvent event;
  event.kind = EventKind::Tichu;
  event.who = Side::Left;
  arena_.tell(event);
  arena_.end_round({Points(200), Points(0)});
  const v1::ToBot message = ask(Question::Push);
  ASSERT_EQ(message.notices_size(), 4);
  EXPECT_EQ(message.notices(0).new_bot().seed(), 9u);
  EXPECT_EQ(message.notices(0).new_bot().options(0).value(), "2");
  EXPECT_EQ(message.notices(1).round_begins().own_score(), 100);
  EXPECT_EQ(message.notices(1).round_begins().their_score(), -20);
  EXPECT_EQ(message.notices(2).event().kind(), v1::TICHU);
  EXPECT_EQ(message.notices(2).event().who(), 3u);
  EXPECT_EQ(message.notices(3).round_ends().own_score(), 200);
  EXPECT_EQ(message.request().question(), v1::ASK_PUSH);
  EXPECT_EQ(message.request().deadline_ms(), 250u);
  EXPECT_EQ(arena_.state(), State::AwaitingAnswer);
}

TEST_F(ArenaConversationTest, ANoticeIsSentOnce) {
  greet();
  arena_.begin_round({});
  EXPECT_EQ(ask(Question::GrandTichu).notices_size(), 1);
  arena_.receive(framed(answer_to(1)));
  EXPECT_EQ(ask(Question::GrandTichu).notices_size(), 0);
}

TEST_F(ArenaConversationTest, ANewBotHearsNothingOfTheFormerOnesRound) {
  greet();
  arena_.begin_round({});
  arena_.tell({});
  arena_.new_bot({});
  const v1::ToBot message = ask(Question::GrandTichu);
  ASSERT_EQ(message.notices_size(), 1);
  EXPECT_TRUE(message.notices(0).has_new_bot());
}

TEST_F(ArenaConversationTest, NumbersItsRequests) {
  greet();
  for (std::uint32_t id = 1; id <= 3; ++id) {
    EXPECT_EQ(ask(Question::GrandTichu).request().id(), id);
    EXPECT_TRUE(std::holds_alternative<Answer>(arena_.receive(framed(answer_to(id)))));
  }
}

TEST_F(ArenaConversationTest, WithASecretNobodyCanAnswerWhatHeHasNotRead) {
  arena_ = ArenaConversation("arena 1", DefaultFrameLimit, 7);
  greet();
  std::uint32_t last = 0;
  int by_one = 0;
  for (int i = 0; i < 100; ++i) {
    const std::uint32_t id = ask(Question::GrandTichu).request().id();
    EXPECT_GT(id, last);
    by_one += id == last + 1 ? 1 : 0;
    EXPECT_TRUE(std::holds_alternative<Answer>(arena_.receive(framed(answer_to(id)))));
    last = id;
  }
  EXPECT_LE(by_one, 3);
  ask(Question::GrandTichu);
  const Received early = arena_.receive(framed(answer_to(last + 1)));
  ASSERT_TRUE(std::holds_alternative<Violation>(early));
  EXPECT_EQ(std::get<Violation>(early).kind, ViolationKind::WrongId);
}

TEST_F(ArenaConversationTest, TakesAnAnswerByteByByte) {
  greet();
  ask(Question::Turn);
  v1::FromBot message = answer_to(1);
  message.mutable_answer()->set_cards("\x02\x12");
  const std::string bytes = framed(message);
  for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
    EXPECT_TRUE(std::holds_alternative<Incomplete>(arena_.receive(bytes.substr(i, 1)))) << i;
    EXPECT_EQ(arena_.state(), State::AwaitingAnswer);
  }
  const Received received = arena_.receive(bytes.substr(bytes.size() - 1));
  ASSERT_TRUE(std::holds_alternative<Answer>(received));
  EXPECT_EQ(std::get<Answer>(received).action.play.cards, *parse_cards("2j 2s"));
  EXPECT_EQ(arena_.state(), State::Idle);
}

TEST_F(ArenaConversationTest, NoBytesChangeNothing) {
  greet();
  EXPECT_TRUE(std::holds_alternative<Incomplete>(arena_.receive("")));
  EXPECT_EQ(arena_.state(), State::Idle);
}

TEST_F(ArenaConversationTest, SendsLegalPlaysOnlyOnATurnOrABombToABotThatWantsThem) {
  greet(true);
  seen_.hand = deal(1, 1).hand(Seat(0));
  PlayList plays;
  canonical_plays(PlayQuery::turn(seen_), plays);
  v1::ToBot message = ask(Question::Turn);
  ASSERT_EQ(message.request().legal().plays_size(), plays.size());
  EXPECT_FALSE(message.request().legal().may_pass());
  arena_.receive(framed(answer_to(1)));

  seen_.hand = *parse_cards("4j 4s 4p 4t 5j 7s");
  seen_.table = *parse_combination("As");
  message = ask(Question::Bomb);
  ASSERT_EQ(message.request().legal().plays_size(), 1);
  EXPECT_EQ(message.request().legal().plays(0).type(), v1::QUAD);
  EXPECT_TRUE(message.request().legal().may_pass());
  arena_.receive(framed(answer_to(2)));

  EXPECT_FALSE(ask(Question::Push).request().has_legal());
}

TEST_F(ArenaConversationTest, SendsNoLegalPlaysToABotThatDoesNotWantThem) {
  greet(false);
  seen_.hand = deal(1, 1).hand(Seat(0));
  EXPECT_FALSE(ask(Question::Turn).request().has_legal());
}

TEST_F(ArenaConversationTest, SaysGoodbyeWithTheLastNotices) {
  greet();
  arena_.end_round({Points(-100), Points(300)});
  const v1::ToBot message = sent(arena_.say_goodbye());
  EXPECT_TRUE(message.goodbye());
  EXPECT_FALSE(message.has_request());
  ASSERT_EQ(message.notices_size(), 1);
  EXPECT_EQ(message.notices(0).round_ends().their_score(), 300);
  EXPECT_EQ(arena_.state(), State::Closed);
}

TEST_F(ArenaConversationTest, RefusesAVersionThatItDidNotOffer) {
  arena_.greet();
  expect_violation(hello(2), ViolationKind::VersionMismatch, "version 2");
}

TEST_F(ArenaConversationTest, RefusesAnAnswerInsteadOfAGreeting) {
  arena_.greet();
  expect_violation(framed(answer_to(1)), ViolationKind::BadMessage, "not a greeting");
}

TEST_F(ArenaConversationTest, RefusesAGreetingInsteadOfAnAnswer) {
  greet();
  ask(Question::Tichu);
  expect_violation(hello(), ViolationKind::BadMessage, "not an answer");
}

TEST_F(ArenaConversationTest, RefusesAnEmptyMessage) {
  arena_.greet();
  expect_violation("\0"s, ViolationKind::BadMessage, "not a greeting");
}

TEST_F(ArenaConversationTest, RefusesAMessageThatIsBoth) {
  arena_.greet();
  v1::FromBot both = answer_to(1);
  both.mutable_hello()->set_version(1);
  expect_violation(framed(both), ViolationKind::BadMessage, "not a greeting");
}

TEST_F(ArenaConversationTest, RefusesAnEchoOfItsOwnGreeting) {
  const std::string echo(arena_.greet());
  expect_violation(echo, ViolationKind::BadMessage, "without a name");
}

TEST_F(ArenaConversationTest, RefusesALongName) {
  arena_.greet();
  v1::FromBot message;
  message.mutable_hello()->set_version(1);
  message.mutable_hello()->set_name(std::string(201, 'x'));
  expect_violation(framed(message), ViolationKind::BadMessage, "200");
}

TEST_F(ArenaConversationTest, RefusesANameThatIsNoUtf8WithoutALineOnStandardError) {
  arena_.greet();
  ::testing::internal::CaptureStderr();
  expect_violation("\x07\x0a\x05\x08\x01\x12\x01\xff"s, ViolationKind::BadMessage, "not a message");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST_F(ArenaConversationTest, RefusesAnAnswerToAnotherRequest) {
  greet();
  ask(Question::Tichu);
  expect_violation(framed(answer_to(2)), ViolationKind::WrongId, "request 2 instead of 1");
}

TEST_F(ArenaConversationTest, RefusesBytesBeforeItHasGreeted) {
  expect_violation(hello(), ViolationKind::Unexpected, "nothing");
}

TEST_F(ArenaConversationTest, RefusesBytesWhileNothingIsAsked) {
  greet();
  expect_violation("x", ViolationKind::Unexpected, "nothing was asked");
}

TEST_F(ArenaConversationTest, RefusesASecondAnswerInTheSameBytes) {
  greet();
  ask(Question::Tichu);
  const std::string bytes = framed(answer_to(1));
  expect_violation(bytes + bytes, ViolationKind::Unexpected, "more than");
}

TEST_F(ArenaConversationTest, RefusesAnOversizedFrameAtItsLength) {
  greet();
  ask(Question::Tichu);
  expect_violation("\x80\x80\x80\x80\x10"s, ViolationKind::Oversized, "limit");
}

TEST_F(ArenaConversationTest, KeepsToTheLimitThatItIsGiven) {
  arena_ = ArenaConversation("arena 1", 5);
  arena_.greet();
  expect_violation(hello(), ViolationKind::Oversized, "limit");
}

TEST_F(ArenaConversationTest, RefusesALengthThatIsNoShortestVarint) {
  greet();
  ask(Question::Tichu);
  expect_violation("\x80\x00"s, ViolationKind::BadMessage, "varint");
}

TEST_F(ArenaConversationTest, ShowsTheFirstBytesAndNamesALengthOf32Bits) {
  constexpr const char* Of32Bits = ", which looks like a length of 32 bits: it has to be a varint";
  const std::string message = framed(answer_to(1)).substr(1);
  const auto size = static_cast<char>(message.size());
  for (const std::string& length : {std::string{0, 0, 0, size}, std::string{size, 0, 0, 0}}) {
    ArenaConversation arena("arena", DefaultFrameLimit);
    arena.greet();
    const Received received = arena.receive(length + message);
    ASSERT_TRUE(std::holds_alternative<Violation>(received));
    EXPECT_THAT(std::get<Violation>(received).text, testing::EndsWith(Of32Bits));
  }
  greet();
  ask(Question::Tichu);
  expect_violation("\x03\xff\xfe\x0a"s, ViolationKind::BadMessage, "not a message; it began with 03 ff fe 0a");
}

TEST_F(ArenaConversationTest, RefusesBytesThatAreNoMessage) {
  greet();
  ask(Question::Tichu);
  expect_violation("\x03\xff\xff\xff"s, ViolationKind::BadMessage, "not a message");
}

TEST_F(ArenaConversationTest, RefusesAnAnswerOfAWrongForm) {
  greet();
  ask(Question::Push);
  expect_violation(framed(answer_to(1)), ViolationKind::BadMessage, "three cards");
}

TEST_F(ArenaConversationTest, RefusesEverythingOnceClosed) {
  greet();
  arena_.say_goodbye();
  expect_violation(framed(answer_to(1)), ViolationKind::Unexpected, "nothing");
}

TEST_F(ArenaConversationTest, IgnoresMembersThatItDoesNotKnow) {
  greet();
  ask(Question::Tichu);
  std::string answer = answer_to(1).answer().SerializeAsString() + "\x7a\x02hi"s;  // member 15
  const std::string message = "\x12"s + static_cast<char>(answer.size()) + answer;
  EXPECT_TRUE(std::holds_alternative<Answer>(arena_.receive(static_cast<char>(message.size()) + message)));
}

TEST_F(ArenaConversationTest, ARemarkThatIsNoUtf8IsNoViolationAndNoLineOnStandardError) {
  greet();
  ask(Question::Tichu);
  v1::FromBot message = answer_to(1);
  message.mutable_answer()->mutable_remark()->set_note("\xff\xfe");
  message.mutable_answer()->mutable_remark()->add_probabilities()->set_move("\x80");
  ::testing::internal::CaptureStderr();
  const Received received = arena_.receive(framed(message));
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  ASSERT_TRUE(std::holds_alternative<Answer>(received));
  EXPECT_EQ(std::get<Answer>(received).remark->note, "\xff\xfe");
}

TEST_F(ArenaConversationTest, ARemarkBeyondTheFramesLimitIsOversized) {
  greet();
  ask(Question::Tichu);
  v1::FromBot message = answer_to(1);
  message.mutable_answer()->mutable_remark()->set_note(std::string(1 << 20, 'x'));
  expect_violation(framed(message), ViolationKind::Oversized, "longer");
}

TEST_F(ArenaConversationTest, RandomBytesNeverBreakIt) {
  Random random(11);
  for (int run = 0; run < 2000; ++run) {
    ArenaConversation arena("fuzz", 1000);
    arena.greet();
    if (run % 2 == 0) {
      arena.receive(hello());
      arena.ask(static_cast<Question>(random.below(6)), seen_, 1ms);
    }
    std::string bytes = run % 2 == 0 ? framed(answer_to(1)) : hello();
    char& changed = bytes[random.below(static_cast<std::uint32_t>(bytes.size()))];
    changed = static_cast<char>(static_cast<std::uint32_t>(changed) ^ (1 + random.below(255)));
    for (std::uint32_t more = random.below(40); more > 0; --more) bytes += static_cast<char>(random.below(256));
    arena.receive(bytes);
    arena.receive(bytes);
    EXPECT_NE(arena.state(), State::New);
  }
}

}  // namespace
}  // namespace tichu::protocol
