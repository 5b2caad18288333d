#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "arena/tournament/play/invalidation.h"

namespace tichu::arena {

/// By the book of units in the folder of a tournament; there are none if workers never played it.
class BookedInvalidations : public InvalidationBook {
 public:
  explicit BookedInvalidations(std::filesystem::path folder) : folder_(std::move(folder)) {}

  bool has_any() const override;
  std::size_t unanswered() const override;
  /// If there is any, nothing of what was under way goes on: units of which boards are stored are closed, and invalid
  /// if their worker is; the others are given out anew, for after an invalidation other boards may follow.
  std::vector<Invalidation> pending(const std::function<bool(JobNumber job)>& is_stored) override;
  void note_done() override;

 private:
  bool has_book() const;

  std::filesystem::path folder_;
};

/// An InvalidationBookMaker.
std::unique_ptr<InvalidationBook> booked_invalidations(const std::filesystem::path& folder);

}  // namespace tichu::arena
