#include "arena/live/event_library.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <variant>
#include <vector>

#include "arena/event/run_event.h"
#include "arena/page/board_choice.h"
#include "arena/page/board_json.h"
#include "arena/page/event_json.h"
#include "arena/store/event_folder.h"
#include "arena/store/event_store.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Seconds = std::chrono::seconds;

/// Boards that the page of a served event lists; all others open by number.
constexpr std::size_t ListedBoards = 2000;
/// Figures are made anew at most so often, however quick it is.
constexpr Seconds FreshFor{3};
/// And so many times their own cost apart.
constexpr int CostShare = 50;
/// Many watchers ask at once.
constexpr std::chrono::milliseconds PulseLife{900};
/// A running event writes at least that often, but for one whose boards take longer.
constexpr Seconds QuietTime{60};

EventStore opened(const fs::path& folder) {
  auto store = EventStore::open(folder);
  if (const auto* problem = std::get_if<std::string>(&store)) throw std::runtime_error(*problem);
  return std::move(std::get<EventStore>(store));
}

/// Whether the database was written to a short while ago.
bool is_written_to(const fs::path& folder) {
  const auto is_recent = [](const fs::path& file) {
    std::error_code missing;
    const auto written = fs::last_write_time(file, missing);
    return !missing && fs::file_time_type::clock::now() - written < QuietTime;
  };
  const fs::path log = folder / (std::string(StoreFileName) + "-wal");
  return is_recent(log);
}

}  // namespace

EventLibrary::EventLibrary(fs::path results, fs::path bundled, Clock clock)
    : results_(std::move(results)), bundled_(std::move(bundled)), clock_(std::move(clock)) {}

std::optional<fs::path> EventLibrary::folder_of(const std::string& name) const {
  // Only what can be an event's name ever touches the file system: neither '/' nor a leading '.'.
  if (!is_event_name(name)) return std::nullopt;
  const fs::path folder = results_ / name;
  std::error_code ignored;
  if (!fs::is_regular_file(folder / StoreFileName, ignored)) return std::nullopt;
  return folder;
}

bool EventLibrary::is_due(const Figures& figures) const {
  if (!figures.json) return true;
  return clock_() - figures.made >= std::max<std::chrono::steady_clock::duration>(FreshFor, CostShare * figures.cost);
}

void EventLibrary::make_figures(const fs::path& folder, Figures& figures) {
  const auto begin = clock_();
  const EventStore store = opened(folder);
  const std::uint64_t boards = store.job_count();
  if (figures.json && boards == figures.boards) {
    figures.made = begin;
    return;
  }
  const EventReport report = report_of(store.config(), store);
  std::vector<BoardChoice> listed = boards_by_interest(store.rated_boards());
  if (listed.size() > ListedBoards) listed.resize(ListedBoards);
  const std::string text = event_json(store, report, listed, bundled_);
  const Json results = Json::parse(text).at("results");
  figures.planned = results.value("boards_planned", Json()).dump();
  figures.entrants = report.entrants.size();
  figures.json = std::make_shared<const std::string>(text);
  figures.boards = boards;
  figures.version += 1;
  figures.made = clock_();
  figures.cost = figures.made - begin;
}

const EventLibrary::Figures* EventLibrary::figures_of(const std::string& name) {
  const auto folder = folder_of(name);
  if (!folder) return nullptr;
  Figures& figures = figures_[name];
  if (is_due(figures)) make_figures(*folder, figures);
  return &figures;
}

SharedText EventLibrary::event(const std::string& name) {
  const Figures* figures = figures_of(name);
  return figures == nullptr ? nullptr : figures->json;
}

std::string EventLibrary::events() {
  std::vector<std::string> names;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(results_, missing)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  Json list = Json::array();
  for (const std::string& name : names) {
    try {
      const Figures* figures = figures_of(name);
      if (figures == nullptr) continue;
      list.push_back({{"name", name},
                      {"running", is_written_to(results_ / name)},
                      {"boards_played", opened(results_ / name).job_count()},
                      {"boards_planned", Json::parse(figures->planned)},
                      {"entrants", figures->entrants}});
    } catch (const std::exception&) {
      continue;  // of another version, damaged, or just being made
    }
  }
  return list.dump();
}

std::optional<std::string> EventLibrary::board(const std::string& name, std::uint64_t job) {
  const auto folder = folder_of(name);
  if (!folder) return std::nullopt;
  return board_json(opened(*folder), job);
}

SharedText EventLibrary::pulse(const std::string& name) {
  const auto known = pulses_.find(name);
  if (known != pulses_.end() && clock_() - known->second.taken < PulseLife) return known->second.json;
  const Figures* figures = figures_of(name);
  if (figures == nullptr) return nullptr;
  const EventStore store = opened(results_ / name);
  const auto latest = store.latest_job();
  const Json json{{"running", is_written_to(results_ / name)},
                  {"boards_played", store.job_count()},
                  {"boards_planned", Json::parse(figures->planned)},
                  {"latest_job", latest ? Json(*latest) : Json()},
                  {"figures", figures->version}};
  return (pulses_[name] = {std::make_shared<const std::string>(json.dump()), clock_()}).json;
}

}  // namespace tichu::arena
