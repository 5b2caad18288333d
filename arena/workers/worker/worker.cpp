#include "arena/workers/worker/worker.h"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "arena/hosting/sandbox/posix.h"
#include "arena/text/counted.h"
#include "arena/workers/broker/back_off.h"
#include "arena/workers/broker/subjects.h"
#include "arena/workers/units/bot_artifact.h"
#include "arena/workers/units/reference_speed.h"
#include "arena/workers/units/result_parts.h"
#include "arena/workers/units/unit_messages.h"

namespace tichu::arena {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

/// Well below the broker's patience with a unit that shows no sign of life.
constexpr milliseconds BetweenSigns(1500);
constexpr milliseconds BetweenBeats(3000);
/// A worker that is too slow for a unit lets others take the next one.
constexpr milliseconds PauseAfterRefusal(300);
/// A unit that came so often without a result is not played again: it may have killed whoever played it.
constexpr std::uint64_t MostDeliveries = 3;

std::string machine_text() {
  utsname names{};
  ::uname(&names);
  return fmt::format("{} ({} {})", names.nodename, names.sysname, names.machine);
}

double load_per_core() {
  double load = 0;
  if (::getloadavg(&load, 1) != 1) return 0;
  return load / std::max(1u, std::thread::hardware_concurrency());
}

/// A unit that is being played, for the thread that shows the broker signs of life.
struct UnderWayUnit {
  UnitId id;
  const PulledMessage* message;
};

/// A worker while it runs: the calling thread talks, the others play.
class RunningWorker {
 public:
  explicit RunningWorker(const WorkerOptions& options)
      : options_(options),
        broker_(options.broker, options.identity.name),
        cache_(options.cache, options.cache_bytes, options.bundled,
               [this](const std::string& sha256) { return fetched(sha256); }),
        speed_(options.speed) {
    hello_.version = UnitMessagesVersion;
    hello_.worker = options.identity.name;
    hello_.build = options.identity.build;
    hello_.machine = machine_text();
    hello_.cores = static_cast<std::uint32_t>(options.identity.cores);
    hello_.speed = speed_.best();
    hello_.memory_mb = machine_memory() >> 20;
    const auto sandbox = Sandbox::find({}, {});
    hello_.sandbox = sandbox ? (*sandbox)->report().kind : "none";
  }

  WorkerEnd run(const std::function<bool()>& stop_requested, const std::function<void(const std::string& text)>& say) {
    say(fmt::format("worker {}: {}, {:.0f} reference rounds/s a core, sandbox {}, broker {}", hello_.worker,
                    counted(hello_.cores, "core"), hello_.speed, hello_.sandbox, public_text(options_.broker)));
    const std::unique_ptr<Listener> words = broker_.listen(subject_of_word(hello_.worker));
    const std::unique_ptr<Listener> roll = broker_.listen(RollCallSubject);
    broker_.say(subject_of_hello(hello_.worker), encode(hello_));
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < options_.identity.cores; ++i) threads.emplace_back([this, i] { play_units(i); });
    while (ended_ < threads.size()) {
      if (!draining_ && stop_requested()) drain(say, "it was told to stop", WorkerEnd::Stopped);
      if (const auto word = words->next(milliseconds(100))) heed(word->bytes, say);
      if (roll->next(milliseconds(0))) broker_.say(subject_of_hello(hello_.worker), encode(hello_));
      show_life();
      tell(say);
    }
    threads.clear();
    if (failure_) std::rethrow_exception(failure_);
    say(fmt::format("worker {}: ends; it played {}", hello_.worker, counted(units_.load(), "unit")));
    return end_;
  }

 private:
  void drain(const std::function<void(const std::string&)>& say, const std::string& why, WorkerEnd end) {
    end_ = end;
    say(fmt::format("worker {}: finishes what it has: {}", hello_.worker, why));
    {
      const std::scoped_lock lock(mutex_);
      draining_ = true;
    }
    wake_.notify_all();
  }

  void heed(const std::string& said, const std::function<void(const std::string&)>& say) {
    const OrInputError<LeaderWord> word = decode_word(said, "a leader");
    if (!word || draining_) return;
    if (word->kind == LeaderWordKind::Upgrade) drain(say, word->text, WorkerEnd::Upgrade);
    if (word->kind == LeaderWordKind::Refused) drain(say, word->text, WorkerEnd::Refused);
    if (word->kind == LeaderWordKind::Drain) drain(say, word->text, WorkerEnd::Stopped);
  }

