#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "arena/service/ladder/account.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_figures.h"
#include "arena/service/ladder/rated_runner.h"
#include "arena/service/ladder/ratings.h"
#include "arena/service/ladder/refusal.h"
#include "arena/statistics/rating/field_rating.h"

namespace tichu::arena {

/// Pairs whose boards came out otherwise than their strengths let expect. Several threads may use it.
class Residuals {
 public:
  /// All must outlive this object. `log` gets lines for the operator.
  Residuals(LadderDatabase& database, RatedRunner& play, Ratings& ratings, std::function<void(const std::string&)> log)
      : database_(database), play_(play), ratings_(ratings), log_(std::move(log)) {}

  /// The most surprising pairs with at least LeastBoardsOfPair boards, at most so many of each kind; for moderators.
  OrRefusal<LadderResiduals> list(const Caller& caller, std::size_t most);
  /// Tells moderators of each pair that is alarming by the latest rating, once: by an event and in the audit log.
  void raise_alarms();

 private:
  /// `struck` are the pairs of `Strikes::entrants`.
  LadderResiduals residuals_at(const FieldRating& points, std::size_t most,
                               const std::vector<std::array<EntrantId, 2>>& struck);

  LadderDatabase& database_;
  RatedRunner& play_;
  Ratings& ratings_;
  std::function<void(const std::string&)> log_;
};

}  // namespace tichu::arena
