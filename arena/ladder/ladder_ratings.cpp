#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "arena/ladder/running_ladder.h"
#include "arena/statistics/rating/pair_residuals.h"
#include "arena/statistics/rating/place_intervals.h"

namespace tichu::arena {
namespace {

/// Orders the rows, and adds what their strengths say of their places. Who has entered since the table was made stands
/// at the end, and nobody knows its place.
void find_places(std::vector<LadderStanding>& ranked, const StrengthTable& points) {
  const auto is_rated = [&](const LadderStanding& row) {
    return static_cast<std::size_t>(row.entrant) < points.size();
  };
  std::stable_sort(ranked.begin(), ranked.end(), [&](const LadderStanding& a, const LadderStanding& b) {
    if (is_rated(a) != is_rated(b)) return is_rated(a);
    return a.figures.points > b.figures.points;
  });
  std::vector<std::size_t> entrants;
  for (const LadderStanding& row : ranked) {
    if (is_rated(row)) entrants.push_back(static_cast<std::size_t>(row.entrant));
  }
  const std::vector<PlaceInterval> intervals = place_intervals(points, entrants);
  const int last = static_cast<int>(ranked.size());
  const int unrated = last - static_cast<int>(entrants.size());
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    LadderStanding& row = ranked[i];
    row.place = static_cast<int>(i) + 1;
    const bool known = i < intervals.size();
    row.place_low = known ? intervals[i].low : 1;
    row.place_high = known ? intervals[i].high + unrated : last;
    if (i > 0) row.above = known ? points.superiority(entrants[i], entrants[i - 1]) : 0.5;
  }
}

}  // namespace

void RunningLadder::rate_if_due() {
  const double now = database_.now();
  const std::uint64_t boards = play_.boards();
  const double since = now - rated_at_;
  const bool much_new = boards > rated_boards_ + rated_boards_ / 100 && since > 20 * rating_took_ && since >= 1;
  const bool due = rated_at_ == 0 || since >= static_cast<double>(settings_.care.rate_every.count()) || much_new;
  if (!due) return;
  const RatedPlay::Rating rating = play_.rate();
  apply_rules(rating);
  publish(rating);
  rated_at_ = database_.now();
  rating_took_ = rated_at_ - now;
  rated_boards_ = rating.boards;
}

void RunningLadder::apply_rules(const RatedPlay::Rating& rating) {
  const RatingRules& rules = settings_.ratings;
  LadderDatabase::Work work = database_.begin();
  VersionBook book(work);
  std::vector<VersionRow> playing = book.in_states({VersionState::Provisional, VersionState::Rated});
  const auto opponents_of = [&playing](const VersionRow& version) {
    return static_cast<std::uint64_t>(std::count_if(playing.begin(), playing.end(), [&](const VersionRow& other) {
      return other.shown.author_name.empty() || other.shown.author != version.shown.author;
    }));
  };
  for (VersionRow& version : playing) {
    const auto entrant = static_cast<std::size_t>(version.shown.entrant.value_or(EntrantId{}));
    if (version.spec.empty() || !version.shown.entrant || entrant >= rating.figures.size()) continue;
    const EntrantFigures& figures = rating.figures[entrant];
    const double share =
        figures.boards == 0 ? 0 : static_cast<double>(figures.faults) / static_cast<double>(figures.boards);
    const bool in_row = std::cmp_greater_equal(figures.faults_in_row, rules.give_up_after);
    if (in_row || (figures.faults > rules.faults && share > rules.fault_share)) {
      const std::string detail =
          in_row ? "the latest " + std::to_string(figures.faults_in_row) + " boards had a fault at every table"
                 : std::to_string(figures.faults) + " of " + std::to_string(figures.boards) +
                       " boards had a fault of its own";
      book.set_state(version, VersionState::Quarantined, in_row ? "faults_in_row" : "faults_often", detail);
      AccountBook(work, key_).note("ladder", "quarantine", version.shown.name(), detail);
      field_changed_ = true;
      continue;
    }
    const bool enough = figures.boards >= rules.rated_boards && figures.points_error <= rules.rated_half_width &&
                        figures.opponents >= std::min(rules.rated_opponents, opponents_of(version));
    if (enough && version.shown.state == VersionState::Provisional) book.set_state(version, VersionState::Rated);
  }
  work.commit();
}

void RunningLadder::publish(const RatedPlay::Rating& rating) {
  auto made = std::make_shared<LadderStandings>();
  {
    LadderDatabase::Work work = database_.begin_looking();
    for (const VersionRow& version : VersionBook(work).in_states({VersionState::Provisional, VersionState::Rated})) {
      if (!version.shown.entrant) continue;
      const auto entrant = static_cast<std::size_t>(*version.shown.entrant);
      LadderStanding row;
      row.version = version.shown.id;
      row.bot = version.shown.bot;
      row.number = version.shown.number;
      row.author = version.shown.author_name;
      row.state = version.shown.state;
      row.reference = version.spec.empty();
      row.entrant = *version.shown.entrant;
      if (entrant < rating.figures.size()) row.figures = rating.figures[entrant];
      row.since = version.entered;
      made->ranked.push_back(std::move(row));
    }
    made->made = work.now();
  }
  find_places(made->ranked, *rating.points);
  made->boards = rating.boards;
  tell_places(made->ranked);
  const std::lock_guard<std::mutex> lock(figures_mutex_);
  points_ = rating.points;
  made->serial = standings_->serial + 1;
  standings_ = std::move(made);
}

