#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "arena/commands/command.h"

namespace tichu::arena {
namespace {

const std::string Samples = std::string(TICHU_SOURCE_DIR) + "/tests/arena/record/samples/";

struct Ran {
  int exit_code = 0;
  std::string output;
  std::string errors;
};

/// Runs the program's commands on records in this process.
Ran run(std::vector<std::string> arguments) {
  CLI::App app;
  ExitCode exit_code = ExitCode::Ok;
  add_moves_command(*app.add_subcommand("moves"), exit_code);
  add_verify_command(*app.add_subcommand("verify"), exit_code);
  add_import_command(*app.add_subcommand("import"), exit_code);
  std::reverse(arguments.begin(), arguments.end());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Ran ran;
  try {
    app.parse(arguments);
    ran.exit_code = static_cast<int>(exit_code);
  } catch (const CLI::ParseError&) {
    ran.exit_code = static_cast<int>(ExitCode::Usage);
  } catch (const std::system_error&) {
    ran.exit_code = static_cast<int>(ExitCode::Environment);
  }
  ran.output = testing::internal::GetCapturedStdout();
  ran.errors = testing::internal::GetCapturedStderr();
  return ran;
}

/// A file that is gone after the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text)
      : path_(testing::TempDir() + "tichu_" + testing::UnitTest::GetInstance()->current_test_info()->name() + ".txt") {
    std::ofstream(path_, std::ios::binary) << text;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// A named pipe that gives a text to whoever reads it first, and nothing to whoever opens it again.
class PipeOfText {
 public:
  explicit PipeOfText(std::string text)
      : path_(testing::TempDir() + "tichu_" + testing::UnitTest::GetInstance()->current_test_info()->name() + ".pipe"),
        text_(std::move(text)) {
    std::filesystem::remove(path_);
    if (::mkfifo(path_.c_str(), 0600) != 0) throw std::system_error(errno, std::generic_category(), path_);
    former_ = ::signal(SIGPIPE, SIG_IGN);  // a reader that closes it at once is to fail by what it did not read
    writer_ = std::thread([this] { write(); });
  }
  PipeOfText(const PipeOfText&) = delete;
  PipeOfText& operator=(const PipeOfText&) = delete;
  ~PipeOfText() {
    done_ = true;
    writer_.join();
    ::signal(SIGPIPE, former_);
    std::filesystem::remove(path_);
  }
  const std::string& path() const { return path_; }

 private:
  /// Nobody waits here for a reader that does not come, nor a reader for a writer.
  void write() {
    while (!done_) {
      const int pipe = ::open(path_.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
      if (pipe >= 0) {
        ::fcntl(pipe, F_SETFL, 0);
        for (std::size_t at = 0; at < text_.size();) {
          const ssize_t written = ::write(pipe, text_.data() + at, text_.size() - at);
          if (written <= 0) break;
          at += static_cast<std::size_t>(written);
        }
        text_.clear();
        ::close(pipe);
      }
      std::this_thread::yield();
    }
  }

  std::string path_;
  std::string text_;
  std::atomic<bool> done_{false};
  void (*former_)(int) = SIG_DFL;
  std::thread writer_;
};

TEST(MovesCommand, PrintsATableOrJson) {
  const Ran table = run({"moves", "--hand", "7j 7s Phx Mah", "--on", "5j 5s", "--wish", "7"});
  EXPECT_EQ(table.exit_code, 0);
  EXPECT_NE(table.output.find("3 legal plays; passing is not allowed"), std::string::npos) << table.output;
  EXPECT_NE(table.output.find("7j Phx=7"), std::string::npos) << table.output;
  EXPECT_EQ(run({"moves", "--hand", "6j", "--on-single-value", "5.5", "--json"}).output,
            "{\"may_pass\": true, \"plays\": [{\"cards\": [\"6j\"], \"type\": \"single\", \"length\": 1, \"rank\": 6, "
            "\"phoenix_as\": null, \"fulfils_wish\": false}]}\n");
}

TEST(MovesCommand, TakesTheRulesAndTheWindowForBombs) {  // RULES 7.4, 6.4
  const std::string hand = "7j 2j 2s 2p 2t";
  EXPECT_NE(run({"moves", "--hand", hand, "--on", "Mah", "--wish", "7"}).output.find("1 legal play;"),
            std::string::npos);
  EXPECT_NE(
      run({"moves", "--hand", hand, "--on", "Mah", "--wish", "7", "--rules", "gravon"}).output.find("2 legal plays;"),
      std::string::npos);
  EXPECT_NE(run({"moves", "--hand", hand, "--on", "Mah", "--wish", "7", "--out-of-turn"})
                .output.find("1 legal play; passing is allowed"),
            std::string::npos);
}

TEST(MovesCommand, RefusesAWrongHandWithOneSentence) {
  const Ran twice = run({"moves", "--hand", "7j 7j"});
  EXPECT_EQ(twice.exit_code, 2);
  EXPECT_EQ(twice.output, "");
  EXPECT_NE(twice.errors.find("7j is here a second time"), std::string::npos) << twice.errors;
  EXPECT_EQ(run({"moves"}).exit_code, 2);
  EXPECT_EQ(run({"moves", "--hand", "7j", "--wish", "1"}).exit_code, 2);
  EXPECT_EQ(run({"moves", "--hand", "7j", "--on", "Dog"}).exit_code, 2);
  EXPECT_EQ(run({"moves", "--hand", "7j", "--on-single-value", "5.25"}).exit_code, 2);
  EXPECT_EQ(run({"moves", "--hand", "7j", "--rules", "mine"}).exit_code, 2);
}

TEST(MovesCommand, ABatchGoesOnAfterAWrongLine) {
  const TemporaryFile file("{\"hand\": [\"7j\"]}\n{\"hand\": [\"7x\"]}\nnonsense\n{\"hand\": [\"8j\"]}");
  const Ran ran = run({"moves", "--batch", file.path()});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(std::count(ran.output.begin(), ran.output.end(), '\n'), 4);
  EXPECT_NE(ran.output.find("\"8j\""), std::string::npos);
  EXPECT_EQ(run({"moves", "--batch", file.path() + ".missing"}).exit_code, 2);
  EXPECT_EQ(run({"moves", "--batch", file.path(), "--hand", "7j"}).exit_code, 2);
}

TEST(ImportAndVerify, TheSamplesBecomeRecordsThatAreOk) {
  const Ran imported = run({"import", Samples + "whole_game.tch"});
  EXPECT_EQ(imported.exit_code, 0) << imported.errors;
  EXPECT_EQ(imported.errors, "8 rounds, 0 against the rules, 0 with another score, 0 broken off, 0 damaged places\n");
  const TemporaryFile records(imported.output);
  const Ran verified = run({"verify", records.path()});
  EXPECT_EQ(verified.exit_code, 0);
  EXPECT_EQ(verified.output, "ok\nok\nok\nok\nok\nok\nok\nok\n");
  EXPECT_EQ(verified.errors, records.path() + ": 8 records, all ok\n");
}

TEST(ImportAndVerify, ANamedPipeIsReadAsAFileIs) {
  const std::string records = run({"import", Samples + "whole_game.tch"}).output;
  const PipeOfText pipe(records);
  const Ran verified = run({"verify", pipe.path()});
  EXPECT_EQ(verified.exit_code, 0);
  EXPECT_EQ(verified.output, "ok\nok\nok\nok\nok\nok\nok\nok\n");
  EXPECT_EQ(verified.errors, pipe.path() + ": 8 records, all ok\n");
}

TEST(MovesCommand, ABatchMayBeANamedPipe) {
  const PipeOfText pipe("{\"hand\": [\"7j\"]}\n");
  const Ran ran = run({"moves", "--batch", pipe.path()});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_NE(ran.output.find("\"7j\""), std::string::npos) << ran.output;
}

TEST(ImportAndVerify, ABadLineGivesExitCodeOneAndOneLineEach) {
  std::string records = run({"import", Samples + "one_round_no_tichu.tch"}).output;
  records += "{}\n" + records;
  const TemporaryFile file(records);
  const Ran ran = run({"verify", file.path()});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.output, "ok\nunreadable: the key \"deal\" is missing\nok\n");
  EXPECT_EQ(ran.errors, file.path() + ": 3 records, 1 bad\n");
  EXPECT_EQ(
      run({"verify", "--json", file.path()}).output,
      "{\"line\": 1, \"ok\": true}\n{\"line\": 2, \"ok\": false, \"kind\": \"unreadable\", \"message\": \"the key "
      "\\\"deal\\\" is missing\"}\n{\"line\": 3, \"ok\": true}\n");
  const Ran missing = run({"verify", file.path() + ".missing"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_NE(missing.errors.find("there is no file"), std::string::npos) << missing.errors;
  EXPECT_EQ(run({"verify"}).exit_code, 2);
}

TEST(ImportAndVerify, NothingIsNotSound) {
  const TemporaryFile empty("");
  for (const std::string& path : {empty.path(), std::string("/dev/null")}) {
    const Ran ran = run({"verify", path});
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_NE(ran.errors.find(path + ": holds no records"), std::string::npos) << ran.errors;
  }
}

TEST(ImportAndVerify, ADamagedLogIsReportedWithItsLine) {
  std::ifstream sample(Samples + "one_round_no_tichu.tch");
  std::string text{std::istreambuf_iterator<char>(sample), std::istreambuf_iterator<char>()};
  text.replace(text.find("Schupfen:"), 9, "Schubsen:");
  const TemporaryFile file(text);
  const Ran ran = run({"import", file.path()});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.output, "");
  EXPECT_NE(ran.errors.find(":11: expected a call or \"Schupfen:\", found \"Schubsen:\""), std::string::npos)
      << ran.errors;
}

TEST(ImportAndVerify, ALogThatEndsTooEarlyIsReportedWithTheLineAndKept) {
  std::ifstream sample(Samples + "one_round_no_tichu.tch");
  const std::string text{std::istreambuf_iterator<char>(sample), std::istreambuf_iterator<char>()};
  const TemporaryFile file(text.substr(0, text.find("(2)player2: G2")));
  const Ran ran = run({"import", file.path()});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.output.find("\"broken_off\""), std::string::npos);
  EXPECT_EQ(ran.errors, file.path() +
                            ":20: round 1: the log breaks off before the round's end\n1 round, 0 against the rules, 0 "
                            "with another score, 1 broken off, 0 damaged places\n");
}

}  // namespace
}  // namespace tichu::arena
