#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/service/ladder/benchmark_runner.h"
#include "arena/service/ladder/file_store.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_figures.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/version_table.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// The beginning of the window with the same secret boards for all, in seconds since 1970.
std::int64_t benchmark_boards_since(double now, const AuthorQuotas& quotas);

/// Unranked matches, tests and benchmarks in the database, in one transaction. Nothing is committed.
class PlayRequestTable {
 public:
  explicit PlayRequestTable(LadderDatabase::Work& work) : work_(work) {}
  PlayRequest add(const PlayRequest& request);
  std::optional<PlayRequest> find(PlayRequestId id);
  /// The latest first.
  std::vector<PlayRequest> of(AccountId account, std::size_t most);
  /// Queued and running ones, in the order in which they were asked for.
  std::vector<PlayRequestId> open();
  std::uint64_t open_of(AccountId account, PlayRequestKind kind);
  /// Writes state, boards, boards played, exit code, code, detail, folder and end.
  void set(const PlayRequest& request);
  void set_card(PlayRequestId id, const std::string& card);
  /// `tichu-card/1` of a benchmark that is done, else empty.
  std::string card(PlayRequestId id);
  /// Those for everybody, the latest first, one a version; or the one of `id`.
  std::vector<LadderCard> open_cards(std::optional<PlayRequestId> id = std::nullopt);
  /// What the account has asked for on the present boards.
  QuotaUse benchmarks(AccountId account, const AuthorQuotas& quotas);

 private:
  LadderDatabase::Work& work_;
};

/// Plays what was asked for, a slice of time each in turn. One thread.
class RequestRunner {
 public:
  /// `log`, which may be empty, is told why the machine could not play a request.
  RequestRunner(std::filesystem::path ladder, LadderDatabase& database, const FileStore& store,
                const LadderSettings& settings, PlayOptions options, std::function<bool()> stopping,
                std::function<void(const std::string&)> log);
  /// Plays a slice of the request whose turn it is. False if there is none.
  bool work_once();

 private:
  std::optional<PlayRequest> next();
  void play(PlayRequest& request);
  void play_benchmark(PlayRequest& request);
  static void fail(PlayRequest& request, const InputError& error);
  /// Who plays it: the two, and the opponents of a pool. The error: one of them was withdrawn.
  OrInputError<std::vector<VersionRow>> versions_of(const PlayRequest& request);
  OrInputError<Tournament> opened(const PlayRequest& request);
  void conclude(const PlayRequest& request);

  std::filesystem::path ladder_;
  LadderDatabase& database_;
  const FileStore& store_;
  const LadderSettings& settings_;
  PlayOptions options_;
  std::function<bool()> stopping_;
  std::function<void(const std::string&)> log_;
  std::unique_ptr<BenchmarkRunner> benchmarks_;
  std::uint64_t last_ = 0;  ///< the request that was played last
};

}  // namespace tichu::arena
