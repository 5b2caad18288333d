#include "arena/tournament/tournament.h"

#include <sys/stat.h>

#include <algorithm>
#include <cassert>
#include <exception>
#include <utility>

#include "arena/text/counted.h"
#include "arena/text/required_path.h"
#include "arena/tournament/league.h"
#include "arena/tournament/play/baseline.h"
#include "arena/tournament/play/board_controls.h"
#include "arena/tournament/play/isolation.h"
#include "arena/tournament/play/record_import.h"
#include "arena/tournament/play/run_tournament.h"
#include "arena/tournament/play/tried_bots.h"
#include "arena/tournament/store/tournament_lock.h"
#include "arena/tournament/store/tournament_store.h"

namespace tichu::arena {

/// What a tournament holds that is to be played; one that is only read has a folder and a store.
struct Tournament::State {
  std::filesystem::path folder;
  TournamentConfig config = {};
  PlayOptions options = {};
  Isolation isolation = {};
  std::vector<BotIdentity> identities = {};    ///< what each bot says that it is; empty if none was tried
  std::vector<std::string> changed_bots = {};  ///< a sentence each
  RunBudget budget = {};
  std::optional<std::uint64_t> former_limit = std::nullopt;  ///< of boards, if the configuration has a higher one now
  std::optional<FreshFolder> fresh = std::nullopt;
  std::optional<TournamentLock> lock = std::nullopt;
  std::optional<TournamentStore> store = std::nullopt;  ///< of a fresh tournament from `run` on
  std::unique_ptr<Baseline> baseline = nullptr;
  std::string lost_baseline = {};  ///< why the boards of a resumed test's baseline are not taken any more
  bool has_run = false;

  /// Tells observers, as a run begins, of its bots and sandbox, and of a limit that has changed.
  void tell_of_bots(TournamentObserver& observers) const;
  void tell_of_limit(TournamentObserver& observers) const;

