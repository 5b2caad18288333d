#include "arena/service/ladder/ratings.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include "arena/service/ladder/account_table.h"
#include "arena/service/ladder/kept_standings.h"
#include "arena/service/ladder/version_life.h"
#include "arena/service/ladder/version_table.h"
#include "arena/statistics/rating/place_intervals.h"

namespace tichu::arena {
namespace {

/// The setting of the database with `kept_text`.
constexpr const char* KeptStandings = "standings";

/// Orders the rows, and adds what their numbers say of their places. A version without a number stands at the end, and
/// has no place.
void find_places(std::vector<LadderStanding>& ranked, const FieldRating& points) {
  const auto is_told = [&](const LadderStanding& row) {
    return static_cast<std::size_t>(row.entrant) < points.size() && row.figures.is_told();
  };
  std::stable_sort(ranked.begin(), ranked.end(), [&](const LadderStanding& a, const LadderStanding& b) {
    if (is_told(a) != is_told(b)) return is_told(a);
    return is_told(a) && a.figures.points > b.figures.points;
  });
  std::vector<std::size_t> entrants;
  for (const LadderStanding& row : ranked) {
    if (is_told(row)) entrants.push_back(static_cast<std::size_t>(row.entrant));
  }
  const std::vector<PlaceInterval> intervals = place_intervals(points.numbers(), entrants);
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    LadderStanding& row = ranked[i];
    row.place = static_cast<int>(i) + 1;
    row.place_low = intervals[i].low;
    row.place_high = intervals[i].high;
    if (i > 0) row.above = points.superiority(entrants[i], entrants[i - 1]);
  }
}

/// The names of those that are ranked, in groups that seem to play the same.
std::vector<std::vector<std::string>> alike_names(const std::vector<LadderStanding>& ranked,
                                                  const std::vector<std::vector<std::size_t>>& alike) {
  std::vector<std::vector<std::string>> groups;
  for (const std::vector<std::size_t>& group : alike) {
    std::vector<std::string> names;
    for (const LadderStanding& row : ranked) {
      const auto entrant = static_cast<std::size_t>(row.entrant);
      if (std::find(group.begin(), group.end(), entrant) == group.end()) continue;
      names.push_back(row.bot + "@" + std::to_string(row.number));
    }
    if (names.size() > 1) groups.push_back(std::move(names));
  }
  return groups;
}

/// Why a version is taken out.
struct TooManyFaults {
  const char* code;
  std::string detail;
};

/// What a release has forgiven counts no more. Boards may have been struck since.
std::optional<TooManyFaults> judge_faults(const EntrantFigures& figures, const ForgivenBoards& forgiven,
                                          const RatingRules& rules) {
  const std::uint64_t boards = figures.boards - std::min(figures.boards, forgiven.boards);
  const std::uint64_t faults = std::min(boards, figures.faults - std::min(figures.faults, forgiven.faults));
  const std::uint64_t in_row = std::min(boards, figures.faults_in_row);
  const std::string since = forgiven.boards == 0 ? "" : " since its release";
  if (std::cmp_greater_equal(in_row, rules.give_up_after)) {
    return TooManyFaults{"faults_in_row",
                         "the latest " + std::to_string(in_row) + " boards" + since + " had a fault at every table"};
  }
  const double share = boards == 0 ? 0 : static_cast<double>(faults) / static_cast<double>(boards);
  if (faults <= rules.faults || share <= rules.fault_share) return std::nullopt;
  return TooManyFaults{"faults_often", std::to_string(faults) + " of " + std::to_string(boards) + " boards" + since +
                                           " had a fault of its own"};
}

/// Why the boards of two versions against each other cannot be struck: there can be none.
OrRefusal<void> judge_meeting(const LadderVersion& first, const LadderVersion& second) {
  const auto never = [](const std::string& why) {
    return refused(RefusalKind::Bad, "pair_bad", why + "; name two versions that can meet");
  };
  if (first.id == second.id) return never(first.name() + " never meets itself");
  if (!first.author_name.empty() && first.author == second.author)
    return never(first.name() + " and " + second.name() + " are of one author and never meet");
  return {};
}

}  // namespace

std::shared_ptr<const LadderStandings> Ratings::latest() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return standings_;
}

