#include "arena/presentation/live/tournament_library.h"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "arena/presentation/page_data/board_choice.h"
#include "arena/presentation/page_data/tables_json.h"
#include "arena/presentation/page_data/tournament_json.h"
#include "arena/presentation/report/shared_ranks.h"
#include "arena/presentation/report/workers_json.h"
#include "arena/text/json_or_null.h"
#include "arena/text/moment_text.h"
#include "arena/text/strict_json.h"
#include "arena/tournament/store/tournament_folder.h"
#include "arena/tournament/store/tournament_lock.h"
#include "arena/tournament/tournament.h"
#include "engine/random.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Seconds = std::chrono::seconds;
using Duration = std::chrono::steady_clock::duration;

/// The most boards that the page of a served tournament lists; all others open by number.
constexpr std::size_t ListedBoards = 2000;
/// The shortest time between two recomputations of the figures, however quick they are.
constexpr Seconds FreshFor{3};
/// That time is also at least this many times their own cost.
constexpr int CostShare = 50;
/// The largest integer that JavaScript represents exactly.
constexpr std::uint64_t MostExact = (std::uint64_t{1} << 53) - 1;
/// How long a pulse is shared: many watchers ask at once.
constexpr std::chrono::milliseconds PulseLife{900};

Tournament opened(const fs::path& folder) {
  auto tournament = Tournament::open(folder, "serve");
  if (!tournament) throw std::runtime_error(tournament.error().problem);
  return std::move(tournament.value());
}

/// The text of a file that may be missing or half written; nullopt if it is missing or too large.
std::optional<std::string> text_of(const fs::path& file) {
  constexpr std::uintmax_t MostBytes = 1'000'000;
  std::error_code missing;
  const std::uintmax_t size = fs::file_size(file, missing);
  if (missing || size > MostBytes) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  std::string text(size, '\0');
  if (!in.read(text.data(), static_cast<std::streamsize>(size))) return std::nullopt;
  return text;
}

/// Running tournaments stand first, in the order of their names, so that they keep their places while they are watched;
/// then the others, what was stored last first; then what cannot be read.
bool is_listed_before(const Json& one, const Json& other) {
  const auto rank = [](const Json& tournament) {
    const bool is_running = tournament["state"] == "running";
    return std::make_pair(is_running, is_running ? "" : tournament.value("last_stored", ""));
  };
  return rank(one) > rank(other);
}

}  // namespace

TournamentLibrary::TournamentLibrary(fs::path results, fs::path bundled, Clock clock)
    : results_(std::move(results)), bundled_(std::move(bundled)), clock_(std::move(clock)) {}

std::optional<fs::path> TournamentLibrary::folder_of(const std::string& name) const {
  // Only valid tournament names reach the file system: they have no '/' and no leading '.'.
  if (!is_tournament_name(name)) return std::nullopt;
  const fs::path folder = results_ / name;
  std::error_code ignored;
  if (!fs::is_regular_file(folder / StoreFileName, ignored)) return std::nullopt;
  return folder;
}

TournamentLibrary::Basis TournamentLibrary::file_of(const fs::path& folder) {
  struct stat file {};
  if (::stat((folder / StoreFileName).c_str(), &file) != 0) throw std::runtime_error("the tournament has been removed");
  Basis basis;
  basis.file = file.st_ino;
  basis.written = std::chrono::seconds(file.st_mtim.tv_sec) + std::chrono::nanoseconds(file.st_mtim.tv_nsec);
  return basis;
}

std::uint64_t TournamentLibrary::number_of(const Basis& basis) {
  std::uint64_t number = 0;
  for (const std::uint64_t part :
       {basis.file, static_cast<std::uint64_t>(basis.written.count()), basis.boards, basis.usages}) {
    number = Random::mix(number + part);
  }
  return number % (MostExact + 1);
}

bool TournamentLibrary::is_due(const fs::path& folder, const Figures& figures) const {
  if (const auto& failure = figures.failure) {
    return file_of(folder) != failure->file || clock_() - failure->made >= std::max<Duration>(FreshFor, failure->cost);
  }
  if (!figures.json) return true;
  return clock_() - figures.made >= std::max<Duration>(FreshFor, CostShare * figures.cost);
}

void TournamentLibrary::make_figures(const fs::path& folder, Basis basis, TimePoint begin, Figures& figures) {
  const Tournament tournament = opened(folder);
  basis.boards = tournament.board_count();
  basis.usages = tournament.usage_count();
  if (figures.json && basis == figures.basis) {
    figures.made = begin;
    return;
  }
  const TournamentReport report = tournament.report();
  PageBoards shown;
  shown.listed = boards_by_interest(report.results.boards);
  if (shown.listed.size() > ListedBoards) shown.listed.resize(ListedBoards);
  const auto& ranked = report.standings.ranked;
  const std::vector<std::size_t> ranks = shared_ranks(report.standings);
  figures.tied = static_cast<std::size_t>(std::count(ranks.begin(), ranks.end(), std::size_t{1}));
  figures.leader = basis.boards > 0 && figures.tied == 1 ? report.name_of(ranked.front().entrant) : "";
  figures.planned = report.boards_planned;
  figures.entrants = report.entrants.size();
  figures.complete = report.complete;
  figures.imported = report.config.origin.imported;
  figures.version = number_of(basis);
  figures.json = std::make_shared<const std::string>(tournament_json(
      tournament, report, shown, bundled_, report.complete ? Seed::Shown : Seed::Hidden, figures.version));
  figures.basis = basis;
  figures.made = clock_();
  figures.cost = figures.made - begin;
}

