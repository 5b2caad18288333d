#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "arena/installation.h"
#include "arena/service/ladder/ladder.h"
#include "arena/text/file_text.h"
#include "tests/arena/service/ladder/archive_maker.h"
#include "tests/arena/service/ladder/ladder_folder.h"
#include "tests/sanitizers.h"

namespace tichu::arena {
namespace {

using tests::ArchiveForm;
using tests::EntryKind;
using tests::MadeEntry;

/// A submission that is broken, and how it must be refused.
struct Broken {
  std::string name;
  std::string archive;  ///< its bytes
  StepKind step;
  std::string code;
  std::string part;  ///< of the sentence
};

const char* const Compiles = R"(cmake_minimum_required(VERSION 3.25)
project(x LANGUAGES C CXX)
find_package(tichu REQUIRED)
tichu_add_bot(x SOURCES bot.cpp)
)";

class BrokenSubmissions : public testing::Test {
 protected:
  std::string packed(const std::vector<MadeEntry>& entries, ArchiveForm form = ArchiveForm::TarGz) const {
    tests::make_archive(folder_.path() / "archive", form, entries);
    return read_file_text(folder_.path() / "archive");
  }
  /// A manifest's text.
  static std::string manifest(const std::string& name, const std::string& language, const std::string& entry) {
    return "name = \"" + name + "\"\nlanguage = \"" + language + "\"\nentry = \"" + entry + "\"\n";
  }
  /// The template in Python with another `play`.
  std::string python(const std::string& name, const std::string& play, const std::string& before = "") const {
    std::vector<MadeEntry> entries{{"bot.toml", manifest(name, "python", "bot.py")},
                                   {"bot.py",
                                    "#!/usr/bin/python3\n" + before +
                                        "from tichu import Bot, run\n\nclass X(Bot):\n"
                                        "    name = 'x'\n    def play(self, seen):\n        " +
                                        play + "\n\nrun(X)\n",
                                    EntryKind::File, true}};
    const auto package = arena_folder() / "python" / "tichu";
    for (const auto& file : std::filesystem::directory_iterator(package)) {
      if (file.path().extension() == ".py") {
        entries.push_back({"tichu/" + file.path().filename().string(), read_file_text(file.path())});
      }
    }
    return packed(entries);
  }
  /// The head of a 64-bit program for a machine by its number.
  static std::string elf(char machine) {
    std::string head(
        "\x7f"
        "ELF\x02\x01\x01",
        7);
    head.resize(16, '\0');
    head += std::string("\x02\0", 2) + std::string(1, machine) + std::string("\0\x01\0\0\0", 5);
    head.resize(4096, '\0');
    return head;
  }
  std::string script(const std::string& name, const std::string& text) const {
    return packed({{"bot.toml", manifest(name, "program", "bot")}, {"bot", text, EntryKind::File, true}});
  }
  std::string cpp(const std::string& name, const std::string& source, const std::string& cmake = Compiles,
                  const std::string& entry = "build/bots/x") const {
    return packed({{"bot.toml", manifest(name, "cpp", entry)}, {"CMakeLists.txt", cmake}, {"bot.cpp", source}});
  }

  std::vector<Broken> unreadable() const;
  std::vector<Broken> without_sense() const;
  std::vector<Broken> not_built() const;
  std::vector<Broken> not_playing() const;

  /// Submits all, and then expects each to be refused as told. `settings` take the place of a patient ladder's limits.
  void expect_refused(const std::vector<Broken>& all, const std::string& settings = "") {
    const tests::LadderFolder ladder_folder(
        "[uploads]\na_day = 1000\nunpacked_mb = 8\n[quotas]\nbots = 1000\nactive = 1000\n" + settings,
        settings.empty());
    const auto ladder = ladder_folder.open(true, false);
    const Caller caller = ladder->accounts().authenticate(ladder_folder.token()).value();
    std::vector<LadderVersion> versions;
    for (const Broken& broken : all) {
      UploadRequest request;
      request.bot = broken.name;
      const auto sent = tests::submit_bytes(*ladder, caller, request, broken.archive);
      ASSERT_TRUE(sent) << broken.name << ": " << sent.error().detail;
      versions.push_back(sent->version);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      SCOPED_TRACE(all[i].name);
      const LadderVersion version = tests::settled(*ladder, caller, versions[i]);
      EXPECT_EQ(version.state, VersionState::Refused) << tests::story_of(*ladder, caller, version);
      EXPECT_EQ(version.code, all[i].code) << version.detail;
      EXPECT_EQ(to_text(version.failed_step.value_or(StepKind::Received)), to_text(all[i].step));
      EXPECT_THAT(version.detail, testing::HasSubstr(all[i].part));
      const auto log = ladder->versions().log(caller, {version.bot, version.number}, all[i].step);
      ASSERT_TRUE(log);
      EXPECT_THAT(log->text, testing::HasSubstr(all[i].part));
    }
  }