  /// The luck of the boards' cards; nullopt if nobody asked for it.
  std::optional<BoardControls> controls_of(const TournamentReport& report) const {
    const std::span<const RatedBoard> boards = report.results.boards;
    if (options.own_luck) return own_controls(config, boards, report.entrants, isolation.sandbox.get());
    if (options.luck_reference) return board_controls(config, boards, *options.luck_reference);
    return std::nullopt;
  }
};

namespace {

InputError is_played_already(const std::filesystem::path& folder) {
  return {folder.string(), "", "another arena is playing this tournament; wait for its end, or stop it"};
}

/// The bots of a stored tournament that may play again: those of a ladder's retired entrants may be gone.
std::vector<BotSpec> bots_to_play(const TournamentConfig& config, const TournamentStore& store) {
  if (config.test || config.schedule.kind != ScheduleKind::Ladder) return config.bots;
  const std::vector<Entrant> entrants = entrants_of(config);
  std::vector<bool> plays(config.bots.size(), false);
  for (const FieldEntrant& entrant : field_of(config, store.field().changes())) {
    if (entrant.state == EntrantState::Retired) continue;
    for (const BotId bot : entrants[static_cast<std::size_t>(entrant.id)].bots.bots) {
      plays[static_cast<std::size_t>(bot)] = true;
    }
  }
  std::vector<BotSpec> bots;
  for (std::size_t i = 0; i < plays.size(); ++i) {
    if (plays[i]) bots.push_back(config.bots[i]);
  }
  return bots;
}

/// The bots whose files are not those that the tournament began with, a sentence each.
std::vector<std::string> changes_of_bots(const std::vector<BotSpec>& bots) {
  std::vector<std::string> changed;
  for (const BotSpec& bot : bots) {
    if (fingerprint_of(bot) == bot.fingerprint) continue;
    changed.push_back("bot \"" + bot.name + "\" (" + bot.path.string() +
                      ") is not what it was when the tournament began");
  }
  return changed;
}

void take_options(const PlayOptions& options, TournamentConfig& config) {
  if (options.concurrency) config.concurrency = *options.concurrency;
  if (options.allow_unsandboxed) config.allow_unsandboxed = true;
}

/// Fails if the luck of the cards is asked for and cannot be told.
OrInputError<void> check_reference(const TournamentConfig& config, const PlayOptions& options) {
  if (!options.luck_reference && !options.own_luck) return {};
  if (config.test) {
    return tl::unexpected(
        InputError{"--control-variates", "", "a sequential test takes none; play a fixed number of deals with them"});
  }
  if (const auto checked = check_control_variates(config); !checked) {
    return tl::unexpected(InputError{"--control-variates", "", checked.error()});
  }
  return {};
}

void erase_bot(TournamentConfig& config, TriedBots& tried, std::size_t index) {
  config.bots.erase(config.bots.begin() + static_cast<std::ptrdiff_t>(index));
  tried.identities.erase(tried.identities.begin() + static_cast<std::ptrdiff_t>(index));
  for (PairSpec& pair : config.pairs) {
    for (std::size_t& bot : pair.bots) bot -= bot > index ? 1 : 0;
  }
}

/// Takes those out of a ladder's configuration that a pattern found and that cannot play, unless nobody would remain.
void leave_out_broken(TournamentConfig& config, TriedBots& tried) {
  if (config.test || config.schedule.kind != ScheduleKind::Ladder || tried.broken.size() == config.bots.size()) return;
  const auto may_be_left_out = [&config](const LeftOutBot& broken, std::size_t index) {
    const std::vector<std::string>& found = config.origin.submissions;
    return std::find(found.begin(), found.end(), broken.name) != found.end() &&
           std::none_of(config.pairs.begin(), config.pairs.end(),
                        [index](const PairSpec& pair) { return pair.bots[0] == index || pair.bots[1] == index; });
  };
  std::vector<LeftOutBot> remaining;
  for (LeftOutBot& broken : tried.broken) {
    const auto bot = std::find_if(config.bots.begin(), config.bots.end(),
                                  [&broken](const BotSpec& each) { return each.name == broken.name; });
    const auto index = static_cast<std::size_t>(bot - config.bots.begin());
    if (!may_be_left_out(broken, index)) {
      remaining.push_back(std::move(broken));
      continue;
    }
    erase_bot(config, tried, index);
    config.origin.left_out.push_back(std::move(broken));
  }
  tried.broken = std::move(remaining);
}

/// The names of the seats at which its remote bots sit.
std::vector<std::string> seats_of(const TournamentConfig& config) {
  std::vector<std::string> names;
  for (const BotSpec& bot : config.bots) {
    if (bot.kind == BotKind::Remote) names.push_back(bot.path.string());
  }
  return names;
}

/// Fails if there are remote bots and nowhere for them to sit.
OrInputError<void> check_seats(const TournamentConfig& config, const PlayOptions& options) {
  std::vector<std::string> names = seats_of(config);
  if (options.seats) {
    if (const auto checked = options.seats->check(names); !checked) return checked;
  }
  if (names.empty()) return {};
  const auto wrong = [&](const std::string& problem) {
    return tl::unexpected(InputError{"bot", "\"remote:" + names.front() + "\"", problem});
  };
  if (options.remote) return wrong("a remote bot cannot play on workers' machines: leave out --nats");
  if (!options.seats)
    return wrong("a remote bot needs --seats ADDRESS:PORT, where it connects to, such as 127.0.0.1:0");
  if (options.own_luck) return wrong("its rounds against itself cannot tell the luck: leave out --luck-rounds own");
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return {};
  names.front() = *twice;
  return wrong("two bots have this seat: give each one of its own");
}

/// The stored tournament whose boards a test takes; null if it takes none.
OrInputError<std::unique_ptr<Baseline>> baseline_of(TournamentConfig& config) {
  if (!config.test || !config.test->baseline) return nullptr;
  OrInputError<std::unique_ptr<Baseline>> baseline = Baseline::open(*config.test->baseline, config);
  if (baseline) config.test->baseline = std::filesystem::absolute(*config.test->baseline).lexically_normal();
  return baseline;
}

/// What `PlayOptions::limit` asks for, as the number of boards in all.
OrInputError<std::uint64_t> limit_in_all(const BoardLimit& limit, const TournamentConfig& config,
                                         const TournamentStore& store) {
  if (config.test || config.schedule.kind != ScheduleKind::Ladder) {
    const std::string found = config.test ? "a test" : std::string(to_text(config.schedule.kind));
    return tl::unexpected(InputError{
        "--limit", "", "goes with the schedule ladder, found " + found + "; --minutes ends a run of any tournament"});
  }
  const std::uint64_t stored = store.boards().job_count();
  // Of a tournament that was killed some boards before the latest may be missing.
  const std::uint64_t given = store.boards().latest_job() ? store.boards().latest_job()->value() + 1 : 0;
  if (limit.more) return std::max(stored + limit.boards, given);
  if (limit.boards > stored) return std::max(limit.boards, given);
  return tl::unexpected(
      InputError{"--limit", std::to_string(limit.boards),
                 counted(stored, "board") + " are stored already; give more, or how many more, such as +100"});
}

/// Notes what each bot is.
void note_builds(const TournamentConfig& config, const RunRecord& record, TournamentObserver& observer) {
  for (std::size_t i = 0; i < record.bots.size(); ++i) {
    const auto& [identity, fingerprint] = record.bots[i];
    observer.noted({RunNote::Level::Info,
                    "bot \"" + config.bots[i].name + "\" says that it is \"" + identity.name + "\", version \"" +
                        identity.version + "\"; fingerprint of its files " + fingerprint,
                    true});
  }
}

/// The budget of a run that goes on. A limit of boards above the tournament's own becomes that one.
OrInputError<RunBudget> budget_of(const PlayOptions& options, const TournamentStore& store, TournamentConfig& config) {
  RunBudget budget{std::nullopt, options.time};
  if (!options.limit) return budget;
  const OrInputError<std::uint64_t> limit = limit_in_all(*options.limit, config, store);
  if (!limit) return tl::unexpected(limit.error());
  std::optional<std::uint64_t>& own = config.schedule.limit;
  (own && *limit > *own ? own : budget.boards) = *limit;
  return budget;
}

/// The configuration of a stored tournament that can go on.
OrInputError<TournamentConfig> config_to_play_on(const TournamentStore& store, const std::filesystem::path& folder,
                                                 const PlayOptions& options) {
  TournamentConfig config = store.config();
  if (config.origin.imported) {
    return tl::unexpected(InputError{
        "resume", "",
        "the tournament \"" + config.name +
            "\" was imported and is complete: its bots are known by its records alone, so nothing more can be played "
            "in it; report, verify, export and serve take it"});
  }
  config.results = std::filesystem::absolute(folder).lexically_normal().parent_path();
  take_options(options, config);
  return config;
}

/// That a tournament ends before so many stored units of workers were played again.
void tell_of_unanswered(std::size_t units, TournamentObserver& observer) {
  if (units == 0) return;
  observer.noted({RunNote::Level::Warning,
                  counted(units, "unit") +
                      " of workers that were to be played again were not, so false boards may be stored; resume with "
                      "--nats plays them again"});
}

}  // namespace

Tournament::Tournament(std::unique_ptr<State> state) : state_(std::move(state)) {}
Tournament::Tournament(Tournament&& other) noexcept = default;
Tournament& Tournament::operator=(Tournament&& other) noexcept = default;

Tournament::~Tournament() {
  if (!state_ || !state_->lock || !state_->store || state_->has_run) return;
  try {
    state_->store->finish();         // opened to be played on, and then it was not
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): the write-ahead log stays, and nothing is lost
  }
}

