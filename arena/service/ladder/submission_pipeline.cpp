#include "arena/service/ladder/submission_pipeline.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "arena/hosting/check/check_output.h"
#include "arena/hosting/check/run_checks.h"
#include "arena/hosting/match/play_board.h"
#include "arena/installation.h"
#include "arena/service/ladder/bot_table.h"
#include "arena/service/ladder/boxed_work.h"
#include "arena/service/ladder/file_tree.h"
#include "arena/service/ladder/reason_codes.h"
#include "arena/service/ladder/secrets_in_files.h"
#include "arena/service/ladder/step_attempts.h"
#include "arena/text/digest.h"
#include "arena/text/foreign_bytes.h"
#include "arena/text/owned_folder.h"
#include "arena/text/shell_word.h"
#include "arena/text/utf8.h"
#include "arena/tournament/config/config_json.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr int RoundsOfCheck = 100;

/// The step took longer than it may.
struct Overdue : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// The ladder stops.
struct Stopped : std::runtime_error {
  Stopped() : std::runtime_error("the ladder stops") {}
};

fs::path pass_tree_program() { return arena_folder() / "libexec" / "tichu-pass-tree"; }

/// If everything lies in one folder, which tar and zip programs like to do, that folder is the submission.
void lift_only_folder(const fs::path& folder) {
  if (fs::exists(folder / ManifestName)) return;
  const std::vector<fs::directory_entry> entries{fs::directory_iterator(folder), fs::directory_iterator()};
  if (entries.size() != 1 || !entries.front().is_directory()) return;
  const fs::path aside = folder.parent_path() / "lifted";
  fs::rename(entries.front().path(), aside);
  fs::remove(folder);
  fs::rename(aside, folder);
}

/// What a bot wrote, as whole lines.
std::string output_lines(std::string_view output) {
  while (output.ends_with('\n')) output.remove_suffix(1);
  return quoted_output(output) + "\n";
}

/// What a bot did wrong at a table, with its evidence.
std::string fault_text(const SeatFault& fault, SeatingNumber seating, std::uint64_t board) {
  std::string text = fmt::format("board {}, table {}, seat {}: {}: {}\n", board, seating.value(), fault.seat.number(),
                                 to_text(fault.fault.kind), fault.fault.text);
  if (!fault.fault.stderr_tail.empty()) {
    text += "the last that it wrote to its standard error:\n" + output_lines(fault.fault.stderr_tail);
  }
  if (!fault.exchange.sent.empty()) text += "sent to it:\n" + hexadecimal_lines(fault.exchange.sent);
  if (!fault.exchange.received.empty()) text += "received from it:\n" + hexadecimal_lines(fault.exchange.received);
  return text;
}

constexpr BotId Candidate{0};
constexpr BotId Validator{1};

/// What became of a board of a validation.
struct ValidationBoard {
  std::string faults;       ///< of the candidate, as text; empty if it had none
  std::string first_fault;  ///< in a sentence
  std::string output;       ///< what the candidate wrote to its standard error, as text
  bool only_late = true;    ///< every fault of the candidate's is a late answer
  bool validator_failed = false;
  std::chrono::nanoseconds thought{0};  ///< by the candidate
};

ValidationBoard judged(const BoardOutcome& outcome, std::uint64_t number) {
  ValidationBoard board;
  for (const TableOutcome& table : outcome.tables) {
    for (const Seat seat : AllSeats) {
      if (table.bots[seat] != Candidate || table.output[seat].empty()) continue;
      board.output += fmt::format("board {}, table {}, seat {} wrote to its standard error:\n{}", number,
                                  table.seating.value(), seat.number(), output_lines(table.output[seat]));
    }
    for (const RoundOutcome& round : table.rounds) {
      for (int number_of_seat = 0; number_of_seat < 4; ++number_of_seat) {
        const Seat seat(number_of_seat);
        if (table.bots[seat] == Candidate) board.thought += round.think_time[seat].total;
      }
      for (const SeatFault& fault : round.faults) {
        if (table.bots[fault.seat] != Candidate) {
          board.validator_failed = true;
          continue;
        }
        if (fault.fault.kind != FaultKind::Timeout) board.only_late = false;
        if (board.first_fault.empty()) {
          board.first_fault = std::string(to_text(fault.fault.kind)) + ": " + fault.fault.text;
        }
        board.faults += fault_text(fault, table.seating, number);
      }
    }
  }
  return board;
}

