#include "arena/service/ladder/rated_runner.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "arena/installation.h"
#include "arena/service/ladder/background_work.h"
#include "arena/service/ladder/ladder_tournament.h"
#include "arena/statistics/rating/alike_entrants.h"
#include "arena/tournament/config/bot_finder.h"
#include "arena/tournament/league.h"
#include "arena/tournament/store/tournament_folder.h"
#include "arena/tournament/store/tournament_store.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr const char* SeasonFolder = "season-1";
/// Boards of a meeting: few, so that newcomers meet many opponents soon.
constexpr std::uint64_t BoardsOfMeeting = 4;
constexpr double SecondsOfMinute = 60;
constexpr double SecondsOfLately = 600;
constexpr std::chrono::milliseconds Moment{200};
/// So that play goes on soon after what kept it from playing is gone.
constexpr std::chrono::seconds LongestBackOff{8};
constexpr const char* MachineCode = "machine";
/// Seconds without a failure after which a failure of the machine is over, if no board is finished before.
constexpr double UntilItIsWell = 10;

/// Of times in order.
void forget_before(std::deque<double>& times, double first) {
  while (!times.empty() && times.front() < first) times.pop_front();
}

RatedRunner::Trouble broker_is_away() {
  return {"broker_away", "the NATS server cannot be reached: no boards are played until it is back"};
}

}  // namespace

/// Passes what is played on to its owner.
class RatedRunner::Watch : public TournamentObserver {
 public:
  explicit Watch(RatedRunner& play) : play_(play) {}
  ~Watch() override { play_.under_way_.clear(); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  void noted(const RunNote& note) override {
    if (!note.file_only && note.level == RunNote::Level::Warning) play_.say(note.text);
  }
  void started(const RunStart& start) override {
    play_.under_way_.prepare(start.threads, table_count(start.config.seatings));
  }
  TableView* view(std::size_t thread) override { return play_.under_way_.view(thread); }
  void board_finished(const FinishedJob& finished) override {
    play_.under_way_.finish(finished.job.number);
    play_.note(finished);
  }
  void boards_invalidated() override { play_.recall(); }
  void progressed(const Progress& progress) override {
    play_.note(progress, progress.scheduling - std::exchange(scheduling_, progress.scheduling));
    if (progress.elapsed < next_look_) return;
    next_look_ = progress.elapsed + BetweenLooks;
    play_.under_way_.look();
  }

 private:
  static constexpr std::chrono::milliseconds BetweenLooks{500};

  RatedRunner& play_;
  std::chrono::nanoseconds next_look_{0};
  TimesTaken scheduling_;  ///< that `play_` knows
};

RatedRunner::RatedRunner(fs::path ladder, const LadderSettings& settings, const FileStore& store, LadderClock now,
                         PlayOptions options)
    : ladder_(std::move(ladder)),
      settings_(settings),
      store_(store),
      now_(std::move(now)),
      options_(std::move(options)) {
  options_.before_board = [this, also = options_.before_board](const Job& job, int attempt) {
    under_way_.rest();
    wait_if_slow();
    under_way_.begin(job);
    if (also) also(job, attempt);
  };
  options_.rests = [this] { return rests(); };
  options_.keeps_output = true;
}

RatedRunner::~RatedRunner() { stop(); }

fs::path RatedRunner::folder() const { return ladder_ / SeasonFolder; }

void RatedRunner::say(const std::string& line) const {
  if (log_) log_(line);
}

TournamentStore RatedRunner::opened_store() const {
  auto stored = TournamentStore::open(folder());
  if (!stored) throw std::runtime_error(stored.error());
  return *std::move(stored);
}

void RatedRunner::start(std::uint64_t seed, bool has_begun, std::function<void(const std::string&)> log) {
  has_begun_ = has_begun;
  log_ = std::move(log);
  last_board_ = now_();
  workers_since_ = now_();
  std::promise<void> recalled;
  recalled_ = recalled.get_future().share();
  if (is_there()) stored_ = opened_store().boards().job_count();
  thread_ = std::thread([this, seed, recalled = std::move(recalled)]() mutable {
    try {
      if (is_there()) recall();
      recalled.set_value();
    } catch (...) {
      recalled.set_exception(std::current_exception());
    }
    run(seed);
  });
}

void RatedRunner::stop() {
  stopping_ = true;
  if (thread_.joinable()) thread_.join();
}

TournamentConfig RatedRunner::fresh_config(std::uint64_t seed) const {
  TournamentConfig config = ladder_tournament(settings_.play, ladder_, SeasonFolder, seed, BoardsOfMeeting);
  config.schedule.kind = ScheduleKind::Ladder;
  config.concurrency = settings_.play.threads;
  config.give_up_after = 0;  // who fails is quarantined, and comes back when a moderator releases it
  config.remarks = false;    // nobody may see others', and the dump is for everybody
  const BotFinder finder(bundled_bots_folder(), ladder_);
  for (const std::string& name : settings_.play.references) {
    BotSpec bot;
    bot.name = name;
    if (const auto found = finder.locate(bot, name, std::nullopt); !found) {
      throw std::runtime_error("the reference bot \"" + name + "\": " + found.error());
    }
    config.bots.push_back(std::move(bot));
  }
  config.anchor = RatingAnchor{settings_.play.anchor, 0};
  return config;
}

OrInputError<Tournament> RatedRunner::opened(std::uint64_t seed) {
  if (is_there()) {
    PlayOptions options = options_;
    options.knows_bots = true;  // they were validated, and never change
    has_begun_ = true;
    return Tournament::reopen(folder(), options);
  }
  if (has_begun_) {
    // A fresh one would give its entrants the numbers of those whose boards are missing.
    return tl::unexpected(gone());
  }
  return Tournament::create(fresh_config(seed), "the ladder", options_);
}

InputError RatedRunner::gone() const {
  return {folder().string(), "",
          "held the rated boards and has gone: put it back, or stop the ladder and restore a backup"};
}

void RatedRunner::recall_if_idle() {
  if (!thread_.joinable() && is_there()) recall();
}

void RatedRunner::recall() {
  // Not the tournament's report: its ratings and tables would take a minute for a million boards.
  StoredResults found = opened_store().results([](const DamagedJob&) {});  // which `verify` names
  const std::lock_guard<std::mutex> lock(mutex_);
  counts_.clear();
  met_.clear();
  recent_.clear();
  tallied_ = {};
  for (const RatedBoard& board : found.boards) count(board);
  stored_ = 0;
}

void RatedRunner::await_boards() const {
  if (recalled_.valid()) recalled_.get();
}

void RatedRunner::note(const FinishedJob& finished) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const double now = now_();
  forget_trouble();
  last_board_ = now;
  recent_.push_back(now);
  forget_before(recent_, now - SecondsOfMinute);
  for (const FinishedFault& fault : finished.faults) {
    ++faults_[fault.kind];
    const bool is_reference = static_cast<std::size_t>(fault.bot) < settings_.play.references.size();
    if (fault.kind != FaultKind::Timeout || !is_reference) continue;
    ++late_references_;
    recently_late_.push_back(now);
  }
  forget_before(recently_late_, now - SecondsOfLately);
  count({finished.job.board, finished.job.entrants, finished.result});
}

