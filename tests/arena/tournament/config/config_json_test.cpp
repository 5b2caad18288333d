#include "arena/tournament/config/config_json.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;

/// Every field has another value than by default.
TournamentConfig unusual() {
  TournamentConfig config;
  config.name = "cup";
  config.origin.name_given = true;
  config.seed = ~std::uint64_t{0};
  config.origin.seed_given = true;
  config.format = BoardFormat::Games;
  config.seatings = Seatings::Rotate;
  config.boards = 12;
  config.schedule = {ScheduleKind::Gauntlet, {"b'; \"x\""}, 3, 500};
  config.test = {TestMeasure::NormalizedElo, -1.5, 2.5, 0.01, 0.02, "/x/baseline"};
  config.anchor = RatingAnchor{"b'; \"x\"", -12.25};
  config.rules = *preset("gravon");
  config.rules.target = Points(500);
  config.rules.tie = TieRule::Draw;
  config.bots.resize(2);
  config.bots[0] = {"a", BotKind::Plugin, "/x/a.so", {}, {{"depth", "3"}, {"b", "\n"}}, true, "f"};
  config.bots[1] = {"b'; \"x\"", BotKind::Program, "/x/b", {"--fast", ""}, {}, false, ""};
  for (const auto& need : BotNeedSettings) need.set(config.bots[1].needs, 64);
  config.pairs = {{"both", {1, 0}}};
  config.pin = false;
  config.concurrency = 3;
  config.limits.start = 1ms;
  config.limits.decision = 2ms;
  config.limits.shutdown = 3ms;
  config.limits.handshake = 4ms;
  config.limits.round = 5ms;
  config.sandbox = {SandboxKind::Landlock, 1, 2, 3, 4, 5, 6, {"/a", "/b"}};
  config.allow_unsandboxed = true;
  config.durable = true;
  config.remarks = false;
  config.faults = FaultPolicy::Substitute;
  config.give_up_after = 7;
  config.origin.file = "/x/cup.toml";
  config.results = "/x/results";
  return config;
}

TEST(ConfigJson, GivesEveryFieldBack) {
  for (const TournamentConfig& config : {unusual(), TournamentConfig{}}) {
    const auto read = config_from_json(config_json(config), "store");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read.value(), config);
  }
}

TEST(ConfigJson, SaysWhatCannotBeRead) {
  EXPECT_TRUE(
      config_from_json("", "store").error().text().starts_with("store: the stored configuration cannot be read: "));
  EXPECT_FALSE(config_from_json("{}", "store"));
  std::string text = config_json(unusual());
  text.replace(text.find("gauntlet"), 8, "gauntlot");
  EXPECT_NE(config_from_json(text, "store").error().text().find("unknown name \"gauntlot\""), std::string::npos);
}

}  // namespace
}  // namespace tichu::arena
