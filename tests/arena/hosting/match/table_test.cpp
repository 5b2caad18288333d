#include "arena/hosting/match/table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "engine/follow.h"
#include "engine/notation.h"
#include "engine/plays.h"
#include "engine/record.h"
#include "tests/arena/hosting/match/function_player.h"
#include "tests/arena/hosting/match/random_answers.h"

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;
using tests::FunctionPlayer;
using tests::RandomAnswers;

struct Asked {
  int seat;
  Question question;
  friend bool operator==(const Asked&, const Asked&) = default;
};

/// Four random players whose answers a test may change, and a list of who was asked what.
class TableTest : public testing::Test {
 protected:
  using Change = std::function<void(int seat, Question, const Observation&, TimedAnswer&)>;

  RoundOutcome play(std::uint64_t number, const Rules& rules, const Change& change = {}) {
    asked_.clear();
    std::vector<RandomAnswers> answers;
    for (std::uint64_t seat = 0; seat < 4; ++seat) answers.emplace_back(4 * number + seat);
    players_.clear();
    for (int seat = 0; seat < 4; ++seat) {
      RandomAnswers& source = answers[static_cast<std::size_t>(seat)];
      players_.emplace_back([this, seat, &source, &change](Question question, const Observation& seen) {
        asked_.push_back({seat, question});
        TimedAnswer answer = source.answer(question, seen);
        if (change) change(seat, question, seen, answer);
        return FunctionPlayer::Said(answer);
      });
    }
    const Deal cards = deal(7, number);
    return play_round({cards,
                       number,
                       rules,
                       {},
                       {{&players_[0], &players_[1], &players_[2], &players_[3]}},
                       limits_,
                       substitute_,
                       {},
                       remarks_});
  }

  TimeLimits limits_;
  bool substitute_ = false;
  bool remarks_ = true;
  std::vector<Asked> asked_;
  std::vector<FunctionPlayer> players_;
};

void nobody_calls(int, Question question, const Observation&, TimedAnswer& answer) {
  answer.call = false;
  if (question == Question::GrandTichu) answer.action = Action::no_grand_tichu();
}

std::vector<Asked> all_seats(Question question) { return {{0, question}, {1, question}, {2, question}, {3, question}}; }

void append(std::vector<Asked>& to, const std::vector<Asked>& more) { to.insert(to.end(), more.begin(), more.end()); }

TEST_F(TableTest, TheDecisionsBeforeTheFirstLeadComeInAFixedOrder) {
  for (std::uint64_t number = 0; number < 20; ++number) {
    ASSERT_TRUE(play(number, {}, nobody_calls).record.result);
    std::vector<Asked> expected = all_seats(Question::GrandTichu);
    append(expected, all_seats(Question::Tichu));
    append(expected, all_seats(Question::Push));
    append(expected, all_seats(Question::Tichu));
    ASSERT_GT(asked_.size(), expected.size());
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), asked_.begin()));
    EXPECT_EQ(asked_[expected.size()].question, Question::Turn);
  }
}

TEST_F(TableTest, TichuIsNotAskedBeforeThePushWhereTheRulesForbidIt) {  // RULES 3.3
  Rules rules;
  rules.tichu_before_push = false;
  play(1, rules, nobody_calls);
  EXPECT_EQ(asked_[4].question, Question::Push);
}

TEST_F(TableTest, WhoHasCalledIsNotAskedAgain) {  // RULES 3.3
  play(2, {}, [](int seat, Question question, const Observation& seen, TimedAnswer& answer) {
    nobody_calls(seat, question, seen, answer);
    if (seat == 1 && question == Question::Tichu) answer.call = true;
  });
  EXPECT_EQ(std::count(asked_.begin(), asked_.end(), Asked{1, Question::Tichu}), 1);
  EXPECT_EQ(std::count(asked_.begin(), asked_.end(), Asked{0, Question::Tichu}), 2);
}

TEST_F(TableTest, ATichuCallWithATurnStandsBeforeItsPlay) {  // RULES 3.3
  bool called = false;
  const RoundOutcome outcome =
      play(3, {}, [&called](int seat, Question question, const Observation& seen, TimedAnswer& answer) {
        nobody_calls(seat, question, seen, answer);
        if (question != Question::Turn || called) return;
        called = answer.call = true;
      });
  const auto call = std::find_if(outcome.record.actions.begin(), outcome.record.actions.end(),
                                 [](const RecordedAction& done) { return done.action.kind == ActionKind::CallTichu; });
  ASSERT_NE(call, outcome.record.actions.end());
  EXPECT_EQ(std::next(call)->action.kind, ActionKind::Play);
  EXPECT_EQ(std::next(call)->seat, call->seat);
}

