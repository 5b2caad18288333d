#include "bots/sampler/sampler_bot.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "bots/sampler/expectation.h"
#include "bots/sampler/push_candidates.h"
#include "bots/steady/hand_strength.h"
#include "bots/steady/play_choice.h"
#include "bots/steady/push_system.h"
#include "engine/notation.h"

namespace tichu::sampler {
namespace {

// A play with the Mahjong and its wish are one decision, searched one after the other, each with a whole budget of
// playouts.
constexpr ActionSearch::Part PlayBeforeWish{2, 2, false};
constexpr ActionSearch::Part Wish{2, 2, true};

bool may_be_wished_with(const Action& action) {
  return action.kind == ActionKind::Play && action.play.cards.contains(Card::mahjong());
}

/// No wish, and the ranks that others hold.
std::vector<Rank> wishes(const Observation& seen) {
  const CardSet unseen = seen.unseen();
  std::vector<Rank> all{Rank::None};
  for (int rank = LowestNatural; rank <= HighestNatural; ++rank) {
    if (unseen.count(static_cast<Rank>(rank)) > 0) all.push_back(static_cast<Rank>(rank));
  }
  return all;
}

}  // namespace

SamplerBot::SamplerBot(const BotSetup& setup, const SearchSettings& settings)
    : settings_(settings),
      steady_(setup, weights_),
      search_(Budget::with_threads_of(setup), settings, setup.seed),
      remarks_(setup.remarks) {}

Action SamplerBot::turn_action(const Observation& seen, const Play& play) {
  if (!play) return Action::pass();
  const bool may_wish = play->cards.contains(Card::mahjong());
  return Action::play_cards(*play, may_wish ? steady_.wish(seen, *play) : Rank::None);
}

const Action& SamplerBot::best_action(const Observation& seen, Question asked, const ActionSearch::Part& part) {
  const std::size_t chosen = search_.best(seen, asked, actions_, part);
  if (remarks_) say_what_was_found(seen, asked, chosen);
  return actions_[chosen];
}

void SamplerBot::say_what_was_found(const Observation& seen, Question asked, std::size_t chosen) {
  const auto rounded = [](double number, double digits) { return std::round(number * digits) / digits; };
  const std::vector<ActionSearch::Finding> findings = search_.findings();
  if (findings.empty()) return;
  Remark& said = remark();
  if (!said.note.empty()) said.note += "; ";
  said.note += std::to_string(findings.size()) + " of " + std::to_string(actions_.size()) +
               " moves still in the race after " + std::to_string(search_.guesses()) + " guesses";
  for (const ActionSearch::Finding& finding : findings) {
    // In the playouts nobody calls after a push, so their mean is not what comes.
    if (finding.place == chosen && asked != Question::Push) {
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
  std::vector<steady::RatedRunner> rated(static_cast<std::size_t>(settings_.plays));
  const int count = steady::rate_plays(steady::Situation(steady::SeatView::of(seen), weights_), plays_, rated);
  rated.resize(static_cast<std::size_t>(count));
  actions_.clear();
  for (const steady::RatedRunner& each : rated) actions_.push_back(turn_action(seen, each.play));
  const bool may_wish = std::any_of(actions_.begin(), actions_.end(), may_be_wished_with);
  const Action& best = best_action(seen, Question::Turn, may_wish ? PlayBeforeWish : ActionSearch::Part());
  return best.kind == ActionKind::Pass ? std::nullopt : Play(best.play);
}

Rank SamplerBot::wish(const Observation& seen, const Combination& play) {
  actions_.assign({turn_action(seen, play)});
  for (const Rank rank : wishes(seen)) {
    if (rank != actions_.front().wish) actions_.push_back(Action::play_cards(play, rank));
  }
  return actions_[search_.best(seen, Question::Turn, actions_, Wish)].wish;
}

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

PushedCards SamplerBot::push(const Observation& seen) {
  const steady::Situation situation(steady::SeatView::of(seen), weights_);
  const ActionSearch::Part part{settings_.push_steps, settings_.push_playouts, true};
  actions_ = push_candidates(situation, steady::choose_push(situation), settings_.other_gifts);
  for (int step = 1; step < settings_.push_steps; ++step) {
    const PushedCards best = actions_[search_.best(seen, Question::Push, actions_, part)].push;
    actions_ = push_candidates(situation, best, settings_.other_gifts);
  }
  return best_action(seen, Question::Push, part).push;
}

Play SamplerBot::bomb(const Observation& seen) {
  canonical_plays(PlayQuery::bomb(seen), plays_);
  const Play first = steady_.bomb(seen);
  actions_.assign({first ? Action::play_cards(*first) : Action::no_bomb()});
  if (first) actions_.push_back(Action::no_bomb());
  for (const Combination& play : plays_) {
    if (play != first) actions_.push_back(Action::play_cards(play));
  }
  const Action& best = best_action(seen, Question::Bomb);
  return best.kind == ActionKind::NoBomb ? std::nullopt : Play(best.play);
}

Side SamplerBot::give_dragon(const Observation& seen) {
  const Side first = steady_.give_dragon(seen);
  const Side second = first == Side::Left ? Side::Right : Side::Left;
  actions_.assign({Action::give_dragon(first), Action::give_dragon(second)});
  return best_action(seen, Question::GiveDragon).give_to;
}

}  // namespace tichu::sampler
