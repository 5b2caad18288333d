#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arena/seats/table/answer_journal.h"
#include "arena/seats/table/beat.h"
#include "engine/question.h"
#include "engine/seat.h"

namespace tichu::arena {

class PersonSeat;

/// A decision that was made for a person who was away.
struct Absence {
  Seat seat;
  Question question = Question::Turn;
};

/// The least pace and time for bombs where several people play, since a bomb has to be announced within it.
inline constexpr std::chrono::milliseconds LeastSharedPace{250};

/// What the seats of a table's people share: one rhythm, one journal, who is there, and the clock. Its members are for
/// the seats, with the lock.
class SharedTable {
 public:
  using Lock = std::unique_lock<std::mutex>;

  /// `run` begins all versions, and must be another one for each process of a table. `clock`: how long one of several
  /// people may take for a decision; who is alone has no limit. The others outlive this object.
  SharedTable(AnswerJournal& table_journal, Beat& table_beat, std::string table_run, std::chrono::milliseconds clock)
      : journal(table_journal), beat(table_beat), run(std::move(table_run)), clock_(clock) {}

  /// Waits until the people want the round of this number, from 1. The first begins once all have come. After a round
  /// nobody is waited for longer than the clock allows. Throws SeatsClosed once the table is closed.
  void await_round(std::uint64_t number);
  /// All rounds have been played.
  void finish();
  /// The table cannot go on; `why` is a sentence.
  void fail(const std::string& why);
  /// Nobody is waited for any more. By any thread, as the question whether it is so.
  void close();
  bool is_closed() {
    const Lock lock(mutex);
    return closed;
  }

  bool is_company() const { return people.size() > 1; }
  std::chrono::milliseconds clock() const { return clock_; }
  /// That a person may choose.
  std::chrono::milliseconds least_pace() const;
  /// What was recorded has been taken: from now on all is shown.
  void end_replay();
  void publish_all();
  /// Who sits where and is there, as JSON for one of them (`sit_model.ts`).
  std::string people_text(Seat viewer) const;
  /// Looks who is there, and tells all if that has changed.
  void refresh_presence();

  AnswerJournal& journal;
  Beat& beat;
  const std::string run;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<PersonSeat*> people;  ///< in the order of seats
  bool closed = false;
  bool replaying = true;          ///< what is told is recorded, and not shown
  std::uint64_t beats = 0;        ///< how many events were shown with a beat
  std::optional<Seat> answered;   ///< the next event may be what this person did
  std::vector<Absence> absences;  ///< of the round

 private:
  const std::chrono::milliseconds clock_;
};

}  // namespace tichu::arena
