#include "arena/tournament/schedule/ladder_schedule.h"

#include <algorithm>
#include <cassert>

namespace tichu::arena {
namespace {

/// Entrants differ by a few hundred points per round at most.
constexpr double PriorVariance = 100.0 * 100.0;
/// A new version plays about as its predecessor does.
constexpr double SuccessorVariance = 40.0 * 40.0;
/// The weight of the first guess of a board's variance, in boards.
constexpr double GuessedBoards = 10;
/// The matchmaker is told of another variance when it has changed by so much: everything is judged anew then.
constexpr double NoticedChange = 1.25;
/// Slow boards are waited for as long as so many quick ones per second of theirs take.
constexpr double QuickBoardsOfSecond = 16;
constexpr double LongestLag = 1024;

EntrantId id_of(Matchmaker::Index index) { return static_cast<EntrantId>(index); }
Matchmaker::Index index_of(EntrantId id) { return static_cast<Matchmaker::Index>(id); }

}  // namespace

LadderSchedule::LadderSchedule(std::size_t entrants, std::uint64_t boards, std::optional<std::uint64_t> limit,
                               bool balances_sides, const std::vector<std::string>& owners)
    : boards_(boards),
      limit_(limit),
      balances_sides_(balances_sides),
      matchmaker_(boards, entrants),
      squares_(GuessedBoards * matchmaker_.variance()),
      weight_(GuessedBoards) {
  for (std::size_t i = 0; i < entrants; ++i) {
    FieldChange entry{ChangeKind::Enter, static_cast<EntrantId>(i)};
    if (i < owners.size()) entry.owner = owners[i];
    apply(entry);
  }
}

std::variant<Job, NoJob> LadderSchedule::next() {
  if (present_.boards == given_) {
    if (limit_ && planned_ >= *limit_) return NoJob::Done;
    if (decide() == Step::Waits) return NoJob::Wait;
  }
  const std::uint64_t number = present_.first_job.value() + given_;
  if (limit_ && number >= *limit_) return NoJob::Done;
  ++given_;
  return Job{JobNumber(number), BoardNumber(number), seats(present_.entrants)};
}

void LadderSchedule::report(const Job& job, const BoardResult& result) {
  const auto after = open_.upper_bound(job.number.value());
  assert(after != open_.begin());
  auto& [first_job, open] = *std::prev(after);
  const bool is_lower_first = job.entrants[0] == open.entrants[0];
  open.margins[job.number.value() - first_job] = is_lower_first ? result.margin : -result.margin;
  --open.missing;
}

LadderSchedule::Step LadderSchedule::decide() {
  const bool has_due = has_all_due();
  // What was decided stays so, even if a result that it was decided from was invalidated since.
  if (!has_due && recalled_.empty()) return Step::Waits;
  if (has_due) take_due();
  take_changes();
  const std::optional<LadderMeeting> meeting = next_meeting();
  if (!meeting) return Step::Waits;
  const Matchmaker::Index a = index_of(meeting->entrants[0]);
  const Matchmaker::Index b = index_of(meeting->entrants[1]);
  matchmaker_.take({{a, b}, meeting->boards, meeting->reason});
  open_[planned_] = {meeting->entrants, std::vector<double>(meeting->boards), meeting->boards};
  const double lags = std::clamp(matchmaker_.seconds(a, b) * QuickBoardsOfSecond, 1.0, LongestLag);
  planned_ += meeting->boards;
  due_.emplace(planned_ + static_cast<std::uint64_t>(lags * Lag), meeting->first_job.value());
  ++meetings_;
  present_ = *meeting;
  given_ = 0;
  return Step::Decided;
}

std::optional<LadderMeeting> LadderSchedule::next_meeting() {
  if (!recalled_.empty()) {
    const LadderMeeting recalled = recalled_.front();
    recalled_.pop_front();
    return recalled;
  }
  const auto choice = matchmaker_.choose();
  if (!choice) return std::nullopt;
  const Pairing entrants{id_of(choice->entrants[0]), id_of(choice->entrants[1])};
  decided_.push_back({meetings_, JobNumber(planned_), choice->boards, entrants, choice->reason, results_});
  return decided_.back();
}

bool LadderSchedule::has_all_due() const {
  const auto [begin, end] = std::pair(due_.begin(), due_.upper_bound({planned_, UINT64_MAX}));
  return std::all_of(begin, end, [&](const auto& due) { return open_.at(due.second).missing == 0; });
}

void LadderSchedule::take_due() {
  while (!due_.empty() && due_.begin()->first <= planned_) {
    const auto open = open_.find(due_.begin()->second);
    take_results(open->second);
    open_.erase(open);
    due_.erase(due_.begin());
  }
}

void LadderSchedule::take_results(const Open& open) {
  const Matchmaker::Index a = index_of(open.entrants[0]);
  const Matchmaker::Index b = index_of(open.entrants[1]);
  const double variance = matchmaker_.variance();
  const auto variance_of = [&](Matchmaker::Index index) {
    return 1 / (1 / PriorVariance + static_cast<double>(taken_[index]) / variance);
  };
  note_variance(open, strengths_.strength(a) - strengths_.strength(b), variance_of(a) + variance_of(b));
  for (const Matchmaker::Index index : {a, b}) taken_[index] += open.margins.size();
  results_ += open.margins.size();
  strengths_.take(a, b, open.margins, matchmaker_.variance(),
                  [&](Matchmaker::Index index) { matchmaker_.set_strength(index, strengths_.strength(index)); });
}

void LadderSchedule::note_variance(const Open& open, double expected, double uncertain) {
  const double known = squares_ / weight_;
  for (const double margin : open.margins) {
    const double surprise = margin - expected;
    squares_ += surprise * surprise * known / (known + uncertain);
    weight_ += 1;
  }
  const double ratio = squares_ / weight_ / matchmaker_.variance();
  if (ratio > NoticedChange || ratio < 1 / NoticedChange) matchmaker_.set_variance(squares_ / weight_);
}

JobNumber LadderSchedule::first_undecided() const {
  if (recalled_.empty()) return JobNumber(planned_);
  return JobNumber(recalled_.back().first_job.value() + recalled_.back().boards);
}

JobNumber LadderSchedule::change(const FieldChange& change) {
  JobNumber job = first_undecided();
  if (!changes_.empty()) job = std::max(job, changes_.back().job);
  changes_.push_back({change, job});
  return job;
}

void LadderSchedule::recall(std::vector<LadderMeeting> meetings, std::vector<TakenChange> changes) {
  assert(meetings_ == 0 && changes_.empty());
  recalled_.assign(meetings.begin(), meetings.end());
  changes_.assign(changes.begin(), changes.end());
}

std::vector<LadderMeeting> LadderSchedule::take_decided() { return std::exchange(decided_, {}); }

void LadderSchedule::take_changes() {
  for (; !changes_.empty() && changes_.front().job.value() <= planned_; changes_.pop_front()) {
    apply(changes_.front().change);
  }
}

void LadderSchedule::apply(const FieldChange& change) {
  const Matchmaker::Index index = index_of(change.entrant);
  if (change.kind == ChangeKind::Enter) {
    assert(index == strengths_.size());
    const bool follows = change.other && index_of(*change.other) < index;
    const double strength = follows ? strengths_.strength(index_of(*change.other)) : 0;
    const double variance = follows ? SuccessorVariance : PriorVariance;
    strengths_.add(strength, variance);
    matchmaker_.add(strength, variance, change.owner, change.seconds);
    retired_.push_back(false);
    taken_.push_back(0);
    return;
  }
  if (index >= strengths_.size() || retired_[index]) return;
  switch (change.kind) {
    case ChangeKind::Retire:
      retired_[index] = true;
      return matchmaker_.set_active(index, false);
    case ChangeKind::Pause:
      return matchmaker_.set_active(index, false);
    case ChangeKind::Return:
      return matchmaker_.set_active(index, true);
    case ChangeKind::Cost:
      return matchmaker_.set_seconds(index, change.seconds);
    case ChangeKind::Enter:
      break;
  }
}

Pairing LadderSchedule::seats(const Pairing& entrants) {
  return balances_sides_ ? balanced_sides(entrants, boards_of_[entrants]++) : entrants;
}

}  // namespace tichu::arena
