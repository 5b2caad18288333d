#include "tests/bench/belief_rounds.h"

#include <array>
#include <memory>
#include <optional>
#include <stdexcept>

#include "bots/sampler/sampler_bot.h"
#include "engine/deal.h"
#include "engine/observer.h"

namespace tichu::testing {
namespace {

/// Follows a round's hands from event to event.
class Hands {
 public:
  void see(const Event& event) {
    switch (event.kind) {
      case EventKind::Dealt:
        hands_[event.seat] |= event.combination.cards;
        break;
      case EventKind::Push:
        for (const Side side : OtherSides) {
          hands_[event.seat].erase(event.push.to(side));
          gifts_[event.seat.at(side)].insert(event.push.to(side));
        }
        if (++pushes_ < 4) break;
        for (const Seat seat : AllSeats) hands_[seat] |= gifts_[seat];
        break;
      case EventKind::Play:
        hands_[event.seat] -= event.combination.cards;
        break;
      default:
        break;
    }
  }
  PerSide<CardSet> seen_from(Seat seat) const {
    PerSide<CardSet> hands;
    for (const Side side : OtherSides) hands[side] = hands_[seat.at(side)];
    return hands;
  }

 private:
  PerSeat<CardSet> hands_;
  PerSeat<CardSet> gifts_;
  int pushes_ = 0;
};

}  // namespace

std::vector<PlayedRound> play_sampler_rounds(std::uint64_t seed, int first, int count, int simulations, bool believes) {
  const BotMaker maker = [simulations, believes](const BotSetup& setup) {
    BotSetup with = setup;
    with.options = {{"simulations", std::to_string(simulations)}};
    sampler::SearchSettings settings;
    settings.believes = believes;
    return std::make_unique<sampler::SamplerBot>(with, settings);
  };
  std::vector<PlayedRound> rounds;
  for (int i = 0; i < count; ++i) {
    const auto index = static_cast<std::uint64_t>(first + i);
    rounds.push_back(play_round(deal(seed, index), Rules{}, {maker, maker, maker, maker}, seed + index));
    if (!rounds.back().illegal.empty()) throw std::runtime_error(rounds.back().illegal);
  }
  return rounds;
}

void for_each_decision(const PlayedRound& played, const std::function<void(const Decision&)>& look) {
  std::array<std::optional<Observer>, 4> observers;
  for (const Seat seat : AllSeats) {
    observers[static_cast<std::size_t>(seat.number())].emplace(seat, Rules{}, Points(0), Points(0));
  }
  Hands hands;
  for (int i = 0; i < played.log.size(); ++i) {
    const Event& event = played.log[i];
    if (event.kind == EventKind::Play || event.kind == EventKind::Pass) {
      const auto& observer = observers[static_cast<std::size_t>(event.seat.number())];
      look({observer->observation(), hands.seen_from(event.seat), event.seat});
    }
    hands.see(event);
    for (auto& observer : observers) observer->watch(event);
  }
}

}  // namespace tichu::testing
