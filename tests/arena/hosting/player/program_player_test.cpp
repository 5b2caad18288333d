#include "arena/hosting/player/program_player.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <vector>

#include "arena/hosting/player/make_player.h"
#include "arena/hosting/player/printed_text.h"
#include "arena/hosting/player/program_end.h"
#include "tests/arena/hosting/player/misdeeds.h"
#include "tests/arena/hosting/player/seat_at_deal.h"
#include "tests/arena/patient_limits.h"
#include "tests/bots/tagged_processes.h"

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;
using tests::Misdeed;
using tests::PatientLimits;
using tests::SeatAtDeal;

class ProgramPlayerTest : public testing::Test {
 protected:
  BotSpec program(std::vector<std::string> arguments = {}) const {
    return tests::scripted_program(tag_, std::move(arguments));
  }
  /// The fault of a program that cannot sit down.
  std::optional<Fault> fault_at_start(const BotSpec& spec, TimeLimits limits = PatientLimits) const {
    ProgramPlayer player(spec, limits);
    const auto seated = player.sit_down({});
    return seated ? std::nullopt : std::optional(seated.error());
  }
  void TearDown() override {
    EXPECT_TRUE(tests::all_gone(tag_)) << "a process was left behind";
    EXPECT_FALSE(tests::has_zombie_child());
  }
  const std::string tag_ = tests::new_tag();
};

TEST_F(ProgramPlayerTest, AnHonestProgramAnswers) {
  ProgramPlayer player(program(), PatientLimits);
  ASSERT_TRUE(player.sit_down({}));
  SeatAtDeal seat(player);
  const auto said = seat.ask_turn();
  ASSERT_TRUE(said) << said.error().text;
  EXPECT_EQ(said->action.kind, ActionKind::Play);
  EXPECT_EQ(tests::living_processes(tag_).size(), 1u);
}

TEST_F(ProgramPlayerTest, AProcessIsKeptFromTableToTable) {
  ProgramPlayer player(program(), PatientLimits);
  ASSERT_TRUE(player.sit_down({}));
  const std::optional<pid_t> process = player.process_id();
  for (int table = 0; table < 3; ++table) {
    ASSERT_TRUE(player.sit_down({}));
    SeatAtDeal seat(player);
    EXPECT_TRUE(seat.ask_turn());
    EXPECT_EQ(player.process_id(), process);
  }
}

class ProgramMisdeed : public ProgramPlayerTest, public testing::WithParamInterface<Misdeed> {};

TEST_P(ProgramMisdeed, IsNamedAndTheProgramEnds) {
  ProgramPlayer player(program(GetParam().arguments), PatientLimits);
  const Fault fault = tests::fault_of(GetParam(), player);
  EXPECT_EQ(to_text(fault.kind), to_text(GetParam().kind)) << fault.text;
  EXPECT_NE(fault.text.find(GetParam().text), std::string::npos) << fault.text;
  EXPECT_TRUE(tests::all_gone(tag_));
  EXPECT_FALSE(player.process_id());
}

INSTANTIATE_TEST_SUITE_P(Each, ProgramMisdeed, testing::ValuesIn(tests::misdeeds()),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST_F(ProgramPlayerTest, AFaultyProgramIsStartedAnewByTheNextSitDown) {
  ProgramPlayer player(program({"--crash-at", "2"}), PatientLimits);
  for (int table = 0; table < 2; ++table) {
    ASSERT_TRUE(player.sit_down({}));
    SeatAtDeal seat(player);
    EXPECT_TRUE(seat.ask_grand_tichu());
    EXPECT_FALSE(seat.ask_push());
    EXPECT_FALSE(seat.ask_turn());
  }
}

TEST_F(ProgramPlayerTest, AnAnswerBeforeTheEndCountsAndTheEndIsFoundByTheNextQuestion) {
  ProgramPlayer player(program({"--exit-after", "1"}), PatientLimits);
  ASSERT_TRUE(player.sit_down({}));
  SeatAtDeal seat(player);
  EXPECT_TRUE(seat.ask_grand_tichu());
  const auto said = seat.ask_push();
  ASSERT_TRUE(!said);
  EXPECT_EQ(said.error().kind, FaultKind::Crash);
  EXPECT_EQ(said.error().text, "ended with exit code 5");
}

TEST_F(ProgramPlayerTest, ASecondAnswerIsABadMessageAtTheLatestWithTheNextQuestion) {
  ProgramPlayer player(program({"--twice-at", "1"}), PatientLimits);
  ASSERT_TRUE(player.sit_down({}));
  SeatAtDeal seat(player);
  auto said = seat.ask_grand_tichu();
  if (said) said = seat.ask_push();
  ASSERT_FALSE(said);
  EXPECT_EQ(said.error().kind, FaultKind::BadMessage);
}

TEST_F(ProgramPlayerTest, AProgramThatCannotRunIsAFailedStart) {
  BotSpec spec = program();
  spec.path = "/nowhere/bot";
  const std::optional<Fault> fault = fault_at_start(spec);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, FaultKind::StartFailed);
  EXPECT_EQ(fault->text, "cannot run /nowhere/bot: No such file or directory");
}

