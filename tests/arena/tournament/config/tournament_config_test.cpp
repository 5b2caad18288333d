#include "arena/tournament/config/tournament_config.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tichu::arena {
namespace {

TournamentConfig two_bots() {
  TournamentConfig config;
  config.name = "tournament";
  config.bots.resize(2);
  config.bots[0].name = "a";
  config.bots[1].name = "b";
  return config;
}

std::string problem_of(const TournamentConfig& config) {
  const auto checked = check(config, "here");
  return checked ? "" : checked.error().text();
}

TEST(TournamentConfig, OfTwoBotsIsPlayable) { EXPECT_EQ(problem_of(two_bots()), ""); }

TEST(TournamentConfig, NeedsTwoEntrants) {
  TournamentConfig config = two_bots();
  config.bots.pop_back();
  EXPECT_EQ(problem_of(config), "here: a tournament needs at least two bots, found 1");
}

TEST(TournamentConfig, NeedsDistinctNames) {
  TournamentConfig config = two_bots();
  config.pairs = {{"b", {0, 1}}};
  EXPECT_EQ(problem_of(config), "here: name: \"b\" is used twice; give each bot and pair its own name");
}

TEST(TournamentConfig, NeedsPairsOfTwoBots) {
  TournamentConfig config = two_bots();
  config.pairs = {{"p", {1, 1}}};
  EXPECT_EQ(problem_of(config),
            "here: pair \"p\": a pair has two different bots; a bot with itself as partner enters anyway");
}

TEST(TournamentConfig, RefusesUnreadableNames) {
  TournamentConfig config = two_bots();
  config.bots[0].name = "";
  EXPECT_EQ(problem_of(config), "here: name: the name is empty; give it 1 to 64 characters");
  config.bots[0].name = std::string(65, 'x');
  EXPECT_EQ(problem_of(config), "here: name: the name is longer than 64 bytes; shorten it");
  config.bots[0].name = "a\x1b[2J";
  EXPECT_EQ(problem_of(config), "here: name: the name holds a control character; use printable characters");
  config.bots[0].name = "a\xff";
  EXPECT_EQ(problem_of(config), "here: name: the name is not UTF-8");
  for (const char* blank : {" ", "\u00a0 \u3000", "\t"}) {
    config.bots[0].name = blank;
    EXPECT_NE(problem_of(config), "");
  }
  for (const char* invisible : {"a\u202egreedy", "a\u2066", "ste\u200bady", "\ufeffa", "a\u009b1m", "\u200e"}) {
    config.bots[0].name = invisible;
    EXPECT_NE(problem_of(config).find("is not seen or changes the direction of writing"), std::string::npos);
  }
  config.bots[0].name = "the 2nd \u05d1\u05d5\u05d8";
  EXPECT_EQ(problem_of(config), "");
  config.bots[0].name = "Bärbel <b>, 龍";
  EXPECT_EQ(problem_of(config), "");
}

TEST(TournamentConfig, ALadderMayBeginWithNobodyAndItsBotsMayHaveOwners) {
  TournamentConfig config = two_bots();
  config.schedule.owners[config.bots[0].name] = "anna";
  EXPECT_EQ(problem_of(config), "here: owner: goes with the schedule ladder, found round-robin");
  config.schedule.kind = ScheduleKind::Ladder;
  EXPECT_EQ(problem_of(config), "");
  config.schedule.owners[config.bots[0].name] = "an\na";
  EXPECT_NE(problem_of(config).find("control character"), std::string::npos);
  config.schedule.owners.clear();
  config.bots.clear();
  EXPECT_EQ(problem_of(config), "");
}

TEST(TournamentConfig, WhoEntersALadderHasANameThatNobodyHad) {
  TournamentConfig config = two_bots();
  BotSpec bot = config.bots[0];
  const auto problem = [&](const std::string& owner = "") {
    const auto checked = check_entry(config, bot, owner, "here");
    return checked ? std::string() : checked.error().text();
  };
  EXPECT_NE(problem().find("is no ladder"), std::string::npos);
  config.schedule.kind = ScheduleKind::Ladder;
  EXPECT_NE(problem().find("is or was in the ladder already"), std::string::npos);
  bot.name += "@2";
  EXPECT_EQ(problem("anna"), "");
  EXPECT_NE(problem(std::string(MaxNameLength + 1, 'a')).find("longer than 64 bytes"), std::string::npos);
  bot.name = "";
  EXPECT_NE(problem().find("the name is empty"), std::string::npos);
}

TEST(TournamentConfig, RefusesTextsThatAreNone) {
  TournamentConfig config = two_bots();
  const std::string name = config.bots[0].name;
  config.bots[0].arguments = {"--level", "a\xff"};
  EXPECT_EQ(problem_of(config), "here: bot \"" + name + "\": an argument is not UTF-8; write it in UTF-8");
  config.bots[0].arguments = {"--level", "ä"};
  config.bots[0].options = {{"a", "\xff"}};
  EXPECT_EQ(problem_of(config), "here: bot \"" + name + "\": an option is not UTF-8; write it in UTF-8");
  config.bots[0].options = {{"a", "龍"}};
  config.bots[0].path = "/bots/\xff.so";
  EXPECT_EQ(problem_of(config), "here: bot \"" + name + "\": its path is not UTF-8; write it in UTF-8");
  config.bots[0].path = "/bots/ä.so";
  EXPECT_EQ(problem_of(config), "");
}

TEST(TournamentConfig, KeepsEventsInsideTheResultsFolder) {
  for (const char* name : {"", "..", "a/b", "/tmp", ".hidden", "-x", "a b", "a\n"}) {
    EXPECT_FALSE(is_tournament_name(name)) << name;
  }
  EXPECT_FALSE(is_tournament_name(std::string(65, 'x')));
  for (const char* name : {"quickstart", "A-vs-b_2.1", "0"}) EXPECT_TRUE(is_tournament_name(name)) << name;
}

TEST(TournamentConfig, SetsEachOptionOfTheRules) {
  Rules rules;
  for (const auto& [option, value] : {std::pair("partners_may_both_call_grand", "false"),
                                      {"tichu_before_push", "false"},
                                      {"bomb_ignores_wish", "true"},
                                      {"dragon_only_to_seat_with_cards", "true"},
                                      {"target", "500"},
                                      {"tie", "draw"}}) {
    EXPECT_TRUE(set_rule(rules, option, value)) << option;
  }
  EXPECT_EQ(rules, (Rules{false, false, true, true, TieRule::Draw, Points(500)}));
}

TEST(TournamentConfig, SaysWhatAnOptionOfTheRulesMayBe) {
  Rules rules;
  EXPECT_EQ(set_rule(rules, "tichu_before_push", "yes").error(), "must be true or false, found \"yes\"");
  EXPECT_EQ(set_rule(rules, "target", "0").error(), "must be a whole number from 1 to 1000000, found \"0\"");
  EXPECT_EQ(set_rule(rules, "target", "5x").error(), "must be a whole number from 1 to 1000000, found \"5x\"");
  EXPECT_EQ(set_rule(rules, "tie", "win").error(), "must be \"play_on\" or \"draw\", found \"win\"");
  EXPECT_TRUE(set_rule(rules, "wish", "1").error().starts_with("no such option; known are preset, "));
  EXPECT_EQ(rules, Rules{});
}

TEST(TournamentConfig, RefusesAnAnchorThatDoesNotEnter) {
  TournamentConfig config;
  config.name = "cup";
  config.bots.resize(3);
  for (std::size_t i = 0; i < 3; ++i) config.bots[i].name = std::string(1, static_cast<char>('a' + i));
  config.pairs = {{"p", {0, 1}}};
  const auto problem = [&](const std::string& name) {
    config.anchor = RatingAnchor{name, 0};
    const auto checked = check(config, "cup.toml");
    return checked ? std::string() : checked.error().text();
  };
  EXPECT_EQ(problem("c"), "");
  EXPECT_EQ(problem("p"), "");
  EXPECT_EQ(problem("a+b"), "cup.toml: anchor: nobody of the name \"a+b\" enters; name a bot or a pair that does");
  config.pairs.clear();
  config.schedule.kind = ScheduleKind::Mixed;
  EXPECT_EQ(problem("a+c"), "");
  for (const char* name : {"c", "c+a", "a+a"}) {
    EXPECT_NE(problem(name).find("name a pair of two bots, in the order"), std::string::npos) << name;
  }
}

TEST(TournamentConfig, RefusesWhatAScheduleDoesNotTake) {
  TournamentConfig config;
  config.name = "cup";
  config.bots.resize(3);
  for (std::size_t i = 0; i < 3; ++i) config.bots[i].name = std::string(1, static_cast<char>('a' + i));
  const auto problem = [&](const ScheduleConfig& schedule) {
    config.schedule = schedule;
    const auto checked = check(config, "cup.toml");
    return checked ? std::string() : checked.error().text();
  };
  const auto none = std::nullopt;
  EXPECT_EQ(problem({ScheduleKind::Gauntlet, {"a", "c"}, none, none}), "");
  EXPECT_EQ(problem({ScheduleKind::Gauntlet, {"d"}, none, none}),
            "cup.toml: candidates: no bot or pair has the name \"d\"");
  EXPECT_EQ(problem({ScheduleKind::Gauntlet, {"a", "a"}, none, none}), "cup.toml: candidates: \"a\" stands twice");
  EXPECT_EQ(problem({ScheduleKind::Gauntlet, {"a", "b", "c"}, none, none}),
            "cup.toml: candidates: nobody is left for the candidates to meet; leave some entrants out");
  EXPECT_EQ(problem({ScheduleKind::Gauntlet, {"a"}, none, none, {}, {"b"}}), "");
  EXPECT_EQ(problem({ScheduleKind::Gauntlet, {"a"}, none, none, {}, {"d"}}),
            "cup.toml: opponents: no bot or pair has the name \"d\"");
  EXPECT_EQ(problem({ScheduleKind::Gauntlet, {"b"}, none, none, {}, {"b"}}),
            "cup.toml: opponents: \"b\" is a candidate, too; leave it out");
  EXPECT_EQ(problem({ScheduleKind::Gauntlet, {}, none, none, {}, {"a"}}),
            "cup.toml: opponents: \"a\" is a candidate, too; leave it out");
  EXPECT_EQ(problem({ScheduleKind::Swiss, {}, none, none, {}, {"a"}}),
            "cup.toml: opponents: goes with the schedule gauntlet, found swiss");
  EXPECT_EQ(problem({ScheduleKind::Swiss, {"a"}, none, none}),
            "cup.toml: candidates: goes with the schedule gauntlet, found swiss");
  EXPECT_EQ(problem({ScheduleKind::Swiss, {}, 3, none}), "");
  EXPECT_EQ(problem({ScheduleKind::Knockout, {}, 3, none}),
            "cup.toml: rounds: goes with the schedule swiss, found knockout");
  EXPECT_EQ(problem({ScheduleKind::Mixed, {}, none, 3}), "cup.toml: limit: goes with the schedule ladder, found mixed");
  EXPECT_EQ(problem({ScheduleKind::Mixed, {}, none, none}), "");
  config.pairs = {{"p", {0, 1}}};
  EXPECT_EQ(problem({ScheduleKind::Mixed, {}, none, none}),
            "cup.toml: pair: the schedule mixed makes all pairs of the bots itself; leave them out");
  config.pairs.clear();
  config.bots.pop_back();
  EXPECT_EQ(problem({ScheduleKind::Mixed, {}, none, none}), "cup.toml: schedule: mixed needs 3 to 45 bots, found 2");
}

TournamentConfig config_with(std::size_t bots, const ScheduleConfig& schedule) {
  TournamentConfig config;
  config.name = "cup";
  config.bots.resize(bots);
  config.schedule = schedule;
  return config;
}

TEST(UsualBoards, AreFewInALadderAndFewerIfItsLimitIsSmall) {
  const auto none = std::nullopt;
  EXPECT_EQ(usual_boards(config_with(5, {ScheduleKind::RoundRobin, {}, none, none})), 100u);
  EXPECT_EQ(usual_boards(config_with(5, {ScheduleKind::Swiss, {}, none, none})), 100u);
  EXPECT_EQ(usual_boards(config_with(5, {ScheduleKind::Ladder, {}, none, none})), 10u);
  EXPECT_EQ(usual_boards(config_with(5, {ScheduleKind::Ladder, {}, none, 300})), 10u);
  EXPECT_EQ(usual_boards(config_with(5, {ScheduleKind::Ladder, {}, none, 100})), 5u);
  EXPECT_EQ(usual_boards(config_with(1000, {ScheduleKind::Ladder, {}, none, 1})), 1u);
}

TEST(Doubts, AreOfALadderWithFewMeetingsAndOfSwissWithFewRounds) {
  const auto none = std::nullopt;
  TournamentConfig ladder = config_with(5, {ScheduleKind::Ladder, {}, none, 300});
  EXPECT_EQ(doubts_about(ladder),
            (std::vector<std::string>{"only 3 meetings of 100 deals for 5 entrants: some may never meet, and the table "
                                      "will tell little; at least 10 meetings are needed, so give a meeting fewer "
                                      "deals, or the ladder a higher limit"}));
  ladder.boards = 30;
  EXPECT_TRUE(doubts_about(ladder).empty());
  for (const std::uint64_t limit : {1u, 7u, 60u, 300u, 5'000u}) {
    ladder.schedule.limit = limit;
    ladder.boards = usual_boards(ladder);
    EXPECT_EQ(doubts_about(ladder).empty(), limit >= 10) << limit;
  }
  EXPECT_TRUE(doubts_about(config_with(5, {ScheduleKind::Ladder, {}, none, none})).empty());
  EXPECT_TRUE(doubts_about(config_with(2, {ScheduleKind::Ladder, {}, none, 50})).empty());
  EXPECT_TRUE(doubts_about(config_with(9, {ScheduleKind::Swiss, {}, none, none})).empty());
  EXPECT_TRUE(doubts_about(config_with(8, {ScheduleKind::Swiss, {}, 3, none})).empty());
  EXPECT_EQ(doubts_about(config_with(9, {ScheduleKind::Swiss, {}, 3, none})),
            (std::vector<std::string>{"3 rounds cannot tell who is first of 9 entrants: at least 4 are needed"}));
}

}  // namespace
}  // namespace tichu::arena
