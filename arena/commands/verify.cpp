#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "arena/commands/benchmark_cards.h"
#include "arena/commands/command.h"
#include "arena/commands/play_tournament.h"
#include "arena/record/verdict.h"
#include "arena/text/counted.h"
#include "arena/text/digest.h"
#include "arena/text/number_text.h"
#include "arena/text/owned_folder.h"
#include "arena/text/required_path.h"
#include "arena/tournament/league.h"
#include "arena/tournament/play/verify_stored_board.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

constexpr std::string_view VerifyHelp = R"(Replays recorded rounds (JSON Lines) and prints one line for each record:
  ok
  event 17: RULES 7.3: ...   the number of the first event that breaks the rules, counted from 0; if the round stops
                             too early, the number of the missing event
  result: RULES 8.3: ...     the events are legal, but they lead to another result
  unreadable: ...            the line is not a record; the message names the place
At the end standard error says how many records there were.
With --json each line is an object with "line", "ok" and, if the record is bad, "kind", "event", "clause",
"message"; with several files also "file".
If a folder with a stored tournament is given, its database is checked as SQLite checks it, every round is judged, its score is compared with its record, and each
board's result with its rounds: one line for each error, and one with the counts. A damaged job is named; the others
are judged. Of a ladder every meeting is decided anew. The public dump of a ladder service is the database of
such a tournament: of each season that has ended, its seed and salt are compared with the hash that was published
before its first board, and every deal with that seed. Of a benchmark's folder all tournaments are judged, and its card
is made again from their boards and compared. --season 2=SEED:SALT tells those of a season that a dump does not
know yet, in hexadecimal, as the ladder's page shows them later.
Exit codes: 0 all is ok; 1 something is not; 2 a file is not there or holds no records, or a folder holds no
tournament; 3 a file cannot be read.
Examples:
  tichu-arena verify results/my-tournament
  curl -o dump.sqlite https://ladder.example/api/v1/dump && tichu-arena verify dump.sqlite
  tichu-arena export results/my-tournament --jsonl | tichu-arena verify -)";

struct VerifyFlags {
  std::vector<std::string> files;
  std::vector<std::string> seasons;  ///< "2=SEED:SALT"
  bool json = false;
};

/// What somebody was told of a season.
struct ToldSeason {
  std::uint64_t number = 0;
  std::uint64_t seed = 0;
  std::string salt;
};

using Json = nlohmann::ordered_json;

/// Counts over a stored tournament.
struct TournamentCounts {
  std::size_t boards = 0;
  std::size_t rounds = 0;
  std::size_t flaws = 0;
  std::size_t damaged = 0;  ///< of the boards

  bool ok() const { return flaws == 0 && damaged == 0; }
};

/// Prints verdicts, and remembers if all were good.
class VerdictPrinter {
 public:
  VerdictPrinter(bool json, bool name_files) : json_(json), name_files_(name_files) {}

  bool all_ok() const { return all_ok_; }

  void print(const Verdict& verdict, const std::string& file, std::size_t line) {
    all_ok_ = all_ok_ && verdict.ok();
    write(json_ ? verdict_json(verdict, name_files_ ? file : std::string(), line) : to_text(verdict));
  }

  void print(const BoardFlaw& flaw, JobNumber job) {
    all_ok_ = false;
    if (!json_) {
      const std::string place = flaw.seating
                                    ? fmt::format(" seating {} round {}", flaw.seating->value(), flaw.round->value())
                                    : std::string();
      return write(fmt::format("job {}{}: {}", job.value(), place, flaw.message));
    }
    Json object{{"job", job}};
    if (flaw.seating) object.update({{"seating", *flaw.seating}, {"round", *flaw.round}});
    object.update({{"ok", false}, {"message", flaw.message}});
    write(object.dump(-1, ' ', false, Json::error_handler_t::replace));
  }

  void print(const DamagedJob& damaged) {
    all_ok_ = false;
    if (!json_) return write(to_text(damaged));
    Json object{{"job", damaged.job}};
    if (damaged.board) object["board"] = *damaged.board;
    object.update({{"ok", false}, {"damaged", true}, {"message", damaged.what}});
    write(object.dump(-1, ' ', false, Json::error_handler_t::replace));
  }

