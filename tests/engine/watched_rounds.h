#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/answer.h"
#include "engine/deal.h"
#include "engine/observer.h"
#include "engine/random_policy.h"

namespace tichu::tests {

/// Plays random rounds, of the deals of one seed and by each preset in turn, and calls `check(seen, question, round,
/// seat)` at each decision, until one fails fatally.
template <typename Check>
void watch_rounds(std::uint64_t deals, std::uint64_t choices, int rounds, Check check) {
  RandomPolicy policy{Random(choices)};
  for (int index = 0; index < rounds; ++index) {
    const Rules rules = presets()[static_cast<std::size_t>(index) % presets().size()].rules;
    EventLog log;
    Round round(deal(deals, static_cast<std::uint64_t>(index)), rules, log);
    PerSeat<std::unique_ptr<Observer>> observers;
    for (const Seat seat : AllSeats) observers[seat] = std::make_unique<Observer>(seat, rules, Points(0), Points(0));
    int told = 0;
    while (true) {
      for (; told < log.size(); ++told) {
        for (const Seat seat : AllSeats) observers[seat]->watch(log[told]);
      }
      const Pending open = round.pending();
      if (open.seats.empty()) break;
      const Seat seat = open.seats.first();
      check(observers[seat]->observation(), open.question, round, seat);
      if (::testing::Test::HasFatalFailure()) return;
      round.apply(seat, policy.action(round, seat, open.question), log);
    }
  }
}

}  // namespace tichu::tests
