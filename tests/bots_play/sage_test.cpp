#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>

#include "bots/sage/sage_bot.h"
#include "engine/notation.h"
#include "engine/random.h"
#include "tests/bots_play/bot_makers.h"
#include "tests/bots_play/exchanged_cards.h"

namespace tichu::sage {
namespace {

using testing::BotMaker;
using testing::make_sage;
using testing::play_round;
using testing::PlayedRound;

// Inputs that follow each other share much, as in a round: what the first layer keeps must not matter.
TEST(SagePlayouts, AddUpTheSameInputWhateverCameBefore) {
  Random random(5);
  adept::InputBits input{};
  adept::FirstLayer<adept::Width> kept(adept::weights());
  for (int round = 0; round < 200; ++round) {
    for (int flips = 0; flips < 40; ++flips) {
      const std::uint32_t bit = random.below(static_cast<std::uint32_t>(adept::Inputs));
      input[bit / 64] ^= std::uint64_t{1} << (bit % 64);
    }
    adept::FirstLayer<adept::Width> fresh(adept::weights());
    ASSERT_EQ(kept.sums_of(input), fresh.sums_of(input)) << "input " << round;
  }
}

/// Compares what a seat's observation and the round itself tell the net, at each play and pass.
class Comparing {
 public:
  explicit Comparing(const Deal& cards) : round_(cards, Rules{}, log_) {
    for (const Seat seat : AllSeats) observers_.emplace_back(seat, Rules{}, Points(0), Points(0));
    watch();
  }

  void follow(const PlayedRound& played) {
    while (!round_.is_over()) {
      const Pending open = round_.pending();
      const Seat seat = open.seats.first();
      if (open.question == Question::Turn) compare();
      const Event& next = played.log[log_.size()];
      const bool is_call = next.kind == EventKind::Tichu;
      apply(is_call ? next.seat : seat, is_call ? Action::call_tichu() : action_of(open, seat, played));
    }
  }
  int compared() const { return compared_; }

 private:
  void watch() {
    for (; watched_ < log_.size(); ++watched_) {
      for (Observer& observer : observers_) observer.watch(log_[watched_]);
      shown_.see(log_[watched_], round_.hand(log_[watched_].seat));
    }
  }
  void apply(Seat seat, const Action& action) {
    ASSERT_TRUE(round_.is_legal(seat, action)) << to_text(action);
    round_.apply(seat, action, log_);
    watch();
  }
  void compare() {
    for (const Seat seat : AllSeats) {
      const Observation& seen = observers_[static_cast<std::size_t>(seat.number())].observation();
      const adept::Asked asked;
      ASSERT_EQ(adept::input_of(seen, asked), adept::input_of(adept::SeatKnowledge::of(round_, shown_, seat), asked));
      ++compared_;
    }
  }
  /// What `seat` did next in the round that was played.
  Action action_of(const Pending& open, Seat seat, const PlayedRound& played) const {
    const Event& next = played.log[log_.size()];
    switch (open.question) {
      case Question::GrandTichu:
        return played.calls[seat] == Call::GrandTichu ? Action::call_grand_tichu() : Action::no_grand_tichu();
      case Question::Push:
        return push_of(seat, played);
      case Question::Bomb:
        return next.kind == EventKind::Play && next.out_of_turn && next.seat == seat
                   ? Action::play_cards(next.combination)
                   : Action::no_bomb();
      case Question::GiveDragon:
        return Action::give_dragon(next.to.seen_from(seat));
      case Question::Tichu:  // never pending
      case Question::Turn:
        break;
    }
    return next.kind == EventKind::Play ? Action::play_cards(next.combination, next.wish) : Action::pass();
  }
  static Action push_of(Seat seat, const PlayedRound& played) {
    for (const Event& event : played.log) {
      if (event.kind == EventKind::Push && event.seat == seat) return Action::push_cards(event.push);
    }
    throw std::runtime_error("a round without a push");
  }