  void print_database(const std::string& flaw) {
    all_ok_ = false;
    if (!json_) return write("database: " + flaw);
    const Json object{{"database", true}, {"ok", false}, {"message", flaw}};
    write(object.dump(-1, ' ', false, Json::error_handler_t::replace));
  }

  /// `flaw` is empty if the card is sound.
  void print_card(const std::string& file, const std::string& flaw) {
    all_ok_ = all_ok_ && flaw.empty();
    if (!json_) return write(file + ": " + (flaw.empty() ? "ok" : flaw));
    const Json object{{"card", file}, {"ok", flaw.empty()}, {"message", flaw}};
    write(object.dump(-1, ' ', false, Json::error_handler_t::replace));
  }

  void print_season(const LadderSeason& season, const std::string& message, bool ok) {
    all_ok_ = all_ok_ && ok;
    if (!json_) return write(fmt::format("season {}: {}", season.number, message));
    const Json object{{"season", season.number}, {"ok", ok}, {"told", !season.salt.empty()}, {"message", message}};
    write(object.dump(-1, ' ', false, Json::error_handler_t::replace));
  }

  void print(const TournamentCounts& counts, const std::string& folder) {
    if (json_) {
      const Json object{{"folder", folder},      {"boards", counts.boards},   {"rounds", counts.rounds},
                        {"flaws", counts.flaws}, {"damaged", counts.damaged}, {"ok", counts.ok()}};
      return write(object.dump(-1, ' ', false, Json::error_handler_t::replace));
    }
    const std::string verdict =
        counts.ok() ? "all ok" : counted(counts.flaws, "flaw") + ", " + counted(counts.damaged, "board") + " damaged";
    write(fmt::format("{}: {}, {}, {}", folder, counted(counts.boards, "board"), counted(counts.rounds, "round"),
                      verdict));
  }

 private:
  static void write(std::string text) {
    text += '\n';
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
      throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
    }
  }

  bool json_;
  bool name_files_;
  bool all_ok_ = true;
};

/// Returns how many records there were.
std::size_t verify_stream(std::istream& input, const std::string& file, VerdictPrinter& printer) {
  std::string line;
  std::size_t count = 0;
  std::size_t bad = 0;
  while (std::getline(input, line)) {
    const Verdict verdict = judge_json_record(line);
    if (!verdict.ok()) ++bad;
    printer.print(verdict, file, ++count);
    if (input.rdbuf()->in_avail() <= 0) std::fflush(stdout);
  }
  std::fflush(stdout);
  if (count == 0) return 0;
  const std::string found = bad == 0 ? "all ok" : std::to_string(bad) + " bad";
  std::cerr << (file == "-" ? "standard input" : file) << ": " << counted(count, "record") << ", " << found
            << std::endl;
  return count;
}

