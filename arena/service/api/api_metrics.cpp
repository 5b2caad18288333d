#include "arena/service/api/api_metrics.h"

#include <fmt/format.h>

#include <algorithm>

namespace tichu::arena {
namespace {

void add(std::string& text, std::string_view name, std::string_view kind, std::string_view help) {
  text += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, kind);
}

void add_value(std::string& text, std::string_view name, std::string_view kind, std::string_view help, double value) {
  add(text, name, kind, help);
  text += fmt::format("{} {}\n", name, value);
}

/// As a summary without quantiles: how often, and how long in all.
void add_times(std::string& text, std::string_view name, std::string_view help, const TimesTaken& times) {
  add(text, name, "summary", help);
  text +=
      fmt::format("{0}_sum {1}\n{0}_count {2}\n", name, std::chrono::duration<double>(times.sum).count(), times.count);
}

void add_status(std::string& text, const LadderStatus& status) {
  add_value(text, "tichu_playing", "gauge", "1 while rated boards are played.", status.playing ? 1 : 0);
  add_value(text, "tichu_trouble", "gauge", "1 if the ladder says that something is wrong.",
            status.trouble.empty() ? 0 : 1);
  add_value(text, "tichu_boards_total", "counter", "Rated boards that are stored.", static_cast<double>(status.boards));
  add_value(text, "tichu_boards_a_minute", "gauge", "Boards stored in the latest minute.", status.boards_a_minute);
  add_value(text, "tichu_last_board_age_seconds", "gauge", "Since the latest board was stored.",
            status.last_board_age_s);
  add_value(text, "tichu_bots_playing", "gauge", "Versions that play.", static_cast<double>(status.bots_playing));
  add_value(text, "tichu_machine_faults_total", "counter", "Boards and steps that were done again.",
            static_cast<double>(status.machine_faults));
  add(text, "tichu_faults_total", "counter", "Faults of bots at rated boards since the start, by kind.");
  for (const auto& [kind, count] : status.faults) {
    text += fmt::format("tichu_faults_total{{kind=\"{}\"}} {}\n", to_text(kind), count);
  }
  add_value(text, "tichu_late_references_total", "counter", "Late answers of bots that came with the arena.",
            static_cast<double>(status.late_references));
  add_times(text, "tichu_schedule_seconds", "Decisions which board is next.", status.scheduling);
  add_times(text, "tichu_fit_seconds", "Fits of all strengths to all boards.", status.ratings);
  add_times(text, "tichu_sqlite_commit_seconds", "Commits to the ladder's database.", status.commits);
  add_value(text, "tichu_requests_waiting", "gauge", "Unranked matches and tests that wait.",
            static_cast<double>(status.requests_waiting));
  add_value(text, "tichu_disk_free_bytes", "gauge", "Free space of the ladder's disk.",
            static_cast<double>(status.free_bytes));
  add_value(text, "tichu_store_bytes", "gauge", "Size of what the ladder keeps.",
            static_cast<double>(status.store_bytes));
  add_value(text, "tichu_last_backup_seconds", "gauge", "When the latest backup was made, since 1970; 0: never.",
            status.last_backup.value_or(0));
  add_value(text, "tichu_uptime_seconds", "gauge", "Since the ladder was started.", status.uptime_s);
  add(text, "tichu_queue_depth", "gauge", "Versions that wait for a step.");
  for (const auto& queue : status.queues) {
    text += fmt::format("tichu_queue_depth{{step=\"{}\"}} {}\n", to_text(queue.step), queue.waiting);
  }
  add(text, "tichu_oldest_wait_seconds", "gauge", "How long the one has waited that waits longest.");
  for (const auto& queue : status.queues) {
    text += fmt::format("tichu_oldest_wait_seconds{{step=\"{}\"}} {}\n", to_text(queue.step), queue.oldest_wait_s);
  }
  add(text, "tichu_versions", "gauge", "Versions by state.");
  for (const auto& [state, count] : status.versions) {
    text += fmt::format("tichu_versions{{state=\"{}\"}} {}\n", to_text(state), count);
  }
}

/// A text as the value of a label.
std::string quoted_label(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted + "\"";
}

void add_workers(std::string& text, const SeenWorkers& workers) {
  add_value(text, "tichu_broker_away", "gauge", "1 while the NATS server cannot be reached.",
            workers.broker_away ? 1 : 0);
  add(text, "tichu_workers", "gauge", "Workers by state.");
  for (const WorkerState state : every<WorkerState>()) {
    text += fmt::format("tichu_workers{{state=\"{}\"}} {}\n", to_text(state), workers.count(state));
  }
  add_value(text, "tichu_workers_cores", "gauge", "Cores of the workers that play.",
            static_cast<double>(workers.cores()));
  add(text, "tichu_rechecks_total", "counter", "Units that were played again, by who played them and what came of it.");
  text += fmt::format("tichu_rechecks_total{{result=\"same\"}} {}\n", workers.rechecks.same);
  text += fmt::format("tichu_rechecks_total{{result=\"different\"}} {}\n", workers.rechecks.different);
  text += fmt::format("tichu_rechecks_total{{result=\"by_leader\"}} {}\n", workers.rechecks.by_leader);
  add(text, "tichu_worker_info", "gauge", "A worker's state and build.");
  for (const SeenWorker& worker : workers.all) {
    text += fmt::format("tichu_worker_info{{worker={},state=\"{}\",build={}}} 1\n", quoted_label(worker.name),
                        to_text(worker.state), quoted_label(worker.build));
  }
  const auto add_figure = [&](std::string_view name, std::string_view kind, std::string_view help, auto figure) {
    add(text, name, kind, help);
    for (const SeenWorker& worker : workers.all) {
      text += fmt::format("{}{{worker={}}} {}\n", name, quoted_label(worker.name), figure(worker));
    }
  };
  add_figure("tichu_worker_speed", "gauge", "Reference rounds per second on one core.",
             [](const SeenWorker& worker) { return worker.speed; });
  add_figure("tichu_worker_load", "gauge", "Processes that want a core, per core.",
             [](const SeenWorker& worker) { return worker.load; });
  add_figure("tichu_worker_units_total", "counter", "Units played since the worker's start.",
             [](const SeenWorker& worker) { return worker.units; });
}

}  // namespace

