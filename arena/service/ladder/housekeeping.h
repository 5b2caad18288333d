#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "arena/service/ladder/file_store.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/rated_runner.h"
#include "arena/service/ladder/version.h"
#include "arena/text/input_error.h"

namespace tichu::arena {

/// Keeps a ladder's folder small, and copies of it. One thread; `backup` and `store_bytes` any.
class Housekeeping {
 public:
  /// All must outlive this object. `log` gets lines for the operator.
  Housekeeping(LadderDatabase& database, const FileStore& store, const LadderSettings& settings, RatedRunner& play,
               std::function<void(const std::string&)> log)
      : database_(database),
        store_(store),
        settings_(settings),
        play_(play),
        log_(std::move(log)),
        started_at_(database.now()) {}

  /// Has the ladder play a tenth of the time where no version has changed for long.
  void slow_down_if_quiet();
  /// Deletes what withdrawn versions leave, and what is older than it is kept; every minute.
  void tidy_if_due();
  void back_up_if_due();
  /// A copy of everything, consistent, while the ladder plays. Files are hard links where possible. `to` must be
  /// missing or empty. Throws std::runtime_error if the disk refuses.
  OrInputError<void> backup(const std::filesystem::path& to);
  /// Size of what the ladder keeps, at the latest look.
  std::uint64_t store_bytes() const { return store_bytes_; }

 private:
  std::vector<VersionId> versions_to_clear(double now);
  void delete_output_of(VersionId version);

  LadderDatabase& database_;
  const FileStore& store_;
  const LadderSettings& settings_;
  RatedRunner& play_;
  std::function<void(const std::string&)> log_;
  double started_at_;
  double tidied_at_ = 0;
  std::atomic<std::uint64_t> store_bytes_ = 0;
};

}  // namespace tichu::arena
