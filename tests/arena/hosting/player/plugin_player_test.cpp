#include "arena/hosting/player/plugin_player.h"

#include <gtest/gtest.h>

#include <string>

#include "arena/hosting/player/make_player.h"
#include "tests/arena/hosting/player/seat_at_deal.h"
#include "tests/bots/tagged_processes.h"

namespace tichu::arena {
namespace {

using tests::scripted_plugin;
using tests::SeatAtDeal;

BotSpec plugin_named(const std::string& name) {
  BotSpec spec = scripted_plugin();
  spec.path = std::string(TICHU_TEST_BOTS "/") + name;
  return spec;
}

SeatSetup seat_for(const BotSpec& spec) { return {1, {}, spec.options}; }

/// The fault with which the plug-in's bot cannot sit down.
Fault fault_at_start(const BotSpec& spec) {
  PluginPlayer player(spec);
  const auto seated = player.sit_down(seat_for(spec));
  return seated ? Fault{} : seated.error();
}

Fault fault_of(const tl::expected<TimedAnswer, Fault>& said) {
  return said ? Fault{FaultKind::StartFailed, "there was no fault", {}} : said.error();
}

TEST(PluginPlayer, AnswersAsTheBotDoes) {
  const BotSpec spec = scripted_plugin();
  PluginPlayer player(spec);
  ASSERT_TRUE(player.sit_down(seat_for(spec)));
  SeatAtDeal seat(player);
  const auto said = seat.ask_turn();
  ASSERT_TRUE(said);
  EXPECT_EQ(said->action.kind, ActionKind::Play);
  EXPECT_GT(said->think_time.count(), 0);
}

TEST(PluginPlayer, RefusesAnotherInterfaceWithBothNumbers) {
  const Fault fault = fault_at_start(plugin_named("wrong_abi.so"));
  EXPECT_EQ(fault.kind, FaultKind::StartFailed);
  EXPECT_NE(fault.text.find("version 42 of the plug-in interface, this arena has 1"), std::string::npos) << fault.text;
}

TEST(PluginPlayer, RefusesAnotherLayoutWithBothSizes) {
  const Fault fault = fault_at_start(plugin_named("wrong_size.so"));
  EXPECT_EQ(fault.kind, FaultKind::StartFailed);
  const std::string expected = "its tichu_observation has " + std::to_string(sizeof(tichu_observation) + 8) +
                               " bytes, this arena's has " + std::to_string(sizeof(tichu_observation));
  EXPECT_NE(fault.text.find(expected), std::string::npos) << fault.text;
}

TEST(PluginPlayer, ALibraryWithoutTheEntryIsNamed) {
  const Fault fault = fault_at_start(plugin_named("no_entry.so"));
  EXPECT_EQ(fault.kind, FaultKind::StartFailed);
  EXPECT_NE(fault.text.find("it does not export tichu_bot_entry"), std::string::npos) << fault.text;
}

TEST(PluginPlayer, AMissingFileGivesTheLinkersWords) {
  const Fault fault = fault_at_start(plugin_named("nowhere.so"));
  EXPECT_EQ(fault.kind, FaultKind::StartFailed);
  EXPECT_NE(fault.text.find("nowhere.so"), std::string::npos) << fault.text;
  EXPECT_NE(fault.text.find("No such file or directory"), std::string::npos) << fault.text;
  EXPECT_EQ(fault.text.find("Bad file descriptor"), std::string::npos) << fault.text;
}

TEST(PluginPlayer, AnUndefinedSymbolIsNamed) {
  const Fault fault = fault_at_start(plugin_named("missing_symbol.so"));
  EXPECT_EQ(fault.kind, FaultKind::StartFailed);
  EXPECT_NE(fault.text.find("tichu_table_from_nowhere"), std::string::npos) << fault.text;
}

TEST(PluginPlayer, AFileThatIsNoLibraryIsRefused) {
  BotSpec spec = scripted_plugin();
  spec.path = "/etc/passwd";
  EXPECT_EQ(fault_at_start(spec).kind, FaultKind::StartFailed);
}

TEST(PluginPlayer, FaultsBeforeTheFirstDecisionAreNamed) {
  EXPECT_EQ(fault_at_start(scripted_plugin("no_bot")).kind, FaultKind::StartFailed);
  EXPECT_EQ(fault_at_start(scripted_plugin("throw_in_create")).kind, FaultKind::Crash);
}

struct NamedFault {
  const char* fault;
  FaultKind kind;
};

class PluginMisdeed : public testing::TestWithParam<NamedFault> {};

TEST_P(PluginMisdeed, IsNamed) {
  const BotSpec spec = scripted_plugin(GetParam().fault);
  PluginPlayer player(spec);
  ASSERT_TRUE(player.sit_down(seat_for(spec)));
  SeatAtDeal seat(player);
  const bool in_push = std::string(GetParam().fault).find("push") != std::string::npos;
  const std::chrono::milliseconds limit(GetParam().kind == FaultKind::Timeout ? 50 : 60'000);
  const Fault fault = fault_of(in_push ? seat.ask_push() : seat.ask_turn(limit));
  EXPECT_EQ(to_text(fault.kind), to_text(GetParam().kind)) << fault.text;
}

INSTANTIATE_TEST_SUITE_P(
    Each, PluginMisdeed,
    testing::Values(NamedFault{"throw", FaultKind::Crash}, NamedFault{"status", FaultKind::Crash},
                    NamedFault{"throw_in_observe", FaultKind::Crash}, NamedFault{"late", FaultKind::Timeout},
                    NamedFault{"bad_call", FaultKind::BadMessage}, NamedFault{"bad_push_card", FaultKind::BadMessage},
                    NamedFault{"same_push_card", FaultKind::BadMessage}, NamedFault{"bad_cards", FaultKind::BadMessage},
                    NamedFault{"bad_wish", FaultKind::BadMessage}, NamedFault{"bad_phoenix", FaultKind::BadMessage},
                    NamedFault{"no_combination", FaultKind::IllegalAction}),
    [](const auto& tested) { return std::string(tested.param.fault); });

TEST(PluginPlayer, AFaultStaysUntilTheNextSitDown) {
  const BotSpec spec = scripted_plugin("throw");
  PluginPlayer player(spec);
  ASSERT_TRUE(player.sit_down(seat_for(spec)));
  SeatAtDeal seat(player);
  EXPECT_EQ(fault_of(seat.ask_turn()).kind, FaultKind::Crash);
  EXPECT_EQ(fault_of(seat.ask_turn()).kind, FaultKind::Crash);
  ASSERT_TRUE(player.sit_down({1, {}, {}}));
  SeatAtDeal next(player);
  EXPECT_TRUE(next.ask_turn());
}

TEST(Probe, TellsGoodPluginsFromBadOnes) {
  EXPECT_TRUE(probe(scripted_plugin(), {}));
  EXPECT_FALSE(probe(plugin_named("wrong_abi.so"), {}));
  EXPECT_FALSE(probe(plugin_named("nowhere.so"), {}));
  EXPECT_FALSE(probe(scripted_plugin("no_bot"), {}));
}

}  // namespace
}  // namespace tichu::arena
