#pragma once

#include <cstdint>
#include <memory>

#include "sdk/python/native/plugin_bot.h"

namespace tichu::training {

/// Who decides for a seat of the environment.
enum class SeatKind : std::uint8_t {
  Learner,  ///< the caller of `step`
  Random,   ///< RandomPolicy
  Light,    ///< LightPolicy
  Plugin,   ///< a bot of a plug-in
};

/// A seat's player.
struct SeatPlan {
  SeatKind kind = SeatKind::Learner;
  std::shared_ptr<const Plugin> plugin;  ///< of a Plugin
  BotOptions options;                    ///< of a Plugin
};

}  // namespace tichu::training
