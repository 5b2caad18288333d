#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <utility>

#include "arena/service/ladder/file_store.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/ladder_watch.h"
#include "arena/service/ladder/rated_runner.h"

namespace tichu::arena {

/// Watches over a ladder, and tells everybody when something is wrong, and when it is well again. One thread; `trouble`
/// any.
class LadderHealth {
 public:
  /// All must outlive this object. `plays`: rated boards are played here. `log` gets lines for the operator.
  LadderHealth(LadderDatabase& database, const FileStore& store, const LadderSettings& settings,
               const RatedRunner& play, bool plays, std::function<void(const std::string&)> log)
      : database_(database),
        store_(store),
        settings_(settings),
        play_(play),
        plays_(plays),
        log_(std::move(log)),
        started_at_(database.now()) {}

  void look();
  /// The ladder cannot look after itself.
  void fail();
  LadderTrouble trouble() const;
  double started_at() const { return started_at_; }

 private:
  LadderVitalSigns vitals();
  void note(LadderTrouble trouble);
  void tell(const LadderTrouble& trouble);

  LadderDatabase& database_;
  const FileStore& store_;
  const LadderSettings& settings_;
  const RatedRunner& play_;
  bool plays_;
  std::function<void(const std::string&)> log_;
  double started_at_;
  double boards_expected_since_ = 0;
  mutable std::mutex mutex_;
  LadderTrouble trouble_;
  std::string said_;  ///< the code that the operator's log was told of last
  std::string told_;  ///< likewise, everybody
};

}  // namespace tichu::arena
