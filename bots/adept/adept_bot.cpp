#include "bots/adept/adept_bot.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "sdk/python/native/action_ids.h"

namespace tichu::adept {

using training::ActionIds;
using training::Ask;

AdeptBot::AdeptBot(const BotSetup& setup) : remarks_(setup.remarks) {
  if (!setup.options.empty()) {
    throw std::invalid_argument("there is no option \"" + setup.options.front().first + "\": adept has none");
  }
}

void AdeptBot::say_chances() {
  constexpr std::size_t Most = 5;
  const auto best = std::max_element(logits_.begin(), logits_.end());
  std::vector<double> chances;
  for (const std::int32_t each : logits_) {
    chances.push_back(std::exp((static_cast<double>(each) - static_cast<double>(*best)) / LogitUnit));
  }
  const double sum = std::accumulate(chances.begin(), chances.end(), 0.0);
  std::vector<std::size_t> order(ids_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return logits_[a] > logits_[b]; });
  order.resize(std::min(order.size(), Most));
  for (const std::size_t i : order) {
    const double chance = std::round(1000 * chances[i] / sum) / 1000;
    if (chance > 0) remark().probabilities.push_back({training::name_of(ids_[i]), chance});
  }
}

int AdeptBot::best_answer(const Observation& seen, const Asked& asked) {
  if (ids_.size() == 1) return ids_.front();
  const auto units = think(input_of(seen, asked));
  logits_.clear();
  for (const int id : ids_) logits_.push_back(logit(units, id));
  if (remarks_) say_chances();
  return ids_[static_cast<std::size_t>(std::max_element(logits_.begin(), logits_.end()) - logits_.begin())];
}

Play AdeptBot::best_play(const Observation& seen, const PlayQuery& query, Ask ask, int none) {
  canonical_plays(query, plays_);
  ids_.clear();
  for (const Combination& play : plays_) ids_.push_back(training::id_of(play));
  if (plays_.may_pass()) ids_.push_back(none);
  std::sort(ids_.begin(), ids_.end());
  ids_.erase(std::unique(ids_.begin(), ids_.end()), ids_.end());
  const int id = best_answer(seen, {ask, {}, {}});
  return id == none ? std::nullopt : Play(training::play_of(id, seen.hand, seen.table));
}

Play AdeptBot::play(const Observation& seen) {
  return best_play(seen, PlayQuery::turn(seen), Ask::Play, ActionIds::Pass);
}

Play AdeptBot::bomb(const Observation& seen) {
  return best_play(seen, PlayQuery::bomb(seen), Ask::Bomb, ActionIds::NoBomb);
}

Rank AdeptBot::wish(const Observation& seen, const Combination& play) {
  ids_.resize(14);
  std::iota(ids_.begin(), ids_.end(), ActionIds::Wish);
  const int id = best_answer(seen, {Ask::Wish, {}, play});
  return id == ActionIds::Wish ? Rank::None : static_cast<Rank>(id - ActionIds::Wish + 1);
}

bool AdeptBot::call_grand_tichu(const Observation& seen) {
  ids_ = {ActionIds::GrandTichu, ActionIds::GrandTichu + 1};
  return best_answer(seen, {Ask::GrandTichu, {}, {}}) != ActionIds::GrandTichu;
}

bool AdeptBot::call_tichu(const Observation& seen) {
  if (!seen.may_call_tichu()) return false;
  ids_ = {ActionIds::Tichu, ActionIds::Tichu + 1};
  return best_answer(seen, {Ask::Tichu, {}, {}}) != ActionIds::Tichu;
}

PushedCards AdeptBot::push(const Observation& seen) {
  Asked asked;
  CardSet rest = seen.hand;
  for (const auto& [ask, side] : {std::pair{Ask::PushRight, Side::Right}, std::pair{Ask::PushPartner, Side::Partner},
                                  std::pair{Ask::PushLeft, Side::Left}}) {
    ids_.clear();
    for (const Card card : rest) ids_.push_back(ActionIds::PushedCard + training::index_of(card));
    std::sort(ids_.begin(), ids_.end());
    asked.ask = ask;
    const Card card = Card::from_index(best_answer(seen, asked) - ActionIds::PushedCard);
    asked.pushing.to(side) = card;
    rest.erase(card);
  }
  return asked.pushing;
}

Side AdeptBot::give_dragon(const Observation& seen) {
  ids_.clear();
  for (const Side side : {Side::Right, Side::Left}) {
    if (seen.rules.dragon_only_to_seat_with_cards && seen.is_out(side)) continue;
    ids_.push_back(ActionIds::DragonGift + (side == Side::Left ? 1 : 0));
  }
  return best_answer(seen, {Ask::GiveDragon, {}, {}}) == ActionIds::DragonGift ? Side::Right : Side::Left;
}

}  // namespace tichu::adept