std::size_t verify_file(const std::string& path, VerdictPrinter& printer) {
  if (path == "-") {
    std::ios::sync_with_stdio(false);
    return verify_stream(std::cin, path, printer);
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::system_error(errno, std::generic_category(), "cannot read " + path);
  const std::size_t count = verify_stream(file, path, printer);
  if (file.bad()) throw std::system_error(errno, std::generic_category(), "cannot read " + path);
  return count;
}

/// The tournament's configuration with what was told of its seasons.
TournamentConfig config_of(const Tournament& tournament, const std::vector<ToldSeason>& told) {
  TournamentConfig config = tournament.config();
  for (LadderSeason& season : config.seasons) {
    const auto found =
        std::find_if(told.begin(), told.end(), [&](const ToldSeason& one) { return one.number == season.number; });
    if (found == told.end()) continue;
    season.seed = found->seed;
    season.salt = found->salt;
  }
  return config;
}

/// Judges each season's seed by its hash, and says from which job to which its boards are. Returns how many are wrong.
std::size_t verify_seasons(const TournamentConfig& config, VerdictPrinter& printer) {
  std::size_t flaws = 0;
  for (std::size_t i = 0; i < config.seasons.size(); ++i) {
    const LadderSeason& season = config.seasons[i];
    if (season.commitment.empty()) continue;  // of the ladder itself, which keeps them elsewhere
    const std::string first = to_string(season.first_job.value());
    const std::string jobs = i + 1 < config.seasons.size()
                                 ? "jobs " + first + " to before " + to_string(config.seasons[i + 1].first_job.value())
                                 : "from job " + first + " on";
    if (season.salt.empty() || !season.seed) {
      printer.print_season(season, jobs + "; its seed is not told yet, its hash is " + season.commitment, true);
      continue;
    }
    const bool fits = sha256_of(fmt::format("{:016x}", *season.seed) + season.salt) == season.commitment;
    if (!fits) ++flaws;
    printer.print_season(season,
                         jobs + (fits ? "; its seed has the hash that was published"
                                      : "; its seed and salt do not have the hash " + season.commitment +
                                            " that was published before its first board"),
                         fits);
  }
  return flaws;
}

void verify_tournament(const Tournament& tournament, const std::string& folder, const std::vector<ToldSeason>& told,
                       VerdictPrinter& printer) {
  TournamentCounts counts;
  for (const std::string& flaw : tournament.database_flaws()) {
    printer.print_database(flaw);
    counts.flaws += 1;
  }
  // Of a ladder that is being played: seasons that begin from now on are none of what is stored now.
  const std::optional<JobNumber> latest = tournament.latest_job();
  const TournamentConfig config = config_of(tournament, told);
  const bool game = config.format == BoardFormat::Games;
  const auto judge = [&](const StoredBoard& board) {
    std::vector<BoardFlaw> flaws = verify_stored_board(board, game);
    if (!config.seasons.empty() && board.job.number <= latest) {
      const auto seed = known_seed(config, board.job.number);
      for (BoardFlaw& flaw : verify_deals(board, seed, game)) flaws.push_back(std::move(flaw));
    }
    for (const BoardFlaw& flaw : flaws) printer.print(flaw, board.job.number);
    counts.boards += 1;
    counts.rounds += board.rounds.size();
    counts.flaws += flaws.size();
    return true;
  };
  if (counts.flaws == 0) {
    const auto league = League::open(tournament.folder(), "verify");
    if (!league) throw std::runtime_error(league.error().text());
    std::vector<std::string> flaws = league->schedule_flaws();
    for (std::string& flaw : league->season_flaws()) flaws.push_back(std::move(flaw));
    for (const std::string& flaw : flaws) printer.print_database(flaw);
    counts.flaws += flaws.size();
    counts.flaws += verify_seasons(config, printer);
  }
  tournament.each_board(judge, [&](const DamagedJob& damaged) {
    printer.print(damaged);
    counts.boards += 1;
    counts.damaged += 1;
  });
  printer.print(counts, folder);
}

/// The tournaments of a benchmark, and its card.
OrInputError<void> verify_benchmark(const std::filesystem::path& folder, VerdictPrinter& printer) {
  std::set<std::filesystem::path> tracks;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (holds_tournament(entry.path())) tracks.insert(entry.path());
  }
  for (const std::filesystem::path& track : tracks) {
    const auto opened = Tournament::open(track, "verify");
    if (!opened) return tl::unexpected(opened.error());
    verify_tournament(*opened, track.string(), {}, printer);
  }
  std::string flaw;
  try {
    if (const auto checked = check_card(folder); !checked) flaw = checked.error().problem;
  } catch (const DamagedStore& error) {
    flaw = std::string("cannot be made again: ") + error.what();
  }
  printer.print_card((folder / CardFileName).string(), flaw);
  return {};
}

OrInputError<ToldSeason> told_season(const std::string& text) {
  constexpr std::size_t SeedDigits = 16;
  const std::size_t equals = text.find('=');
  const std::size_t colon = text.find(':', equals);
  std::optional<std::uint64_t> number;
  std::optional<std::uint64_t> seed;
  if (equals != std::string::npos && colon != std::string::npos && colon - equals - 1 == SeedDigits) {
    number = number_from<std::uint64_t>(text.substr(0, equals));
    seed = number_from<std::uint64_t>(text.substr(equals + 1, SeedDigits), 16);
  }
  if (!number || !seed) {
    return tl::unexpected(InputError{"--season", "\"" + text + "\"",
                                     "must be a number, \"=\", a seed of 16 hexadecimal digits, \":\" and a salt"});
  }
  return ToldSeason{*number, *seed, text.substr(colon + 1)};
}

