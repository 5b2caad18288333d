#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "arena/hosting/player/fault.h"
#include "arena/ids.h"

namespace SQLite {
class Exception;
class Statement;
}  // namespace SQLite

namespace tichu::arena {

/// What one side did on a board, as bits.
enum BoardFlag : std::uint8_t {
  TichuCalled = 1,
  TichuMade = 2,
  GrandTichuCalled = 4,
  GrandTichuMade = 8,
  HadBomb = 16,
  DoubleVictory = 32,
};

/// A finished board in 32 bytes, so that a million of them fit into memory and are looked through in milliseconds.
struct BoardRow {
  JobNumber job;
  std::uint32_t board = 0;
  std::array<EntrantId, 2> entrants{};
  float margin = 0;                       ///< points per round of the first over the second
  std::uint8_t verdict = 1;               ///< for the first: 0 lost, 1 drawn, 2 won
  std::array<std::uint8_t, 2> deeds{};    ///< by side: of BoardFlag
  std::array<std::uint16_t, 2> faults{};  ///< by side: a bit for each FaultKind
  std::uint32_t stored = 0;               ///< seconds since 1970; 0 if it was imported

  bool has_fault(int side, FaultKind kind) const {
    return (faults[static_cast<std::size_t>(side)] & (1U << static_cast<unsigned>(kind))) != 0;
  }
};

/// The finished boards of a stored tournament that goes on, in the order of jobs. It reads what is new with each
/// `refresh`; boards that are finished more than 10,000 jobs after their turn are found at the next start alone. One
/// thread at a time. Failures of the disk leave as std::runtime_error.
class BoardIndex {
 public:
  /// Of the tournament in this folder, which may have none yet.
  explicit BoardIndex(std::filesystem::path folder);
  BoardIndex(BoardIndex&&) noexcept;
  ~BoardIndex();

  /// Reads what was stored since.
  void refresh();
  /// The last `most` boards below a number alone, and of what was read before nothing stays.
  void read_last(std::uint64_t before, std::size_t most);
  const std::vector<BoardRow>& rows() const { return rows_; }

 private:
  struct Connection;
  bool connect();
  /// Reads boards of `statement` to the end of the rows; it has its parameters.
  void read_boards(SQLite::Statement& statement);
  /// Reads the faults of the boards from `known` in the rows on.
  void read_faults(std::size_t known);
  /// Throws what it says, and connects anew next time.
  [[noreturn]] void give_up(const SQLite::Exception& error);
  /// The lowest job among the latest that was not read yet: a finished board never changes.
  std::uint64_t first_missing() const;

  std::filesystem::path folder_;
  std::unique_ptr<Connection> connection_;
  std::vector<BoardRow> rows_;
};

}  // namespace tichu::arena
