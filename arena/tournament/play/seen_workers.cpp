#include "arena/tournament/play/seen_workers.h"

#include <fmt/format.h>

#include <algorithm>

#include "arena/text/counted.h"

namespace tichu::arena {
namespace {

bool plays(const SeenWorker& worker) { return worker.state == WorkerState::Playing; }

/// "870k", "3.1M".
std::string rounds_text(double rounds) {
  constexpr double Million = 1e6;
  return rounds < Million ? fmt::format("{:.0f}k", rounds / 1e3) : fmt::format("{:.1f}M", rounds / Million);
}

}  // namespace

std::size_t SeenWorkers::count(WorkerState state) const {
  return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [state](const SeenWorker& worker) { return worker.state == state; }));
}

std::size_t SeenWorkers::cores() const {
  std::size_t cores = 0;
  for (const SeenWorker& worker : all) cores += plays(worker) ? worker.cores : 0;
  return cores;
}

double SeenWorkers::speed() const {
  double speed = 0;
  for (const SeenWorker& worker : all) speed += plays(worker) ? worker.speed * worker.cores : 0;
  return speed;
}

double SeenWorkers::load() const {
  const std::size_t playing = count(WorkerState::Playing);
  double load = 0;
  for (const SeenWorker& worker : all) load += plays(worker) ? worker.load : 0;
  return playing == 0 ? 0 : load / static_cast<double>(playing);
}

std::string SeenWorkers::text() const {
  if (broker_away) return "the broker is away";
  const std::size_t playing = count(WorkerState::Playing);
  std::string text = "no workers yet";
  if (playing > 0) {
    text = fmt::format("{}, {}, {} reference rounds/s, load {:.1f}", counted(playing, "worker"),
                       counted(cores(), "core"), rounds_text(speed()), load());
  }
  if (const std::size_t others = count(WorkerState::OtherBuild)) text += fmt::format(", {} of another build", others);
  for (const SeenWorker& worker : all) {
    if (worker.state == WorkerState::Refused) text += fmt::format(", {} refused ({})", worker.name, worker.reason);
  }
  return text;
}

}  // namespace tichu::arena