TEST_F(TableTest, EveryRoundReplaysToItsResult) {
  for (const Preset& preset : presets()) {
    for (std::uint64_t number = 0; number < 100; ++number) {
      const RoundOutcome outcome = play(number, preset.rules);
      ASSERT_TRUE(outcome.record.result) << outcome.record.failure->text;
      const Replay again = replay(outcome.record.deal, preset.rules, outcome.record.actions);
      ASSERT_FALSE(again.fault) << again.fault->message;
      ASSERT_TRUE(again.result);
      ASSERT_EQ(recorded_result(*again.result), outcome.record.result);
      EXPECT_EQ(outcome.score, outcome.record.result->score);
    }
  }
}

TEST_F(TableTest, EachSeatIsToldWhatItMayKnowAndNothingElse) {
  const RoundOutcome outcome = play(4, {});
  const EventLog log = replay(outcome.record.deal, Rules{}, outcome.record.actions).log;
  for (const Seat seat : AllSeats) {
    std::size_t next = 0;
    const std::vector<SeenEvent>& told = players_[static_cast<std::size_t>(seat.number())].told();
    for (const Event& event : log) {
      const std::optional<Event> seen = event.seen_by(seat);
      if (!seen) continue;
      ASSERT_LT(next, told.size());
      EXPECT_EQ(told[next].kind, seen->kind);
      EXPECT_EQ(told[next].who, seen->seat.seen_from(seat));
      EXPECT_EQ(told[next].push, seen->push);
      EXPECT_EQ(told[next].combination, seen->combination);
      ++next;
    }
    EXPECT_EQ(next, told.size());
  }
}

TEST_F(TableTest, OnlyAHolderOfABombIsAskedForOne) {  // RULES 6.4
  int windows = 0;
  for (std::uint64_t number = 0; number < 200; ++number) {
    play(number, {}, [&windows](int, Question question, const Observation& seen, TimedAnswer&) {
      if (question != Question::Bomb) return;
      ++windows;
      EXPECT_TRUE(holds_bomb(seen.hand, seen.table));
    });
  }
  EXPECT_GT(windows, 0);
}

TEST_F(TableTest, AnIllegalAnswerForfeitsTheRoundAndNamesTheClause) {
  const RoundOutcome outcome =
      play(5, {}, [](int seat, Question question, const Observation& seen, TimedAnswer& answer) {
        nobody_calls(seat, question, seen, answer);
        if (seat != 2 || question != Question::Push) return;
        const Card foreign = *(CardSet::deck() - seen.hand).begin();
        answer.action.push.cards[1] = foreign;
      });
  ASSERT_TRUE(outcome.record.failure);
  EXPECT_FALSE(outcome.record.result);
  EXPECT_EQ(outcome.faults.back().seat, Seat(2));
  EXPECT_EQ(outcome.faults.back().fault.kind, FaultKind::IllegalAction);
  EXPECT_NE(outcome.faults.back().fault.text.find("(RULES 3.4)"), std::string::npos)
      << outcome.faults.back().fault.text;
  EXPECT_EQ(outcome.score[Team::A], Points(0));
  EXPECT_EQ(outcome.score[Team::B], Points(200));
}

TEST_F(TableTest, APassOnALeadIsIllegal) {  // RULES 6.2
  const RoundOutcome outcome = play(6, {}, [](int, Question question, const Observation& seen, TimedAnswer& answer) {
    if (question == Question::Turn && seen.table.empty()) answer.action = Action::pass();
  });
  ASSERT_TRUE(outcome.record.failure);
  EXPECT_NE(outcome.faults.back().fault.text.find("(RULES 6.2)"), std::string::npos)
      << outcome.faults.back().fault.text;
}

TEST_F(TableTest, TichuAfterTheFirstCardIsIllegal) {  // RULES 3.3
  const RoundOutcome outcome =
      play(7, {}, [](int seat, Question question, const Observation& seen, TimedAnswer& answer) {
        nobody_calls(seat, question, seen, answer);
        if (question == Question::Turn && !seen.played[Side::Me].empty()) answer.call = true;
      });
  ASSERT_TRUE(outcome.record.failure);
  EXPECT_NE(outcome.faults.back().fault.text.find("(RULES 3.3)"), std::string::npos)
      << outcome.faults.back().fault.text;
}

