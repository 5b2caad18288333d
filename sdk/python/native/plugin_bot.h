#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/action.h"
#include "engine/observation.h"
#include "engine/plays.h"
#include "engine/rules.h"
#include "sdk/plugin_abi.h"
#include "sdk/python/native/plugin.h"

namespace tichu::training {

/// A bot's own settings, name and value.
using BotOptions = std::vector<std::pair<std::string, std::string>>;

/// What a bot said to one question.
struct BotAnswer {
  bool calls_first = false;  ///< asked for its turn: Tichu is called before the action
  Action action;             ///< asked for Tichu: CallTichu or Pass, for no
};

/// One bot of a plug-in, for one round. Called from one thread at a time.
class PluginBot {
 public:
  /// Makes the bot; `exists` is false if the plug-in could not.
  PluginBot(std::shared_ptr<const Plugin> plugin, const BotOptions& options, std::uint64_t seed, const Rules& rules);
  ~PluginBot();
  PluginBot(const PluginBot&) = delete;
  PluginBot& operator=(const PluginBot&) = delete;

  bool exists() const { return bot_ != nullptr; }
  const Plugin& plugin() const { return *plugin_; }
  /// Tells the bot an event, which `seen` includes already.
  void observe(const Observation& seen, const SeenEvent& event);
  /// Asks a question. Nullopt if the bot failed, or answered what is malformed or not allowed by `seen`; whether the
  /// referee agrees is the caller's to see.
  std::optional<BotAnswer> decide(tichu_question question, const Observation& seen);

 private:
  std::shared_ptr<const Plugin> plugin_;
  void* bot_ = nullptr;
};

/// Why the plug-in makes no bot with these options, naming the first that it refuses by itself; empty if it makes one.
std::string fault_of_options(const std::shared_ptr<const Plugin>& plugin, const BotOptions& options,
                             const Rules& rules);

/// A legal answer that needs no thought, for bots that fail: no call, the three lowest cards, a pass or the first play.
/// `plays` is room to work in.
BotAnswer plain_answer(tichu_question question, const Observation& seen, PlayList& plays);

}  // namespace tichu::training
