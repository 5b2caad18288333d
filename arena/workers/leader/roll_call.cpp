#include "arena/workers/leader/roll_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "arena/text/counted.h"
#include "arena/workers/broker/subjects.h"
#include "arena/workers/units/unit_messages.h"

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

Voices voices_at(Broker& broker) {
  const auto ear = [&](const char* subjects) {
    return [listener = std::shared_ptr<Listener>(broker.listen(subjects))] {
      return listener->next(std::chrono::milliseconds(0));
    };
  };
  return {[&broker](const std::string& subject, std::string_view bytes) { broker.say(subject, bytes); }, ear(AllHellos),
          ear(AllBeats)};
}

RollCall::RollCall(Voices voices, std::string build) : voices_(std::move(voices)), build_(std::move(build)) {}

void RollCall::call() {
  called_ = Clock::now();
  voices_.say(RollCallSubject, "");
}

bool RollCall::plays(const Known& known) const {
  return !known.gone && !known.refused && known.hello.build == build_ && !(known.beat && known.beat->draining);
}

void RollCall::take_hello(const HeardMessage& said, Time now, std::vector<std::string>& news) {
  const OrInputError<WorkerHello> hello = decode_hello(said.bytes, "a worker");
  if (!hello || said.subject != subject_of_hello(hello->worker)) return;
  if (known_.size() >= MostWorkers && !known_.contains(hello->worker)) return;
  Known& known = known_[hello->worker];
  const bool is_here = !known.hello.worker.empty() && !known.gone;
  const bool is_new = !is_here || known.hello != *hello;
  known.hello = *hello;
  known.heard = now;
  known.gone = false;
  if (known.refused) {
    voices_.say(subject_of_word(hello->worker), encode(LeaderWord{LeaderWordKind::Refused, known.why_refused, build_}));
    return;
  }
  if (hello->build != build_) {
    if (is_new) {
      news.push_back(fmt::format("worker {} ({}) plays nothing here: it is {}, and this leader is {}", hello->worker,
                                 hello->machine, hello->build, build_));
    }
    voices_.say(subject_of_word(hello->worker),
                encode(LeaderWord{LeaderWordKind::Upgrade,
                                  fmt::format("the leader is {}, this worker is {}: install that on this machine",
                                              build_, hello->build),
                                  build_}));
    return;
  }
  if (!is_new) return;
  news.push_back(fmt::format("worker {} {}: {}, {}, {:.0f} reference rounds/s a core, sandbox {}", hello->worker,
                             is_here ? "says anew what it is" : "has come", hello->machine,
                             counted(hello->cores, "core"), hello->speed, hello->sandbox));
  voices_.say(subject_of_word(hello->worker), encode(LeaderWord{LeaderWordKind::Welcome, "", build_}));
}

void RollCall::take_beat(const HeardMessage& said, Time now) {
  const OrInputError<WorkerBeat> beat = decode_beat(said.bytes, "a worker");
  if (!beat || said.subject != subject_of_beat(beat->worker)) return;
  const auto known = known_.find(beat->worker);
  if (known == known_.end() || known->second.gone) {
    if (now >= called_ + BetweenCalls) call();
    if (known == known_.end()) return;
  }
  known->second.beat = *beat;
  known->second.heard = now;
}

void RollCall::forget_gone(Time now) {
  std::erase_if(known_, [&](const auto& known) {
    return known.second.gone && !known.second.refused && known.second.heard + Remembered < now;
  });
}

std::vector<std::string> RollCall::take_news(Time now) {
  std::vector<std::string> news;
  const auto hear = [](const auto& next, const auto& take) {
    for (int heard = 0; heard < MostHeard; ++heard) {
      const std::optional<HeardMessage> said = next();
      if (!said) return;
      take(*said);
    }
  };
  forget_gone(now);
  hear(voices_.next_hello, [&](const HeardMessage& said) { take_hello(said, now, news); });
  hear(voices_.next_beat, [&](const HeardMessage& said) { take_beat(said, now); });
  for (auto& [name, known] : known_) {
    if (known.gone || known.heard + Silence > now) continue;
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
  voices_.say(subject_of_word(worker), encode(LeaderWord{LeaderWordKind::Refused, why, build_}));
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
  return std::any_of(known_.begin(), known_.end(),
                     [&](const auto& known) { return plays(known.second) && !workers.contains(known.first); });
}

std::size_t RollCall::cores() const {
  std::size_t cores = 0;
  for (const auto& [name, known] : known_)
    cores += plays(known) ? std::min<std::size_t>(known.hello.cores, MostCoresOfWorker) : 0;
  return cores;
}

SeenWorkers RollCall::seen() const {
  const Clock::time_point now = Clock::now();
  SeenWorkers seen;
  for (const auto& [name, known] : known_) {
    const WorkerHello& hello = known.hello;
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