void ApiMetrics::count(const std::string& route, unsigned status, std::chrono::nanoseconds time) {
  const double seconds = std::chrono::duration<double>(time).count();
  const auto bound = std::lower_bound(Bounds.begin(), Bounds.end(), seconds);
  const std::lock_guard lock(mutex_);
  requests_[{route, status}] += 1;
  Times& times = times_[route];
  times.counts.at(static_cast<std::size_t>(bound - Bounds.begin())) += 1;
  times.sum += seconds;
}

void ApiMetrics::count_at_once(unsigned status) {
  const std::lock_guard lock(mutex_);
  requests_[{"at once", status}] += 1;
}

void ApiMetrics::count_clients(int clients, std::size_t watchers) {
  clients_ = clients;
  watchers_ = watchers;
}

std::string ApiMetrics::text(const LadderStatus& status, const LadderStandings& standings) const {
  std::string text;
  add_status(text, status);
  if (status.workers) add_workers(text, *status.workers);
  add_value(text, "tichu_standings_age_boards", "gauge", "Boards that the standings do not know yet.",
            static_cast<double>(status.boards - std::min(status.boards, standings.boards)));
  add_value(text, "http_connections", "gauge", "Open connections.", clients_);
  add_value(text, "http_watchers", "gauge", "Open streams.", static_cast<double>(watchers_.load()));
  const std::lock_guard lock(mutex_);
  add(text, "http_requests_total", "counter",
      "Answers by route and status; at once: refused by the head alone, or made for another.");
  for (const auto& [key, count] : requests_) {
    text += fmt::format("http_requests_total{{route=\"{}\",status=\"{}\"}} {}\n", key.first, key.second, count);
  }
  add(text, "http_request_seconds", "histogram", "How long answers were worked on.");
  for (const auto& [route, times] : times_) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < Bounds.size(); ++i) {
      sum += times.counts.at(i);
      text += fmt::format("http_request_seconds_bucket{{route=\"{}\",le=\"{}\"}} {}\n", route, Bounds.at(i), sum);
    }
    sum += times.counts.back();
    text += fmt::format("http_request_seconds_bucket{{route=\"{}\",le=\"+Inf\"}} {}\n", route, sum);
    text += fmt::format("http_request_seconds_sum{{route=\"{}\"}} {}\n", route, times.sum);
    text += fmt::format("http_request_seconds_count{{route=\"{}\"}} {}\n", route, sum);
  }
  return text;
}

}  // namespace tichu::arena
