#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "arena/ladder/running_ladder.h"
#include "arena/statistics/rating/pair_residuals.h"

namespace tichu::arena {
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

/// `authors` are the same ones' in `names`.
std::vector<LadderResidual> first_of(const std::vector<PairResidual>& pairs, std::size_t most,
                                     const std::vector<std::string>& names, const std::vector<std::string>& authors) {
  std::vector<LadderResidual> rows;
  for (const PairResidual& pair : pairs) {
    if (rows.size() == most) break;
    const auto [first, second] = pair.groups;
    rows.push_back({names[first], names[second], pair.boards, pair.margin, pair.expected, pair.surprise,
                    authors[first].empty() && authors[second].empty()});
  }
  return rows;
}

/// An alarm as it is told.
struct Alarm {
  std::string target;  ///< names the pair
  std::string detail;
};

std::vector<Alarm> alarms_of(const LadderResiduals& residuals) {
  std::vector<Alarm> alarms;
  const auto add = [&](const std::vector<LadderResidual>& rows, const char* kind) {
    for (const LadderResidual& row : rows) {
      if (!row.is_alarming()) continue;
      alarms.push_back(
          {kind + row.first + " and " + row.second,
           fmt::format("{} boards between {}{} and {} came to {:+.1f} points per round instead of {:+.1f}: {:.1f} "
                       "standard deviations",
                       row.boards, kind, row.first, row.second, row.margin, row.expected, std::abs(row.surprise))});
    }
  };
  add(residuals.versions, "");
  add(residuals.authors, "the authors ");
  return alarms;
}

/// Leaves the boards out at which this is true of one of the two.
template <typename Condition>
void leave_out(std::vector<BoardValue>& boards, Condition condition) {
  std::erase_if(boards, [&](const BoardValue& board) {
    const auto sides = board.sides();
    return condition(sides[0]) || condition(sides[1]);
  });
}

tl::unexpected<Refusal> lacks_moderator() {
  return tl::unexpected(Refusal{RefusalKind::Forbidden, "role_missing",
                                "this is for accounts with the role moderator and tokens of the scope admin"});
}

}  // namespace

OrRefusal<LadderResiduals> RunningLadder::residuals(const Caller& caller, std::size_t most) {
  if (!caller.is_at_least(Role::Moderator)) return lacks_moderator();
  std::shared_ptr<const StrengthTable> points;
  {
    const std::lock_guard<std::mutex> lock(figures_mutex_);
    points = points_;
  }
  if (!started_ && play_.is_there()) play_.recall();
  if (!points) points = play_.rate(strikes().entrants).points;
  return residuals_at(*points, most);
}

OrRefusal<void> RunningLadder::judge_pair(const Caller& caller, const VersionName& first, const VersionName& second,
                                          const std::string& reason, bool strikes) {
  if (!caller.is_at_least(Role::Moderator)) return lacks_moderator();
  LadderDatabase::Work work = database_.begin();
  VersionBook book(work);
  const auto one = book.find(first);
  const auto other = book.find(second);
  if (!one || !other) {
    return tl::unexpected(Refusal{RefusalKind::Missing, "version_unknown", "there is no such version"});
  }
  StrikeBook pairs(work);
  strikes ? pairs.strike(one->shown.id, other->shown.id) : pairs.restore(one->shown.id, other->shown.id);
  AccountBook(work, key_)
      .note(caller.account.name, strikes ? "strike pair" : "restore pair",
            one->shown.name() + " and " + other->shown.name(), reason);
  work.commit();
  return {};
}

OrRefusal<void> RunningLadder::strike_pair(const Caller& caller, const VersionName& first, const VersionName& second,
                                           const std::string& reason) {
  return judge_pair(caller, first, second, reason, true);
}

OrRefusal<void> RunningLadder::restore_pair(const Caller& caller, const VersionName& first, const VersionName& second,
                                            const std::string& reason) {
  return judge_pair(caller, first, second, reason, false);
}

LadderResiduals RunningLadder::residuals_at(const StrengthTable& points, std::size_t most) {
  EntrantNames names;
  {
    LadderDatabase::Work work = database_.begin_looking();
    VersionBook book(work);
    names = names_of(book, points.size());
  }
  std::vector<BoardValue> margins = play_.margins();
  // Who has entered since is in no rating yet.
  leave_out(margins, [&](std::size_t entrant) { return entrant >= points.size(); });
  const auto strength = [&](std::size_t entrant) { return points.value(entrant); };
  const auto itself = [](std::size_t entrant) { return entrant; };
  LadderResiduals residuals;
  residuals.versions =
      first_of(pair_residuals(margins, strength, itself, LeastBoardsOfPair), most, names.versions, names.authors);
  leave_out(margins, [&](std::size_t entrant) { return names.authors[entrant].empty(); });
  std::vector<std::string> authors = names.authors;
  std::sort(authors.begin(), authors.end());
  authors.erase(std::unique(authors.begin(), authors.end()), authors.end());
  const auto author = [&](std::size_t entrant) {
    return static_cast<std::size_t>(std::lower_bound(authors.begin(), authors.end(), names.authors[entrant]) -
                                    authors.begin());
  };
  for (const StruckPair& pair : strikes().told) {
    for (LadderResidual& row : residuals.versions) {
      row.struck = row.struck || (row.first == pair.first && row.second == pair.second) ||
                   (row.first == pair.second && row.second == pair.first);
    }
  }
  residuals.authors = first_of(pair_residuals(margins, strength, author, LeastBoardsOfPair), most, authors, authors);
  return residuals;
}

/// The book of acts remembers what moderators were told, also over a restart.
void RunningLadder::raise_alarms(const StrengthTable& points) {
  constexpr std::size_t MostAtOnce = 100;
  // All pairs: those that were told of before, and those of bundled bots, must not hide a new one.
  std::vector<Alarm> alarms = alarms_of(residuals_at(points, std::numeric_limits<std::size_t>::max()));
  if (alarms.empty()) return;
  {
    LadderDatabase::Work looking = database_.begin_looking();
    AccountBook book(looking, key_);
    std::erase_if(alarms, [&](const Alarm& alarm) { return book.has_noted("alarm", alarm.target); });
  }
  if (alarms.empty()) return;
  alarms.resize(std::min(alarms.size(), MostAtOnce));
  LadderDatabase::Work work = database_.begin();
  AccountBook book(work, key_);
  for (const Alarm& alarm : alarms) {
    book.note("ladder", "alarm", alarm.target, alarm.detail);
    LadderEvent event;
    event.kind = "pair.suspicious";
    event.code = "residual";
    event.detail = alarm.detail;
    event.open = false;
    work.tell(std::move(event));
    say("moderators should look at this: " + alarm.detail);
  }
  work.commit();
}

}  // namespace tichu::arena
