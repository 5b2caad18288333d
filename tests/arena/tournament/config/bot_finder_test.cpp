#include "arena/tournament/config/bot_finder.h"

#include <gtest/gtest.h>

#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

/// A folder with the bundled bots `both` (two shapes) and `script` (a program), and `own/bot.so`, `own/bot.sh`.
class BotFinderTest : public testing::Test {
 protected:
  BotFinderTest() {
    folder_.write("bots/both.so", "");
    folder_.write("bots/both", "", true);
    folder_.write("bots/script", "", true);
    folder_.write("own/bot.so", "");
    folder_.write("own/bot.sh", "", true);
    folder_.write("own/notes.txt", "");
  }

  BotSpec found(const std::string& text) const {
    const auto bot = bot_from_argument(text, finder_);
    EXPECT_TRUE(bot) << bot.error().text();
    return bot.value();
  }
  std::string problem(const std::string& text) const {
    const auto bot = bot_from_argument(text, finder_);
    EXPECT_FALSE(bot);
    return bot.error().text();
  }
  std::filesystem::path at(const std::string& name) const { return folder_.path() / name; }

  TemporaryFolder folder_;
  BotFinder finder_{folder_.path() / "bots", folder_.path()};
};

TEST_F(BotFinderTest, FindsABundledBotByItsNameAndPrefersThePlugin) {
  EXPECT_EQ(found("both"), (BotSpec{"both", BotKind::Plugin, at("bots/both.so"), {}, {}, true}));
  EXPECT_EQ(found("script"), (BotSpec{"script", BotKind::Program, at("bots/script"), {}, {}, true}));
}

TEST_F(BotFinderTest, FindsABundledBotAsAProgramUnderAnotherName) {
  EXPECT_EQ(found("x=program:both"), (BotSpec{"x", BotKind::Program, at("bots/both"), {}, {}, true}));
}

TEST_F(BotFinderTest, TakesAPathEndingInSoForAPluginAndAnotherForAProgram) {
  EXPECT_EQ(found("x=own/bot.so"), (BotSpec{"x", BotKind::Plugin, at("own/bot.so"), {}, {}}));
  EXPECT_EQ(found("x=./own/bot.sh"), (BotSpec{"x", BotKind::Program, at("own/bot.sh"), {}, {}}));
}

TEST_F(BotFinderTest, TrustsBundledBotsAndNoOthers) {
  EXPECT_TRUE(found("both").trusted);
  EXPECT_FALSE(found("x=own/bot.so").trusted);
  EXPECT_FALSE(found("x=bots/both.so").trusted);
  EXPECT_FALSE(found("x=program:sh").trusted);
}

TEST_F(BotFinderTest, TrustsWhatAPersonSaysIsTrusted) {
  EXPECT_EQ(found("x=trusted:own/bot.so"), (BotSpec{"x", BotKind::Plugin, at("own/bot.so"), {}, {}, true}));
  EXPECT_TRUE(found("x=trusted:program:own/bot.sh --fast").trusted);
  EXPECT_EQ(found("x=untrusted:program:both"), (BotSpec{"x", BotKind::Program, at("bots/both"), {}, {}, false}));
}

TEST_F(BotFinderTest, FindsARemoteBotByTheNameOfItsSeat) {
  EXPECT_EQ(found("x=remote:lab-1"), (BotSpec{"x", BotKind::Remote, "lab-1", {}, {}, true}));
  EXPECT_NE(problem("x=remote:a/b").find("is not the name of a seat"), std::string::npos);
  EXPECT_NE(problem("x=remote:").find("is not the name of a seat"), std::string::npos);
  EXPECT_EQ(place_argument(BotKind::Remote, "lab", {}), "remote:lab");
}

TEST_F(BotFinderTest, TakesAPersonsWordThatABotLooksAtTheClock) {
  EXPECT_FALSE(found("both").timed);
  EXPECT_TRUE(found("x=timed:both").timed);
  const BotSpec bot = found("x=trusted:timed:program:own/bot.sh --fast");
  EXPECT_TRUE(bot.timed && bot.trusted);
  EXPECT_EQ(bot.arguments, std::vector<std::string>{"--fast"});
}

TEST_F(BotFinderTest, SplitsTheCommandOfAProgramAndKeepsQuotedWordsTogether) {
  const BotSpec bot = found("x=program:own/bot.sh --name 'two words' \"\" a\"b c\"");
  EXPECT_EQ(bot.arguments, (std::vector<std::string>{"--name", "two words", "", "ab c"}));
}

TEST_F(BotFinderTest, ReadsWhatItWritesOfAPlace) {
  const std::vector<std::string> arguments{"--fast", "two words", "", "it's", "a \"b\"", "'\""};
  folder_.write("own folder/it's", "", true);
  const BotSpec bot = found("x=" + place_argument(BotKind::Program, "own folder/it's", arguments));
  EXPECT_EQ(bot.path, at("own folder/it's"));
  EXPECT_EQ(bot.arguments, arguments);
  EXPECT_EQ(place_argument(BotKind::Program, "fox/bot.py", {"--fast"}), "program:fox/bot.py --fast");
  EXPECT_EQ(found("x=" + place_argument(BotKind::Plugin, "own/bot.so", {})).kind, BotKind::Plugin);
}

TEST_F(BotFinderTest, MakesAnArgumentThatNamesAFileAbsolute) {
  const BotSpec bot = found("x=program:sh own/bot.sh fast");
  EXPECT_EQ(bot.path.filename(), "sh");
  EXPECT_EQ(bot.arguments, (std::vector<std::string>{at("own/bot.sh").string(), "fast"}));
}

TEST_F(BotFinderTest, GuessesWhichBundledBotWasMeant) {
  EXPECT_EQ(
      problem("scrpit"),
      "bot: \"scrpit\": there is no bundled bot \"scrpit\"; did you mean \"script\"?; bundled are both, script; a "
      "file of your own needs a '/' in its path, as in \"./scrpit\"");
  EXPECT_NE(problem("x=program:bothh").find("; did you mean \"both\"?"), std::string::npos);
}

TEST_F(BotFinderTest, SaysWhatIsBundledWhereANameIsUnknown) {
  EXPECT_EQ(problem("nobody"),
            "bot: \"nobody\": there is no bundled bot \"nobody\"; bundled are both, script; a file of your own needs a "
            "'/' in its path, as in \"./nobody\"");
}

TEST_F(BotFinderTest, SaysWhatIsWrongWithAPath) {
  EXPECT_EQ(problem("x=own/none.so"),
            "bot: \"x=own/none.so\": there is no file \"" + at("own/none.so").string() + "\"");
  EXPECT_EQ(problem("x=./own"), "bot: \"x=./own\": \"" + at("own").string() + "\" is a folder; a file is wanted");
  EXPECT_TRUE(
      problem("x=own/notes.txt").ends_with("is not executable (chmod +x), or name its interpreter as the program"));
  EXPECT_TRUE(problem("own/bot.so").ends_with("needs a name before its path, as in \"mine=own/bot.so\""));
  EXPECT_TRUE(problem("x=program:").ends_with("a program is missing after \"program:\""));
  EXPECT_TRUE(problem("x=program:own/bot.sh 'a").ends_with("a quote is not closed"));
  EXPECT_TRUE(problem("x=plugin:script").find("no bundled bot \"script\" as a plug-in") != std::string::npos);
}

}  // namespace
}  // namespace tichu::arena
