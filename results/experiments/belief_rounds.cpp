#include "results/experiments/belief_rounds.h"

#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>

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

/// A sampler whose values are collected as it says them.
class Teller : public sampler::SamplerBot {
 public:
  Teller(const BotSetup& setup, const sampler::SearchSettings& settings, Seat seat, ToldRound& told)
      : SamplerBot(setup, settings), seat_(seat), told_(told) {}

  bool call_grand_tichu(const Observation& seen) override {
    return collected(SamplerBot::call_grand_tichu(seen), Call::GrandTichu);
  }
  bool call_tichu(const Observation& seen) override { return collected(SamplerBot::call_tichu(seen), Call::Tichu); }

  Play play(const Observation& seen) override {
    const Play answer = SamplerBot::play(seen);
    collect(seen);
    return answer;
  }
  Play bomb(const Observation& seen) override {
    const Play answer = SamplerBot::bomb(seen);
    collect(seen);
    return answer;
  }
  Side give_dragon(const Observation& seen) override {
    const Side answer = SamplerBot::give_dragon(seen);
    collect(seen);
    return answer;
  }

 private:
  bool collected(bool calls, Call call) {
    const auto remark = take_remark();
    if (!calls) return false;
    const std::size_t number = remark ? remark->note.find_first_of("0123456789") : std::string::npos;
    if (number == std::string::npos) throw std::runtime_error("a call without a word on its chance");
    told_.calls.push_back({call, seat_, std::stod(remark->note.substr(number)) / 100});
    return true;
  }
  void collect(const Observation& seen) {
    const auto remark = take_remark();
    if (!remark || !remark->value) return;
    constexpr std::string_view Before = "after ";
    const std::size_t number = remark->note.rfind(Before) + Before.size();
    told_.said.push_back({sampler::open_call(seen), seat_, *remark->value, std::stod(remark->note.substr(number))});
  }

  Seat seat_;
  ToldRound& told_;
};

}  // namespace

ToldRound play_told_round(std::uint64_t seed, std::uint64_t index, int simulations, bool calibrates) {
  ToldRound told;
  std::array<BotMaker, 4> makers;
  for (const Seat seat : AllSeats) {
    makers[static_cast<std::size_t>(seat.number())] = [&told, seat, simulations, calibrates](const BotSetup& setup) {
      BotSetup with = setup;
      with.options = {{"simulations", std::to_string(simulations)}};
      with.remarks = true;
      sampler::SearchSettings settings;
      settings.calibrates = calibrates;
      return std::make_unique<Teller>(with, settings, seat, told);
    };
  }
  told.played = play_round(deal(seed, index), Rules{}, makers, seed + index);
  if (!told.played.illegal.empty()) throw std::runtime_error(told.played.illegal);
  return told;
}

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
    const auto index = static_cast<std::uint64_t>(first) + static_cast<std::uint64_t>(i);
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
