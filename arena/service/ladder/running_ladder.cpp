#include "arena/service/ladder/running_ladder.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "arena/installation.h"
#include "arena/service/ladder/background_work.h"
#include "arena/service/ladder/boxed_work.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/service/ladder/recipe.h"
#include "arena/service/ladder/season_book.h"
#include "arena/text/file_text.h"
#include "arena/text/required_path.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/config/bot_finder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr const char* KeyName = "server.key";
constexpr milliseconds CareInterval{200};
constexpr milliseconds WorkInterval{500};

double now_in_seconds() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// Hidden from everybody but the ladder's user: who has it can try tokens.
void write_key(const fs::path& file) {
  write_whole_file(file, random_hexadecimal(2 * ServerKey().size()) + "\n");
  ::chmod(file.c_str(), 0600);
}

ServerKey read_key(const fs::path& file) {
  const std::string text = read_file_text(file);
  ServerKey key{};
  if (text.size() < 2 * key.size()) throw std::runtime_error(file.string() + " is damaged: tokens cannot be checked");
  for (std::size_t i = 0; i < key.size(); ++i) {
    key[i] = static_cast<unsigned char>(std::stoi(text.substr(2 * i, 2), nullptr, 16));
  }
  return key;
}

InputError problem_with(const fs::path& folder, std::string problem) {
  return {folder.string(), "", std::move(problem)};
}

OrInputError<BotSpec> find_validator(const fs::path& folder, const LadderSettings& settings) {
  BotSpec validator;
  validator.name = settings.play.validator;
  const BotFinder finder(bundled_bots_folder(), folder);
  if (const auto found = finder.locate(validator, settings.play.validator, std::nullopt); !found) {
    return tl::unexpected(InputError{(folder / LadderSettingsName).string(), "play.validator", found.error()});
  }
  return validator;
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

bool is_empty_or_missing(const fs::path& folder) {
  std::error_code error;
  return !fs::exists(folder, error) || (fs::is_directory(folder, error) && fs::is_empty(folder, error));
}

}  // namespace

/// Who wants to be told of events.
struct RunningLadder::Subscribers {
  std::mutex mutex;
  std::uint64_t next = 0;
  std::map<std::uint64_t, std::function<void(const LadderEvent&)>> all;
};

// --- a ladder's folder
// ------------------------------------------------------------------------------------------------

OrInputError<MadeLadder> LadderService::init(const fs::path& folder, const std::string& admin) {
  if (!is_empty_or_missing(folder)) {
    return tl::unexpected(problem_with(folder, "is not empty; a ladder is made in a folder of its own"));
  }
  fs::create_directories(folder);
  // The users of boxes must get through to what is shown to them, and see nothing else.
  ::chmod(folder.c_str(), 0711);
  try {
    write_whole_file(folder / LadderSettingsName, default_ladder_settings());
    write_key(folder / KeyName);
    const ServerKey key = read_key(folder / KeyName);
    LadderDatabase::create(folder / LadderDatabaseName);
    ::chmod((folder / LadderDatabaseName).c_str(), 0600);
    const FileStore store(folder);
    LadderDatabase database(folder / LadderDatabaseName, now_in_seconds);
    LadderDatabase::Work work = database.begin();
    AccountBook book(work, key);
    auto account = book.add(admin, Role::Admin, std::nullopt);
    if (!account) {
      std::error_code error;
      for (const auto& entry : fs::directory_iterator(folder)) fs::remove_all(entry.path(), error);
      return tl::unexpected(InputError{"--admin", "\"" + admin + "\"", account.error().detail});
    }
    NewAccount made{*account, book.add_token(account->id, Scopes::all(), std::nullopt, "the first")};
    SeasonBook(work).announce();
    book.note("operator", "make the ladder", admin, "");
    work.commit();
    return MadeLadder{folder, made};
  } catch (...) {
    std::error_code error;
    fs::remove_all(folder, error);
    throw;
  }
}

OrInputError<LadderSettings> LadderService::settings_in(const fs::path& folder) {
  auto settings = read_ladder_settings(folder / LadderSettingsName);
  if (!settings) return settings;
  if (const auto validator = find_validator(folder, *settings); !validator) return tl::unexpected(validator.error());
  return settings;
}