void RatedRunner::forget_trouble() {
  trouble_ = {};
  said_reason_.clear();
}

void RatedRunner::note(const Progress& progress, const TimesTaken& scheduling) {
  const std::lock_guard<std::mutex> lock(mutex_);
  scheduling_ += scheduling;
  if (!well_since_) well_since_ = now_();
  if (trouble_.code != MachineCode || now_() >= *well_since_ + UntilItIsWell) forget_trouble();
  if (!workers_) workers_since_ = now_();
  workers_ = progress.workers;
  if (workers_ && workers_->count(WorkerState::Playing) > 0) workers_since_ = now_();
}

void RatedRunner::count(const RatedBoard& board) {
  tallied_.add(board);
  for (const std::size_t side : {0U, 1U}) {
    const auto entrant = static_cast<std::size_t>(board.entrants[side]);
    const auto other = static_cast<std::size_t>(board.entrants[1 - side]);
    if (counts_.size() <= std::max(entrant, other)) counts_.resize(std::max(entrant, other) + 1);
    met_.resize(counts_.size());
    if (met_[entrant].size() <= other) met_[entrant].resize(other + 1);
    EntrantFigures& counted = counts_[entrant];
    ++counted.boards;
    if (!met_[entrant][other]) ++counted.opponents;
    met_[entrant][other] = true;
    const int faults = board.result.faults[side];
    if (faults > 0) ++counted.faults;
    counted.faults_in_row = faults >= board.result.tables ? counted.faults_in_row + 1 : 0;
  }
}

