#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "arena/service/ladder/account.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_figures.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/ladder_signal.h"
#include "arena/service/ladder/rated_runner.h"
#include "arena/service/ladder/refusal.h"
#include "arena/service/ladder/struck_pair_table.h"
#include "arena/service/ladder/version.h"
#include "arena/statistics/rating/field_rating.h"
#include "arena/tournament/play/times_taken.h"

namespace tichu::arena {

/// The struck pairs, as they are rated with and as they are told.
struct Strikes {
  std::vector<StruckVersions> versions;
  std::vector<std::array<EntrantId, 2>> entrants;  ///< those of them that have both entered
  std::vector<StruckPair> told;                    ///< of the same
};

/// The ratings of a ladder, what follows from them for versions, and the pairs whose boards do not count. Several
/// threads may use it, one of which rates.
class Ratings {
 public:
  /// All must outlive this object.
  Ratings(LadderDatabase& database, const LadderSettings& settings, RatedRunner& play, LadderSignal& signal)
      : database_(database), settings_(settings), play_(play), signal_(signal) {}

  /// Shows what the ladder showed when it was rated last, before it was stopped; nothing if it never was.
  void recall();
  /// As they were rated last. Never null.
  std::shared_ptr<const LadderStandings> latest() const;
  /// The strengths of the latest rating; null before the first.
  std::shared_ptr<const FieldRating> points() const;
  /// How often was rated, and how long it took.
  TimesTaken times() const;
  /// Rates all boards anew if that is due: much was played, or another pair is struck. Whether it was.
  bool rate_if_due();

  Strikes strikes();
  /// The versions of the table, against which numbers are told.
  std::set<EntrantId> field();
  /// The boards of two versions against each other, those to come too, are left out of the ratings, which are made
  /// again at once; everybody can see that. They stay stored, and who meets whom does not change. Two versions that can
  /// never meet, of one author or one version twice, are refused.
  OrRefusal<JudgedPair> strike_pair(const Caller& caller, const VersionName& first, const VersionName& second,
                                    const std::string& reason);
  /// They count again.
  OrRefusal<JudgedPair> restore_pair(const Caller& caller, const VersionName& first, const VersionName& second,
                                     const std::string& reason);

 private:
  std::vector<StruckVersions> struck_versions();
  OrRefusal<JudgedPair> judge_pair(const Caller& caller, const VersionName& first, const VersionName& second,
                                   const std::string& reason, bool strikes);
  /// Of the versions of the table, without figures and places.
  std::vector<LadderStanding> rows(LadderDatabase::Work& work);
  void publish(const RatedRunner::Rating& rating, std::vector<StruckPair> struck);
  void tell_places(const std::vector<LadderStanding>& ranked);
  void apply_rules(const RatedRunner::Rating& rating);

  LadderDatabase& database_;
  const LadderSettings& settings_;
  RatedRunner& play_;
  LadderSignal& signal_;
  mutable std::mutex mutex_;
  std::shared_ptr<const LadderStandings> standings_ = std::make_shared<const LadderStandings>();
  std::shared_ptr<const FieldRating> points_;
  TimesTaken times_;
  // Only the thread that rates has these.
  double rated_at_ = 0;
  double rating_took_ = 0;
  std::uint64_t rated_boards_ = 0;
  std::vector<StruckVersions> rated_without_;
  /// A place that was told, and when.
  struct ToldPlace {
    int place = 0;
    double time = 0;
  };
  std::map<VersionId, ToldPlace> told_places_;
};

}  // namespace tichu::arena
