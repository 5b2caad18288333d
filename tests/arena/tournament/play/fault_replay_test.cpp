// A fault is played again with the messages that the bot's program got then.

#include "arena/tournament/play/fault_replay.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/player_pool.h"
#include "protocol/frame.h"
#include "protocol/tichu.pb.h"
#include "tests/arena/bundled_bot.h"
#include "tests/bots/tagged_processes.h"

namespace tichu::arena {
namespace {

/// A message to a bot without its request's number, which nobody can tell beforehand.
std::string without_number(const std::string& frame) {
  protocol::FrameReader reader;
  reader.feed(frame);
  v1::ToBot message;
  EXPECT_TRUE(message.ParseFromString(std::string(reader.next().payload)));
  if (message.has_request()) message.mutable_request()->clear_id();
  return message.SerializeAsString();
}

/// A board with steady at the even seats, and the bot at fault at the odd ones.
class FaultOfBoard {
 public:
  FaultOfBoard(BotSpec at_fault, bool games) {
    config_.bots = {tests::bundled_bot("steady"), std::move(at_fault)};
    config_.seed = 11;
    config_.format = games ? BoardFormat::Games : BoardFormat::Deals;
    config_.limits.decision = std::chrono::minutes(1);
    config_.limits.round = std::chrono::minutes(10);
    BoardSpec spec;
    spec.tournament_seed = config_.seed;
    spec.board = BoardNumber(5);
    spec.teams = {Partnership{{BotId(0), BotId(0)}}, Partnership{{BotId(1), BotId(1)}}};
    spec.game = games;
    spec.rules = config_.rules;
    spec.remarks = config_.remarks;
    spec.tables = 1;
    PlayerPool pool(config_.bots, config_.limits);
    keep(play_board(spec, pool).tables.front());
  }

  bool has_fault() const { return has_fault_; }
  const FinishedFault& fault() const { return fault_; }
  tl::expected<FaultReplay, std::string> again(std::vector<AskedAgain>& asked) const {
    return replay_fault({.config = config_,
                         .board = board_,
                         .fault = fault_,
                         .bot = config_.bots[1],
                         .limits = config_.limits,
                         .on_decision = [&asked](const AskedAgain& decision) { asked.push_back(decision); }});
  }

 private:
  void keep(const TableOutcome& table) {
    board_.job.board = BoardNumber(5);
    for (std::size_t number = 0; number < table.rounds.size(); ++number) {
      const RoundOutcome& round = table.rounds[number];
      StoredRound stored;
      stored.number = RoundNumber(number);
      stored.record = round.record;
      board_.rounds.push_back(std::move(stored));
      if (!round.record.failure) continue;
      const SeatFault& fault = round.faults.back();
      has_fault_ = true;
      fault_ = {{},
                {},
                RoundNumber(number),
                fault.seat,
                BotId(1),
                fault.fault.kind,
                fault.fault.text,
                "",
                fault.question,
                fault.exchange,
                fault.actions};
    }
  }

  TournamentConfig config_;
  StoredBoard board_;
  FinishedFault fault_;
  bool has_fault_ = false;
};

TEST(FaultReplay, SendsTheMessagesOfThenAndFindsTheFaultAgain) {
  const std::string tag = tests::new_tag();
  std::set<Question> questions;
  for (int request = 1; request <= 30; ++request) {
    const FaultOfBoard played(tests::scripted_program(tag, {"--crash-at", std::to_string(request)}), false);
    if (!played.has_fault()) continue;
    questions.insert(*played.fault().question);
    std::vector<AskedAgain> asked;
    const auto again = played.again(asked);
    ASSERT_TRUE(again) << again.error();
    ASSERT_TRUE(again->fault) << request;
    EXPECT_EQ(again->fault->text, played.fault().text) << request;
    EXPECT_TRUE(again->reached) << request;
    EXPECT_EQ(without_number(again->exchange.sent), without_number(played.fault().exchange.sent)) << request;
    ASSERT_EQ(asked.size(), static_cast<std::size_t>(request));
    EXPECT_TRUE(asked.back().is_place);
    for (const AskedAgain& decision : asked) EXPECT_EQ(decision.then, "") << request;
  }
  EXPECT_GE(questions.size(), 4u);
  EXPECT_TRUE(tests::all_gone(tag));
}

TEST(FaultReplay, PlaysTheRoundsOfAGameBeforeIt) {
  const std::string tag = tests::new_tag();
  const FaultOfBoard played(tests::scripted_program(tag, {"--crash-at", "60"}), true);
  ASSERT_TRUE(played.has_fault());
  ASSERT_GT(played.fault().round.value(), 0u);
  std::vector<AskedAgain> asked;
  const auto again = played.again(asked);
  ASSERT_TRUE(again) << again.error();
  EXPECT_TRUE(again->reached);
  EXPECT_EQ(without_number(again->exchange.sent), without_number(played.fault().exchange.sent));
  EXPECT_EQ(asked.size(), 60u);
}

TEST(FaultReplay, AnIllegalAnswerIsFoundAgain) {
  const FaultOfBoard played(tests::scripted_program(tests::new_tag(), {"--illegal-at", "5"}), false);
  ASSERT_TRUE(played.has_fault());
  EXPECT_EQ(played.fault().kind, FaultKind::IllegalAction);
  std::vector<AskedAgain> asked;
  const auto again = played.again(asked);
  ASSERT_TRUE(again && again->fault);
  EXPECT_EQ(again->fault->kind, FaultKind::IllegalAction);
  EXPECT_EQ(again->fault->text, played.fault().text);
}

TEST(FaultReplay, AFaultBeforeTheFirstQuestionIsFoundAgain) {
  const FaultOfBoard played(tests::scripted_program(tests::new_tag(), {"--exit-at-start"}), false);
  ASSERT_TRUE(played.has_fault());
  std::vector<AskedAgain> asked;
  const auto again = played.again(asked);
  ASSERT_TRUE(again && again->fault);
  EXPECT_EQ(again->fault->text, "ended with exit code 4");
  EXPECT_TRUE(again->reached);
}

}  // namespace
}  // namespace tichu::arena
