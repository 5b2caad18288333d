#include "arena/workers/leader/remote_executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "arena/text/counted.h"
#include "arena/tournament/play/result_queue.h"
#include "arena/workers/broker/subjects.h"
#include "arena/workers/leader/leader.h"
#include "arena/workers/leader/recheck.h"
#include "arena/workers/leader/result_intake.h"
#include "arena/workers/leader/unit_dispatch.h"
#include "arena/workers/leader/unit_source.h"

namespace tichu::arena {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds BetweenLooks(500);
/// How long units under way are waited for once the run is to stop.
constexpr milliseconds LastWait(2500);
/// After a break of the connection workers are waited for before what they have is given to others.
constexpr milliseconds AfterBreak(6000);
constexpr milliseconds BetweenReminders(60'000);
/// Messages that are taken at a time.
constexpr int MostMessages = 1000;

/// How a tournament is played by workers.
struct RemoteOptions {
  BrokerAddress broker;
  std::filesystem::path bundled;
  std::string build;             ///< of this program: workers of others do not play
  std::filesystem::path folder;  ///< the tournament's, for the book of its units
  std::function<bool()> rests;   ///< of `RemotePlay`
};

/// The leader's side: one thread that gives out units and takes results.
class RemoteExecutor : public BoardExecutor {
 public:
  /// `broker`: what lasts of a run, whose executors follow one another; only the first must find it. Throws
  /// BrokerTrouble then.
  RemoteExecutor(RemoteOptions options, std::unique_ptr<Broker>& broker, const ExecutorContext& needs)
      : options_(std::move(options)),
        leader_(
            needs.feed, needs.roster, options_.folder,
            [this](const std::string& subject, std::string_view bytes) { broker_.publish(subject, bytes); },
            options_.build),
        broker_(broker != nullptr ? *broker
                                  : *(broker = std::make_unique<Broker>(
                                          options_.broker, "leader-" + leader_.book.tournament().substr(0, 8)))),
        recheck_(leader_),
        source_(needs, leader_, recheck_, options_.bundled),
        dispatch_(leader_, recheck_, source_),
        intake_(leader_, recheck_, source_, dispatch_) {
    restore(needs);
    workers_messages_ = broker_.listen(AllWorkers);
    results_ = broker_.listen(results_of_tournament(leader_.book.tournament()));
    leader_.most_bytes = broker_.most_bytes();
    reconnections_ = broker_.reconnections();
    leader_.registry.call();
    thread_ = std::jthread([this] { run(); });
  }

  ~RemoteExecutor() override {
    leader_.feed.stop();
    abandoned_ = true;
    queue_.close();
    if (thread_.joinable()) thread_.join();
    try {
      intake_.close_stored();
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): they are closed when the tournament goes on
    }
  }

  void set_roster(std::shared_ptr<const Roster> roster) override { leader_.set_roster(std::move(roster)); }
  void stop() override { leader_.feed.stop(); }
  std::vector<FinishedJob> take_finished(milliseconds patience) override { return queue_.take_all(patience); }
  bool is_done() const override { return queue_.exhausted(); }
  void note_stored(std::span<const FinishedJob> finished) override { intake_.note_stored(finished); }
  std::vector<RunNote> take_notes() override { return leader_.take_notes(); }
  std::shared_ptr<const SeenWorkers> workers() const override {
    const std::scoped_lock lock(mutex_);
    return workers_;
  }
  bool has_found_invalid() const override { return has_invalid_; }
  std::exception_ptr failure() const override {
    const std::scoped_lock lock(mutex_);
    return failure_;
  }

 private:
  /// What the book has of an earlier run.
  void restore(const ExecutorContext& needs) {
    for (BookedUnit& unit : leader_.book.open_units()) {
      if (std::any_of(unit.jobs.begin(), unit.jobs.end(),
                      [&](JobNumber job) { return needs.stored(job).has_value(); })) {
        recall_stored(unit);
      } else {
        source_.take_booked(std::move(unit), Clock::now());
      }
    }
    for (const UnitNumber unit : leader_.book.open_rechecks()) {
      recheck_.restore(unit, stored_unit(leader_.book.unit(unit), needs));
    }
  }

  /// Of a unit of an earlier run some boards are stored, so all that will be are.
  void recall_stored(BookedUnit& unit) {
    const bool is_judged = !unit.digests.empty();
    leader_.book.together([&] {
      unit.state = is_judged ? UnitState::Stored : UnitState::Dropped;
      leader_.book.note(unit);
      if (is_judged) recheck_.take_recalled(unit.id.number, unit.worker);
    });
  }

  /// A unit of an earlier run; nullopt if some of its boards are not stored any more.
  std::optional<OpenUnit> stored_unit(BookedUnit booked, const ExecutorContext& needs) {
    OpenUnit unit;
    unit.booked = std::move(booked);
    for (const JobNumber number : unit.booked.jobs) {
      const std::optional<Job> job = needs.stored(number);
      if (!job) return std::nullopt;
      unit.jobs.push_back({*job});
    }
    try {
      source_.make(unit);
    } catch (const std::runtime_error& error) {
      leader_.note(fmt::format("a unit that was to be played again is not: {}", error.what()));
      return std::nullopt;
    }
    return unit;
  }

  void run() {
    try {
      while (!is_over()) go_on(Clock::now());
      if (!has_invalid_) tell_of_stopped();
      if (!dispatch_.aside().empty() && !leader_.feed.is_stopped()) {
        const auto& [job, why] = *dispatch_.aside().begin();
        throw std::runtime_error(fmt::format(
            "{} could not be played by any worker, such as job {}: {}; all else is stored, and resume tries again",
            counted(dispatch_.aside().size(), "board"), job.value(), why));
      }
    } catch (...) {
      leader_.feed.stop();
      const std::scoped_lock lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
    queue_.worker_done();
  }

  void go_on(Clock::time_point now) {
    look_at_broker(now);
    if (!options_.rests || !options_.rests()) source_.fill(now);
    for (PlayedBoard& board : source_.take_played()) intake_.take(std::move(board));
    std::vector<HeardMessage> messages = receive();
    leader_.book.together([&] {
      for (const HeardMessage& message : messages) take(message);
      intake_.tell_taken();  // before a worker gets a unit again whose result it still has
      if (is_connected_) give(Clock::now());
    });
    if (!abandoned_) intake_.settle(queue_);
    intake_.close_stored();
    recheck();
    for (std::string& news : leader_.registry.take_news()) leader_.note(std::move(news), RunNote::Level::Info);
    see_workers(now);
  }

  /// Whether nothing more can be done.
  bool is_over() {
    const Clock::time_point now = Clock::now();
    if (abandoned_ || has_invalid_) return true;
    const std::size_t out = leader_.units.unplayed() - leader_.units.ready().size();
    if (leader_.feed.is_stopped()) {
      if (!stopped_at_) stopped_at_ = now;
      return out == 0 || now > *stopped_at_ + LastWait;
    }
    const bool has_units = leader_.units.unplayed() > 0 || source_.has_waiting();
    // All that is left may wait for a board that is set aside: it stays in doubt.
    const bool is_hopeless = !dispatch_.aside().empty() && source_.gave_nothing() && !has_units &&
                             leader_.local.open() == 0 && now > intake_.handed_over() + LastWait;
    return is_hopeless || (source_.is_exhausted() && !has_units && intake_.is_idle() && !recheck_.has_open());
  }

  /// Notices that the broker goes and comes. What was on its way may be lost.
  void look_at_broker(Clock::time_point now) {
    const bool was_connected = is_connected_;
    is_connected_ = broker_.is_connected();
    if (!is_connected_ && (was_connected || now > told_of_broker_ + BetweenReminders)) {
      told_of_broker_ = now;
      leader_.note(std::string("the broker: is away; it is ") + (was_connected ? "" : "still ") + "waited for");
    }
    if (!is_connected_ || broker_.reconnections() == reconnections_) return;
    reconnections_ = broker_.reconnections();
    leader_.most_bytes = broker_.most_bytes();
    connected_at_ = now;
    leader_.note("the broker is there again", RunNote::Level::Info);
    leader_.registry.call();
  }

  /// What workers have sent; waits for it a short while.
  std::vector<HeardMessage> receive() {
    constexpr milliseconds Patience(20);
    std::vector<HeardMessage> messages;
    std::optional<HeardMessage> message;
    while (messages.size() < MostMessages && (message = results_->next(milliseconds(0))))
      messages.push_back(std::move(*message));
    while (messages.size() < MostMessages &&
           (message = workers_messages_->next(messages.empty() ? Patience : milliseconds(0))))
      messages.push_back(std::move(*message));
    return messages;
  }

  void take(const HeardMessage& message) {
    const std::string kind = kind_of(message.subject);
    if (kind == "result") intake_.take(message);
    if (kind == "hello") leader_.registry.take_hello(message);
    if (kind == "beat") leader_.registry.take_beat(message);
    if (kind == "files") send_files(message);
  }

  /// A piece of the files of a bot, to a worker that has a unit with it.
  void send_files(const HeardMessage& message) {
    const std::string worker = worker_of(message.subject);
    const OrInputError<units::FilesRequest> request = decode<units::FilesRequest>(message.bytes, worker);
    if (!request) return;
    const auto names_files = [&](const units::Bot& bot) { return bot.artifact() == request->artifact(); };
    const bool may_have_it = std::ranges::any_of(leader_.units.all(), [&](const auto& unit) {
      const OpenUnit& open = unit.second;
      return open.state() == UnitState::Out && open.booked.worker == worker && open.unit &&
             std::ranges::any_of(open.unit->bots(), names_files);
    });
    if (!may_have_it) return;
    const auto piece = source_.piece(*request);
    if (piece) {
      broker_.publish(subject_of_files(worker), encode(*piece));
    } else {
      leader_.note(piece.error());
    }
  }

  void give(Clock::time_point now) {
    if (now >= next_look_at_units_ && now > connected_at_ + AfterBreak) {
      next_look_at_units_ = now + BetweenLooks;
      dispatch_.take_back_lost(now);
    }
    if (!leader_.feed.is_stopped()) dispatch_.give(now);
  }

  /// Takes what the leader's machine has played, and gives out rechecks. If stored boards are invalid the run takes
  /// them out, and begins anew.
  void recheck() {
    while (std::optional<LocalResult> local = leader_.local.take()) {
      if (local->task.recheck) {
        recheck_.take_local(*local);
      } else {
        intake_.take_local(std::move(*local));
      }
    }
    if (recheck_.has_invalid()) {
      has_invalid_ = true;
      leader_.feed.stop();
    } else if (!leader_.feed.is_stopped()) {
      recheck_.give_out(Clock::now(), source_.board_seconds());
    }
  }

  void tell_of_stopped() {
    for (const auto& [worker, reason] : recheck_.validator().stopped()) {
      leader_.note(fmt::format("worker {} was stopped, and has no part in the results: {}", worker, reason));
    }
  }

  /// For whoever asks, some times a second.
  void see_workers(Clock::time_point now) {
    if (workers_ && workers_->broker_away != is_connected_ && now < next_look_) return;
    next_look_ = now + BetweenLooks;
    auto seen = std::make_shared<SeenWorkers>(leader_.registry.seen());
    seen->broker_away = !is_connected_;
    seen->rechecks = recheck_.counts();
    const std::scoped_lock lock(mutex_);
    workers_ = std::move(seen);
  }

  const RemoteOptions options_;
  ResultQueue queue_{1};
  mutable std::mutex mutex_;
  // Under the mutex:
  std::shared_ptr<const SeenWorkers> workers_;
  std::exception_ptr failure_;
  // Of the thread:
  Leader leader_;
  Broker& broker_;
  Recheck recheck_;
  UnitSource source_;
  UnitDispatch dispatch_;
  ResultIntake intake_;
  std::unique_ptr<Listener> workers_messages_;
  std::unique_ptr<Listener> results_;
  bool is_connected_ = true;
  std::uint64_t reconnections_ = 0;  ///< of the broker, that were taken note of
  Clock::time_point connected_at_{};
  Clock::time_point told_of_broker_{};
  std::optional<Clock::time_point> stopped_at_;
  Clock::time_point next_look_at_units_{};
  Clock::time_point next_look_{};  ///< at the workers
  std::atomic<bool> abandoned_ = false;
  std::atomic<bool> has_invalid_ = false;  ///< stored boards are invalid, and the run has to begin anew
  std::jthread thread_;
};

}  // namespace

RemotePlay remote_play(BrokerAddress address, std::filesystem::path bundled) {
  return [address = std::move(address), bundled = std::move(bundled)](
             const std::filesystem::path& folder, const std::string& program, const std::function<bool()>& rests) {
    return [options = RemoteOptions{address, bundled, program, folder, rests},
            broker = std::make_shared<std::unique_ptr<Broker>>()](const ExecutorContext& needs) {
      return std::make_unique<RemoteExecutor>(options, *broker, needs);
    };
  };
}

}  // namespace tichu::arena