const TournamentLibrary::Figures* TournamentLibrary::figures_of(const std::string& name) {
  const auto folder = folder_of(name);
  if (!folder) return nullptr;
  Figures& figures = figures_[name];
  if (is_due(*folder, figures)) {
    const TimePoint begin = clock_();
    // Taken before the file is opened: if it is replaced meanwhile, the next look notices.
    const Basis file = file_of(*folder);
    try {
      make_figures(*folder, file, begin, figures);
      figures.failure.reset();
    } catch (const std::exception& error) {
      const TimePoint end = clock_();
      figures.failure = Failure{error.what(), file, end, end - begin};
    }
  }
  if (figures.failure) throw std::runtime_error(figures.failure->problem);
  return &figures;
}

SharedText TournamentLibrary::tournament(const std::string& name) {
  const Figures* figures = figures_of(name);
  return figures == nullptr ? nullptr : figures->json;
}

std::string_view TournamentLibrary::state_of(const std::string& name, const Figures& figures) const {
  if (TournamentLock::is_taken(results_ / name)) return "running";
  if (figures.imported) return "imported";
  return figures.complete ? "finished" : "stopped";
}

std::string TournamentLibrary::tournaments() {
  std::vector<std::string> names;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(results_, missing)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  Json list = Json::array();
  for (const std::string& name : names) {
    try {
      const Figures* figures = figures_of(name);
      if (figures == nullptr) continue;
      const Tournament tournament = opened(results_ / name);
      list.push_back({{"name", name},
                      {"state", state_of(name, *figures)},
                      {"boards_played", tournament.board_count()},
                      {"boards_planned", or_null(figures->planned)},
                      {"entrants", figures->entrants},
                      {"leader", figures->leader},
                      {"tied", figures->tied},
                      {"last_stored", utc_text(tournament.last_stored())}});
    } catch (const std::exception& error) {
      list.push_back({{"name", name}, {"state", "unreadable"}, {"problem", error.what()}});
    }
  }
  std::stable_sort(list.begin(), list.end(), is_listed_before);
  return list.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<Tournament> TournamentLibrary::stored(const std::string& name) const {
  const auto folder = folder_of(name);
  if (!folder) return std::nullopt;
  return opened(*folder);
}

SharedText TournamentLibrary::pulse(const std::string& name) {
  const auto known = pulses_.find(name);
  if (known != pulses_.end() && clock_() - known->second.taken < PulseLife) return known->second.json;
  const Figures* figures = figures_of(name);
  if (figures == nullptr) return nullptr;
  const Tournament stored = opened(results_ / name);
  const auto latest = stored.latest_job();
  const std::string_view state = state_of(name, *figures);
  Pulse& pulse = pulses_[name];
  take_tables(state == "running" ? text_of(results_ / name / TablesFileName) : std::nullopt, pulse);
  take_workers(state == "running" ? text_of(results_ / name / WorkersFileName) : std::nullopt, pulse);
  const Json workers{{"text", pulse.workers_text}, {"version", pulse.workers_version}};
  const Json json{{"state", state},
                  {"boards_played", stored.board_count()},
                  {"boards_planned", or_null(figures->planned)},
                  {"latest_job", or_null(latest)},
                  {"figures", figures->version},
                  {"tables", pulse.tables ? Json(pulse.tables_version) : Json()},
                  {"workers", pulse.workers ? workers : Json()}};
  pulse.json = std::make_shared<const std::string>(json.dump());
  pulse.taken = clock_();
  return pulse.json;
}

void TournamentLibrary::take_tables(const std::optional<std::string>& text, Pulse& pulse) {
  if (!text) {
    pulse.tables.reset();
    pulse.tables_text.clear();
  } else if (*text != pulse.tables_text) {
    try {
      pulse.tables = std::make_shared<const std::string>(tables_json(*text));
    } catch (const std::runtime_error&) {
      pulse.tables.reset();  // another version, or damaged; the tournament itself is not affected
    }
    pulse.tables_text = *text;
    pulse.tables_version += 1;
  }
}

void TournamentLibrary::take_workers(const std::optional<std::string>& text, Pulse& pulse) {
  if (text && pulse.workers && *pulse.workers == *text) return;
  pulse.workers.reset();
  if (!text) return;
  const auto file = parse_strict_json(*text);
  const auto is_sound = [&] {
    return file->is_object() && file->contains("format") && file->at("format") == WorkersFormat &&
           file->contains("text") && file->at("text").is_string();
  };
  if (!file || !is_sound()) return;  // another version, or damaged; the tournament itself is not affected
  pulse.workers = std::make_shared<const std::string>(*text);
  pulse.workers_text = file->at("text").get<std::string>();
  pulse.workers_version += 1;
}

SharedText TournamentLibrary::workers(const std::string& name) {
  if (!pulse(name)) return nullptr;
  static const auto none = std::make_shared<const std::string>("null");
  const SharedText& workers = pulses_[name].workers;
  return workers ? workers : none;
}

SharedText TournamentLibrary::tables(const std::string& name) {
  if (!pulse(name)) return nullptr;
  static const auto none = std::make_shared<const std::string>("[]");
  const SharedText& tables = pulses_[name].tables;
  return tables ? tables : none;
}

}  // namespace tichu::arena
