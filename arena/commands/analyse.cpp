#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arena/analysis/analyse_records.h"
#include "arena/commands/command.h"
#include "arena/commands/number_flags.h"
#include "arena/commands/play_tournament.h"
#include "arena/installation.h"
#include "arena/presentation/report/analysis_report.h"
#include "arena/presentation/report/call_advice.h"
#include "arena/record/json_record.h"
#include "arena/record/tch.h"
#include "arena/record/tch_judge.h"
#include "arena/text/bounded_line.h"
#include "arena/text/counted.h"
#include "arena/text/file_text.h"
#include "arena/text/required_path.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/config/bot_finder.h"
#include "arena/tournament/play/stop_signal.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

constexpr const char* AnalyseHelp =
    R"(Tells where the points went: for each decision that was not forced, what it lost against the best alternative, as far
as its seat could know, and for each round how much of the margin was luck of the cards, skill, and luck of the guess.
Takes a stored tournament, or records (JSON Lines, or *.tch of Brettspielwelt). The analyst is a plug-in with an entry
for analyses, sampler unless told otherwise. What is analysed is kept, so that an analysis that was stopped goes on; of
a tournament in DIR/analysis.jsonl, which the page of tichu-arena report shows. With --simulations the result is the
same on any number of threads. arena/analysis/README.md says how it is done and what it does not tell.
Examples:
  tichu-arena analyse results/cup --bot mine
  tichu-arena analyse results/cup --simulations 500 --json cup.json
  tichu-arena analyse games.tch --seconds 5)";

struct AnalyseFlags {
  std::vector<std::string> inputs;
  std::vector<std::string> bots;
  std::string with = "sampler";
  std::int64_t simulations = 0;
  double seconds = 0;
  int luck = 0;  ///< playouts and worlds; 0: as usual
  std::uint64_t seed = 1;
  int threads = 0;
  std::string keep;
  std::vector<std::string> compare;  ///< two bots, or none
  std::string json;
  std::size_t limit = 0;  ///< rounds; 0: all
};

/// A round of a thousand actions with remarks takes some hundred kilobytes.
constexpr std::size_t LongestRecord = 1 << 24;

/// Rounds from files and tournaments, one after another.
class Records {
 public:
  /// The error is a sentence about the input.
  OrInputError<void> add(const std::string& input) {
    if (std::filesystem::is_directory(input)) {
      auto opened = Tournament::open(input, "analyse");
      if (!opened) return tl::unexpected(opened.error());
      tournaments_.push_back(std::make_unique<Tournament>(std::move(*opened)));
      return {};
    }
    if (const auto found = require_input(input); !found)
      return tl::unexpected(InputError{"analyse", "", found.error()});
    if (std::filesystem::path(input).extension() == ".tch") {
      read_log(input);
      return {};
    }
    return read_lines(input);
  }

  std::optional<Record> next() {
    while (ready_.empty() && fetch_board()) {
    }
    if (ready_.empty()) return std::nullopt;
    Record record = std::move(ready_.front());
    ready_.pop_front();
    return record;
  }

  /// The bot of this name in the first of the tournaments that has one.
  std::optional<BotSpec> bot_named(const std::string& name) const {
    for (const auto& tournament : tournaments_) {
      for (const BotSpec& bot : tournament->config().bots) {
        if (bot.name == name) return bot;
      }
    }
    return std::nullopt;
  }

  /// How many bots of the tournaments have this name.
  std::size_t bots_of_tournament(const std::string& name) const {
    std::size_t count = 0;
    for (const auto& tournament : tournaments_) {
      for (const BotSpec& bot : tournament->config().bots) count += bot.name == name ? 1 : 0;
    }
    return count;
  }

 private:
  void read_log(const std::string& path) {
    const TchLog log = read_tch(read_file_text(path));
    for (const TchError& error : log.errors) std::cerr << path << ":" << error.line << ": " << error.message << "\n";
    for (const TchRound& round : log.rounds) add_record(judge_tch_round(round).record);
  }

