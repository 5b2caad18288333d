#include <CLI/App.hpp>
#include <cerrno>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "arena/commands/command.h"
#include "arena/commands/play_tournament.h"
#include "arena/commands/version.h"
#include "arena/presentation/report/results_files.h"
#include "arena/record/json_record.h"
#include "arena/record/tch.h"
#include "arena/record/tch_judge.h"
#include "arena/text/counted.h"
#include "arena/text/file_text.h"
#include "arena/text/required_path.h"
#include "arena/text/standard_output.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

constexpr std::string_view ImportHelp =
    R"(Turns logs of Brettspielwelt (arena/record/TCH.md) into records, one round per line (arena/record/RECORD.md).
Every round is replayed and scored anew. Problems go to standard error, with file and line: damaged places and what
was expected there; rounds that break the rules, with event and clause; scores that differ from the log's; logs that
break off before the end of a round. The counts come last.
With --tournament the files are records instead, as JSON Lines, and become a stored tournament, which report, verify,
export and serve can read. If a record does not fit, its line is refused and nothing is written (exit code 2).
Exit codes: 0 no problem was found; 1 there were problems, and what could be read is written; 3 a file cannot be read
or written.
Examples:
  tichu-arena import game.tch -o game.jsonl
  tichu-arena import rounds.jsonl --tournament results/elsewhere)";

struct ImportFlags {
  std::vector<std::string> files;
  std::string output;
  std::string tournament;
};

struct Counts {
  std::size_t rounds = 0;
  std::size_t illegal = 0;
  std::size_t other_score = 0;
  std::size_t broken_off = 0;
  std::size_t damaged = 0;
};

[[noreturn]] void throw_environment(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void import_file(const std::string& path, std::ostream& output, Counts& counts) {
  const TchLog log = read_tch(read_file_text(path));
  for (const TchError& error : log.errors) std::cerr << path << ":" << error.line << ": " << error.message << "\n";
  counts.damaged += log.errors.size();
  for (std::size_t number = 0; number < log.rounds.size(); ++number) {
    JudgedTchRound judged = judge_tch_round(log.rounds[number]);
    for (const TchRemark& remark : judged.remarks) {
      std::cerr << path << ":" << remark.line << ": round " << number + 1 << ": " << remark.text << "\n";
    }
    judged.record.tournament = std::filesystem::path(path).stem().string();
    judged.record.round = RoundNumber(number);
    output << write_json_record(judged.record) << "\n";
    ++counts.rounds;
    if (!judged.legal) ++counts.illegal;
    if (!judged.same_score) ++counts.other_score;
    if (!judged.has_end) ++counts.broken_off;
  }
}

ExitCode make_tournament(const ImportFlags& flags) {
  const auto rounds = import_tournament(flags.files, flags.tournament, program_and_version());
  if (!rounds) return refuse(rounds.error());
  const auto tournament = Tournament::open(flags.tournament, "import");
  if (!tournament) return refuse(tournament.error());
  write_results(tournament->folder(), tournament->report());
  std::cout << flags.tournament << ": " << counted(tournament->board_count(), "board") << ", "
            << counted(*rounds, "round") << '\n'
            << std::flush;
  return ExitCode::Ok;
}

ExitCode run_import(const ImportFlags& flags) {
  if (!flags.tournament.empty()) return make_tournament(flags);
  Counts counts;
  std::ostringstream records;  // of a file, which is not touched unless it can be written whole
  const bool prints = flags.output.empty() || flags.output == StandardOutputPath;
  std::ostream& output = prints ? std::cout : records;
  for (const std::string& path : flags.files) {
    if (const auto found = require_file(path); !found) return refuse({"import", "", found.error()});
  }
  for (const std::string& path : flags.files) {
    std::error_code ignored;
    if (!prints && std::filesystem::equivalent(path, flags.output, ignored)) {
      return refuse({"--output", flags.output, "is one of the logs to read"});
    }
    import_file(path, output, counts);
  }
  if (!prints) write_whole_file(flags.output, records.str());
  if (!output.flush()) throw_environment("cannot write to standard output");
  std::cerr << counted(counts.rounds, "round") << ", " << counts.illegal << " against the rules, " << counts.other_score
            << " with another score, " << counts.broken_off << " broken off, "
            << counted(counts.damaged, "damaged place") << "\n";
  const std::size_t found = counts.illegal + counts.other_score + counts.broken_off + counts.damaged;
  return found == 0 ? ExitCode::Ok : ExitCode::Bad;
}

}  // namespace

void add_import_command(CLI::App& command, ExitCode& exit_code) {
  auto flags = std::make_shared<ImportFlags>();
  command.add_option("FILES", flags->files, "logs, named *.tch; with --tournament: records as JSON Lines")->required();
  command.add_option("-o,--output", flags->output, "the file to write; - is standard output, the default");
  command.add_option("--tournament,--event", flags->tournament, "the folder for a new tournament, made from records")
      ->excludes("--output");
  command.footer(std::string(ImportHelp));
  command.callback([flags, &exit_code] { exit_code = run_import(*flags); });
}

}  // namespace tichu::arena
