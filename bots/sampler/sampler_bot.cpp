#include "bots/sampler/sampler_bot.h"

#include <cmath>
#include <string>

#include "bots/sampler/expectation.h"
#include "bots/steady/hand_strength.h"
#include "bots/steady/play_choice.h"
#include "engine/notation.h"

namespace tichu::sampler {

SamplerBot::SamplerBot(const BotSetup& setup, const SearchSettings& settings)
    : settings_(settings),
      steady_(setup, weights_),
      search_(Budget::of(setup), settings, setup.seed),
      remarks_(setup.remarks) {}

Action SamplerBot::turn_action(const Observation& seen, const Play& play) {
  if (!play) return Action::pass();
  const bool may_wish = play->cards.contains(Card::mahjong());
  return Action::play_cards(*play, may_wish ? wish(seen, *play) : Rank::None);
}

const Action& SamplerBot::best_action(const Observation& seen, DecisionKind asked) {
  const std::size_t chosen = search_.best(seen, asked, actions_);
  if (remarks_) say_what_was_found(seen, chosen);
  return actions_[chosen];
}

void SamplerBot::say_what_was_found(const Observation& seen, std::size_t chosen) {
  const auto rounded = [](double number, double digits) { return std::round(number * digits) / digits; };
  const std::vector<ActionSearch::Finding> findings = search_.findings();
  if (findings.empty()) return;
  Remark& said = remark();
  if (!said.note.empty()) said.note += "; ";
  said.note += std::to_string(findings.size()) + " of " + std::to_string(actions_.size()) +
               " moves still in the race after " + std::to_string(search_.guesses()) + " guesses";
  for (const ActionSearch::Finding& finding : findings) {
    if (finding.place == chosen) {
      const double mean = finding.mean;
      const auto guesses = static_cast<double>(search_.guesses());
      said.value = rounded(settings_.calibrates ? expectation_line(open_call(seen)).points(mean, guesses) : mean, 10);
    }
    said.probabilities.push_back({to_text(actions_[finding.place]), rounded(finding.share, 1000)});
  }
}

void SamplerBot::say_chance(double chance) {
  remark().note = "made in " + std::to_string(std::lround(100 * chance)) + " % of rounds with such a hand";
}

Play SamplerBot::play(const Observation& seen) {
  canonical_plays(PlayQuery::turn(seen), plays_);
  if (plays_.empty()) return std::nullopt;
  std::vector<steady::RatedPlay> rated(static_cast<std::size_t>(settings_.plays));
  const int count = steady::rate_plays(steady::Situation(steady::SeatView::of(seen), weights_), plays_, rated);
  rated.resize(static_cast<std::size_t>(count));
  actions_.clear();
  for (const steady::RatedPlay& each : rated) actions_.push_back(turn_action(seen, each.play));
  const Action& best = best_action(seen, DecisionKind::Turn);
  return best.kind == ActionKind::Pass ? std::nullopt : Play(best.play);
}

Rank SamplerBot::wish(const Observation& seen, const Combination& play) { return steady_.wish(seen, play); }

bool SamplerBot::call_grand_tichu(const Observation& seen) {
  const bool calls = steady_.call_grand_tichu(seen);
  if (const auto said = steady_.take_remark()) remark() = *said;
  if (calls && remarks_ && settings_.calibrates)
    say_chance(chance_of_grand_tichu(steady::odds_from_eight(seen.first_eight)));
  return calls;
}

bool SamplerBot::call_tichu(const Observation& seen) {
  const bool calls = steady_.call_tichu(seen);
  if (const auto said = steady_.take_remark()) remark() = *said;
  if (calls && remarks_ && settings_.calibrates) {
    const steady::Situation situation(steady::SeatView::of(seen), weights_);
    say_chance(chance_of_tichu(steady::odds_of_going_out_first(situation)));
  }
  return calls;
}

PushedCards SamplerBot::push(const Observation& seen) { return steady_.push(seen); }

Play SamplerBot::bomb(const Observation& seen) {
  canonical_plays(PlayQuery::bomb(seen), plays_);
  const Play first = steady_.bomb(seen);
  actions_.assign({first ? Action::play_cards(*first) : Action::no_bomb()});
  if (first) actions_.push_back(Action::no_bomb());
  for (const Combination& play : plays_) {
    if (play != first) actions_.push_back(Action::play_cards(play));
  }
  const Action& best = best_action(seen, DecisionKind::Bomb);
  return best.kind == ActionKind::NoBomb ? std::nullopt : Play(best.play);
}

Side SamplerBot::give_dragon(const Observation& seen) {
  const Side first = steady_.give_dragon(seen);
  const Side second = first == Side::Left ? Side::Right : Side::Left;
  actions_.assign({Action::give_dragon(first), Action::give_dragon(second)});
  return best_action(seen, DecisionKind::GiveDragon).give_to;
}

}  // namespace tichu::sampler
