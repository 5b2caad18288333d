#include "arena/workers/worker/worker.h"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "arena/text/counted.h"
#include "arena/workers/broker/subjects.h"
#include "arena/workers/units/bot_artifact.h"
#include "arena/workers/units/reference_speed.h"
#include "arena/workers/worker/kept_results.h"

namespace tichu::arena {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

/// Well below a leader's patience with a worker that it does not hear.
constexpr milliseconds BetweenBeats(1500);
/// Results that no leader has taken, from which on no units are taken.
constexpr int MostResults = MostUnitsOfBeat / 2;
constexpr std::chrono::minutes BetweenMeasurements(1);
/// How long leaders are waited for at the end.
constexpr std::chrono::seconds LastWait(20);
/// How long a piece of a bot's files is waited for, and how often it is asked for.
constexpr std::chrono::seconds PieceWait(2);
constexpr int PieceAttempts = 10;

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

/// A worker while it runs: the calling thread talks, the others play.
class RunningWorker {
 public:
  RunningWorker(const WorkerOptions& options, std::function<void(const std::string& text)> say)
      : options_(options),
        say_(std::move(say)),
        broker_(options.broker, options.identity.name),
        cache_(options.cache, options.cache_bytes, options.bundled,
               [this](const std::string& sha256) { return fetched(sha256); }),
        results_(broker_, options.identity.name) {
    hello_.set_worker(options.identity.name);
    hello_.set_build(options.identity.build);
    hello_.set_machine(machine_text());
    hello_.set_cores(static_cast<std::uint32_t>(options.identity.cores));
    hello_.set_speed(options.speed ? *options.speed : reference_speed());
    const auto sandbox = Sandbox::find({}, {});
    hello_.set_sandbox(sandbox ? (*sandbox)->report().kind : "none");
  }

  WorkerEnd run(const std::function<bool()>& stop_requested) {
    note(fmt::format("{}, {:.0f} reference rounds/s a core, sandbox {}, broker {}", counted(hello_.cores(), "core"),
                     hello_.speed(), hello_.sandbox(), public_text(options_.broker)));
    const std::unique_ptr<Listener> messages = broker_.listen(to_worker(hello_.worker(), "*"));
    const std::unique_ptr<Listener> roll = broker_.listen(RollCallSubject);
    present();
    std::vector<std::jthread> threads;
    try {
      for (std::size_t i = 0; i < options_.identity.cores; ++i) threads.emplace_back([this, i] { play_units(i); });
      talk(threads.size(), *messages, *roll, stop_requested);
    } catch (...) {
      fail(std::current_exception());  // or the threads would be waited for without end
    }
    threads.clear();
    if (failure_) std::rethrow_exception(failure_);
    note(fmt::format("ends; it played {}{}", counted(units_.load(), "unit"),
                     !results_.empty() ? ", and not all of their results were taken" : ""));
    return end_;
  }

 private:
  /// Until all threads have ended, and leaders have taken what they can.
  void talk(std::size_t threads, Listener& messages, Listener& roll, const std::function<bool()>& stop_requested) {
    Clock::time_point last = Clock::time_point::max();
    while (ended_ < threads || (Clock::now() < last && !results_.empty())) {
      if (!draining_ && stop_requested()) drain("it was told to stop", WorkerEnd::Stopped);
      if (ended_ == threads && last == Clock::time_point::max()) last = Clock::now() + LastWait;
      if (const auto message = messages.next(milliseconds(100))) take(*message);
      if (roll.next(milliseconds(0))) present();
      if (is_beat_due()) send_beat();
      if (!options_.speed && Clock::now() > measured_ + BetweenMeasurements) measure_again();
      results_.send_due();
      look_at_broker();
    }
  }

  /// Every thread ends, and the worker with what failed first.
  void fail(std::exception_ptr failure) {
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    draining_ = true;
    news_.notify_all();
  }

  void drain(const std::string& why, WorkerEnd end) {
    end_ = end;
    note("finishes what it has: " + why);
    {
      const std::scoped_lock lock(mutex_);
      draining_ = true;
      waiting_.clear();
    }
    news_.notify_all();
    send_beat();
  }