  void show_life() {
    const Clock::time_point now = Clock::now();
    if (now >= next_sign_) {
      next_sign_ = now + BetweenSigns;
      const std::scoped_lock lock(mutex_);
      for (const UnderWayUnit& unit : under_way_) unit.message->in_progress();
    }
    if (now < next_beat_) return;
    next_beat_ = now + BetweenBeats;
    WorkerBeat beat;
    beat.worker = hello_.worker;
    beat.number = beats_++;
    beat.load = load_per_core();
    beat.units = units_;
    beat.draining = draining_;
    {
      const std::scoped_lock lock(mutex_);
      for (const UnderWayUnit& unit : under_way_) beat.under_way.push_back(unit.id);
    }
    beat.slots = hello_.cores - std::min(hello_.cores, static_cast<std::uint32_t>(beat.under_way.size()));
    broker_.say(subject_of_beat(hello_.worker), encode(beat));
  }

  /// Says what threads had to say, and whether the broker comes and goes.
  void tell(const std::function<void(const std::string&)>& say) {
    if (const double speed = speed_.best(); speed != hello_.speed) {
      hello_.speed = speed;
      say(fmt::format("worker {}: {:.0f} reference rounds/s a core, measured again", hello_.worker, speed));
      broker_.say(subject_of_hello(hello_.worker), encode(hello_));
    }
    const bool connected = broker_.is_connected();
    if (connected != was_connected_) {
      say("worker " + hello_.worker + (connected ? ": the broker is back" : ": the broker is away; waiting for it"));
      if (connected) broker_.say(subject_of_hello(hello_.worker), encode(hello_));
      was_connected_ = connected;
    }
    std::vector<std::string> troubles;
    {
      const std::scoped_lock lock(mutex_);
      troubles.swap(troubles_);
    }
    for (const std::string& trouble : troubles) say("worker " + hello_.worker + ": " + trouble);
  }

  void note(const std::string& trouble) {
    constexpr std::size_t MostTroubles = 100;
    const std::scoped_lock lock(mutex_);
    if (troubles_.size() < MostTroubles) troubles_.push_back(trouble);
  }

  /// Waits, but not if it drains.
  void pause(milliseconds time) {
    std::unique_lock lock(mutex_);
    wake_.wait_for(lock, time, [this] { return draining_.load(); });
  }