  TemporaryFolder folder_;
};

std::vector<Broken> BrokenSubmissions::unreadable() const {
  const auto step = StepKind::Unpacked;
  const MadeEntry toml{"bot.toml", manifest("any", "program", "bot")};
  std::vector<Broken> all{
      {"no-archive", "hello", step, "archive_bad", "no tar"},
      {"xz-archive", packed({toml}, ArchiveForm::TarXz), step, "archive_bad", "no tar"},
      {"seven-zip", packed({toml}, ArchiveForm::SevenZip), step, "archive_bad", "no tar"},
      {"twice-packed", packed({toml}, ArchiveForm::TarGzGz), step, "archive_bad", ""},
      {"symbolic", packed({toml, {"l", "/etc/passwd", EntryKind::SymbolicLink}}), step, "archive_link", "l: "},
      {"hard-link", packed({toml, {"l", "bot.toml", EntryKind::HardLink}}), step, "archive_link", "l: "},
      {"named-pipe", packed({toml, {"p", "", EntryKind::Pipe}}), step, "archive_special", "p: "},
      {"char-device", packed({toml, {"d", "", EntryKind::Device}}), step, "archive_special", "d: "},
      {"above-root", packed({toml, {"../x", "1"}}), step, "name_bad", "../x"},
      {"absolute", packed({toml, {"/tmp/x", "1"}}), step, "name_bad", "/tmp/x"},
      {"in-between", packed({toml, {"a/../b", "1"}}), step, "name_bad", "a/../b"},
      {"backslash", packed({toml, {"a\\b", "1"}}), step, "name_bad", "backslash"},
      {"line-end", packed({toml, {"a\nb", "1"}}), step, "name_bad", "control"},
      {"two-files", packed({{"a", "1"}, {"a", "2"}}), step, "archive_bad", "a: comes twice"},
      {"file-folder", packed({{"a", "1"}, {"a/b", "2"}}), step, "archive_bad", "a/b: "},
      {"nothing-in", packed({{"a", "", EntryKind::Folder}}), step, "archive_empty", "no files"},
      {"dense-bomb", packed({toml, {"z", std::string(6 << 20, '0')}}), step, "archive_bomb", "z: "},
      {"large-bomb", packed({toml, {"z", std::string(9 << 20, '0')}}, ArchiveForm::Tar), step, "archive_bomb", "z: "},
      {"sparse-bomb", packed({toml, {"z", "1", EntryKind::File, false, 64 << 20}}), step, "archive_bomb", "z: "}};
  const auto zip = ArchiveForm::Zip;
  std::string deep;
  for (int i = 0; i < 300; ++i) deep += "d/";
  const std::vector<Broken> more{
      {"zip-above", packed({toml, {"../../x", "1"}}, zip), step, "name_bad", "../../x"},
      {"zip-link", packed({toml, {"l", "/etc/passwd", EntryKind::SymbolicLink}}, zip), step, "archive_link", "l: "},
      {"zip-bomb", packed({toml, {"z", std::string(6 << 20, '0')}}, zip), step, "archive_bomb", "z: "},
      {"far-link", packed({toml, {"l", "/etc/passwd", EntryKind::HardLink}}), step, "archive_link", "l: "},
      {"odd-bytes", packed({toml, {"a\xff", "1"}}, ArchiveForm::Tar), step, "name_bad", "UTF-8"},
      {"long-name", packed({toml, {std::string(300, 'n'), "1"}}), step, "name_bad", "nnn"},
      {"deep-folders", packed({toml, {deep + "f", "1"}}), step, "name_bad", "d/d/d"}};
  all.insert(all.end(), more.begin(), more.end());
  std::vector<MadeEntry> many{toml};
  for (int i = 0; i < 4200; ++i) many.push_back({"f" + std::to_string(i), ""});
  all.push_back({"many-files", packed(many), step, "archive_bomb", "f4095: more than 4096"});
  const std::string good = packed({toml, {"bot", std::string(5000, 'x') + folder_.path().string()}});
  all.push_back({"cut-off", good.substr(0, good.size() / 2), step, "archive_bad", ""});
  return all;
}

std::vector<Broken> BrokenSubmissions::without_sense() const {
  const auto step = StepKind::Screened;
  const auto only = [&](const std::string& text) { return packed({{"bot.toml", text}}); };
  return {
      {"no-manifest", packed({{"bot.py", "1"}}), step, "manifest_missing", "bot.toml"},
      {"two-folders", packed({{"a/bot.toml", "1"}, {"b/x", "1"}}), step, "manifest_missing", "bot.toml"},
      {"bad-toml", only("name = \n"), step, "manifest_syntax", "bot.toml:1"},
      {"no-language", only("name = \"no-language\"\nentry = \"x\"\n"), step, "manifest_key", "language"},
      {"odd-language", only(manifest("odd-language", "cobol", "x")), step, "manifest_value", "bot.toml:2"},
      {"odd-key", only(manifest("odd-key", "program", "x") + "colour = 1\n"), step, "manifest_key", "bot.toml:4"},
      {"much-memory", only(manifest("much-memory", "program", "x") + "memory_mb = 513\n"), step, "manifest_limit",
       "memory_mb is 513, but this ladder gives a bot 512"},
      {"entry-above", only(manifest("entry-above", "program", "../x")), step, "manifest_value", "bot.toml:3"},
      {"other-name", only(manifest("another", "program", "x")), step, "manifest_name", "another"},
      {"no-entry", only(manifest("no-entry", "program", "bot")), step, "entry_missing", "bot"},
      {"text-entry", script("text-entry", "hello"), step, "entry_bad", "bot: "},
      {"windows-lines", script("windows-lines", "#!/bin/sh\r\nexit 0\r\n"), step, "entry_interpreter", "bot:1"},
      {"no-interpreter", script("no-interpreter", "#!/opt/node\n"), step, "entry_interpreter", "/opt/node"},
      {"short-elf",
       script("short-elf",
              "\x7f"
              "ELF"),
       step, "entry_bad", "bot: "},
      {"no-plugin", packed({{"bot.toml", manifest("no-plugin", "plugin", "bot.so")}, {"bot.so", "x"}}), step,
       "entry_bad", "bot.so: "},
      {"other-machine", script("other-machine", elf('\xb7')), step, "entry_bad", "another machine"},
      {"bytes-in-toml", only("name = \"\xff\"\n"), step, "manifest_syntax", "UTF-8"},
      {"long-toml", only("# " + std::string(70'000, 'x') + "\n"), step, "manifest_syntax", "bot.toml"},
      {"key-twice", only("name = \"key-twice\"\nname = \"key-twice\"\n"), step, "manifest_syntax", "bot.toml:2"},
      {"no-text", only(manifest("no-text", "program", "x") + "arguments = 5\n"), step, "manifest_value", "bot.toml:4"},
      {"folder-entry",
       packed({{"bot.toml", manifest("folder-entry", "program", "bot")}, {"bot/x", "1", EntryKind::File, true}}), step,
       "entry_missing", "bot"},
      {"no-cmake", packed({{"bot.toml", manifest("no-cmake", "cpp", "x")}, {"bot.cpp", ""}}), step,
       "build_file_missing", "CMakeLists.txt"}};
}

std::vector<Broken> BrokenSubmissions::not_built() const {
  const auto step = StepKind::Built;
  const std::string cmake = "cmake_minimum_required(VERSION 3.25)\nproject(x LANGUAGES CXX)\n";
  const std::string fills =
      cmake + "execute_process(COMMAND sh -c \"cat /dev/zero > big\")\nmessage(FATAL_ERROR full)\n";
  const std::string steals = cmake +
                             "execute_process(COMMAND cat /etc/shadow RESULT_VARIABLE bad)\nif(bad)\n"
                             "message(FATAL_ERROR \"no shadow here\")\nendif()\n";
  const std::string downloads = cmake + "file(DOWNLOAD https://1.1.1.1/x x TIMEOUT 2 STATUS told)\n" +
                                "if(NOT told MATCHES \"^0\")\nmessage(FATAL_ERROR \"no network: ${told}\")\nendif()\n";
  const std::string nothing = cmake + "add_executable(x bot.cpp)\n";
  const std::string links = cmake +
                            "file(MAKE_DIRECTORY build/bots)\nfile(CREATE_LINK /etc/passwd "
                            "${CMAKE_BINARY_DIR}/bots/x SYMBOLIC)\nfile(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/bots)\n"
                            "file(CREATE_LINK /etc/passwd ${CMAKE_BINARY_DIR}/bots/x SYMBOLIC)\n";
  return {{"compile-error", cpp("compile-error", "int main( {\n"), step, "build_failed", "bot.cpp:1"},
          {"cmake-error", cpp("cmake-error", "", cmake + "nonsense()\n"), step, "build_failed", "CMakeLists.txt:3"},
          {"syntax-error", python("syntax-error", "return ((", ""), step, "build_failed", "bot.py:"},
          {"build-fills", cpp("build-fills", "", fills), step, "build_failed", ""},
          {"build-steals", cpp("build-steals", "", steals), step, "build_failed", "no shadow here"},
          {"build-nothing", cpp("build-nothing", "int main() {}\n", nothing), step, "build_output", "build/bots"},
          {"link-error", cpp("link-error", "int other();\nint main() { return other(); }\n"), step, "build_failed",
           "other"},
          {"build-downloads", cpp("build-downloads", "", downloads), step, "build_failed", "CMakeLists.txt:5"},
          {"build-links", cpp("build-links", "", links), step, "entry_missing", "build/bots/x"}};
}

std::vector<Broken> BrokenSubmissions::not_playing() const {
  const auto step = StepKind::Checked;
  return {{"ends-at-once", script("ends-at-once", "#!/bin/sh\nexit 3\n"), step, "check_start", "start: "},
          {"import-error", python("import-error", "return None", "import numpyx\n"), step, "check_start", "start: "},
          {"dies-by-signal", script("dies-by-signal", "#!/bin/sh\nkill -SEGV $$\n"), step, "check_start", "start: "},
          {"speaks-noise", script("speaks-noise", "#!/bin/sh\nexec head -c 3000000 /dev/zero\n"), step, "check_start",
           "start: "},
          {"raises", python("raises", "raise ValueError('no')"), step, "check_alive", "alive: "},
          {"always-passes", python("always-passes", "return None"), step, "check_legality", "legality"}};
}

TEST_F(BrokenSubmissions, ThatCannotBeUnpackedAreRefusedThere) { expect_refused(unreadable()); }
TEST_F(BrokenSubmissions, ThatMakeNoSenseAreRefusedWhenTheyAreScreened) { expect_refused(without_sense()); }
TEST_F(BrokenSubmissions, ThatCannotBeBuiltAreRefusedThere) { expect_refused(not_built()); }
TEST_F(BrokenSubmissions, ThatTakeTooLongAreRefused) {
  const std::string sleeps = "project(x LANGUAGES NONE)\nexecute_process(COMMAND sleep 1000)\n";
  expect_refused({{"build-sleeps", cpp("build-sleeps", "", sleeps), StepKind::Built, "build_slow", "3 s"}},
                 "[steps]\nbuild_seconds = 3\n");
  const StepKind checked = StepKind::Checked;
  const std::string silent = script("never-speaks", "#!/bin/sh\nexec sleep 1000\n");
  const std::string talks = script("only-prints", "#!/bin/sh\necho hello\nexec sleep 1000\n");
  expect_refused({{"never-speaks", silent, checked, "check_start", "start: "},
                  {"only-prints", talks, checked, "check_start", "start: "}},
                 "[limits]\nstart_ms = 2000\nhandshake_ms = 2000\n");
}

TEST_F(BrokenSubmissions, ThatOnlyAnswerLateAreCheckedOnceMoreAndThenRefused) {
  const tests::LadderFolder ladder_folder(
      "[limits]\nstart_ms = 60000\nhandshake_ms = 60000\ndecision_ms = 200\nround_ms = 600000\nshutdown_ms = 60000\n"
      "[steps]\nunpack_seconds = 300\nscreen_seconds = 300\nbuild_seconds = 300\ncheck_seconds = 300\n",
      false);
  const auto ladder = ladder_folder.open(true, false);
  const Caller caller = ladder->accounts().authenticate(ladder_folder.token()).value();
  UploadRequest request;
  request.bot = "thinks-on";
  const auto sent =
      tests::submit_bytes(*ladder, caller, request, python("thinks-on", "time.sleep(1)", "import time\n"));
  ASSERT_TRUE(sent) << sent.error().detail;
  const LadderVersion version = tests::settled(*ladder, caller, sent->version);
  EXPECT_EQ(version.state, VersionState::Refused) << tests::story_of(*ladder, caller, version);
  EXPECT_EQ(version.code, "check_deadlines") << version.detail;
  std::vector<StepOutcome> tries;
  const auto steps = ladder->versions().steps(&caller, {version.bot, version.number});
  ASSERT_TRUE(steps);
  for (const VersionStep& step : *steps) {
    if (step.kind == StepKind::Checked) tries.push_back(step.outcome);
  }
  EXPECT_EQ(tries, (std::vector<StepOutcome>{StepOutcome::Overdue, StepOutcome::Refused}));
  const auto log = ladder->versions().log(caller, {version.bot, version.number}, StepKind::Checked);
  ASSERT_TRUE(log);
  EXPECT_THAT(log->text,
              testing::HasSubstr("again:   tichu-arena check 'thinks-on=program:thinks-on/bot.py' --start-ms 60000 "
                                 "--handshake-ms 60000 --decision-ms 200 --round-ms 600000 --shutdown-ms "
                                 "60000 --seed 1 --table "));
}

TEST_F(BrokenSubmissions, ThatThinkTooLongForTheChecksAreRefusedForThatAtOnce) {
  const tests::LadderFolder ladder_folder(
      "[limits]\nstart_ms = 60000\nhandshake_ms = 60000\ndecision_ms = 60000\nround_ms = 3600000\nshutdown_ms = 60000\n"
      "[steps]\nunpack_seconds = 300\nscreen_seconds = 300\nbuild_seconds = 300\ncheck_seconds = 90\n",
      false);
  const auto ladder = ladder_folder.open(true, false);
  const Caller caller = ladder->accounts().authenticate(ladder_folder.token()).value();
  UploadRequest request;
  request.bot = "slow";
  const std::string sleeps = "time.sleep(5)\n        return ";
  const auto sent = tests::submit_bytes(
      *ladder, caller, request,
      python(
          "slow",
          sleeps +
              "min(seen.plays, key=lambda play: play.half_points, default=None)\n    def push(self, seen):\n        " +
              sleeps + "super().push(seen)\n    def call_grand_tichu(self, seen):\n        " + sleeps +
              "super().call_grand_tichu(seen)",
          "import time\n"));
  ASSERT_TRUE(sent) << sent.error().detail;
  const LadderVersion version = tests::settled(*ladder, caller, sent->version);
  EXPECT_EQ(version.state, VersionState::Refused) << tests::story_of(*ladder, caller, version);
  EXPECT_EQ(version.code, "check_slow");
  EXPECT_THAT(version.detail,
              testing::ContainsRegex(
                  "^[0-9]+ answers took [0-9]+ s, half of them more than ([4-9]|[1-9][0-9]+)[0-9][0-9][0-9] ms "
                  "each; the checks may take 90 s, for which answers of [0-9]+ ms "
                  "will do$"));
  const auto steps = ladder->versions().steps(&caller, {version.bot, version.number});
  ASSERT_TRUE(steps);
  const auto is_check = [](const VersionStep& step) { return step.kind == StepKind::Checked; };
  EXPECT_EQ(std::count_if(steps->begin(), steps->end(), is_check), 1) << "it is not tried again";
}

TEST_F(BrokenSubmissions, ThatDoNotPlayAreRefusedWhenTheyAreChecked) { expect_refused(not_playing()); }

TEST_F(BrokenSubmissions, ThatTakeMoreMemoryThanTheyAskedForAreRefusedThoughTheLadderGivesMore) {
  if (tichu::tests::IsSanitized) GTEST_SKIP() << "sanitizers reserve more";
  const tests::LadderFolder ladder_folder;
  const auto ladder = ladder_folder.open(true, false);
  const Caller caller = ladder->accounts().authenticate(ladder_folder.token()).value();
  UploadRequest request;
  request.bot = "modest";
  const std::string archive =
      packed({{"bot.toml", manifest("modest", "program", "bot") + "memory_mb = 64\n"},
              {"bot", "#!/usr/bin/python3\nkept = bytearray(128 << 20)\n", EntryKind::File, true}});
  const auto sent = tests::submit_bytes(*ladder, caller, request, archive);
  ASSERT_TRUE(sent) << sent.error().detail;
  const LadderVersion version = tests::settled(*ladder, caller, sent->version);
  EXPECT_EQ(version.code, "check_start") << tests::story_of(*ladder, caller, version);
  EXPECT_THAT(version.detail, testing::HasSubstr("the limit memory_mb = 64"));
  EXPECT_THAT(version.detail,
              testing::HasSubstr("memory_mb = 64 in its bot.toml is the limit; this ladder gives a bot"));
  EXPECT_THAT(version.detail, testing::Not(testing::HasSubstr("tournament file")));
  EXPECT_EQ(version.needs.memory_mb, 64U);
}

}  // namespace
}  // namespace tichu::arena
