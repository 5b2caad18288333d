#include "arena/seats/table/shared_table.h"

#include <algorithm>

#include "arena/hosting/player/remote_seats.h"
#include "arena/seats/table/person_seat.h"
#include "protocol/json_writer.h"
#include "protocol/seen_words.h"

namespace tichu::arena {

std::chrono::milliseconds SharedTable::least_pace() const {
  return is_company() ? std::max(beat.least(), LeastSharedPace) : beat.least();
}

void SharedTable::await_round(std::uint64_t number) {
  if (journal.take_round(number)) return;
  Lock lock(mutex);
  replaying = false;
  if (number > 1 || is_company()) {
    for (PersonSeat* person : people) person->show_stage(TableStage::Between);
    publish_all();
    const auto ends = [&] {
      return closed || std::ranges::all_of(people, [&](const PersonSeat* each) { return each->wants(number); });
    };
    if (number > 1 && is_company()) {
      beat.await_within(lock, changed, clock_, ends);
    } else {
      changed.wait(lock, ends);
    }
  }
  if (closed) throw SeatsClosed();
  journal.add_round(number);
}

void SharedTable::finish() {
  const Lock lock(mutex);
  for (PersonSeat* person : people) person->show_stage(TableStage::Over);
  publish_all();
}

void SharedTable::fail(const std::string& why) {
  const Lock lock(mutex);
  replaying = false;
  for (PersonSeat* person : people) person->show_failure(why);
  publish_all();
}

void SharedTable::close() {
  const Lock lock(mutex);
  closed = true;
  for (PersonSeat* person : people) person->end_polls();
  changed.notify_all();
}

void SharedTable::end_replay() {
  if (!replaying) return;
  replaying = false;
  publish_all();
}

void SharedTable::publish_all() {
  for (PersonSeat* person : people) person->publish();
}

void SharedTable::refresh_presence() {
  bool is_news = false;
  for (PersonSeat* person : people) is_news = person->refresh_presence() || is_news;
  if (is_news) publish_all();
}

std::string SharedTable::people_text(Seat viewer) const {
  protocol::JsonWriter out;
  out.open('{').key("seat").number(viewer.number()).key("clock_s");
  if (is_company()) {
    out.number(std::chrono::duration_cast<std::chrono::seconds>(clock_).count());
  } else {
    out.null();
  }
  out.key("presence").open('{');
  for (const PersonSeat* person : people) {
    out.key(to_text(person->place().seen_from(viewer))).open('{').key("connected").truth(person->is_connected());
    out.key("ready").truth(person->is_ready()).close('}');
  }
  out.close('}').key("absences").open('[');
  for (const Absence& absence : absences) {
    out.separate().open('{').key("who").word(to_text(absence.seat.seen_from(viewer)));
    out.key("ask").word(to_text(absence.question)).close('}');
  }
  return std::string(out.close(']').close('}').view());
}

}  // namespace tichu::arena