std::shared_ptr<const FieldRating> Ratings::points() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return points_;
}

TimesTaken Ratings::times() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return times_;
}

bool Ratings::rate_if_due() {
  const double now = database_.now();
  const std::uint64_t boards = play_.boards();
  const double since = now - rated_at_;
  const bool much_new = boards > rated_boards_ + rated_boards_ / 100 && since > 20 * rating_took_ && since >= 1;
  const bool due = rated_at_ == 0 || since >= static_cast<double>(settings_.care.rate_every.count()) || much_new ||
                   struck_versions() != rated_without_;
  if (!due) return false;
  if (rated_at_ == 0) play_.recall_if_idle();
  Strikes struck = strikes();
  const auto began = std::chrono::steady_clock::now();
  const RatedRunner::Rating rating = play_.rate(struck.entrants, field());
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    times_.add(std::chrono::steady_clock::now() - began);
  }
  for (std::size_t i = 0; i < struck.told.size(); ++i) struck.told[i].boards = rating.struck[i];
  apply_rules(rating);
  publish(rating, std::move(struck.told));
  rated_without_ = std::move(struck.versions);
  rated_at_ = database_.now();
  rating_took_ = rated_at_ - now;
  rated_boards_ = rating.boards;
  return true;
}

void Ratings::apply_rules(const RatedRunner::Rating& rating) {
  const RatingRules& rules = settings_.ratings;
  LadderDatabase::Work work = database_.begin();
  VersionTable table(work);
  std::vector<VersionRow> playing = table.in_states({VersionState::Provisional, VersionState::Rated});
  const auto opponents_of = [&playing](const VersionRow& version) {
    return static_cast<std::uint64_t>(std::count_if(playing.begin(), playing.end(), [&](const VersionRow& other) {
      return other.shown.id != version.shown.id &&
             (other.shown.author_name.empty() || other.shown.author != version.shown.author);
    }));
  };
  for (VersionRow& version : playing) {
    const auto entrant = static_cast<std::size_t>(version.shown.entrant.value_or(EntrantId{}));
    if (!version.shown.entrant || entrant >= rating.figures.size()) continue;
    const EntrantFigures& figures = rating.figures[entrant];
    const bool came_with_arena = version.spec.empty();
    if (const auto faulty = came_with_arena ? std::nullopt : judge_faults(figures, version.forgiven, rules)) {
      table.set_state(version, StateCause::Rating, VersionState::Quarantined, faulty->code, faulty->detail);
      AccountTable(work).note("ladder", "quarantine", version.shown.name(), faulty->detail);
      signal_.change_field();
      continue;
    }
    const bool enough = figures.is_told() && figures.boards >= rules.rated_boards &&
                        figures.points_error <= rules.rated_half_width &&
                        figures.opponents >= std::min(rules.rated_opponents, opponents_of(version));
    if (enough && version.shown.state == VersionState::Provisional)
      table.set_state(version, StateCause::Rating, VersionState::Rated);
  }
  work.commit();
}

std::set<EntrantId> Ratings::field() {
  LadderDatabase::Work work = database_.begin_looking();
  std::set<EntrantId> entrants;
  for (const VersionRow& version : VersionTable(work).in_states({VersionState::Provisional, VersionState::Rated})) {
    if (version.shown.entrant) entrants.insert(*version.shown.entrant);
  }
  return entrants;
}

std::vector<StruckVersions> Ratings::struck_versions() {
  LadderDatabase::Work work = database_.begin_looking();
  return StruckPairTable(work).all();
}

Strikes Ratings::strikes() {
  LadderDatabase::Work work = database_.begin_looking();
  VersionTable table(work);
  Strikes found{StruckPairTable(work).all(), {}, {}};
  for (const StruckVersions& pair : found.versions) {
    const auto first = table.find(pair.versions[0]);
    const auto second = table.find(pair.versions[1]);
    if (!first || !second || !first->shown.entrant || !second->shown.entrant) continue;
    const auto name = [](const VersionRow& version) { return version.shown.hidden ? "" : version.shown.name(); };
    found.entrants.push_back({*first->shown.entrant, *second->shown.entrant});
    found.told.push_back({name(*first), name(*second), 0, pair.since, found.entrants.back()});
  }
  return found;
}