OrInputError<std::unique_ptr<LadderService>> LadderService::open(const fs::path& folder, const LadderOptions& options) {
  if (!fs::exists(folder / LadderDatabaseName)) {
    return tl::unexpected(problem_with(folder, "holds no ladder; tichu-arena ladder init makes one"));
  }
  auto settings = read_ladder_settings(folder / LadderSettingsName);
  if (!settings) return tl::unexpected(settings.error());
  const fs::path absolute = fs::canonical(folder);
  return std::make_unique<RunningLadder>(absolute, std::move(*settings), options);
}

// --- life
// -------------------------------------------------------------------------------------------------------------

RunningLadder::RunningLadder(fs::path folder, LadderSettings settings, LadderOptions options)
    : folder_(std::move(folder)),
      settings_(std::move(settings)),
      options_(std::move(options)),
      key_(read_key(folder_ / KeyName)),
      store_(folder_),
      database_(folder_ / LadderDatabaseName, now_in_seconds),
      play_(folder_, settings_, store_, now_in_seconds,
            [this] {
              PlayOptions play;
              play.program = options_.program;
              if (options_.threads > 0) play.concurrency = options_.threads;
              play.before_board = options_.before_board;
              play.accept_changes = true;
              play.remote = options_.workers;
              play.false_work = options_.false_work;
              return play;
            }()),
      subscribers_(std::make_shared<Subscribers>()),
      standings_(std::make_shared<const LadderStandings>()),
      started_at_(now_in_seconds()) {
  database_.on_event([subscribers = subscribers_](const LadderEvent& event) {
    std::vector<std::function<void(const LadderEvent&)>> told;
    {
      const std::lock_guard<std::mutex> lock(subscribers->mutex);
      for (const auto& [number, function] : subscribers->all) told.push_back(function);
    }
    for (const auto& function : told) function(event);
  });
}

RunningLadder::~RunningLadder() { stop(); }

std::shared_ptr<void> RunningLadder::subscribe(std::function<void(const LadderEvent&)> told) {
  const std::lock_guard<std::mutex> lock(subscribers_->mutex);
  const std::uint64_t number = subscribers_->next++;
  subscribers_->all.emplace(number, std::move(told));
  // NOLINTNEXTLINE(bugprone-unused-return-value): the pointer is only an owner
  return {nullptr, [subscribers = subscribers_, number](void*) {
            const std::lock_guard<std::mutex> held(subscribers->mutex);
            subscribers->all.erase(number);
          }};
}

void RunningLadder::say(const std::string& line) const {
  if (options_.log) options_.log(line);
}

OrInputError<void> RunningLadder::start() {
  lock_ = TournamentLock::take(folder_);
  if (!lock_) return tl::unexpected(problem_with(folder_, "another process runs this ladder"));
  store_.clear_leftovers();
  toolchain_ = find_toolchain();
  auto work_box = find_work_box(settings_, toolchain_);
  auto bot_box = Sandbox::find(settings_.play.sandbox, {});
  if ((!work_box || !bot_box) && !settings_.play.allow_unsandboxed) {
    return tl::unexpected(problem_with(
        folder_, "strangers' programs need a sandbox, and this machine makes none: " +
                     (!work_box ? work_box.error() : bot_box.error()) +
                     "; install bubblewrap, or set play.allow_unsandboxed in ladder.toml if you trust all authors"));
  }
  if (work_box) work_box_ = std::move(*work_box);
  if (bot_box) bot_box_ = std::move(*bot_box);
  if (const auto shown = check_boxes_see_folder(); !shown) return shown;
  LineTools tools{work_box_.get(), bot_box_.get(), toolchain_, {}};
  auto validator = find_validator(folder_, settings_);
  if (!validator) return tl::unexpected(validator.error());
  tools.validator = *std::move(validator);
  {
    LadderDatabase::Work work = database_.begin();
    const int interrupted = VersionBook(work).interrupt_running();
    work.commit();
    if (interrupted > 0) say("steps that were interrupted and are done again: " + std::to_string(interrupted));
  }
  add_references();
  const auto stopping = [this] { return stopping_.load(); };
  line_ = std::make_unique<SubmissionLine>(database_, store_, settings_, std::move(tools), stopping);
  PlayOptions unranked;
  unranked.program = options_.program;
  unranked.accept_changes = true;
  unranked_ = std::make_unique<UnrankedPlay>(folder_, database_, store_, settings_, unranked, stopping, options_.log);
  started_ = true;
  if (options_.play) {
    play_.start(first_seed(), has_begun(), options_.log);
    threads_.emplace_back([this] { work_unranked(); });
  } else if (play_.is_there()) {
    play_.recall();
  }
  threads_.emplace_back([this] { work_in(StepLane::Quick); });
  for (int slot = 0; slot < settings_.steps.slots; ++slot) {
    threads_.emplace_back([this] { work_in(StepLane::Slow); });
  }
  threads_.emplace_back([this] { care(); });
  return {};
}

