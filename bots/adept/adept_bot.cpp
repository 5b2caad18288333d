#include "bots/adept/adept_bot.h"

#include <algorithm>
#include <cmath>

#include "sdk/python/native/action_ids.h"

namespace tichu::adept {

using training::ActionIds;
using training::Ask;

AdeptBot::AdeptBot(const BotSetup& setup) : remarks_(setup.remarks) {}

int AdeptBot::best_answer(const Observation& seen, const Asked& asked) {
  constexpr std::size_t Most = 5;
  const std::vector<RatedAnswer> rated = rate_answers(seen, asked, ids_);
  if (remarks_ && rated.size() > 1) {
    for (const RatedAnswer& each : std::span(rated).first(std::min(rated.size(), Most))) {
      const double chance = std::round(1000 * each.chance) / 1000;
      if (chance > 0) remark().probabilities.push_back({training::name_of(each.id), chance});
    }
  }
  return rated.front().id;
}

Play AdeptBot::best_play(const Observation& seen, const PlayQuery& query, Ask ask, int none) {
  list_plays(query, none, plays_, ids_);
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
  list_wishes(ids_);
  return training::wished_rank(best_answer(seen, {Ask::Wish, {}, play}));
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
  for (const Ask ask : training::PushAsks) {
    list_pushed_cards(rest, ids_);
    asked.ask = ask;
    const Card card = training::pushed_card(best_answer(seen, asked));
    asked.pushing.to(training::pushed_to(ask)) = card;
    rest.erase(card);
  }
  return asked.pushing;
}

Side AdeptBot::give_dragon(const Observation& seen) {
  ids_.clear();
  for (const Side side : {Side::Right, Side::Left}) {
    if (seen.rules.dragon_only_to_seat_with_cards && seen.is_out(side)) continue;
    ids_.push_back(training::id_of_gift(side));
  }
  return training::gift_side(best_answer(seen, {Ask::GiveDragon, {}, {}}));
}

}  // namespace tichu::adept