std::vector<LadderStanding> Ratings::rows(LadderDatabase::Work& work) {
  std::vector<LadderStanding> rows;
  for (const VersionRow& version : VersionTable(work).in_states({VersionState::Provisional, VersionState::Rated})) {
    if (!version.shown.entrant) continue;
    LadderStanding row;
    row.version = version.shown.id;
    row.bot = version.shown.bot;
    row.number = version.shown.number;
    row.author = version.shown.author_name;
    row.state = version.shown.state;
    row.reference = version.spec.empty();
    row.entrant = *version.shown.entrant;
    row.since = version.entered;
    rows.push_back(std::move(row));
  }
  return rows;
}

void Ratings::recall() {
  const auto kept = database_.setting(KeptStandings);
  if (!kept) return;
  LadderDatabase::Work work = database_.begin_looking();
  auto recalled = std::make_shared<const LadderStandings>(recalled_standings(*kept, rows(work)));
  const std::lock_guard<std::mutex> lock(mutex_);
  standings_ = std::move(recalled);
}

void Ratings::publish(const RatedRunner::Rating& rating, std::vector<StruckPair> struck) {
  auto made = std::make_shared<LadderStandings>();
  {
    LadderDatabase::Work work = database_.begin_looking();
    made->ranked = rows(work);
    made->made = work.now();
  }
  for (LadderStanding& row : made->ranked) {
    const auto entrant = static_cast<std::size_t>(row.entrant);
    if (entrant < rating.figures.size()) row.figures = rating.figures[entrant];
  }
  find_places(made->ranked, *rating.points);
  made->alike = alike_names(made->ranked, rating.alike);
  made->figures = rating.figures;
  made->boards = rating.boards;
  made->struck = std::move(struck);
  made->points = rating.points;
  made->serial = latest()->serial + 1;
  tell_places(made->ranked);
  database_.set(KeptStandings, kept_text(*made));
  const std::lock_guard<std::mutex> lock(mutex_);
  points_ = rating.points;
  standings_ = std::move(made);
}

/// Of each bot at most once an hour, so that neighbours that change places again and again bother nobody.
void Ratings::tell_places(const std::vector<LadderStanding>& ranked) {
  constexpr double Hour = 3600;
  LadderDatabase::Work work = database_.begin();
  for (const LadderStanding& row : ranked) {
    if (row.place == 0) continue;
    const auto [told, is_first] = told_places_.try_emplace(row.version, ToldPlace{row.place, work.now()});
    if (is_first || told->second.place == row.place || work.now() < told->second.time + Hour) continue;
    work.tell({.kind = "place.changed",
               .bot = row.bot,
               .number = row.number,
               .state = std::to_string(row.place),
               .detail = "from place " + std::to_string(told->second.place) + " to " + std::to_string(row.place)});
    told->second = {row.place, work.now()};
  }
  work.commit();
}

OrRefusal<JudgedPair> Ratings::judge_pair(const Caller& caller, const VersionName& first, const VersionName& second,
                                          const std::string& reason, bool strikes) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  LadderDatabase::Work work = database_.begin();
  VersionTable table(work);
  const auto one = table.find(first);
  const auto other = table.find(second);
  if (!one || !other) {
    return refused(RefusalKind::Missing, "version_unknown", "there is no such version");
  }
  if (const auto judged = judge_meeting(one->shown, other->shown); strikes && !judged)
    return tl::unexpected(judged.error());
  StruckPairTable pairs(work);
  strikes ? pairs.strike(one->shown.id, other->shown.id) : pairs.restore(one->shown.id, other->shown.id);
  AccountTable(work).note(caller.account.name, strikes ? "strike pair" : "restore pair",
                          one->shown.name() + " and " + other->shown.name(), reason);
  work.commit();
  return JudgedPair{one->shown.name(), other->shown.name()};
}

OrRefusal<JudgedPair> Ratings::strike_pair(const Caller& caller, const VersionName& first, const VersionName& second,
                                           const std::string& reason) {
  return judge_pair(caller, first, second, reason, true);
}

OrRefusal<JudgedPair> Ratings::restore_pair(const Caller& caller, const VersionName& first, const VersionName& second,
                                            const std::string& reason) {
  return judge_pair(caller, first, second, reason, false);
}

}  // namespace tichu::arena