/// A seat that may be asked again so often a decision, and answers wrongly before that.
class WrongAtFirst : public FunctionPlayer {
 public:
  WrongAtFirst(Function function, int wrong, int retries)
      : FunctionPlayer(std::move(function)), wrong_(wrong), retries_(retries) {}

  Said ask(Question question, const Observation& seen, std::chrono::milliseconds limit) override {
    if (tries_ == 0) right_ = FunctionPlayer::ask(question, seen, limit);
    TimedAnswer answer = *right_;
    answer.remark = Remark{"try", {}, {}};
    if (tries_ >= wrong_ || question != Question::Turn) {
      tries_ = 0;
    } else if (tries_++ % 2 == 0) {
      answer.call = seen.may_call_tichu();
      answer.action = Action::play_cards({});
    } else {
      return tl::unexpected(Fault{FaultKind::BadMessage, "said nonsense", {}});
    }
    return answer;
  }
  bool retry(const Fault& fault) override {
    told_.push_back(fault.text);
    return tries_ <= retries_;
  }
  void charge(const Fault& fault) override { charged_ = fault.text; }

  std::vector<std::string> told_;
  std::string charged_;

 private:
  int wrong_;
  int retries_;
  int tries_ = 0;
  Said right_;
};

class RetryTest : public testing::Test {
 protected:
  /// Plays a round in which seat 1 answers each question wrongly so often first.
  RoundOutcome play(int wrong, int retries) {
    std::vector<RandomAnswers> answers;
    for (std::uint64_t seat = 0; seat < 4; ++seat) answers.emplace_back(seat);
    const auto said = [&answers](std::size_t seat) {
      return [&answers, seat](Question question, const Observation& seen) {
        TimedAnswer answer = answers[seat].answer(question, seen);
        nobody_calls(0, question, seen, answer);
        return FunctionPlayer::Said(answer);
      };
    };
    FunctionPlayer first(said(0));
    WrongAtFirst tried(said(1), wrong, retries);
    FunctionPlayer third(said(2));
    FunctionPlayer fourth(said(3));
    const Deal cards = deal(7, 3);
    RoundOutcome outcome = play_round({cards, 3, {}, {}, {{&first, &tried, &third, &fourth}}, {}, false, {}, true});
    told_ = tried.told_;
    charged_ = tried.charged_;
    return outcome;
  }

  std::vector<std::string> told_;
  std::string charged_;
};

TEST_F(RetryTest, AnAnswerThatIsTakenBackLeavesNoTraceInTheRecord) {
  const RoundOutcome right = play(0, 2);
  const RoundOutcome tried = play(2, 2);
  ASSERT_TRUE(right.record.result);
  EXPECT_EQ(tried.record.actions, right.record.actions);
  EXPECT_EQ(tried.record.remarks, right.record.remarks);
  EXPECT_EQ(tried.record.result, right.record.result);
  EXPECT_TRUE(tried.faults.empty());
  EXPECT_EQ(tried.think_time[Seat(1)].decisions, right.think_time[Seat(1)].decisions);
  EXPECT_EQ(right.think_time[Seat(1)].retries, 0u);
  EXPECT_GT(tried.think_time[Seat(1)].retries, 4u);
  EXPECT_EQ(tried.think_time[Seat(1)].retries, told_.size());
  EXPECT_NE(told_.at(0).find("a play needs cards (RULES 6.2)"), std::string::npos) << told_[0];
  EXPECT_EQ(told_.at(1), "said nonsense");
  EXPECT_EQ(charged_, "");
}

TEST_F(RetryTest, AfterTheLastTryItIsTheFaultThatItWas) {
  const RoundOutcome outcome = play(3, 2);
  ASSERT_TRUE(outcome.record.failure);
  EXPECT_EQ(outcome.faults.back().fault.kind, FaultKind::IllegalAction);
  EXPECT_EQ(outcome.faults.back().fault.text, told_.back());
  EXPECT_EQ(charged_, told_.back());
  EXPECT_EQ(outcome.think_time[Seat(1)].retries, 2u);
  EXPECT_EQ(outcome.record.actions, play(1, 0).record.actions) << "a call with the last try counts";
}

