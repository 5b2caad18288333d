#include "arena/service/ladder/manifest.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "arena/service/ladder/recipe.h"
#include "arena/text/file_text.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

struct WrongManifest {
  const char* text;
  const char* code;
  const char* part;
};

TEST(Manifest, IsReadWithAllItsKeys) {
  const TemporaryFolder folder;
  folder.write(
      "bot.toml",
      "name = \"fox\"\nlanguage = \"python\"\nentry = \"./bot.py\"\narguments = [\"--fast\"]\n"
      "description = \"Sly.\"\nlicence = \"MIT\"\nmemory_mb = 256\nprotocol = \"json\"\nguest_workers = false\n");
  const auto manifest = read_manifest(folder.path());
  ASSERT_TRUE(manifest) << manifest.error().detail;
  EXPECT_EQ(manifest->name, "fox");
  EXPECT_EQ(manifest->language, SubmissionLanguage::Python);
  EXPECT_EQ(manifest->entry, "bot.py");
  EXPECT_EQ(manifest->protocol, protocol::Coding::Json);
  EXPECT_THAT(manifest->arguments, testing::ElementsAre("--fast"));
  EXPECT_EQ(manifest->needs.memory_mb, 256U);
  EXPECT_FALSE(manifest->guest_workers);
}

TEST(Manifest, AsksForNoMoreThanTheLadderGives) {
  Manifest manifest;
  EXPECT_TRUE(check_needs(manifest, SandboxConfig()));
  for (const auto& need : BotNeedSettings) {
    const std::int64_t most = limit_of(need).number(SandboxConfig());
    need.set(manifest.needs, most);
    EXPECT_TRUE(check_needs(manifest, SandboxConfig()));
    need.set(manifest.needs, most + 1);
    const auto checked = check_needs(manifest, SandboxConfig());
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().code, "manifest_limit");
    EXPECT_EQ(checked.error().detail,
              fmt::format("bot.toml: {} is {}, but this ladder gives a bot {}", need.key, most + 1, most));
    need.set(manifest.needs, 0);
  }
}

TEST(Manifest, HasEachLimitOfABotInItsDocument) {
  const std::string document = read_file_text(TICHU_SOURCE_DIR "/arena/service/ladder/README.md");
  for (const auto& need : BotNeedSettings) {
    EXPECT_THAT(document, testing::ContainsRegex("\n    " + std::string(need.key) + " = [0-9]+ +# " +
                                                 std::string(need.meaning) + "\n"));
  }
}