  EventLog log_;
  Round round_;
  std::deque<Observer> observers_;
  training::PublicPlay shown_;
  int watched_ = 0;
  int compared_ = 0;
};

TEST(SagePlayouts, TellTheNetWhatAnObservationWouldTellIt) {
  const BotMaker adept = testing::make_adept;
  int compared = 0;
  for (std::uint64_t index = 0; index < 60; ++index) {
    const Deal cards = deal(77, index);
    Comparing comparing(cards);
    comparing.follow(play_round(cards, Rules{}, {adept, adept, adept, adept}, index));
    compared += comparing.compared();
  }
  EXPECT_GT(compared, 5000);
}

std::string fault_of(const std::string& option, const std::string& value) {
  BotSetup setup;
  setup.options = {{option, value}};
  try {
    SageBot bot(setup);
    setup.refuse_unknown_options();
  } catch (const std::invalid_argument& fault) {
    return fault.what();
  }
  return "";
}

TEST(Sage, TakesATimeOrANumberOfSimulations) {
  EXPECT_EQ(fault_of("time_ms", "5"), "");
  EXPECT_EQ(fault_of("simulations", "100"), "");
  EXPECT_EQ(fault_of("threads", "2"), "unknown option threads; there are simulations, time_ms");
  EXPECT_EQ(fault_of("simulations", "0"),
            "option simulations is \"0\"; it must be a whole number from 1 to 1000000000");
}

TEST(Sage, PlaysLegallyByTheRulesOfEachPreset) {
  const BotMaker timed = [](const BotSetup& setup) {
    BotSetup with = setup;
    with.options = {{"time_ms", "1"}};
    return std::make_unique<SageBot>(with);
  };
  std::uint64_t index = 0;
  for (const Preset& each : presets()) {
    for (int round = 0; round < 3; ++round, ++index) {
      const BotMaker second = round == 0 ? timed : BotMaker(testing::make_greedy);
      const auto played = play_round(deal(23, index), each.rules, {make_sage, second, make_sage, make_sage}, index);
      ASSERT_EQ(played.illegal, "") << "deal 23, " << index;
    }
  }
}

TEST(Sage, PlaysTheSameRoundAgainWithABudgetOfSimulations) {
  const std::array<BotMaker, 4> makers{make_sage, testing::make_steady, make_sage, testing::make_adept};
  for (std::uint64_t index = 0; index < 5; ++index) {
    const PlayedRound first = play_round(deal(24, index), Rules{}, makers, index);
    const PlayedRound second = play_round(deal(24, index), Rules{}, makers, index);
    ASSERT_EQ(first.log.size(), second.log.size());
    for (int i = 0; i < first.log.size(); ++i) ASSERT_EQ(first.log[i], second.log[i]);
  }
}

TEST(Sage, DecidesTheSameIfCardsThatItCannotKnowAreExchanged) { testing::expect_blind_to_hidden_cards(make_sage, 5); }

/// Looks at what it says with each of its plays.
class Listened : public SageBot {
 public:
  Listened(const BotSetup& setup, int& remarks) : SageBot(setup), remarks_(remarks) {}
  Play play(const Observation& seen) override {
    take_remark();  // what it said of a call
    const Play play = SageBot::play(seen);
    const auto said = take_remark();
    if (!said) return play;
    ++remarks_;
    const std::string done = play ? "play " + to_text(*play) : "pass";
    double sum = 0;
    bool is_among = false;
    for (const MoveProbability& each : said->probabilities) {
      sum += each.probability;
      is_among = is_among || each.move.starts_with(done);
    }
    EXPECT_TRUE(is_among) << done;
    EXPECT_NEAR(sum, 1, 0.01);
    return play;
  }

 private:
  int& remarks_;
};

int remarks_in_a_round(bool kept) {
  int remarks = 0;
  const BotMaker listened = [&](const BotSetup& setup) {
    BotSetup with = setup;
    with.options = {{"simulations", "30"}};
    with.remarks = kept;
    return std::make_unique<Listened>(with, remarks);
  };
  play_round(deal(25, 1), Rules{}, {listened, listened, listened, listened}, 1);
  return remarks;
}

TEST(Sage, SaysWhatItExpectsOfThePlaysThatItSearched) { EXPECT_GT(remarks_in_a_round(true), 5); }

TEST(Sage, SaysNothingThatNobodyKeeps) { EXPECT_EQ(remarks_in_a_round(false), 0); }

}  // namespace
}  // namespace tichu::sage