TEST_F(ProgramPlayerTest, AnExecutionThatFailsForWantOfTheHostsMeansIsNoFault) {
  EXPECT_EQ(fault_of_execution(program(), {ENOENT}).kind, FaultKind::StartFailed);
  for (const int error : {EAGAIN, ENOMEM, EMFILE, ENFILE}) {
    EXPECT_THROW(fault_of_execution(program(), {error}), std::system_error) << error;
  }
}

TEST_F(ProgramPlayerTest, FaultsOfTheHandshakeAreNamed) {
  const auto silent = fault_at_start(program({"--no-hello"}), {.start = 60ms, .shutdown = 1s});
  ASSERT_TRUE(silent);
  EXPECT_EQ(silent->kind, FaultKind::Handshake);
  EXPECT_EQ(silent->text, std::string("did not greet within 60 ms (the limit start_ms)") + NothingCame);
  const auto slow = fault_at_start(program({"--half-hello"}), {.start = 60s, .handshake = 60ms, .shutdown = 1s});
  ASSERT_TRUE(slow);
  EXPECT_EQ(slow->kind, FaultKind::Handshake);
  EXPECT_EQ(slow->text, "did not end its greeting within 60 ms of its first byte (the limit handshake_ms)");
  const auto garbage = fault_at_start(program({"--bad-hello"}));
  ASSERT_TRUE(garbage);
  EXPECT_EQ(garbage->kind, FaultKind::Handshake);
  const auto version = fault_at_start(program({"--version", "99"}));
  ASSERT_TRUE(version);
  EXPECT_EQ(version->kind, FaultKind::Handshake);
  EXPECT_NE(version->text.find("99"), std::string::npos) << version->text;
}

TEST_F(ProgramPlayerTest, TextBeforeTheGreetingIsToldAsTheCause) {
  const auto fault = fault_at_start(program({"--print-at-start"}), {.start = 60s, .handshake = 60ms, .shutdown = 1s});
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, FaultKind::Handshake);
  EXPECT_EQ(fault->cause, FaultCause::PrintedText);
  EXPECT_EQ(fault->text.substr(0, 82),
            "printed what looks like text to its standard output, \"ready\\n\" (as a message: 114 ");
  EXPECT_NE(fault->text.find("; so it did not end its greeting within 60 ms of"), std::string::npos) << fault->text;
}

TEST_F(ProgramPlayerTest, TextBeforeTheEndIsTold) {
  BotSpec spec = program();
  spec.path = "/bin/echo";
  spec.arguments = {"usage: mine"};
  const auto fault = fault_at_start(spec);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->cause, FaultCause::PrintedText);
  EXPECT_NE(fault->text.find("\"usage: mine\\n\""), std::string::npos) << fault->text;
}

TEST_F(ProgramPlayerTest, AnEndBeforeTheGreetingIsACrash) {
  const auto crash = fault_at_start(program({"--crash-at-start"}));
  ASSERT_TRUE(crash);
  EXPECT_EQ(crash->kind, FaultKind::Crash);
  const auto exit = fault_at_start(program({"--exit-at-start"}));
  ASSERT_TRUE(exit);
  EXPECT_EQ(exit->text, "ended with exit code 4");
  const auto closed = fault_at_start(program({"--close-at-start", "--no-hello"}));
  ASSERT_TRUE(closed);
  EXPECT_EQ(closed->kind, FaultKind::ClosedOutput);
}

TEST_F(ProgramPlayerTest, AFloodOnStandardErrorIsTakenAndBounded) {
  ProgramPlayer player(program({"--flood-stderr"}), PatientLimits);
  ASSERT_TRUE(player.sit_down({}));
  SeatAtDeal seat(player);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(seat.ask_grand_tichu());
  EXPECT_EQ(player.stderr_tail().size(), 4096u);
}

TEST_F(ProgramPlayerTest, AFaultKeepsTheEndOfStandardError) {
  ProgramPlayer player(program({"--flood-stderr", "--exit-at", "1"}), PatientLimits);
  ASSERT_TRUE(player.sit_down({}));
  SeatAtDeal seat(player);
  const auto said = seat.ask_grand_tichu();
  ASSERT_FALSE(said);
  EXPECT_EQ(said.error().stderr_tail, std::string(4096, 'e'));
}

TEST_F(ProgramPlayerTest, AProgramThatDoesNotLeaveIsEnded) {
  ProgramPlayer player(program({"--ignore-sigterm", "--fork-grandchild"}), {.start = 60s, .shutdown = 20ms});
  ASSERT_TRUE(player.sit_down({}));
  EXPECT_EQ(tests::living_processes(tag_).size(), 2u);
}

TEST_F(ProgramPlayerTest, AProgramThatLeftStartsAnewWhenItSitsDown) {
  ProgramPlayer player(program(), PatientLimits);
  ASSERT_TRUE(player.sit_down({}));
  const std::optional<pid_t> process = player.process_id();
  player.leave();
  ASSERT_TRUE(player.sit_down({}));
  EXPECT_NE(player.process_id(), process);
  SeatAtDeal seat(player);
  EXPECT_TRUE(seat.ask_turn());
}

TEST_F(ProgramPlayerTest, AProbeFindsOutWhetherAProgramCanPlay) {
  EXPECT_TRUE(probe(program(), PatientLimits));
  EXPECT_FALSE(probe(program({"--bad-hello"}), PatientLimits));
  BotSpec missing = program();
  missing.path = "/nowhere/bot";
  EXPECT_FALSE(probe(missing, PatientLimits));
}

}  // namespace
}  // namespace tichu::arena