void RatedRunner::run(std::uint64_t seed) {
  begin_background_work();
  std::chrono::seconds back_off{1};
  while (!stopping_) {
    if (paused_ && is_there()) {
      std::this_thread::sleep_for(Moment);
      continue;
    }
    try {
      play_once(seed);
      back_off = std::chrono::seconds(1);
      continue;
    } catch (const BrokerTrouble& trouble) {
      note_trouble(broker_is_away(), trouble.what());
    } catch (const std::exception& error) {
      ++machine_faults_;
      note_trouble({MachineCode, error.what()},
                   std::string("rated play was interrupted by the machine: ") + error.what());
    }
    for (auto left = std::chrono::milliseconds(back_off); left.count() > 0 && !stopping_; left -= Moment) {
      std::this_thread::sleep_for(Moment);
    }
    back_off = std::min(2 * back_off, LongestBackOff);
  }
}

/// What lasts is said once.
void RatedRunner::note_trouble(Trouble trouble, const std::string& reason) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    workers_.reset();
    well_since_.reset();
    trouble_ = std::move(trouble);
    if (said_reason_ == reason) return;
    said_reason_ = reason;
  }
  say(reason);
}

bool RatedRunner::rests() const {
  // What workers get in a second keeps them busy for some three.
  constexpr std::chrono::seconds Turn{30};
  constexpr std::chrono::seconds Giving{1};
  return slow_ && std::chrono::steady_clock::now().time_since_epoch() % Turn >= Giving;
}

void RatedRunner::wait_if_slow() {
  using Clock = std::chrono::steady_clock;
  constexpr int TimesAsLong = 9;
  constexpr Clock::duration Longest = std::chrono::seconds(10);  // so that the ladder never looks as if it stood still
  thread_local Clock::time_point began = Clock::now();
  const auto until = Clock::now() + std::min(Longest, TimesAsLong * (Clock::now() - began));
  while (slow_ && !stopping_ && !paused_ && Clock::now() < until) {
    std::this_thread::sleep_for(std::min<Clock::duration>(Moment, until - Clock::now()));
  }
  began = Clock::now();
}

void RatedRunner::play_once(std::uint64_t seed) {
  OrInputError<Tournament> tournament = opened(seed);
  if (!tournament) throw std::runtime_error(tournament.error().text());
  fs::permissions(folder(), fs::perms::owner_all);
  Watch watch(*this);
  const std::function<bool()> stop = [this] { return stopping_ || paused_; };
  tournament->run(stop, Observers({&watch}));
  const std::lock_guard<std::mutex> lock(mutex_);
  workers_.reset();
}

OrInputError<EntrantId> RatedRunner::enter(const VersionRow& version, const std::optional<std::string>& former) {
  const auto stored = League::open(folder(), "the ladder");
  if (!stored) return tl::unexpected(stored.error());
  for (const FieldEntrant& entrant : stored->field()) {
    if (entrant.name == version.entry_name) return entrant.id;  // it was killed between there and here
  }
  LadderEntry entry;
  entry.bot = spec_of(version.spec, store_.tree(version.tree), version.entry_name);
  entry.owner = version.shown.author_name;
  entry.predecessor = former;
  entry.seconds = version.seconds;
  entry.try_out = false;
  entry.bot.timed = !version.shown.repeatable.value_or(false);
  return League::enter(folder(), std::move(entry));
}

std::optional<JobNumber> RatedRunner::begin_season(std::uint64_t number, std::uint64_t seed) {
  const auto stored = League::open(folder(), "the ladder");
  if (!stored) throw std::runtime_error(stored.error().text());
  const std::vector<LadderSeason> seasons = stored->seasons();
  const auto found = std::find_if(seasons.begin(), seasons.end(),
                                  [number](const LadderSeason& season) { return season.number == number; });
  if (found == seasons.end()) {
    if (const auto asked = League::add_season(folder(), {number, seed, std::nullopt}); !asked) {
      throw std::runtime_error(asked.error().text());
    }
    return std::nullopt;
  }
  if (!found->first_job || !stored->has_all_before(*found->first_job)) return std::nullopt;
  make_durable(folder());
  return found->first_job;
}

void RatedRunner::settle(const std::map<std::string, EntrantState>& wanted) {
  const auto stored = League::open(folder(), "the ladder");
  if (!stored) throw std::runtime_error(stored.error().text());
  for (const FieldEntrant& entrant : stored->field()) {
    const auto found = wanted.find(entrant.name);
    if (found == wanted.end() || found->second == entrant.state || entrant.state == EntrantState::Retired) continue;
    OrInputError<void> done;
    if (found->second == EntrantState::Active) done = League::bring_back(folder(), entrant.name);
    if (found->second == EntrantState::Paused) done = League::pause(folder(), entrant.name);
    if (found->second == EntrantState::Retired) done = League::retire(folder(), entrant.name);
    if (!done) say("the field cannot be changed: " + done.error().text());
  }
}