OrInputError<Tournament> Tournament::create(TournamentConfig config, const std::string& where,
                                            const PlayOptions& options) {
  if (const auto checked = check(config, where); !checked) return tl::unexpected(checked.error());
  if (const auto checked = check_reference(config, options); !checked) return tl::unexpected(checked.error());
  if (const auto checked = check_seats(config, options); !checked) return tl::unexpected(checked.error());
  take_options(options, config);
  auto tried = tried_bots(config, options.knows_bots ? std::vector<BotSpec>() : config.bots, where);
  if (!tried) return tl::unexpected(tried.error());
  leave_out_broken(config, *tried);
  if (const auto sound = expect_sound(*tried, where); !sound) return tl::unexpected(sound.error());
  if (const auto checked = check(config, where); !checked) return tl::unexpected(checked.error());
  for (BotSpec& bot : config.bots) bot.fingerprint = fingerprint_of(bot);
  auto baseline = baseline_of(config);
  if (!baseline) return tl::unexpected(baseline.error());
  auto fresh = make_tournament_folder(config);
  if (!fresh) return tl::unexpected(fresh.error());
  const std::filesystem::path folder = fresh.value().path();
  std::optional<TournamentLock> lock = TournamentLock::take(folder);
  if (!lock) {
    fresh.value().keep();
    return tl::unexpected(is_played_already(folder));
  }
  auto state = std::make_unique<State>(
      State{folder, std::move(config), options, std::move(tried->isolation), std::move(tried->identities)});
  state->budget.time = options.time;
  state->fresh.emplace(std::move(fresh.value()));
  state->baseline = std::move(*baseline);
  state->lock = std::move(lock);
  return Tournament(std::move(state));
}

