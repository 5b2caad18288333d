#include "arena/workers/worker/kept_results.h"

#include "arena/workers/broker/subjects.h"

namespace tichu::arena {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds FirstPause(1000);
constexpr milliseconds LongestPause(60'000);
constexpr std::chrono::hours LongestKeptResult(1);
constexpr std::size_t MostBytesKept = std::size_t{256} << 20;

}  // namespace

void KeptResults::add(const units::UnitResult& result) {
  std::string bytes = pack_result(result);
  if (bytes.size() > broker_.most_bytes() || result.ByteSizeLong() > MostResultBytes) {
    units::UnitResult failed;
    set_id(failed, id_of(result));
    failed.mutable_failure()->set_text("its result is larger than a message may be");
    bytes = pack_result(failed);
  }
  const std::scoped_lock lock(mutex_);
  kept_.push_back({id_of(result), std::move(bytes), Clock::now(), BackOff(FirstPause, LongestPause), {}});
  send(kept_.back());
}

void KeptResults::send(Kept& kept) {
  broker_.publish(subject_of_result(worker_, kept.id.tournament), kept.bytes);
  kept.next = Clock::now() + kept.pauses.next();
}

void KeptResults::forget(const UnitId& taken) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(kept_, [&](const Kept& kept) { return kept.id == taken; });
}

void KeptResults::drop_oldest(Clock::time_point now) {
  std::size_t bytes = 0;
  for (const Kept& kept : kept_) bytes += kept.bytes.size();
  while (!kept_.empty() && (bytes > MostBytesKept || now > kept_.front().made + LongestKeptResult)) {
    bytes -= kept_.front().bytes.size();
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
