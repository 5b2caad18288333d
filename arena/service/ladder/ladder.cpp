#include "arena/service/ladder/ladder.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "arena/service/ladder/account_table.h"
#include "arena/service/ladder/background_work.h"
#include "arena/service/ladder/boxed_work.h"
#include "arena/service/ladder/ladder_folder.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/service/ladder/recipe.h"
#include "arena/service/ladder/season_table.h"
#include "arena/service/ladder/step_attempts.h"
#include "arena/service/ladder/version_life.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr milliseconds CareInterval{200};
constexpr milliseconds WorkInterval{500};

/// How the rated boards are played.
PlayOptions rated_options(const LadderOptions& options) {
  PlayOptions play;
  play.program = options.program;
  if (options.threads > 0) play.concurrency = options.threads;
  play.before_board = options.before_board;
  play.accept_changes = true;
  play.remote = options.workers;
  play.invalidations = options.invalidations;
  return play;
}

/// What was counted before the settings were read again.
void add_earlier(LadderStatus& status, const LadderStatus& earlier) {
  status.machine_faults += earlier.machine_faults;
  for (std::size_t i = 0; i < std::min(status.faults.size(), earlier.faults.size()); ++i) {
    status.faults[i].second += earlier.faults[i].second;  // both have every kind, in one order
  }
  status.late_references += earlier.late_references;
  status.scheduling += earlier.scheduling;
  status.commits += earlier.commits;
  status.ratings += earlier.ratings;
}

/// Does one piece of work after another until the ladder stops, and waits where there is none. A thread's whole work.
void work_until_stopped(LadderSignal& signal, const std::function<bool()>& work_once,
                        const std::function<void(const std::string&)>& say_failure, bool behind_rated = false) {
  begin_background_work(behind_rated);
  while (!signal.is_stopping()) {
    bool worked = false;
    try {
      worked = work_once();
    } catch (const std::exception& error) {
      say_failure(error.what());
    }
    if (!worked) signal.wait(WorkInterval);
  }
}

}  // namespace

OrInputError<std::unique_ptr<Ladder>> Ladder::open(const fs::path& folder, const LadderOptions& options) {
  if (!fs::exists(folder / LadderDatabaseName)) {
    return tl::unexpected(folder_error(folder, "holds no ladder; tichu-arena ladder init makes one"));
  }
  auto settings = read_ladder_settings(folder / LadderSettingsName);
  if (!settings) return tl::unexpected(settings.error());
  return std::unique_ptr<Ladder>(new Ladder(fs::canonical(folder), std::move(*settings), options));
}

Ladder::Ladder(const fs::path& folder, LadderSettings settings, const LadderOptions& options)
    : settings_(std::move(settings)),
      options_(options),
      key_(read_server_key(folder)),
      store_(folder),
      database_(folder / LadderDatabaseName, now_in_seconds),
      play_(folder, settings_, store_, now_in_seconds, rated_options(options)),
      dump_(database_, play_),
      accounts_(database_, settings_, key_, signal_),
      versions_(database_, store_, settings_, play_, dump_, signal_),
      submissions_(database_, store_, settings_, versions_, signal_),
      requests_(database_, settings_, signal_),
      hooks_(database_, settings_),
      seasons_(database_, settings_, play_, dump_, [this](const std::string& line) { say(line); }),
      ratings_(database_, settings_, play_, signal_),
      residuals_(database_, play_, ratings_, [this](const std::string& line) { say(line); }),
      own_boards_(database_, play_),
      tags_(database_, store_, settings_, play_),
      seats_(database_, settings_, key_),
      remote_bots_(folder, database_, settings_, key_, ratings_, seats_),
      guests_(
          folder, database_, store_, settings_, options.program, [this] { return rests_ || signal_.is_stopping(); },
          [this](const std::string& line) { say(line); }),
      field_(database_, settings_, play_, signal_),
      housekeeping_(database_, store_, settings_, play_, [this](const std::string& line) { say(line); }),
      health_(database_, store_, settings_, play_, options.play, [this](const std::string& line) { say(line); }),
      worker_audit_(database_, play_.folder()) {
  if (auto begun = first_references(database_); !begun.empty()) settings_.play.references = std::move(begun);
}

void Ladder::say(const std::string& line) const {
  if (options_.log) options_.log(line);
}

OrInputError<LineTools> Ladder::find_tools() {
  toolchain_ = find_toolchain();
  auto work_box = find_work_box(settings_, toolchain_);
  auto bot_box = Sandbox::find(settings_.play.sandbox, {});
  if ((!work_box || !bot_box) && !settings_.play.allow_unsandboxed) {
    return tl::unexpected(folder_error(
        folder(), "strangers' programs need a sandbox, and this machine makes none: " +
                      (!work_box ? work_box.error() : bot_box.error()) +
                      "; install bubblewrap, or set play.allow_unsandboxed in ladder.toml if you trust all authors"));
  }
  if (work_box) work_box_ = std::move(*work_box);
  if (bot_box) bot_box_ = std::move(*bot_box);
  if (const auto shown = check_boxes_see_folder(); !shown) return tl::unexpected(shown.error());
  auto validator = find_validator(folder(), settings_);
  if (!validator) return tl::unexpected(validator.error());
  return LineTools{work_box_.get(), bot_box_.get(), toolchain_, *std::move(validator)};
}

