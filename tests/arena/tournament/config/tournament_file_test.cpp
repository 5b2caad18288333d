#include "arena/tournament/config/tournament_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "arena/text/file_text.h"
#include "arena/tournament/config/tournament_settings.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

constexpr const char* TwoBots = R"(
[[bot]]
name = "a"
[[bot]]
name = "b"
)";

class TournamentFileTest : public testing::Test {
 protected:
  TournamentFileTest() {
    folder_.write("bots/a.so", "");
    folder_.write("bots/b.so", "");
    folder_.write("bots/b", "", true);
    folder_.write("tournament/mine.sh", "", true);
  }

  OrInputError<TournamentConfig> parse(const std::string& text) const {
    return parse_tournament_file(text, folder_.path() / "tournament/cup.toml", folder_.path() / "bots");
  }
  TournamentConfig config(const std::string& text) const {
    const auto parsed = parse(text);
    EXPECT_TRUE(parsed) << parsed.error().text();
    return parsed.value();
  }
  /// The error without the path of the file.
  std::string problem(const std::string& text) const {
    const auto parsed = parse(text);
    EXPECT_FALSE(parsed);
    return parsed.error().text().substr((folder_.path() / "tournament/").string().size());
  }

  TemporaryFolder folder_;
};

TEST_F(TournamentFileTest, NamesTheStringThatHasNoClosingQuote) {
  EXPECT_EQ(problem("seed = 1\nname = \"x\nlimit = 3\n"),
            "cup.toml:2:8: the string that begins here has no closing quote (\")");
  EXPECT_EQ(problem("name = 'x"), "cup.toml:1:8: the string that begins here has no closing quote (')");
  EXPECT_EQ(problem("bots = [\"a\", \"b]\n"), "cup.toml:1:14: the string that begins here has no closing quote (\")");
  EXPECT_EQ(problem("name = \"\"\"x\nseed = 1\n"),
            "cup.toml:1:8: the string that begins here has no closing quote (\"\"\")");
  // What is wrong before the string comes first.
  EXPECT_EQ(problem("seed = \nname = \"x\n").find("closing quote"), std::string::npos);
}

TEST_F(TournamentFileTest, TakesBotsByOnePatternOrByAListOfThem) {
  for (const char* file : {"ladder/ann/bot.so", "ladder/bob.so", "guests/eve/eve.so", "guests/zed.so"}) {
    folder_.write(std::string("tournament/") + file, "");
  }
  const auto names = [&](const std::string& text) {
    std::string all;
    for (const BotSpec& bot : config(text).bots) all += bot.name + " ";
    return all;
  };
  EXPECT_EQ(names("bots = \"ladder/*\""), "ann bob ");
  EXPECT_EQ(names("bots = [\"ladder/*\"]"), "ann bob ");
  EXPECT_EQ(names("bots = [\"guests/z*\", \"ladder/*\", \"guests/eve\"]"), "zed ann bob eve ");
  // What two patterns find enters once.
  EXPECT_EQ(names("bots = [\"ladder/b*\", \"ladder/*\"]"), "bob ann ");
  EXPECT_EQ(problem("bots = [\"ladder/*\",\n  \"nobody/*\"]"), "cup.toml:2:3: bots: nothing is found at \"nobody/*\"");
  EXPECT_EQ(problem("bots = [\"ladder/*\", 3]"), "cup.toml:1:21: bots: must be a string in quotes, found 3");
  EXPECT_EQ(problem("bots = []"), "cup.toml:1:8: bots: the list of patterns is empty");
  folder_.write("tournament/guests/bob.so", "");
  EXPECT_NE(problem("bots = [\"ladder/*\", \"guests/*\"]").find("there is a bot of the name \"bob\" already"),
            std::string::npos);
}

TEST_F(TournamentFileTest, OnlyALadderGoesOnWithoutSubmissionsThatAreNoBots) {
  folder_.write("tournament/all/ann.so", "");
  folder_.write("tournament/all/bob", "no program");
  folder_.write("tournament/all/eve/notes.txt", "");
  const TournamentConfig found = config("bots = \"all/*\"\nschedule = \"ladder\"\n");
  ASSERT_EQ(found.bots.size(), 1U);
  EXPECT_EQ(found.origin.submissions, std::vector<std::string>{"ann"});
  ASSERT_EQ(found.origin.left_out.size(), 2U);
  EXPECT_EQ(found.origin.left_out[0].name, "bob");
  EXPECT_NE(found.origin.left_out[0].reason.find("bob\" is not executable"), std::string::npos);
  EXPECT_NE(found.origin.left_out[1].reason.find("eve\" holds no bot"), std::string::npos);
  const std::string refused = problem("bots = \"all/*\"\n");
  EXPECT_TRUE(refused.starts_with("cup.toml:1:8: bots: ")) << refused;
  for (const auto& bot : found.origin.left_out) EXPECT_NE(refused.find(bot.reason), std::string::npos) << refused;
  // Nobody would be left, or a person has named it.
  EXPECT_NE(problem("bots = \"all/e*\"\nschedule = \"ladder\"\n").find("holds no bot"), std::string::npos);
  EXPECT_NE(problem("schedule = \"ladder\"\n[[bot]]\nname = \"x\"\npath = \"all/bob\"\n").find("is not executable"),
            std::string::npos);
}

