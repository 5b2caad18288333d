#include "bots/sampler/action_search.h"

#include <cmath>

#include "sdk/search/world_guesser.h"

namespace tichu::sampler {

std::size_t ActionSearch::best(const Observation& seen, Question asked, std::span<const Action> actions,
                               const Part& part) {
  race_.start(actions.size());
  budget_.start(part.of, part.times);
  WorldGuesser guesser(seen, asked, settings_.believes);
  std::size_t next_look = Race::FirstLook;
  while (race_.in().size() > 1) {
    const std::size_t wanted = budget_.guesses(next_look - race_.guesses(), race_.in().size());
    worlds_.clear();
    while (worlds_.size() < wanted) {
      const auto world = guesser.guess(random_);
      if (!world) break;
      worlds_.push_back(*world);
    }
    if (worlds_.empty()) break;
    play_out_all(actions);
    if (race_.guesses() < next_look) continue;
    next_look += next_look / 4;
    race_.drop_losers();
  }
  if (race_.guesses() == 0) return 0;
  const std::size_t best = race_.leader();
  const bool first_is_in = race_.in().front() == 0;
  return first_is_in && best != 0 && race_.lead(best, 0).in_errors() < guard(part) ? 0 : best;
}

double ActionSearch::guard(const Part& part) const {
  if (!part.refines) return settings_.guard;
  return settings_.refining_guard / std::sqrt(static_cast<double>(race_.guesses()));
}

std::vector<ActionSearch::Finding> ActionSearch::findings() const {
  std::vector<Finding> all;
  if (guesses() == 0) return all;
  const std::vector<double> shares = race_.shares();
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const std::size_t place = race_.in()[i];
    all.push_back({place, race_.mean(place), shares[i]});
  }
  return all;
}

void ActionSearch::play_out_all(std::span<const Action> actions) {
  tried_.clear();
  for (const std::size_t place : race_.in()) tried_.push_back(actions[place]);
  scores_.resize(worlds_.size() * tried_.size());
  team_.play_out(worlds_, random_.next(), tried_, scores_);
  budget_.spend(static_cast<std::int64_t>(scores_.size()));
  for (std::size_t world = 0; world < worlds_.size(); ++world) {
    race_.add(std::span(scores_).subspan(world * tried_.size(), tried_.size()));
  }
}

}  // namespace tichu::sampler