  OrInputError<void> read_lines(const std::string& path) {
    std::ifstream file;
    if (path != "-") file.open(path, std::ios::binary);
    std::istream& input = path == "-" ? std::cin : file;
    std::size_t number = 0;
    std::string line;
    for (LineRead of = read_bounded_line(input, line, LongestRecord); of != LineRead::End;
         of = read_bounded_line(input, line, LongestRecord)) {
      ++number;
      if (of == LineRead::TooLong) {
        return tl::unexpected(InputError{"analyse", path + ":" + std::to_string(number),
                                         "is longer than any record; each line must be one"});
      }
      auto read = read_json_record(line);
      if (!read) {
        return tl::unexpected(InputError{"analyse", path + ":" + std::to_string(number),
                                         read.error().place + ": " + read.error().message});
      }
      add_record(std::move(read->record));
    }
    if (number == 0) return tl::unexpected(InputError{"analyse", path, "holds no records; each line must be one"});
    return {};
  }

  /// Rounds of files are numbered as they come.
  void add_record(Record record) {
    const bool has_board = record.board.has_value();
    record.job = JobNumber(files_++);
    record.seating = SeatingNumber();
    record.round = RoundNumber();
    if (!has_board) record.board = BoardNumber(record.job->value());
    ready_.push_back(std::move(record));
  }

  bool fetch_board() {
    if (tournaments_.empty()) return false;
    const Tournament& tournament = *tournaments_.front();
    const auto last = tournament.latest_job();
    if (!last || next_job_ > last->value()) return false;
    const JobNumber job(next_job_++);
    if (!tournament.has_board(job)) return true;
    const std::optional<StoredBoard> board = tournament.board(job);
    if (!board) return true;
    for (const StoredRound& round : board->rounds) ready_.push_back(round.record);
    return true;
  }

  std::vector<std::unique_ptr<Tournament>> tournaments_;
  std::deque<Record> ready_;
  std::uint64_t files_ = 0;
  std::uint64_t next_job_ = 0;
};