OrInputError<void> RunningLadder::check_boxes_see_folder() const {
  if (!work_box_) return {};
  BoxedWork work{{"/bin/true", {(folder_ / "work").string()}, "/"},
                 std::chrono::steady_clock::now() + std::chrono::seconds(30)};
  try {
    if (run_boxed(work_box_.get(), work).is_good()) return {};
  } catch (const std::exception& error) {
    return tl::unexpected(
        problem_with(folder_, std::string("cannot be shown to a sandbox; every folder above it must let "
                                          "everybody through (chmod o+x): ") +
                                  error.what()));
  }
  return tl::unexpected(problem_with(folder_, "a trial in the sandbox failed"));
}

void RunningLadder::stop() {
  stopping_ = true;
  moment_.notify_all();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
  threads_.clear();
  play_.stop();
  if (!started_.exchange(false)) return;
  try {
    tokens_noted_at_ = 0;
    note_used_tokens();
  } catch (const std::exception& error) {
    say(std::string("when tokens were used last could not be noted: ") + error.what());
  }
}

std::vector<std::string> RunningLadder::languages() const {
  std::vector<std::string> all;
  for (const SubmissionLanguage language : every<SubmissionLanguage>()) {
    Manifest manifest;
    manifest.name = "bot";
    manifest.language = language;
    if (started_ && recipe_for(manifest, toolchain_)) all.emplace_back(to_text(language));
  }
  return all;
}

void RunningLadder::wait_a_moment(milliseconds time) {
  std::unique_lock<std::mutex> lock(moment_mutex_);
  if (!stopping_) moment_.wait_for(lock, time);
}

/// Reference bots are entrants from the beginning, with the first numbers.
void RunningLadder::add_references() {
  LadderDatabase::Work work = database_.begin();
  VersionBook book(work);
  if (lacks_references(book)) {
    int number = 0;
    for (const std::string& name : settings_.play.references) {
      const BotRow bot = book.add_bot(name, std::nullopt, true);
      VersionRow version = book.add_version(bot, "", 0, "came with the arena", true);
      SQLite::Statement update(work.sql(), "UPDATE version SET entry_name = ? WHERE id = ?");
      SQLite::bind(update, name, sql_number(version.shown.id));
      update.exec();
      book.set_entrant(version, static_cast<EntrantId>(number++));
      book.set_state(version, StateCause::Arrival, VersionState::Rated);
    }
  }
  work.commit();
}

bool RunningLadder::lacks_references(VersionBook& book) {
  const std::vector<BotRow> all = book.bots("", 1000, true);
  return std::none_of(all.begin(), all.end(), [](const BotRow& bot) { return bot.bot.reference; });
}

void RunningLadder::work_in(StepLane lane) {
  begin_background_work();
  while (!stopping_) {
    bool worked = false;
    try {
      worked = line_->work_once(lane);
    } catch (const std::exception& error) {
      say(std::string("a step of a submission could not be done: ") + error.what());
    }
    if (!worked) wait_a_moment(WorkInterval);
    if (worked) moment_.notify_all();
  }
}

void RunningLadder::work_unranked() {
  begin_background_work();
  while (!stopping_) {
    bool worked = false;
    try {
      worked = unranked_->work_once();
    } catch (const std::exception& error) {
      say(std::string("unranked boards could not be played: ") + error.what());
    }
    if (!worked) wait_a_moment(WorkInterval);
  }
}

