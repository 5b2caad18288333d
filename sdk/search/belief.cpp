#include "sdk/search/belief.h"

#include "sdk/search/belief_weights.h"

namespace tichu {

std::span<const float> Belief::fitted_weights() { return BeliefWeights; }

float Belief::log_likelihood(Side who, CardSet hand) const {
  float sum = 0;
  for_each_feature_of(who, hand,
                      [&](int feature, float value) { sum += weights_[static_cast<std::size_t>(feature)] * value; });
  return sum;
}

}  // namespace tichu
