#include "arena/workers/leader/unit_dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "arena/workers/broker/subjects.h"
#include "arena/workers/units/unit_messages.h"

namespace tichu::arena {
namespace {

using std::chrono::seconds;

/// After which a beat names a unit that its worker was given.
constexpr seconds OnTheWay(3);
/// Likewise, of a worker that has to be heard of first.
constexpr seconds Patience(6);
/// How long a unit that others may play is kept from workers that did not bring it back.
constexpr seconds ForOthers(10);
constexpr seconds BetweenSlowWords(30);

bool names(const std::vector<UnitId>& units, const UnitId& id) {
  return std::find(units.begin(), units.end(), id) != units.end();
}

}  // namespace

/// How many units a worker may get now. One that has brought back nothing yet gets one; so it keeps no more from
/// others.
std::size_t UnitDispatch::room(const std::string& name, const KnownWorker& worker) const {
  if (!registry_.plays(worker) || !worker.beat) return 0;
  const std::size_t slots =
      std::min<std::size_t>({worker.hello.cores, worker.beat->slots, MostCoresOfWorker, worker.proven + 1});
  const std::vector<UnitId>& under_way = worker.beat->under_way;
  const auto of_others = std::count_if(under_way.begin(), under_way.end(),
                                       [&](const UnitId& unit) { return unit.tournament != tournament_; });
  const std::size_t taken = units_.out_at(name) + static_cast<std::size_t>(of_others);
  return slots - std::min(slots, taken);
}

void UnitDispatch::give(Time now) {
  // One after the other, so that all have something if there is little.
  for (bool any = !units_.ready().empty(); any;) {
    any = false;
    for (const auto& [name, known] : registry_.all()) {
      if (room(name, known) > 0) any = give_to(name, *registry_.find(name), now) || any;
    }
  }
}

bool UnitDispatch::give_to(const std::string& name, KnownWorker& worker, Time now) {
  while (OpenUnit* open = next_for(name, worker, now)) {
    if (send(*open, name, now)) return true;
  }
  return false;
}

OpenUnit* UnitDispatch::next_for(const std::string& name, KnownWorker& worker, Time now) {
  for (const UnitNumber number : units_.ready()) {
    OpenUnit& open = *units_.find(number);
    if (!open.is_complete() || open.played_by == name) continue;
    if (open.had.contains(name) && now < open.given + ForOthers && registry_.has_others(open.had)) continue;
    if (!open.unit) open.unit = source_.made(open);
    if (open.unit->keeps_from_guests && is_guest(name)) {
      note_kept_from_guests();
      continue;
    }
    if (is_fast_enough(open, name, worker, now)) return &open;
  }
  return nullptr;
}

/// Says once that some boards wait for a worker that is no guest.
void UnitDispatch::note_kept_from_guests() {
  if (told_of_guests_ || registry_.has_others({}, true)) return;
  told_of_guests_ = true;
  context_.note("only workers of strangers are there: boards of bots with guest_workers = false wait for another");
}

bool UnitDispatch::is_fast_enough(const OpenUnit& open, const std::string& name, KnownWorker& worker, Time now) {
  if (worker.hello.speed >= open.unit->least_speed) return true;
  if (worker.told_slow && now < *worker.told_slow + BetweenSlowWords) return false;
  const std::string text =
      fmt::format("it plays {:.0f} reference rounds/s a core, but bots that look at the clock need {:.0f}",
                  worker.hello.speed, open.unit->least_speed);
  if (!worker.told_slow) {
    context_.note(fmt::format("worker {} does not play bots that look at the clock: {}", name, text));
  }
  worker.told_slow = now;
  registry_.say(name, {LeaderWordKind::Slow, text});
  return false;
}

/// Returns whether it went out, and was not divided.
bool UnitDispatch::send(OpenUnit& open, const std::string& name, Time now) {
  open.unit->id = open.booked.id;
  std::string bytes;
  try {
    bytes = encode(*open.unit);
  } catch (const std::length_error& error) {
    failed_.divide(open, 0.5, error.what());
    return false;
  }
  if (const std::size_t most = broker_.most_bytes(); bytes.size() > most) {
    failed_.divide(
        open, 0.9 * static_cast<double>(most) / static_cast<double>(bytes.size()),
        fmt::format("its unit has {} bytes, and the broker takes messages of {} (max_payload in its configuration)",
                    bytes.size(), most));
    return false;
  }
  units_.give(open, name, now);
  broker_.publish(subject_of_unit(name), bytes);
  return true;
}

void UnitDispatch::take_back_lost(Time now) {
  std::vector<UnitNumber> out;
  for (const auto& [number, open] : units_.all())
    if (open.state() == UnitState::Out) out.push_back(number);
  for (const UnitNumber number : out) {
    OpenUnit& open = *units_.find(number);
    const KnownWorker* worker = registry_.find(open.booked.worker);
    const bool is_here = registry_.is_here(open.booked.worker, now);
    const bool is_silent = !is_here && now > open.given + Patience;
    const bool is_denied = is_here && worker->beat && worker->beaten > open.given + OnTheWay &&
                           !names(worker->beat->under_way, open.booked.id) &&
                           !names(worker->beat->finished, open.booked.id);
    if (registry_.is_refused(open.booked.worker)) {
      units_.take_back(open);
    } else if (is_silent || is_denied) {
      failed_.take_loss(open);
    } else if (is_here && open.is_complete() && now > open.given + longest_kept(open, source_.board_seconds())) {
      // Its worker may still play it: its result is as good.
      registry_.find(open.booked.worker)->proven = 0;
      ++open.times_kept;
      units_.take_back(open);
      open.given = now;
    }
  }
}

}  // namespace tichu::arena