/// Shows how far it is: on a terminal one line that is rewritten, elsewhere a line every ten seconds.
class AnalysisDisplay {
 public:
  void show(const AnalysisProgress& progress) {
    const auto now = std::chrono::steady_clock::now();
    last_ = progress;
    if (now - shown_ < (terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10'000))) return;
    shown_ = now;
    print();
  }
  /// At the end: the last line counts all rounds. On a terminal no line stays.
  void finish() {
    if (!terminal_ && shown_ != begun_) print();
    clear();
  }
  void clear() {
    if (open_) std::cerr << "\r\033[K" << std::flush;
    open_ = false;
  }

 private:
  void print() {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
    const std::string line =
        fmt::format("{} analysed, {} kept from before, {:.2f} rounds/s", counted(last_.analysed, "round"), last_.kept,
                    static_cast<double>(last_.analysed) / seconds);
    std::cerr << (terminal_ ? "\r\033[K" : "") << line << (terminal_ ? "" : "\n") << std::flush;
    open_ = terminal_;
  }

  bool terminal_ = ::isatty(STDERR_FILENO) == 1;
  bool open_ = false;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point shown_ = begun_;
  AnalysisProgress last_;
};

AnalysisSettings settings_of(const AnalyseFlags& flags) {
  AnalysisSettings settings;
  settings.seed = flags.seed;
  if (flags.luck > 0) settings.luck = {flags.luck, flags.luck};
  if (flags.seconds > 0) {
    settings.simulations = 0;
    settings.seconds = flags.seconds;
  } else if (flags.simulations > 0) {
    settings.simulations = flags.simulations;
  }
  return settings;
}

/// The tournament whose page is to show the analysis.
std::optional<std::filesystem::path> tournament_folder(const AnalyseFlags& flags) {
  const bool one_tournament = flags.inputs.size() == 1 && std::filesystem::is_directory(flags.inputs.front());
  if (!one_tournament || !flags.keep.empty()) return std::nullopt;
  return flags.inputs.front();
}

std::filesystem::path kept_file(const AnalyseFlags& flags) {
  const auto folder = tournament_folder(flags);
  return folder ? *folder / AnalysisFile : std::filesystem::path(flags.keep);
}

int threads_of(const AnalyseFlags& flags) {
  return flags.threads > 0 ? flags.threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

/// Whether one of these bots sits there; of none: yes.
bool is_of_any(const Record& record, const std::vector<std::string>& bots) {
  const auto is_asked_for = [&](const std::string& bot) {
    return std::find(bots.begin(), bots.end(), bot) != bots.end();
  };
  return bots.empty() || (record.bots && std::any_of(record.bots->begin(), record.bots->end(), is_asked_for));
}

/// Checks the inputs and the analyst, and opens all.
struct Prepared {
  Records records;
  AnalystLibrary analyst;
  AnalysisStore store;
  std::string header;
};

OrInputError<Prepared> prepare(const AnalyseFlags& flags) {
  const auto wrong = [](const std::string& place, const std::string& what) {
    return tl::unexpected(InputError{"analyse", place, what});
  };
  Records records;
  const auto folders = std::count_if(flags.inputs.begin(), flags.inputs.end(),
                                     [](const std::string& input) { return std::filesystem::is_directory(input); });
  if (folders > 0 && flags.inputs.size() > 1) {
    return wrong(flags.inputs.back(), "a tournament is analysed alone; other inputs are files of records");
  }
  for (const std::string& input : flags.inputs) {
    if (auto added = records.add(input); !added) return tl::unexpected(added.error());
  }
  for (const std::string& bot : flags.bots) {
    if (folders > 0 && records.bots_of_tournament(bot) == 0) return wrong("--bot", "the tournament has no bot " + bot);
  }
  const auto spec =
      local_bot_from_argument(flags.with, BotFinder(bundled_bots_folder(), std::filesystem::current_path()));
  if (!spec) return tl::unexpected(spec.error());
  auto analyst = AnalystLibrary::load(*spec);
  if (!analyst) return wrong("--with", analyst.error());
  if (!flags.json.empty()) {
    if (const auto writable = require_writable(flags.json); !writable) return wrong("--json", writable.error());
  }
  std::vector<std::string> bots = flags.bots;
  std::sort(bots.begin(), bots.end());
  std::string header = analysis_header(*analyst, settings_of(flags), bots);
  const std::filesystem::path kept = flags.compare.empty() ? kept_file(flags) : std::filesystem::path();
  AnalysisStore store;
  if (!kept.empty()) {
    auto opened = AnalysisStore::open(kept, header);
    if (!opened) return wrong("--keep", opened.error());
    store = std::move(*opened);
  }
  return Prepared{std::move(records), std::move(*analyst), std::move(store), std::move(header)};
}

/// The two bots of `--compare`: a bot of a tournament that is analysed by its name there, any other as everywhere.
OrInputError<std::array<BotSpec, 2>> compared_bots(const AnalyseFlags& flags, const Records& records) {
  const BotFinder finder(bundled_bots_folder(), std::filesystem::current_path());
  std::array<BotSpec, 2> bots;
  for (std::size_t i = 0; i < bots.size(); ++i) {
    const std::optional<BotSpec> known = records.bot_named(flags.compare[i]);
    auto bot = known ? OrInputError<BotSpec>(*known) : local_bot_from_argument(flags.compare[i], finder);
    if (!bot) return tl::unexpected(bot.error());
    if (!bot->trusted) {
      return tl::unexpected(InputError{"--compare", flags.compare[i],
                                       "must be a bot that you trust, because it runs without a sandbox: "
                                       "NAME=trusted:FILE"});
    }
    bots[i] = std::move(*bot);
  }
  return bots;
}

/// Compares two bots and prints what was found.
ExitCode run_compare(const AnalyseFlags& flags, const Records& records, const RecordSource& next,
                     const AnalysisPlan& plan) {
  const auto bots = compared_bots(flags, records);
  if (!bots) return refuse(bots.error());
  const auto rounds = compare_records(next, *bots, plan);
  if (!rounds) return ExitCode::Interrupted;
  const std::array<std::string, 2> names{(*bots)[0].name, (*bots)[1].name};
  fmt::print("{}", comparison_text(names, *rounds));
  if (!flags.json.empty()) write_whole_file(flags.json, comparison_json(names, *rounds));
  std::fflush(stdout);
  return ExitCode::Ok;
}

ExitCode run_analyse(const AnalyseFlags& flags) {
  StopSignal signal;
  auto prepared = prepare(flags);
  if (!prepared) return refuse(prepared.error());
  AnalysisDisplay shown;
  ExitCode exit_code = ExitCode::Ok;
  std::size_t taken = 0;
  std::map<std::string, PlayFigures> calls;
  const RecordSource next = [&]() -> std::optional<Record> {
    if (flags.limit > 0 && taken++ >= flags.limit) return std::nullopt;
    std::optional<Record> record = prepared->records.next();
    while (record && !is_of_any(*record, flags.bots)) record = prepared->records.next();
    if (record) count_calls(*record, calls);
    return record;
  };
  const AnalysisPlan plan{prepared->analyst,
                          settings_of(flags),
                          {flags.bots.begin(), flags.bots.end()},
                          threads_of(flags),
                          [&](const AnalysisProgress& progress) { shown.show(progress); },
                          [&](const Record& record, const std::string& why) {
                            shown.clear();
                            std::cerr << "tichu-arena: analyse: round " << record.job.value_or(JobNumber())
                                      << " is left out: " << why << std::endl;
                            exit_code = ExitCode::Bad;
                          },
                          [&] { return signal.requested(); }};
  if (!flags.compare.empty()) {
    const ExitCode compared = run_compare(flags, prepared->records, next, plan);
    return std::max(compared, exit_code);
  }
  const bool finished = analyse_records(next, plan, prepared->store);
  shown.finish();
  const std::vector<RoundAnalysis> rounds = prepared->store.rounds();
  const std::vector<BotSummary> summaries = summarise(rounds, WorstShown);
  fmt::print("{}", analysis_text(summaries));
  for (const BotSummary& summary : summaries) fmt::print("{}", call_advice(summary.bot, rounds, calls[summary.bot]));
  if (const auto folder = tournament_folder(flags)) {
    write_whole_file(*folder / AnalysisSummaryFile, analysis_json(prepared->header, summaries, {}));
  }
  if (!flags.json.empty()) write_whole_file(flags.json, analysis_json(prepared->header, summaries, rounds));
  std::fflush(stdout);
  return finished ? exit_code : ExitCode::Interrupted;
}

}  // namespace

void add_analyse_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(AnalyseHelp);
  const auto flags = std::make_shared<AnalyseFlags>();
  command.add_option("INPUTS", flags->inputs, "a tournament's folder, or files of records (- is standard input)")
      ->required();
  command.add_option("--bot", flags->bots, "judge this bot's decisions alone; may be repeated [all]");
  command.add_option("--with", flags->with, "the analyst, as a bot is named: NAME or NAME=trusted:FILE.so [sampler]");
  CLI::Option* simulations =
      command.add_option("--simulations", flags->simulations, "playouts for each decision [5000]")
          ->transform(whole_number(20, 1'000'000'000));
  command.add_option("--seconds", flags->seconds, "seconds of one processor for each round, instead")
      ->check(number_within(0.01, 100'000))
      ->excludes(simulations);
  command
      .add_option("--luck", flags->luck,
                  "playouts for luck, at each decision from the true cards and from guesses [256]")
      ->transform(whole_number(1, 1'000'000));
  command.add_option("--seed", flags->seed, "of all chance [1]")->transform(whole_number());
  command.add_option("-j,--concurrency", flags->threads, "rounds analysed at a time [one per core]")
      ->transform(whole_number(1, 4096));
  command.add_option("--rounds", flags->limit, "analyse only the first so many, with --bot of its own [all]")
      ->transform(whole_number(1, 1'000'000'000));
  command.add_option("--keep", flags->keep, "the file in which rounds are kept [DIR/analysis.jsonl of a tournament]");
  command
      .add_option("--compare", flags->compare,
                  "two bots: tells where they decide differently in these positions, and what that is worth")
      ->expected(2)
      ->excludes("--keep");
  command.add_option("--json", flags->json, "also write all as one JSON object to this file; - is standard output");
  command.callback([flags, &exit_code] { exit_code = run_analyse(*flags); });
}

}  // namespace tichu::arena
