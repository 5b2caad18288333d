#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "arena/hosting/player/fault.h"

namespace tichu::arena {

/// The most that `retries` of a tournament can be.
inline constexpr int MaxRetries = 10;

/// The tries of a bot at one decision, which share its clock, and what it is told between them.
class Retries {
 public:
  /// As often as this a question may be put again from now on.
  void allow(int most) {
    most_ = most;
    wrong_.clear();
  }
  /// A question is put, for the first time or again. Returns how long the bot may take, at least 1 ms.
  std::chrono::milliseconds begin(std::chrono::milliseconds limit) {
    if (wrong_.empty()) {
      left_ = most_;
      spent_ = {};
    }
    may_ask_again_ = false;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(limit - spent_);
    return std::max(left, std::chrono::milliseconds(1));
  }
  /// Why the last answer did not count; empty if the question is put for the first time. Tells it once.
  std::string take_wrong() { return std::exchange(wrong_, {}); }
  /// An answer came after so long. The next may come if this one turns out to be wrong.
  void note_answer(std::chrono::nanoseconds time) {
    spent_ += time;
    may_ask_again_ = left_ > 0;
  }
  /// Whether the question of the last answer, which was this fault, is to be put again.
  bool ask_again(const Fault& fault) {
    const bool is_wrong = fault.kind == FaultKind::IllegalAction || fault.kind == FaultKind::BadMessage;
    if (!std::exchange(may_ask_again_, false) || !is_wrong) return false;
    --left_;
    wrong_ = fault.text;
    return true;
  }

  /// Whether an answer that came now could be followed by another.
  bool has_left() const { return left_ > 0; }
  /// What the decision took so far.
  std::chrono::nanoseconds spent() const { return spent_; }

 private:
  int most_ = 0;
  int left_ = 0;
  bool may_ask_again_ = false;
  std::chrono::nanoseconds spent_{0};
  std::string wrong_;
};

}  // namespace tichu::arena