OrInputError<Tournament> Tournament::reopen(const std::filesystem::path& folder, const PlayOptions& options) {
  const std::string where = "resume";
  if (const auto found = require_folder(folder); !found) return tl::unexpected(InputError{where, "", found.error()});
  std::optional<TournamentLock> lock = TournamentLock::take(folder);
  if (!lock) return tl::unexpected(is_played_already(folder));
  // Whoever is refused has changed nothing.
  auto store = TournamentStore::resume(folder);
  if (!store && TournamentStore::is_damaged(folder)) throw DamagedStore(store.error());
  if (!store) return tl::unexpected(InputError{where, "", store.error()});
  OrInputError<TournamentConfig> config = config_to_play_on(*store, folder, options);
  if (!config) return tl::unexpected(config.error());
  if (const auto checked = check_reference(*config, options); !checked) return tl::unexpected(checked.error());
  if (const auto checked = check_seats(*config, options); !checked) return tl::unexpected(checked.error());
  const std::optional<std::uint64_t> stored_limit = config->schedule.limit;
  const OrInputError<RunBudget> budget = budget_of(options, *store, config.value());
  if (!budget) return tl::unexpected(budget.error());
  // Bots that have nothing left to play may be changed or gone.
  const auto doubted = options.invalidations ? options.invalidations(folder) : nullptr;
  const bool has_doubts = doubted && (doubted->has_any() || (options.remote && doubted->unanswered() > 0));
  const bool is_over = progress_of(config.value(), *store).complete && !has_doubts;
  const std::vector<BotSpec> playing =
      is_over || options.knows_bots ? std::vector<BotSpec>() : bots_to_play(config.value(), *store);
  std::vector<std::string> changed = changes_of_bots(playing);
  if (!changed.empty() && !options.accept_changes) {
    return tl::unexpected(InputError{
        where, "",
        changed.front() + "; bring it back, or go on with what is there now (--accept-changes): the boards that are "
                          "stored stay as they are"});
  }
  OrInputError<TriedBots> tried = is_over ? TriedBots() : tried_bots(config.value(), playing, where);
  if (!tried) return tl::unexpected(tried.error());
  if (const auto sound = expect_sound(*tried, where); !sound) return tl::unexpected(sound.error());
  if (!changed.empty()) {
    for (BotSpec& bot : config->bots) bot.fingerprint = fingerprint_of(bot);
  }
  // What cannot be taken from there can be played.
  auto baseline = is_over ? OrInputError<std::unique_ptr<Baseline>>(nullptr) : baseline_of(config.value());
  if (const auto begun = store->begin_writing(); !begun) return tl::unexpected(InputError{where, "", begun.error()});
  auto state = std::make_unique<State>(
      State{folder, std::move(config.value()), options, std::move(tried->isolation), std::move(tried->identities)});
  state->changed_bots = std::move(changed);
  state->budget = *budget;
  if (state->config.schedule.limit != stored_limit) state->former_limit = stored_limit;
  if (baseline) {
    state->baseline = std::move(*baseline);
  } else {
    state->lost_baseline = baseline.error().text();
  }
  state->lock = std::move(lock);
  state->store.emplace(std::move(*store));
  return Tournament(std::move(state));
}

