#include "arena/service/ladder/play_requests.h"

#include <algorithm>

#include "arena/service/ladder/account_table.h"
#include "arena/service/ladder/benchmark_runner.h"
#include "arena/service/ladder/request_runner.h"
#include "arena/service/ladder/versions.h"
#include "arena/statistics/sequential/pool_difference.h"
#include "arena/tournament/benchmark_folder.h"

namespace tichu::arena {
namespace {

/// Fewer would tell nothing.
constexpr std::uint64_t LeastTestBoards = 16;

/// Of the caller, or any if a moderator asks.
OrRefusal<PlayRequest> own_request(PlayRequestTable& table, const Caller& caller, PlayRequestId id) {
  auto found = table.find(id);
  if (found && (found->account == caller.account.id || is_moderator(&caller))) return *std::move(found);
  return refused(RefusalKind::Missing, "request_unknown", "there is no such request of yours");
}

}  // namespace

OrRefusal<VersionId> PlayRequests::version_to_play(VersionTable& table, const Caller& caller,
                                                   const AskedVersion& asked) {
  const auto name = version_name(asked.name);
  if (!name) return refused(RefusalKind::Bad, "version_bad", "versions are named as \"fox\" or \"fox@3\"", asked.field);
  const auto found = visible_version(table, &caller, *name);
  if (!found) {
    return refused(RefusalKind::Missing, "version_unknown", "there is no version " + asked.name, asked.field);
  }
  if (asked.is_own && found->shown.author != caller.account.id && !is_moderator(&caller)) {
    return refused(RefusalKind::Forbidden, "not_yours", "the first must be a version of your own", asked.field);
  }
  const bool is_ready = found->shown.state >= VersionState::Validated && found->shown.state <= VersionState::Retired;
  if (!is_ready) return refused(RefusalKind::Conflict, "state_wrong", asked.name + " cannot play", asked.field);
  return found->shown.id;
}

OrRefusal<PlayRequest> PlayRequests::ask(const Caller& caller, PlayRequest request,
                                         const std::vector<AskedVersion>& asked) {
  if (!caller.may(Scope::Play)) return without_scope(Scope::Play);
  LadderDatabase::Work work = database_.begin();
  VersionTable table(work);
  std::vector<VersionId> versions;
  for (const AskedVersion& one : asked) {
    const auto version = version_to_play(table, caller, one);
    if (!version) return tl::unexpected(version.error());
    if (std::find(versions.begin(), versions.end(), *version) != versions.end()) {
      return refused(RefusalKind::Bad, "same_version",
                     versions.size() < 2 ? "these are the same version"
                                         : one.name + " is in this test already; each plays it once",
                     one.field);
    }
    versions.push_back(*version);
  }
  request.account = caller.account.id;
  request.first = versions[0];
  request.second = versions[1];
  request.pool.assign(versions.begin() + 2, versions.end());
  AccountTable accounts(work);
  const bool is_match = request.kind == PlayRequestKind::Match;
  const auto counted = is_match ? accounts.use_quota(caller.account.id, "match_boards", request.boards,
                                                     settings_.quotas.match_boards_a_day)
                                : accounts.use_quota(caller.account.id, "tests", 1, settings_.quotas.tests_a_day);
  if (!counted) return tl::unexpected(counted.error());
  PlayRequestTable requests(work);
  if (!is_match && requests.open_of(caller.account.id, PlayRequestKind::Test) >= settings_.quotas.tests_at_once) {
    return refused_at_limit("quota_tests_at_once", "wait for the end of a test, or cancel it",
                            settings_.quotas.tests_at_once);
  }
  PlayRequest added = requests.add(request);
  work.commit();
  signal_.wake();
  return added;
}

OrRefusal<PlayRequest> PlayRequests::ask_match(const Caller& caller, const MatchRequest& request) {
  if (request.boards < 1 || request.boards > settings_.quotas.match_boards_a_day) {
    return refused_at_limit("boards_bad",
                            "a match has 1 to " + std::to_string(settings_.quotas.match_boards_a_day) + " boards",
                            settings_.quotas.match_boards_a_day, "", RefusalKind::Bad);
  }
  PlayRequest asked;
  asked.kind = PlayRequestKind::Match;
  asked.boards = request.boards;
  return ask(caller, asked, {{"first", request.first, true}, {"second", request.second}});
}

OrRefusal<std::uint64_t> PlayRequests::boards_of_test(const TestRequest& request) const {
  const std::uint64_t in_all = settings_.quotas.test_boards;
  const std::uint64_t most_opponents =
      std::min(settings_.quotas.test_pool, in_all / jobs_per_tested_board(1) / LeastTestBoards);
  if (request.pool.size() > most_opponents) {
    return refused_at_limit(
        "pool_too_large",
        "a test of this ladder has a pool of at most " + std::to_string(most_opponents) + " opponents", most_opponents,
        "pool", RefusalKind::Bad);
  }
  const std::uint64_t times = jobs_per_tested_board(request.pool.size());
  const std::uint64_t most = in_all / times;
  const std::uint64_t boards = request.boards.value_or(std::min(UsualTestBoards, most));
  if (boards >= LeastTestBoards && boards <= most) return boards;
  const std::string why = request.pool.empty() ? ""
                                               : "; over this pool each is played " + std::to_string(times) +
                                                     " times, and all these are " + std::to_string(in_all) + " at most";
  return refused_at_limit(
      "boards_bad", "a test has " + std::to_string(LeastTestBoards) + " to " + std::to_string(most) + " boards" + why,
      most, "", RefusalKind::Bad);
}

OrRefusal<PlayRequest> PlayRequests::ask_test(const Caller& caller, const TestRequest& request) {
  const auto boards = boards_of_test(request);
  if (!boards) return tl::unexpected(boards.error());
  constexpr double Largest = 400;
  const bool is_sound = request.points0 >= -Largest && request.points1 <= Largest && request.points0 < request.points1;
  if (!is_sound) {
    return refused(RefusalKind::Bad, "points_bad", "points0 must be below points1, both from -400 to 400", "points1");
  }
  PlayRequest asked;
  asked.kind = PlayRequestKind::Test;
  asked.boards = *boards;
  asked.points0 = request.points0;
  asked.points1 = request.points1;
  std::vector<AskedVersion> versions{{"candidate", request.candidate, true}, {"base", request.base}};
  for (const std::string& opponent : request.pool) versions.push_back({"pool", opponent});
  return ask(caller, asked, versions);
}

OrRefusal<PlayRequest> PlayRequests::ask_benchmark(const Caller& caller, const BenchmarkRequest& request) {
  if (!caller.may(Scope::Play)) return without_scope(Scope::Play);
  const AuthorQuotas& quotas = settings_.quotas;
  PlayRequest asked;
  asked.kind = PlayRequestKind::Benchmark;
  asked.account = caller.account.id;
  asked.part = quotas.benchmark_part;
  asked.boards = benchmark_boards(bundled_suite(), {quotas.benchmark_part});
  LadderDatabase::Work work = database_.begin();
  VersionTable versions(work);
  const auto version = version_to_play(versions, caller, {"version", request.version, true});
  if (!version) return tl::unexpected(version.error());
  asked.first = asked.second = *version;
  const LadderVersion shown = versions.find(*version).value().shown;
  asked.open = request.open && (shown.author_name.empty() || shown.author == caller.account.id);
  asked.boards_since = benchmark_boards_since(work.now(), quotas);
  PlayRequestTable requests(work);
  if (const QuotaUse use = requests.benchmarks(caller.account.id, quotas); use.used >= use.limit) {
    return tl::unexpected(Refusal{RefusalKind::TooMany, "quota_benchmarks",
                                  "an account has " + std::to_string(use.limit) +
                                      " benchmarks on the same boards; there are others every " +
                                      std::to_string(quotas.benchmark_days) + " days",
                                  "", use.limit, use.resets_in});
  }
  PlayRequest added = requests.add(asked);
  work.commit();
  signal_.wake();
  return added;
}

std::vector<LadderCard> PlayRequests::cards() {
  LadderDatabase::Work work = database_.begin_looking();
  return PlayRequestTable(work).open_cards();
}

OrRefusal<LadderCard> PlayRequests::card(PlayRequestId id) {
  LadderDatabase::Work work = database_.begin_looking();
  std::vector<LadderCard> found = PlayRequestTable(work).open_cards(id);
  if (found.empty()) return refused(RefusalKind::Missing, "card_unknown", "there is no such card");
  return std::move(found.front());
}

std::string PlayRequests::card_of(const PlayRequest& request) {
  LadderDatabase::Work work = database_.begin_looking();
  return PlayRequestTable(work).card(request.id);
}

std::vector<PlayRequest> PlayRequests::list(const Caller& caller, std::size_t most) {
  LadderDatabase::Work work = database_.begin_looking();
  return PlayRequestTable(work).of(caller.account.id, std::min(most, MostPlayRequests));
}

OrRefusal<PlayRequest> PlayRequests::find(const Caller& caller, PlayRequestId id) {
  LadderDatabase::Work work = database_.begin_looking();
  PlayRequestTable table(work);
  return own_request(table, caller, id);
}

OrRefusal<PlayRequest> PlayRequests::cancel(const Caller& caller, PlayRequestId id) {
  if (!caller.may(Scope::Play)) return without_scope(Scope::Play);
  LadderDatabase::Work work = database_.begin();
  PlayRequestTable table(work);
  auto found = own_request(table, caller, id);
  if (!found) return found;
  if (found->state != PlayRequestState::Queued && found->state != PlayRequestState::Running) return *found;
  found->state = PlayRequestState::Cancelled;
  found->ended = work.now();
  table.set(*found);
  work.commit();
  return *found;
}

}  // namespace tichu::arena
