#include "arena/commands/import_tournament.h"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <functional>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <variant>

#include "arena/commands/play_tournament.h"
#include "arena/commands/version.h"
#include "arena/presentation/report/results_files.h"
#include "arena/record/json_record.h"
#include "arena/text/counted.h"
#include "arena/tournament/play/record_import.h"
#include "arena/tournament/play/run_tournament.h"
#include "arena/tournament/store/tournament_folder.h"
#include "arena/tournament/store/tournament_lock.h"
#include "arena/tournament/store/tournament_store.h"

namespace tichu::arena {
namespace {

/// What is said of a line that is no record.
std::string unreadable(const RecordError& error, const std::string& line) {
  if (line.find_first_not_of(" \t\r") == std::string::npos || line[line.find_first_not_of(" \t\r")] != '{') {
    return "this is no record in JSON; of a log (arena/record/TCH.md) tichu-arena import LOG -o FILE makes some";
  }
  return (error.place.empty() ? "" : error.place + ": ") + error.message;
}

/// Reads all records in their order, until `take` complains; with its complaint, and where it was.
std::optional<InputError> each_record(const std::vector<std::string>& files,
                                      const std::function<std::optional<std::string>(const ReadRecord&)>& take) {
  for (const std::string& path : files) {
    std::ifstream file(path, std::ios::binary);
    if (!file || std::filesystem::is_directory(path)) {
      throw std::system_error(errno, std::generic_category(), "cannot read " + path);
    }
    if (!std::filesystem::is_regular_file(path)) {
      return InputError{path, "", "is read twice, which only a file can be: write the records to one first"};
    }
    std::string line;
    for (std::size_t number = 1; std::getline(file, line); ++number) {
      const auto read = read_json_record(line);
      const auto* error = std::get_if<RecordError>(&read);
      const auto problem = error == nullptr ? take(std::get<ReadRecord>(read)) : unreadable(*error, line);
      if (problem) return InputError{fmt::format("{}:{}", path, number), "", *problem};
    }
    if (file.bad()) throw std::system_error(errno, std::generic_category(), "cannot read " + path);
  }
  return std::nullopt;
}

/// Adds jobs some at a time.
class Batches {
 public:
  explicit Batches(TournamentStore& store) : store_(store) {}

  void add(std::optional<FinishedJob> job) {
    if (!job) return;
    jobs_.push_back(std::move(*job));
    if (jobs_.size() == Most) flush();
  }
  void flush() {
    store_.add(jobs_);
    jobs_.clear();
  }

 private:
  static constexpr std::size_t Most = 1000;
  TournamentStore& store_;
  std::vector<FinishedJob> jobs_;
};

/// Stores what the records tell, in a second pass.
TournamentStore fill_folder(const std::filesystem::path& folder, const TournamentConfig& config,
                            const std::vector<std::string>& files, RecordImport& import) {
  return TournamentStore::create_whole(folder, config, program_and_version(), [&](TournamentStore& store) {
    Batches batches(store);
    const auto changed = each_record(files, [&](const ReadRecord& read) -> std::optional<std::string> {
      batches.add(import.add(read.record));
      return std::nullopt;
    });
    if (changed) throw std::runtime_error("the records have changed meanwhile: " + changed->text());
    batches.add(import.finish());
    batches.flush();
  });
}

}  // namespace

ExitCode import_tournament(const std::vector<std::string>& files, const std::filesystem::path& folder) {
  const std::filesystem::path place = std::filesystem::absolute(folder).lexically_normal();
  const std::string name = place.filename().string();
  if (!is_tournament_name(name))
    return refuse({"--tournament", "\"" + folder.string() + "\"", "cannot be a tournament's name"});
  RecordImport import(name);
  std::size_t rounds = 0;
  const auto wrong = each_record(files, [&](const ReadRecord& read) {
    ++rounds;
    return import.survey(read);
  });
  if (wrong) return refuse(*wrong);
  if (const auto problem = import.problem()) return refuse({"import", "", *problem});
  TournamentConfig config = import.config();
  config.name_given = true;
  config.results = place.parent_path();
  auto made = make_tournament_folder(config);
  if (!made) return refuse({folder.string(), "", "this folder holds something already; name another (--tournament)"});
  const std::optional<TournamentLock> lock = TournamentLock::take(made.value().path());
  if (!lock) return refuse({folder.string(), "", "another arena is using this folder"});
  try {
    const TournamentStore store = fill_folder(made.value().path(), config, files, import);
    made.value().keep();
    write_results(made.value().path(), report_of(config, store));
    std::cout << fmt::format("{}: {}, {}\n", folder.string(), counted(store.job_count(), "board"),
                             counted(rounds, "round"))
              << std::flush;
  } catch (const std::length_error& error) {
    return refuse({"import", "", error.what()});
  }
  return ExitCode::Ok;
}

}  // namespace tichu::arena
