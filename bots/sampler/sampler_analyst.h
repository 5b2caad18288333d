#pragma once

#include "bots/steady/weights.h"
#include "engine/plays.h"
#include "sdk/analyst.h"
#include "sdk/search/noisy_policy.h"

namespace tichu::sampler {

/// The searching player as an analyst: it proposes what steady rates highest, and judges by playouts of NoisyPolicy
/// from guessed hands, as many as it is asked for. It takes no options.
class SamplerAnalyst : public Analyst {
 public:
  explicit SamplerAnalyst(const BotSetup& /*setup*/) {}

  std::vector<Answer> propose(Question asked, const Observation& seen, const Answer& played, std::size_t most) override;
  std::size_t judge(Question asked, const Observation& seen, std::span<const Answer> alternatives, std::uint64_t seed,
                    std::span<float> margins) override;

 private:
  std::vector<Answer> propose_pushes(const Observation& seen, std::size_t most);
  std::vector<Answer> propose_plays(const Observation& seen, std::size_t most);
  std::vector<Answer> propose_bombs(const Observation& seen);
  /// Plays to the first lead; then the own seat calls Tichu if it has not called and steady would.
  void play_to_lead(Round& round);
  float play_out_after(Round round, Question asked, const Answer& answer, std::uint64_t key);

  steady::Weights weights_;
  NoisyPolicy policy_;
  PlayList plays_;
};

}  // namespace tichu::sampler
