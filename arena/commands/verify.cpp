#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "arena/commands/command.h"
#include "arena/record/verdict.h"

namespace tichu::arena {
namespace {

constexpr std::string_view Help = R"(Replays recorded rounds (JSON Lines) and prints one line for each record:
  ok
  event 17: RULES 7.3: ...   the number of the first event that breaks the rules, counted from 0; where the round stops
                             too early, the number of the event that is missing
  result: RULES 8.3: ...     the events are legal, but the result is another one
  unreadable: ...            the line is no record; the place is named
With --json each line is an object with "line", "ok", and where it is bad "kind", "event", "clause", "message"; with
several files also "file". Exit code 0: every record is ok; 1: at least one is not; 3: a file cannot be read.
Example:
  tichu-arena export results/my-event --jsonl | tichu-arena verify -)";

struct VerifyFlags {
  std::vector<std::string> files;
  bool json = false;
};

/// Prints verdicts and keeps whether all were good.
class VerdictPrinter {
 public:
  VerdictPrinter(bool json, bool name_files) : json_(json), name_files_(name_files) {}

  bool all_ok() const { return all_ok_; }

  void print(const Verdict& verdict, const std::string& file, std::size_t line) {
    all_ok_ = all_ok_ && verdict.ok();
    std::string text = json_ ? verdict_json(verdict, name_files_ ? file : std::string(), line) : to_text(verdict);
    text += '\n';
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
      throw std::system_error(errno, std::generic_category(), "cannot write to the standard output");
    }
  }

 private:
  bool json_;
  bool name_files_;
  bool all_ok_ = true;
};

void verify_stream(std::istream& input, const std::string& file, VerdictPrinter& printer) {
  std::string line;
  for (std::size_t number = 1; std::getline(input, line); ++number) {
    printer.print(judge_json_record(line), file, number);
    if (input.rdbuf()->in_avail() <= 0) std::fflush(stdout);
  }
}

void verify_file(const std::string& path, VerdictPrinter& printer) {
  if (path == "-") {
    std::ios::sync_with_stdio(false);
    verify_stream(std::cin, path, printer);
    return;
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::system_error(errno, std::generic_category(), "cannot read " + path);
  verify_stream(file, path, printer);
  if (file.bad()) throw std::system_error(errno, std::generic_category(), "cannot read " + path);
}

ExitCode run_verify(const VerifyFlags& flags) {
  VerdictPrinter printer(flags.json, flags.files.size() > 1);
  for (const std::string& file : flags.files) verify_file(file, printer);
  if (std::fflush(stdout) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot write to the standard output");
  }
  return printer.all_ok() ? ExitCode::Ok : ExitCode::Bad;
}

}  // namespace

void add_verify_command(CLI::App& app, ExitCode& exit_code) {
  auto flags = std::make_shared<VerifyFlags>();
  CLI::App* command = app.add_subcommand("verify", "replays recorded rounds and judges them");
  command->add_option("files", flags->files, "files of records, one round a line; - is the standard input")->required();
  command->add_flag("--json", flags->json, "print one JSON object for each record");
  command->footer(std::string(Help));
  command->callback([flags, &exit_code] { exit_code = run_verify(*flags); });
}

}  // namespace tichu::arena