/// Of a step, for the log: how CMake and compilers are asked, and what becomes of the rest.
std::string build_script(const std::string& recipe, const LadderSettings& settings) {
  const std::string folder = BuildFolder;
  return "cp -r \"$1\"/. " + folder + " || exit 70; cd " + folder + " && rm -rf build || exit 70; ( " + recipe +
         " ) >&2 || exit 71; test -d build/bots || exit 72; mkdir -p /tmp/out/build && mv build/bots " +
         "/tmp/out/build/ && exec '" + pass_tree_program().string() + "' folder /tmp/out " +
         std::to_string(settings.uploads.files) + " " + std::to_string(settings.builds.output_mb * Mebibyte);
}

constexpr int SourcesNotCopied = 70;
constexpr int BuildFailed = 71;
constexpr int NothingLeft = 72;

bool tells_an_error(std::string_view line) {
  for (const std::string_view sign : {"error", "Error", "undefined reference"}) {
    if (line.find(sign) != std::string_view::npos) return true;
  }
  return false;
}

/// The first line that says what went wrong, for the refusal's sentence, or else the last; what ends with ':' goes on
/// in the next. In time linear in the log.
std::string telling_line(const std::string& log) {
  std::istringstream lines(log);
  std::string telling;
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos) continue;
    last = line.substr(begin);
    if (telling.ends_with(':')) {
      telling += " " + last;
    } else if (telling.empty() && tells_an_error(last)) {
      telling = last;
    }
  }
  constexpr std::size_t Longest = 300;
  return bounded_utf8(telling.empty() ? last : telling, Longest);
}

/// For a bot whose own time the checks took for the most part. With half of the least time left, the checks play on
/// until their timeouts, which are an eighth each.
tl::unexpected<StepRefusal> refuse_slow_bot(const ThinkTime& thought, std::chrono::seconds limit) {
  const auto in_milliseconds = [](std::chrono::nanoseconds time) {
    return std::chrono::round<std::chrono::milliseconds>(time).count();
  };
  return refuse_step(
      "check_slow",
      fmt::format("{} answers took {} s, half of them more than {} ms each; the checks may take {} s, for "
                  "which answers of {} ms will do",
                  thought.decisions, in_milliseconds(thought.total) / 1000, in_milliseconds(thought.quantile(0.5)),
                  limit.count(), in_milliseconds(limit) / (2 * LeastAnswers)));
}

std::string remark_on(const std::vector<FoundSecret>& secrets) {
  if (secrets.empty()) return {};
  const FoundSecret& first = secrets.front();
  const std::string more =
      secrets.size() == 1 ? "" : fmt::format(", and {} in all do (the log of this step lists them)", secrets.size());
  return fmt::format("{}:{} looks like {}{}: change it if it is one, for it was sent to this ladder", first.file,
                     first.line, first.what, more);
}

}  // namespace

/// A try at a step.
struct SubmissionPipeline::Attempt {
  VersionRow& version;
  steady_clock::time_point begun;
  steady_clock::time_point deadline;
  std::string log;     ///< as authors read it, without the server's folders
  std::string remark;  ///< of a step that was passed, one sentence for the author

  bool is_late() const { return steady_clock::now() >= deadline; }
};

/// What came of a try.
struct SubmissionPipeline::Done {
  StepEnd end;
  VersionRow found;  ///< the version with what the step has found out
  std::string log;
  bool stopped = false;
};

tl::expected<std::unique_ptr<Sandbox>, std::string> find_work_box(const LadderSettings& settings,
                                                                  const Toolchain& toolchain) {
  SandboxConfig config;
  config.kind = SandboxKind::Bubblewrap;  // the other kind lets nobody write
  config.memory_mb = settings.builds.memory_mb;
  config.processes = settings.builds.processes;
  config.cores = 2;
  config.cpu_s = 4 * static_cast<std::uint64_t>(settings.steps.build.count());
  config.temporary_mb = 2 * (settings.uploads.unpacked_bytes / Mebibyte + settings.builds.output_mb) + 256;
  config.open_files = 1024;
  config.locks = true;  // Go and Cargo lock their own files
  config.readable = toolchain.visible;
  config.readable.push_back(pass_tree_program());
  return Sandbox::find(config, {});
}

