#include "bots/sampler/push_candidates.h"

#include <algorithm>

#include "bots/steady/push_system.h"
#include "sdk/search/light_policy.h"

namespace tichu::sampler {

std::vector<Action> push_candidates(const steady::Situation& situation, const PushedCards& push, std::size_t others) {
  std::vector<PushedCards> pushes = steady::neighbours(situation, push, others);
  const PushedCards light = light_push(situation.view().hand);
  if (std::find(pushes.begin(), pushes.end(), light) == pushes.end()) pushes.push_back(light);
  std::vector<Action> candidates;
  candidates.reserve(pushes.size());
  for (const PushedCards& each : pushes) candidates.push_back(Action::push_cards(each));
  return candidates;
}

}  // namespace tichu::sampler