TEST_F(TournamentFileTest, LeavesDefaultsWhereAKeyIsAbsent) {
  const TournamentConfig found = config(TwoBots);
  EXPECT_EQ(found.name, "cup");
  EXPECT_FALSE(found.origin.name_given);
  EXPECT_EQ(found.seed, 1u);
  EXPECT_EQ(found.format, BoardFormat::Deals);
  EXPECT_EQ(found.boards, 100u);
  EXPECT_EQ(found.rules, Rules{});
  EXPECT_EQ(found.limits, TimeLimits{});
  EXPECT_EQ(found.sandbox, SandboxConfig{});
  EXPECT_FALSE(found.allow_unsandboxed);
  EXPECT_EQ(found.concurrency, 0);
  EXPECT_TRUE(found.pin);
  EXPECT_EQ(found.results, "results");
  EXPECT_EQ(found.bots.size(), 2u);
}

TEST_F(TournamentFileTest, ReadsEveryKey) {
  const TournamentConfig found = config(R"(
name = "spring"
seed = 42
games = 7
concurrency = 3
pin = false
results = "out"
[rules]
tie = "play_on"
target = 300
preset = "gravon"
[[bot]]
name = "a"
options = { depth = 3, style = "bold", loud = true }
[[bot]]
name = "mine"
path = "./mine.sh"
args = ["--fast", "mine.sh"]
trusted = true
[[bot]]
name = "c"
kind = "program"
path = "b"
[[pair]]
bots = ["a", "mine"]
[[pair]]
name = "friends"
bots = ["c", "a"]
)");
  EXPECT_EQ(found.name, "spring");
  EXPECT_TRUE(found.origin.name_given);
  EXPECT_EQ(found.seed, 42u);
  EXPECT_EQ(found.format, BoardFormat::Games);
  EXPECT_EQ(found.boards, 7u);
  EXPECT_EQ(found.concurrency, 3);
  EXPECT_FALSE(found.pin);
  EXPECT_EQ(found.results, folder_.path() / "tournament/out");
  Rules rules = *preset("gravon");
  rules.target = Points(300);
  rules.tie = TieRule::PlayOn;
  EXPECT_EQ(found.rules, rules);
  EXPECT_EQ(found.origin.file, folder_.path() / "tournament/cup.toml");
  ASSERT_EQ(found.bots.size(), 3u);
  EXPECT_TRUE(found.bots[0].trusted);
  EXPECT_TRUE(found.bots[1].trusted);
  using Options = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(found.bots[0].options, (Options{{"depth", "3"}, {"loud", "true"}, {"style", "bold"}}));
  EXPECT_EQ(found.bots[1].kind, BotKind::Program);
  EXPECT_EQ(found.bots[1].path, folder_.path() / "tournament/mine.sh");
  EXPECT_EQ(found.bots[1].arguments,
            (std::vector<std::string>{"--fast", (folder_.path() / "tournament/mine.sh").string()}));
  EXPECT_EQ(found.bots[2].path, folder_.path() / "bots/b");
  EXPECT_EQ(found.pairs, (std::vector<PairSpec>{{"a+mine", {0, 1}}, {"friends", {2, 0}}}));
}

TEST_F(TournamentFileTest, ReadsTheSeatings) {
  EXPECT_EQ(config(TwoBots).seatings, Seatings::Swap);
  EXPECT_EQ(config("seatings = \"rotate\"\n" + std::string(TwoBots)).seatings, Seatings::Rotate);
  EXPECT_EQ(config("seatings = \"single\"\n" + std::string(TwoBots)).seatings, Seatings::Single);
  EXPECT_EQ(problem("seatings = \"both\"\n" + std::string(TwoBots)),
            "cup.toml:1:12: seatings: must be \"swap\", \"rotate\" or \"single\", found \"both\"");
}