OrInputError<Tournament> Tournament::open(const std::filesystem::path& folder, const std::string& where) {
  auto store = TournamentStore::open(folder);
  if (!store) {
    return tl::unexpected(InputError{where, "", store.error(), TournamentStore::is_damaged(folder)});
  }
  auto state = std::make_unique<State>(State{folder});
  state->store.emplace(std::move(*store));
  return Tournament(std::move(state));
}

OrInputError<std::uint64_t> import_tournament(const std::vector<std::string>& files,
                                              const std::filesystem::path& folder, const std::string& program) {
  return import_records(files, folder, program).map([](const ImportedRecords& imported) { return imported.rounds; });
}

void Tournament::State::tell_of_bots(TournamentObserver& observers) const {
  observers.noted({RunNote::Level::Info, options.program});
  if (baseline) {
    observers.noted({RunNote::Level::Info, counted(baseline->boards(), "board") + " of " + config.bots[1].name +
                                               " can be taken from " + config.test->baseline->string()});
  }
  if (!lost_baseline.empty()) {
    observers.noted({RunNote::Level::Warning, "boards of the baseline are played, not taken: " + lost_baseline});
  }
  if (!isolation.summary.empty()) observers.noted({RunNote::Level::Info, isolation.summary});
  for (const std::string& warning : isolation.warnings) observers.noted({RunNote::Level::Warning, warning});
  for (const LeftOutBot& bot : config.origin.left_out) {
    observers.noted(
        {RunNote::Level::Warning, "the ladder begins without \"" + bot.name +
                                      "\", which can enter when it is mended (tichu-arena enter): " + bot.reason});
  }
  for (const std::string& bot : changed_bots) {
    observers.noted({RunNote::Level::Warning, bot + "; its stored boards are those of the former one"});
  }
}

void Tournament::State::tell_of_limit(TournamentObserver& observers) const {
  if (!former_limit) return;
  observers.noted({RunNote::Level::Info, "the limit of the ladder was " + counted(*former_limit, "board") + " and is " +
                                             std::to_string(*config.schedule.limit) + " now"});
  if (store->boards().job_count() >= *former_limit) {
    observers.noted({RunNote::Level::Warning,
                     "the seed was told when the ladder had ended: whoever has it knows the cards of what follows"});
  }
}