/// Whether a file is a database, by its first bytes. Of a pipe these are not read, for they would be gone.
bool is_database(const std::filesystem::path& path) {
  if (!std::filesystem::is_regular_file(path)) return false;
  constexpr std::string_view Begin{"SQLite format 3\0", 16};
  std::array<char, Begin.size()> bytes{};
  std::ifstream file(path, std::ios::binary);
  return file.read(bytes.data(), bytes.size()) && std::string_view(bytes.data(), bytes.size()) == Begin;
}

/// The folder with a stored tournament that a path means.
class TournamentFolder {
 public:
  /// Of a folder, or of a database whatever its name, which then lies in a folder of its own; of records none.
  explicit TournamentFolder(const std::string& path) : given_(path) {
    namespace fs = std::filesystem;
    if (fs::is_directory(path)) {
      path_ = path;
    } else if (is_database(path)) {
      linked_.reset(new OwnedFolder(OwnedFolder::temporary("tichu-verify")));
      fs::create_symlink(fs::canonical(path), linked_->path() / StoreFileName);
      path_ = linked_->path();
    }
  }

  const std::optional<std::filesystem::path>& path() const { return path_; }
  /// An error that names the file which was given, and not the folder that it was put into.
  InputError named_as_given(InputError error) const {
    const std::string database = path_ ? (*path_ / StoreFileName).string() : std::string();
    const std::size_t at = linked_ ? error.problem.find(database) : std::string::npos;
    if (at != std::string::npos) error.problem.replace(at, database.size(), given_);
    return error;
  }

 private:
  std::string given_;
  std::unique_ptr<const OwnedFolder> linked_;
  std::optional<std::filesystem::path> path_;
};

/// The folder of a benchmark, of which its card may be given too.
std::filesystem::path benchmark_of(const std::filesystem::path& path) {
  if (path.filename() != CardFileName) return path;
  return path.has_parent_path() ? path.parent_path() : ".";
}

ExitCode run_verify(const VerifyFlags& flags) {
  VerdictPrinter printer(flags.json, flags.files.size() > 1);
  std::vector<ToldSeason> told;
  for (const std::string& text : flags.seasons) {
    auto season = told_season(text);
    if (!season) return refuse(season.error());
    told.push_back(std::move(*season));
  }
  for (const std::string& file : flags.files) {
    const std::filesystem::path benchmark = benchmark_of(file);
    if (holds_card(benchmark)) {
      if (const auto verified = verify_benchmark(benchmark, printer); !verified) return refuse(verified.error());
      continue;
    }
    const TournamentFolder folder(file);
    if (!folder.path()) {
      if (const auto found = require_input(file); !found) return refuse({"verify", "", found.error()});
      // Of a pipeline whose first part failed nothing arrives, and nothing is not sound.
      if (verify_file(file, printer) == 0) return refuse({"verify", file, "holds no records; each line must be one"});
      continue;
    }
    const auto opened = Tournament::open(*folder.path(), "verify");
    if (!opened) return refuse(folder.named_as_given(opened.error()));
    verify_tournament(opened.value(), file, told, printer);
  }
  if (std::fflush(stdout) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
  }
  return printer.all_ok() ? ExitCode::Ok : ExitCode::Bad;
}

}  // namespace

void add_verify_command(CLI::App& command, ExitCode& exit_code) {
  auto flags = std::make_shared<VerifyFlags>();
  command
      .add_option(
          "FILES", flags->files,
          "files of records, one round per line (- is standard input), or folders of stored tournaments or benchmarks")
      ->required();
  command.add_option("--season", flags->seasons, "what was told of a season since the dump was made: 2=SEED:SALT");
  command.add_flag("--json", flags->json, "print one JSON object per record");
  command.footer(std::string(VerifyHelp));
  command.callback([flags, &exit_code] { exit_code = run_verify(*flags); });
}

}  // namespace tichu::arena