TEST_F(TournamentFileTest, HasAnAnchor) {
  EXPECT_FALSE(config(TwoBots).anchor);
  EXPECT_EQ(config("anchor = \"a=100\"\n" + std::string(TwoBots)).anchor, (RatingAnchor{"a", 100}));
  EXPECT_EQ(problem("anchor = \"a\"\n" + std::string(TwoBots)),
            "cup.toml:1:10: anchor: must have the form NAME=NUMBER, such as steady=0, the number from -100000 to "
            "100000, found \"a\"");
}

TEST_F(TournamentFileTest, ReadsTheSchedule) {
  EXPECT_EQ(config(TwoBots).schedule, ScheduleConfig{});
  const TournamentConfig gauntlet = config("schedule = \"gauntlet\"\ncandidates = [\"a\"]\n" + std::string(TwoBots));
  EXPECT_EQ(gauntlet.schedule, (ScheduleConfig{ScheduleKind::Gauntlet, {"a"}, std::nullopt, std::nullopt}));
  EXPECT_EQ(config("schedule = \"swiss\"\nrounds = 3\n" + std::string(TwoBots)).schedule.rounds, 3u);
  EXPECT_EQ(config("schedule = \"ladder\"\nlimit = 9\n" + std::string(TwoBots)).schedule.limit, 9u);
  EXPECT_EQ(
      problem("schedule = \"cup\"\n" + std::string(TwoBots)),
      "cup.toml:1:12: schedule: no schedule \"cup\"; known are round-robin, gauntlet, swiss, knockout, mixed, ladder");
  EXPECT_EQ(problem("candidates = \"a\"\n" + std::string(TwoBots)),
            "cup.toml:1:14: candidates: must be a list of strings, found 'a'");
}

TEST_F(TournamentFileTest, ReadsWhatBecomesOfFaults) {
  EXPECT_EQ(config(TwoBots).faults, FaultPolicy::Forfeit);
  EXPECT_EQ(config(TwoBots).give_up_after, 64);
  EXPECT_EQ(config("give_up_after = 0\n" + std::string(TwoBots)).give_up_after, 0);
  EXPECT_EQ(config("faults = \"substitute\"\n" + std::string(TwoBots)).faults, FaultPolicy::Substitute);
  EXPECT_EQ(problem("faults = \"ignore\"\n" + std::string(TwoBots)),
            "cup.toml:1:10: faults: must be \"forfeit\" or \"substitute\", found \"ignore\"");
}

TEST_F(TournamentFileTest, ReadsTheLimits) {
  using std::chrono_literals::operator""ms;
  const TournamentConfig found = config(std::string(TwoBots) + R"([limits]
start_ms = 1
handshake_ms = 15
decision_ms = 20
round_ms = 25
shutdown_ms = 300
remote_decision_ms = 7
remote_round_ms = 8
remote_away_ms = 9
)");
  EXPECT_EQ(found.limits, (TimeLimits{1ms, 15ms, 20ms, 25ms, 300ms, {7ms, 8ms, 9ms}}));
}

TEST_F(TournamentFileTest, ReadsTheSandbox) {
  const TournamentConfig found = config(std::string(TwoBots) + R"([sandbox]
kind = "landlock"
memory_mb = 100
processes = 4
cores = 2
cpu_s = 30
temporary_mb = 5
open_files = 40
readable = [".", "../bots/a.so"]
)");
  const std::filesystem::path folder = folder_.path();
  EXPECT_EQ(found.sandbox, (SandboxConfig{SandboxKind::Landlock,
                                          100,
                                          4,
                                          2,
                                          30,
                                          5,
                                          40,
                                          {(folder / "tournament/").lexically_normal(), folder / "bots/a.so"}}));
}

/// Expects that the file refuses each limit just below and just above its range.
template <typename Settings>
void expect_ranges(const std::string& table, const Settings& settings,
                   const std::function<std::string(const std::string&)>& problem) {
  for (const auto& setting : settings) {
    const std::string line = "[" + table + "]\n" + std::string(setting.key) + " = ";
    for (const std::int64_t number : {setting.least - 1, setting.most + 1}) {
      EXPECT_NE(problem(line + std::to_string(number)).find(std::string(setting.key) + ": must be a whole number from"),
                std::string::npos);
    }
  }
}

TEST_F(TournamentFileTest, RefusesLimitsBeyondTheirRanges) {
  const auto problem_of = [this](const std::string& text) { return problem(text); };
  expect_ranges("limits", TimeLimitSettings, problem_of);
  expect_ranges("limits", RemoteLimitSettings, problem_of);
  expect_ranges("sandbox", SandboxLimits, problem_of);
}

