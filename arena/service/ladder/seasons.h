#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "arena/service/ladder/account.h"
#include "arena/service/ladder/dump_file.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_figures.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/rated_runner.h"
#include "arena/service/ladder/refusal.h"

namespace tichu::arena {

/// The seasons of a ladder, whose seeds are told at their ends. Several threads may use it.
class Seasons {
 public:
  /// All must outlive this object.
  Seasons(LadderDatabase& database, const LadderSettings& settings, RatedRunner& play, DumpFile& dump,
          std::function<void(const std::string&)> log)
      : database_(database), settings_(settings), play_(play), dump_(dump), log_(std::move(log)) {}

  /// In their order; the last ones may be announced only.
  std::vector<FairDeals> all();
  /// The season that goes on.
  FairDeals current();
  /// Announces the next season with its hash; for admins. It begins as soon as those who play take note, and the season
  /// before it has ended, and its seed is told, once all its boards are stored. Versions and their boards count on.
  OrRefusal<FairDeals> end_season(const Caller& caller, const std::string& reason);
  /// Announces the next season when it is due, and begins the one that is announced.
  void tend();

 private:
  static FairDeals announce(LadderDatabase::Work& work, const std::string& actor, const std::string& reason);

  LadderDatabase& database_;
  const LadderSettings& settings_;
  RatedRunner& play_;
  DumpFile& dump_;
  std::function<void(const std::string&)> log_;
};

}  // namespace tichu::arena