void RunningLadder::care() {
  begin_background_work();
  std::string said;  // a failure that lasts is said once
  while (!stopping_) {
    try {
      care_once();
      said.clear();
    } catch (const std::exception& error) {
      if (said != error.what()) say(std::string("the ladder could not look after itself: ") + error.what());
      said = error.what();
      const std::lock_guard<std::mutex> lock(figures_mutex_);
      trouble_ = "the ladder cannot look after itself; whoever runs it finds the reason in its log";
      trouble_code_ = "care_failed";
    }
    wait_a_moment(CareInterval);
  }
}

bool RunningLadder::has_begun() { return database_.setting("rated_play_begun") == "1"; }

void RunningLadder::care_once() {
  const bool no_room = store_.free_bytes() < settings_.care.play_stops_mb * Mebibyte;
  play_.pause(no_room || database_.setting("paused") == "1");
  watch_over();
  if (no_room) return;  // whatever else is to be done is to be stored
  slow_down_if_quiet();
  if (database_.changed_elsewhere()) field_changed_ = true;  // by a command beside the service
  note_used_tokens();
  if (play_.is_there()) {
    if (!has_begun()) database_.set("rated_play_begun", "1");
    take_in_validated();
    settle_field();
    rate_if_due();
    tend_seasons();
  }
  tidy_if_due();
  back_up_if_due();
}

/// Where nothing has changed for long nobody looks at the next hundred thousand boards of the same bots. The first that
/// comes, goes or is rated anew has it play as before.
void RunningLadder::slow_down_if_quiet() {
  const double quiet_after = static_cast<double>(std::chrono::seconds(settings_.care.quiet_after).count());
  if (quiet_after == 0) return;
  double changed = 0;
  {
    LadderDatabase::Work work = database_.begin_looking();
    SQLite::Statement latest(work.sql(), "SELECT coalesce(max(changed), 0) FROM version");
    latest.executeStep();
    changed = latest.getColumn(0).getDouble();
  }
  const bool is_quiet = database_.now() > changed + quiet_after;
  if (is_quiet == play_.is_slow()) return;
  play_.slow_down(is_quiet);
  say(is_quiet ? "no version has changed for long: the ladder plays a tenth of the time from now on"
               : "a version has changed: the ladder plays all of the time again");
}

/// Withdrawn versions whose files nobody needs any more: none of their boards is under way or still to be played.
std::vector<VersionId> RunningLadder::versions_to_clear(double now) {
  constexpr double UntilNoBoardIsUnderWay = 600;
  std::vector<VersionRow> withdrawn;
  {
    LadderDatabase::Work work = database_.begin_looking();
    withdrawn = VersionBook(work).in_states({VersionState::Withdrawn});
  }
  std::erase_if(withdrawn, [&](const VersionRow& version) {
    return version.tree.empty() || now < version.shown.changed + UntilNoBoardIsUnderWay;
  });
  std::set<std::string> entered;
  for (const VersionRow& version : withdrawn) {
    if (version.shown.entrant) entered.insert(version.entry_name);
  }
  std::set<std::string> done = entered;
  if (!entered.empty() && play_.is_there()) done = play_.without_need_of_files(entered);
  std::vector<VersionId> all;
  for (const VersionRow& version : withdrawn) {
    if (!version.shown.entrant || done.contains(version.entry_name)) all.push_back(version.shown.id);
  }
  return all;
}

/// What withdrawn versions leave, and what is older than it is kept.
void RunningLadder::tidy_if_due() {
  constexpr double Interval = 60;
  const double now = database_.now();
  if (now < tidied_at_ + Interval) return;
  tidied_at_ = now;
  const std::uint64_t bytes = store_.bytes();
  {
    const std::lock_guard<std::mutex> lock(figures_mutex_);
    store_bytes_ = bytes;
  }
  const std::vector<VersionId> to_clear = versions_to_clear(now);
  LadderDatabase::Work work = database_.begin();
  VersionBook book(work);
  for (const VersionId id : to_clear) {
    const VersionRow version = book.find(id).value();
    for (const std::string& tree : {version.source, version.tree}) {
      if (!tree.empty() && !book.needs_tree(tree)) store_.remove_tree(tree);
    }
    book.clear_trees(version);
  }
  SQLite::Statement events(work.sql(), "DELETE FROM event WHERE time < ?");
  events.bind(1, now - static_cast<double>(std::chrono::seconds(settings_.care.events_kept).count()));
  events.exec();
  SQLite::Statement requests(work.sql(), "SELECT folder FROM play_request WHERE ended < ? AND folder <> ''");
  requests.bind(1, now - static_cast<double>(std::chrono::seconds(settings_.care.request_folders_kept).count()));
  while (requests.executeStep()) {
    std::error_code error;
    fs::remove_all(requests.getColumn(0).getString(), error);
  }
  requests.reset();
  work.commit();
}

