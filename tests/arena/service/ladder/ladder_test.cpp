#include "arena/service/ladder/ladder.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <initializer_list>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "arena/installation.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_folder.h"
#include "arena/service/ladder/tag_table.h"
#include "arena/text/digest.h"
#include "arena/tournament/league.h"
#include "arena/tournament/store/tournament_folder.h"
#include "arena/tournament/tournament.h"
#include "tests/arena/service/ladder/archive_maker.h"
#include "tests/arena/service/ladder/ladder_folder.h"

namespace tichu::arena {
namespace {

using tests::LadderFolder;
using tests::settled;
using tests::story_of;
using tests::submit_folder;

/// How long each step took, for people.
void print_times(Ladder& ladder, const Caller& caller, const LadderVersion& version) {
  std::printf("%s: %.1f s from the upload to %s\n%s", version.name().c_str(), version.changed - version.submitted,
              std::string(to_text(version.state)).c_str(), story_of(ladder, caller, version).c_str());
}

/// A folder with a bundled bot as a ready program.
std::filesystem::path ready_program(const TemporaryFolder& into, const std::string& name) {
  const std::filesystem::path folder = into.path() / name;
  into.write(name + "/bot.toml", "name = \"" + name + "\"\nlanguage = \"program\"\nentry = \"bot\"\n");
  into.write(name + "/README", name + " is another bot than the others");
  std::filesystem::copy_file(bundled_bots_folder() / "greedy", folder / "bot");
  return folder;
}

class LadderTest : public testing::Test {
 protected:
  explicit LadderTest(const std::string& settings = tests::QuickField) : folder_(settings) {}
  void start_without_boards() {
    ladder_ = folder_.open(true, false);
    caller_ = ladder_->accounts().authenticate(folder_.token()).value();
  }
  void start_at_rest() {
    ladder_ = folder_.open_at_rest();
    caller_ = ladder_->accounts().authenticate(folder_.token()).value();
  }
  /// Ends the rest.
  void play() { ASSERT_TRUE(ladder_->pause(ladder_->accounts().operator_caller(), false, "a trial")); }
  void expect_provisional(const std::string& bot, const std::filesystem::path& files) {
    const LadderVersion version = settled(*ladder_, caller_, submit_folder(*ladder_, caller_, bot, files));
    EXPECT_THAT(version.state, testing::AnyOf(VersionState::Provisional, VersionState::Rated))
        << story_of(*ladder_, caller_, version);
    print_times(*ladder_, caller_, version);
  }

  /// Waits until a version has come so far, or has been refused.
  void wait_for(const std::string& bot, int number, VersionState state) {
    tests::wait_until(*ladder_, bot + " came to " + std::string(to_text(state)), [&] {
      return ladder_->versions().version(&caller_, {bot, number}).value().state >= state;
    });
  }

