#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "arena/tournament/play/false_work.h"

namespace tichu::arena {

/// False work by the book of units of a tournament's folder; there is none if workers never played it.
class BookedFalseWork : public FalseWorkBook {
 public:
  explicit BookedFalseWork(std::filesystem::path folder) : folder_(std::move(folder)) {}

  bool has_any() const override;
  std::size_t unanswered() const override;
  /// If there is any, nothing of what was under way goes on: units of which boards are stored are closed, and false if
  /// their worker is; the others are given out anew, for after a strike other boards may follow.
  std::vector<FalseWork> to_strike(const std::function<bool(JobNumber job)>& is_stored) override;
  void note_struck() override;

 private:
  bool has_book() const;

  std::filesystem::path folder_;
};

/// A FalseWorkMaker.
std::unique_ptr<FalseWorkBook> booked_false_work(const std::filesystem::path& folder);

}  // namespace tichu::arena