/// The lines of a table of settings as the manual has them.
template <typename Config, typename Value, std::size_t Count>
std::string lines_of(const LimitSetting<Config, Value> (&settings)[Count]) {
  std::string lines;
  for (const auto& setting : settings) {
    std::string line = std::string(setting.key) + " = " + std::to_string(setting.number(Config()));
    line.resize(std::max(line.size(), std::size_t{19}), ' ');
    lines += line + " # " + std::string(setting.meaning) + "\n";
  }
  return lines;
}

TEST(Manual, ListsTheLimitsOfTournamentFiles) {
  const std::string manual = read_file_text(TICHU_SOURCE_DIR "/arena/README.md");
  for (const std::string& lines :
       {lines_of(TimeLimitSettings), lines_of(RemoteLimitSettings), lines_of(SandboxLimits)}) {
    EXPECT_NE(manual.find("\n" + lines), std::string::npos) << "arena/README.md lacks:\n" << lines;
  }
}

std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(int value) { return std::to_string(value); }
template <HasWords E>
std::string text_of(E value) {
  return '"' + std::string(to_text(value)) + '"';
}

TEST(Manual, ListsTheSettingsOfTournamentFiles) {
  const std::string manual = read_file_text(TICHU_SOURCE_DIR "/arena/README.md");
  for_each_setting(TournamentConfig(), [&](const TournamentSetting& setting, const auto& value) {
    std::string line = std::string(setting.key) + " = " + text_of(value);
    line.resize(std::max(line.size(), std::size_t{19}), ' ');
    line += " # " + std::string(setting.meaning);
    EXPECT_NE(manual.find("\n" + line + "\n"), std::string::npos) << "arena/README.md lacks:\n" << line;
  });
}

TEST_F(TournamentFileTest, PointsAtAnErrorOfTheLanguage) {
  EXPECT_TRUE(problem("seed = 1\ndeals =\n").starts_with("cup.toml:2:"));
}

TEST_F(TournamentFileTest, PointsAtAnUnknownKeyAndListsTheKnown) {
  EXPECT_EQ(
      problem("seed = 1\nboard = 3\n"),
      "cup.toml:2:1: board: no such key here; known are name, seed, deals, games, schedule, candidates, "
      "opponents, rounds, limit, concurrency, results, anchor, rules, limits, sandbox, bot, bots, pair, seatings, pin, "
      "durable, remarks, faults, retries, give_up_after");
  EXPECT_NE(problem("deal = 3\n").find("deal: no such key here; did you mean \"deals\"?; known are "),
            std::string::npos);
  EXPECT_EQ(problem("[limits]\nmove_ms = 3\n"),
            "cup.toml:2:1: move_ms: no such key in [limits]; known are start_ms, handshake_ms, decision_ms, round_ms, "
            "shutdown_ms, remote_decision_ms, remote_round_ms, remote_away_ms");
  EXPECT_EQ(problem("[[bot]]\nname = \"a\"\nfile = \"x\"\n"),
            "cup.toml:3:1: file: no such key in [[bot]]; known are name, kind, protocol, path, args, options, trusted, "
            "timed, owner");
  EXPECT_EQ(problem("[sandbox]\nmemory = 3\n"),
            "cup.toml:2:1: memory: no such key in [sandbox]; known are kind, memory_mb, processes, cores, cpu_s, "
            "temporary_mb, open_files, readable");
}

TEST_F(TournamentFileTest, SaysWhatAValueMustBe) {
  EXPECT_EQ(problem("deals = \"many\""),
            "cup.toml:1:9: deals: must be a whole number from 1 to 1000000000, found 'many'");
  EXPECT_EQ(problem("deals = \"10\""),
            "cup.toml:1:9: deals: must be a whole number from 1 to 1000000000, found '10': leave out the quotes");
  EXPECT_EQ(problem("deals = 0"), "cup.toml:1:9: deals: must be a whole number from 1 to 1000000000, found 0");
  EXPECT_EQ(problem("deals = 1.5"), "cup.toml:1:9: deals: must be a whole number from 1 to 1000000000, found 1.5");
  EXPECT_EQ(problem("seed = -1"), "cup.toml:1:8: seed: must be a whole number from 0 to 9223372036854775807, found -1");
  EXPECT_EQ(problem("name = 3"), "cup.toml:1:8: name: must be a string in quotes, found 3");
  EXPECT_EQ(
      problem("name = \"../x\""),
      "cup.toml:1:8: name: \"../x\" cannot be a folder's name; use letters, digits, '.', '_' and '-', at most 64");
  EXPECT_EQ(problem("concurrency = 0"), "cup.toml:1:15: concurrency: must be a whole number from 1 to 1024, found 0");
  EXPECT_EQ(problem("rules = \"gravon\""), "cup.toml:1:9: rules: must be a table [rules], found 'gravon'");
  EXPECT_EQ(problem("bot = \"a\""), "cup.toml:1:7: bot: must be written as [[bot]], once for each");
}

