#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <vector>

#include "arena/tournament/play/false_work.h"

namespace tichu::arena {

/// False work by the book of units of a tournament's folder; there is none if workers never played it.
class BookedFalseWork : public FalseWorkBook {
 public:
  explicit BookedFalseWork(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Whether something has to be struck.
  bool has_any() const;
  /// How many stored units wait to be played again, and nobody knows yet whether they are false.
  std::size_t unanswered() const;
  /// If there is any, nothing of what was under way goes on: units of which boards are stored are closed, and false if
  /// their worker is; the others are given out anew, for after a strike other boards may follow.
  std::vector<FalseWork> to_strike(const std::function<bool(JobNumber job)>& is_stored) override;
  void note_struck() override;

 private:
  bool has_book() const;

  std::filesystem::path folder_;
};

}  // namespace tichu::arena