std::set<std::string> RatedRunner::without_need_of_files(std::set<std::string> entry_names) const {
  const auto stored = League::open(folder(), "the ladder");
  if (!stored) throw std::runtime_error(stored.error().text());
  for (const FieldEntrant& entrant : stored->field()) {
    if (!entry_names.contains(entrant.name)) continue;
    const bool has_all =
        entrant.state == EntrantState::Retired && entrant.since && stored->has_all_before(*entrant.since);
    if (!has_all) entry_names.erase(entrant.name);
  }
  return entry_names;
}

std::vector<EntrantFigures> RatedRunner::figures() const {
  await_boards();
  const std::lock_guard<std::mutex> lock(mutex_);
  return counts_;
}

RatedRunner::Rating RatedRunner::rate(const std::vector<std::array<EntrantId, 2>>& struck,
                                      const std::set<EntrantId>& field) const {
  await_boards();
  TalliedBoards boards;
  Rating rating;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    boards = tallied_;
    rating.figures = counts_;
  }
  rating.boards = boards.size();
  for (const auto& [one, other] : struck) rating.struck.push_back(boards.leave_out(one, other));
  const std::size_t entrants = std::max(rating.figures.size(), settings_.play.references.size());
  rating.figures.resize(entrants);
  const auto& references = settings_.play.references;
  const auto anchor = std::find(references.begin(), references.end(), settings_.play.anchor) - references.begin();
  FieldPlan plan;
  for (std::size_t i = 0; i < entrants; ++i) plan.members.push_back(field.contains(static_cast<EntrantId>(i)));
  const auto rated = [&](ResultKind kind) {
    const WeighedValues values = boards.values(kind);
    if (kind == ResultKind::Points) rating.alike = alike_entrants(entrants, values.values, values.boards);
    return rate_field(kind, entrants, head_to_heads_of(kind, values.values, values.boards), plan);
  };
  rating.points = std::make_shared<const FieldRating>(rated(ResultKind::Points));
  plan.anchor = StrengthAnchor{static_cast<std::size_t>(anchor), 0};
  const FieldRating elo = rated(ResultKind::Score);
  for (std::size_t i = 0; i < entrants; ++i) {
    rating.figures[i].all_struck = !rating.points->is_tellable(i);
    rating.figures[i].points = rating.points->value(i);
    rating.figures[i].points_error = rating.points->error95(i);
    rating.figures[i].elo = elo.value(i);
    rating.figures[i].elo_error = elo.error95(i);
  }
  return rating;
}

WeighedValues RatedRunner::margins() const {
  await_boards();
  const std::lock_guard<std::mutex> lock(mutex_);
  return tallied_.values(ResultKind::Points);
}

RatedRunner::Faults RatedRunner::faults() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  Faults all;
  for (const FaultKind kind : every<FaultKind>()) {
    const auto found = faults_.find(kind);
    all.kinds.emplace_back(kind, found == faults_.end() ? 0 : found->second);
  }
  const auto lately = std::lower_bound(recently_late_.begin(), recently_late_.end(), now_() - SecondsOfLately);
  all.late_references = late_references_;
  all.late_references_lately = static_cast<std::uint64_t>(recently_late_.end() - lately);
  return all;
}

TimesTaken RatedRunner::scheduling() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return scheduling_;
}

std::uint64_t RatedRunner::boards() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return stored_ + tallied_.size();
}

double RatedRunner::boards_a_minute() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const double now = now_();
  return static_cast<double>(recent_.end() - std::lower_bound(recent_.begin(), recent_.end(), now - SecondsOfMinute));
}

RatedRunner::Trouble RatedRunner::trouble() const {
  constexpr double UntilWorkersAreMissed = 5;  // whom a leader calls answers within a moment
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!trouble_.text.empty() || !workers_) return trouble_;
  if (workers_->broker_away) return broker_is_away();
  if (now_() < workers_since_ + UntilWorkersAreMissed) return {};
  const std::size_t others = workers_->count(WorkerState::OtherBuild);
  return {"no_workers", others == 0
                            ? "no worker is there: no boards are played until one comes"
                            : "no worker of this build is there: no boards are played until those that are there (" +
                                  std::to_string(others) + ") are upgraded"};
}

std::shared_ptr<const SeenWorkers> RatedRunner::workers() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return workers_;
}

}  // namespace tichu::arena
