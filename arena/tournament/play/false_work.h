#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arena/ids.h"

namespace tichu::arena {

/// Boards that were stored, or may be, and are not to be believed.
struct FalseWork {
  std::string worker;
  std::string reason;           ///< one clause
  std::vector<JobNumber> jobs;  ///< by rising number
};

/// Where it stands which boards of a tournament are false. Whoever plays a tournament on, at home or elsewhere, strikes
/// them first: after a break, and when some were found while it was played. To be used while nobody plays.
class FalseWorkBook {
 public:
  FalseWorkBook() = default;
  virtual ~FalseWorkBook() = default;
  FalseWorkBook(const FalseWorkBook&) = delete;
  FalseWorkBook& operator=(const FalseWorkBook&) = delete;

  /// Whether something has to be struck.
  virtual bool has_any() const = 0;
  /// How many stored units wait to be played again, and nobody knows yet whether they are false.
  virtual std::size_t unanswered() const = 0;
  /// What has to be struck: the same again until `note_struck`. `is_stored` tells of a job if it is in the store.
  virtual std::vector<FalseWork> to_strike(const std::function<bool(JobNumber job)>& is_stored) = 0;
  /// All of it is struck.
  virtual void note_struck() = 0;
};

/// Makes the book of the tournament in `folder`. Empty: the program has nothing that keeps one.
using FalseWorkMaker = std::function<std::unique_ptr<FalseWorkBook>(const std::filesystem::path& folder)>;

}  // namespace tichu::arena
