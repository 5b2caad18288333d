#include "arena/workers/leader/worker_registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "arena/text/counted.h"
#include "arena/workers/broker/subjects.h"

namespace tichu::arena {
namespace {

using Clock = std::chrono::steady_clock;

/// Some beats.
constexpr std::chrono::seconds Silence(15);
/// After which what a worker has is given to others.
constexpr std::chrono::seconds ShortSilence(6);
/// How long who is silent is shown: a worker that comes again usually has another name.
constexpr std::chrono::hours Remembered(1);
/// Between two calls because of beats of workers that have not said hello.
constexpr std::chrono::seconds BetweenCalls(1);

}  // namespace

void WorkerRegistry::call() {
  called_ = Clock::now();
  publish_(RollCallSubject, "");
}

void WorkerRegistry::say(const std::string& worker, units::Word::Kind kind, const std::string& text) {
  units::Word word;
  word.set_kind(kind);
  word.set_text(text);
  publish_(subject_of_word(worker), encode(word));
}

void WorkerRegistry::say_taken(const std::string& worker, const std::vector<UnitId>& units) {
  units::Word word;
  word.set_kind(units::Word::TAKEN);
  for (std::size_t i = 0; i < units.size(); ++i) {
    set_id(*word.add_units(), units[i]);
    if (word.units_size() < MostUnitsOfBeat && i + 1 < units.size()) continue;
    publish_(subject_of_word(worker), encode(word));
    word.clear_units();
  }
}

bool WorkerRegistry::plays(const KnownWorker& worker) const {
  return !worker.gone && !worker.is_refused() && worker.hello.build() == build_ &&
         !(worker.beat && worker.beat->draining());
}

bool WorkerRegistry::is_here(const std::string& worker, Time now) const {
  const auto known = known_.find(worker);
  return known != known_.end() && !known->second.is_refused() && known->second.heard + ShortSilence > now;
}

void WorkerRegistry::take_hello(const HeardMessage& message, Time now) {
  OrInputError<units::Hello> hello = decode<units::Hello>(message.bytes, "a worker");
  const std::string worker = worker_of(message.subject);
  if (!hello || worker != hello->worker()) return;
  KnownWorker& known = known_[worker];
  const bool is_here = !known.hello.worker().empty() && !known.gone;
  const bool is_new = !is_here || known.hello.SerializeAsString() != hello->SerializeAsString();
  known.hello = *hello;
  known.heard = now;
  known.gone = false;
  if (known.is_refused()) {
    say(worker, units::Word::REFUSED, known.why_refused);
    return;
  }
  if (hello->build() != build_) {
    if (is_new) {
      news_.push_back(fmt::format("worker {} ({}) plays nothing here: it is {}, and this leader is {}", worker,
                                  hello->machine(), hello->build(), build_));
    }
    say(worker, units::Word::UPGRADE,
        fmt::format("the leader is {}, this worker is {}: install that on this machine", build_, hello->build()));
    return;
  }
  if (!is_new) return;
  news_.push_back(fmt::format("worker {} {}: {}, {}, {:.0f} reference rounds/s a core, sandbox {}", worker,
                              is_here ? "says anew what it is" : "has come", hello->machine(),
                              counted(hello->cores(), "core"), hello->speed(), hello->sandbox()));
}

void WorkerRegistry::take_beat(const HeardMessage& message, Time now) {
  OrInputError<units::Beat> beat = decode<units::Beat>(message.bytes, "a worker");
  if (!beat || worker_of(message.subject) != beat->worker()) return;
  const auto known = known_.find(beat->worker());
  if (known == known_.end() || known->second.gone || known->second.hello.worker().empty()) {
    if (now >= called_ + BetweenCalls) call();
    if (known == known_.end()) return;
  }
  known->second.beat = std::move(*beat);
  known->second.beaten = known->second.heard = now;
}

std::vector<std::string> WorkerRegistry::take_news(Time now) {
  std::erase_if(known_, [&](const auto& known) {
    return known.second.gone && !known.second.is_refused() && known.second.heard + Remembered < now;
  });
  for (auto& [name, known] : known_) {
    if (known.gone || known.heard + Silence > now) continue;
    known.gone = true;
    news_.push_back("worker " + name + " has not been heard of for some time");
  }
  return std::exchange(news_, {});
}

void WorkerRegistry::refuse(const std::string& worker, const std::string& why) {
  KnownWorker& known = known_[worker];
  if (known.hello.worker().empty()) known.gone = true;  // it was refused before, and has said nothing yet
  known.why_refused = why;
  say(worker, units::Word::REFUSED, why);
}

KnownWorker* WorkerRegistry::find(const std::string& worker) {
  const auto known = known_.find(worker);
  return known == known_.end() ? nullptr : &known->second;
}

bool WorkerRegistry::is_refused(const std::string& worker) const {
  const auto known = known_.find(worker);
  return known != known_.end() && known->second.is_refused();
}

std::size_t WorkerRegistry::workers() const {
  std::size_t workers = 0;
  for (const auto& [name, known] : known_) workers += plays(known) ? 1 : 0;
  return workers;
}

bool WorkerRegistry::has_others(const std::set<std::string>& workers, bool but_guests) const {
  return std::any_of(known_.begin(), known_.end(), [&](const auto& known) {
    return plays(known.second) && !workers.contains(known.first) && !(but_guests && is_guest(known.first));
  });
}

bool WorkerRegistry::has_proven_others(const std::string& worker, bool but_guests) const {
  return std::any_of(known_.begin(), known_.end(), [&](const auto& known) {
    return plays(known.second) && known.second.proven > 0 && known.first != worker &&
           !(but_guests && is_guest(known.first));
  });
}

std::size_t WorkerRegistry::cores() const {
  std::size_t cores = 0;
  for (const auto& [name, known] : known_) cores += plays(known) ? known.hello.cores() : 0;
  return cores;
}

SeenWorkers WorkerRegistry::seen() const {
  const Clock::time_point now = Clock::now();
  SeenWorkers seen;
  for (const auto& [name, known] : known_) {
    const units::Hello& hello = known.hello;
    SeenWorker& worker = seen.all.emplace_back();
    worker = {name, hello.build(), hello.machine(), hello.sandbox(), hello.cores(), hello.speed()};
    if (known.beat) {
      worker.load = known.beat->load();
      worker.under_way = static_cast<std::size_t>(known.beat->under_way_size());
      worker.units = known.beat->units();
    }
    if (!hello.worker().empty()) worker.silent_s = std::chrono::duration<double>(now - known.heard).count();
    if (known.is_refused()) {
      worker.state = WorkerState::Refused;
      worker.reason = known.why_refused;
    } else if (hello.build() != build_) {
      worker.state = WorkerState::OtherBuild;
      worker.reason = fmt::format("it is {}, and this leader is {}", hello.build(), build_);
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