/// Of each bot at most once an hour, so that neighbours that change places again and again bother nobody.
void RunningLadder::tell_places(const std::vector<LadderStanding>& ranked) {
  constexpr double Hour = 3600;
  LadderDatabase::Work work = database_.begin();
  for (const LadderStanding& row : ranked) {
    const auto [told, is_first] = told_places_.try_emplace(row.version, ToldPlace{row.place, work.now()});
    if (is_first || told->second.place == row.place || work.now() < told->second.time + Hour) continue;
    LadderEvent event;
    event.kind = "place.changed";
    event.bot = row.bot;
    event.number = row.number;
    event.state = std::to_string(row.place);
    event.detail = "from place " + std::to_string(told->second.place) + " to " + std::to_string(row.place);
    work.tell(std::move(event));
    told->second = {row.place, work.now()};
  }
  work.commit();
}

std::shared_ptr<const LadderStandings> RunningLadder::standings() {
  const std::lock_guard<std::mutex> lock(figures_mutex_);
  return standings_;
}

namespace {

/// Names by entrant.
struct EntrantNames {
  std::vector<std::string> versions;
  std::vector<std::string> authors;  ///< empty: of the bots that came with the arena
};

EntrantNames names_of(VersionBook& book, std::size_t entrants) {
  EntrantNames names{std::vector<std::string>(entrants), std::vector<std::string>(entrants)};
  for (std::size_t i = 0; i < entrants; ++i) {
    const auto version = book.find_entrant(static_cast<EntrantId>(i));
    if (!version) continue;
    names.versions[i] = version->shown.name();
    names.authors[i] = version->shown.author_name;
  }
  return names;
}

std::vector<LadderResidual> first_of(const std::vector<PairResidual>& pairs, std::size_t most,
                                     const std::vector<std::string>& names) {
  std::vector<LadderResidual> rows;
  for (const PairResidual& pair : pairs) {
    if (rows.size() == most) break;
    rows.push_back(
        {names[pair.groups[0]], names[pair.groups[1]], pair.boards, pair.margin, pair.expected, pair.surprise});
  }
  return rows;
}

/// Leaves the boards out at which this is true of one of the two.
template <typename Condition>
void leave_out(std::vector<BoardValue>& boards, Condition condition) {
  std::erase_if(boards, [&](const BoardValue& board) {
    const auto sides = board.sides();
    return condition(sides[0]) || condition(sides[1]);
  });
}

}  // namespace

OrRefusal<LadderResiduals> RunningLadder::residuals(const Caller& caller, std::size_t most) {
  constexpr std::uint64_t LeastBoards = 64;
  if (!caller.is_at_least(Role::Moderator)) {
    return tl::unexpected(Refusal{RefusalKind::Forbidden, "role_missing",
                                  "this is for accounts with the role moderator and tokens of the scope admin"});
  }
  std::shared_ptr<const StrengthTable> points;
  {
    const std::lock_guard<std::mutex> lock(figures_mutex_);
    points = points_;
  }
  if (!started_ && play_.is_there()) play_.recall();
  if (!points) points = play_.rate().points;
  EntrantNames names;
  {
    LadderDatabase::Work work = database_.begin_looking();
    VersionBook book(work);
    names = names_of(book, points->size());
  }
  std::vector<BoardValue> margins = play_.margins();
  // Who has entered since is in no rating yet.
  leave_out(margins, [&](std::size_t entrant) { return entrant >= points->size(); });
  const auto strength = [&](std::size_t entrant) { return points->value(entrant); };
  const auto itself = [](std::size_t entrant) { return entrant; };
  LadderResiduals residuals;
  residuals.versions = first_of(pair_residuals(margins, strength, itself, LeastBoards), most, names.versions);
  leave_out(margins, [&](std::size_t entrant) { return names.authors[entrant].empty(); });
  std::vector<std::string> authors = names.authors;
  std::sort(authors.begin(), authors.end());
  authors.erase(std::unique(authors.begin(), authors.end()), authors.end());
  const auto author = [&](std::size_t entrant) {
    return static_cast<std::size_t>(std::lower_bound(authors.begin(), authors.end(), names.authors[entrant]) -
                                    authors.begin());
  };
  residuals.authors = first_of(pair_residuals(margins, strength, author, LeastBoards), most, authors);
  return residuals;
}

}  // namespace tichu::arena
