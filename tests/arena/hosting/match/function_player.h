#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "arena/hosting/player/player.h"

namespace tichu::tests {

/// A player whose answers a function gives; keeps what it was told.
class FunctionPlayer : public arena::Player {
 public:
  using Said = tl::expected<arena::TimedAnswer, arena::Fault>;
  using Function = std::function<Said(Question, const Observation&)>;

  explicit FunctionPlayer(Function function) : function_(std::move(function)) {}

  tl::expected<void, arena::Fault> sit_down(const arena::SeatSetup&) override { return {}; }
  void begin_round(const Observation&) override { told_.clear(); }
  void tell(const SeenEvent& event, const Observation&) override { told_.push_back(event); }
  Said ask(Question question, const Observation& seen, std::chrono::milliseconds limit) override {
    limits_.push_back(limit);
    return function_(question, seen);
  }

  const std::vector<SeenEvent>& told() const { return told_; }
  /// Of each decision.
  const std::vector<std::chrono::milliseconds>& limits() const { return limits_; }

 private:
  Function function_;
  std::vector<SeenEvent> told_;
  std::vector<std::chrono::milliseconds> limits_;
};

}  // namespace tichu::tests