TEST_F(TournamentFileTest, SaysWhatIsWrongWithTheSandbox) {
  EXPECT_EQ(problem("[sandbox]\nkind = \"docker\"\n"),
            "cup.toml:2:8: kind: must be \"strongest\", \"bubblewrap\" or \"landlock\", found \"docker\"");
  EXPECT_EQ(problem("[sandbox]\nmemory_mb = 1\n"),
            "cup.toml:2:13: memory_mb: must be a whole number from 16 to 67108864, found 1");
  EXPECT_EQ(problem("[sandbox]\nreadable = \"x\"\n"), "cup.toml:2:12: readable: must be a list of paths, found 'x'");
  EXPECT_EQ(problem("[sandbox]\nreadable = [\"./x\"]\n"), "cup.toml:2:13: readable: there is no file or folder \"" +
                                                              (folder_.path() / "tournament/x").string() + "\"");
  EXPECT_EQ(problem("sandbox = 3"), "cup.toml:1:11: sandbox: must be a table [sandbox], found 3");
}

TEST_F(TournamentFileTest, RefusesDealsAndGamesTogether) {
  EXPECT_EQ(problem("deals = 3\ngames = 4\n"), "cup.toml:2:9: games: give either deals or games, not both");
}

TEST_F(TournamentFileTest, SaysWhatIsWrongWithTheRules) {
  EXPECT_EQ(problem("[rules]\npreset = \"bridge\"\n"),
            "cup.toml:2:10: preset: no preset \"bridge\"; known are standard, house, online, sheet, gravon");
  EXPECT_EQ(problem("[rules]\ntie = \"win\"\n"), "cup.toml:2:7: tie: must be \"play_on\" or \"draw\", found \"win\"");
  EXPECT_TRUE(problem("[rules]\nties = \"draw\"\n").starts_with("cup.toml:2:1: ties: no such option; known are"));
}

TEST_F(TournamentFileTest, SaysWhatIsWrongWithABot) {
  EXPECT_EQ(problem("[[bot]]\npath = \"a\"\n"), "cup.toml:1:1: name: each [[bot]] needs a name");
  EXPECT_EQ(problem(std::string(TwoBots) + "[[bot]]\nname = \"a\"\n"),
            "cup.toml:7:8: name: a bot of this name stands above");
  EXPECT_EQ(problem("[[bot]]\nname = \"a\"\nkind = \"exe\"\n"),
            "cup.toml:3:8: kind: must be \"plugin\", \"program\", \"json\", \"remote\" or \"person\", found \"exe\"");
  EXPECT_TRUE(problem("[[bot]]\nname = \"z\"\n").starts_with("cup.toml:2:8: name: there is no bundled bot \"z\";"));
  EXPECT_EQ(problem("[[bot]]\nname = \"z\"\npath = \"./z.so\"\n"),
            "cup.toml:3:8: path: there is no file \"" + (folder_.path() / "tournament/z.so").string() + "\"");
  EXPECT_EQ(problem("[[bot]]\nname = \"a\"\nargs = [\"x\"]\n"),
            "cup.toml:3:8: args: a plug-in takes no arguments; hand it options instead");
  EXPECT_EQ(problem("[[bot]]\nname = \"a\"\noptions = 3\n"),
            "cup.toml:3:11: options: must be a table such as { depth = 3 }, found 3");
  EXPECT_EQ(problem("[[bot]]\nname = \"a\"\ntrusted = \"yes\"\n"),
            "cup.toml:3:11: trusted: must be true or false, found 'yes'");
}

TEST_F(TournamentFileTest, SaysWhatIsWrongWithAPair) {
  const std::string bots = TwoBots;
  EXPECT_EQ(problem(bots + "[[pair]]\nbots = [\"a\"]\n"),
            "cup.toml:7:8: bots: a [[pair]] needs bots = [\"NAME\", \"NAME\"], the names of two bots above");
  EXPECT_EQ(problem(bots + "[[pair]]\nbots = [\"a\", \"x\"]\n"), "cup.toml:7:14: bots: no [[bot]] has the name \"x\"");
}

TEST_F(TournamentFileTest, SaysWhereAFileIsMissing) {
  const auto read = read_tournament_file(folder_.path() / "none.toml", folder_.path());
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().text(),
            "tournament file: there is no file \"" + (folder_.path() / "none.toml").string() + "\"");
}

}  // namespace
}  // namespace tichu::arena
