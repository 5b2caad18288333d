#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/service/ladder/account.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_figures.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/ladder_signal.h"
#include "arena/service/ladder/refusal.h"
#include "arena/service/ladder/version_table.h"

namespace tichu::arena {

/// An unranked match, as asked for.
struct MatchRequest {
  std::string first;  ///< "fox" or "fox@3": a version of the caller's, or any if a moderator asks
  std::string second;
  std::uint64_t boards = 20;
};

/// A test whether `candidate` is stronger than `base`, as of the command `test`.
struct TestRequest {
  std::string candidate;  ///< a version of the caller's
  std::string base;
  double points0 = 0;
  double points1 = 20;
  /// At most. Over a pool each is played by both against every opponent, and all these together are bounded by
  /// `AuthorQuotas::test_boards`. nullopt: UsualTestBoards, or as many as may be.
  std::optional<std::uint64_t> boards = std::nullopt;
  std::vector<std::string> pool = {};  ///< opponents that both play instead of each other, all different
};
inline constexpr std::uint64_t UsualTestBoards = 5000;

/// The benchmark of a version on secret boards.
struct BenchmarkRequest {
  std::string version;  ///< of the caller's, or any if a moderator asks
  /// Its card is for everybody, whatever it says: that is decided before anybody knows, so that luck does not choose
  /// which cards are seen.
  bool open = true;
};

/// Unranked matches, tests and benchmarks that authors ask for. Several threads may use it.
class PlayRequests {
 public:
  /// All must outlive this object.
  PlayRequests(LadderDatabase& database, const LadderSettings& settings, LadderSignal& signal)
      : database_(database), settings_(settings), signal_(signal) {}

  OrRefusal<PlayRequest> ask_match(const Caller& caller, const MatchRequest& request);
  /// Refused as a match is, with `points_bad`, `quota_tests`, `quota_tests_at_once`, or with `pool_too_large` if the
  /// pool has more opponents than may be.
  OrRefusal<PlayRequest> ask_test(const Caller& caller, const TestRequest& request);
  /// Refused as a match is, or with `quota_benchmarks`. The card of another's version is for the caller alone.
  OrRefusal<PlayRequest> ask_benchmark(const Caller& caller, const BenchmarkRequest& request);
  /// Of versions, one each, that everybody may see.
  std::vector<LadderCard> cards();
  /// One of them.
  OrRefusal<LadderCard> card(PlayRequestId id);
  /// `tichu-card/1` of a benchmark that is done (`find`), in which the bot is called "bot".
  std::string card_of(const PlayRequest& request);
  /// The caller's own, the latest first: `most` of them, and never more than MostPlayRequests.
  std::vector<PlayRequest> list(const Caller& caller, std::size_t most);
  OrRefusal<PlayRequest> find(const Caller& caller, PlayRequestId id);
  OrRefusal<PlayRequest> cancel(const Caller& caller, PlayRequestId id);

 private:
  /// How many boards a test that is asked for may have, as it says or, if it does not, as is usual.
  OrRefusal<std::uint64_t> boards_of_test(const TestRequest& request) const;
  /// A version that is to play on request, and in which field of the request it is named.
  struct AskedVersion {
    std::string field;
    std::string name;
    bool is_own = false;  ///< it has to be one of the caller's, unless a moderator asks
  };
  /// `asked` are the first, the second, and the opponents of a pool.
  OrRefusal<PlayRequest> ask(const Caller& caller, PlayRequest request, const std::vector<AskedVersion>& asked);
  static OrRefusal<VersionId> version_to_play(VersionTable& table, const Caller& caller, const AskedVersion& asked);

  LadderDatabase& database_;
  const LadderSettings& settings_;
  LadderSignal& signal_;
};

}  // namespace tichu::arena