SubmissionPipeline::SubmissionPipeline(LadderDatabase& database, const FileStore& store, const LadderSettings& settings,
                                       LineTools tools, std::function<bool()> stopping)
    : database_(database),
      store_(store),
      settings_(settings),
      tools_(std::move(tools)),
      stopping_(std::move(stopping)) {}

SubmissionPipeline::~SubmissionPipeline() = default;

std::optional<VersionRow> SubmissionPipeline::claim(StepQueue queue) {
  std::vector<VersionState> states;
  for (const StepRule& rule : StepTable) {
    if (rule.queue == queue) states.push_back(rule.from);
  }
  LadderDatabase::Work work = database_.begin_looking();
  VersionTable versions(work);
  std::vector<VersionRow> waiting = versions.in_states(states);
  const auto failures_of = [&work](const VersionRow& version) {
    return StepAttempts(work).failures(version.shown.id, step_after(version.shown.state)->kind);
  };
  const std::lock_guard<std::mutex> lock(mutex_);
  // Nobody's second submission goes before another's first, and no second attempt before anybody's first.
  std::map<AccountId, std::uint64_t> of_author;
  VersionRow* best = nullptr;
  std::pair<int, std::uint64_t> best_rank;
  for (VersionRow& version : waiting) {
    const std::uint64_t earlier = of_author[version.shown.author]++;
    if (claimed_.contains(version.shown.id)) continue;
    const std::pair rank(failures_of(version), earlier);
    if (best != nullptr && rank >= best_rank) continue;
    best = &version;
    best_rank = rank;
  }
  if (best == nullptr) return std::nullopt;
  claimed_.insert(best->shown.id);
  return std::move(*best);
}

void SubmissionPipeline::release(VersionId id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  claimed_.erase(id);
}

bool SubmissionPipeline::work_once(StepQueue queue) {
  std::optional<VersionRow> version = claim(queue);
  if (!version) return false;
  try {
    while (!stopping_()) {
      const StepRule* rule = step_after(version->shown.state);
      if (rule == nullptr || rule->queue != queue || !do_step(*version, *rule)) break;
    }
  } catch (...) {
    release(version->shown.id);
    throw;
  }
  release(version->shown.id);
  return true;
}

bool SubmissionPipeline::do_step(VersionRow& version, const StepRule& rule) {
  std::int64_t step = 0;
  int failures = 0;
  {
    LadderDatabase::Work work = database_.begin();
    VersionTable versions(work);
    VersionRow now = versions.find(version.shown.id).value();
    if (now.shown.state != rule.from) {  // withdrawn or banned since it was looked at
      version = std::move(now);
      return false;
    }
    failures = StepAttempts(work).failures(version.shown.id, rule.kind);
    step = StepAttempts(work).begin(version, rule.kind);
    work.commit();
  }
  Done done = tried(version, rule, failures);
  if (done.stopped) return false;  // the attempt is ended as interrupted at the next start
  const bool is_passed = done.end.outcome == StepOutcome::Passed;
  conclude(version, rule, step, std::move(done));
  return is_passed && version.shown.is_on_its_way();
}

