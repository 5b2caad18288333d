#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "arena/analysis/analyse_records.h"
#include "arena/commands/command.h"
#include "arena/commands/number_flags.h"
#include "arena/commands/play_stored.h"
#include "arena/commands/play_tournament.h"
#include "arena/commands/version.h"
#include "arena/installation.h"
#include "arena/record/json_record.h"
#include "arena/text/digest.h"
#include "arena/text/file_text.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/config/bot_finder.h"
#include "arena/tournament/play/stop_signal.h"
#include "arena/tournament/tournament.h"
#include "engine/notation.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr const char* DatasetHelp =
    R"(Plays rounds of a bot against itself and writes them to results/NAME in pieces: records-0000.jsonl (every round,
arena/record/RECORD.md) and values-0000.jsonl (of some rounds the value of every legal play with its error, by the
analyst of tichu-arena analyse). README.md there says how they were made and what their members mean, SHA256SUMS has
their hashes. The same command continues what was stopped or killed; a bot without a clock gives the same bytes again,
on any number of threads. `python3 -m tichu.dataset results/NAME` adds the rounds as rows of VecEnv (.npz).
Examples:
  tichu-arena dataset sampler --option sampler.simulations=400 --rounds 10000
  tichu-arena dataset steady --rounds 1000000 --piece 10000 --valued 5)";

/// What README.md says. Program, bot with options, rules, seed, rounds, piece, left out, valued, analyst, worlds.
constexpr const char* Datasheet = R"(# Decisions of {1}

Made by {0}, from {5} rounds of `{1}` at all four seats, rules {2}, seed {3}, each round for itself at 0 to 0.
{7} rounds with faults of the bot are left out.

- `records-NNNN.jsonl`: {6} rounds each, a line a round, as `tichu-arena export --jsonl` has them; `tichu-arena verify` judges them.
- `values-NNNN.jsonl`: of the first {8} rounds of each piece every turn and bomb that was not forced, a line each. `job`
  is that of the record, `seat` who decided, `after` how many of the record's events came before, `worlds` how many
  guesses of the hidden hands were played out. `plays` are all distinct legal plays, what was played first. `value` is the
  own team's expected points less the other's, `error` its standard error, `ahead` how much more that is than what was
  played, over the same worlds, with `ahead_error`. By {9}, {4} worlds.
- `rows-NNNN.npz`, by `python3 -m tichu.dataset`: rows of VecEnv; `help(tichu.dataset)` has the arrays.

`sha256sum -c SHA256SUMS` checks the files. Licence: MIT, as the program.

What it does not tell: how better or human players play, the bot's beliefs, or values against perfect play. A value is
that of playouts by a quick policy in guessed hands, so small differences are its taste. Rounds of the same bot four
times have few of the positions that other players bring about.
)";

struct DatasetFlags {
  std::uint64_t rounds = 1000;
  std::uint64_t piece = 1000;
  std::uint64_t valued = 10;
  std::uint64_t worlds = 100;
  std::string with = "sampler";
  TournamentFlags tournament;
};

/// The bot against itself at one table a board.
OrInputError<TournamentConfig> self_play(const DatasetFlags& flags) {
  TournamentConfig config;
  config.origin.seed_given = true;
  config.origin.name_given = true;
  config.seed = flags.tournament.seed.value_or(1);
  TournamentFlags of_bot;
  of_bot.bots = flags.tournament.bots;
  of_bot.bot_options = flags.tournament.bot_options;
  of_bot.results = flags.tournament.results;
  if (auto applied = apply_flags(of_bot, config); !applied) return tl::unexpected(applied.error());
  const std::string name = flags.tournament.name.value_or("dataset-" + config.bots[0].name);
  if (!is_tournament_name(name)) {
    return tl::unexpected(InputError{"--name", "\"" + name + "\"",
                                     "cannot be a folder's name; use letters, digits, '.', '_' and '-', at most 64"});
  }
  config.results /= name;
  config.name = "play";
  config.boards = flags.rounds;
  config.seatings = Seatings::Single;
  config.remarks = false;
  config.bots.push_back(config.bots[0]);
  config.bots.back().name += "-2";
  return config;
}

/// Rounds of a piece, which the boards of so many jobs have.
std::vector<Record> records_of(const Tournament& played, std::uint64_t first, std::uint64_t end) {
  std::vector<Record> records;
  for (std::uint64_t job = first; job < end; ++job) {
    const auto board = played.board(JobNumber(job));
    if (!board || !board->faults.empty()) continue;
    for (const StoredRound& round : board->rounds) records.push_back(round.record);
  }
  return records;
}

/// Makes the files of a dataset from its rounds.
class DatasetWriter {
 public:
  DatasetWriter(const DatasetFlags& flags, const Tournament& played, const AnalystLibrary& analyst)
      : flags_(flags), played_(played), analyst_(analyst), folder_(played.folder().parent_path()) {}

  /// False if it was stopped.
  bool write_pieces() {
    for (std::uint64_t piece = 0; piece * flags_.piece < flags_.rounds; ++piece) {
      const fs::path records_file = folder_ / fmt::format("records-{:04}.jsonl", piece);
      const fs::path values_file = folder_ / fmt::format("values-{:04}.jsonl", piece);
      files_.insert(files_.end(), {records_file, values_file});
      if (fs::exists(values_file)) continue;
      const std::uint64_t first = piece * flags_.piece;
      const auto records = records_of(played_, first, std::min(first + flags_.piece, flags_.rounds));
      std::string lines;
      for (const Record& record : records) lines += write_json_record(record) + "\n";
      const auto values = values_of(records);
      if (!values) return false;
      write_whole_file(records_file, lines);
      write_whole_file(values_file, *values);
      std::cerr << "tichu-arena: " << values_file.string() << std::endl;
    }
    return true;
  }

