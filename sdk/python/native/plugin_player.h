#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/observer.h"
#include "sdk/python/native/plugin_bot.h"
#include "sdk/python/native/seen_value.h"

namespace tichu::training {

/// A plug-in's bot that is asked with whole observations: it is told what happened since it was asked last, and where
/// the observation is another round's, a new bot begins with it.
class PluginPlayer {
 public:
  PluginPlayer(std::shared_ptr<const Plugin> plugin, BotOptions options, std::uint64_t seed)
      : plugin_(std::move(plugin)), options_(std::move(options)), seed_(seed) {}

  const Plugin& plugin() const { return *plugin_; }
  /// Asks a question. Nullopt if the bot failed or its answer makes no sense.
  std::optional<BotAnswer> ask(tichu_question question, const Observation& seen);

 private:
  bool goes_on(const Observation& seen) const;
  void tell(const Observation& seen);

  std::shared_ptr<const Plugin> plugin_;
  BotOptions options_;
  std::uint64_t seed_;
  std::optional<PluginBot> bot_;
  std::optional<Observer> observer_;
};

}  // namespace tichu::training