  LadderFolder folder_;
  TemporaryFolder sources_;
  std::unique_ptr<Ladder> ladder_;
  Caller caller_;
};

TEST_F(LadderTest, KeepsTheReferenceBotsWithWhichItBegan) {
  start_without_boards();
  const std::vector<std::string> begun = ladder_->settings().play.references;
  ladder_.reset();
  std::ofstream(folder_.path() / LadderSettingsName) << "[play]\nreferences = [\"steady\", \"greedy\"]\n";
  start_without_boards();
  EXPECT_EQ(ladder_->settings().play.references, begun);
}

TEST_F(LadderTest, TakesTheTemplateInCppAsItIs) {
  start_at_rest();
  expect_provisional("cpp-bot", tests::new_bot(sources_, "cpp-bot", "cpp"));
}

TEST_F(LadderTest, TakesTheTemplateInCAsItIs) {
  start_at_rest();
  expect_provisional("c-bot", tests::new_bot(sources_, "c-bot", "c"));
}

TEST_F(LadderTest, TakesTheTemplateInPythonAsItIs) {
  start_at_rest();
  expect_provisional("python-bot", tests::new_bot(sources_, "python-bot", "python"));
}

TEST_F(LadderTest, TakesAReadyProgram) {
  start_at_rest();
  expect_provisional("ready", ready_program(sources_, "ready"));
}

TEST_F(LadderTest, TakesAPluginThatIsHostedInTheBox) {
  start_at_rest();
  sources_.write("plug/bot.toml", "name = \"plugged\"\nlanguage = \"plugin\"\nentry = \"bot.so\"\n");
  std::filesystem::copy_file(bundled_bots_folder() / "lowest.so", sources_.path() / "plug" / "bot.so");
  expect_provisional("plugged", sources_.path() / "plug");
}

/// A program that can be built, and cannot play: what is tried is the build.
std::filesystem::path empty_program(const TemporaryFolder& into, const std::string& name, const std::string& language) {
  into.write(name + "/bot.toml",
             "name = \"" + name + "\"\nlanguage = \"" + language + "\"\nentry = \"build/bots/" + name + "\"\n");
  if (language == "go") {
    into.write(name + "/go.mod", "module " + name + "\n\ngo 1.19\n");
    into.write(name + "/main.go", "package main\n\nfunc main() {}\n");
  } else {
    into.write(name + "/Cargo.toml", "[package]\nname = \"" + name + "\"\nversion = \"0.1.0\"\nedition = \"2021\"\n");
    into.write(name + "/src/main.rs", "fn main() {}\n");
  }
  return into.path() / name;
}

TEST_F(LadderTest, BuildsGoAndRustWhereTheirCompilersAre) {
  start_without_boards();
  const std::vector<std::pair<std::string, std::string>> tools{{"go", "/usr/bin/go"}, {"rust", "/usr/bin/cargo"}};
  int built = 0;
  for (const auto& [language, tool] : tools) {
    const std::string name = language + "-bot";
    const std::filesystem::path folder = empty_program(sources_, name, language);
    const bool is_there = std::filesystem::exists(tool);
    // What the author cannot mend is told first.
    if (!is_there) std::filesystem::remove(folder / (language == "go" ? "go.mod" : "Cargo.toml"));
    const LadderVersion version = submit_folder(*ladder_, caller_, name, folder);
    const LadderVersion end = settled(*ladder_, caller_, version);
    if (!is_there) {
      EXPECT_EQ(end.code, "language_unavailable") << story_of(*ladder_, caller_, version);
      continue;
    }
    EXPECT_EQ(end.failed_step, StepKind::Checked) << story_of(*ladder_, caller_, version);
    ++built;
  }
  if (built == 0) GTEST_SKIP() << "neither Go nor Rust is installed (Debian: golang-go, cargo)";
}

TEST_F(LadderTest, BuildsTheSameFilesOnce) {
  start_without_boards();
  const auto folder = tests::new_bot(sources_, "twice", "cpp");
  submit_folder(*ladder_, caller_, "twice", folder);
  wait_for("twice", 1, VersionState::Built);
  ASSERT_TRUE(ladder_->versions().retire(caller_, {"twice", 1}));
  submit_folder(*ladder_, caller_, "twice", folder);
  wait_for("twice", 2, VersionState::Built);
  EXPECT_THAT(ladder_->versions().log(caller_, {"twice", 2}, StepKind::Built)->text,
              testing::HasSubstr("built before"));
}

TEST_F(LadderTest, RefusesFilesThatPlayAlready) {
  start_without_boards();
  const auto folder = ready_program(sources_, "same");
  submit_folder(*ladder_, caller_, "same", folder);
  submit_folder(*ladder_, caller_, "same", folder);
  wait_for("same", 2, VersionState::Refused);
  const LadderVersion second = ladder_->versions().version(&caller_, {"same", 2}).value();
  EXPECT_EQ(second.code, "duplicate_of");
  EXPECT_EQ(second.failed_step, StepKind::Screened);

  sources_.write("same/bot.toml", "name = \"other\"\nlanguage = \"program\"\nentry = \"./bot\"\nlicence = \"MIT\"\n");
  submit_folder(*ladder_, caller_, "other", folder);
  wait_for("other", 1, VersionState::Refused);
  EXPECT_EQ(ladder_->versions().version(&caller_, {"other", 1})->code, "duplicate_of")
      << "another name is no other bot";
  sources_.write("same/bot.toml",
                 "name = \"other\"\nlanguage = \"program\"\nentry = \"bot\"\narguments = [\"--fast\"]\n");
  submit_folder(*ladder_, caller_, "other", folder);
  wait_for("other", 2, VersionState::Screened);
  EXPECT_NE(ladder_->versions().version(&caller_, {"other", 2})->code, "duplicate_of") << "another argument may be";
}

TEST_F(LadderTest, TakesTheSameFilesUnderAnotherLicenceAsANewVersion) {
  start_without_boards();
  const auto folder = ready_program(sources_, "same");
  submit_folder(*ladder_, caller_, "same", folder);
  wait_for("same", 1, VersionState::Screened);
  const std::string manifest = "name = \"same\"\nlanguage = \"program\"\nentry = \"bot\"\nlicence = \"MIT\"\n";
  for (const std::string& sent : {manifest, manifest + "description = \"No other.\"\n"}) {
    sources_.write("same/bot.toml", sent);
    submit_folder(*ladder_, caller_, "same", folder);
  }
  wait_for("same", 2, VersionState::Screened);
  wait_for("same", 3, VersionState::Refused);
  const LadderVersion third = ladder_->versions().version(&caller_, {"same", 3}).value();
  EXPECT_EQ(third.code, "duplicate_of");
  EXPECT_THAT(third.detail, testing::HasSubstr("are same@2 already, whatever description bot.toml gives"));
}

TEST_F(LadderTest, TellsAnAuthorOfKeysThatWereSent) {
  start_without_boards();
  const auto folder = ready_program(sources_, "careless");
  sources_.write("careless/a.env", "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY\n");
  submit_folder(*ladder_, caller_, "careless", folder);
  wait_for("careless", 1, VersionState::Screened);
  const auto screened = [&](const Caller* caller) {
    const std::vector<VersionStep> steps = ladder_->versions().steps(caller, {"careless", 1}).value();
    for (const VersionStep& step : steps) {
      if (step.kind == StepKind::Screened) return step;
    }
    throw std::runtime_error("it was not screened");
  };
  EXPECT_EQ(screened(&caller_).outcome, StepOutcome::Passed);
  EXPECT_THAT(screened(&caller_).detail, testing::StartsWith("a.env:1 looks like a secret key of Amazon's: "));
  SQLite::Database sql((folder_.path() / "ladder.sqlite").string(), SQLite::OPEN_READWRITE, 60'000);
  tests::wait_until(*ladder_, "its steps were done", [&] {
    return !ladder_->versions().version(&caller_, {"careless", 1})->is_on_its_way() ||
           ladder_->versions().version(&caller_, {"careless", 1})->state == VersionState::Validated;
  });
  sql.exec("UPDATE version SET entrant = 99 WHERE language = 'program'");  // as if it had entered
  EXPECT_EQ(screened(nullptr).detail, "") << "nobody else reads of it";
}

TEST_F(LadderTest, CountsNoNamesOfWhatNeverPlayed) {
  const LadderFolder folder("[quotas]\nbots = 2\n");
  ladder_ = folder.open(false);
  caller_ = ladder_->accounts().authenticate(folder.token()).value();
  const auto send = [&](const std::string& bot) {
    UploadRequest request;
    request.bot = bot;
    const auto sent = tests::submit_bytes(*ladder_, caller_, request, bot);
    return sent ? std::string() : sent.error().code;
  };
  EXPECT_EQ(send("first"), "");
  EXPECT_EQ(send("second"), "");
  EXPECT_EQ(send("third"), "quota_bots") << "both are on their way";
  SQLite::Database sql((folder.path() / "ladder.sqlite").string(), SQLite::OPEN_READWRITE, 60'000);
  sql.exec("UPDATE version SET state = 'refused' WHERE bot = (SELECT id FROM bot WHERE name = 'first')");
  EXPECT_EQ(send("third"), "");
  ASSERT_TRUE(ladder_->versions().withdraw(caller_, {"second", 1}));
  EXPECT_EQ(send("fourth"), "");
  EXPECT_EQ(send("fifth"), "quota_bots");
  for (const char* bot : {"fifth", "sixth", "seventh", "eighth"}) {
    sql.exec("UPDATE version SET state = 'refused' WHERE state = 'received'");
    EXPECT_EQ(send(bot), "");
  }
  sql.exec("UPDATE version SET state = 'refused' WHERE state = 'received'");
  EXPECT_EQ(send("ninth"), "quota_bots") << "nobody hoards names by what is refused";
  EXPECT_EQ(send("eighth"), "");
  EXPECT_EQ(send("seventh"), "");
  std::map<std::string, std::uint64_t> used;
  for (const QuotaUse& quota : ladder_->accounts().quotas(caller_)) used[quota.name] = quota.used;
  EXPECT_EQ(used.at("bots"), 2U);
  EXPECT_EQ(used.at("tokens"), 1U);
  EXPECT_EQ(used.at("hooks"), 0U);
  EXPECT_EQ(used.at("invitations"), 0U);
  ASSERT_TRUE(ladder_->hooks().make_hook(caller_, "https://ladder.example/", {}));
  ASSERT_TRUE(ladder_->accounts().invite(caller_, std::chrono::hours(1)));
  for (const QuotaUse& quota : ladder_->accounts().quotas(caller_)) {
    used[quota.name] = quota.used;
    EXPECT_EQ(quota.resets_in.has_value(), quota.name == "uploads" || quota.name == "match_boards" ||
                                               quota.name == "tests" || quota.name == "benchmarks")
        << quota.name;
  }
  EXPECT_EQ(used.at("hooks") + used.at("invitations"), 2U);
}

TEST_F(LadderTest, AnswersARepeatedUploadWithTheSameVersion) {
  const auto ladder = folder_.open(false);
  const Caller caller = ladder->accounts().authenticate(folder_.token()).value();
  UploadRequest request;
  request.bot = "again";
  request.key = "key-1";
  const auto first = tests::submit_bytes(*ladder, caller, request, "bytes").value();
  const auto second = tests::submit_bytes(*ladder, caller, request, "bytes").value();
  EXPECT_FALSE(first.repeated);
  EXPECT_TRUE(second.repeated);
  EXPECT_EQ(first.version.number, second.version.number);
  EXPECT_EQ(tests::submit_bytes(*ladder, caller, request, "other").error().code, "key_reused");
  request.key.reset();
  request.sha256 = std::string(64, '0');
  EXPECT_EQ(tests::submit_bytes(*ladder, caller, request, "bytes").error().code, "digest_wrong");
  request.sha256 = sha256_of("bytes");
  EXPECT_EQ(tests::submit_bytes(*ladder, caller, request, "bytes")->version.number, 2);
  request.sha256.reset();
  EXPECT_EQ(tests::submit_bytes(*ladder, caller, request, "").error().code, "empty");
  request.bytes = std::uint64_t{1} << 40;
  EXPECT_EQ(tests::submit_bytes(*ladder, caller, request, "bytes").error().code, "too_large");
}

TEST_F(LadderTest, CountsUploadsExactlyWhenManyComeAtOnce) {
  const tests::LadderFolder folder("[uploads]\na_day = 7\nat_once = 100\n");
  const auto ladder = folder.open(false);
  const Caller caller = ladder->accounts().authenticate(folder.token()).value();
  std::atomic<int> taken = 0;
  std::atomic<int> refused = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 30; ++i) {
    threads.emplace_back([&, i] {
      UploadRequest request;
      request.bot = "racer";
      const auto sent = tests::submit_bytes(*ladder, caller, request, "bytes" + std::to_string(i));
      if (sent) ++taken;
      if (!sent && sent.error().code == "quota_uploads") ++refused;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(taken, 7);
  EXPECT_EQ(refused, 23);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path() / "incoming"));
}

TEST_F(LadderTest, CountsVersionsThatMayPlayWithThoseOnTheirWay) {
  const tests::LadderFolder folder("[quotas]\nactive = 2\n");
  const auto ladder = folder.open(false);
  const Caller caller = ladder->accounts().authenticate(folder.token()).value();
  const auto send = [&](const char* bot, bool keep = false, bool unranked = false) {
    UploadRequest request;
    request.bot = bot;
    request.keep_former = keep;
    request.unranked = unranked;
    const auto sent = tests::submit_bytes(*ladder, caller, request, "bytes");
    return sent ? std::string() : sent.error().code;
  };
  EXPECT_EQ(send("first"), "");
  EXPECT_EQ(send("second"), "");
  EXPECT_EQ(send("third"), "quota_active");
  EXPECT_EQ(send("first"), "") << "it takes the other's place";
  EXPECT_EQ(send("first", true), "quota_active");
  EXPECT_EQ(send("third", false, true), "") << "it takes no place";
  ASSERT_TRUE(ladder->versions().withdraw(caller, {"second", 1}));
  EXPECT_EQ(send("first", true), "");
  EXPECT_EQ(send("third"), "quota_active");
}

TEST_F(LadderTest, LeavesAnUnrankedVersionOutOfTheLadder) {
  start_at_rest();
  expect_provisional("tested", ready_program(sources_, "tested"));
  const auto send = [&](bool unranked) {
    sources_.write("tested/README", "the next version");
    const TemporaryFolder aside;
    tests::pack_folder(aside.path() / "archive", tests::ArchiveForm::TarGz, sources_.path() / "tested");
    std::ifstream file(aside.path() / "archive", std::ios::binary);
    UploadRequest request;
    request.bot = "tested";
    request.unranked = unranked;
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    return settled(*ladder_, caller_, tests::submit_bytes(*ladder_, caller_, request, bytes).value().version);
  };
  const LadderVersion unranked = send(true);
  EXPECT_EQ(unranked.state, VersionState::Unranked) << story_of(*ladder_, caller_, unranked);
  EXPECT_FALSE(unranked.entrant);
  EXPECT_THAT(unranked.replaces, testing::IsEmpty());
  EXPECT_TRUE(ladder_->versions().version(&caller_, {"tested", 1})->plays());
  EXPECT_EQ(ladder_->versions().version(nullptr, {"tested", 2}).error().code, "version_unknown");
  const auto match = ladder_->requests().ask_match(caller_, {"tested@2", "tested@1", 1});
  ASSERT_TRUE(match) << match.error().detail;
  tests::wait_until(*ladder_, "the match was played",
                    [&] { return ladder_->requests().find(caller_, match->id)->state == PlayRequestState::Done; });
  ASSERT_TRUE(ladder_->versions().pause(caller_, {"tested", 1}));
  EXPECT_EQ(ladder_->versions().version(nullptr, {"tested", std::nullopt})->number, 1);
  ASSERT_TRUE(ladder_->versions().resume(caller_, {"tested", 1}));
  const LadderVersion ranked = send(false);  // the same files
  EXPECT_TRUE(ranked.plays()) << story_of(*ladder_, caller_, ranked);
  EXPECT_EQ(ladder_->versions().version(&caller_, {"tested", 1})->state, VersionState::Retired);
  EXPECT_EQ(ladder_->versions().version(&caller_, {"tested", 2})->state, VersionState::Unranked);
  EXPECT_EQ(ladder_->versions().withdraw(caller_, {"tested", 2})->state, VersionState::Withdrawn);
}

TEST_F(LadderTest, ShowsVersionsOnTheirWayToTheirAuthorAlone) {
  const auto ladder = folder_.open(false);
  const Caller keeper = ladder->accounts().authenticate(folder_.token()).value();
  const auto other_account =
      ladder->accounts().add_account(ladder->accounts().operator_caller(), "stranger", Role::Author).value();
  const Caller stranger = ladder->accounts().authenticate(other_account.token.text).value();
  UploadRequest request;
  request.bot = "hidden";
  ASSERT_TRUE(tests::submit_bytes(*ladder, stranger, request, "bytes"));
  const auto third =
      ladder->accounts().add_account(ladder->accounts().operator_caller(), "third", Role::Author).value();
  const Caller reader = ladder->accounts().authenticate(third.token.text).value();
  EXPECT_TRUE(ladder->versions().version(&stranger, {"hidden", 1}));
  EXPECT_TRUE(ladder->versions().version(&keeper, {"hidden", 1}));
  EXPECT_EQ(ladder->versions().version(&reader, {"hidden", 1}).error().code, "version_unknown");
  EXPECT_EQ(ladder->versions().version(nullptr, {"hidden", 1}).error().code, "version_unknown");
  EXPECT_EQ(ladder->versions().bot(&reader, "hidden").error().code, "bot_unknown");
  EXPECT_FALSE(ladder->versions().withdraw(reader, {"hidden", 1}));
  EXPECT_TRUE(ladder->hooks().events(&reader, {}).empty());
  EXPECT_FALSE(ladder->hooks().events(&stranger, {}).empty());
  request.bot = "hidden";
  EXPECT_EQ(tests::submit_bytes(*ladder, reader, request, "x").error().code, "bot_name_taken");
  request.bot = "h1dden";
  EXPECT_EQ(tests::submit_bytes(*ladder, reader, request, "x").error().code, "bot_name_alike");
}

TEST_F(LadderTest, LetsAVersionPauseReturnAndLeaveForGood) {
  start_at_rest();
  expect_provisional("mover", ready_program(sources_, "mover"));
  EXPECT_EQ(ladder_->versions().pause(caller_, {"mover", 1})->state, VersionState::Paused);
  EXPECT_EQ(ladder_->versions().version(&caller_, {"mover", 1})->code, "author");
  EXPECT_EQ(ladder_->versions().resume(caller_, {"mover", 1})->state, VersionState::Provisional);
  EXPECT_EQ(ladder_->versions().version(&caller_, {"mover", 1})->code, "") << "that it plays needs no reason";
  EXPECT_EQ(ladder_->versions().quarantine(caller_, {"mover", 1}, "a trial")->state, VersionState::Quarantined);
  EXPECT_EQ(ladder_->versions().resume(caller_, {"mover", 1}).error().code, "state_wrong");
  EXPECT_EQ(ladder_->versions().release(caller_, {"mover", 1}, "a trial")->state, VersionState::Provisional);
  EXPECT_EQ(ladder_->versions().withdraw(caller_, {"mover", 1})->state, VersionState::Withdrawn);
  EXPECT_EQ(ladder_->versions().retire(caller_, {"mover", 1}).error().code, "state_wrong");
  EXPECT_GE(ladder_->accounts().audit(caller_, {})->size(), 3U);
  EXPECT_EQ(ladder_->versions().version(nullptr, {"mover", 1}).error().code, "version_unknown");
}

TEST_F(LadderTest, LeavesAVersionWithdrawnWhenItsSuccessorEnters) {
  start_at_rest();
  expect_provisional("heir", ready_program(sources_, "heir"));
  ladder_->stop();
  ladder_.reset();
  ladder_ = folder_.open(false);  // no step is done, so that the first is withdrawn while the second is on its way
  sources_.write("heir/second", "another file");
  const LadderVersion second = submit_folder(*ladder_, caller_, "heir", sources_.path() / "heir");
  ASSERT_TRUE(ladder_->versions().withdraw(caller_, {"heir", 1}));
  ladder_.reset();
  start_at_rest();
  const LadderVersion now = settled(*ladder_, caller_, second);
  EXPECT_THAT(now.state, testing::AnyOf(VersionState::Provisional, VersionState::Rated))
      << story_of(*ladder_, caller_, now);
  EXPECT_EQ(ladder_->versions().version(&caller_, {"heir", 1})->state, VersionState::Withdrawn);
  EXPECT_EQ(ladder_->versions().version(nullptr, {"heir", 1}).error().code, "version_unknown");
}

TEST_F(LadderTest, TellsWhichBoardsItPlays) {
  std::promise<void> held;  // its end lets every board go on, too
  LadderOptions options;
  options.threads = 1;
  options.before_board = [go = held.get_future().share()](const Job&, int) { go.wait(); };
  ladder_ = Ladder::open(folder_.path(), options).value();
  EXPECT_TRUE(ladder_->under_way().empty());
  ASSERT_TRUE(ladder_->start());
  tests::wait_until(*ladder_, "a board began", [this] { return !ladder_->under_way().empty(); });
  const std::vector<BoardUnderWay> playing = ladder_->under_way();
  held.set_value();
  ASSERT_EQ(playing.size(), 1U);
  EXPECT_EQ(playing[0].job, JobNumber(0));
  EXPECT_NE(playing[0].entrants[0], playing[0].entrants[1]);
  EXPECT_EQ(playing[0].tables, 2);
  EXPECT_GE(playing[0].seconds, 0);
  EXPECT_FALSE(playing[0].at) << "nobody has made a move";
  tests::wait_for_boards(*ladder_, 1);
  for (const BoardUnderWay& board : ladder_->under_way()) EXPECT_GT(board.job, JobNumber(0));
  ladder_->stop();
  EXPECT_TRUE(ladder_->under_way().empty());
}

TEST_F(LadderTest, RetiresAllVersionsOfABannedAuthor) {
  start_at_rest();
  const Caller keeper = caller_;
  const auto author =
      ladder_->accounts().add_account(ladder_->accounts().operator_caller(), "ada", Role::Author).value();
  caller_ = ladder_->accounts().authenticate(author.token.text).value();
  expect_provisional("player", ready_program(sources_, "player"));
  expect_provisional("suspect", ready_program(sources_, "suspect"));
  ASSERT_TRUE(ladder_->versions().quarantine(keeper, {"suspect", 1}, "a trial"));
  ladder_->stop();
  ladder_.reset();
  ladder_ = folder_.open(false);  // no step is done, so that what arrives is on its way when its author is banned
  submit_folder(*ladder_, caller_, "walker", ready_program(sources_, "walker"));
  submit_folder(*ladder_, caller_, "leaver", ready_program(sources_, "leaver"));
  ASSERT_TRUE(ladder_->versions().withdraw(caller_, {"leaver", 1}));
  ASSERT_TRUE(ladder_->accounts().ban(keeper, "ada", "a trial"));
  const auto expect_all_retired = [&](const char* when) {
    for (const char* bot : {"player", "suspect", "walker"}) {
      const LadderVersion version = ladder_->versions().version(&keeper, {bot, 1}).value();
      EXPECT_EQ(version.state, VersionState::Retired) << bot << " " << when;
      EXPECT_EQ(version.code, "banned") << bot << " " << when;
    }
    EXPECT_EQ(ladder_->versions().version(&keeper, {"leaver", 1})->state, VersionState::Withdrawn) << when;
  };
  expect_all_retired("at once");
  ladder_.reset();
  start_at_rest();
  expect_provisional("follower",
                     ready_program(sources_, "follower"));  // sent last: the steps have passed by the walker
  expect_all_retired("after a restart");
  play();
  tests::wait_until(*ladder_, "the tournament took note", [this] {
    const std::vector<FieldEntrant> field = League::open(ladder_->tournament_folder(), "the test")->field();
    return 2 == std::count_if(field.begin(), field.end(), [](const FieldEntrant& entrant) {
             return (entrant.name == "player@1" || entrant.name == "suspect@1") &&
                    entrant.state == EntrantState::Retired;
           });
  });
}

TEST_F(LadderTest, PlaysMatchesAndTestsThatNobodysRatingKnows) {
  start_at_rest();
  expect_provisional("asker", ready_program(sources_, "asker"));
  const auto match = ladder_->requests().ask_match(caller_, {"asker", "random", 4});
  ASSERT_TRUE(match) << match.error().detail;
  const auto test = ladder_->requests().ask_test(caller_, {"asker", "random", 0, 20, 200});
  ASSERT_TRUE(test) << test.error().detail;
  for (const PlayRequestId id : {match->id, test->id}) {
    PlayRequest now = ladder_->requests().find(caller_, id).value();
    tests::wait_until(*ladder_, "the request was played", [&] {
      now = ladder_->requests().find(caller_, id).value();
      return now.state != PlayRequestState::Queued && now.state != PlayRequestState::Running;
    });
    EXPECT_EQ(now.state, PlayRequestState::Done) << now.detail;
    EXPECT_EQ(now.exit_code, 0);
  }
  EXPECT_EQ(ladder_->requests().ask_match(caller_, {"asker", "asker", 4}).error().code, "same_version");
  EXPECT_EQ(ladder_->requests().ask_match(caller_, {"asker", "random", 1000}).error().code, "boards_bad");
  EXPECT_EQ(ladder_->requests().ask_test(caller_, {"asker", "random", 0, 20, 1}).error().detail,
            "a test has 16 to 20000 boards");
}

/// Whose boards take seconds, so that a test of thousands of them is under way for hours, however fast the machine is.
constexpr const char* SlowOpponent = "sampler";

class SlowLadderTest : public LadderTest {
 protected:
  SlowLadderTest() : LadderTest("[play]\nreferences = [\"greedy\", \"lowest\", \"random\", \"sampler\"]\n") {}
};

TEST_F(SlowLadderTest, TestsOverAPoolAndGoesOnWithThatAfterARestart) {
  start_at_rest();
  expect_provisional("asker", ready_program(sources_, "asker"));
  const std::vector<std::string> pool{"lowest", "greedy"};
  const PlayRequest quick = ladder_->requests().ask_test(caller_, {"asker", "random", 0, 20, 200, pool}).value();
  EXPECT_THAT(quick.pool_names, testing::ElementsAre("lowest@1", "greedy@1"));
  const auto state_of = [&](const PlayRequest& request) {
    return ladder_->requests().find(caller_, request.id).value();
  };
  tests::wait_until(*ladder_, "the test was played", [&] {
    const PlayRequestState state = state_of(quick).state;
    return state != PlayRequestState::Queued && state != PlayRequestState::Running;
  });
  EXPECT_EQ(state_of(quick).exit_code, 0) << state_of(quick).detail;
  // Both play each board against each opponent.
  EXPECT_GE(state_of(quick).boards_played, 4u * 16);

  const PlayRequest slow =
      ladder_->requests().ask_test(caller_, {"asker", "random", 300, 399, std::nullopt, pool}).value();
  EXPECT_EQ(slow.boards, UsualTestBoards);
  ASSERT_TRUE(ladder_->requests().cancel(caller_, slow.id));
  const PlayRequest whole =
      ladder_->requests().ask_test(caller_, {"asker", "random", 0, 0.001, std::nullopt, {SlowOpponent}}).value();
  tests::wait_until(*ladder_, "the test runs", [&] { return state_of(whole).boards_played > 0; });
  ladder_->stop();
  const std::uint64_t played = state_of(whole).boards_played;
  ladder_.reset();
  start_at_rest();
  EXPECT_EQ(state_of(whole).state, PlayRequestState::Running) << state_of(whole).detail;
  EXPECT_THAT(state_of(whole).pool_names, testing::ElementsAre("sampler@1"));
  tests::wait_until(*ladder_, "the test goes on", [&] { return state_of(whole).boards_played > played; });
  EXPECT_EQ(ladder_->requests().cancel(caller_, whole.id).value().state, PlayRequestState::Cancelled);
  ladder_->stop();
  const auto stored = Tournament::open(state_of(whole).folder, "the test");
  ASSERT_TRUE(stored) << stored.error().text();
  EXPECT_EQ(state_of(whole).boards_played, stored->board_count()) << "those of its last moments count, too";
  EXPECT_EQ(state_of(whole).state, PlayRequestState::Cancelled);
}

/// Has the program of a version end before it has said anything.
void break_version(const LadderFolder& ladder, const std::string& name) {
  for (const auto& tree : std::filesystem::directory_iterator(ladder.path() / "trees")) {
    std::ifstream manifest(tree.path() / "bot.toml");
    const std::string text{std::istreambuf_iterator<char>(manifest), {}};
    if (text.find("\"" + name + "\"") == std::string::npos) continue;
    std::filesystem::permissions(tree.path(), std::filesystem::perms::owner_all, std::filesystem::perm_options::add);
    std::filesystem::remove(tree.path() / "bot");
    std::ofstream(tree.path() / "bot") << "#!/bin/sh\nexit 3\n";
    std::filesystem::permissions(tree.path() / "bot", static_cast<std::filesystem::perms>(0755));
    return;
  }
  FAIL() << "no files of " << name;
}

TEST_F(SlowLadderTest, ScoresAsAFaultThatAnOpponentOfAPoolDoesNotStart) {
  start_at_rest();
  expect_provisional("asker", ready_program(sources_, "asker"));
  expect_provisional("lame", ready_program(sources_, "lame"));
  const PlayRequest begun = ladder_->requests()
                                .ask_test(caller_, {"asker", "random", 0, 0.001, std::nullopt, {"lame", SlowOpponent}})
                                .value();
  PlayRequest now;
  const auto look = [&](const PlayRequest& request) { now = ladder_->requests().find(caller_, request.id).value(); };
  tests::wait_until(*ladder_, "the test is under way", [&] {
    look(begun);
    return now.boards_played > 0;
  });
  ladder_->stop();
  look(begun);
  const std::uint64_t played = now.boards_played;
  break_version(folder_, "lame");
  const PlayRequest fresh =
      ladder_->requests().ask_test(caller_, {"asker", "random", 0, 20, 16, {"lame", "lowest"}}).value();
  ladder_.reset();
  start_at_rest();
  tests::wait_until(*ladder_, "the other test was played", [&] {
    look(fresh);
    return now.state != PlayRequestState::Queued && now.state != PlayRequestState::Running;
  });
  EXPECT_EQ(now.state, PlayRequestState::Done) << now.code << ": " << now.detail;
  EXPECT_EQ(now.exit_code, 3) << "there were faults";
  tests::wait_until(*ladder_, "the test that had begun goes on", [&] {
    look(begun);
    return now.boards_played > played || now.state != PlayRequestState::Running;
  });
  EXPECT_EQ(now.state, PlayRequestState::Running) << now.code << ": " << now.detail;
}

TEST_F(LadderTest, RefusesPoolsThatCannotBePlayed) {
  const tests::LadderFolder folder("[quotas]\ntest_pool = 3\ntest_boards = 100\n");
  ladder_ = folder.open_at_rest();
  caller_ = ladder_->accounts().authenticate(folder.token()).value();
  expect_provisional("asker", ready_program(sources_, "asker"));
  const LadderVersion broken = settled(
      *ladder_, caller_, submit_folder(*ladder_, caller_, "broken", empty_program(sources_, "broken", "none-such")));
  ASSERT_EQ(broken.state, VersionState::Refused);
  const auto refusal = [this](std::optional<std::uint64_t> boards, std::vector<std::string> pool) {
    const auto asked = ladder_->requests().ask_test(caller_, {"asker", "random", 0, 20, boards, std::move(pool)});
    return asked ? Refusal{} : asked.error();
  };
  for (const auto& [pool, code] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"lowest", "greedy", "lowest@1"}, "same_version"},
           {{"random"}, "same_version"},
           {{"asker@1"}, "same_version"},
           {{"nobody"}, "version_unknown"},
           {{"Not a name"}, "version_bad"},
           {{"broken@1"}, "state_wrong"},
           {{"lowest", "greedy", "steady", "sampler"}, "pool_too_large"}}) {
    EXPECT_EQ(refusal(16, pool).code, code);
    EXPECT_EQ(refusal(16, pool).field, "pool") << code;
  }
  EXPECT_EQ(refusal(16, {"lowest", "lowest"}).detail, "lowest is in this test already; each plays it once");
  EXPECT_EQ(refusal(26, {"lowest", "greedy"}).code, "boards_bad");
  EXPECT_EQ(refusal(26, {"lowest", "greedy"}).detail,
            "a test has 16 to 25 boards; over this pool each is played 4 times, and all these are 100 at most");
  const auto usual =
      ladder_->requests().ask_test(caller_, {"asker", "random", 0, 20, std::nullopt, {"lowest", "greedy"}});
  ASSERT_TRUE(usual) << usual.error().detail;
  EXPECT_EQ(usual->boards, 25u);
  // Only the one under test has to be the caller's.
  const auto other = ladder_->accounts().add_account(caller_, "bea", Role::Author);
  const Caller bea = ladder_->accounts().authenticate(other->token.text).value();
  EXPECT_EQ(ladder_->requests().ask_test(bea, {"asker", "random", 0, 20, 16, {"lowest"}}).error().code, "not_yours");
  EXPECT_EQ(ladder_->requests().ask_test(bea, {"lowest", "random", 0, 20, 16, {"asker"}}).error().field, "candidate");
}

TEST_F(SlowLadderTest, EndsATestOfWhosePoolSomebodyWasWithdrawn) {
  start_at_rest();
  expect_provisional("asker", ready_program(sources_, "asker"));
  const Caller keeper = caller_;
  caller_ = ladder_->accounts()
                .authenticate(ladder_->accounts().add_account(keeper, "bea", Role::Author)->token.text)
                .value();
  expect_provisional("shy", ready_program(sources_, "shy"));
  const Caller bea = std::exchange(caller_, keeper);
  // What it looks for is too small to be found soon.
  const PlayRequest test =
      ladder_->requests().ask_test(caller_, {"asker", "random", 0, 0.001, std::nullopt, {SlowOpponent, "shy"}}).value();
  PlayRequest now = test;
  const auto look = [&] { now = ladder_->requests().find(caller_, test.id).value(); };
  tests::wait_until(*ladder_, "the test is under way", [&] {
    look();
    return now.boards_played > 0;
  });
  ASSERT_TRUE(ladder_->requests().ask_test(caller_, {"asker", "shy", 0, 0.001, 20'000}));
  ASSERT_TRUE(ladder_->versions().withdraw(bea, {"shy", 1}));
  tests::wait_until(*ladder_, "the test has ended", [&] {
    look();
    return now.state != PlayRequestState::Running;
  });
  EXPECT_EQ(now.state, PlayRequestState::Failed);
  EXPECT_EQ(now.code, "cannot_play");
  EXPECT_EQ(now.detail, "opponent 2 of its pool was withdrawn");
  std::vector<std::string> told;
  tests::wait_until(*ladder_, "the other test has ended, too", [&] {
    told.clear();
    for (const LadderEvent& event : ladder_->hooks().events(&caller_, {})) {
      if (event.kind == "test.done") told.push_back(event.detail);
    }
    return told.size() == 2;
  });
  EXPECT_THAT(told, testing::UnorderedElementsAre("asker@1 against random@1 over a pool of 2",
                                                  "asker@1 against a withdrawn bot"));
}

TEST_F(LadderTest, TellsItsOperatorAloneWhyTheMachineCouldNotPlayAMatch) {
  std::mutex mutex;
  std::vector<std::string> said;
  LadderOptions options;
  options.threads = 1;
  options.log = [&](const std::string& line) {
    const std::lock_guard<std::mutex> lock(mutex);
    said.push_back(line);
  };
  ladder_ = Ladder::open(folder_.path(), options).value();
  caller_ = ladder_->accounts().authenticate(folder_.token()).value();
  std::filesystem::create_directories(folder_.path() / "requests" / "1");
  std::ofstream(folder_.path() / "requests" / "1" / "note") << "lies where the boards are to lie";
  ASSERT_TRUE(ladder_->start());
  const PlayRequest match = ladder_->requests().ask_match(caller_, {"greedy", "random", 4}).value();
  ASSERT_EQ(match.id, PlayRequestId(1));
  PlayRequest now = match;
  tests::wait_until(*ladder_, "the match has ended", [&] {
    now = ladder_->requests().find(caller_, match.id).value();
    return now.state != PlayRequestState::Queued && now.state != PlayRequestState::Running;
  });
  EXPECT_EQ(now.state, PlayRequestState::Failed);
  EXPECT_EQ(now.code, "machine_fault");
  EXPECT_EQ(now.detail, "the ladder's machine failed; ask again");
  ladder_->stop();
  EXPECT_THAT(said, testing::Contains(testing::AllOf(testing::HasSubstr("request 1 could not be played: "),
                                                     testing::HasSubstr("requests/1"))));
}

TEST_F(LadderTest, RatesWhoHasEnoughBoardsAndShowsThemToEverybody) {
  const tests::LadderFolder folder(
      std::string(tests::QuickField) +
      "[ratings]\nrated_half_width = 1000\nrated_boards = 8\nrated_opponents = 2\n[care]\nrate_every_seconds = 1\n");
  ladder_ = folder.open(true);
  caller_ = ladder_->accounts().authenticate(folder.token()).value();
  submit_folder(*ladder_, caller_, "climber", ready_program(sources_, "climber"));
  wait_for("climber", 1, VersionState::Rated);
  const LadderVersion version = ladder_->versions().version(nullptr, {"climber", 1}).value();
  EXPECT_EQ(version.state, VersionState::Rated) << story_of(*ladder_, caller_, version);
  const auto find_row = [&](const LadderStandings& standings) {
    return std::find_if(standings.ranked.begin(), standings.ranked.end(), [](const LadderStanding& row) {
      return row.bot == "climber" && row.state == VersionState::Rated;
    });
  };
  // It is rated before the standings that made it so are published.
  std::shared_ptr<const LadderStandings> standings = ladder_->ratings().latest();
  tests::wait_until(*ladder_, "the standings show it as rated", [&] {
    standings = ladder_->ratings().latest();
    return find_row(*standings) != standings->ranked.end();
  });
  const LadderStanding row = *find_row(*standings);
  EXPECT_GE(row.figures.boards, 8U);
  EXPECT_GE(row.figures.opponents, 2U);
  EXPECT_LE(row.place_low, row.place_high);
  EXPECT_EQ(row.entrant, version.entrant);
  tests::wait_until(*ladder_, "the standings say that it plays as greedy does", [&] {
    standings = ladder_->ratings().latest();
    return standings->alike.size() == 1;
  });
  EXPECT_THAT(standings->alike[0], testing::UnorderedElementsAre("climber@1", "greedy@1"));
  ASSERT_TRUE(ladder_->versions().pause(caller_, {"climber", 1}));
  tests::wait_until(*ladder_, "the standings are without it", [&] {
    standings = ladder_->ratings().latest();
    return find_row(*standings) == standings->ranked.end();
  });
  EXPECT_TRUE(standings->alike.empty()) << "it is not in the table";
  EXPECT_GE(standings->figures.at(static_cast<std::size_t>(row.entrant)).boards, row.figures.boards)
      << "it keeps its rating";
  EXPECT_GT(standings->figures.at(static_cast<std::size_t>(row.entrant)).points_error, 0);
  const auto dumped = ladder_->dump().folder();
  ASSERT_TRUE(dumped) << dumped.error().detail;
  const auto copy = Tournament::open(*dumped, "the test");
  ASSERT_TRUE(copy) << copy.error().text();
  EXPECT_EQ(known_seed(copy->config()), std::nullopt);
  EXPECT_TRUE(copy->database_flaws().empty());
  std::uint64_t boards = 0;
  copy->each_board(
      [&boards](const StoredBoard& board) {
        boards += board.rounds.empty() ? 0 : 1;
        return true;
      },
      refuse_damage);
  EXPECT_GE(boards, 8U);
  ladder_->stop();
  standings = ladder_->ratings().latest();
  ladder_.reset();
  ladder_ = folder.open(true, false);
  const auto again = ladder_->ratings().latest();
  EXPECT_EQ(again->ranked.size(), standings->ranked.size()) << "a restarted ladder has no table until it is rated";
  EXPECT_GE(again->serial, standings->serial);
}

TEST_F(LadderTest, TellsNobodyTheNameThatABotHadNorWhatItWrote) {
  start_at_rest();
  const std::filesystem::path bot = ready_program(sources_, "offence");
  std::filesystem::rename(bot / "bot", bot / "real");
  sources_.write("offence/bot", "#!/bin/sh\necho it thinks aloud >&2\nexec \"${0%/*}/real\"\n");
  std::filesystem::permissions(bot / "bot", std::filesystem::perms::owner_all);
  expect_provisional("offence", bot);
  play();
  EXPECT_THAT(
      ladder_->versions().log(caller_, {"offence", 1}, StepKind::Validated)->text,
      testing::HasSubstr("table 1, seat 3 wrote to its standard error:\n  | it thinks aloud\nboard 0 with itself"));
  const EntrantId entrant = *ladder_->versions().version(&caller_, {"offence", 1})->entrant;
  const auto has_played = [&] {
    const auto stored = Tournament::open(ladder_->tournament_folder(), "the test");
    return stored->board_count() > 0 && ladder_->status().boards > 8;
  };
  tests::wait_until(*ladder_, "boards were played", has_played);
  std::string output;
  tests::wait_until(*ladder_, "its first board is stored", [&] {
    for (std::uint64_t job = 0; job < ladder_->status().boards && output.empty(); ++job) {
      const auto seats = ladder_->own_boards().own_seats(caller_, JobNumber(job));
      if (!seats) continue;
      for (const OwnSeat& seat : *seats) output += seat.output;
    }
    return !output.empty();
  });
  EXPECT_THAT(output, testing::HasSubstr("it thinks aloud\n"));
  ladder_->stop();
  SQLite::Database sql((ladder_->tournament_folder() / "tournament.sqlite").string(), SQLite::OPEN_READWRITE, 60'000);
  SQLite::Statement fault(sql,
                          "INSERT INTO fault (job, seating, round, seat, bot, kind, text, stderr, question, sent, "
                          "received, actions) VALUES (0, 0, 0, 0, ?, 'crash', 'ended with exit code 1: ValueError: "
                          "abuse', x'', '', x'', x'', 0)");
  fault.bind(1, static_cast<int>(entrant));
  fault.exec();
  const auto dumped = [&] {
    const auto dump = ladder_->dump().folder();
    if (!dump) throw std::runtime_error(dump.error().detail);
    std::ifstream file(*dump / "tournament.sqlite", std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  EXPECT_THAT(dumped(), testing::HasSubstr("offence@1"));
  EXPECT_THAT(dumped(), testing::Not(testing::HasSubstr("abuse")));
  EXPECT_THAT(dumped(), testing::Not(testing::HasSubstr("thinks aloud")));

  ASSERT_TRUE(ladder_->versions().rename(caller_, "offence", "decent", "it offends"));
  EXPECT_THAT(dumped(), testing::HasSubstr("decent@1"));
  EXPECT_THAT(dumped(), testing::Not(testing::HasSubstr("offence")));
  const auto copy = Tournament::open(*ladder_->dump().folder(), "the test");
  ASSERT_TRUE(copy) << copy.error().text();
  EXPECT_THAT(League::open(copy->folder(), "the test")->schedule_flaws(), testing::IsEmpty());

  ladder_.reset();
  ladder_ = folder_.open(false);
  UploadRequest request;
  request.bot = "offence";
  EXPECT_EQ(tests::submit_bytes(*ladder_, caller_, request, "bytes").error().code, "bot_name_taken")
      << "boards are stored under that name";
  EXPECT_EQ(ladder_->versions().rename(caller_, "greedy", "offence", "x").error().code, "bot_name_taken");
  EXPECT_TRUE(ladder_->versions().rename(caller_, "decent", "offence", "it was no offence after all"));
}

TEST_F(LadderTest, IsTheSameAfterABackupAndARestore) {
  start_at_rest();
  expect_provisional("kept", ready_program(sources_, "kept"));
  play();
  tests::wait_for_boards(*ladder_, 1);
  const TemporaryFolder elsewhere;
  ASSERT_TRUE(ladder_->backup(elsewhere.path() / "backup"));
  ladder_->stop();
  const auto restored = restore_ladder(elsewhere.path() / "backup", elsewhere.path() / "ladder");
  ASSERT_TRUE(restored) << restored.error().text();
  const auto again = Ladder::open(elsewhere.path() / "ladder", {}).value();
  const Caller caller = again->accounts().authenticate(folder_.token()).value();
  EXPECT_EQ(again->versions().version(&caller, {"kept", 1})->sha256,
            ladder_->versions().version(&caller_, {"kept", 1})->sha256);
  std::ofstream(elsewhere.path() / "backup" / "store" / "00" / std::string(64, '0')) << "";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(elsewhere.path() / "backup" / "store")) {
    if (entry.is_regular_file()) std::ofstream(entry.path(), std::ios::trunc) << "damaged";
  }
  EXPECT_FALSE(restore_ladder(elsewhere.path() / "backup", elsewhere.path() / "other"));
}

TEST_F(LadderTest, PlaysLessIfNothingHasChangedForLong) {
  const tests::LadderFolder folder(std::string(tests::QuickField) + "[care]\nquiet_after_hours = 1\n");
  ladder_ = folder.open(true);
  caller_ = ladder_->accounts().authenticate(folder.token()).value();
  tests::wait_for_boards(*ladder_, 1);
  EXPECT_FALSE(ladder_->status().slowed);
  {
    SQLite::Database sql((folder.path() / "ladder.sqlite").string(), SQLite::OPEN_READWRITE, 60'000);
    sql.exec("UPDATE version SET changed = changed - 7200");
  }
  tests::wait_until(*ladder_, "it played less", [this] { return ladder_->status().slowed; });
  tests::wait_for_boards(*ladder_, ladder_->status().boards + 1);
  submit_folder(*ladder_, caller_, "news", ready_program(sources_, "news"));
  tests::wait_until(*ladder_, "it played as fast as before", [this] { return !ladder_->status().slowed; });
}

TEST_F(LadderTest, ScoresNothingOfWhatTheMachineDid) {
  const auto play = [](const LadderFolder& folder, bool fails) {
    std::atomic<int> failed = 0;
    LadderOptions options;
    options.program = "test";
    options.before_board = [&failed, fails](const Job& job, int attempt) {
      if (!fails || attempt > 1 || job.number.value() % 20 != 7) return;  // one board in twenty
      ++failed;
      throw std::system_error(EMFILE, std::generic_category(), "cannot make a pipe");
    };
    {
      SQLite::Database sql((folder.path() / "ladder.sqlite").string(), SQLite::OPEN_READWRITE, 60'000);
      sql.exec("UPDATE season SET seed = '00000000000005ee'");
    }
    auto ladder = Ladder::open(folder.path(), options).value();
    if (!ladder->start()) throw std::runtime_error("the ladder does not start");
    constexpr std::uint64_t Boards = 100;
    tests::wait_for_boards(*ladder, Boards);
    ladder->stop();
    EXPECT_EQ(failed > 0, fails);
    std::string results;
    SQLite::Database sql((ladder->tournament_folder() / "tournament.sqlite").string());
    SQLite::Statement rows(sql,
                           "SELECT number, first_entrant, second_entrant, margin, first_faults, second_faults "
                           "FROM job WHERE number < coalesce((SELECT min(job) FROM change WHERE kind = 'cost'), 100) "
                           "ORDER BY number LIMIT 100");
    while (rows.executeStep()) {
      for (int i = 0; i < rows.getColumnCount(); ++i) results += rows.getColumn(i).getString() + " ";
      results += "\n";
    }
    return results;
  };
  const std::string settings = "[play]\nreferences = [\"greedy\", \"lowest\", \"random\"]\n";
  const LadderFolder quiet(settings), disturbed(settings);
  const std::string results = play(disturbed, true);
  const std::string undisturbed = play(quiet, false);
  // On a busy machine bots are found to be slow, and from then on meetings are others.
  const std::size_t common = std::min(results.size(), undisturbed.size());
  EXPECT_EQ(results.substr(0, common), undisturbed.substr(0, common));
  EXPECT_GT(std::count(results.begin(), results.begin() + static_cast<std::ptrdiff_t>(common), '\n'), 7);
}

TEST_F(LadderTest, TellsWhenATokenWasUsedLastWithoutWritingItEachTime) {
  start_without_boards();
  const double before = static_cast<double>(std::time(nullptr));
  const auto last_used = [&](Ladder& ladder) {
    const std::vector<TokenInfo> tokens = ladder.accounts().tokens(caller_);
    return tokens.empty() ? std::nullopt : tokens.front().last_used;
  };
  ASSERT_TRUE(last_used(*ladder_));
  EXPECT_LE(std::abs(static_cast<double>(*last_used(*ladder_)) - before), 120);
  EXPECT_EQ(*last_used(*ladder_) % 60, 0) << "to the minute";
  const auto beside = folder_.open(false);
  ladder_->stop();
  EXPECT_TRUE(last_used(*beside)) << "written at the latest when the ladder stops";
}

TEST_F(LadderTest, TakesNoteOfWhatIsDecidedBesideIt) {
  start_at_rest();
  expect_provisional("beside", ready_program(sources_, "beside"));
  play();
  const auto beside = folder_.open(false);
  ASSERT_TRUE(beside->versions().quarantine(beside->accounts().operator_caller(), {"beside", 1}, "a trial"));
  tests::wait_until(*ladder_, "the tournament took note", [this] {
    const std::vector<FieldEntrant> field = League::open(ladder_->tournament_folder(), "the test")->field();
    const auto found = std::find_if(field.begin(), field.end(),
                                    [](const FieldEntrant& entrant) { return entrant.name == "beside@1"; });
    return found != field.end() && found->state == EntrantState::Paused;
  });
  EXPECT_TRUE(ladder_->residuals().list(ladder_->accounts().operator_caller(), 10));
  const auto moderated = ladder_->versions().moderated(ladder_->accounts().operator_caller(), 10);
  ASSERT_TRUE(moderated);
  ASSERT_EQ(moderated->quarantined.size(), 1U);
  EXPECT_EQ(moderated->quarantined[0].name(), "beside@1");
  EXPECT_EQ(moderated->quarantined[0].code, "moderator");
  EXPECT_TRUE(moderated->waiting.empty());
  const auto latest = ladder_->accounts().audit(ladder_->accounts().operator_caller(), {0, 1, true});
  ASSERT_TRUE(latest);
  ASSERT_EQ(latest->size(), 1U);
  EXPECT_EQ(latest->front().act, "quarantine");
  const auto before =
      ladder_->accounts().audit(ladder_->accounts().operator_caller(), {latest->front().number, 100, true});
  ASSERT_TRUE(before);
  EXPECT_EQ(before->back().act, "make the ladder") << "the oldest last";
  EXPECT_EQ(ladder_->own_boards().own_seats(caller_, JobNumber(UINT32_MAX)).error().code, "board_unknown");
}

/// Adds made-up boards to a ladder's tournament: all pairs of its seven bots are even, but entrant 1 beats entrant 2 by
/// 400 points per round, and 4 and 5 throw every tenth board to each other in turn. Pairs of 1 or 2 and another have
/// far fewer boards than are looked at.
void add_thrown_boards(const std::filesystem::path& tournament) {
  constexpr int Bots = 7;
  SQLite::Database sql((tournament / "tournament.sqlite").string(), SQLite::OPEN_READWRITE, 60'000);
  SQLite::Transaction all(sql);
  sql.exec("CREATE TEMP TABLE made AS SELECT * FROM job ORDER BY number LIMIT 1");
  int number = sql.execAndGet("SELECT max(number) FROM job").getInt();
  for (int a = 0; a < Bots; ++a) {
    for (int b = a + 1; b < Bots; ++b) {
      const bool thrown = a == 1 && b == 2;
      const bool touches = (a == 1 || a == 2 || b == 2 || b == 1) && !thrown;
      for (int i = 0; i < (touches ? 20 : 160); ++i) {
        ++number;
        const int size = a == 4 && b == 5 && i % 10 < 2 && i % 20 > 9 ? 450 : 50;
        const int noise = i % 2 == 0 ? size : -size;
        SQLite::Statement made(
            sql, "UPDATE made SET number = ?1, board = ?1, first_entrant = ?2, second_entrant = ?3, margin = ?4");
        made.bind(1, number);
        made.bind(2, a);
        made.bind(3, b);
        made.bind(4, noise + (thrown ? 400 : 0));
        made.exec();
        sql.exec("INSERT INTO job SELECT * FROM made");
      }
    }
  }
  sql.exec("DROP TABLE made");
  all.commit();
}

/// Adds made-up boards of an entrant against entrant 0 with so many faults of its own at each.
void add_faulty_boards(const std::filesystem::path& tournament, EntrantId entrant, int boards, int faults) {
  SQLite::Database sql((tournament / "tournament.sqlite").string(), SQLite::OPEN_READWRITE, 60'000);
  SQLite::Transaction all(sql);
  sql.exec("CREATE TEMP TABLE made AS SELECT * FROM job ORDER BY number LIMIT 1");
  int number = sql.execAndGet("SELECT max(number) FROM job").getInt();
  for (int i = 0; i < boards; ++i) {
    ++number;
    SQLite::Statement made(sql,
                           "UPDATE made SET number = ?1, board = ?1, first_entrant = 0, second_entrant = ?2, margin = "
                           "50, first_faults = 0, second_faults = ?3");
    made.bind(1, number);
    made.bind(2, static_cast<int>(entrant));
    made.bind(3, faults);
    made.exec();
    sql.exec("INSERT INTO job SELECT * FROM made");
  }
  sql.exec("DROP TABLE made");
  all.commit();
}

TEST_F(LadderTest, CountsAgainstAReleasedVersionWhatItPlaysSince) {
  const LadderFolder folder(
      "[care]\nrate_every_seconds = 1\n[ratings]\nrated_half_width = 1000\nrated_boards = 1\nrated_opponents = 1\n");
  ladder_ = folder.open(true);
  caller_ = ladder_->accounts().authenticate(folder.token()).value();
  expect_provisional("rare", ready_program(sources_, "rare"));
  tests::wait_for_boards(*ladder_, 1);
  const auto state_of = [&](const char* bot) { return ladder_->versions().version(&caller_, {bot, 1})->state; };
  const auto restart_after = [&](int boards, int faults) {
    ladder_->stop();
    add_faulty_boards(ladder_->tournament_folder(), *ladder_->versions().version(&caller_, {"rare", 1})->entrant,
                      boards, faults);
    ladder_.reset();
    ladder_ = folder.open(true, false);
    tests::wait_until(*ladder_, "it was quarantined", [&] { return state_of("rare") == VersionState::Quarantined; });
    return ladder_->versions().version(&caller_, {"rare", 1}).value();
  };
  const auto expect_released = [&](const char* bot) {
    ASSERT_TRUE(ladder_->versions().release(caller_, {bot, 1}, "its author has an excuse"));
    const std::uint64_t serial = ladder_->ratings().latest()->serial;
    tests::wait_until(*ladder_, "the ratings were made again",
                      [&] { return ladder_->ratings().latest()->serial > serial + 1; });
    EXPECT_EQ(state_of(bot), VersionState::Rated) << ladder_->versions().version(&caller_, {bot, 1})->detail;
  };

  EXPECT_EQ(restart_after(200, 1).code, "faults_often");
  expect_released("rare");
  const LadderVersion again = restart_after(64, 2);
  EXPECT_EQ(again.code, "faults_in_row");
  EXPECT_EQ(again.detail, "the latest 64 boards since its release had a fault at every table");
  expect_released("rare");

  ASSERT_TRUE(ladder_->versions().quarantine(caller_, {"greedy", 1}, "a mistake"));
  expect_released("greedy");
  const auto stored = Tournament::open(ladder_->tournament_folder(), "the test");
  EXPECT_EQ(stored->config().give_up_after, 0) << "a bot that was given up could not come back";
}

TEST_F(LadderTest, AlarmsModeratorsOnceOfAPairThatThrowsBoards) {
  const LadderFolder folder(
      "[play]\nreferences = [\"greedy\", \"lowest\", \"random\", \"plain\", \"pico\", \"steady\", \"sampler\"]\n");
  ladder_ = folder.open(true);
  tests::wait_for_boards(*ladder_, 1);
  ladder_->stop();
  add_thrown_boards(ladder_->tournament_folder());
  const Caller moderator = ladder_->accounts().authenticate(folder.token()).value();
  const auto hook = ladder_->hooks().make_hook(moderator, "https://ladder.example/alarms", {"pair.suspicious"});
  ASSERT_TRUE(hook) << hook.error().detail;
  const auto author = ladder_->accounts().add_account(moderator, "ada", Role::Author).value();
  {
    SQLite::Database sql((folder.path() / "ladder.sqlite").string(), SQLite::OPEN_READWRITE, 60'000);
    sql.exec("UPDATE bot SET author = (SELECT id FROM account WHERE name = 'ada') WHERE name = 'lowest'");
  }
  const auto alarms = [&](const Caller* caller) {
    EventQuery query;
    query.most = 1000;
    std::vector<LadderEvent> found = ladder_->hooks().events(caller, query);
    std::erase_if(found, [](const LadderEvent& event) { return event.kind != "pair.suspicious"; });
    return found;
  };
  for (int start = 0; start < 2; ++start) {
    ladder_.reset();  // one process, one ladder
    ladder_ = folder.open(true, false);
    tests::wait_until(*ladder_, "standings were made", [this] { return ladder_->ratings().points() != nullptr; });
    ladder_->stop();  // with what follows the standings
    ASSERT_EQ(alarms(&moderator).size(), 1U) << "start " << start;
    EXPECT_THAT(alarms(&moderator)[0].detail, testing::HasSubstr("lowest@1 and random@1 came to +"));
  }
  EXPECT_TRUE(alarms(nullptr).empty());
  const Caller ada = ladder_->accounts().authenticate(author.token.text).value();
  EXPECT_TRUE(alarms(&ada).empty()) << "her own bot is in it";
  EXPECT_EQ(ladder_->hooks().due_deliveries(10).size(), 1U);
  const auto acts = ladder_->accounts().audit(moderator, {0, 1, true});
  EXPECT_EQ(acts->front().act, "alarm");
  EXPECT_EQ(acts->front().target, "lowest@1 and random@1");
  const auto residuals = ladder_->residuals().list(moderator, 5);
  ASSERT_TRUE(residuals && !residuals->versions.empty());
  EXPECT_TRUE(residuals->versions[0].is_alarming());
  ASSERT_GT(residuals->versions.size(), 1U);
  EXPECT_GT(residuals->versions[1].extremes, AlarmingSurprise);
  EXPECT_LT(std::abs(residuals->versions[1].surprise), 2) << "their mean is as expected";
  EXPECT_FALSE(residuals->versions[1].is_alarming()) << "both came with the arena";
}

TEST_F(LadderTest, MakesNoTokenThatOutlivesItsMaker) {
  start_without_boards();
  const auto author = ladder_->accounts().add_account(caller_, "ada", Role::Author).value();
  const Caller ada = ladder_->accounts().authenticate(author.token.text).value();
  const UnixTime end = static_cast<UnixTime>(std::time(nullptr)) + 86'400;
  const Caller day = ladder_->accounts()
                         .authenticate(ladder_->accounts().make_token(ada, Scopes::all(), end, "").value().text)
                         .value();
  const auto expiry = [&](const Caller& maker, std::optional<UnixTime> asked) {
    return ladder_->accounts().make_token(maker, Scopes::all(), asked, "").value().info.expires;
  };
  EXPECT_EQ(expiry(day, std::nullopt), end);
  EXPECT_EQ(expiry(day, end + 1), end);
  EXPECT_EQ(expiry(day, end - 10), end - 10);
  EXPECT_EQ(expiry(ada, std::nullopt), std::nullopt);
}

TEST_F(LadderTest, DeliversToOneHookOfAnAccountAtATime) {
  start_without_boards();
  const Caller ada = ladder_->accounts()
                         .authenticate(ladder_->accounts().add_account(caller_, "ada", Role::Author)->token.text)
                         .value();
  ladder_->stop();
  ladder_ = folder_.open(false);  // no step tells of anything
  for (int i = 0; i < 2; ++i)
    ASSERT_TRUE(ladder_->hooks().make_hook(ada, "https://ladder.example/", {"version.state"}));
  UploadRequest request;
  request.bot = "teller";
  ASSERT_TRUE(tests::submit_bytes(*ladder_, ada, request, "first"));
  EXPECT_EQ(ladder_->hooks().due_deliveries(10).size(), 1U);
  EXPECT_EQ(ladder_->hooks().due_deliveries(10).size(), 1U) << "the other one";
  EXPECT_TRUE(ladder_->hooks().due_deliveries(10).empty());
}

TEST_F(LadderTest, SwitchesAHookOffForDeliveriesThatItGaveUpAndOnAgain) {
  start_without_boards();
  const auto author = ladder_->accounts().add_account(caller_, "ada", Role::Author).value();
  const Caller ada = ladder_->accounts().authenticate(author.token.text).value();
  EXPECT_EQ(ladder_->hooks().make_hook(ada, "https://ladder.example/", {"pair.suspicious"}).error().code,
            "hook_kind_bad")
      << "authors are never told of it";
  EXPECT_EQ(ladder_->hooks().make_hook(caller_, "https://ladder.example/", {"standings"}).error().code,
            "hook_kind_bad");
  ladder_->stop();
  ladder_ = folder_.open(false);  // no step tells of anything
  const std::uint64_t hook = ladder_->hooks().make_hook(ada, "https://ladder.example/", {"version.state"})->id;
  SQLite::Database sql((folder_.path() / "ladder.sqlite").string(), SQLite::OPEN_READWRITE, 60'000);
  const auto deliver_in_vain = [&](const std::string& bytes) {
    UploadRequest request;
    request.bot = "teller";
    ASSERT_TRUE(tests::submit_bytes(*ladder_, ada, request, bytes));
    for (int attempt = 1; attempt <= 6; ++attempt) {
      sql.exec("UPDATE outbox SET due = 0");
      const std::vector<HookDelivery> due = ladder_->hooks().due_deliveries(10);
      ASSERT_EQ(due.size(), 1U) << "attempt " << attempt;
      EXPECT_EQ(due[0].attempt, attempt);
      EXPECT_LT(ladder_->hooks().hooks(ada).at(0).failures, 20U) << "attempts are no failures";
      ladder_->hooks().delivered({due[0].id, false, "the answer was 500"});
    }
    sql.exec("UPDATE outbox SET due = 0");
    EXPECT_TRUE(ladder_->hooks().due_deliveries(10).empty()) << "it was given up";
  };
  deliver_in_vain("first");
  EXPECT_EQ(ladder_->hooks().hooks(ada).at(0).failures, 1U);
  EXPECT_FALSE(ladder_->hooks().hooks(ada).at(0).off);
  EXPECT_EQ(ladder_->hooks().hooks(ada).at(0).last_problem, "the answer was 500");
  sql.exec("UPDATE hook SET failures = 19");
  deliver_in_vain("second");
  EXPECT_TRUE(ladder_->hooks().hooks(ada).at(0).off);

  EXPECT_EQ(ladder_->hooks().switch_on_hook(caller_, hook).error().code, "hook_unknown") << "it is somebody else's";
  EXPECT_TRUE(ladder_->hooks().hooks(ada).at(0).off);
  const auto on = ladder_->hooks().switch_on_hook(ada, hook);
  ASSERT_TRUE(on) << on.error().detail;
  EXPECT_FALSE(on->off);
  EXPECT_EQ(on->failures, 0U);
  EXPECT_EQ(on->last_problem, "");
}

TEST_F(LadderTest, LeavesTheBoardsOfAStruckPairOutOfTheRatings) {
  const LadderFolder folder(
      "[play]\nreferences = [\"greedy\", \"lowest\", \"random\", \"plain\", \"pico\", \"steady\", \"sampler\"]\n");
  ladder_ = folder.open(true);
  tests::wait_for_boards(*ladder_, 1);
  ladder_->stop();
  add_thrown_boards(ladder_->tournament_folder());
  ladder_.reset();
  ladder_ = folder.open(true, false);
  const Caller moderator = ladder_->accounts().authenticate(folder.token()).value();
  const auto standings_with = [&](std::size_t struck) {
    auto standings = ladder_->ratings().latest();
    tests::wait_until(*ladder_, "the ratings were made without " + std::to_string(struck) + " pairs", [&] {
      standings = ladder_->ratings().latest();
      return standings->points && standings->struck.size() == struck;
    });
    return standings;
  };
  const auto lead = [](const LadderStandings& standings) {  // of lowest over random, in points per round
    double points = 0;
    for (const LadderStanding& row : standings.ranked) {
      if (row.bot == "lowest") points += row.figures.points;
      if (row.bot == "random") points -= row.figures.points;
    }
    return points;
  };
  const double thrown = lead(*standings_with(0));
  EXPECT_GT(thrown, 100);
  const VersionName lowest{"lowest", 1}, random{"random", std::nullopt};
  EXPECT_EQ(
      ladder_->ratings().strike_pair(ladder_->accounts().operator_caller(), lowest, {"nobody", 1}, "x").error().code,
      "version_unknown");
  const VersionName latest{"lowest", std::nullopt};
  EXPECT_EQ(ladder_->ratings().strike_pair(moderator, lowest, latest, "x").error().code, "pair_bad")
      << "a version against itself";
  const auto named = ladder_->ratings().strike_pair(moderator, random, lowest, "they throw boards");
  ASSERT_TRUE(named);
  EXPECT_EQ(named->first + " " + named->second, "random@1 lowest@1");
  const auto without = standings_with(1);
  EXPECT_LT(std::abs(lead(*without)), thrown / 4) << "what is left are even boards, but for what was played in earnest";
  EXPECT_EQ(without->struck[0].first, "lowest@1");
  EXPECT_EQ(without->struck[0].second, "random@1");
  EXPECT_EQ(without->struck[0].entrants, (std::array{EntrantId{1}, EntrantId{2}}));
  EXPECT_GE(without->struck[0].boards, 80U);
  EXPECT_EQ(without->boards, ladder_->status().boards) << "they stay stored";
  EXPECT_TRUE(ladder_->residuals().list(moderator, 5)->versions[0].struck);
  EXPECT_FALSE(ladder_->residuals().list(moderator, 5)->versions[0].is_alarming()) << "moderators know";
  EXPECT_EQ(ladder_->accounts().audit(moderator, {0, 1, true})->front().act, "strike pair");
  const auto author = ladder_->accounts().add_account(moderator, "ada", Role::Author).value();
  const Caller ada = ladder_->accounts().authenticate(author.token.text).value();
  EXPECT_EQ(ladder_->ratings().restore_pair(ada, lowest, random, "x").error().code, "role_missing");
  ASSERT_TRUE(ladder_->ratings().restore_pair(moderator, lowest, random, "a mistake"));
  EXPECT_EQ(lead(*standings_with(0)), thrown) << "the ratings are those of all boards, to the last digit";
}

TEST_F(LadderTest, GivesANewTokenForALostOneAndEndsTheOld) {
  const LadderFolder folder;
  ladder_ = folder.open(false);
  const Caller admin = ladder_->accounts().operator_caller();
  const NewAccount ada = ladder_->accounts().add_account(admin, "ada", Role::Author).value();
  const Caller author = ladder_->accounts().authenticate(ada.token.text).value();
  EXPECT_EQ(ladder_->accounts().replace_tokens(author, "ada", "lost").error().code, "role_missing");
  EXPECT_EQ(ladder_->accounts().replace_tokens(admin, "nobody", "lost").error().code, "account_unknown");

  const auto token = ladder_->accounts().replace_tokens(admin, "ada", "lost on a train");
  ASSERT_TRUE(token) << token.error().detail;
  EXPECT_EQ(ladder_->accounts().authenticate(ada.token.text).error().code, "token_revoked");
  const Caller again = ladder_->accounts().authenticate(token->text).value();
  EXPECT_EQ(again.account.id, author.account.id);
  EXPECT_TRUE(again.may(Scope::Submit));
  EXPECT_FALSE(again.is_at_least(Role::Moderator)) << "a token gives no role";
  const AuditEntry noted = ladder_->accounts().audit(admin, {0, 1, true})->front();
  EXPECT_EQ(noted.act + " " + noted.target + ": " + noted.reason, "replace tokens ada: lost on a train");

  ASSERT_TRUE(ladder_->accounts().ban(admin, "ada", "x"));
  EXPECT_EQ(ladder_->accounts().replace_tokens(admin, "ada", "lost").error().code, "account_banned");
}

/// A ladder whose accounts may tag two boards, and some boards that were played there. Nothing runs.
class TaggedLadderTest : public testing::Test {
 protected:
  TaggedLadderTest() {
    ladder_ = folder_.open(true);
    tests::wait_for_boards(*ladder_, 4);
    ladder_->stop();
    const auto tournament = Tournament::open(ladder_->tournament_folder(), "the test");
    for (std::uint64_t job = 0; boards_.size() < 3; ++job) {
      if (tournament->has_board(JobNumber(job))) boards_.emplace_back(job);
    }
    keeper_ = ladder_->accounts().authenticate(folder_.token()).value();
    ada_ = ladder_->accounts()
               .authenticate(ladder_->accounts().add_account(keeper_, "ada", Role::Author)->token.text)
               .value();
  }
  Caller with(std::initializer_list<Scope> scopes) const {
    Caller caller = ada_;
    caller.scopes = {};
    for (const Scope scope : scopes) caller.scopes.add(scope);
    return caller;
  }
  std::string refusal(const Caller& caller, JobNumber board, const std::string& tag) {
    const auto added = ladder_->tags().add_tag(caller, board, tag);
    return added ? "" : added.error().code;
  }

  tests::LadderFolder folder_{std::string(tests::QuickField) + "[quotas]\ntagged_boards = 2\n"};
  std::unique_ptr<Ladder> ladder_;
  std::vector<JobNumber> boards_;
  Caller keeper_, ada_;
};

using TagList = std::vector<std::string>;

TEST_F(TaggedLadderTest, SaysWhatATagMustBeAndHowManyThereMayBe) {
  EXPECT_EQ(refusal(with({Scope::Read, Scope::Submit}), boards_[0], "bomb"), "scope_missing");
  EXPECT_EQ(ladder_->tags().tags(with({Scope::Play})).error().code, "scope_missing");
  EXPECT_EQ(ladder_->tags().tags_on(with({Scope::Play}), boards_[0]).error().code, "scope_missing");
  EXPECT_EQ(ladder_->tags().boards_with_tag(with({Scope::Play}), "bomb").error().code, "scope_missing");
  EXPECT_EQ(ladder_->tags().remove_tag(with({Scope::Read}), boards_[0], "bomb").error().code, "scope_missing");
  EXPECT_EQ(ladder_->tags().drop_tag(with({Scope::Read}), "bomb").error().code, "scope_missing");
  EXPECT_EQ(refusal(ada_, boards_[0], "<b>"), "tag_bad");
  EXPECT_EQ(ladder_->tags().boards_with_tag(ada_, "<b>").error().code, "tag_bad");
  EXPECT_EQ(ladder_->tags().remove_tag(ada_, boards_[0], "<b>").error().code, "tag_unknown");
  EXPECT_EQ(refusal(ada_, JobNumber(1'000'000), "bomb"), "board_unknown");
  EXPECT_EQ(ladder_->tags().tags_on(ada_, JobNumber(1'000'000)).error().code, "board_unknown");
  for (int i = 0; i < 8; ++i) EXPECT_EQ(refusal(ada_, boards_[0], "tag-" + std::to_string(i)), "");
  EXPECT_EQ(refusal(ada_, boards_[0], "tag-8"), "quota_tags_of_board");
  EXPECT_EQ(refusal(ada_, boards_[0], "tag-7"), "") << "it is there already";
  EXPECT_EQ(refusal(ada_, boards_[1], "tag-8"), "");
  EXPECT_EQ(refusal(ada_, boards_[2], "tag-8"), "quota_tagged_boards");
  EXPECT_EQ(refusal(keeper_, boards_[2], "tag-8"), "") << "each account has quotas of its own";
  const auto quotas = ladder_->accounts().quotas(ada_);
  const auto quota =
      std::find_if(quotas.begin(), quotas.end(), [](const QuotaUse& use) { return use.name == "tagged_boards"; });
  ASSERT_NE(quota, quotas.end());
  EXPECT_EQ(quota->used, 2U);
  EXPECT_EQ(quota->limit, 2U);
  EXPECT_TRUE(ladder_->tags().remove_tag(ada_, boards_[1], "tag-8"));
  EXPECT_EQ(refusal(ada_, boards_[2], "tag-8"), "") << "one that has none left does not count";
}

TEST_F(TaggedLadderTest, DoesNotTakeBoardsThatCannotBeReadForBoardsThatAreNotThere) {
  {
    SQLite::Database sql((ladder_->tournament_folder() / StoreFileName).string(), SQLite::OPEN_READWRITE);
    sql.exec("PRAGMA user_version = 1000");
  }
  EXPECT_THROW(ladder_->tags().tags_on(ada_, boards_[0]), std::runtime_error);
  EXPECT_THROW(ladder_->tags().add_tag(ada_, boards_[0], "bomb"), std::runtime_error);
  std::filesystem::remove_all(ladder_->tournament_folder());
  EXPECT_EQ(ladder_->tags().tags_on(ada_, boards_[0]).error().code, "board_unknown");
}

TEST_F(TaggedLadderTest, TakesSoManyDifferentTags) {
  {
    LadderDatabase database(folder_.path() / LadderDatabaseName, [] { return 1.0; });
    LadderDatabase::Work work = database.begin();
    TagTable table(work, ada_.account.id);
    for (std::uint64_t i = 1; i < MostTags; ++i) table.add(boards_[0], "tag-" + std::to_string(i));
    work.commit();
  }
  EXPECT_EQ(refusal(ada_, boards_[1], "the-last"), "");
  EXPECT_EQ(refusal(ada_, boards_[1], "another"), "quota_tags");
  EXPECT_EQ(refusal(ada_, boards_[1], "tag-7"), "") << "one of those that there are";
}

TEST_F(TaggedLadderTest, HandsTagsOnInBackupsButNotInTheDump) {
  const std::string tag = "never-in-a-dump";
  ASSERT_EQ(refusal(ada_, boards_[0], tag), "");
  const TemporaryFolder elsewhere;
  ASSERT_TRUE(ladder_->backup(elsewhere.path() / "backup"));
  const auto restored = restore_ladder(elsewhere.path() / "backup", elsewhere.path() / "ladder");
  ASSERT_TRUE(restored) << restored.error().text();
  EXPECT_EQ(Ladder::open(elsewhere.path() / "ladder", {}).value()->tags().tags_on(ada_, boards_[0]).value(),
            TagList{tag});
  std::optional<std::filesystem::path> dump;
  tests::wait_until(*ladder_, "a dump", [&] {
    if (const auto made = ladder_->dump().folder()) dump = *made;
    return dump.has_value();
  });
  std::ifstream file(*dump / "tournament.sqlite", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(bytes.starts_with("SQLite format 3"));
  EXPECT_EQ(bytes.find(tag), std::string::npos);
  EXPECT_EQ(bytes.find("board_tag"), std::string::npos);
}

TEST_F(TaggedLadderTest, TakesNoneWhileTheDiskIsNearlyFull) {
  ASSERT_EQ(refusal(ada_, boards_[0], "early"), "");
  std::ofstream(folder_.path() / LadderSettingsName) << "[care]\nuploads_stop_mb = 1000000000\n";
  ladder_ = folder_.open(false);
  EXPECT_EQ(refusal(ada_, boards_[0], "late"), "disk_full");
  EXPECT_TRUE(ladder_->tags().remove_tag(ada_, boards_[0], "early")) << "what makes room is done";
}

TEST_F(LadderTest, KnowsAStruckPairWhateverItsNames) {
  const LadderFolder folder(
      "[play]\nreferences = [\"greedy\", \"lowest\", \"random\", \"plain\", \"pico\", \"steady\", \"sampler\"]\n");
  ladder_ = folder.open(true);
  tests::wait_for_boards(*ladder_, 1);
  ladder_->stop();
  add_thrown_boards(ladder_->tournament_folder());
  ladder_.reset();
  ladder_ = folder.open(false);
  const Caller moderator = ladder_->accounts().authenticate(folder.token()).value();
  ASSERT_TRUE(ladder_->accounts().add_account(moderator, "ada", Role::Author));
  ASSERT_TRUE(ladder_->accounts().add_account(moderator, "bob", Role::Author));
  SQLite::Database sql((folder.path() / "ladder.sqlite").string(), SQLite::OPEN_READWRITE, 60'000);
  const auto own = [&](const char* bot, const char* author) {
    SQLite::Statement update(sql, "UPDATE bot SET author = (SELECT id FROM account WHERE name = ?) WHERE name = ?");
    update.bind(1, author);
    update.bind(2, bot);
    update.exec();
  };
  own("lowest", "ada");
  own("random", "ada");
  const VersionName lowest{"lowest", 1}, random{"random", 1};
  EXPECT_EQ(ladder_->ratings().strike_pair(moderator, lowest, random, "x").error().code, "pair_bad") << "of one author";
  own("random", "bob");
  const auto residuals = [&] { return ladder_->residuals().list(moderator, 5).value(); };
  EXPECT_TRUE(residuals().versions.at(0).is_alarming());
  ASSERT_EQ(residuals().authors.size(), 1U);
  ASSERT_TRUE(ladder_->ratings().strike_pair(moderator, lowest, random, "they throw boards"));
  EXPECT_TRUE(residuals().versions.at(0).struck);
  EXPECT_TRUE(residuals().authors.empty()) << "their only boards are struck";
  sql.exec("UPDATE bot SET hidden = 1 WHERE name = 'lowest'");
  EXPECT_EQ(residuals().versions.at(0).first, "lowest@1");
  EXPECT_TRUE(residuals().versions.at(0).struck) << "its name is not shown to everybody any more";
  ASSERT_TRUE(ladder_->versions().rename(moderator, "random", "chance", "a trial"));
  EXPECT_EQ(residuals().versions.at(0).second, "chance@1");
  EXPECT_TRUE(residuals().versions.at(0).struck) << "it has another name";
  ladder_.reset();
  ladder_ = folder.open(false);
  EXPECT_TRUE(residuals().versions.at(0).struck) << "after a restart";
  ASSERT_TRUE(ladder_->ratings().restore_pair(moderator, lowest, {"chance", 1}, "a mistake"));
  EXPECT_FALSE(residuals().versions.at(0).struck);
}

TEST(FairDealsTest, AreBoundBeforeTheFirstBoard) {
  const LadderFolder folder;
  const FairDeals deals = folder.open(false)->seasons().current();
  EXPECT_TRUE(is_sha256(deals.commitment));
  EXPECT_FALSE(deals.seed);
  EXPECT_FALSE(deals.salt);
}

}  // namespace
}  // namespace tichu::arena
