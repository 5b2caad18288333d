#include "arena/service/ladder/submissions.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "arena/service/ladder/account_table.h"
#include "arena/service/ladder/bot_table.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/service/ladder/remote_table.h"
#include "arena/service/ladder/step_attempts.h"
#include "arena/service/ladder/version_table.h"
#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t LongestVersionNote = 500;
constexpr std::size_t LongestKey = 128;
/// An author's names are this many times those that count: whatever was tried under them keeps them from others.
constexpr std::uint64_t MostTriedNames = 4;

bool is_key(const std::string& key) {
  return !key.empty() && key.size() <= LongestKey &&
         std::all_of(key.begin(), key.end(), [](char c) { return c > 0x20 && c < 0x7f; });
}

}  // namespace

Upload::Upload(Submissions& submissions, const Caller& caller, const UploadRequest& request)
    : submissions_(submissions),
      caller_(caller),
      request_(request),
      path_(submissions.store_.fresh_path("incoming")),
      file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644)) {
  if (!file_.is_open()) throw std::system_error(errno, std::generic_category(), "cannot make " + path_.string());
}

Upload::~Upload() {
  std::error_code error;
  fs::remove(path_, error);
  submissions_.end_upload(caller_.account.id);
}

OrRefusal<void> Upload::write(std::string_view bytes) {
  const UploadLimits& limits = submissions_.settings_.uploads;
  if (bytes_ + bytes.size() > limits.bytes) {
    return refused_at_limit("too_large", "an archive has at most " + std::to_string(limits.bytes >> 20) + " MiB",
                            limits.bytes, "", RefusalKind::TooLarge);
  }
  if (std::chrono::steady_clock::now() > began_ + limits.time) {
    return refused_at_limit("too_slow", "an archive must be sent within " + std::to_string(limits.time.count()) + " s",
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

OrRefusal<Submitted> Upload::finish() {
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
  return submissions_.keep_upload(caller_, request_, path_, sha256, bytes_);
}

OrRefusal<void> Submissions::check_upload(LadderDatabase::Work& work, const Caller& caller,
                                          const UploadRequest& request) {
  VersionTable table(work);
  BotTable bots(work);
  const auto own = own_or_free_bot(bots, caller.account.id, request.bot);
  if (!own) return tl::unexpected(own.error());
  const std::optional<BotRow>& alike = *own;
  if (alike && RemoteTable(work).find(alike->id)) {
    return refused(RefusalKind::Conflict, "bot_name_taken", "a remote bot of yours has this name; choose another",
                   "bot");
  }
  if (!alike && (bots.names_in_use(caller.account.id) >= settings_.quotas.bots ||
                 bots.of_author(caller.account.id).size() >= MostTriedNames * settings_.quotas.bots)) {
    return refused_at_limit(
        "quota_bots",
        "an author has at most so many names of bots that have played or are on their way, and four "
        "times as many in all",
        settings_.quotas.bots);
  }
  const VersionTable::ComingVersion coming{request.bot, request.keep_former};
  if (!request.unranked &&
      table.active_to_come(caller.account.id, settings_.quotas.active_of_bot, coming) > settings_.quotas.active) {
    return refused_at_limit("quota_active", "retire one of your versions that play, or are on their way, first",
                            settings_.quotas.active);
  }
  return {};
}

OrRefusal<std::unique_ptr<Upload>> Submissions::begin_upload(const Caller& caller, const UploadRequest& request) {
  if (!caller.may(Scope::Submit)) return without_scope(Scope::Submit);
  if (signal_.is_stopping())
    return refused(RefusalKind::Unavailable, "stopping", "the ladder is being stopped; try again soon");
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
    AccountTable accounts(work);
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
  return std::make_unique<Upload>(*this, caller, request);
}

OrRefusal<Submitted> Submissions::keep_upload(const Caller& caller, const UploadRequest& request, const fs::path& file,
                                              const std::string& sha256, std::uint64_t bytes) {
  LadderDatabase::Work work = database_.begin();
  VersionTable table(work);
  if (request.key) {
    SQLite::Statement former =
        bound(work.sql(), "SELECT bot, sha256, version FROM request WHERE account = ? AND key = ?", caller.account.id,
              *request.key);
    if (former.executeStep()) {
      if (former.getColumn(0).getString() != request.bot || former.getColumn(1).getString() != sha256) {
        return refused(RefusalKind::Conflict, "key_reused", "the idempotency key was used for another upload", "key");
      }
      const auto version = table.find(VersionId(former.getColumn(2).getInt64())).value();
      return Submitted{versions_.shown_alone(work, version), true};
    }
  }
  if (const auto checked = check_upload(work, caller, request); !checked) return tl::unexpected(checked.error());
  AccountTable accounts(work);
  const auto counted = accounts.use_quota(caller.account.id, "uploads", 1, settings_.uploads.a_day);
  if (!counted) return tl::unexpected(counted.error());
  if (store_.has_file(sha256)) {
    std::error_code error;
    fs::remove(file, error);
  } else {
    store_.keep_file(file, sha256);
  }
  const BotRow bot = BotTable(work).find(request.bot).value_or(BotRow{});
  VersionRow version = table.add_version(bot.id != 0 ? bot : BotTable(work).add(request.bot, caller.account.id, false),
                                         sha256, bytes, request.note, request.keep_former, request.unranked);
  StepAttempts attempts(work);
  const std::int64_t step = attempts.begin(version, StepKind::Received);
  attempts.end(version, step, StepKind::Received, {StepOutcome::Passed, "", "", ""});
  table.set_state(version, StateCause::Arrival, VersionState::Received);
  if (request.key) {
    execute(work.sql(), "INSERT INTO request VALUES (?, ?, ?, ?, ?, ?)", caller.account.id, *request.key, request.bot,
            sha256, version.shown.id, work.now());
  }
  Submitted submitted{versions_.shown_alone(work, version), false};
  work.commit();
  signal_.wake();
  return submitted;
}

void Submissions::end_upload(AccountId account) {
  const std::lock_guard<std::mutex> lock(uploads_mutex_);
  --all_uploads_;
  if (--uploads_[account] == 0) uploads_.erase(account);
}

}  // namespace tichu::arena
