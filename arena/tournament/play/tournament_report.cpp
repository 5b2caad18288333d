#include "arena/tournament/play/tournament_report.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <variant>

#include "arena/tournament/schedule/make_schedule.h"

namespace tichu::arena {
namespace {

bool is_partnership(const Entrant& entrant) { return entrant.bots.bots[0] != entrant.bots.bots[1]; }

/// The boards as `rate` reads them from those that are exported, so that both have the same numbers.
ResultsTable results_of_teams(const TournamentReport& report) {
  ResultsTable table;
  std::map<EntrantId, EntrantId> numbers;
  const auto number_of = [&](EntrantId id) {
    const auto [place, is_new] = numbers.try_emplace(id, static_cast<EntrantId>(table.names.size()));
    if (is_new) {
      table.names.push_back(report.name_of(id));
      const auto& bots = report.entrants[static_cast<std::size_t>(id)].bots.bots;
      const auto name_of = [&](BotId bot) { return report.config.bots[static_cast<std::size_t>(bot)].name; };
      table.members.push_back({name_of(bots[0]), name_of(bots[1])});
    }
    return place->second;
  };
  for (const RatedBoard& board : report.results.boards) {
    const EntrantId first = number_of(board.entrants[0]);
    table.points.push_back({board.board, {first, number_of(board.entrants[1])}, board.result.margin});
  }
  return table;
}

/// Nullopt if no two different bots are partners.
std::optional<ResultRatings> partnerships_of(const TournamentReport& report) {
  if (std::none_of(report.entrants.begin(), report.entrants.end(), is_partnership)) return std::nullopt;
  auto ratings = rate_results(results_of_teams(report), {.model = RatingModel::Members});
  return ratings ? std::optional(std::move(*ratings)) : std::nullopt;
}

/// The sandbox of the last run that stored boards.
SandboxReport last_sandbox(const TournamentReport& report) {
  if (!report.runs.sandboxes.empty()) {
    const UsedSandbox& last = report.runs.sandboxes.back().what;
    return {last.kind, last.protections, ""};
  }
  const bool is_none =
      std::all_of(report.config.bots.begin(), report.config.bots.end(), [](const BotSpec& bot) { return bot.trusted; });
  return {is_none && !report.config.origin.imported ? "none" : "", {}, ""};
}

bool is_ladder(const TournamentConfig& config) {
  return !config.test && !config.origin.imported && config.schedule.kind == ScheduleKind::Ladder;
}

/// A ladder with so many boards, whose last has this number. Its end is a number, whoever has met whom.
bool is_at_its_limit(const TournamentConfig& config, std::uint64_t boards, JobNumber latest) {
  return config.schedule.limit && boards == *config.schedule.limit && latest.value() + 1 == boards;
}

}  // namespace

bool replay_stored_jobs(const StoredResults& results, std::span<const FinishedFault> faults, JobFeed& feed) {
  auto next = faults.begin();
  for (std::size_t i = 0; i < results.jobs.size(); ++i) {
    const Job& job = results.jobs[i];
    // While the tournament runs there may be faults of jobs that came after the results were read.
    const auto first =
        std::find_if(next, faults.end(), [&](const FinishedFault& fault) { return fault.job >= job.number; });
    next = std::find_if(first, faults.end(), [&](const FinishedFault& fault) { return fault.job > job.number; });
    if (!feed.take_over(job, results.boards[i].result, {first, next})) return false;
  }
  return true;
}

std::uint64_t round_count(const TournamentReport& report) {
  std::uint64_t seen_from_both_sides = 0;
  for (const Standing& standing : report.standings.ranked) seen_from_both_sides += standing.figures.rounds;
  std::set<std::tuple<JobNumber, SeatingNumber, RoundNumber>> broken_off;
  if (report.config.faults == FaultPolicy::Forfeit) {
    for (const FinishedFault& fault : report.faults) broken_off.emplace(fault.job, fault.seating, fault.round);
  }
  return seen_from_both_sides / 2 + broken_off.size();
}

std::string_view state_of(const TournamentConfig& config, bool complete, bool running) {
  if (running) return "running";
  if (config.origin.imported) return "imported";
  return complete ? "finished" : "stopped";
}

StoredProgress progress_of(const TournamentConfig& config, const TournamentStore& store) {
  const std::uint64_t boards = store.boards().job_count();
  if (config.origin.imported) return {boards, std::nullopt, true};
  if (is_ladder(config)) {
    return {boards, config.schedule.limit,
            is_at_its_limit(config, boards, store.boards().latest_job().value_or(JobNumber(0)))};
  }
  bool is_damaged = false;
  const auto lose = [&](const DamagedJob&) { is_damaged = true; };
  const StoredResults results = store.results(lose);
  const std::vector<FinishedFault> faults = store.bots().faults(lose);
  const std::unique_ptr<Schedule> schedule = make_schedule(config);
  JobFeed feed(*schedule, FaultStreaks(config, entrants_of(config)));
  const std::optional<std::uint64_t> planned = schedule->total();
  const bool is_complete = !is_damaged && replay_stored_jobs(results, faults, feed) && feed.has_all() &&
                           schedule->next() == std::variant<Job, NoJob>(NoJob::Done);
  return {boards, planned, is_complete};
}

TournamentReport report_of(const TournamentConfig& config, const TournamentStore& store) {
  TournamentReport report;
  report.config = config;
  report.entrants = entrants_of(config);
  const auto lose = [&](const DamagedJob& damaged) { report.damaged.push_back(damaged); };
  report.results = store.results(lose);
  report.standings =
      rate(report.results.boards, store.bots().figures(report.damaged), anchor_of(config, report.entrants));
  report.duplication = measure_duplication(report.results.boards);
  report.partnerships = partnerships_of(report);
  report.runs = store.runs();
  report.sandbox = last_sandbox(report);
  report.faults = store.bots().faults(lose);
  // The schedule goes by all results and faults.
  const bool can_be_scheduled = report.damaged.empty();
  report.usage = store.bots().usage(lose);
  if (is_ladder(config)) {
    report.boards_planned = config.schedule.limit;
    const JobNumber latest = report.results.jobs.empty() ? JobNumber(0) : report.results.jobs.back().number;
    report.complete = can_be_scheduled && is_at_its_limit(config, report.results.jobs.size(), latest);
    return report;
  }
  if (config.origin.imported) {
    report.complete = true;
    return report;
  }
  const std::unique_ptr<Schedule> schedule = make_schedule(config);
  JobFeed feed(*schedule, FaultStreaks(config, report.entrants));
  report.boards_planned = schedule->total();
  if (can_be_scheduled && replay_stored_jobs(report.results, report.faults, feed)) {
    // This also makes the schedule take note of the last results.
    const std::variant<Job, NoJob> next = schedule->next();
    report.complete = feed.has_all() && next == std::variant<Job, NoJob>(NoJob::Done);
    report.places = schedule->places();
  }
  return report;
}

}  // namespace tichu::arena