TEST_F(TableTest, TheRecordOfAForfeitedRoundEndsBeforeTheFault) {
  int turns = 0;
  const RoundOutcome outcome = play(8, {}, [&turns](int, Question question, const Observation&, TimedAnswer& answer) {
    if (question == Question::Turn && ++turns == 12) answer.action = Action::play_cards({});
  });
  ASSERT_TRUE(outcome.record.failure);
  const Replay again = replay(outcome.record.deal, Rules{}, outcome.record.actions);
  EXPECT_FALSE(again.fault);
  EXPECT_FALSE(again.result);
  EXPECT_GT(outcome.record.actions.size(), 4u);
}

/// What `say_all` lets a bot say of a decision.
Remark said(int seat, Question question, std::size_t number) {
  return {std::to_string(seat) + " " + std::string(to_text(question)) + " " + std::to_string(number), {}, {}};
}

TEST_F(TableTest, RemarksAreKeptInTheOrderOfBeingAskedWithTheEventsBeforeThem) {
  for (std::uint64_t number = 0; number < 20; ++number) {
    const RoundOutcome outcome =
        play(number, {}, [this](int seat, Question question, const Observation&, TimedAnswer& answer) {
          answer.remark = said(seat, question, asked_.size());
        });
    ASSERT_EQ(outcome.record.remarks.size(), asked_.size());
    std::size_t before = 0;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const RecordedRemark& recorded = outcome.record.remarks[i];
      EXPECT_EQ(recorded.seat, Seat(asked_[i].seat));
      EXPECT_EQ(recorded.question, asked_[i].question);
      EXPECT_EQ(recorded.remark, said(asked_[i].seat, asked_[i].question, i + 1));
      EXPECT_GE(recorded.after, before);
      before = recorded.after;
      if (recorded.question != Question::Turn) continue;
      ASSERT_LT(recorded.after, outcome.record.actions.size());
      EXPECT_EQ(outcome.record.actions[recorded.after].seat, recorded.seat) << "the call or the play that it is about";
    }
  }
}

TEST_F(TableTest, RemarksChangeNothingForTheOthers) {
  const RoundOutcome quiet = play(6, {});
  const std::vector<Asked> asked = asked_;
  const RoundOutcome loud = play(6, {}, [](int seat, Question question, const Observation&, TimedAnswer& answer) {
    answer.remark = said(seat, question, 0);
  });
  EXPECT_EQ(loud.record.actions, quiet.record.actions);
  EXPECT_EQ(asked_, asked);
}

TEST_F(TableTest, RemarksThatNobodyWantsAreNotKept) {
  remarks_ = false;
  const RoundOutcome outcome = play(6, {}, [](int seat, Question question, const Observation&, TimedAnswer& answer) {
    answer.remark = said(seat, question, 0);
  });
  EXPECT_TRUE(outcome.record.remarks.empty());
}

TEST_F(TableTest, NothingIsKeptOfADecisionThatWasAFaultNorOfASubstitute) {
  substitute_ = true;
  const RoundOutcome outcome =
      play(6, {}, [this](int seat, Question question, const Observation&, TimedAnswer& answer) {
        answer.remark = said(seat, question, asked_.size());
        if (seat == 1 && question == Question::Push) answer.action = Action::pass();
      });
  ASSERT_EQ(outcome.record.faults.size(), 1u);
  ASSERT_TRUE(outcome.record.result);
  for (const RecordedRemark& recorded : outcome.record.remarks) {
    EXPECT_TRUE(recorded.seat != Seat(1) || recorded.question < Question::Push);
  }
}

TEST_F(TableTest, TheScoresOfTheGameAreSeenFromEachSide) {
  std::array<std::int32_t, 4> own{};
  std::vector<FunctionPlayer> players;
  for (std::size_t seat = 0; seat < 4; ++seat) {
    players.emplace_back([seat, &own](Question, const Observation& seen) -> FunctionPlayer::Said {
      own[seat] = seen.own_score - seen.their_score;
      if (seat == 3) return tl::unexpected(Fault{FaultKind::Crash, "enough", {}});
      return TimedAnswer{false, Action::no_grand_tichu(), {}};
    });
  }
  const Deal cards = deal(7, 9);
  PerTeam<Points> totals;
  totals[Team::B] = Points(300);
  const RoundOutcome outcome = play_round(
      {cards, 9, Rules{}, totals, {{&players[0], &players[1], &players[2], &players[3]}}, std::chrono::seconds(1)});
  EXPECT_EQ(own, (std::array<std::int32_t, 4>{-300, 300, -300, 300}));
  EXPECT_EQ(outcome.faults.back().seat, Seat(3));
}