OrInputError<void> Ladder::start() {
  lock_ = TournamentLock::take(folder());
  if (!lock_) return tl::unexpected(folder_error(folder(), "another process runs this ladder"));
  store_.clear_leftovers();
  auto tools = find_tools();
  if (!tools) return tl::unexpected(tools.error());
  std::uint64_t first_seed = 0;
  {
    LadderDatabase::Work work = database_.begin();
    first_seed = SeasonTable(work).all().front().seed;
    const int interrupted = StepAttempts(work).interrupt_running();
    work.commit();
    if (interrupted > 0) say("steps that were interrupted and are done again: " + std::to_string(interrupted));
  }
  field_.add_references();
  const auto stopping = [this] { return signal_.is_stopping(); };
  line_ = std::make_unique<SubmissionPipeline>(database_, store_, settings_, *std::move(tools), stopping);
  versions_.wait_for(*line_);
  PlayOptions unranked;
  unranked.program = options_.program;
  unranked.accept_changes = true;
  unranked_ = std::make_unique<RequestRunner>(folder(), database_, store_, settings_, unranked, stopping, options_.log);
  ratings_.recall();
  started_ = true;
  if (options_.play) {
    rests_ = has_to_rest();
    play_.start(first_seed, has_begun(), options_.log);
    threads_.emplace_back([this] { work_unranked(); });
    start_remote();
    guests_.start();
  }
  play_.recall_if_idle();
  threads_.emplace_back([this] { work_in(StepQueue::Quick); });
  for (int slot = 0; slot < settings_.steps.slots; ++slot) {
    threads_.emplace_back([this] { work_in(StepQueue::Slow); });
  }
  threads_.emplace_back([this] { care(); });
  return {};
}

OrInputError<void> Ladder::check_boxes_see_folder() const {
  if (!work_box_) return {};
  BoxedWork work{{"/bin/true", {(folder() / "work").string()}, "/"},
                 std::chrono::steady_clock::now() + std::chrono::seconds(30)};
  try {
    if (run_boxed(work_box_.get(), work).is_good()) return {};
  } catch (const std::exception& error) {
    return tl::unexpected(
        folder_error(folder(), std::string("cannot be shown to a sandbox; every folder above it must let "
                                           "everybody through (chmod o+x): ") +
                                   error.what()));
  }
  return tl::unexpected(folder_error(folder(), "a trial in the sandbox failed"));
}

void Ladder::stop() {
  signal_.stop();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
  guests_.stop();
  threads_.clear();
  play_.stop();
  if (!started_.exchange(false)) return;
  try {
    accounts_.note_used_tokens(true);
  } catch (const std::exception& error) {
    say(std::string("when tokens were used last could not be noted: ") + error.what());
  }
}

std::vector<std::string> Ladder::languages() const {
  std::vector<std::string> all;
  for (const SubmissionLanguage language : every<SubmissionLanguage>()) {
    Manifest manifest;
    manifest.name = "bot";
    manifest.language = language;
    if (started_ && recipe_for(manifest, toolchain_)) all.emplace_back(to_text(language));
  }
  return all;
}

void Ladder::work_in(StepQueue queue) {
  const auto work_once = [&] {
    const bool worked = line_->work_once(queue);
    if (worked) signal_.wake();
    return worked;
  };
  work_until_stopped(signal_, work_once,
                     [this](const std::string& why) { say("a step of a submission could not be done: " + why); });
}

void Ladder::work_unranked() {
  work_until_stopped(
      signal_, [this] { return unranked_->work_once(); },
      [this](const std::string& why) { say("unranked boards could not be played: " + why); });
}

void Ladder::start_remote() {
  remote_ = std::make_unique<RemoteRunner>(folder(), database_, store_, settings_, seats_, bot_box_.get(),
                                           options_.program, [this] { return rests_ || signal_.is_stopping(); });
  remote_->settle_interrupted();
  seats_.refresh();
  for (std::uint64_t table = 0; table < settings_.remote.tables; ++table) {
    threads_.emplace_back([this] { work_remote(); });
  }
}

void Ladder::work_remote() {
  work_until_stopped(
      signal_, [this] { return remote_->work_once(); },
      [this](const std::string& why) { say("boards of a remote bot could not be played: " + why); }, true);
}

void Ladder::care() {
  begin_background_work();
  std::string said;  // a failure that lasts is said once
  while (!signal_.is_stopping()) {
    try {
      maintain_once();
      said.clear();
    } catch (const std::exception& error) {
      if (said != error.what()) say(std::string("the ladder could not look after itself: ") + error.what());
      said = error.what();
      health_.fail();
    }
    signal_.wait(CareInterval);
  }
  seats_.break_off(true);
}

