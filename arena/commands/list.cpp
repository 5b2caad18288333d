#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/commands/command.h"
#include "arena/commands/play_tournament.h"
#include "arena/text/json_or_null.h"
#include "arena/text/required_path.h"
#include "arena/text/standard_output.h"
#include "arena/text/text_table.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* ListHelp =
    R"(Lists the stored tournaments of a folder, the one that was written to last first: name, state (running, stopped,
finished, imported), boards that are played and planned, entrants, and when something was last stored (local time; in
JSON UTC). One that cannot be read is named on standard error, and the exit code is 1.
Examples:
  tichu-arena list
  tichu-arena list /srv/results --json)";

struct ListFlags {
  std::string results = "results";
  bool json = false;
};

/// A line of the list.
struct ListedTournament {
  std::string name;
  std::string_view state;
  StoredProgress progress;
  std::size_t entrants = 0;
  std::time_t stored = 0;  ///< when something was stored last
};

OrInputError<ListedTournament> listed(const fs::path& folder) {
  const auto opened = Tournament::open(folder, "list");
  if (!opened) return tl::unexpected(opened.error());
  const bool is_running = opened->is_running();
  const TournamentConfig config = opened->config();
  ListedTournament line;
  line.name = folder.filename().string();
  line.progress = opened->progress();
  line.state = state_of(config, line.progress.complete, is_running);
  line.entrants = entrants_of(config).size();
  line.stored = opened->last_stored();
  return line;
}

/// The folders in `results` that hold a tournament.
std::vector<fs::path> tournament_folders(const fs::path& results) {
  std::vector<fs::path> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(results)) {
    if (Tournament::is_in(entry.path())) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

std::string boards_text(const StoredProgress& progress) {
  if (!progress.boards_planned || *progress.boards_planned == progress.boards) return std::to_string(progress.boards);
  return fmt::format("{} of {}", progress.boards, *progress.boards_planned);
}

std::string list_text(const std::vector<ListedTournament>& list) {
  TextTable table("llrrl");
  table.add({"tournament", "state", "boards", "entrants", "last stored"});
  for (const ListedTournament& line : list) {
    table.add({line.name, std::string(line.state), boards_text(line.progress), std::to_string(line.entrants),
               fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(line.stored))});
  }
  return table.text(terminal_width(STDOUT_FILENO));
}

std::string list_json(const std::vector<ListedTournament>& list) {
  Json json = Json::array();
  for (const ListedTournament& line : list) {
    json.push_back({{"name", line.name},
                    {"state", line.state},
                    {"boards_played", line.progress.boards},
                    {"boards_planned", or_null(line.progress.boards_planned)},
                    {"entrants", line.entrants},
                    {"last_stored", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(line.stored))}});
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

ExitCode run_list(const ListFlags& flags) {
  const fs::path results = flags.results;
  if (const auto found = require_folder(results); !found) return refuse({"list", "", found.error()});
  if (Tournament::is_in(results)) {
    return refuse({"list", "", "\"" + flags.results + "\" is a tournament; tichu-arena show prints its tables"});
  }
  ExitCode exit_code = ExitCode::Ok;
  std::vector<ListedTournament> list;
  for (const fs::path& folder : tournament_folders(results)) {
    try {
      auto line = listed(folder);
      if (!line) throw std::runtime_error(line.error().problem);
      list.push_back(std::move(*line));
    } catch (const std::runtime_error& error) {
      std::cerr << "tichu-arena: list: " << folder.string() << ": " << error.what() << std::endl;
      exit_code = ExitCode::Bad;
    }
  }
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.stored > b.stored; });
  std::cout << (flags.json ? list_json(list) : list_text(list)) << std::flush;
  return exit_code;
}

}  // namespace

void add_list_command(CLI::App& app, ExitCode& exit_code) {
  CLI::App* command = app.add_subcommand("list", "lists the stored tournaments");
  command->footer(ListHelp);
  const auto flags = std::make_shared<ListFlags>();
  command->add_option("RESULTS", flags->results, "the folder with the tournaments' folders [results]");
  command->add_flag("--json", flags->json, "print a JSON array instead of a table");
  command->callback([flags, &exit_code] { exit_code = run_list(*flags); });
}

}  // namespace tichu::arena
