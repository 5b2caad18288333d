#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/service/ladder/running_ladder.h"
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

/// Pairs of entrants, the lower number first.
using EntrantPairs = std::set<std::array<std::size_t, 2>>;

EntrantPairs pairs_of(const std::vector<std::array<EntrantId, 2>>& entrants) {
  EntrantPairs pairs;
  for (const auto& [one, other] : entrants) {
    const auto [first, second] = std::minmax({static_cast<std::size_t>(one), static_cast<std::size_t>(other)});
    pairs.insert({first, second});
  }
  return pairs;
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

OrRefusal<LadderResiduals> RunningLadder::residuals(const Caller& caller, std::size_t most) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  std::shared_ptr<const StrengthTable> points;
  {
    const std::lock_guard<std::mutex> lock(figures_mutex_);
    points = points_;
  }
  if (!started_ && play_.is_there()) play_.recall();
  const Strikes struck = strikes();
  if (!points) points = play_.rate(struck.entrants).points;
  return residuals_at(*points, most, struck.entrants);
}

OrRefusal<JudgedPair> RunningLadder::judge_pair(const Caller& caller, const VersionName& first,
                                                const VersionName& second, const std::string& reason, bool strikes) {
  if (!caller.is_at_least(Role::Moderator)) return without_role(Role::Moderator);
  LadderDatabase::Work work = database_.begin();
  VersionBook book(work);
  const auto one = book.find(first);
  const auto other = book.find(second);
  if (!one || !other) {
    return refused(RefusalKind::Missing, "version_unknown", "there is no such version");
  }
  if (const auto judged = judge_meeting(one->shown, other->shown); strikes && !judged)
    return tl::unexpected(judged.error());
  StrikeBook pairs(work);
  strikes ? pairs.strike(one->shown.id, other->shown.id) : pairs.restore(one->shown.id, other->shown.id);
  AccountBook(work, key_)
      .note(caller.account.name, strikes ? "strike pair" : "restore pair",
            one->shown.name() + " and " + other->shown.name(), reason);
  work.commit();
  return JudgedPair{one->shown.name(), other->shown.name()};
}

OrRefusal<JudgedPair> RunningLadder::strike_pair(const Caller& caller, const VersionName& first,
                                                 const VersionName& second, const std::string& reason) {
  return judge_pair(caller, first, second, reason, true);
}

OrRefusal<JudgedPair> RunningLadder::restore_pair(const Caller& caller, const VersionName& first,
                                                  const VersionName& second, const std::string& reason) {
  return judge_pair(caller, first, second, reason, false);
}

LadderResiduals RunningLadder::residuals_at(const StrengthTable& points, std::size_t most,
                                            const std::vector<std::array<EntrantId, 2>>& struck) {
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
  const std::vector<PairResidual> pairs = pair_residuals(margins, strength, itself, LeastBoardsOfPair);
  residuals.versions = first_of(pairs, most, names.versions, names.authors);
  const EntrantPairs struck_pairs = pairs_of(struck);
  for (std::size_t i = 0; i < residuals.versions.size(); ++i) {
    residuals.versions[i].struck = struck_pairs.contains(pairs[i].groups);
  }
  // What moderators have settled says nothing more of the authors.
  std::erase_if(margins, [&](const BoardValue& board) {
    const auto [first, second] = std::minmax({board.sides()[0], board.sides()[1]});
    return struck_pairs.contains({first, second});
  });
  leave_out(margins, [&](std::size_t entrant) { return names.authors[entrant].empty(); });
  std::vector<std::string> authors = names.authors;
  std::sort(authors.begin(), authors.end());
  authors.erase(std::unique(authors.begin(), authors.end()), authors.end());
  const auto author = [&](std::size_t entrant) {
    return static_cast<std::size_t>(std::lower_bound(authors.begin(), authors.end(), names.authors[entrant]) -
                                    authors.begin());
  };
  residuals.authors = first_of(pair_residuals(margins, strength, author, LeastBoardsOfPair), most, authors, authors);
  return residuals;
}

/// The book of acts remembers what moderators were told, also over a restart.
void RunningLadder::raise_alarms(const StrengthTable& points, const std::vector<std::array<EntrantId, 2>>& struck) {
  constexpr std::size_t MostAtOnce = 100;
  // All pairs: those that were told of before, and those of bundled bots, must not hide a new one.
  std::vector<Alarm> alarms = alarms_of(residuals_at(points, std::numeric_limits<std::size_t>::max(), struck));
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
