#include "arena/workers/worker/kept_results.h"

#include <algorithm>
#include <stdexcept>

#include "arena/workers/broker/subjects.h"
#include "arena/workers/units/result_parts.h"

namespace tichu::arena {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds FirstPause(1000);
constexpr milliseconds LongestPause(60'000);
constexpr std::chrono::hours LongestKeptResult(1);
constexpr std::size_t MostBytesKept = std::size_t{256} << 20;

std::vector<std::string> parts_of(const units::UnitResult& result) {
  try {
    return result_parts(result);
  } catch (const std::length_error& error) {
    units::UnitResult failed;
    set_id(failed, id_of(result));
    failed.mutable_failure()->set_text(error.what());
    return result_parts(failed);
  }
}

}  // namespace

void KeptResults::add(const units::UnitResult& result) {
  std::vector<std::string> parts = parts_of(result);
  std::size_t bytes = 0;
  for (const std::string& part : parts) bytes += part.size();
  const std::scoped_lock lock(mutex_);
  kept_.push_back({id_of(result), std::move(parts), bytes, Clock::now(), BackOff(FirstPause, LongestPause), {}});
  send(kept_.back());
}

/// Under the mutex, so that the pieces of one result follow one another.
void KeptResults::send(Kept& kept) {
  const std::string subject = subject_of_result(worker_, kept.id.tournament);
  for (const std::string& part : kept.parts) broker_.publish(subject, part);
  kept.next = Clock::now() + kept.pauses.next();
}

void KeptResults::forget(const UnitId& taken) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(kept_, [&](const Kept& kept) { return kept.id == taken; });
}

void KeptResults::drop_oldest(Clock::time_point now) {
  std::size_t bytes = 0;
  for (const Kept& kept : kept_) bytes += kept.bytes;
  while (!kept_.empty() && (bytes > MostBytesKept || now > kept_.front().made + LongestKeptResult)) {
    bytes -= kept_.front().bytes;
    kept_.pop_front();
  }
}

void KeptResults::send_due() {
  const Clock::time_point now = Clock::now();
  const std::scoped_lock lock(mutex_);
  drop_oldest(now);
  for (Kept& kept : kept_) {
    if (now >= kept.next) send(kept);
  }
}

void KeptResults::send_all() {
  const std::scoped_lock lock(mutex_);
  for (Kept& kept : kept_) {
    kept.pauses.reset();
    send(kept);
  }
}

bool KeptResults::send(const UnitId& unit) {
  const std::scoped_lock lock(mutex_);
  const auto found = std::ranges::find(kept_, unit, &Kept::id);
  if (found == kept_.end()) return false;
  send(*found);
  return true;
}

std::vector<UnitId> KeptResults::units() const {
  const std::scoped_lock lock(mutex_);
  std::vector<UnitId> units;
  for (const Kept& kept : kept_) units.push_back(kept.id);
  return units;
}

}  // namespace tichu::arena
