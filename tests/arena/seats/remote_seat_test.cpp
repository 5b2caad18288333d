#include "arena/seats/remote_seat.h"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <optional>
#include <string>

#include "arena/hosting/player/remote_seats.h"
#include "tests/arena/seats/fake_client.h"

namespace tichu::arena {
namespace {

using tests::FakeClient;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""h;

constexpr std::uint32_t FirstId = 100;
constexpr const char* Question = R"({"id":101,"ask":"tichu"})";
constexpr const char* Answer = R"({"id":101,"call":false})";

class SeatTest : public testing::Test {
 protected:
  explicit SeatTest(std::chrono::milliseconds away = 1h) : seat_("lab", RemoteLimits{1h, 1h, away}, FirstId) {}

  std::shared_ptr<FakeClient> come(const std::string& session = "") {
    auto client = std::make_shared<FakeClient>();
    seat_.come(client, session, {"bot", "1"});
    return client;
  }
  /// A question, asked by a thread of its own.
  std::future<std::optional<RemoteSeat::Reply>> ask(std::chrono::milliseconds limit = 1h) {
    return std::async(std::launch::async, [this, session = seat_.await_client(), limit] {
      return seat_.ask(session, seat_.next_id(), Question, limit);
    });
  }

  RemoteSeat seat_;
};

TEST_F(SeatTest, AClientIsAskedAndItsAnswerIsTaken) {
  const auto client = come();
  auto asked = ask();
  EXPECT_EQ(client->message(0), Question);
  EXPECT_EQ(seat_.answer(Answer, client.get()), AnswerReceipt::Taken);
  EXPECT_EQ(asked.get()->text, Answer);
  EXPECT_EQ(seat_.identity(), (BotIdentity{"bot", "1"}));
}

TEST_F(SeatTest, AnswersToOtherQuestionsHaveNoEffect) {
  const auto client = come();
  EXPECT_EQ(seat_.answer(Answer, client.get()), AnswerReceipt::Unasked);
  auto asked = ask();
  client->message(0);
  EXPECT_EQ(seat_.answer(R"({"id":100,"call":true})", client.get()), AnswerReceipt::Unasked);
  EXPECT_EQ(seat_.answer(R"({"id":102,"call":true})", client.get()), AnswerReceipt::Unasked);
  EXPECT_EQ(seat_.answer(Answer, client.get()), AnswerReceipt::Taken);
  asked.get();
  EXPECT_EQ(seat_.answer(R"({"id":101,"call":true})", client.get()), AnswerReceipt::Known);
  EXPECT_EQ(seat_.answer("nonsense", client.get()), AnswerReceipt::Unread);
}

TEST_F(SeatTest, WhatCannotBeReadIsTheAnswerToWhatIsAsked) {
  const auto client = come();
  auto asked = ask();
  client->message(0);
  EXPECT_EQ(seat_.answer("nonsense", client.get()), AnswerReceipt::Taken);
  EXPECT_EQ(asked.get()->text, "nonsense");
}

TEST_F(SeatTest, AnotherConnectionGetsTheSameQuestionAndTheSeat) {
  const auto first = come();
  auto asked = ask();
  first->message(0);
  const auto second = come();
  EXPECT_EQ(first->closed_with(), seat_close::TakenOver);
  EXPECT_EQ(second->message(0), Question);
  EXPECT_EQ(seat_.answer("nonsense", first.get()), AnswerReceipt::Known) << "the first has lost the seat";
  EXPECT_EQ(seat_.answer(Answer, second.get()), AnswerReceipt::Taken);
  EXPECT_EQ(asked.get()->text, Answer);
  EXPECT_EQ(seat_.figures().asked_again, 1u);
}

TEST_F(SeatTest, AClientThatComesBackIsAskedAgain) {
  const auto first = come("one");
  auto asked = ask();
  first->message(0);
  seat_.go(*first, false);
  const auto second = come("one");
  EXPECT_EQ(second->message(0), Question);
  seat_.answer(Answer, second.get());
  EXPECT_EQ(asked.get()->text, Answer);
}

TEST_F(SeatTest, AnotherSessionCannotGoOnWithABoard) {
  const auto first = come("one");
  auto asked = ask();
  first->message(0);
  const auto second = come("two");
  EXPECT_THROW(asked.get(), SeatLost);
  EXPECT_EQ(second->messages(), 0u) << "it knows nothing of that board";
  EXPECT_EQ(second->closed_with(), 0);
  EXPECT_EQ(seat_.figures().lost_boards, 1u);
}

TEST_F(SeatTest, PlayersOfOneSeatAreAskedOneAfterTheOther) {
  const auto client = come();
  auto first = ask();
  client->message(0);
  auto second = std::async(std::launch::async,
                           [this] { return seat_.ask(seat_.await_client(), seat_.next_id(), R"({"id":102})", 1h); });
  EXPECT_EQ(client->messages(), 1u);
  seat_.answer(Answer, client.get());
  EXPECT_EQ(client->message(1), R"({"id":102})");
  seat_.answer(R"({"id":102})", client.get());
  EXPECT_TRUE(first.get() && second.get());
}

TEST_F(SeatTest, APollGetsTheQuestionThatItDoesNotHave) {
  const auto polled = [this](std::optional<std::uint32_t> after) {
    auto later = std::make_shared<DeferredResponse>(std::chrono::seconds(1), HttpResponse{});
    seat_.poll(after, "", later);
    std::optional<HttpResponse> answer;
    later->when_given([&](HttpResponse given) { answer = std::move(given); });
    return answer;
  };
  EXPECT_FALSE(polled(std::nullopt));
  auto waits = std::make_shared<DeferredResponse>(std::chrono::seconds(1), HttpResponse{});
  std::promise<HttpResponse> promise;
  seat_.poll(std::nullopt, "", waits);
  waits->when_given([&](HttpResponse given) { promise.set_value(std::move(given)); });
  auto asked = ask();
  EXPECT_EQ(*promise.get_future().get().body, Question);
  EXPECT_FALSE(polled(101));
  const auto again = polled(std::nullopt);
  ASSERT_TRUE(again);
  EXPECT_EQ(*again->body, Question);
  EXPECT_EQ(seat_.answer(Answer, nullptr), AnswerReceipt::Taken);
  EXPECT_EQ(asked.get()->text, Answer);
}

TEST_F(SeatTest, AGoodbyeIsKeptForAPollThatComesLater) {
  const auto later = [] { return std::make_shared<DeferredResponse>(std::chrono::seconds(1), HttpResponse{}); };
  const auto first = later();
  seat_.poll(std::nullopt, "", first);
  std::promise<void> handed;
  first->when_given([&](const HttpResponse&) { handed.set_value(); });
  auto asked = ask();
  handed.get_future().get();
  seat_.answer(Answer, nullptr);
  asked.get();
  seat_.say_goodbye();
  auto left = std::async(std::launch::async, [this] { seat_.await_leave(); });
  std::string given;
  const auto last = later();
  seat_.poll(101, "", last);
  last->when_given([&](const HttpResponse& response) { given = *response.body; });
  EXPECT_EQ(given, R"({"goodbye":true})");
  left.get();
}

TEST_F(SeatTest, AClientThatIsCutAtItsGoodbyeIsAwaitedAndToldAgain) {
  const auto first = come();
  seat_.say_goodbye();
  auto left = std::async(std::launch::async, [this] { seat_.await_leave(); });
  EXPECT_EQ(first->message(0), R"({"goodbye":true})");
  seat_.go(*first, false);
  const auto again = come();
  EXPECT_EQ(again->message(0), R"({"goodbye":true})");
  EXPECT_EQ(left.wait_for(std::chrono::milliseconds(20)), std::future_status::timeout);
  seat_.go(*again, true);
  left.get();
}

TEST_F(SeatTest, AllFaultsSinceTheLastQuestionAreToldAsFarAsTheyFit) {
  seat_.note_fault({101, "was late"});
  seat_.note_fault({105, "passed"});
  const auto told = seat_.take_fault();
  EXPECT_EQ(told->id, 105U);
  EXPECT_EQ(told->text, "passed; question 101: was late");
  EXPECT_FALSE(seat_.take_fault());
  for (std::uint32_t id = 101; id < 10'000; ++id) seat_.note_fault({id, "was late"});
  const auto many = seat_.take_fault();
  EXPECT_EQ(many->id, 9'999U);
  EXPECT_LT(many->text.size(), 5'000U);
  EXPECT_NE(many->text.find("and others before"), std::string::npos);
}

TEST_F(SeatTest, ALaterPollSendsTheEarlierOneAway) {
  auto later = std::make_shared<DeferredResponse>(std::chrono::seconds(1), HttpResponse{});
  seat_.poll(std::nullopt, "", later);
  unsigned status = 0;
  later->when_given([&](const HttpResponse& given) { status = given.status; });
  come();
  EXPECT_EQ(status, 409u);
}

TEST_F(SeatTest, TheNetworksTimeIsNotTheBots) {
  const auto client = come();
  seat_.measure(*client, 500ms);
  seat_.measure(*client, 1h);  // the shortest counts
  auto asked = ask();
  client->message(0);
  seat_.answer(Answer, client.get());
  EXPECT_LT(asked.get()->think_time, 1h);
  EXPECT_GT(seat_.figures().network, std::chrono::nanoseconds(0));
}

TEST_F(SeatTest, WhoIsThereAndDoesNotAnswerIsLate) {
  const auto client = come();
  auto asked = ask(1ms);
  client->wait_for_pings(2);  // the first measures the network
  seat_.measure(*client, 1ms);
  EXPECT_FALSE(asked.get());
  EXPECT_EQ(client->closed_with(), 0);
}

TEST_F(SeatTest, NobodyWaitsForAnEmptySeatOnceTheRunIsToStop) {
  auto waits = std::async(std::launch::async, [this] { return seat_.await_client(); });
  seat_.stop_waiting();
  EXPECT_THROW(waits.get(), SeatsClosed);
}

TEST_F(SeatTest, AnEmptySeatIsWaitedForNoLongerThanAskedFor) { EXPECT_THROW(seat_.await_client(1ms), SeatsClosed); }

TEST_F(SeatTest, AClientThatIsThereFinishesItsBoard) {
  const auto client = come();
  seat_.stop_waiting();
  auto asked = ask();
  client->message(0);
  seat_.answer(Answer, client.get());
  EXPECT_TRUE(asked.get());
  auto next = ask();
  seat_.go(*client, false);
  EXPECT_THROW(next.get(), SeatsClosed);
}

TEST_F(SeatTest, ChairsAreNumberedFromOneAndUsedAgain) {
  EXPECT_EQ(seat_.take_chair(), 1u);
  EXPECT_EQ(seat_.take_chair(), 2u);
  seat_.leave_chair(1);
  EXPECT_EQ(seat_.take_chair(), 1u);
}

class ImpatientSeatTest : public SeatTest {
 protected:
  ImpatientSeatTest() : SeatTest(1ms) {}
};

TEST_F(ImpatientSeatTest, ABoardWhoseClientStaysAwayIsGivenBack) {
  const auto client = come();
  auto asked = ask();
  client->message(0);
  seat_.go(*client, false);
  try {
    asked.get();
    FAIL() << "it is still waited for";
  } catch (const SeatLost& lost) {
    EXPECT_NE(std::string(lost.what()).find("was away for 1 ms (the limit remote_away_ms)"), std::string::npos);
  }
}

}  // namespace
}  // namespace tichu::arena
