#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <system_error>

#include "arena/service/ladder/bot_name.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/service/ladder/running_ladder.h"
#include "arena/statistics/sequential/pool_difference.h"
#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t LongestVersionNote = 500;
constexpr std::size_t LongestKey = 128;
constexpr std::size_t MostOfAnything = 1000;
constexpr std::size_t LongestShownLog = 256 * 1024;
/// Fewer would tell nothing.
constexpr std::uint64_t LeastTestBoards = 16;
/// An author's names are this many times those that count: whatever was tried under them keeps them from others.
constexpr std::uint64_t MostTriedNames = 4;

bool is_key(const std::string& key) {
  return !key.empty() && key.size() <= LongestKey &&
         std::all_of(key.begin(), key.end(), [](char c) { return c > 0x20 && c < 0x7f; });
}

}  // namespace

/// A file that grows in `incoming/`.
class RunningLadder::ReceivedUpload : public Upload {
 public:
  ReceivedUpload(RunningLadder& ladder, const Caller& caller, const UploadRequest& request)
      : ladder_(ladder), caller_(caller), request_(request), path_(ladder.store_.fresh_path("incoming")) {
    file_ = FileDescriptor(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    if (!file_.is_open()) throw std::system_error(errno, std::generic_category(), "cannot make " + path_.string());
  }
  ~ReceivedUpload() override {
    std::error_code error;
    fs::remove(path_, error);
    const std::lock_guard<std::mutex> lock(ladder_.uploads_mutex_);
    --ladder_.all_uploads_;
    if (--ladder_.uploads_[caller_.account.id] == 0) ladder_.uploads_.erase(caller_.account.id);
  }
  ReceivedUpload(const ReceivedUpload&) = delete;
  ReceivedUpload& operator=(const ReceivedUpload&) = delete;

  OrRefusal<void> write(std::string_view bytes) override {
    const UploadLimits& limits = ladder_.settings_.uploads;
    if (bytes_ + bytes.size() > limits.bytes) {
      return refused_at_limit("too_large", "an archive has at most " + std::to_string(limits.bytes >> 20) + " MiB",
                              limits.bytes, "", RefusalKind::TooLarge);
    }
    if (std::chrono::steady_clock::now() > began_ + limits.time) {
      return refused_at_limit("too_slow",
                              "an archive must be sent within " + std::to_string(limits.time.count()) + " s",
                              static_cast<std::uint64_t>(limits.time.count()), "", RefusalKind::TooSlow);
    }
    bytes_ += bytes.size();
    hash_.add(bytes);
    while (!bytes.empty()) {
      const ssize_t count = ::write(file_.fd(), bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0 && (errno == ENOSPC || errno == EDQUOT)) {
        return refused(RefusalKind::Unavailable, "disk_full", "the ladder has no room for uploads now");
      }
      if (count < 0) throw std::system_error(errno, std::generic_category(), "cannot write " + path_.string());
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
  }

  OrRefusal<Submitted> finish() override {
    if (bytes_ == 0) return refused(RefusalKind::Bad, "empty", "nothing was sent");
    if (request_.bytes && *request_.bytes != bytes_) {
      return refused(RefusalKind::Bad, "length_wrong", "fewer bytes came than were promised");
    }
    const std::string sha256 = hash_.hexadecimal();
    if (request_.sha256 && *request_.sha256 != sha256) {
      return refused(RefusalKind::Bad, "digest_wrong", "what came has another SHA-256 than was promised: " + sha256,
                     "digest");
    }
    // Before the transaction, in which everybody else who writes would wait for the disk.
    if (::fsync(file_.fd()) != 0)
      throw std::system_error(errno, std::generic_category(), "cannot sync " + path_.string());
    file_.close();
    return ladder_.keep_upload(caller_, request_, path_, sha256, bytes_);
  }

 private:
  RunningLadder& ladder_;
  Caller caller_;
  UploadRequest request_;
  fs::path path_;
  FileDescriptor file_;
  Sha256 hash_;
  std::uint64_t bytes_ = 0;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

OrRefusal<void> RunningLadder::check_upload(LadderDatabase::Work& work, const Caller& caller,
                                            const UploadRequest& request) {
  VersionBook book(work);
  if (const auto checked = check_ladder_name(request.bot); !checked) {
    return refused(RefusalKind::Bad, "bot_name_bad", checked.error(), "bot");
  }
  const auto alike = book.find_alike(request.bot);
  if (alike && alike->bot.name != request.bot) {
    return refused(RefusalKind::Conflict, "bot_name_alike", "a bot's name looks like this one; choose another", "bot");
  }
  if (alike && (alike->bot.reference || alike->bot.author != caller.account.id)) {
    return refused(RefusalKind::Conflict, "bot_name_taken", "the name is another author's; choose another", "bot");
  }
  if (!alike && book.was_called(request.bot)) {
    return refused(RefusalKind::Conflict, "bot_name_taken", "another bot was called so; choose another name", "bot");
  }
  if (!alike && (book.names_in_use(caller.account.id) >= settings_.quotas.bots ||
                 book.bots_of(caller.account.id).size() >= MostTriedNames * settings_.quotas.bots)) {
    return refused_at_limit(
        "quota_bots",
        "an author has at most so many names of bots that have played or are on their way, and four "
        "times as many in all",
        settings_.quotas.bots);
  }
  const std::vector<VersionRow> active = book.active_of(caller.account.id);
  const auto replaced = std::count_if(active.begin(), active.end(), [&](const VersionRow& version) {
    return version.shown.bot == request.bot && !request.keep_former;
  });
  if (active.size() - static_cast<std::size_t>(replaced) >= settings_.quotas.active) {
    return refused_at_limit("quota_active", "retire one of your versions that play first", settings_.quotas.active);
  }
  return {};
}

OrRefusal<std::unique_ptr<Upload>> RunningLadder::begin_upload(const Caller& caller, const UploadRequest& request) {
  if (!caller.may(Scope::Submit)) return without_scope(Scope::Submit);
  if (stopping_) return refused(RefusalKind::Unavailable, "stopping", "the ladder is being stopped; try again soon");
  if (store_.free_bytes() < settings_.care.uploads_stop_mb * Mebibyte) {
    return refused(RefusalKind::Unavailable, "disk_full", "the ladder has no room for uploads now");
  }
  if (request.bytes && *request.bytes > settings_.uploads.bytes) {
    return refused_at_limit("too_large",
                            "an archive has at most " + std::to_string(settings_.uploads.bytes >> 20) + " MiB",
                            settings_.uploads.bytes, "", RefusalKind::TooLarge);
  }
  if (request.note.size() > LongestVersionNote || !is_utf8(request.note)) {
    return refused(RefusalKind::Bad, "note_bad", "a note has at most 500 bytes of UTF-8", "note");
  }
  if (request.key && !is_key(*request.key)) {
    return refused(RefusalKind::Bad, "key_bad", "an idempotency key has 1 to 128 printable ASCII characters", "key");
  }
  {
    LadderDatabase::Work work = database_.begin_looking();
    if (const auto checked = check_upload(work, caller, request); !checked) return tl::unexpected(checked.error());
    AccountBook accounts(work, key_);
    const auto left = accounts.check_quota(caller.account.id, "uploads", 1, settings_.uploads.a_day);
    if (!left && !request.key) return tl::unexpected(left.error());
  }
  {
    const std::lock_guard<std::mutex> lock(uploads_mutex_);
    const std::uint64_t own = uploads_.contains(caller.account.id) ? uploads_[caller.account.id] : 0;
    if (own >= settings_.uploads.at_once || all_uploads_ >= settings_.uploads.at_once_all) {
      return tl::unexpected(Refusal{RefusalKind::TooMany, "quota_at_once", "other uploads are under way; wait for them",
                                    "", settings_.uploads.at_once, std::chrono::seconds(5)});
    }
    ++uploads_[caller.account.id];
    ++all_uploads_;
  }
  return std::make_unique<ReceivedUpload>(*this, caller, request);
}

OrRefusal<Submitted> RunningLadder::keep_upload(const Caller& caller, const UploadRequest& request,
                                                const fs::path& file, const std::string& sha256, std::uint64_t bytes) {
  LadderDatabase::Work work = database_.begin();
  VersionBook book(work);
  if (request.key) {
    SQLite::Statement former(work.sql(), "SELECT bot, sha256, version FROM request WHERE account = ? AND key = ?");
    SQLite::bind(former, sql_number(caller.account.id), *request.key);
    if (former.executeStep()) {
      if (former.getColumn(0).getString() != request.bot || former.getColumn(1).getString() != sha256) {
        return refused(RefusalKind::Conflict, "key_reused", "the idempotency key was used for another upload", "key");
      }
      const auto version = book.find(VersionId(former.getColumn(2).getInt64())).value();
      return Submitted{shown_alone(book, version), true};
    }
  }
  if (const auto checked = check_upload(work, caller, request); !checked) return tl::unexpected(checked.error());
  AccountBook accounts(work, key_);
  const auto counted = accounts.use_quota(caller.account.id, "uploads", 1, settings_.uploads.a_day);
  if (!counted) return tl::unexpected(counted.error());
  if (store_.has_file(sha256)) {
    std::error_code error;
    fs::remove(file, error);
  } else {
    store_.keep_file(file, sha256);
  }
  const BotRow bot = book.find_bot(request.bot).value_or(BotRow{});
  VersionRow version = book.add_version(bot.id != 0 ? bot : book.add_bot(request.bot, caller.account.id, false), sha256,
                                        bytes, request.note, request.keep_former);
  const std::int64_t step = book.begin_step(version, StepKind::Received);
  book.end_step(version, step, StepKind::Received, {StepOutcome::Passed, "", "", ""});
  book.set_state(version, StateCause::Arrival, VersionState::Received);
  if (request.key) {
    SQLite::Statement insert(work.sql(), "INSERT INTO request VALUES (?, ?, ?, ?, ?, ?)");
    SQLite::bind(insert, sql_number(caller.account.id), *request.key, request.bot, sha256, sql_number(version.shown.id),
                 work.now());
    insert.exec();
  }
  Submitted submitted{shown_alone(book, version), false};
  work.commit();
  moment_.notify_all();
  return submitted;
}

OrRefusal<VersionRow> RunningLadder::own_version(VersionBook& book, const Caller* caller, const VersionName& name) {
  const auto found = book.find(name);
  const bool own =
      found && caller != nullptr && found->shown.author == caller->account.id && !found->shown.author_name.empty();
  const bool may_see = found && (own || is_moderator(caller) || (found->shown.entrant && !found->shown.hidden));
  if (!may_see) return refused(RefusalKind::Missing, "version_unknown", "there is no such version");
  return *found;
}

OrRefusal<LadderVersion> RunningLadder::change(const Caller& caller, const VersionName& name, VersionState wanted) {
  if (!caller.may(Scope::Submit)) return without_scope(Scope::Submit);
  LadderDatabase::Work work = database_.begin();
  VersionBook book(work);
  auto version = own_version(book, &caller, name);
  if (!version) return tl::unexpected(version.error());
  if (version->shown.author != caller.account.id && !caller.is_at_least(Role::Admin)) {
    return refused(RefusalKind::Forbidden, "not_yours", "only its author may do that");
  }
  const VersionState state = version->shown.state;
  if (version->spec.empty() && version->shown.entrant) {
    return refused(RefusalKind::Conflict, "is_reference", "reference bots play as long as the ladder does");
  }
  if (state == wanted) return shown(book, *version);
  const bool resumes = state == VersionState::Paused && wanted == VersionState::Provisional;
  const VersionState next = resumes ? version->before_pause.value_or(wanted) : wanted;
  if (!may_change(StateCause::Author, state, next)) {
    return refused(RefusalKind::Conflict, "state_wrong",
                   version->shown.name() + " is " + std::string(to_text(state)) + "; that cannot be done to it");
  }
  if (next == VersionState::Paused) book.set_before_pause(*version, state);
  if (resumes) book.set_before_pause(*version, std::nullopt);
  book.set_state(*version, StateCause::Author, next, resumes ? "" : "author");
  if (next == VersionState::Withdrawn) version->shown.hidden = true;
  LadderVersion result = shown(book, *version);
  work.commit();
  if (next == VersionState::Withdrawn) {
    forget_dump();  // it has the name
    delete_files(*version);
  }
  field_changed_ = true;
  moment_.notify_all();
  return result;
}

void RunningLadder::delete_files(const VersionRow& version) {
  LadderDatabase::Work work = database_.begin();
  VersionBook book(work);
  if (!book.needs_file(version.shown.sha256)) store_.remove_file(version.shown.sha256);
  // A tree may be in play at this moment: those that entered are deleted once the field has let them go.
  if (version.shown.entrant) return;
  for (const std::string& tree : {version.source, version.tree}) {
    if (!tree.empty() && !book.needs_tree(tree)) store_.remove_tree(tree);
  }
  book.clear_trees(version);
  work.commit();
}

OrRefusal<LadderVersion> RunningLadder::pause(const Caller& caller, const VersionName& version) {
  return change(caller, version, VersionState::Paused);
}
OrRefusal<LadderVersion> RunningLadder::resume(const Caller& caller, const VersionName& version) {
  return change(caller, version, VersionState::Provisional);
}
OrRefusal<LadderVersion> RunningLadder::retire(const Caller& caller, const VersionName& version) {
  return change(caller, version, VersionState::Retired);
}
OrRefusal<LadderVersion> RunningLadder::withdraw(const Caller& caller, const VersionName& version) {
  return change(caller, version, VersionState::Withdrawn);
}

LadderVersion RunningLadder::shown(VersionBook& book, const VersionRow& version) {
  LadderVersion result = version.shown;
  if (line_) result.waiting = line_->waiting(book, result);
  if (!line_ && result.is_on_its_way()) result.waiting = Waiting{"the ladder's start", 0, 0, {}, {}};
  return result;
}

LadderVersion RunningLadder::shown_alone(VersionBook& book, const VersionRow& version) {
  LadderVersion result = shown(book, version);
  for (const VersionRow& other : book.replaced_by(version, settings_.quotas.active_of_bot)) {
    result.replaces.push_back(other.shown.name());
  }
  return result;
}

LadderBot RunningLadder::with_versions(VersionBook& book, BotRow bot, bool all) {
  for (const VersionRow& version : book.of_bot(bot.id)) {
    if (all || (version.shown.entrant && !version.shown.hidden)) bot.bot.versions.push_back(shown(book, version));
  }
  return std::move(bot.bot);
}

std::vector<LadderBot> RunningLadder::bots(const Caller* caller, const std::string& after, std::size_t most) {
  LadderDatabase::Work work = database_.begin_looking();
  VersionBook book(work);
  const bool all = is_moderator(caller);
  std::vector<LadderBot> shown_bots;
  for (BotRow& bot : book.bots(after, std::min(most, MostOfAnything), all)) {
    shown_bots.push_back(with_versions(book, std::move(bot), all));
  }
  return shown_bots;
}

std::vector<LadderBot> RunningLadder::own_bots(const Caller& caller) {
  LadderDatabase::Work work = database_.begin_looking();
  VersionBook book(work);
  std::vector<LadderBot> own;
  for (BotRow& bot : book.bots_of(caller.account.id)) own.push_back(with_versions(book, std::move(bot), true));
  return own;
}

OrRefusal<LadderBot> RunningLadder::bot(const Caller* caller, const std::string& name) {
  LadderDatabase::Work work = database_.begin_looking();
  VersionBook book(work);
  auto found = book.find_bot(name);
  const bool own =
      found && caller != nullptr && found->bot.author == caller->account.id && !found->bot.author_name.empty();
  const bool all = own || is_moderator(caller);
  if (found) {
    LadderBot result = with_versions(book, std::move(*found), all);
    if (all || !result.versions.empty()) return result;
  }
  return refused(RefusalKind::Missing, "bot_unknown", "there is no such bot");
}

OrRefusal<LadderVersion> RunningLadder::version(const Caller* caller, const VersionName& name) {
  LadderDatabase::Work work = database_.begin_looking();
  VersionBook book(work);
  const auto found = own_version(book, caller, name);
  if (!found) return tl::unexpected(found.error());
  return shown_alone(book, *found);
}

std::optional<LadderVersion> RunningLadder::version_of(EntrantId entrant) {
  LadderDatabase::Work work = database_.begin_looking();
  const auto found = VersionBook(work).find_entrant(entrant);
  return found ? std::optional(found->shown) : std::nullopt;
}

OrRefusal<std::vector<VersionStep>> RunningLadder::steps(const Caller* caller, const VersionName& name) {
  LadderDatabase::Work work = database_.begin_looking();
  VersionBook book(work);
  const auto found = own_version(book, caller, name);
  if (!found) return tl::unexpected(found.error());
  std::vector<VersionStep> steps = book.steps(found->shown.id);
  const bool own = caller != nullptr && found->shown.author == caller->account.id;
  if (!own && !is_moderator(caller)) {
    for (VersionStep& step : steps) step.detail.clear();  // which may tell of the files
  }
  return steps;
}

OrRefusal<VersionLog> RunningLadder::log(const Caller& caller, const VersionName& name, StepKind part) {
  if (!caller.may(Scope::Read)) return without_scope(Scope::Read);
  std::string hash;
  {
    LadderDatabase::Work work = database_.begin_looking();
    VersionBook book(work);
    const auto found = own_version(book, &caller, name);
    if (!found) return tl::unexpected(found.error());
    if (found->shown.author != caller.account.id && !is_moderator(&caller)) {
      return refused(RefusalKind::Forbidden, "not_yours", "logs are for the author alone");
    }
    hash = book.log_of(found->shown.id, part);
  }
  if (hash.empty()) return refused(RefusalKind::Missing, "log_missing", "this step has no log", "part");
  VersionLog log{part, store_.text(hash), false};
  log.truncated = log.text.size() > LongestShownLog;
  if (log.truncated) log.text = bounded_utf8(log.text, LongestShownLog);
  return log;
}

OrRefusal<VersionId> RunningLadder::version_to_play(VersionBook& book, const Caller& caller,
                                                    const AskedVersion& asked) {
  const auto name = version_name(asked.name);
  if (!name) return refused(RefusalKind::Bad, "version_bad", "versions are named as \"fox\" or \"fox@3\"", asked.field);
  const auto found = own_version(book, &caller, *name);
  if (!found) {
    return refused(RefusalKind::Missing, "version_unknown", "there is no version " + asked.name, asked.field);
  }
  if (asked.is_own && found->shown.author != caller.account.id && !is_moderator(&caller)) {
    return refused(RefusalKind::Forbidden, "not_yours", "the first must be a version of your own", asked.field);
  }
  const bool is_ready = found->shown.state >= VersionState::Validated && found->shown.state <= VersionState::Retired;
  if (!is_ready) return refused(RefusalKind::Conflict, "state_wrong", asked.name + " cannot play", asked.field);
  return found->shown.id;
}

OrRefusal<PlayRequest> RunningLadder::ask(const Caller& caller, PlayRequest request,
                                          const std::vector<AskedVersion>& asked, double points0) {
  if (!caller.may(Scope::Play)) return without_scope(Scope::Play);
  LadderDatabase::Work work = database_.begin();
  VersionBook book(work);
  std::vector<VersionId> versions;
  for (const AskedVersion& one : asked) {
    const auto version = version_to_play(book, caller, one);
    if (!version) return tl::unexpected(version.error());
    if (std::find(versions.begin(), versions.end(), *version) != versions.end()) {
      return refused(RefusalKind::Bad, "same_version",
                     versions.size() < 2 ? "these are the same version"
                                         : one.name + " is in this test already; each plays it once",
                     one.field);
    }
    versions.push_back(*version);
  }
  request.account = caller.account.id;
  request.first = versions[0];
  request.second = versions[1];
  request.pool.assign(versions.begin() + 2, versions.end());
  AccountBook accounts(work, key_);
  const bool is_match = request.kind == PlayRequestKind::Match;
  const auto counted = is_match ? accounts.use_quota(caller.account.id, "match_boards", request.boards,
                                                     settings_.quotas.match_boards_a_day)
                                : accounts.use_quota(caller.account.id, "tests", 1, settings_.quotas.tests_a_day);
  if (!counted) return tl::unexpected(counted.error());
  PlayRequestBook requests(work);
  if (!is_match && requests.open_of(caller.account.id, PlayRequestKind::Test) >= settings_.quotas.tests_at_once) {
    return refused_at_limit("quota_tests_at_once", "wait for the end of a test, or cancel it",
                            settings_.quotas.tests_at_once);
  }
  PlayRequest added = requests.add(request, points0);
  work.commit();
  moment_.notify_all();
  return added;
}

OrRefusal<PlayRequest> RunningLadder::ask_match(const Caller& caller, const MatchRequest& request) {
  if (request.boards < 1 || request.boards > settings_.quotas.match_boards_a_day) {
    return refused_at_limit("boards_bad",
                            "a match has 1 to " + std::to_string(settings_.quotas.match_boards_a_day) + " boards",
                            settings_.quotas.match_boards_a_day, "", RefusalKind::Bad);
  }
  PlayRequest asked;
  asked.kind = PlayRequestKind::Match;
  asked.boards = request.boards;
  return ask(caller, asked, {{"first", request.first, true}, {"second", request.second}}, 0);
}

OrRefusal<std::uint64_t> RunningLadder::boards_of_test(const TestRequest& request) const {
  const std::uint64_t in_all = settings_.quotas.test_boards;
  const std::uint64_t most_opponents =
      std::min(settings_.quotas.test_pool, in_all / jobs_per_tested_board(1) / LeastTestBoards);
  if (request.pool.size() > most_opponents) {
    return refused_at_limit(
        "pool_too_large",
        "a test of this ladder has a pool of at most " + std::to_string(most_opponents) + " opponents", most_opponents,
        "pool", RefusalKind::Bad);
  }
  const std::uint64_t times = jobs_per_tested_board(request.pool.size());
  const std::uint64_t most = in_all / times;
  const std::uint64_t boards = request.boards.value_or(std::min(UsualTestBoards, most));
  if (boards >= LeastTestBoards && boards <= most) return boards;
  const std::string why = request.pool.empty() ? ""
                                               : "; over this pool each is played " + std::to_string(times) +
                                                     " times, and all these are " + std::to_string(in_all) + " at most";
  return refused_at_limit(
      "boards_bad", "a test has " + std::to_string(LeastTestBoards) + " to " + std::to_string(most) + " boards" + why,
      most, "", RefusalKind::Bad);
}

OrRefusal<PlayRequest> RunningLadder::ask_test(const Caller& caller, const TestRequest& request) {
  const auto boards = boards_of_test(request);
  if (!boards) return tl::unexpected(boards.error());
  constexpr double Largest = 400;
  const bool is_sound = request.points0 >= -Largest && request.points1 <= Largest && request.points0 < request.points1;
  if (!is_sound) {
    return refused(RefusalKind::Bad, "points_bad", "points0 must be below points1, both from -400 to 400", "points1");
  }
  PlayRequest asked;
  asked.kind = PlayRequestKind::Test;
  asked.boards = *boards;
  asked.points1 = request.points1;
  std::vector<AskedVersion> versions{{"candidate", request.candidate, true}, {"base", request.base}};
  for (const std::string& opponent : request.pool) versions.push_back({"pool", opponent});
  return ask(caller, asked, versions, request.points0);
}

std::vector<PlayRequest> RunningLadder::play_requests(const Caller& caller, std::size_t most) {
  LadderDatabase::Work work = database_.begin_looking();
  return PlayRequestBook(work).of(caller.account.id, std::min(most, MostPlayRequests));
}

OrRefusal<PlayRequest> RunningLadder::play_request(const Caller& caller, PlayRequestId id) {
  LadderDatabase::Work work = database_.begin_looking();
  const auto found = PlayRequestBook(work).find(id);
  if (!found || (found->account != caller.account.id && !is_moderator(&caller))) {
    return refused(RefusalKind::Missing, "request_unknown", "there is no such match or test of yours");
  }
  return *found;
}

OrRefusal<PlayRequest> RunningLadder::cancel(const Caller& caller, PlayRequestId id) {
  if (!caller.may(Scope::Play)) return without_scope(Scope::Play);
  LadderDatabase::Work work = database_.begin();
  PlayRequestBook book(work);
  auto found = book.find(id);
  if (!found || (found->account != caller.account.id && !is_moderator(&caller))) {
    return refused(RefusalKind::Missing, "request_unknown", "there is no such match or test of yours");
  }
  if (found->state != PlayRequestState::Queued && found->state != PlayRequestState::Running) return *found;
  found->state = PlayRequestState::Cancelled;
  found->ended = work.now();
  book.set(*found);
  work.commit();
  return *found;
}

std::vector<LadderEvent> RunningLadder::events(const Caller* caller, const EventQuery& query) {
  LadderDatabase::Work work = database_.begin_looking();
  const std::int64_t account = caller == nullptr ? -1 : sql_number(caller->account.id);
  SQLite::Statement rows(
      work.sql(),
      std::string("SELECT cursor, time, kind, bot, number, state, code, detail, open FROM event WHERE ") +
          (query.latest ? "cursor > -1 - ?" : "cursor > ?") +
          " AND (? OR bot IN (SELECT name FROM bot WHERE author = ?) OR (open AND NOT EXISTS (SELECT 1 FROM bot AS b "
          "JOIN version AS v ON v.bot = b.id WHERE b.name = event.bot AND v.number = event.number AND (b.hidden OR "
          "v.state = 'withdrawn')))) AND (? = '' OR bot = ?) AND (? = 0 OR number = ?) ORDER BY cursor " +
          (query.latest ? "DESC" : "ASC") + " LIMIT ?");
  const int number = query.number.value_or(0);
  SQLite::bind(rows, static_cast<std::int64_t>(query.after), is_moderator(caller) ? 1 : 0, account, query.bot,
               query.bot, number, number, static_cast<std::int64_t>(std::min(query.most, MostOfAnything)));
  std::vector<LadderEvent> all;
  while (rows.executeStep()) {
    all.push_back({static_cast<std::uint64_t>(rows.getColumn(0).getInt64()), rows.getColumn(1).getDouble(),
                   rows.getColumn(2).getString(), rows.getColumn(3).getString(), rows.getColumn(4).getInt(),
                   rows.getColumn(5).getString(), rows.getColumn(6).getString(), rows.getColumn(7).getString(),
                   rows.getColumn(8).getInt() != 0});
  }
  return all;
}

}  // namespace tichu::arena
