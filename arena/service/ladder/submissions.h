#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "arena/hosting/sandbox/posix.h"
#include "arena/service/ladder/account.h"
#include "arena/service/ladder/file_store.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/ladder_signal.h"
#include "arena/service/ladder/refusal.h"
#include "arena/service/ladder/version.h"
#include "arena/service/ladder/versions.h"
#include "arena/text/digest.h"

namespace tichu::arena {

/// What is told of an upload before its first byte.
struct UploadRequest {
  std::string bot;
  std::string note = {};                              ///< about this version, at most 500 bytes
  std::optional<std::uint64_t> bytes = std::nullopt;  ///< its length, if the client says it
  std::optional<std::string> sha256 = std::nullopt;   ///< that it must have, in hexadecimal
  std::optional<std::string> key = std::nullopt;      ///< idempotency key: 1 to 128 printable ASCII characters
  bool keep_former = false;  ///< do not retire the bot's version that plays when this one takes its place
  bool unranked = false;     ///< its way ends before the ladder: VersionState::Unranked
};

/// What became of an upload.
struct Submitted {
  LadderVersion version;
  bool repeated = false;  ///< the key was used for the same upload before, whose version this is
};

class Submissions;

/// An archive that is being received: a file that grows in `incoming/`. One thread at a time, which may be another for
/// each call. Unless it is finished, nothing is left of it.
class Upload {
 public:
  /// Of `Submissions::begin_upload`, which must outlive it.
  Upload(Submissions& submissions, const Caller& caller, const UploadRequest& request);
  ~Upload();
  Upload(const Upload&) = delete;
  Upload& operator=(const Upload&) = delete;

  /// Adds the next bytes to the file on disk. After an error only the destructor may be called.
  OrRefusal<void> write(std::string_view bytes);
  /// The archive is complete: it is stored for good, and its version with it.
  OrRefusal<Submitted> finish();

 private:
  Submissions& submissions_;
  Caller caller_;
  UploadRequest request_;
  std::filesystem::path path_;
  FileDescriptor file_;
  Sha256 hash_;
  std::uint64_t bytes_ = 0;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// Takes versions of bots in, up to their first state. Several threads may use it.
class Submissions {
 public:
  /// All must outlive this object.
  Submissions(LadderDatabase& database, const FileStore& store, const LadderSettings& settings, Versions& versions,
              LadderSignal& signal)
      : database_(database), store_(store), settings_(settings), versions_(versions), signal_(signal) {}

  /// Begins to receive a version of a bot, which is made with its first version. Refused with `bot_name_bad`,
  /// `bot_name_taken`, `bot_name_alike`, `quota_uploads`, `quota_bots`, `quota_at_once`, `too_large`, `disk_full`,
  /// `key_reused`, `stopping` or what `Upload` refuses with: `too_large`, `too_slow`, `digest_wrong`, `empty`.
  OrRefusal<std::unique_ptr<Upload>> begin_upload(const Caller& caller, const UploadRequest& request);

 private:
  friend class Upload;

  OrRefusal<void> check_upload(LadderDatabase::Work& work, const Caller& caller, const UploadRequest& request);
  OrRefusal<Submitted> keep_upload(const Caller& caller, const UploadRequest& request,
                                   const std::filesystem::path& file, const std::string& sha256, std::uint64_t bytes);
  void end_upload(AccountId account);

  LadderDatabase& database_;
  const FileStore& store_;
  const LadderSettings& settings_;
  Versions& versions_;
  LadderSignal& signal_;
  std::mutex uploads_mutex_;
  std::map<AccountId, std::uint64_t> uploads_;  ///< under way
  std::uint64_t all_uploads_ = 0;
};

}  // namespace tichu::arena
