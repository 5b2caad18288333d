#include "arena/tournament/workers/roll_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "arena/text/counted.h"
#include "arena/tournament/units/unit_messages.h"
#include "arena/tournament/workers/subjects.h"

namespace tichu::arena {
namespace {

using Clock = std::chrono::steady_clock;

/// Some beats.
constexpr std::chrono::seconds Silence(15);
/// How long who is silent is shown: a worker that comes again usually has another name.
constexpr std::chrono::hours Remembered(1);
/// Workers are people's machines; who says more names than this is none.
constexpr std::size_t MostWorkers = 10'000;
/// What is heard at a time: whoever shouts must not keep the leader from its work.
constexpr int MostHeard = 1000;
/// Between two calls because of beats of workers that have not said hello.
constexpr std::chrono::seconds BetweenCalls(1);

}  // namespace

RollCall::RollCall(Broker& broker, std::string build)
    : broker_(broker), build_(std::move(build)), hellos_(broker.listen(AllHellos)), beats_(broker.listen(AllBeats)) {}

void RollCall::call() {
  called_ = Clock::now();
  broker_.say(RollCallSubject, "");
}

bool RollCall::plays(const Known& known) const {
  return !known.gone && !known.refused && known.hello.build == build_ && !(known.beat && known.beat->draining);
}

void RollCall::take_hello(const std::string& said, std::vector<std::string>& news) {
  const OrInputError<WorkerHello> hello = decode_hello(said, "a worker");
  if (!hello || (known_.size() >= MostWorkers && !known_.contains(hello->worker))) return;
  Known& known = known_[hello->worker];
  const bool is_new = known.hello.worker.empty() || known.gone || known.hello != *hello;
  known.hello = *hello;
  known.heard = Clock::now();
  known.gone = false;
  if (known.refused) {
    broker_.say(subject_of_word(hello->worker), encode(LeaderWord{LeaderWordKind::Refused, known.why_refused, build_}));
    return;
  }
  if (hello->build != build_) {
    if (is_new) {
      news.push_back(fmt::format("worker {} ({}) plays nothing here: it is {}, and this leader is {}", hello->worker,
                                 hello->machine, hello->build, build_));
    }
    broker_.say(subject_of_word(hello->worker),
                encode(LeaderWord{LeaderWordKind::Upgrade,
                                  fmt::format("the leader is {}, this worker is {}: install that on this machine",
                                              build_, hello->build),
                                  build_}));
    return;
  }
  if (!is_new) return;
  news.push_back(fmt::format("worker {} has come: {}, {}, {:.0f} reference rounds/s a core, sandbox {}", hello->worker,
                             hello->machine, counted(hello->cores, "core"), hello->speed, hello->sandbox));
  broker_.say(subject_of_word(hello->worker), encode(LeaderWord{LeaderWordKind::Welcome, "", build_}));
}

void RollCall::take_beat(const std::string& said) {
  const OrInputError<WorkerBeat> beat = decode_beat(said, "a worker");
  if (!beat) return;
  const auto known = known_.find(beat->worker);
  if (known == known_.end() || known->second.gone) {
    if (Clock::now() >= called_ + BetweenCalls) call();
    if (known == known_.end()) return;
  }
  known->second.beat = *beat;
  known->second.heard = Clock::now();
}

std::vector<std::string> RollCall::take_news() {
  std::vector<std::string> news;
  const auto hear = [](Listener& listener, const auto& take) {
    for (int heard = 0; heard < MostHeard; ++heard) {
      const auto said = listener.next(std::chrono::milliseconds(0));
      if (!said) return;
      take(*said);
    }
  };
  hear(*hellos_, [&](const std::string& said) { take_hello(said, news); });
  hear(*beats_, [&](const std::string& said) { take_beat(said); });
  for (auto& [name, known] : known_) {
    if (known.gone || known.heard + Silence > Clock::now()) continue;
    known.gone = true;
    news.push_back("worker " + name + " has not been heard of for some time");
  }
  return news;
}

void RollCall::refuse(const std::string& worker, const std::string& why) {
  Known& known = known_[worker];
  if (known.hello.worker.empty()) known.gone = true;  // it was refused before, and has said nothing yet
  known.refused = true;
  known.why_refused = why;
  broker_.say(subject_of_word(worker), encode(LeaderWord{LeaderWordKind::Refused, why, build_}));
}

bool RollCall::is_refused(const std::string& worker) const {
  const auto known = known_.find(worker);
  return known != known_.end() && known->second.refused;
}

std::size_t RollCall::workers() const {
  std::size_t workers = 0;
  for (const auto& [name, known] : known_) workers += plays(known) ? 1 : 0;
  return workers;
}

bool RollCall::has_others(const std::set<std::string>& workers) const {
  return has_any([&](const std::string& worker) { return !workers.contains(worker); });
}

bool RollCall::has_any(const std::function<bool(const std::string& worker)>& is_such) const {
  return std::any_of(known_.begin(), known_.end(),
                     [&](const auto& known) { return plays(known.second) && is_such(known.first); });
}

std::size_t RollCall::cores() const {
  std::size_t cores = 0;
  for (const auto& [name, known] : known_) cores += plays(known) ? known.hello.cores : 0;
  return cores;
}

SeenWorkers RollCall::seen() const {
  const Clock::time_point now = Clock::now();
  SeenWorkers seen;
  for (const auto& [name, known] : known_) {
    const WorkerHello& hello = known.hello;
    if (known.gone && !known.refused && known.heard + Remembered < now) continue;
    SeenWorker& worker = seen.all.emplace_back();
    worker = {name, hello.build, hello.machine, hello.sandbox, hello.cores, hello.speed};
    if (known.beat) {
      worker.load = known.beat->load;
      worker.under_way = known.beat->under_way.size();
      worker.units = known.beat->units;
    }
    if (!hello.worker.empty()) worker.silent_s = std::chrono::duration<double>(now - known.heard).count();
    if (known.refused) {
      worker.state = WorkerState::Refused;
      worker.reason = known.why_refused;
    } else if (hello.build != build_) {
      worker.state = WorkerState::OtherBuild;
      worker.reason = fmt::format("it is {}, and this leader is {}", hello.build, build_);
    } else if (known.gone) {
      worker.state = WorkerState::Silent;
      worker.reason = "it has not been heard of for some time";
    } else if (!plays(known)) {
      worker.state = WorkerState::Draining;
      worker.reason = "it was told to stop, and finishes what it has";
    }
  }
  return seen;
}

}  // namespace tichu::arena
