#include "bots/sage/sage_bot.h"

#include <cmath>
#include <string>

#include "bots/sage/worlds.h"
#include "engine/notation.h"
#include "sdk/python/native/action_ids.h"

namespace tichu::sage {
namespace {

using training::ActionIds;
using training::Ask;

double rounded(double number, double digits) { return std::round(number * digits) / digits; }

}  // namespace

SageBot::SageBot(const BotSetup& setup, const Settings& settings)
    : settings_(settings),
      adept_(setup),
      budget_(sampler::Budget::of(setup)),
      random_(setup.seed),
      policy_(settings.temperature),
      race_({settings.drop, false}),
      remarks_(setup.remarks) {}

std::size_t SageBot::search(const Observation& seen, Question asked) {
  race_.start(candidates_.size());
  if (candidates_.size() < 2) return 0;
  budget_.start(1, 1);
  Worlds worlds(seen, asked);
  std::size_t next_look = Race::FirstLook;
  while (race_.in().size() > 1 && budget_.guesses(1, race_.in().size()) > 0) {
    const auto world = worlds.next(random_);
    if (!world) break;
    const std::uint64_t key = random_.next();
    scores_.clear();
    for (const std::size_t place : race_.in()) {
      scores_.push_back(static_cast<float>(policy_.play_out(*world, candidates_[place].action, key)));
    }
    race_.add(scores_);
    budget_.spend(static_cast<std::int64_t>(scores_.size()));
    if (race_.guesses() < next_look) continue;
    next_look += next_look / 4;
    race_.drop_losers();
  }
  return race_.guesses() == 0 ? 0 : best_place();
}

std::size_t SageBot::best_place() const {
  if (race_.in().front() != 0) return race_.leader();
  std::size_t best = 0;
  double most = 0;
  for (const std::size_t place : race_.in().subspan(1)) {
    const Lead lead = race_.lead(place, 0);
    const double nats = std::log(candidates_[0].chance / candidates_[place].chance);
    const double gain = lead.mean - settings_.guard * lead.error - settings_.nat * nats;
    if (gain <= most) continue;
    best = place;
    most = gain;
  }
  return best;
}

const Action& SageBot::best_action(const Observation& seen, Question asked) {
  const std::size_t chosen = search(seen, asked);
  if (remarks_ && race_.guesses() > 0) say_what_was_found(chosen);
  return candidates_[chosen].action;
}

void SageBot::say_what_was_found(std::size_t chosen) {
  Remark said;
  said.note = std::to_string(race_.in().size()) + " of " + std::to_string(candidates_.size()) +
              " moves still in the race after " + std::to_string(race_.guesses()) + " guesses";
  said.value = rounded(race_.mean(chosen), 10);
  const std::vector<double> shares = race_.shares();
  for (std::size_t i = 0; i < shares.size(); ++i) {
    said.probabilities.push_back({to_text(candidates_[race_.in()[i]].action), rounded(shares[i], 1000)});
  }
  remark() = said;
}

void SageBot::list_candidates(const Observation& seen, const PlayQuery& query, Ask ask, int none) {
  adept::list_plays(query, none, plays_, ids_);
  candidates_.clear();
  for (const adept::RatedAnswer& each : adept::rate_answers(seen, {ask, {}, {}}, ids_)) {
    const bool is_enough = each.chance < settings_.least || candidates_.size() == settings_.plays;
    if (is_enough && !candidates_.empty()) break;
    if (each.id == none) {
      candidates_.push_back({ask == Ask::Bomb ? Action::no_bomb() : Action::pass(), each.chance});
      continue;
    }
    const Combination play = training::play_of(each.id, seen.hand, seen.table);
    const bool may_wish = play.cards.contains(Card::mahjong());
    candidates_.push_back({Action::play_cards(play, may_wish ? adept_.wish(seen, play) : Rank::None), each.chance});
  }
  adept_.take_remark();
}

Play SageBot::play(const Observation& seen) {
  list_candidates(seen, PlayQuery::turn(seen), Ask::Play, ActionIds::Pass);
  const Action& best = best_action(seen, Question::Turn);
  return best.kind == ActionKind::Pass ? std::nullopt : Play(best.play);
}

Play SageBot::bomb(const Observation& seen) {
  list_candidates(seen, PlayQuery::bomb(seen), Ask::Bomb, ActionIds::NoBomb);
  const Action& best = best_action(seen, Question::Bomb);
  return best.kind == ActionKind::NoBomb ? std::nullopt : Play(best.play);
}

Rank SageBot::wish(const Observation& seen, const Combination& play) { return said_by_adept(adept_.wish(seen, play)); }

bool SageBot::call_grand_tichu(const Observation& seen) { return said_by_adept(adept_.call_grand_tichu(seen)); }

bool SageBot::call_tichu(const Observation& seen) { return said_by_adept(adept_.call_tichu(seen)); }

PushedCards SageBot::push(const Observation& seen) { return said_by_adept(adept_.push(seen)); }

Side SageBot::give_dragon(const Observation& seen) {
  const Side first = adept_.give_dragon(seen);
  adept_.take_remark();
  const Side second = first == Side::Left ? Side::Right : Side::Left;
  candidates_.assign({{Action::give_dragon(first), 0.5}});
  const bool may_give = !seen.rules.dragon_only_to_seat_with_cards || !seen.is_out(second);
  if (may_give) candidates_.push_back({Action::give_dragon(second), 0.5});
  return best_action(seen, Question::GiveDragon).give_to;
}

}  // namespace tichu::sage
