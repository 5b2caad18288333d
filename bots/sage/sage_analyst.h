#pragma once

#include "bots/sage/net_policy.h"
#include "bots/sage/settings.h"
#include "bots/sampler/sampler_analyst.h"
#include "sdk/analyst.h"

namespace tichu::sage {

/// The learned player that searches as an analyst: it proposes the plays that adept takes to be likeliest, and else
/// what sampler's analyst does, and judges by playouts of adept's net from guessed worlds. It takes no options.
class SageAnalyst : public Analyst {
 public:
  explicit SageAnalyst(const BotSetup& setup) : sampler_(setup), policy_(Settings().temperature) {}

  std::vector<Answer> propose(Question asked, const Observation& seen, const Answer& played, std::size_t most) override;
  std::size_t judge(Question asked, const Observation& seen, std::span<const Answer> alternatives, std::uint64_t seed,
                    std::span<float> margins) override;

 private:
  std::vector<Answer> propose_plays(const Observation& seen, std::size_t most);
  int play_out(const World& world, Question asked, const Answer& answer, std::uint64_t key);

  sampler::SamplerAnalyst sampler_;
  NetPolicy policy_;
  PlayList plays_;
  std::vector<int> ids_;
};

}  // namespace tichu::sage