SubmissionPipeline::Done SubmissionPipeline::tried(VersionRow& version, const StepRule& rule, int failures) {
  Done done{{}, version, {}};
  const auto limit = limit_of(rule.kind, settings_) * (failures == 0 ? 1 : MoreTimeForAnother);
  const auto now = steady_clock::now();
  Attempt attempt{done.found, now, now + limit, {}, {}};
  try {
    OrStepRefusal<void> passed;
    switch (rule.kind) {
      case StepKind::Received:
        break;
      case StepKind::Unpacked:
        passed = unpack(attempt);
        break;
      case StepKind::Screened:
        passed = screen(attempt);
        break;
      case StepKind::Built:
        passed = build(attempt);
        break;
      case StepKind::Checked:
        passed = check(attempt);
        break;
      case StepKind::Validated:
        passed = validate(attempt);
        break;
    }
    if (!passed && passed.error().for_time && failures == 0) {
      attempt.log += "\nlate: " + passed.error().detail + "\nIt is done once more: a busy machine can be the reason.\n";
      done.end = {StepOutcome::Overdue, "overdue", "answers came late, perhaps since the machine is busy", {}};
    } else if (!passed) {
      done.end = {StepOutcome::Refused, passed.error().code, passed.error().detail, {}};
      attempt.log += "\nrefused: " + passed.error().code + ": " + passed.error().detail + "\n";
    } else {
      done.end.detail = attempt.remark;
    }
  } catch (const Stopped&) {
    done.stopped = true;
  } catch (const Overdue& late) {
    done.end = {StepOutcome::Overdue, "overdue", late.what(), {}};
  } catch (const std::exception& error) {
    done.end = {
        StepOutcome::MachineFault, "machine_fault", "the ladder's machine failed; nothing counts against the bot", {}};
    attempt.log += "\nthe machine failed: " + std::string(error.what()) + "\n";
  }
  done.log = std::move(attempt.log);
  return done;
}

void SubmissionPipeline::conclude(VersionRow& version, const StepRule& rule, std::int64_t step, Done done) {
  if (!done.log.empty()) done.end.log = store_.keep_text(without_secrets(done.log));
  LadderDatabase::Work work = database_.begin();
  VersionTable versions(work);
  StepAttempts(work).end(version, step, rule.kind, done.end);
  VersionRow now = versions.find(version.shown.id).value();
  if (now.shown.state != rule.from) {  // withdrawn meanwhile, for example
    version = std::move(now);
    work.commit();
    return;
  }
  done.found.shown.state = now.shown.state;
  version = std::move(done.found);
  if (done.end.outcome == StepOutcome::Passed) {
    versions.set_found(version);
    versions.set_state(version, StateCause::Step, rule.to);
  } else if (done.end.outcome == StepOutcome::Refused) {
    version.shown.failed_step = rule.kind;
    versions.set_state(version, StateCause::Step, VersionState::Refused, done.end.code, done.end.detail);
  } else {
    ++machine_faults_;
    if (StepAttempts(work).failures(version.shown.id, rule.kind) >= MostAttempts) {
      version.shown.failed_step = rule.kind;
      versions.set_state(version, StateCause::Step, VersionState::InternalError, done.end.code,
                         "the ladder could not do this step, twice; it counts against nobody: send the version again");
    }
  }
  work.commit();
}

OrStepRefusal<void> SubmissionPipeline::unpack(Attempt& attempt) {
  const OwnedFolder folder = OwnedFolder::at(store_.fresh_path("work"));
  const fs::path archive = folder.path() / "in" / "archive";
  const fs::path source = folder.path() / "source";
  fs::create_directories(archive.parent_path());
  fs::create_directories(source);
  fs::create_hard_link(store_.file(attempt.version.shown.sha256), archive);
  TreeReader reader(source, {settings_.uploads.files, settings_.uploads.unpacked_bytes});
  BoxedWork work{{pass_tree_program(),
                  {"archive", archive.string(), std::to_string(settings_.uploads.files),
                   std::to_string(settings_.uploads.unpacked_bytes), std::to_string(settings_.uploads.ratio)}},
                 attempt.deadline,
                 stopping_,
                 [&reader](std::string_view bytes) { reader.take(bytes); }};
  const BoxedWorkEnd end = run_boxed(tools_.work_box, work);
  if (end.cancelled) throw Stopped();
  if (end.late) throw Overdue("the archive was not unpacked in time");
  attempt.log += end.log;
  if (end.memory_exceeded) return refuse_step("archive_bomb", "unpacking it takes more memory than it may");
  if (!end.is_good()) return refuse_step("archive_bad", "what unpacks it " + end.text());
  if (const auto whole = reader.finish(); !whole) return whole;
  lift_only_folder(source);
  if (const auto manifest = read_manifest(source)) make_entry_executable(*manifest, source);
  attempt.log += fmt::format("unpacked {} bytes\n", tree_bytes(source));
  attempt.version.source = store_.keep_tree(source);
  return {};
}