TEST(Manifest, IsRefusedWithTheLineThatIsWrong) {
  const std::string good = "name = \"fox\"\nlanguage = \"python\"\nentry = \"bot.py\"\n";
  const std::vector<WrongManifest> all{
      {"", "manifest_key", "\"name\" is missing"},
      {"name = \"fox\"\nentry = \"x\"\n", "manifest_key", "\"language\" is missing"},
      {"name = \"fox\"\nlanguage = \"c\"\n", "manifest_key", "\"entry\" is missing"},
      {"name = \"fox\"\nname = \"fox\"\n", "manifest_syntax", "bot.toml:2"},
      {"name = \"fox\nlanguage = 1\n", "manifest_syntax", "bot.toml:1"},
      {"name = fox\n", "manifest_syntax", "bot.toml:1"},
      {"name = 7\nlanguage = \"c\"\nentry = \"x\"\n", "manifest_value", "bot.toml:1: name must be a text"},
      {"name = \"FOX\"\nlanguage = \"c\"\nentry = \"x\"\n", "manifest_value", "bot.toml:1: name: "},
      {"name = \"fox\"\nlanguage = \"cobol\"\nentry = \"x\"\n", "manifest_value", "bot.toml:2: language is one of"},
      {"name = \"fox\"\nlanguage = \"c\"\nentry = \"/bin/sh\"\n", "manifest_value", "bot.toml:3: entry: "},
      {"name = \"fox\"\nlanguage = \"c\"\nentry = \"../x\"\n", "manifest_value", "bot.toml:3: entry: "},
      {"name = \"fox\"\nlanguage = \"c\"\nentry = \"\"\n", "manifest_value", "bot.toml:3: entry: "},
      {"name = \"fox\"\nlanguage = \"c\"\nentry = \"x\"\nlicense = \"MIT\"\n", "manifest_key",
       "did you mean \"licence\""},
      {"name = \"fox\"\nlanguage = \"c\"\nentry = \"x\"\narguments = \"y\"\n", "manifest_value",
       "bot.toml:4: arguments"},
      {"name = \"fox\"\nlanguage = \"c\"\nentry = \"x\"\narguments = [\"/etc/passwd\"]\n", "manifest_value",
       "must not begin with '/'"},
      {"name = \"fox\"\nlanguage = \"c\"\nentry = \"x\"\ndescription = \"a\\u0007\"\n", "manifest_value", "bot.toml:4"},
      {"name = \"fox\"\nlanguage = \"c\"\nentry = \"x\"\nmemory_mb = \"64\"\n", "manifest_value",
       "bot.toml:4: memory_mb"},
      {"name = \"fox\"\nlanguage = \"c\"\nentry = \"x\"\nmemory_mb = 15\n", "manifest_value", "from 16 to"},
      {"name = \"fox\"\nlanguage = \"c\"\nentry = \"x\"\nprotocol = \"xml\"\n", "manifest_value",
       "bot.toml:4: protocol is one of \"protobuf\" or \"json\""},
      {"name = \"fox\"\nlanguage = \"c\"\nentry = \"x\"\nguest_workers = 0\n", "manifest_value", "true or false"},
      {"\xff\xfe", "manifest_syntax", "UTF-8"}};
  for (const WrongManifest& wrong : all) {
    const TemporaryFolder folder;
    folder.write("bot.toml", wrong.text);
    const auto manifest = read_manifest(folder.path());
    ASSERT_FALSE(manifest) << wrong.text;
    EXPECT_EQ(manifest.error().code, wrong.code) << wrong.text;
    EXPECT_THAT(manifest.error().detail, testing::HasSubstr(wrong.part));
  }
  const TemporaryFolder folder;
  EXPECT_EQ(read_manifest(folder.path()).error().code, "manifest_missing");
  folder.write("bot.toml", good + "description = \"" + std::string(600, 'x') + "\"\n");
  EXPECT_EQ(read_manifest(folder.path()).error().code, "manifest_value");
  folder.write("bot.toml", good + "#" + std::string(70'000, 'x'));
  EXPECT_EQ(read_manifest(folder.path()).error().code, "manifest_syntax");
}

TEST(RunnableBot, NamesWhatIsWrongWithItsEntry) {
  const TemporaryFolder folder;
  folder.write("text", "hello");
  folder.write("windows.py", "#!/usr/bin/python3\r\nprint()\r\n");
  folder.write("nowhere.py", "#!/opt/python/bin/python3\n");
  folder.write("env.py", "#!/usr/bin/env python9\n");
  folder.write("good.py", "#!/usr/bin/python3\n");
  folder.write("short",
               "\x7f"
               "ELF");
  const auto code = [&](const std::string& entry, SubmissionLanguage language) {
    Manifest manifest{"fox", language, entry, {}, {}, {}, {}};
    const auto bot = runnable_bot(manifest, folder.path());
    return bot ? std::string("good") : bot.error().code;
  };
  EXPECT_EQ(code("missing", SubmissionLanguage::Program), "entry_missing");
  EXPECT_EQ(code("text", SubmissionLanguage::Program), "entry_bad");
  EXPECT_EQ(code("windows.py", SubmissionLanguage::Python), "entry_interpreter");
  EXPECT_EQ(code("nowhere.py", SubmissionLanguage::Python), "entry_interpreter");
  EXPECT_EQ(code("env.py", SubmissionLanguage::Python), "entry_interpreter");
  EXPECT_EQ(code("short", SubmissionLanguage::Program), "entry_bad");
  EXPECT_EQ(code("good.py", SubmissionLanguage::Plugin), "entry_bad");
  EXPECT_EQ(code("good.py", SubmissionLanguage::Python), "good");
  Manifest small{"fox", SubmissionLanguage::Python, "good.py", {}, {}, {}, {.memory_mb = 64}};
  EXPECT_EQ(runnable_bot(small, folder.path())->needs, small.needs);
  EXPECT_EQ(runnable_bot(small, folder.path())->kind, BotKind::Program);
}

TEST(RunnableBot, SpeaksTheProtocolOfItsManifest) {
  const TemporaryFolder folder;
  folder.write("good.py", "#!/usr/bin/python3\n");
  Manifest manifest{"fox", SubmissionLanguage::Python, "good.py", {}, {}, {}, {}, protocol::Coding::Json};
  EXPECT_EQ(runnable_bot(manifest, folder.path())->kind, BotKind::Json);
  const std::string hash = content_hash(manifest, folder.path());
  manifest.protocol = protocol::Coding::Protobuf;
  EXPECT_NE(content_hash(manifest, folder.path()), hash);
}

}  // namespace
}  // namespace tichu::arena