  void take(const HeardMessage& message) {
    if (message.subject == subject_of_unit(hello_.worker())) take_unit(message.bytes);
    if (message.subject == subject_of_files(hello_.worker())) take_piece(message.bytes);
    if (message.subject == subject_of_word(hello_.worker())) heed(message.bytes);
  }

  void take_unit(const std::string& bytes) {
    OrInputError<units::Unit> unit = decode<units::Unit>(bytes, "a leader");
    if (!unit) {
      note("a unit cannot be read: " + unit.error().text());
      return;
    }
    const UnitId id = id_of(*unit);
    if (results_.send(id)) return;
    {
      const std::scoped_lock lock(mutex_);
      const bool has_it = std::ranges::find(playing_, id) != playing_.end() ||
                          std::ranges::find(waiting_, id, id_of<units::Unit>) != waiting_.end();
      if (draining_ || has_it) return;
      waiting_.push_back(std::move(*unit));
    }
    news_.notify_all();
  }

  void take_piece(const std::string& bytes) {
    OrInputError<units::FilesPiece> piece = decode<units::FilesPiece>(bytes, "a leader");
    if (!piece) return;
    {
      const std::scoped_lock lock(mutex_);
      if (piece->artifact() != wanted_.artifact() || piece->piece() != wanted_.piece()) return;
      piece_ = std::move(*piece);
    }
    news_.notify_all();
  }

  void heed(const std::string& said) {
    const OrInputError<units::Word> word = decode<units::Word>(said, "a leader");
    if (!word) return;
    for (const units::UnitName& unit : word->units()) results_.forget(id_of(unit));
    if (draining_) return;
    if (word->kind() == units::Word::UPGRADE) drain(word->text(), WorkerEnd::Upgrade);
    if (word->kind() == units::Word::REFUSED) drain(word->text(), WorkerEnd::Refused);
  }

  /// To a leader that has just come, or has to be told anew.
  void present() {
    broker_.publish(subject_of_hello(hello_.worker()), encode(hello_));
    send_beat();
    results_.send_all();
  }

  bool is_beat_due() const {
    const std::scoped_lock lock(mutex_);
    return Clock::now() >= next_beat_;
  }

  /// What it has, so that leaders know what it lacks. Any thread.
  void send_beat() {
    units::Beat beat;
    beat.set_worker(options_.identity.name);
    beat.set_load(load_per_core());
    beat.set_units(units_);
    beat.set_draining(draining_);
    const auto add = [](auto& names, const UnitId& id) {
      if (names.size() < MostUnitsOfBeat) set_id(*names.Add(), id);
    };
    {
      const std::scoped_lock lock(mutex_);
      next_beat_ = Clock::now() + BetweenBeats;
      for (const UnitId& id : playing_) add(*beat.mutable_under_way(), id);
      for (const units::Unit& unit : waiting_) add(*beat.mutable_under_way(), id_of(unit));
    }
    // After the units that are played: one that is finished meanwhile is named twice, and not left out.
    for (const UnitId& id : results_.units()) add(*beat.mutable_finished(), id);
    const bool is_full = draining_ || beat.finished_size() >= MostResults;
    beat.set_slots(is_full ? 0 : static_cast<std::uint32_t>(options_.identity.cores - pausing_));
    broker_.publish(subject_of_beat(options_.identity.name), encode(beat));
  }

  /// The machine may have been busy when it was measured before.
  void measure_again() {
    measured_ = Clock::now();
    const double speed = reference_speed();
    if (speed <= hello_.speed()) return;
    hello_.set_speed(speed);
    present();
  }

  void look_at_broker() {
    const bool connected = broker_.is_connected();
    if (std::exchange(was_connected_, connected) != connected) {
      note(connected ? "the broker is back" : "the broker is away; waiting for it");
    }
    const std::uint64_t reconnections = broker_.reconnections();
    if (connected && std::exchange(reconnections_, reconnections) != reconnections) present();
  }

  /// A sentence for people. Any thread.
  void note(const std::string& text) {
    const std::scoped_lock lock(say_mutex_);
    say_("worker " + options_.identity.name + ": " + text);
  }