OrStepRefusal<void> SubmissionPipeline::screen(Attempt& attempt) {
  VersionRow& version = attempt.version;
  const fs::path source = store_.tree(version.source);
  const OrStepRefusal<Manifest> manifest = read_manifest(source);
  if (!manifest) return tl::unexpected(manifest.error());
  if (manifest->name != version.shown.bot) {
    return refuse_step("manifest_name", "bot.toml: its name is \"" + manifest->name + "\", but it was sent as \"" +
                                            version.shown.bot + "\"");
  }
  version.shown.language = to_text(manifest->language);
  version.shown.licence = manifest->licence;
  if (const auto needs = check_needs(*manifest, settings_.play.sandbox); !needs) return needs;
  const std::vector<FoundSecret> secrets = secrets_in(source);
  for (const FoundSecret& secret : secrets) {
    attempt.log += fmt::format("{}:{}: looks like {}; change it if it is one, for it was sent to this ladder\n",
                               secret.file, secret.line, secret.what);
  }
  attempt.remark = remark_on(secrets);
  if (const auto recipe = recipe_for(*manifest, tools_.toolchain); !recipe) return tl::unexpected(recipe.error());
  const std::string needed = build_file_of(manifest->language);
  if (!needed.empty() && !fs::exists(source / needed)) {
    return refuse_step("build_file_missing",
                       needed + ": is not at the top, where the language \"" + version.shown.language + "\" needs it");
  }
  if (!is_compiled(manifest->language)) {
    if (const auto bot = runnable_bot(*manifest, source); !bot) return tl::unexpected(bot.error());
  }
  version.content = content_hash(*manifest, source);
  LadderDatabase::Work work = database_.begin();
  VersionTable versions(work);
  for (const VersionRow& other : versions.alike(version)) {
    const bool same_bot = other.bot_id == version.bot_id;
    const bool other_manifest = other.source != version.source;
    const bool relicensed = same_bot && other_manifest && other.shown.licence != version.shown.licence;
    if (other.shown.id >= version.shown.id || relicensed) continue;
    const bool own = other.shown.author == version.shown.author;
    return refuse_step("duplicate_of",
                       fmt::format("these very files are {} already, whatever {} bot.toml gives; change something "
                                   "else, or retire that",
                                   own ? other.shown.name() : "another bot",
                                   same_bot ? "description" : "name, description and licence"));
  }
  BotTable(work).describe(version.bot_id, manifest->description);
  work.commit();
  return {};
}

OrStepRefusal<void> SubmissionPipeline::build(Attempt& attempt) {
  VersionRow& version = attempt.version;
  const OrStepRefusal<Manifest> manifest = read_manifest(store_.tree(version.source));
  if (!manifest) return tl::unexpected(manifest.error());
  const OrStepRefusal<std::string> recipe = recipe_for(*manifest, tools_.toolchain);
  if (!recipe) return tl::unexpected(recipe.error());
  version.shown.toolchain = tools_.toolchain.id;
  if (recipe->empty()) {
    attempt.log += "nothing is to be built\n";
    version.tree = version.source;
  } else {
    std::optional<BuiltArtifact> built;
    {
      LadderDatabase::Work work = database_.begin_looking();
      built = StepAttempts(work).artifact(version.source, tools_.toolchain.id);
    }
    if (built && store_.has_tree(built->tree)) {
      attempt.log += store_.text(built->log) + "(built before, from the same files by the same compilers)\n";
      version.tree = built->tree;
    } else if (const auto made = build_anew(attempt, *manifest, *recipe); !made) {
      return made;
    }
  }
  const auto bot = runnable_bot(*manifest, store_.tree(version.tree));
  if (!bot) return tl::unexpected(bot.error());
  version.spec = spec_text(*bot, store_.tree(version.tree));
  return {};
}