  void play_units(std::size_t thread) {
    try {
      const std::unique_ptr<Puller> puller =
          broker_.puller(BrokerStream::Units, consumer_of_units(options_.identity.build));
      UnitPlayer player(cache_, options_.identity, static_cast<std::size_t>(::getpid()) + thread);
      BackOff without_units(milliseconds(200), milliseconds(2000));
      BackOff after_failure(milliseconds(1000), milliseconds(60'000));
      while (!draining_) {
        try {
          std::vector<PulledMessage> messages = puller->pull(1, without_units.jittered(milliseconds(1000)));
          without_units.reset();
          if (messages.empty()) continue;
          switch (play(messages.front(), player)) {
            case Played::Whole:
              after_failure.reset();
              break;
            case Played::Refused:
              // So that another takes it; but there may be units that this one plays.
              pause(after_failure.jittered(PauseAfterRefusal));
              break;
            case Played::Failed:
              pause(after_failure.next());
              break;
          }
        } catch (const BrokerTrouble&) {
          pause(without_units.next());
        }
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      draining_ = true;
    }
    ++ended_;
  }

  /// A unit of which the leader hears as long as this object lives.
  class UnderWay {
   public:
    UnderWay(RunningWorker& worker, UnderWayUnit unit) : worker_(worker) {
      const std::scoped_lock lock(worker_.mutex_);
      entry_ = worker_.under_way_.insert(worker_.under_way_.end(), std::move(unit));
    }
    ~UnderWay() {
      const std::scoped_lock lock(worker_.mutex_);
      worker_.under_way_.erase(entry_);
    }
    UnderWay(const UnderWay&) = delete;
    UnderWay& operator=(const UnderWay&) = delete;

   private:
    RunningWorker& worker_;
    std::list<UnderWayUnit>::iterator entry_;
  };

  /// What came of a unit.
  enum class Played : std::uint8_t {
    Whole,
    Refused,  ///< this worker does not play it, which is not its machine's fault
    Failed    ///< this machine could not
  };

  /// Plays a unit and gives its result back.
  Played play(const PulledMessage& message, UnitPlayer& player) {
    const OrInputError<Unit> unit = decode_unit(message.bytes(), "a leader");
    if (!unit) {
      note("a unit cannot be read: " + unit.error().text());
      message.give_back(milliseconds(30'000));
      return Played::Failed;
    }
    const UnderWay under_way(*this, {unit->id, &message});
    UnitResult result;
    if (const std::uint64_t deliveries = message.deliveries(); deliveries > MostDeliveries) {
      result =
          failed(unit->id, {UnitFailureKind::Abandoned,
                            fmt::format("it was taken {} times, and nobody came back with a result", deliveries - 1)});
    } else if (!speed_.reaches(unit->least_speed)) {
      result = failed(unit->id, {UnitFailureKind::Refused,
                                 fmt::format("it plays {:.0f} reference rounds/s a core, but bots that look at the "
                                             "clock need {:.0f}",
                                             speed_.best(), unit->least_speed)});
    } else {
      result = player.play(*unit, [] { return true; });
      if (options_.before_result) options_.before_result(*unit, result);
    }
    if (result.failure) {
      note(fmt::format("unit {} cannot be played: {}", unit->id.number.value(), result.failure->text));
    }
    give_back(*unit, result, message.deliveries());
    message.acknowledge();
    ++units_;
    if (!result.failure) return Played::Whole;
    const UnitFailureKind kind = result.failure->kind;
    const bool is_refused = kind == UnitFailureKind::Refused || kind == UnitFailureKind::Abandoned;
    return is_refused ? Played::Refused : Played::Failed;
  }

  /// The result of a unit that this worker did not play.
  UnitResult failed(const UnitId& id, UnitFailure failure) const {
    UnitResult result;
    result.id = id;
    result.worker = options_.identity.name;
    result.build = options_.identity.build;
    result.failure = std::move(failure);
    return result;
  }

  /// A result that is larger than a leader takes is a failure, since nobody else would have a smaller one.
  std::vector<std::string> parts_of(const UnitResult& result) const {
    try {
      return result_parts(result);
    } catch (const std::length_error& error) {
      return result_parts(failed(result.id, {UnitFailureKind::Machine, error.what()}));
    }
  }

  /// Until the broker has it, however long that takes; draining, for a while.
  void give_back(const Unit& unit, const UnitResult& result, std::uint64_t delivery) {
    constexpr int AttemptsOfDrain = 20;
    const std::string subject = subject_of_result(options_.identity.name, unit.id);
    const std::vector<std::string> parts = parts_of(result);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::string id = fmt::format("{}.{}.{}.{}.{}.{}", unit.id.tournament, unit.id.number.value(),
                                         unit.id.attempt, options_.identity.name, delivery, i);
      BackOff back_off(milliseconds(100), milliseconds(5000));
      for (int attempt = 1;; ++attempt) {
        try {
          broker_.put(subject, parts[i], id);
          break;
        } catch (const BrokerTrouble& trouble) {
          if (attempt == 1) note(trouble.what());
          if (draining_ && attempt >= AttemptsOfDrain) throw;
        }
        std::this_thread::sleep_for(back_off.next());
      }
    }
  }

  std::string fetched(const std::string& sha256) {
    const std::optional<std::string> head = broker_.latest(BrokerStream::Bots, subject_of_bot(sha256));
    if (!head) throw ArtifactTrouble("the broker does not have the files " + sha256.substr(0, 12));
    std::size_t pieces = 0;
    std::from_chars(head->data(), head->data() + head->size(), pieces);
    std::string bytes;
    for (std::size_t i = 0; i < pieces; ++i) {
      const std::optional<std::string> piece = broker_.latest(BrokerStream::Bots, subject_of_piece(sha256, i));
      const bool is_one = piece && piece->starts_with(PieceMark);
      if (!is_one || bytes.size() + piece->size() - 1 > MostArtifactBytes) {
        throw ArtifactTrouble("the broker does not have all pieces of the files " + sha256.substr(0, 12));
      }
      bytes.append(*piece, 1);
    }
    return bytes;
  }

  const WorkerOptions& options_;
  WorkerHello hello_;  ///< the talking thread's
  Broker broker_;
  ArtifactCache cache_;
  MachineSpeed speed_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::list<UnderWayUnit> under_way_;
  std::vector<std::string> troubles_;
  std::exception_ptr failure_;
  std::atomic<bool> draining_ = false;
  std::atomic<std::size_t> ended_ = 0;  ///< threads that have ended
  std::atomic<std::uint64_t> units_ = 0;
  std::uint64_t beats_ = 0;
  Clock::time_point next_sign_{};
  Clock::time_point next_beat_{};
  bool was_connected_ = true;
  WorkerEnd end_ = WorkerEnd::Stopped;
};

}  // namespace

WorkerEnd run_worker(const WorkerOptions& options, const std::function<bool()>& stop_requested,
                     const std::function<void(const std::string& text)>& say) {
  return RunningWorker(options).run(stop_requested, say);
}

}  // namespace tichu::arena
