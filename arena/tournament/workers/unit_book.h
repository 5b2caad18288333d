#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/ids.h"
#include "arena/tournament/units/unit.h"

namespace tichu::arena {

/// A unit as the book has it: which jobs, and with which of their bots given up.
struct BookedUnit {
  UnitId id;
  std::vector<JobNumber> jobs;               ///< by rising number
  std::vector<std::vector<BotId>> given_up;  ///< of each job
};

/// The file of a tournament's folder in which its units are kept.
inline constexpr const char* UnitBookName = "units.sqlite";

/// The units of a tournament that are given out, in a database beside the tournament's own: a leader that was killed
/// knows them when it is resumed. Losing it loses no result: the units' jobs are then given out once more. One thread
/// at a time. Functions throw std::runtime_error if the disk refuses.
class UnitBook {
 public:
  /// Opens or makes the book in a tournament's folder.
  explicit UnitBook(const std::filesystem::path& folder);
  ~UnitBook();
  UnitBook(const UnitBook&) = delete;
  UnitBook& operator=(const UnitBook&) = delete;

  /// What the tournament is called among workers: drawn at random when the book was made.
  const std::string& tournament() const;
  /// Those that are open, by rising number.
  std::vector<BookedUnit> open_units() const;

  /// Writes a unit before it is given out; returns it with a number of its own.
  BookedUnit add(std::vector<JobNumber> jobs, std::vector<std::vector<BotId>> given_up);
  /// It is given out again.
  void note_attempt(const UnitId& id);
  /// How a unit ended.
  enum class End : std::uint8_t {
    Stored,   ///< all its results are
    Dropped,  ///< its jobs are in other units
    Aside,    ///< nobody could play it
  };
  void close(UnitNumber unit, End end, std::string_view worker);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tichu::arena