// --- the field
// --------------------------------------------------------------------------------------------------------

void RunningLadder::take_in_validated() {
  std::vector<VersionRow> validated;
  {
    LadderDatabase::Work work = database_.begin_looking();
    validated = VersionBook(work).in_states({VersionState::Validated});
  }
  for (const VersionRow& version : validated) enter(version);
}

void RunningLadder::enter(const VersionRow& version) {
  std::optional<std::string> former;
  std::vector<VersionId> replaced;
  {
    LadderDatabase::Work work = database_.begin_looking();
    VersionBook book(work);
    std::vector<VersionRow> of_bot;
    for (const VersionRow& other : book.active_of(version.shown.author)) {
      if (other.bot_id == version.bot_id) of_bot.push_back(other);
    }
    if (!of_bot.empty()) former = of_bot.back().entry_name;
    for (const VersionRow& other : book.replaced_by(version, settings_.quotas.active_of_bot))
      replaced.push_back(other.shown.id);
  }
  const OrInputError<EntrantId> entrant = play_.enter(version, former);
  LadderDatabase::Work work = database_.begin();
  VersionBook book(work);
  VersionRow now = book.find(version.shown.id).value();
  const bool waits = now.shown.state == VersionState::Validated;  // or it was withdrawn meanwhile, for example
  if (!entrant) {
    now.shown.failed_step = StepKind::Validated;
    if (waits)
      book.set_state(now, StateCause::Entry, VersionState::InternalError, "cannot_enter", entrant.error().problem);
    work.commit();
    return;
  }
  book.set_entrant(now, *entrant);
  if (waits) {  // else nothing follows on the former versions: they go on
    book.set_state(now, StateCause::Entry, VersionState::Provisional);
    for (const VersionId id : replaced) {
      VersionRow old = book.find(id).value();
      if (!may_change(StateCause::Entry, old.shown.state, VersionState::Retired)) continue;
      book.set_state(old, StateCause::Entry, VersionState::Retired, "replaced", replaced_detail(now.shown));
    }
  }
  work.commit();
  field_changed_ = true;
}

void RunningLadder::settle_field() {
  if (!field_changed_.exchange(false)) return;
  std::map<std::string, FieldState> wanted;
  {
    LadderDatabase::Work work = database_.begin_looking();
    const std::vector<VersionState> states{VersionState::Provisional, VersionState::Rated,
                                           VersionState::Paused,      VersionState::Retired,
                                           VersionState::Withdrawn,   VersionState::Quarantined};
    for (const VersionRow& version : VersionBook(work).in_states(states)) {
      if (!version.shown.entrant) continue;
      const VersionState state = version.shown.state;
      const bool pauses = state == VersionState::Paused || state == VersionState::Quarantined;
      wanted[version.entry_name] = version.shown.plays() ? FieldState::Active
                                   : pauses              ? FieldState::Paused
                                                         : FieldState::Retired;
    }
  }
  try {
    play_.settle(wanted);
  } catch (...) {
    field_changed_ = true;
    throw;
  }
}

// --- looking after itself
// ---------------------------------------------------------------------------------------------

LadderVitals RunningLadder::vitals() {
  LadderVitals vitals;
  vitals.now = database_.now();
  vitals.started = started_at_;
  vitals.last_board = play_.last_board();
  vitals.free_bytes = store_.free_bytes();
  vitals.is_to_play = options_.play && database_.setting("paused") != "1";
  vitals.last_backup = std::stod(database_.setting("last_backup").value_or("0"));
  vitals.late_references = play_.faults().late_references_lately;
  const RatedPlay::Trouble play = play_.trouble();
  vitals.play_code = play.code;
  vitals.play_text = play.text;
  LadderDatabase::Work work = database_.begin_looking();
  VersionBook book(work);
  vitals.bots_playing = book.count(VersionState::Provisional) + book.count(VersionState::Rated);
  for (const StepRule& rule : StepTable) {
    for (const VersionRow& version : book.in_states({rule.from})) {
      const double since = std::max(version.shown.changed, started_at_);
      if (vitals.slowest_since && *vitals.slowest_since <= since) continue;
      vitals.slowest_since = since;
      vitals.slowest_step = to_text(rule.kind);
    }
  }
  return vitals;
}

