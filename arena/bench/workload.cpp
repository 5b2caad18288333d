#include "arena/bench/workload.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "engine/deal.h"
#include "engine/observer.h"
#include "engine/playout.h"

namespace tichu::arena {
namespace {

/// Comes to the decisions of random rounds, one after another, until `take(round, action)` answers that it has enough;
/// finishes the round.
template <typename Take>
void walk_decisions(std::uint64_t seed, Take take) {
  RandomPolicy policy{Random(0)};
  bool wanted = true;
  for (std::uint64_t index = 0; wanted; ++index) {
    policy.restart(round_random(seed, index));
    Round round(deal(seed, index), Rules{});
    for (Pending open = round.pending(); !open.seats.empty(); open = round.pending()) {
      const Seat seat = open.seats.first();
      const Action action = policy.action(round, seat, open.question);
      wanted = take(round, action);
      round.apply(seat, action);
    }
  }
}

/// The turns of random rounds that `chosen(query)` accepts.
template <typename Chosen>
std::vector<PlayQuery> turns(std::uint64_t seed, int count, Chosen chosen) {
  std::vector<PlayQuery> queries;
  walk_decisions(seed, [&](const Round& round, const Action&) {
    const Pending open = round.pending();
    if (open.question == Question::Turn) {
      const PlayQuery query = round.situation(open.seats.first());
      if (chosen(query)) queries.push_back(query);
    }
    return static_cast<int>(queries.size()) < count;
  });
  return queries;
}

/// Feeds the events of a growing log to four observers.
class FourObservers {
 public:
  void show(const EventLog& log) {
    for (; shown_ < log.size(); ++shown_) {
      for (Observer& observer : observers_) observer.watch(log[shown_]);
    }
  }
  const Observation& seen(Seat seat) const { return observers_[static_cast<std::size_t>(seat.number())].observation(); }

 private:
  static Observer observer(int number) { return Observer(Seat(number), Rules{}, Points(0), Points(0)); }

  std::array<Observer, 4> observers_{observer(0), observer(1), observer(2), observer(3)};
  int shown_ = 0;
};

}  // namespace

Random round_random(std::uint64_t seed, std::uint64_t index) { return Random(~seed, index); }

void play_without_history(std::uint64_t seed, std::uint64_t index, RandomPolicy& policy) {
  policy.restart(round_random(seed, index));
  Round round(deal(seed, index), Rules{});
  play_out(round, policy);
  keep(round.result());
}

void play_with_observations(std::uint64_t seed, std::uint64_t index, RandomPolicy& policy, EventLog& log) {
  policy.restart(round_random(seed, index));
  log.clear();
  Round round(deal(seed, index), Rules{}, log);
  FourObservers observers;
  for (Pending open = round.pending(); !open.seats.empty(); open = round.pending()) {
    observers.show(log);
    const Seat seat = open.seats.first();
    keep(observers.seen(seat));
    round.apply(seat, policy.action(round, seat, open.question), log);
  }
  observers.show(log);
  keep(round.result());
}

void reference_round(std::uint64_t seed, std::uint64_t index) {
  constexpr int Decisions = 110;
  const Deal cards = deal(seed, index);
  Random random = round_random(seed, index);
  PerSeat<std::uint64_t> hands;
  for (const Seat seat : AllSeats) hands[seat] = cards.hand(seat).bits();
  for (int i = 0; i < Decisions; ++i) {
    std::uint64_t& hand = hands.values[static_cast<std::size_t>(i) & 3];
    if (random.below(2) != 0) hand &= hand - 1;
  }
  keep(hands);
}

std::vector<PlayQuery> lead_queries(std::uint64_t seed, int count) {
  std::vector<PlayQuery> queries;
  for (std::uint64_t index = 0; static_cast<int>(queries.size()) < count; ++index) {
    const Deal cards = deal(seed, index);
    for (const Seat seat : AllSeats) {
      PlayQuery query;
      query.hand = cards.hand(seat);
      queries.push_back(query);
    }
  }
  return queries;
}

std::vector<PlayQuery> with_phoenix(const std::vector<PlayQuery>& queries) {
  std::vector<PlayQuery> found;
  std::copy_if(queries.begin(), queries.end(), std::back_inserter(found),
               [](const PlayQuery& query) { return query.hand.contains(Card::phoenix()); });
  return found;
}

std::vector<PlayQuery> follow_queries(std::uint64_t seed, int count) {
  return turns(seed, count, [](const PlayQuery& query) { return !query.table.empty(); });
}

std::vector<PlayQuery> wish_queries(std::uint64_t seed, int count) {
  return turns(seed, count, [](const PlayQuery& query) { return query.wish != Rank::None; });
}

std::vector<MetDecision> met_decisions(std::uint64_t seed, int count) {
  std::vector<MetDecision> met;
  walk_decisions(seed, [&](const Round& round, const Action& action) {
    met.push_back({round, action});
    return static_cast<int>(met.size()) < count;
  });
  return met;
}

}  // namespace tichu::arena