RunSummary Tournament::run(const std::function<bool()>& stop_requested, Observers observers) {
  assert(state_->lock && !state_->has_run);
  State& state = *state_;
  state.has_run = true;
  if (state.fresh) {
    state.fresh->keep();
    state.store.emplace(TournamentStore::create(state.folder, state.config, state.options.program));
  }
  state.tell_of_bots(observers);
  if (!state.identities.empty()) {
    const RunRecord record =
        run_record(state.options.program, state.isolation.sandbox.get(), state.identities, state.config.bots);
    state.store->begin_run(record);
    note_builds(state.config, record, observers);
  }
  state.tell_of_limit(observers);
  if (!state.changed_bots.empty() || state.former_limit) state.store->replace_config(state.config);
  try {
    RunContext context{*state.store,         observers,   stop_requested, state.isolation.sandbox.get(),
                       state.baseline.get(), state.budget};
    context.before_board = state.options.before_board;
    context.keeps_output = state.options.keeps_output;
    if (state.options.seats) {
      state.options.seats->open(seats_of(state.config), state.config.limits.remote);
      context.seats = state.options.seats.get();
    }
    const auto invalidations = state.options.invalidations ? state.options.invalidations(state.folder) : nullptr;
    context.invalidations = invalidations.get();
    if (state.options.remote) {
      context.executor = state.options.remote(state.folder, state.options.program, state.options.rests);
    }
    RunSummary summary = run_tournament(state.config, context);
    summary.folder = state.folder;
    if (invalidations && !summary.stopped) tell_of_unanswered(invalidations->unanswered(), observers);
    if (state.config.test) summary.test = report_test(summary.report, summary.folder, summary.stopped);
    if (const auto controls = state.controls_of(summary.report)) {
      summary.report.controls = control_gains(summary.report.results.boards, *controls);
    }
    observers.finished(summary);
    return summary;
  } catch (const std::exception& error) {
    observers.failed(error.what());
    throw;
  }
}

/// When the database or its journal was written to. Whoever reads may make an empty journal.
std::time_t Tournament::last_stored() const {
  std::time_t latest = 0;
  for (const char* journal : {"", "-wal"}) {
    struct stat file {};
    const std::string path = (state_->folder / StoreFileName).string() + journal;
    if (::stat(path.c_str(), &file) == 0 && file.st_size > 0) latest = std::max(latest, file.st_mtim.tv_sec);
  }
  return latest;
}

const std::filesystem::path& Tournament::folder() const { return state_->folder; }
TournamentConfig Tournament::config() const { return state_->store ? state_->store->config() : state_->config; }
std::string Tournament::program() const { return state_->store->program(); }
bool Tournament::is_running() const { return TournamentLock::is_taken(state_->folder); }
TournamentReport Tournament::report() const { return report(config()); }
TournamentReport Tournament::report(const TournamentConfig& config) const { return report_of(config, *state_->store); }
std::uint64_t Tournament::board_count() const { return state_->store->boards().job_count(); }
StoredRuns Tournament::runs() const { return state_->store->runs(); }
std::optional<JobNumber> Tournament::latest_job() const { return state_->store->boards().latest_job(); }
StoredProgress Tournament::progress() const { return progress_of(config(), *state_->store); }
bool Tournament::has_board(JobNumber job) const { return state_->store->boards().has_job(job); }
std::optional<StoredBoard> Tournament::board(JobNumber job) const { return state_->store->boards().board(job); }
std::optional<std::uint64_t> Tournament::board_bytes(JobNumber job) const {
  return state_->store->boards().board_bytes(job);
}

void Tournament::each_board(const std::function<bool(const StoredBoard& board)>& take,
                            const OnDamage& on_damage) const {
  state_->store->boards().each_board(take, on_damage);
}

std::vector<DamagedJob> Tournament::boards_without_rounds() const {
  return state_->store->boards().jobs_without_rounds();
}
std::vector<std::string> Tournament::database_flaws() const { return state_->store->database_flaws(); }

std::optional<Record> Tournament::record(JobNumber job, SeatingNumber seating, RoundNumber round) const {
  return state_->store->boards().record(job, seating, round);
}

std::vector<FinishedFault> Tournament::faults(const OnDamage& on_damage) const {
  return state_->store->bots().faults(on_damage);
}

FinishedFault Tournament::fault(const FinishedFault& listed) const {
  return state_->store->bots().with_evidence(listed);
}
std::uint64_t Tournament::usage_count() const { return state_->store->bots().usage_count(); }

}  // namespace tichu::arena