bool Ladder::has_room() const { return store_.free_bytes() >= settings_.care.play_stops_mb * Mebibyte; }

bool Ladder::has_to_rest() { return !has_room() || database_.setting("paused") == "1"; }

void Ladder::maintain_once() {
  const bool is_paused = has_to_rest();
  play_.pause(is_paused);
  rests_ = is_paused;
  seats_.refresh();
  seats_.break_off(is_paused);
  guests_.tend();
  health_.look();
  if (!has_room()) return;  // whatever else is to be done is to be stored
  guests_.announce_day();
  housekeeping_.slow_down_if_quiet();
  if (database_.changed_elsewhere()) signal_.change_field();  // by a command beside the service
  accounts_.note_used_tokens();
  if (play_.is_there()) {
    if (!has_begun()) database_.set("rated_play_begun", "1");
    field_.take_in_validated();
    field_.settle();
    if (ratings_.rate_if_due()) residuals_.raise_alarms();
    seasons_.tend();
  }
  housekeeping_.tidy_if_due();
  housekeeping_.back_up_if_due();
  worker_audit_.look(play_.workers());
}

OrRefusal<void> Ladder::delete_account(const Caller& caller, const std::string& name, const std::string& reason) {
  const auto account = accounts_.account_to_delete(caller, name);
  if (!account) return tl::unexpected(account.error());
  const Caller author{*account, Scopes::all(), ""};
  for (const LadderBot& bot : versions_.own_bots(author)) {
    for (const LadderVersion& version : bot.versions) {
      if (!may_change(StateCause::Author, version.state, VersionState::Withdrawn)) continue;
      if (const auto done = versions_.withdraw(author, {bot.name, version.number}); !done) {
        return tl::unexpected(done.error());
      }
    }
  }
  accounts_.forget(caller, *account, reason);
  dump_.forget();
  return {};
}

OrRefusal<void> Ladder::pause(const Caller& caller, bool paused, const std::string& reason) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  LadderDatabase::Work work = database_.begin();
  set_setting(work.sql(), "paused", paused ? "1" : "0");
  AccountTable(work).note(caller.account.name, paused ? "pause ladder" : "resume ladder", "", reason);
  work.commit();
  return {};
}

LadderStatus Ladder::status() {
  LadderStatus status;
  const double now = database_.now();
  status.started = options_.earlier ? options_.earlier->started : health_.started_at();
  status.uptime_s = now - status.started;
  status.free_bytes = store_.free_bytes();
  status.accepts_uploads = !signal_.is_stopping() && status.free_bytes >= settings_.care.uploads_stop_mb * Mebibyte;
  status.boards = play_.boards();
  status.boards_a_minute = play_.boards_a_minute();
  status.slowed = play_.is_slow();
  status.last_board_age_s = std::max(0.0, now - std::max(play_.last_board(), started_ ? 0.0 : now));
  status.workers = play_.workers();
  RatedRunner::Faults faults = play_.faults();
  status.faults = std::move(faults.kinds);
  status.late_references = faults.late_references;
  status.scheduling = play_.scheduling();
  status.commits = database_.commits();
  status.ratings = ratings_.times();
  status.machine_faults = play_.machine_faults() + (line_ ? line_->machine_faults() : 0);
  if (options_.earlier) add_earlier(status, *options_.earlier);
  const LadderTrouble trouble = health_.trouble();
  status.trouble = trouble.text;
  status.trouble_code = trouble.code;
  status.store_bytes = housekeeping_.store_bytes();
  if (const auto last = database_.setting("last_backup")) status.last_backup = std::stod(*last);
  add_queues(status);
  const bool paused = database_.setting("paused") == "1";
  status.playing =
      options_.play && started_ && !paused && play_.trouble().text.empty() && status.trouble_code != "disk_full";
  return status;
}

void Ladder::add_queues(LadderStatus& status) {
  LadderDatabase::Work work = database_.begin_looking();
  VersionTable table(work);
  for (const VersionState state : every<VersionState>()) status.versions.emplace_back(state, table.count(state));
  status.bots_playing = table.count(VersionState::Provisional) + table.count(VersionState::Rated);
  for (const StepRule& rule : StepTable) {
    LadderStatus::Queue queue;
    queue.step = rule.kind;
    for (const VersionRow& version : table.in_states({rule.from})) {
      const bool running = line_ && line_->is_at_work(version.shown.id);
      ++(running ? queue.running : queue.waiting);
      queue.oldest_wait_s = std::max(queue.oldest_wait_s, work.now() - version.shown.changed);
    }
    status.queues.push_back(queue);
  }
  status.people_tables = guests_.places().busy;
  status.requests_waiting = PlayRequestTable(work).open().size();
}

}  // namespace tichu::arena
