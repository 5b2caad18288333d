// Plug-ins that are not trusted, in the program that holds them; the same faults as in the arena's own process.

#include <gtest/gtest.h>

#include <string>

#include "arena/hosting/player/make_player.h"
#include "arena/hosting/player/program_player.h"
#include "tests/arena/hosting/player/seat_at_deal.h"
#include "tests/arena/patient_limits.h"
#include "tests/bots/tagged_processes.h"

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;
using tests::PatientLimits;
using tests::SeatAtDeal;

BotSpec hosted_plugin(const std::string& fault = {}) {
  BotSpec spec = tests::scripted_plugin(fault);
  spec.trusted = false;
  return spec;
}

BotSpec plugin_file(const std::string& path) {
  BotSpec spec = hosted_plugin();
  spec.path = path;
  return spec;
}

SeatSetup setup_of(const BotSpec& spec) { return {1, {}, spec.options}; }

TEST(HostedPlugin, IsAProcessOfItsOwn) {
  const BotSpec spec = hosted_plugin();
  const std::unique_ptr<Player> player = make_player(spec, PatientLimits);
  ASSERT_TRUE(player->sit_down(setup_of(spec)));
  ASSERT_NE(dynamic_cast<ProgramPlayer*>(player.get()), nullptr);
  SeatAtDeal seat(*player);
  const auto said = seat.ask_turn();
  ASSERT_TRUE(said) << said.error().text;
  EXPECT_EQ(said->action.kind, ActionKind::Play);
}

struct BadFile {
  const char* name;
  std::string path;
  FaultKind kind;
  const char* text;
};

class HostedBadFile : public testing::TestWithParam<BadFile> {};

TEST_P(HostedBadFile, IsNamedAsInTheArenasProcess) {
  const auto probed = probe(plugin_file(GetParam().path), PatientLimits);
  ASSERT_FALSE(probed);
  const Fault& fault = probed.error();
  EXPECT_EQ(to_text(fault.kind), to_text(GetParam().kind)) << fault.text;
  EXPECT_NE(fault.text.find(GetParam().text), std::string::npos) << fault.text;
}

INSTANTIATE_TEST_SUITE_P(Each, HostedBadFile,
                         testing::Values(BadFile{"wrong_abi", TICHU_TEST_BOTS "/wrong_abi.so", FaultKind::StartFailed,
                                                 "version 42 of the plug-in interface, this arena has 1"},
                                         BadFile{"wrong_size", TICHU_TEST_BOTS "/wrong_size.so", FaultKind::StartFailed,
                                                 "its tichu_observation has"},
                                         BadFile{"no_entry", TICHU_TEST_BOTS "/no_entry.so", FaultKind::StartFailed,
                                                 "it does not export tichu_bot_entry"},
                                         BadFile{"missing_symbol", TICHU_TEST_BOTS "/missing_symbol.so",
                                                 FaultKind::StartFailed, "tichu_table_from_nowhere"},
                                         BadFile{"missing_file", TICHU_TEST_BOTS "/nowhere.so", FaultKind::StartFailed,
                                                 "No such file or directory"},
                                         BadFile{"no_library", "/etc/passwd", FaultKind::StartFailed,
                                                 "cannot load /etc/passwd"},
                                         BadFile{"crash_at_load", TICHU_TEST_BOTS "/crash_at_load.so", FaultKind::Crash,
                                                 "was ended by signal 11 (SIGSEGV)"}),
                         [](const auto& tested) { return std::string(tested.param.name); });

struct PluginFault {
  const char* fault;
  FaultKind kind;
  const char* text;
};

class HostedMisdeed : public testing::TestWithParam<PluginFault> {};

TEST_P(HostedMisdeed, IsNamedAsInTheArenasProcess) {
  const BotSpec spec = hosted_plugin(GetParam().fault);
  ProgramPlayer player(spec, PatientLimits);
  ASSERT_TRUE(player.sit_down(setup_of(spec)));
  SeatAtDeal seat(player);
  const bool in_push = std::string(GetParam().fault).find("push") != std::string::npos;
  const auto said =
      in_push ? seat.ask_push() : seat.ask_turn(GetParam().kind == FaultKind::Timeout ? 30ms : PatientLimits.decision);
  ASSERT_FALSE(said);
  const Fault& fault = said.error();
  EXPECT_EQ(to_text(fault.kind), to_text(GetParam().kind)) << fault.text;
  EXPECT_NE(fault.text.find(GetParam().text), std::string::npos) << fault.text;
}

INSTANTIATE_TEST_SUITE_P(
    Each, HostedMisdeed,
    testing::Values(PluginFault{"throw", FaultKind::Crash, "threw an exception across the plug-in interface"},
                    PluginFault{"throw_in_create", FaultKind::Crash, "threw an exception across the plug-in interface"},
                    PluginFault{"throw_in_observe", FaultKind::Crash, "threw an exception"},
                    PluginFault{"no_bot", FaultKind::StartFailed, "could not make a bot"},
                    PluginFault{"status", FaultKind::Crash, "failed in a decision with status 17"},
                    PluginFault{"late", FaultKind::Timeout, "gave no answer within 30 ms"},
                    PluginFault{"bad_call", FaultKind::BadMessage, "answered for its turn"},
                    PluginFault{"bad_push_card", FaultKind::BadMessage, "answered for the push"},
                    PluginFault{"same_push_card", FaultKind::BadMessage, "answered for the push"},
                    PluginFault{"bad_cards", FaultKind::BadMessage, "answered for its turn"},
                    PluginFault{"bad_wish", FaultKind::BadMessage, "answered for its turn"},
                    PluginFault{"bad_phoenix", FaultKind::BadMessage, "answered for its turn"},
                    PluginFault{"no_combination", FaultKind::IllegalAction, "no combination"}),
    [](const auto& tested) { return std::string(tested.param.fault); });

}  // namespace
}  // namespace tichu::arena
