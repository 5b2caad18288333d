#include "arena/workers/leader/open_units.h"

#include <utility>

namespace tichu::arena {
namespace {

/// A unit that its worker has for so long, and so many times what it should take, goes to somebody else, too.
constexpr std::chrono::seconds LongestKept(20);
constexpr std::chrono::seconds LongestKeptUnmeasured(600);
constexpr double MostSlower = 20;
/// A unit is hardly a thousand times as long as those before; if it is several workers play it.
constexpr int MostKeptDoublings = 4;

}  // namespace

std::chrono::duration<double> longest_kept(const OpenUnit& open, double board_seconds) {
  const double expected = static_cast<double>(open.jobs.size()) * board_seconds * (UnitsOfCore + 1);
  const std::chrono::duration<double> least = board_seconds > 0 ? LongestKept : LongestKeptUnmeasured;
  const int doublings = std::min(open.times_kept, MostKeptDoublings);
  return (least + std::chrono::duration<double>(MostSlower * expected)) * (1u << doublings);
}

std::vector<Job> OpenUnit::plain_jobs() const {
  std::vector<Job> plain;
  for (const WaitingJob& waiting : jobs) plain.push_back(waiting.job);
  return plain;
}

OpenUnit* OpenUnits::find(UnitNumber unit) {
  const auto found = units_.find(unit);
  return found == units_.end() ? nullptr : &found->second;
}

OpenUnit& OpenUnits::add(OpenUnit unit) {
  const UnitNumber number = unit.number();
  OpenUnit& open = units_.emplace(number, std::move(unit)).first->second;
  if (open.state() == UnitState::Ready) ready_.insert(number);
  if (open.state() == UnitState::Out) ++out_[open.booked.worker];
  if (open.state() == UnitState::Checked) ++checked_;
  return open;
}

std::size_t OpenUnits::out_at(const std::string& worker) const {
  const auto found = out_.find(worker);
  return found == out_.end() ? 0 : found->second;
}

void OpenUnits::set_state(OpenUnit& open, UnitState state, const std::string& worker) {
  if (open.state() == UnitState::Ready) ready_.erase(open.number());
  if (open.state() == UnitState::Checked) --checked_;
  if (open.state() == UnitState::Out && --out_[open.booked.worker] == 0) out_.erase(open.booked.worker);
  open.booked.state = state;
  open.booked.worker = worker;
  if (state == UnitState::Ready) ready_.insert(open.number());
  if (state == UnitState::Checked) ++checked_;
  if (state == UnitState::Out) ++out_[worker];
}

void OpenUnits::give(OpenUnit& open, const std::string& worker, Time now) {
  set_state(open, UnitState::Out, worker);
  open.given = now;
  book_.note(open.booked);
}

void OpenUnits::take_back(OpenUnit& open) {
  open.had.insert(open.booked.worker);
  set_state(open, UnitState::Ready, "");
  book_.note(open.booked);
}

void OpenUnits::check(OpenUnit& open, const std::string& worker, std::size_t left) {
  set_state(open, UnitState::Checked, worker);
  open.left = left;
  book_.note(open.booked);
}

OpenUnit OpenUnits::close(UnitNumber unit, UnitState state) {
  OpenUnit& open = units_.at(unit);
  set_state(open, state, state == UnitState::Stored ? std::string(open.booked.worker) : "");
  book_.note(open.booked);
  return std::move(units_.extract(unit).mapped());
}

void OpenUnits::forget(UnitNumber unit) {
  set_state(units_.at(unit), UnitState::Dropped, "");
  units_.erase(unit);
}

}  // namespace tichu::arena