OrStepRefusal<void> SubmissionPipeline::build_anew(Attempt& attempt, const Manifest& manifest,
                                                   const std::string& recipe) {
  VersionRow& version = attempt.version;
  const OwnedFolder folder = OwnedFolder::at(store_.fresh_path("work"));
  const fs::path out = folder.path() / "out";
  fs::create_directories(out);
  const fs::path source = store_.tree(version.source);
  for (const std::string& line : tools_.toolchain.versions) attempt.log += line + "\n";
  TreeReader reader(out, {settings_.uploads.files, settings_.builds.output_mb * Mebibyte});
  const bool is_kept = is_compiled(manifest.language);
  const std::string script =
      is_kept ? build_script(recipe, settings_) : "cd \"$1\" && ( " + recipe + " ) >&2 || exit 71";
  BoxedWork work{{"/bin/sh", {"-c", script, "sh", source.string()}, "/tmp"},
                 attempt.deadline,
                 stopping_,
                 [&reader](std::string_view bytes) { reader.take(bytes); },
                 settings_.builds.log_bytes};
  const BoxedWorkEnd end = run_boxed(tools_.work_box, work);
  if (end.cancelled) throw Stopped();
  attempt.log += end.log;
  if (end.late) {
    return refuse_step("build_slow", fmt::format("the build had not ended after {} s", settings_.steps.build.count()));
  }
  if (end.memory_exceeded) return refuse_step("build_memory", "the build used more memory than it may");
  const int code = WIFEXITED(end.status) ? WEXITSTATUS(end.status) : -1;
  if (code == SourcesNotCopied)
    return refuse_step("build_output", "the build's folder is full: " + telling_line(end.log));
  if (code == NothingLeft) {
    return refuse_step("build_output", "the build has left nothing in build/bots, from where bots are run");
  }
  if (code == BuildFailed || !end.is_good()) {
    return refuse_step("build_failed", "the build failed: " + telling_line(end.log));
  }
  if (!is_kept) {
    version.tree = version.source;
  } else {
    if (const auto whole = reader.finish(); !whole) return refuse_step("build_output", whole.error().detail);
    make_entry_executable(manifest, out);
    version.tree = store_.keep_tree(out);
  }
  const std::string kept_log = store_.keep_text(without_secrets(end.log));
  LadderDatabase::Work written = database_.begin();
  StepAttempts(written).keep_artifact(version.source, tools_.toolchain.id, {version.tree, kept_log});
  written.commit();
  return {};
}

BotSpec SubmissionPipeline::runnable(const VersionRow& version) const {
  return spec_of(version.spec, store_.tree(version.tree), version.shown.name());
}

OrStepRefusal<void> SubmissionPipeline::check(Attempt& attempt) {
  VersionRow& version = attempt.version;
  CheckPlan plan;
  plan.bot = runnable(version);
  plan.judge = CheckJudge::Ladder;
  plan.limits = settings_.play.limits;
  plan.sandbox = tools_.bot_box;
  plan.rounds = RoundsOfCheck;
  plan.timeout = std::max(std::chrono::seconds(1), settings_.steps.check / 8);
  plan.watch = [&](const CheckPlace&) {
    if (stopping_()) throw Stopped();
    if (attempt.is_late()) throw Overdue("the checks took too long");
  };
  ThinkTime thought;
  plan.on_answer = [&thought](std::chrono::nanoseconds time) { thought.add(time); };
  attempt.log += heading(plan);
  // What the author can paste beside the bot's folder.
  const std::string again = "tichu-arena check " + shell_word(version.shown.bot + "=" + place_at_home(version)) +
                            limits_flags(settings_.play.limits);
  CheckReport report;
  try {
    report = run_checks(plan, steady_clock::now, [&](const CheckReport& so_far, const CheckResult& result) {
      attempt.log += result_text(result, again, so_far);
      if (stopping_()) throw Stopped();
    });
  } catch (const Overdue&) {
    if (2 * thought.total < steady_clock::now() - attempt.begun) throw;
    return refuse_slow_bot(thought, settings_.steps.check);
  }
  attempt.log += summary(report);
  for (const CheckResult& result : report.results) {
    if (result.name == "same-seed" && result.verdict != CheckVerdict::Skipped) {
      version.shown.repeatable = result.verdict == CheckVerdict::Passed;
    }
  }
  std::optional<StepRefusal> first_failure;
  for (const CheckResult& result : report.results) {
    // Bots may look at the clock: that is kept, not refused.
    if (result.verdict != CheckVerdict::Failed || result.name == "same-seed") continue;
    const bool late = result.name == "deadlines";
    if (first_failure && (late || !first_failure->for_time)) continue;  // what was not for time alone is told first
    first_failure =
        StepRefusal{code_of_check(result.name),
                    result.name + ": " + result.found + (result.advice.empty() ? "" : "; " + result.advice), late};
  }
  if (first_failure) return tl::unexpected(*std::move(first_failure));
  return {};
}

