#include "bots/sampler/playout_team.h"

#include "engine/playout.h"
#include "engine/random.h"

namespace tichu::sampler {

PlayoutTeam::PlayoutTeam(std::size_t threads, float temperature)
    : policies_(threads, LightPolicy(LightWeights{}, temperature)) {
  for (std::size_t helper = 1; helper < threads; ++helper) helpers_.emplace_back([this, helper] { help(helper); });
}

PlayoutTeam::~PlayoutTeam() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
}

void PlayoutTeam::play_out(std::span<const Round> worlds, std::uint64_t key, std::span<const Action> actions,
                           std::span<float> scores) {
  work_ = {worlds, key, actions, scores};
  next_world_ = 0;
  if (helpers_.empty() || worlds.size() == 1) {
    take_worlds(policies_.front());
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    ++call_;
    busy_ = helpers_.size();
  }
  changed_.notify_all();
  take_worlds(policies_.front());
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return busy_ == 0; });
}

void PlayoutTeam::help(std::size_t helper) {
  std::size_t done = 0;  // calls
  while (true) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return ends_ || call_ != done; });
      if (ends_) return;
      done = call_;
    }
    take_worlds(policies_[helper]);
    {
      const std::lock_guard lock(mutex_);
      --busy_;
    }
    changed_.notify_all();
  }
}

void PlayoutTeam::take_worlds(LightPolicy& policy) {
  const std::size_t count = work_.actions.size();
  for (std::size_t world = next_world_++; world < work_.worlds.size(); world = next_world_++) {
    const std::uint64_t world_key = Random(work_.key, world).next();
    for (std::size_t i = 0; i < count; ++i) {
      Round round = work_.worlds[world];
      round.apply(Seat(0), work_.actions[i]);
      policy.restart(world_key);
      tichu::play_out(round, policy);
      const PerTeam<Points> score = round.result().score;
      work_.scores[world * count + i] = static_cast<float>((score[Team::A] - score[Team::B]).value());
    }
  }
}

}  // namespace tichu::sampler