TEST_F(TableTest, ASeatHasABoundedTimeForItsDecisionsOfARound) {
  limits_ = {.decision = 100ms, .round = 250ms};
  const RoundOutcome outcome = play(3, {}, [](int seat, Question, const Observation&, TimedAnswer& answer) {
    if (seat == 1) answer.think_time = 84ms;
  });
  // Grand Tichu, Tichu before the push and the push take 252 ms.
  EXPECT_EQ(players_[1].limits(), (std::vector<std::chrono::milliseconds>{100ms, 100ms, 82ms}));
  ASSERT_TRUE(outcome.record.failure);
  EXPECT_EQ(outcome.faults.back().seat, Seat(1));
  EXPECT_EQ(outcome.faults.back().fault.kind, FaultKind::Timeout);
  EXPECT_EQ(outcome.faults.back().fault.text, "used up its time for the round (the limit round_ms, 250 ms)");
  EXPECT_EQ(players_[0].limits().back(), 100ms);
}

TEST_F(TableTest, ATimeoutNamesTheLimitThatWasNotKept) {
  limits_ = {.decision = 100ms, .round = 150ms};
  const auto late_at = [&](std::size_t decision) {
    players_.clear();
    for (int seat = 0; seat < 4; ++seat) {
      players_.emplace_back([=, this](Question question, const Observation&) -> FunctionPlayer::Said {
        if (seat == 2 && players_[2].limits().size() == decision)
          return tl::unexpected(Fault{FaultKind::Timeout, "late", {}});
        TimedAnswer answer;
        answer.action = question == Question::GrandTichu ? Action::no_grand_tichu() : Action::pass();
        if (seat == 2) answer.think_time = 80ms;
        return answer;
      });
    }
    const Deal cards = deal(7, 1);
    return play_round({cards, 1, {}, {}, {{&players_[0], &players_[1], &players_[2], &players_[3]}}, limits_});
  };
  EXPECT_EQ(late_at(1).faults.back().fault.text, "late (the limit decision_ms)");
  EXPECT_EQ(late_at(2).faults.back().fault.text,
            "late, which were left of its time for the round (the limit round_ms, 150 ms)");
}

TEST_F(TableTest, ASubstitutePlaysOnForASeatAtFault) {
  substitute_ = true;
  for (std::uint64_t number = 0; number < 50; ++number) {
    PerSeat<std::size_t> asked;
    // Every seat commits a fault at some decision: cards that it does not hold, or an answer that took too long.
    const auto decision_at_fault = [number](int seat) { return 2 + number % 7 + static_cast<std::size_t>(seat); };
    const auto commit = [&](int seat, Question question, const Observation& seen, TimedAnswer& answer) {
      if (++asked[Seat(seat)] != decision_at_fault(seat)) return;
      answer.think_time = 1h;
      if (question != Question::Turn) return;
      answer.think_time = 0h;
      answer.action = Action::play_cards(*read_combination(CardSet(*(CardSet::deck() - seen.hand).begin()), {}));
    };
    const RoundOutcome outcome = play(number, {}, commit);
    ASSERT_TRUE(outcome.record.result) << number;
    EXPECT_FALSE(outcome.record.failure);
    EXPECT_EQ(outcome.score, outcome.record.result->score);
    EXPECT_FALSE(outcome.faults.empty());
    EXPECT_EQ(outcome.record.faults.size(), outcome.faults.size());
    for (const SeatFault& fault : outcome.faults) {
      EXPECT_LE(fault.actions, outcome.record.actions.size());
      EXPECT_EQ(asked[fault.seat], decision_at_fault(fault.seat.number())) << "asked again after its fault";
    }
    EXPECT_FALSE(replay(outcome.record.deal, {}, outcome.record.actions).fault);
  }
}

TEST_F(TableTest, ASeatAtFaultIsLeftAloneAndNobodyElseIs) {
  substitute_ = true;
  play(4, {}, [](int seat, Question, const Observation&, TimedAnswer& answer) {
    if (seat == 1) answer.think_time = 1h;
  });
  EXPECT_EQ(players_[1].limits().size(), 1u);
  for (const std::size_t seat : {0, 2, 3}) EXPECT_GT(players_[seat].told().size(), players_[1].told().size());
}

}  // namespace
}  // namespace tichu::arena