void RunningLadder::watch_over() {
  LadderVitals found = vitals();
  if (!expects_boards(found, settings_.care)) boards_expected_since_ = found.now;
  found.boards_expected_since = boards_expected_since_;
  const LadderTrouble trouble = find_trouble(found, settings_.care);
  {
    const std::lock_guard<std::mutex> lock(figures_mutex_);
    trouble_code_ = trouble.code;
    trouble_ = trouble.text;
  }
  tell_trouble(trouble.code, trouble.text);
}

/// Once for each change; of a full disk when there is room for it again.
void RunningLadder::tell_trouble(const std::string& code, const std::string& trouble) {
  if (code != said_trouble_) say(code.empty() ? "the ladder is well again" : trouble);
  said_trouble_ = code;
  if (code == told_trouble_) return;
  LadderEvent event;
  event.kind = code.empty() ? "ladder.resumed" : "ladder.stalled";
  event.code = code;
  event.detail = trouble;
  try {
    LadderDatabase::Work work = database_.begin();
    work.tell(std::move(event));
    work.commit();
    told_trouble_ = code;
  } catch (const std::exception&) {
    if (code != "disk_full") throw;
  }
}

LadderStatus RunningLadder::status() {
  LadderStatus status;
  const double now = database_.now();
  status.started = options_.earlier ? options_.earlier->started : started_at_;
  status.uptime_s = now - status.started;
  status.free_bytes = store_.free_bytes();
  status.accepts_uploads = !stopping_ && status.free_bytes >= settings_.care.uploads_stop_mb * Mebibyte;
  status.boards = play_.boards();
  status.boards_a_minute = play_.boards_a_minute();
  status.slowed = play_.is_slow();
  status.last_board_age_s = std::max(0.0, now - std::max(play_.last_board(), started_ ? 0.0 : now));
  status.workers = play_.workers();
  RatedPlay::Faults faults = play_.faults();
  status.faults = std::move(faults.kinds);
  status.late_references = faults.late_references;
  status.scheduling = play_.scheduling();
  status.commits = database_.commits();
  status.machine_faults = play_.machine_faults() + (line_ ? line_->machine_faults() : 0);
  if (options_.earlier) add_earlier(status, *options_.earlier);
  {
    const std::lock_guard<std::mutex> lock(figures_mutex_);
    status.trouble = trouble_;
    status.trouble_code = trouble_code_;
    status.store_bytes = store_bytes_;
    status.ratings += ratings_;
  }
  LadderDatabase::Work work = database_.begin_looking();
  VersionBook book(work);
  for (const VersionState state : every<VersionState>()) status.versions.emplace_back(state, book.count(state));
  status.bots_playing = book.count(VersionState::Provisional) + book.count(VersionState::Rated);
  for (const StepRule& rule : StepTable) {
    LadderStatus::Queue queue;
    queue.step = rule.kind;
    for (const VersionRow& version : book.in_states({rule.from})) {
      const bool running = line_ && line_->is_at_work(version.shown.id);
      ++(running ? queue.running : queue.waiting);
      queue.oldest_wait_s = std::max(queue.oldest_wait_s, now - version.shown.changed);
    }
    status.queues.push_back(queue);
  }
  status.requests_waiting = PlayRequestBook(work).open().size();
  SQLite::Statement settings(work.sql(), "SELECT name, value FROM setting WHERE name IN ('paused', 'last_backup')");
  bool paused = false;
  while (settings.executeStep()) {
    const std::string value = settings.getColumn(1).getString();
    if (settings.getColumn(0).getString() == "paused") paused = value == "1";
    if (settings.getColumn(0).getString() == "last_backup") status.last_backup = std::stod(value);
  }
  status.playing =
      options_.play && started_ && !paused && play_.trouble().text.empty() && status.trouble_code != "disk_full";
  return status;
}

}  // namespace tichu::arena
