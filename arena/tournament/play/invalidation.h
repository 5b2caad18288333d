#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arena/ids.h"

namespace tichu::arena {

/// Boards of a worker that are invalid. They are stored, or may be.
struct Invalidation {
  std::string worker;
  std::string reason;           ///< one clause
  std::vector<JobNumber> jobs;  ///< by rising number
};

/// Which boards of a tournament are invalid. A run that goes on with the tournament, with workers or without, takes
/// them out of the store first: after a break, and when some were found while it was played. To be used between runs.
class InvalidationBook {
 public:
  InvalidationBook() = default;
  virtual ~InvalidationBook() = default;
  InvalidationBook(const InvalidationBook&) = delete;
  InvalidationBook& operator=(const InvalidationBook&) = delete;

  /// Whether there are any.
  virtual bool has_any() const = 0;
  /// How many stored units wait for a second play.
  virtual std::size_t unanswered() const = 0;
  /// All of them: the same again until `note_done`. `is_stored` tells of a job if it is in the store.
  virtual std::vector<Invalidation> pending(const std::function<bool(JobNumber job)>& is_stored) = 0;
  /// All of them are taken out.
  virtual void note_done() = 0;
};

/// Makes the book of the tournament in `folder`. Empty: the program has nothing that keeps one.
using InvalidationBookMaker = std::function<std::unique_ptr<InvalidationBook>(const std::filesystem::path& folder)>;

}  // namespace tichu::arena