  void play_units(std::size_t thread) {
    try {
      UnitPlayer player(cache_, options_.identity, static_cast<std::size_t>(::getpid()) + thread);
      BackOff after_failure(milliseconds(1000), milliseconds(60'000));
      while (const std::optional<units::Unit> unit = next_unit()) {
        units::UnitResult result = player.play(*unit);
        if (options_.before_result) options_.before_result(*unit, cache_, result);
        const bool is_failure = result.has_failure();
        if (is_failure) {
          note(fmt::format("unit {} cannot be played: {}", unit->unit(), result.failure().text()));
        }
        ++units_;
        if (is_failure) {
          pause(result, after_failure.next());
        } else {
          give_back(result);
          after_failure.reset();
        }
      }
    } catch (...) {
      fail(std::current_exception());
    }
    ++ended_;
  }

  /// After a failure others get the next units; leaders hear of that before they hear of the failure.
  void pause(const units::UnitResult& result, milliseconds time) {
    ++pausing_;
    send_beat();
    give_back(result);
    {
      std::unique_lock lock(mutex_);
      news_.wait_for(lock, time, [this] { return draining_.load(); });
    }
    --pausing_;
    send_beat();
  }

  /// Waits for a unit; nullopt if the worker takes no more.
  std::optional<units::Unit> next_unit() {
    std::unique_lock lock(mutex_);
    news_.wait(lock, [this] { return draining_ || !waiting_.empty(); });
    if (draining_) return std::nullopt;
    units::Unit unit = std::move(waiting_.front());
    waiting_.pop_front();
    playing_.push_back(id_of(unit));
    return unit;
  }

  void give_back(const units::UnitResult& result) {
    results_.add(result);
    {
      const std::scoped_lock lock(mutex_);
      std::erase(playing_, id_of(result));
    }
    send_beat();
  }

  /// The files of a bot, piece by piece. One thread at a time: the cache sees to that.
  std::string fetched(const std::string& sha256) {
    std::string bytes;
    units::FilesRequest request;
    request.set_artifact(sha256);
    for (std::uint32_t pieces = 1; request.piece() < pieces; request.set_piece(request.piece() + 1)) {
      const units::FilesPiece got = fetched(request);
      pieces = got.pieces();
      bytes += got.bytes();
      if (bytes.size() > MostArtifactBytes) throw ArtifactTrouble("the files " + sha256 + " are too many");
    }
    return bytes;
  }

  units::FilesPiece fetched(const units::FilesRequest& request) {
    std::unique_lock lock(mutex_);
    wanted_ = request;
    piece_.reset();
    for (int attempt = 0; attempt < PieceAttempts; ++attempt) {
      broker_.publish(subject_of_request(options_.identity.name), encode(request));
      if (news_.wait_for(lock, PieceWait, [this] { return piece_.has_value(); })) return *std::exchange(piece_, {});
    }
    throw ArtifactTrouble("no leader sends the files " + request.artifact());
  }

  const WorkerOptions& options_;
  std::mutex say_mutex_;
  const std::function<void(const std::string& text)> say_;
  Clock::time_point measured_ = Clock::now();
  units::Hello hello_;  ///< the talking thread's, like what is said of the broker
  Broker broker_;
  ArtifactCache cache_;
  KeptResults results_;
  mutable std::mutex mutex_;
  std::condition_variable news_;
  // Under the mutex:
  std::deque<units::Unit> waiting_;  ///< to be played
  std::list<UnitId> playing_;
  units::FilesRequest wanted_;  ///< the piece that a thread waits for
  std::optional<units::FilesPiece> piece_;
  std::exception_ptr failure_;
  Clock::time_point next_beat_{};
  // Of all threads:
  std::atomic<bool> draining_ = false;
  std::atomic<std::size_t> ended_ = 0;  ///< threads that have ended
  std::atomic<std::uint64_t> units_ = 0;
  std::atomic<std::size_t> pausing_ = 0;  ///< threads that pause
  bool was_connected_ = true;
  std::uint64_t reconnections_ = 0;
  WorkerEnd end_ = WorkerEnd::Stopped;
};

}  // namespace

WorkerEnd run_worker(const WorkerOptions& options, const std::function<bool()>& stop_requested,
                     const std::function<void(const std::string& text)>& say) {
  return RunningWorker(options, say).run(stop_requested);
}

}  // namespace tichu::arena
