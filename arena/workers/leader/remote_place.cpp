#include "arena/workers/leader/remote_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <thread>
#include <tl/expected.hpp>
#include <utility>
#include <variant>

#include "arena/hosting/match/play_board.h"
#include "arena/text/counted.h"
#include "arena/tournament/play/result_queue.h"
#include "arena/workers/broker/back_off.h"
#include "arena/workers/broker/subjects.h"
#include "arena/workers/leader/local_executor.h"
#include "arena/workers/leader/open_units.h"
#include "arena/workers/leader/recheck.h"
#include "arena/workers/leader/roll_call.h"
#include "arena/workers/leader/unit_book.h"
#include "arena/workers/leader/unit_maker.h"
#include "arena/workers/units/judge_result.h"
#include "arena/workers/units/result_parts.h"
#include "arena/workers/units/unit_messages.h"

namespace tichu::arena {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

/// What a unit shall take.
constexpr double UnitSeconds = 1;
constexpr double FirstUnitSeconds = 0.25;
/// Of whatever size they are: `RemotePlace::divide` looks at what the broker takes.
constexpr std::size_t MostJobs = 512;
/// Before anything is measured.
constexpr std::size_t FirstJobs = 8;
/// A worker shows signs of life several times within this.
constexpr milliseconds BrokerPatience(6000);
/// Units that are put into the broker before results are taken again.
constexpr std::size_t MostBytesPublished = std::size_t{16} << 20;
/// Longer than a leader holds a result before it is stored.
constexpr milliseconds ResultPatience(60'000);
constexpr milliseconds BetweenSearches(3000);
/// Between two new consumers of what was there already: a leader may be slow to take what it was sent.
constexpr milliseconds BetweenRenewals(15'000);
constexpr milliseconds BetweenLooks(500);
/// How long units under way are waited for once the run is to stop.
constexpr milliseconds LastWait(2500);
/// Failures of machines after which the jobs of a unit go out one by one, and after which one is set aside.
constexpr int FailuresOfUnit = 2;
constexpr int FailuresOfJob = 6;
/// A unit that a worker was too slow for: the first time, and at most.
constexpr milliseconds BeforeNextOffer(500);
constexpr milliseconds LongestBeforeNextOffer(30'000);
/// A worker that has failed so many more units than it has played is refused, if others are there.
constexpr int MostFailuresAhead = 12;
constexpr int MostDoublings = 8;  ///< of pauses
/// So many more untrue results than true ones, after which a worker is refused.
constexpr int MostUntrue = 3;
/// A unit of so many games with the deals of the longest stays below a megabyte.
constexpr std::size_t MostLongGames = 8;

/// The messages of a result: acknowledged when all its jobs are stored.
struct Arrival {
  UnitNumber unit;
  std::string worker;
  std::vector<PulledMessage> messages;
  UnitNumber came_as;    ///< what its messages name: of that unit it may be a part
  std::size_t left = 0;  ///< jobs that are not stored yet
  StoredUnit played = {};
};

/// A finished job whose guess is still in doubt.
struct Held {
  FinishedJob finished;
  std::vector<BotId> guess;
  std::shared_ptr<Arrival> arrival;  ///< null: it was played before
};

/// What lasts of a run, whose places follow one another: only the first must find the broker.
class Connection {
 public:
  /// Throws BrokerTrouble the first time.
  Broker& broker(const BrokerAddress& address, const std::string& name) {
    if (broker_ == nullptr) broker_ = std::make_unique<Broker>(address, name);
    return *broker_;
  }
  /// Whether no place has used it yet.
  bool is_new() const { return is_new_; }
  void note_used() { is_new_ = false; }

 private:
  std::unique_ptr<Broker> broker_;
  bool is_new_ = true;
};

/// The leader's side: one thread that gives out units and takes results.
class RemotePlace : public PlayingPlace {
 public:
  RemotePlace(RemoteOptions options, Connection& connection, const PlaceNeeds& needs)
      : options_(std::move(options)),
        baseline_(needs.baseline),
        feed_(needs.feed),
        boards_left_(needs.boards_left),
        roster_(needs.roster),
        book_(options_.folder),
        connection_(connection),
        broker_(connection_.broker(options_.broker, "leader-" + book_.tournament().substr(0, 8))),
        roll_(voices_at(broker_), options_.build),
        units_(book_),
        maker_(broker_, options_.bundled),
        recheck_(book_, units_, roll_, local_,
                 {[this] { return roster(); },
                  [this](std::string text, RunNote::Level level) { note(std::move(text), level); }}) {
    for (BookedUnit& unit : book_.open_units()) {
      if (std::any_of(unit.jobs.begin(), unit.jobs.end(),
                      [&](JobNumber job) { return needs.stored(job).has_value(); })) {
        recall_stored(unit.id.number);
        continue;
      }
      for (const JobNumber job : unit.jobs) booked_.emplace(job, unit.id.number);
      // Whether the broker still has it is asked when it should have come.
      units_.add({std::move(unit), {}, std::nullopt, true, Clock::now()});
    }
    try {
      set_up();
    } catch (const BrokerTrouble&) {
      if (connection_.is_new()) throw;
      needs_set_up_ = true;
    }
    recheck_.restore([&](const BookedUnit& unit) { return stored_unit(unit, needs); });
    thread_ = std::jthread([this] { run(); });
  }

  ~RemotePlace() override {
    feed_.stop();
    abandoned_ = true;
    queue_.close();
    if (thread_.joinable()) thread_.join();
    try {
      close_stored();
      if (!units_.empty() || !held_.empty() || !waiting_.empty() || recheck_.has_open()) return;
      broker_.purge(BrokerStream::Units, units_of_tournament(options_.build, book_.tournament()));
      broker_.remove_consumer(BrokerStream::Results, consumer_of_results(book_.tournament()));
      broker_.purge(BrokerStream::Results, results_of_tournament(book_.tournament()));
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): what is left at the broker harms nobody
    }
  }

  void set_roster(std::shared_ptr<const Roster> roster) override {
    const std::scoped_lock lock(mutex_);
    roster_ = std::move(roster);
  }
  void stop() override {
    told_to_stop_ = true;
    feed_.stop();
  }
  std::vector<FinishedJob> take_finished(milliseconds patience) override { return queue_.take_all(patience); }
  bool is_done() const override { return queue_.exhausted(); }

  void note_stored(std::span<const FinishedJob> finished) override {
    const std::scoped_lock lock(mutex_);
    for (const FinishedJob& job : finished) {
      const auto found = unstored_.find(job.job.number);
      if (found == unstored_.end()) continue;
      if (--found->second->left == 0) stored_.push_back(found->second);
      unstored_.erase(found);
    }
  }

  std::vector<RunNote> take_notes() override {
    const std::scoped_lock lock(mutex_);
    return std::exchange(notes_, {});
  }
  std::shared_ptr<const SeenWorkers> workers() const override {
    const std::scoped_lock lock(mutex_);
    return workers_;
  }
  bool has_found_false_work() const override { return is_false_; }
  std::exception_ptr failure() const override {
    const std::scoped_lock lock(mutex_);
    return failure_;
  }

 private:
  void run() {
    BackOff back_off(milliseconds(250), milliseconds(2000));
    try {
      while (true) {
        try {
          if (is_over()) break;
          // A broker that was back soon may have been noticed by nothing else.
          if (needs_set_up_ || broker_.reconnections() != reconnections_) set_up();
          fill();
          publish_and_receive();
          settle();
          close_stored();
          recheck();
          search();
          take_roll();
          back_off.reset();
        } catch (const BrokerTrouble& trouble) {
          tell_of(trouble);
          needs_set_up_ = true;
          see_workers(true);
          settle();
          std::this_thread::sleep_for(back_off.next());
        }
      }
      if (!is_false_) tell_of_stopped();
      if (!aside_.empty() && !feed_.is_stopped()) {
        throw std::runtime_error(fmt::format(
            "{} could not be played by any worker, such as job {}: {}; all else is stored, and resume tries again",
            counted(aside_.size(), "board"), aside_.begin()->first.value(), aside_.begin()->second));
      }
    } catch (...) {
      feed_.stop();
      const std::scoped_lock lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
    queue_.worker_done();
  }

  /// At once, and again now and then as long as it lasts, for the reason may be another.
  void tell_of(const BrokerTrouble& trouble) {
    constexpr std::chrono::seconds BetweenTales(60);
    const Clock::time_point now = Clock::now();
    if (needs_set_up_ && now < told_of_trouble_ + BetweenTales) return;
    told_of_trouble_ = now;
    note(std::string(trouble.what()) + (needs_set_up_ ? "; it is still waited for" : "; it is waited for"));
  }

  /// Whether nothing more can be done.
  bool is_over() {
    if (abandoned_) return true;
    if (is_false_) {
      // Nobody shall play what is under way: other boards may follow. A broker that is away is waited for.
      if (told_to_stop_) return true;
      if (needs_set_up_) set_up();  // it may have come back without its streams
      broker_.purge(BrokerStream::Units, units_of_tournament(options_.build, book_.tournament()));
      return true;
    }
    if (is_rest_hopeless()) return true;
    if (feed_.is_stopped()) {
      const Clock::time_point now = Clock::now();
      if (!stopped_at_) {
        stopped_at_ = now;
        // What nobody has begun would be played for nobody.
        broker_.purge(BrokerStream::Units, units_of_tournament(options_.build, book_.tournament()));
      }
      return units_.empty() || now > *stopped_at_ + LastWait;
    }
    return is_all_played();
  }

  bool is_all_played() const {
    return all_given_ && units_.empty() && held_.empty() && waiting_.empty() && boards_here_ == 0 &&
           !recheck_.has_open() && !is_storing();
  }
  /// Whether all that is left waits for a board that is set aside: it stays in doubt.
  bool is_rest_hopeless() const {
    return !aside_.empty() && nothing_given_ && units_.empty() && waiting_.empty() && boards_here_ == 0 &&
           Clock::now() > handed_over_ + LastWait;
  }

  /// Whether finished jobs are on their way into the store.
  bool is_storing() const {
    const std::scoped_lock lock(mutex_);
    return !unstored_.empty() || !stored_.empty();
  }

  /// At the start, and whenever the broker was away: it may have lost all that it had.
  void set_up() {
    const std::uint64_t reconnections = broker_.reconnections();
    broker_.make_streams();
    make_units_consumer();
    // What a leader that was killed had pulled, or what a broker that was killed had sent, comes again at once, and not
    // only after ResultPatience.
    renew_results_consumer();
    seen_results_.clear();
    put_again();
    roll_.call();
    if (needs_set_up_) note("the broker is there again", RunNote::Level::Info);
    needs_set_up_ = false;
    reconnections_ = reconnections;
    next_search_ = {};
  }

  void make_units_consumer() {
    broker_.make_consumer(BrokerStream::Units, consumer_of_units(options_.build), units_of_build(options_.build),
                          BrokerPatience);
  }
  /// A new one gets all results that are there.
  void renew_results_consumer() {
    const std::string consumer = consumer_of_results(book_.tournament());
    broker_.remove_consumer(BrokerStream::Results, consumer);
    broker_.make_consumer(BrokerStream::Results, consumer, results_of_tournament(book_.tournament()), ResultPatience);
    results_ = broker_.puller(BrokerStream::Results, consumer);
  }

  /// Files that the broker has lost, of these bots, or of all if they are none.
  void put_again(const std::set<BotId>& bots = {}) {
    for (std::string& text : maker_.put_again(*roster(), bots)) note(std::move(text));
  }

  /// How many jobs make a unit now.
  std::size_t jobs_of_unit() const {
    if (job_seconds_ <= 0) return FirstJobs;
    // All of the first units are played again.
    const bool are_first = recheck_.units() < RecheckPolicy().first_units * roll_.workers();
    const double seconds = are_first ? FirstUnitSeconds : UnitSeconds;
    auto jobs = static_cast<std::size_t>(std::clamp(seconds / job_seconds_, 1.0, static_cast<double>(MostJobs)));
    if (boards_left_) {
      // The last are small, so that all workers end together.
      const std::uint64_t share = *boards_left_ / (UnitsOfCore * std::max<std::size_t>(roll_.cores(), 1));
      jobs = std::min<std::size_t>(jobs, std::max<std::uint64_t>(share, 1));
    }
    // Where only so many are given out before results are in, all cores are to have some of them.
    if (most_under_way_ > 0)
      jobs = std::min(jobs, std::max<std::size_t>(most_under_way_ / units_wanted(roll_.cores()), 1));
    return jobs;
  }

  /// Opens units until there are enough.
  void fill() {
    if (options_.rests && options_.rests()) return;
    const std::size_t wanted = units_wanted(roll_.cores());
    // Of those that wait for a faster worker as many are not counted: others are to have work meanwhile.
    const Clock::time_point now = Clock::now();
    std::size_t complete = 0;
    std::size_t later = 0;
    for (const auto& [number, open] : units_.all()) {
      complete += open.is_complete() ? 1 : 0;
      later += open.not_before > now ? 1 : 0;
    }
    complete -= std::min(later, wanted);
    if (complete >= wanted || feed_.is_stopped()) return;
    book_.together([&] {
      for (; complete < wanted && !feed_.is_stopped(); ++complete) {
        std::vector<WaitingJob> jobs = take_jobs(jobs_of_unit());
        nothing_given_ = jobs.empty();
        if (jobs.empty()) return;
        open(std::move(jobs));
      }
    });
  }

  /// The next jobs for a unit: those that were given out before first. All look at the clock, or none does: the boards
  /// of a unit are compared with another's play, or none of them is.
  std::vector<WaitingJob> take_jobs(std::size_t most) {
    most = std::min(most, most_jobs_);
    std::vector<WaitingJob> jobs = take_waiting(most);
    const std::shared_ptr<const Roster> roster = this->roster();
    const auto may_have_more = [&] {
      return jobs.empty() ||
             (jobs.size() < most && jobs.front().deals == UsualDeals && jobs.front().failures < FailuresOfUnit);
    };
    for (std::size_t put_by = 0; may_have_more() && put_by < MostJobs;) {
      const std::variant<Job, NoJob> next = feed_.try_next();
      const Job* job = std::get_if<Job>(&next);
      if (job == nullptr) {
        all_given_ = std::get<NoJob>(next) == NoJob::Done;
        if (!all_given_) most_under_way_ = std::max(most_under_way_, under_way_);
        if (jobs.empty()) give_up_booked();
        break;
      }
      if (boards_left_ && *boards_left_ > 0) --*boards_left_;
      ++under_way_;
      if (take_elsewhere(*job)) continue;
      if (jobs.empty() || is_timed(*job, *roster) == is_timed(jobs.front().job, *roster)) {
        jobs.push_back({*job});
      } else {
        waiting_.push_back({*job});
        ++put_by;
      }
    }
    std::sort(jobs.begin(), jobs.end(),
              [](const WaitingJob& a, const WaitingJob& b) { return a.job.number < b.job.number; });
    return jobs;
  }

  /// Those for one unit that were given out before, or put by.
  std::vector<WaitingJob> take_waiting(std::size_t most) {
    std::vector<WaitingJob> jobs;
    const Clock::time_point now = Clock::now();
    const std::shared_ptr<const Roster> roster = this->roster();
    for (auto waiting = waiting_.begin(); waiting != waiting_.end() && jobs.size() < most;) {
      const bool is_other_kind =
          !jobs.empty() && is_timed(waiting->job, *roster) != is_timed(jobs.front().job, *roster);
      if (waiting->not_before > now || is_other_kind) {
        ++waiting;
        continue;
      }
      const bool alone = waiting->failures >= FailuresOfUnit;
      if (waiting->deals > UsualDeals) most = std::min(most, MostLongGames);
      const bool fits = jobs.empty() || (!alone && jobs.back().deals == waiting->deals);
      if (!fits) break;
      jobs.push_back(*waiting);
      waiting = waiting_.erase(waiting);
      if (alone) break;
    }
    return jobs;
  }

  /// Whether one of a board's bots looks at the clock, or may.
  bool is_timed(const Job& job, const Roster& roster) const {
    return std::any_of(job.entrants.begin(), job.entrants.end(), [&](EntrantId entrant) {
      const auto& bots = roster.entrants.at(static_cast<std::size_t>(entrant)).bots.bots;
      return std::any_of(bots.begin(), bots.end(), [&](BotId bot) { return recheck_.is_timed(bot, roster.config); });
    });
  }

  /// Whether a job is in a unit of an earlier run, or was played in the baseline.
  bool take_elsewhere(const Job& job) {
    if (const auto booked = booked_.find(job.number); booked != booked_.end()) {
      OpenUnit& open = units_.all().at(booked->second);
      booked_.erase(booked);
      open.jobs.push_back({job});
      if (open.is_complete()) complete(open);
      return true;
    }
    if (baseline_ == nullptr || !feed_.given_up(job).empty()) return false;
    auto played = baseline_->find(job);
    if (!played) return false;
    held_.emplace(job.number, Held{std::move(*played), {}, nullptr});
    return true;
  }

  /// All jobs of a unit of an earlier run were asked for.
  void complete(OpenUnit& open) {
    std::sort(open.jobs.begin(), open.jobs.end(),
              [](const WaitingJob& a, const WaitingJob& b) { return a.job.number < b.job.number; });
    next_search_ = {};
  }

  /// Jobs of units of an earlier run are given out anew if not all of the unit are asked for.
  void give_up_booked() {
    for (auto next = units_.all().begin(); next != units_.all().end();) {
      const auto open = next++;
      if (open->second.is_complete()) continue;
      for (const WaitingJob& job : open->second.jobs) waiting_.push_back(job);
      for (const JobNumber job : open->second.booked.jobs) booked_.erase(job);
      units_.drop(open->first);
    }
  }

  /// A unit of an earlier run, of whose boards some are stored: those. Nullopt if none is any more.
  std::optional<StoredUnit> stored_unit(const BookedUnit& booked, const PlaceNeeds& needs) {
    OpenUnit open{{booked.id, {}, {}}, {}, std::nullopt, true, {}};
    StoredUnit stored;
    for (std::size_t place = 0; place < booked.jobs.size(); ++place) {
      const std::optional<Job> job = needs.stored(booked.jobs[place]);
      if (!job) continue;
      stored.jobs.push_back(*job);
      open.jobs.push_back({*job});
      open.booked.jobs.push_back(job->number);
      open.booked.given_up.push_back(booked.given_up.at(place));
    }
    if (stored.jobs.empty()) return std::nullopt;
    stored.given_up = open.booked.given_up;
    try {
      stored.unit = made(open);
    } catch (const std::runtime_error& error) {
      note(fmt::format("a unit that was to be played again is not: {}", error.what()));
      return std::nullopt;
    }
    return stored;
  }

  Unit made(const OpenUnit& open) {
    const std::shared_ptr<const Roster> roster = this->roster();
    return maker_.made(open, *roster, [&](BotId bot) { return recheck_.is_timed(bot, roster->config); });
  }

  /// Of a unit of an earlier run some boards are stored, so all that will be are.
  void recall_stored(UnitNumber unit) {
    const std::optional<BookedResult> result = book_.result(unit);
    if (!result) {
      book_.close(unit, UnitBook::End::Dropped, "");
      return;
    }
    book_.together([&] {
      book_.close(unit, UnitBook::End::Stored, result->worker);
      recheck_.take_recalled(unit, result->worker);
    });
  }

  void open(std::vector<WaitingJob> jobs) {
    std::vector<JobNumber> numbers;
    std::vector<std::vector<BotId>> guesses;
    for (const WaitingJob& waiting : jobs) {
      numbers.push_back(waiting.job.number);
      guesses.push_back(feed_.given_up(waiting.job));
    }
    units_.add({book_.add(std::move(numbers), std::move(guesses)), std::move(jobs), std::nullopt, false, {}});
  }

  /// Results are taken even if the broker takes no units at present.
  void publish_and_receive() {
    try {
      publish_units();
    } catch (const BrokerTrouble&) {
      if (broker_.is_connected()) receive();
      throw;
    }
    receive();
  }

  /// Many at a time: the broker answers for each after a while.
  void publish_units() {
    std::vector<OutgoingMessage> messages;
    std::size_t bytes = 0;
    std::vector<OpenUnit*> units;
    std::map<UnitNumber, TooLarge> too_large;
    const Clock::time_point now = Clock::now();
    for (auto& [number, open] : units_.all()) {
      if (bytes > MostBytesPublished) break;  // the others go out next
      if (!open.unit && open.is_complete()) open.unit = made(open);
      if (open.published || open.not_before > now) continue;
      open.unit->id = open.booked.id;
      tl::expected<std::string, TooLarge> message = encoded(*open.unit);
      if (!message) {
        too_large.emplace(number, std::move(message.error()));
        continue;
      }
      bytes += message->size();
      messages.push_back({subject_of_unit(options_.build, open.booked.id), std::move(*message),
                          fmt::format("{}.{}.{}", open.booked.id.tournament, number.value(), open.booked.id.attempt)});
      units.push_back(&open);
    }
    for (const auto& [number, error] : too_large) divide(number, error);
    if (messages.empty()) return;
    maker_.put_new();
    broker_.put_all(messages);
    for (OpenUnit* open : units) {
      open->published = true;
      open->published_at = Clock::now();
    }
  }

  /// Why a unit is no message.
  struct TooLarge {
    double share;  ///< of its boards would be one
    std::string why;
  };

  tl::expected<std::string, TooLarge> encoded(const Unit& unit) const {
    std::string bytes;
    try {
      bytes = encode(unit);
    } catch (const std::length_error& error) {
      return tl::unexpected(TooLarge{0.5, error.what()});
    }
    const std::size_t most = broker_.most_bytes();
    if (bytes.size() <= most) return bytes;
    return tl::unexpected(TooLarge{
        0.9 * static_cast<double>(most) / static_cast<double>(bytes.size()),
        fmt::format("its unit has {} bytes, and the broker takes messages of {} (max_payload in its configuration)",
                    bytes.size(), most)});
  }

  /// A unit is larger than a message may be: its boards go out in smaller ones. One that is too large alone is set
  /// aside.
  void divide(UnitNumber number, const TooLarge& error) {
    OpenUnit& open = *units_.find(number);
    if (open.rechecked) {
      recheck_.take_failure(open);
      return;
    }
    const bool is_one = open.jobs.size() == 1;
    if (is_one) {
      const JobNumber job = open.jobs.front().job.number;
      note(fmt::format("job {} is set aside: {}", job.value(), error.why));
      aside_.emplace(job, error.why);
    } else {
      most_jobs_ =
          std::clamp<std::size_t>(static_cast<std::size_t>(error.share * static_cast<double>(open.jobs.size())), 1,
                                  std::min(most_jobs_, open.jobs.size() - 1));
      for (WaitingJob& job : open.jobs) waiting_.push_back(std::move(job));
    }
    book_.close(number, is_one ? UnitBook::End::Aside : UnitBook::End::Dropped, "");
    units_.take_out(number);
  }

  void receive() {
    constexpr int MostMessages = 64;
    constexpr milliseconds Patience(20);
    for (PulledMessage& message : results_->pull(MostMessages, Patience)) take(std::move(message));
  }

  void take(PulledMessage message) {
    const OrInputError<ResultPart> part = decode_part(message.bytes(), message.subject());
    if (!part) {
      note("a message that is no result: " + part.error().text());
      message.acknowledge();
      return;
    }
    OpenUnit* open = units_.find(part->id.number);
    if (part->id.tournament != book_.tournament() || open == nullptr || roll_.is_refused(part->worker)) {
      if (!is_of_unstored(*part, message)) message.acknowledge();  // it came before, or nobody waits for it
      return;
    }
    if (!open->unit) {
      message.give_back(milliseconds(500));  // of an earlier run: not all its jobs are asked for yet
      return;
    }
    if (subject_of_result(part->worker, part->id) != message.subject()) {
      note("a result came under another worker's name than " + part->worker);
      message.acknowledge();
      return;
    }
    std::optional<WholeResult> whole = units_.take_piece(*part, std::move(message), Clock::now());
    if (!whole) return;
    auto arrival = std::make_shared<Arrival>();
    arrival->unit = arrival->came_as = part->id.number;
    arrival->worker = part->worker;
    arrival->messages = std::move(whole->messages);
    if (!whole->bytes) {
      distrust(*open, *arrival, whole->bytes.error().text());
    } else {
      judge(*open, arrival, *whole->bytes);
    }
  }

  /// Whether a message that comes again is of a result that was taken and whose jobs are not all stored: it is
  /// acknowledged with them. What was put into the broker once more is not needed.
  bool is_of_unstored(const ResultPart& part, PulledMessage& message) {
    const auto found = unclosed_.find(part.id.number);
    if (part.id.tournament != book_.tournament() || found == unclosed_.end()) return false;
    return take_again(found->second->messages, message);
  }

  void judge(OpenUnit& open, const std::shared_ptr<Arrival>& arrival, const std::string& bytes) {
    OrInputError<UnitResult> result = decode_result(bytes, arrival->worker);
    if (!result) {
      distrust(open, *arrival, result.error().text());
      return;
    }
    if (result->failure) {
      take_failure(open, *arrival, *result->failure);
      return;
    }
    const std::chrono::duration<double> elapsed = result->elapsed;
    std::vector<Job> jobs;
    for (const WaitingJob& waiting : open.jobs) jobs.push_back(waiting.job);
    Unit unit = std::move(*open.unit);
    unit.id.attempt = result->id.attempt;  // an earlier attempt's result is as good
    std::vector<BoardDigest> digests = play_digests(unit.jobs, result->jobs);
    OrInputError<JudgedJobs> judged = judge_result(unit, jobs, std::move(*result));
    if (!judged) {
      open.unit = std::move(unit);
      distrust(open, *arrival, judged.error().text());
      return;
    }
    if (int& failures = failures_[arrival->worker]; failures > 0) --failures;
    if (int& untrue = untrue_[arrival->worker]; untrue > 0) --untrue;
    if (unit.least_speed > 0) too_slow_.erase(arrival->worker);
    learn(elapsed.count() / static_cast<double>(jobs.size()));
    if (open.rechecked) {
      open.unit = std::move(unit);
      for (const PulledMessage& message : arrival->messages) message.acknowledge();
      recheck_.take_second(open, arrival->worker, digests);
      return;
    }
    arrival->played = {std::move(unit), std::move(jobs), open.booked.given_up, arrival->worker, std::move(digests)};
    keep(open, arrival, std::move(*judged));
  }

  /// Keeps a result until its jobs are stored. Boards at which only this machine has seen a machine's fault are played
  /// once more.
  void keep(OpenUnit& open, const std::shared_ptr<Arrival>& arrival, JudgedJobs judged) {
    if (const std::vector<bool> unseen = unseen_faults(open, *arrival); std::ranges::count(unseen, true) > 0) {
      leave_out(unseen, judged);
      part(open, unseen, *arrival);
    }
    units_.take_out(arrival->came_as);
    if (judged.empty()) {
      for (const PulledMessage& message : arrival->messages) message.acknowledge();
      return;
    }
    for (std::size_t i = 0; i < judged.size(); ++i) {
      held_.insert_or_assign(arrival->played.jobs[i].number,
                             Held{std::move(judged[i]), arrival->played.given_up[i], arrival});
    }
    arrival->left = judged.size();
    unclosed_.emplace(arrival->came_as, arrival);
    to_book_.push_back(arrival);
  }

  /// At which boards a bot was late, used too much or ended, as no other machine has seen with the same bots.
  static std::vector<bool> unseen_faults(const OpenUnit& open, const Arrival& arrival) {
    std::vector<bool> unseen;
    for (std::size_t i = 0; i < open.jobs.size(); ++i) {
      const BoardDigest& digest = arrival.played.digests.at(i);
      const bool is_seen = std::ranges::any_of(open.jobs[i].faults_seen, [&](const auto& seen) {
        return seen.first != arrival.worker && seen.second == digest.bytes;
      });
      unseen.push_back(digest.has_machine_fault && !is_seen);
    }
    return unseen;
  }

  /// Has a board played once more, by another worker, or by the leader if there is none.
  void play_elsewhere(WaitingJob waiting, const std::string& worker, const BoardDigest& digest) {
    constexpr int MostPlays = 4;
    waiting.faults_seen[worker] = digest.bytes;
    std::set<std::string> players;
    for (const auto& [player, seen] : waiting.faults_seen) players.insert(player);
    if (++waiting.plays >= MostPlays || !roll_.has_others(players)) {
      ++boards_here_;
      local_.add({std::nullopt, roster(), {{waiting.job, feed_.given_up(waiting.job)}}});
      return;
    }
    waiting.not_before = Clock::now() + pauses_.jittered(BeforeNextOffer);
    waiting_.push_back(std::move(waiting));
  }

  template <typename Value>
  static void leave_out(const std::vector<bool>& which, std::vector<Value>& values) {
    std::vector<Value> left;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!which[i]) left.push_back(std::move(values[i]));
    }
    values = std::move(left);
  }

  /// Has these boards of a result played elsewhere. The others become a unit of their own.
  void part(OpenUnit& open, const std::vector<bool>& which, Arrival& arrival) {
    for (std::size_t i = 0; i < which.size(); ++i) {
      if (which[i]) play_elsewhere(open.jobs[i], arrival.worker, arrival.played.digests[i]);
    }
    leave_out(which, open.jobs);
    leave_out(which, arrival.played.jobs);
    leave_out(which, arrival.played.given_up);
    leave_out(which, arrival.played.digests);
    book_.close(arrival.came_as, UnitBook::End::Dropped, arrival.worker);
    if (open.jobs.empty()) return;
    std::vector<JobNumber> numbers;
    for (const Job& job : arrival.played.jobs) numbers.push_back(job.number);
    OpenUnit rest{book_.add(std::move(numbers), arrival.played.given_up), open.jobs, std::nullopt, true, {}};
    arrival.unit = rest.booked.id.number;
    arrival.played.unit = made(rest);
  }

  /// Takes what the leader's machine has played, and gives out rechecks. If stored boards are invalid the run takes
  /// them out, and begins anew.
  void recheck() {
    while (std::optional<LocalResult> local = local_.take()) {
      if (local->task.recheck) {
        recheck_.take_local(*local);
      } else {
        take_played_here(std::move(*local));
      }
    }
    if (recheck_.has_invalid()) {
      begin_anew();
    } else if (!is_false_ && !feed_.is_stopped()) {
      recheck_.give_out();
    }
  }

  /// A board that the leader has played for the store.
  void take_played_here(LocalResult local) {
    --boards_here_;
    const LocalBoard& board = local.task.boards.front();
    if (local.trouble.empty()) {
      held_.insert_or_assign(board.job.number, Held{std::move(local.finished.front()), board.given_up, nullptr});
      return;
    }
    note(fmt::format("job {} is set aside: {}", board.job.number.value(), local.trouble));
    aside_.emplace(board.job.number, local.trouble);
  }

  void begin_anew() {
    is_false_ = true;
    feed_.stop();
  }

  void tell_of_stopped() {
    for (const auto& [worker, reason] : recheck_.stopped()) {
      note(fmt::format("worker {} was stopped, and has no part in the results: {}", worker, reason));
    }
  }

  /// What a board takes.
  void learn(double seconds) {
    constexpr double Weight = 0.2;
    seconds = std::max(seconds, 1e-6);
    job_seconds_ =
        job_seconds_ <= 0 ? seconds : std::exp((1 - Weight) * std::log(job_seconds_) + Weight * std::log(seconds));
  }

  /// A result that is not true: the unit goes out again, and who sends many is refused.
  void distrust(OpenUnit& open, const Arrival& arrival, const std::string& why) {
    note(fmt::format("a result of worker {} is refused: {}", arrival.worker, why));
    for (const PulledMessage& message : arrival.messages) message.acknowledge();
    if (++untrue_[arrival.worker] == MostUntrue) {
      roll_.refuse(arrival.worker, "its results were not true");
      note("worker " + arrival.worker + " is refused from now on");
    }
    units_.give_out_again(open);
  }

  /// A unit was not played, and no bot is to blame.
  void take_failure(OpenUnit& open, const Arrival& arrival, const UnitFailure& failure) {
    for (const PulledMessage& message : arrival.messages) message.acknowledge();
    if (failure.kind == UnitFailureKind::Refused && open.unit->least_speed > 0 && !open.rechecked) {
      offer_later(open, arrival.worker, failure.text);
      return;
    }
    // A game that is longer than its deals is nobody's failure, once.
    const bool lacks_deals =
        !open.rechecked && failure.kind == UnitFailureKind::Deals && open.jobs.front().deals < MostRoundsOfGame;
    // What others have done with a unit, which may be to hand it back, is not held against who has not played it.
    const bool is_own = !lacks_deals && failure.kind != UnitFailureKind::Abandoned;
    if (is_own) count_failure(arrival.worker, roll_.has_others({arrival.worker}));
    if (failure.kind == UnitFailureKind::Drained) {
      units_.give_out_again(open);
      return;
    }
    const UnitNumber number = arrival.unit;
    if (open.rechecked) {
      recheck_.take_failure(open);
      return;
    }
    if (!lacks_deals) {
      note(fmt::format("worker {} could not play unit {} ({} from job {} on), which is played again: {}",
                       arrival.worker, number.value(), counted(open.jobs.size(), "board"),
                       open.booked.jobs.front().value(), failure.text));
    }
    if (failure.kind == UnitFailureKind::Artifact) {
      std::set<BotId> bots;
      for (const UnitBot& bot : open.unit->bots) bots.insert(bot.id);
      put_again(bots);
    }
    for (WaitingJob waiting : open.jobs) {
      if (lacks_deals) waiting.deals = MostRoundsOfGame;
      if (!lacks_deals) {
        ++waiting.failures;
        waiting.failed_on.insert(arrival.worker);
        waiting.not_before =
            Clock::now() + pauses_.jittered(milliseconds(250 << std::min(waiting.failures, MostDoublings)));
      }
      if (is_hopeless(waiting, open.unit->least_speed > 0)) {
        note(fmt::format("job {} is set aside: whoever plays it fails: {}", waiting.job.number.value(), failure.text));
        aside_.emplace(waiting.job.number, failure.text);
        continue;
      }
      waiting_.push_back(std::move(waiting));
    }
    book_.close(number, aside_.contains(open.booked.jobs.front()) ? UnitBook::End::Aside : UnitBook::End::Dropped,
                arrival.worker);
    units_.take_out(number);
  }

  /// Whether a job failed often enough, and not on one worker alone while others could play it.
  /// Who is too slow for a job that looks at the clock is nobody who could play it.
  bool is_hopeless(const WaitingJob& job, bool is_timed) const {
    std::set<std::string> cannot = job.failed_on;
    if (is_timed) cannot.insert(too_slow_.begin(), too_slow_.end());
    return job.failures >= FailuresOfJob &&
           (job.failed_on.size() >= static_cast<std::size_t>(FailuresOfJob) || !roll_.has_others(cannot));
  }

  /// A worker is too slow for a unit; there may be a faster one.
  void offer_later(OpenUnit& open, const std::string& worker, const std::string& why) {
    if (too_slow_.insert(worker).second) {
      note(fmt::format("worker {} does not play bots that look at the clock: {}", worker, why));
    }
    const int doublings = std::min(open.refusals++, MostDoublings);
    open.not_before =
        Clock::now() + pauses_.jittered(std::min(BeforeNextOffer * (1 << doublings), LongestBeforeNextOffer));
    units_.give_out_again(open);
  }

  /// A worker that hardly plays anything keeps others from it.
  void count_failure(const std::string& worker, bool has_others) {
    int& failures = failures_[worker];
    failures = std::min(failures + 1, MostFailuresAhead);
    if (failures < MostFailuresAhead || !has_others || roll_.is_refused(worker)) return;
    roll_.refuse(worker, "it fails more units than it plays");
    note("worker " + worker + " is refused from now on: it fails more units than it plays");
  }

  /// Books who has played what is to be handed over, and what he said.
  void book_results() {
    if (to_book_.empty()) return;
    book_.together([&] {
      for (const auto& arrival : to_book_) book_.note(arrival->unit, Recheck::result_of(arrival->played));
    });
    to_book_.clear();
  }

  /// Hands over finished jobs of which it is known that they were played rightly: with those bots given up that are.
  void settle() {
    constexpr int MostDoubts = 8;
    book_results();
    int doubts = 0;
    for (auto held = held_.begin(); held != held_.end() && doubts < MostDoubts && !abandoned_ && !is_false_;) {
      const Job job = held->second.finished.job;
      const std::optional<std::vector<BotId>> given_up = feed_.settled_given_up(job);
      if (!given_up) {
        ++doubts;
        ++held;
        continue;
      }
      Held taken = std::move(held->second);
      held = held_.erase(held);
      if (taken.guess != *given_up) {
        waiting_.push_back({job});
        forget(taken.arrival);
        continue;
      }
      if (taken.arrival != nullptr) {
        const std::scoped_lock lock(mutex_);
        unstored_.emplace(job.number, taken.arrival);
      }
      queue_.push(std::move(taken.finished));
      --under_way_;
      handed_over_ = Clock::now();
    }
  }

  /// A job of a result is not stored, but played again.
  void forget(const std::shared_ptr<Arrival>& arrival) {
    if (arrival == nullptr) return;
    const std::scoped_lock lock(mutex_);
    if (--arrival->left == 0) stored_.push_back(arrival);
  }

  /// Acknowledges what is stored.
  void close_stored() {
    std::vector<std::shared_ptr<Arrival>> stored;
    {
      const std::scoped_lock lock(mutex_);
      stored.swap(stored_);
    }
    if (stored.empty()) return;
    book_.together([&] {
      for (const std::shared_ptr<Arrival>& arrival : stored) {
        // Of a false one it stays open, and is struck with the rest.
        if (recheck_.is_stopped(arrival->worker)) continue;
        book_.close(arrival->unit, UnitBook::End::Stored, arrival->worker);
        recheck_.take_stored(std::move(arrival->played));
      }
    });
    for (const std::shared_ptr<Arrival>& arrival : stored) {
      for (const PulledMessage& message : arrival->messages) message.acknowledge();
      unclosed_.erase(arrival->came_as);
    }
  }

  /// Gives out again what the broker does not have any more, neither as a unit nor as a result.
  void search() {
    const Clock::time_point now = Clock::now();
    if (now < next_search_ || feed_.is_stopped()) return;
    next_search_ = now + BetweenSearches;
    // First: what the queue holds after this, and held before, its consumer must know.
    const bool gives_no_units = broker_.gives_nothing(BrokerStream::Units, consumer_of_units(options_.build));
    // A unit is acknowledged after its result is kept: in this order one of the two is seen.
    const std::set<std::string> units =
        broker_.subjects(BrokerStream::Units, units_of_tournament(options_.build, book_.tournament()));
    const std::map<std::string, std::set<std::string>> results = workers_with_results();
    bool are_results_kept_back = false;
    bool are_units_kept_back = false;
    for (auto& [number, open] : units_.all()) {
      if (!open.unit || !open.published || open.published_at + BetweenSearches > now) continue;
      const std::string subject = subject_of_unit(options_.build, open.booked.id);
      const auto found = results.find(to_string(number));
      if (found != results.end() && is_coming(open, found->second, now)) {
        are_results_kept_back =
            are_results_kept_back || (seen_results_.contains(to_string(number)) && !units_.is_arriving(number));
        if (now >= open.published_at + longest_kept(open, job_seconds_)) units_.give_out_kept(open);
        continue;
      }
      if (units.contains(subject)) {
        are_units_kept_back = are_units_kept_back || gives_no_units;
        if (now < open.published_at + longest_kept(open, job_seconds_)) continue;
        // Who has it may still play it: its result is as good.
        broker_.purge(BrokerStream::Units, subject);
        units_.give_out_kept(open);
        continue;
      }
      note(fmt::format("the broker has lost unit {}, which is given out again", number.value()));
      units_.give_out_again(open);
    }
    seen_results_.clear();
    for (const auto& [unit, workers] : results) seen_results_.insert(unit);
    renew_consumers(are_units_kept_back, are_results_kept_back);
  }

  /// A broker that was killed can keep messages and send them to nobody, neither as new ones nor once more: it takes
  /// them for acknowledged or given out (seen with nats-server 2.9.10). A new consumer gets all that is there.
  void renew_consumers(bool of_units, bool of_results) {
    const Clock::time_point now = Clock::now();
    if (now < next_renewal_ || (!of_units && !of_results)) return;
    next_renewal_ = now + BetweenRenewals;
    if (of_units) {
      broker_.remove_consumer(BrokerStream::Units, consumer_of_units(options_.build));
      make_units_consumer();
      note("the broker kept units back, and gives them out now", RunNote::Level::Info);
    }
    if (of_results) {
      renew_results_consumer();
      note("the broker kept results back, and sends them now", RunNote::Level::Info);
    }
  }

  /// By number of the unit, of whom the broker has pieces of a result.
  std::map<std::string, std::set<std::string>> workers_with_results() {
    std::map<std::string, std::set<std::string>> workers;
    for (const std::string& subject :
         broker_.subjects(BrokerStream::Results, results_of_tournament(book_.tournament()))) {
      workers[subject.substr(subject.rfind('.') + 1)].insert(worker_of_result(subject));
    }
    return workers;
  }

  void take_roll() {
    for (std::string& news : roll_.take_news()) note(std::move(news), RunNote::Level::Info);
    see_workers(false);
  }

  std::shared_ptr<const Roster> roster() const {
    const std::scoped_lock lock(mutex_);
    return roster_;
  }
  void note(std::string text, RunNote::Level level = RunNote::Level::Warning) {
    const std::scoped_lock lock(mutex_);
    notes_.push_back({level, std::move(text)});
  }
  /// For whoever asks, some times a second.
  void see_workers(bool broker_away) {
    const Clock::time_point now = Clock::now();
    if (workers_ && workers_->broker_away == broker_away && now < next_look_) return;
    next_look_ = now + BetweenLooks;
    auto seen = std::make_shared<SeenWorkers>(roll_.seen());
    seen->broker_away = broker_away;
    seen->rechecks = recheck_.counts();
    const std::scoped_lock lock(mutex_);
    workers_ = std::move(seen);
  }

  const RemoteOptions options_;
  const Baseline* baseline_;
  JobFeed& feed_;
  std::optional<std::uint64_t> boards_left_;  ///< not asked for yet
  ResultQueue queue_{1};
  mutable std::mutex mutex_;
  // Under the mutex:
  std::shared_ptr<const Roster> roster_;
  std::map<JobNumber, std::shared_ptr<Arrival>> unstored_;  ///< handed over
  std::vector<std::shared_ptr<Arrival>> stored_;            ///< to be acknowledged
  std::vector<RunNote> notes_;
  std::shared_ptr<const SeenWorkers> workers_;
  std::exception_ptr failure_;
  // Of the thread:
  UnitBook book_;
  Connection& connection_;
  Broker& broker_;
  RollCall roll_;
  OpenUnits units_;
  UnitMaker maker_;
  LocalExecutor local_;
  Recheck recheck_;
  std::unique_ptr<Puller> results_;
  std::map<JobNumber, UnitNumber> booked_;  ///< jobs of units of an earlier run that are not asked for yet
  std::deque<WaitingJob> waiting_;
  std::size_t most_jobs_ = MostJobs;  ///< of a unit, so that its message is not too large
  std::map<JobNumber, Held> held_;
  std::map<UnitNumber, std::shared_ptr<Arrival>> unclosed_;  ///< taken, and not all stored
  std::vector<std::shared_ptr<Arrival>> to_book_;            ///< that have come, and that the book lacks
  std::map<std::string, int> untrue_;                        ///< results, by worker: so many more than true ones
  std::map<std::string, int> failures_;                      ///< by worker: so many more than units that it has played
  std::map<JobNumber, std::string> aside_;
  BackOff pauses_{milliseconds(250), milliseconds(10'000)};
  double job_seconds_ = 0;
  std::set<std::string> too_slow_;  ///< workers that do not play bots that look at the clock
  std::size_t boards_here_ = 0;     ///< that the leader plays for the store
  std::size_t under_way_ = 0;       ///< jobs that the feed has given and that are not finished
  std::size_t most_under_way_ = 0;  ///< when it gave no more for lack of results; 0: that has not happened
  bool all_given_ = false;
  bool nothing_given_ = false;  ///< when jobs were asked for last
  Clock::time_point handed_over_{};
  bool needs_set_up_ = false;
  std::set<std::string> seen_results_;  ///< units of which the broker had a result at the last search
  Clock::time_point next_renewal_{};    ///< of consumers, at the soonest
  std::uint64_t reconnections_ = 0;     ///< of the broker, that were taken note of
  Clock::time_point told_of_trouble_{};
  std::optional<Clock::time_point> stopped_at_;
  Clock::time_point next_search_{};
  Clock::time_point next_look_{};  ///< at the workers
  std::atomic<bool> abandoned_ = false;
  std::atomic<bool> told_to_stop_ = false;
  std::atomic<bool> is_false_ = false;  ///< stored boards are invalid, and the run has to begin anew
  std::jthread thread_;
};

}  // namespace

PlaceMaker remote_place(RemoteOptions options) {
  return [options = std::move(options),
          connection = std::make_shared<Connection>()](const PlaceNeeds& needs) -> std::unique_ptr<PlayingPlace> {
    auto place = std::make_unique<RemotePlace>(options, *connection, needs);
    connection->note_used();
    return place;
  };
}

}  // namespace tichu::arena
