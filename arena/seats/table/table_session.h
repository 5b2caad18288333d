#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/ids.h"
#include "arena/seats/table/beat.h"
#include "arena/seats/table/person_seat.h"
#include "arena/seats/table/sitting.h"
#include "arena/text/input_error.h"

namespace tichu::arena {

/// A table of people in its folder: what was played, and the rest that is to be played. The folder holds the sitting
/// and the journal of all answers, which are its whole state, and the rounds as a stored tournament, which is made of
/// these.
class TableSession {
 public:
  /// A fresh table, or with a folder one that was begun, which goes on where it ended. Tries every bot, and takes the
  /// folder for itself. The error says what is wrong; then nothing was written. `program` is who plays, for the store.
  /// Throws SeatsClosed if `cancelled`, asked often, is true before all bots have greeted.
  static OrInputError<std::unique_ptr<TableSession>> begin(Sitting sitting, Beat& beat, const std::string& program,
                                                           const std::function<bool()>& cancelled = {});
  static OrInputError<std::unique_ptr<TableSession>> reopen(const std::filesystem::path& folder, Beat& beat,
                                                            const std::string& program,
                                                            const std::function<bool()>& cancelled = {});
  ~TableSession();
  TableSession(const TableSession&) = delete;
  TableSession& operator=(const TableSession&) = delete;

  const Sitting& sitting() const;
  const std::filesystem::path& folder() const;
  /// The people's seats, in the order of seats.
  const std::vector<std::unique_ptr<PersonSeat>>& seats() const;
  /// SharedTable::least_pace
  std::chrono::milliseconds least_pace() const;
  /// Nobody is waited for any more. Any thread.
  void close();

  /// Plays until all is played or the table is closed. Once, by one thread, which owns the bots' processes. A failure
  /// of the machine is told to the person and leaves as an exception; what was answered before stays.
  void play();
  /// A finished board with its rounds, as the replay shows it; nullopt if there is none. Any thread.
  std::optional<std::string> board_json(JobNumber job) const;

 private:
  struct State;
  explicit TableSession(std::unique_ptr<State> state);
  static OrInputError<std::unique_ptr<TableSession>> open(Sitting sitting, const std::filesystem::path& folder,
                                                          Beat& beat, const std::string& program,
                                                          const std::function<bool()>& cancelled);

  std::unique_ptr<State> state_;
};

}  // namespace tichu::arena
