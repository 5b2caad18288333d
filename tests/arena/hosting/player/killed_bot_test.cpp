// A bot's program is ended by SIGSEGV in every state of the conversation, boxed and not: the arena names it and goes
// on.

#include <gtest/gtest.h>
#include <signal.h>

#include <optional>
#include <string>

#include "arena/hosting/player/program_player.h"
#include "tests/arena/hosting/player/seat_at_deal.h"
#include "tests/arena/patient_limits.h"
#include "tests/bots/tagged_processes.h"
#include "tests/sanitizers.h"

namespace tichu::arena {
namespace {

using tests::PatientLimits;
using tests::SeatAtDeal;

constexpr const char* Segfault = "was ended by signal 11 (SIGSEGV)";
/// All kinds of question, one after the other.
constexpr int QuestionKinds = 6;
tl::expected<TimedAnswer, Fault> ask(int number, SeatAtDeal& seat, ProgramPlayer& bot) {
  switch (number) {
    case 0:
      return seat.ask_grand_tichu();
    case 1:
      return seat.ask_push();
    case 2:
      return seat.ask_turn();
    case 3:
      return bot.ask(Question::Tichu, seat.seen(), PatientLimits.decision);
    case 4:
      return bot.ask(Question::Bomb, seat.seen(), PatientLimits.decision);
    default:
      return bot.ask(Question::GiveDragon, seat.seen(), PatientLimits.decision);
  }
}

/// Without a sandbox if there is no kind.
class KilledBot : public testing::TestWithParam<std::optional<SandboxKind>> {
 protected:
  void SetUp() override {
    if (!GetParam()) return;
    SandboxConfig config;
    config.kind = *GetParam();
    if (tests::IsSanitized) config.memory_mb = tests::SanitizedMegabytes;
    auto found = Sandbox::find(config, {});
    if (!found) GTEST_SKIP() << found.error();
    sandbox_ = std::move(*found);
  }
  void TearDown() override {
    EXPECT_TRUE(tests::all_gone(tag_)) << "a process was left behind";
    EXPECT_FALSE(tests::has_zombie_child());
  }

  ProgramPlayer player(std::vector<std::string> arguments) const {
    BotSpec spec = tests::scripted_program(tag_, std::move(arguments));
    spec.trusted = false;
    return ProgramPlayer(spec, PatientLimits, sandbox_.get());
  }

  static void expect_segfault(const tl::expected<TimedAnswer, Fault>& said) {
    ASSERT_FALSE(said);
    EXPECT_EQ(to_text(said.error().kind), to_text(FaultKind::Crash)) << said.error().text;
    EXPECT_EQ(said.error().text, Segfault);
  }

  const std::string tag_ = tests::new_tag();
  std::unique_ptr<Sandbox> sandbox_;
};

TEST_P(KilledBot, BeforeItsGreetingIsNamed) {
  ProgramPlayer bot = player({"--crash-at-start"});
  for (int time = 0; time < 2; ++time) {
    const auto seated = bot.sit_down({});
    ASSERT_FALSE(seated);
    expect_segfault(tl::unexpected(seated.error()));
  }
}

TEST_P(KilledBot, AtEachKindOfQuestionIsNamedAndPlaysAgain) {
  for (int asked = 0; asked < QuestionKinds; ++asked) {
    ProgramPlayer bot = player({"--crash-at", std::to_string(asked + 1)});
    for (int time = 0; time < 2; ++time) {
      ASSERT_TRUE(bot.sit_down({}));
      SeatAtDeal seat(bot);
      for (int i = 0; i < asked; ++i) {
        const auto said = ask(i, seat, bot);
        ASSERT_TRUE(said) << said.error().text;
      }
      expect_segfault(ask(asked, seat, bot));
      expect_segfault(bot.ask(Question::Tichu, seat.seen(), PatientLimits.decision));
    }
  }
}

TEST_P(KilledBot, AfterItsAnswerIsNamedAtTheNextQuestion) {
  ProgramPlayer bot = player({"--crash-after", "1"});
  ASSERT_TRUE(bot.sit_down({}));
  SeatAtDeal seat(bot);
  const auto first = seat.ask_grand_tichu();
  const auto second = seat.ask_push();
  // Whether its end or its answer is seen first is for the machine to say.
  expect_segfault(!first ? first : second);
}

TEST_P(KilledBot, AtItsFarewellIsNobodysConcern) {
  ProgramPlayer bot = player({"--crash-at-end"});
  ASSERT_TRUE(bot.sit_down({}));
  bot.leave();
  bot.end();
  EXPECT_TRUE(bot.sit_down({}));
}

/// From outside, in the states in which it is not asked.
TEST_P(KilledBot, FromOutsideWhileNothingIsAskedIsNamedAtTheNextQuestion) {
  if (GetParam() == SandboxKind::Bubblewrap) GTEST_SKIP() << "its processes in the box are not reached from outside";
  for (const int state : {0, 1, 2}) {
    ProgramPlayer bot = player({});
    ASSERT_TRUE(bot.sit_down({}));
    const pid_t process = *bot.process_id();
    const auto kill_in = [&](int wanted) { return state == wanted ? ::kill(process, SIGSEGV) : 0; };
    ASSERT_EQ(kill_in(0), 0);  // at the match's beginning
    SeatAtDeal seat(bot);
    ASSERT_EQ(kill_in(1), 0);  // in a round
    if (state == 2) {
      ASSERT_TRUE(seat.ask_grand_tichu());
    }
    ASSERT_EQ(kill_in(2), 0);  // between decisions
    expect_segfault(bot.ask(Question::Push, seat.seen(), PatientLimits.decision));
    ASSERT_TRUE(bot.sit_down({}));
  }
}

INSTANTIATE_TEST_SUITE_P(Each, KilledBot, testing::Values(std::nullopt, SandboxKind::Bubblewrap, SandboxKind::Landlock),
                         [](const auto& tested) {
                           if (!tested.param) return std::string("unboxed");
                           return std::string(*tested.param == SandboxKind::Bubblewrap ? "bubblewrap" : "landlock");
                         });

}  // namespace
}  // namespace tichu::arena