  /// Before the pieces. The error is that the folder has pieces of another kind.
  OrInputError<void> write_datasheet() const {
    const TournamentConfig config = played_.config();
    std::string bot = config.bots[0].name;
    for (const auto& [name, value] : config.bots[0].options) bot += " " + name + "=" + value;
    const std::uint64_t left_out = played_.report().faults.size();
    const std::string text =
        fmt::format(Datasheet, program_and_version(), bot, to_text(config.rules), config.seed, flags_.worlds,
                    flags_.rounds, flags_.piece, left_out, flags_.valued, analyst_.says());
    const fs::path file = folder_ / "README.md";
    if (fs::exists(file) && read_file_text(file) != text) {
      return tl::unexpected(InputError{"dataset", "\"" + folder_.string() + "\"",
                                       "was made by another build or with other flags, as its README.md says; name "
                                       "another folder with --name"});
    }
    write_whole_file(file, text);
    return {};
  }

  void write_sums() const {
    std::string sums;
    std::set<std::string> names;
    for (const fs::path& file : files_) {
      sums += file_sha256(file) + "  " + file.filename().string() + "\n";
      names.insert(file.filename().string());
    }
    std::ifstream before(folder_ / "SHA256SUMS");  // has rows too, if tichu.dataset added them
    for (std::string line; std::getline(before, line);) {
      if (!names.contains(line.substr(line.rfind(' ') + 1))) sums += line + "\n";
    }
    before.close();
    write_whole_file(folder_ / "SHA256SUMS", sums);
    std::cout << sums << std::flush;
  }

 private:
  std::optional<std::string> values_of(const std::vector<Record>& records) {
    StopSignal signal;
    std::size_t next = 0;
    const std::size_t end = std::min<std::size_t>(records.size(), flags_.valued);
    const int threads =
        flags_.tournament.concurrency.value_or(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    const AnalysisPlan plan{analyst_,
                            {},
                            {},
                            threads,
                            [](const AnalysisProgress&) {},
                            [](const Record& record, const std::string& why) {
                              std::cerr << "tichu-arena: dataset: round " << record.job.value_or(JobNumber())
                                        << " is left out: " << why << std::endl;
                            },
                            [&signal] { return signal.requested(); }};
    return value_records([&] { return next < end ? std::optional(records[next++]) : std::nullopt; },
                         {flags_.worlds, played_.config().seed}, plan);
  }

  const DatasetFlags& flags_;
  const Tournament& played_;
  const AnalystLibrary& analyst_;
  fs::path folder_;
  std::vector<fs::path> files_;
};

ExitCode run_dataset(const DatasetFlags& flags, const OtherMachines& machines) {
  if (!flags.tournament.nats.empty()) {
    return refuse({"--nats", "", "does not go with dataset: it plays on this machine"});
  }
  const auto config = self_play(flags);
  if (!config) return refuse(config.error());
  const auto spec = local_bot_from_argument(flags.with, BotFinder(bundled_bots_folder(), fs::current_path()));
  if (!spec) return refuse(spec.error());
  const auto analyst = AnalystLibrary::load(*spec);
  if (!analyst) return refuse({"--with", "", analyst.error()});
  if (const ExitCode done = play_stored(*config, "dataset", flags.tournament, machines); done != ExitCode::Ok) {
    return done;
  }
  const auto played = Tournament::open(config->results / config->name, "dataset");
  if (!played) return refuse(played.error());
  if (!played->progress().complete) return ExitCode::Ok;  // --minutes ended the run
  DatasetWriter writer(flags, *played, *analyst);
  if (const auto written = writer.write_datasheet(); !written) return refuse(written.error());
  if (!writer.write_pieces()) return ExitCode::Interrupted;
  writer.write_sums();
  return ExitCode::Ok;
}

}  // namespace

void add_dataset_command(CLI::App& command, ExitCode& exit_code, const OtherMachines& machines) {
  command.footer(DatasetHelp);
  const auto flags = std::make_shared<DatasetFlags>();
  command.add_option("BOT", flags->tournament.bots, "the bot, in any form that play takes")->required()->expected(1);
  command
      .add_option("--option", flags->tournament.bot_options,
                  "an option to hand to the bot, BOT.NAME=VALUE; may be repeated")
      ->allow_extra_args(false);
  command.add_option("--rounds", flags->rounds, "how many are played [1000]")->transform(whole_number(1, MaxBoards));
  command.add_option("--seed", flags->tournament.seed, "of deals and bots [1]")->transform(whole_number());
  command.add_option("--piece", flags->piece, "rounds in a file [1000]")->transform(whole_number(1, 1'000'000));
  command.add_option("--valued", flags->valued, "the first rounds of a piece, whose plays are valued [10]")
      ->transform(whole_number(0, 1'000'000));
  command.add_option("--worlds", flags->worlds, "guesses of the hidden hands for each decision [100]")
      ->transform(whole_number(2, 1'000'000));
  command.add_option("--with", flags->with, "the analyst, as a bot is named: NAME or NAME=trusted:FILE.so [sampler]");
  command.add_option("--name", flags->tournament.name, "name of the folder [dataset-BOT]");
  command.add_option("--results", flags->tournament.results, "folder in which to make it [results]");
  add_running_flags(command, flags->tournament);
  for (const char* unused : {"--nats", "--nats-ca", "--control-variates", "--luck-rounds", "--events", "--strict"}) {
    command.get_option(unused)->group("");
  }
  command.callback([flags, machines, &exit_code] { exit_code = run_dataset(*flags, machines); });
}

}  // namespace tichu::arena
