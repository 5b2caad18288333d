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
#include "arena/presentation/report/builds_report.h"
#include "arena/text/json_or_null.h"
#include "arena/text/moment_text.h"
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
finished, imported), boards that are played and planned, entrants, when something was last stored (local time; in
JSON UTC), and the bots with what they say that they are (in JSON with the fingerprints of their files). One that
cannot be read is named on standard error, and the exit code is 1.
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
  std::vector<std::pair<std::string, BotBuild>> bots;  ///< names and what they were last; empty if nobody knows
  std::time_t stored = 0;                              ///< when something was stored last
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
  const StoredRuns runs = opened->runs();
  for (std::size_t i = 0; i < config.bots.size(); ++i) {
    const bool is_known = i < runs.bots.size() && !runs.bots[i].empty();
    line.bots.emplace_back(config.bots[i].name, is_known ? runs.bots[i].back().what : BotBuild());
  }
  return line;
}

/// The folders in `results` that hold a tournament.
std::vector<fs::path> tournament_folders(const fs::path& results) {
  std::vector<fs::path> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(results)) {
    if (holds_tournament(entry.path())) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

std::string boards_text(const StoredProgress& progress) {
  if (!progress.boards_planned || *progress.boards_planned == progress.boards) return std::to_string(progress.boards);
  return fmt::format("{} of {}", progress.boards, *progress.boards_planned);
}

/// The first bots with what they say that they are.
std::string bots_text(const ListedTournament& line) {
  constexpr std::size_t Shown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(Shown, line.bots.size()); ++i) {
    const auto& [name, build] = line.bots[i];
    const std::string said = said_text(build.identity, name);
    text += (i == 0 ? "" : ", ") + name + (said.empty() ? "" : " (" + said + ")");
  }
  return text + (line.bots.size() > Shown ? ", …" : "");
}

Json bots_json(const ListedTournament& line) {
  Json bots = Json::array();
  for (const auto& [name, build] : line.bots) {
    bots.push_back({{"name", name},
                    {"says", build.identity.name},
                    {"version", build.identity.version},
                    {"fingerprint", build.fingerprint}});
  }
  return bots;
}

std::string list_text(const std::vector<ListedTournament>& list) {
  TextTable table("llrrll");
  table.add({"tournament", "state", "boards", "entrants", "last stored", "bots"});
  for (const ListedTournament& line : list) {
    table.add({line.name, std::string(line.state), boards_text(line.progress), std::to_string(line.entrants),
               fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(line.stored)), bots_text(line)});
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
                    {"bots", bots_json(line)},
                    {"last_stored", utc_text(line.stored)}});
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

ExitCode run_list(const ListFlags& flags) {
  const fs::path results = flags.results;
  if (const auto found = require_folder(results); !found) return refuse({"list", "", found.error()});
  if (holds_tournament(results)) {
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

void add_list_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(ListHelp);
  const auto flags = std::make_shared<ListFlags>();
  command.add_option("RESULTS", flags->results, "the folder with the tournaments' folders [results]");
  command.add_flag("--json", flags->json, "print a JSON array instead of a table");
  command.callback([flags, &exit_code] { exit_code = run_list(*flags); });
}

}  // namespace tichu::arena
