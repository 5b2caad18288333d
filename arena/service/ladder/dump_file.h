#pragma once

#include <filesystem>
#include <mutex>

#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/rated_runner.h"
#include "arena/service/ladder/refusal.h"

namespace tichu::arena {

/// The file in which everybody gets all rated boards of a ladder, made anew when it is asked for after an hour. Several
/// threads may use it.
class DumpFile {
 public:
  /// Both must outlive this object.
  DumpFile(LadderDatabase& database, const RatedRunner& play) : database_(database), play_(play) {}

  /// The folder that it lies in. Refused with `dump_not_ready` before the first board.
  OrRefusal<std::filesystem::path> folder();
  /// The next one is made anew: what it says has changed.
  void forget() const;

 private:
  std::filesystem::path file() const;
  void make();

  LadderDatabase& database_;
  const RatedRunner& play_;
  std::mutex mutex_;
};

}  // namespace tichu::arena