OrStepRefusal<void> SubmissionPipeline::validate(Attempt& attempt) {
  VersionRow& version = attempt.version;
  constexpr std::uint64_t Boards = 5;  // the first with itself
  const std::uint64_t seed = random_number();
  PlayerPool pool({runnable(version), tools_.validator}, settings_.play.limits, tools_.bot_box);
  std::chrono::nanoseconds thought{0};
  for (std::uint64_t number = 0; number < Boards; ++number) {
    BoardSpec spec;
    spec.tournament_seed = seed;
    spec.board = BoardNumber(number);
    spec.teams = {Partnership{{Candidate, Candidate}}, Partnership{{Validator, Validator}}};
    if (number == 0) spec.teams[1] = spec.teams[0];
    spec.rules = settings_.play.rules;
    spec.keeps_output = true;
    const ValidationBoard board = judged(play_board(spec, pool), number);
    if (stopping_()) throw Stopped();
    attempt.log += board.output;
    if (number > 0) thought += board.thought;
    if (!board.faults.empty()) {
      attempt.log += board.faults;
      return tl::unexpected(
          StepRefusal{"validation_fault", fmt::format("board {}: {}", number, board.first_fault), board.only_late});
    }
    if (board.validator_failed) throw std::runtime_error("the reference bot failed at a board");
    attempt.log += fmt::format("board {} {}: no fault, {:.3f} s of thought\n", number,
                               number == 0 ? "with itself" : "against " + tools_.validator.name,
                               std::chrono::duration<double>(board.thought).count());
    if (attempt.is_late() && 2 * thought >= settings_.steps.validate) {
      return refuse_step("validation_slow", fmt::format("{} boards took longer than {} s by its own thought",
                                                        number + 1, settings_.steps.validate.count()));
    }
    if (attempt.is_late()) throw Overdue("the boards of the validation took too long");
  }
  version.seconds = std::chrono::duration<double>(thought).count() / static_cast<double>(Boards - 1);
  return {};
}

bool SubmissionPipeline::is_at_work(VersionId version) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return claimed_.contains(version);
}

std::optional<Waiting> SubmissionPipeline::waiting(LadderDatabase::Work& work, const LadderVersion& version) {
  if (!version.is_on_its_way()) return std::nullopt;
  const StepRule* rule = step_after(version.state);
  if (rule == nullptr) return Waiting{"place in the ladder", 1, 1, {}, {}};
  Waiting waiting;
  waiting.longest = limit_of(rule->kind, settings_);
  const double usual = StepAttempts(work).usual_seconds(rule->kind);
  std::vector<VersionState> states;
  double whole = 0;
  for (const StepRule& other : StepTable) {
    if (other.queue != rule->queue) continue;
    states.push_back(other.from);
    whole += StepAttempts(work).usual_seconds(other.kind);
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  if (claimed_.contains(version.id)) {
    waiting.about = std::chrono::seconds(std::llround(usual));
    return waiting;
  }
  waiting.what = rule->slot;
  for (const VersionRow& other : VersionTable(work).in_states(states)) {
    if (claimed_.contains(other.shown.id)) continue;
    ++waiting.of;
    if (other.shown.id <= version.id) ++waiting.place;
  }
  const int slots = rule->queue == StepQueue::Quick ? 1 : settings_.steps.slots;
  waiting.about =
      std::chrono::seconds(std::llround(whole * static_cast<double>(waiting.place) / static_cast<double>(slots)));
  return waiting;
}

}  // namespace tichu::arena
